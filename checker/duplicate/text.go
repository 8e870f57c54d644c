package duplicate

import (
	"strings"
	"sync"
	"unicode/utf8"

	"zhiwen/checker/text"
	"zhiwen/checker/text/word"
	"zhiwen/extract"
)

// Words is what cuts texts into words and knows words. The dictionaries are looked for, checked and
// loaded at the first text whose words are asked for: methods that need none do not wait for them.
type Words struct {
	open  func() (*word.Cutter, error)
	begun sync.Once
}

// NewWords takes what opens the cutter of the process, as word.Open does. Its error is that of the method
// that asks for words.
func NewWords(open func() (*word.Cutter, error)) *Words { return &Words{open: sync.OnceValues(open)} }

// Text is a text as methods see it: folded, or cut into words, when a method asks. It is
// safe for concurrent use.
type Text struct {
	document *extract.Document
	folded   func() *text.Text
	cut      func() ([]spoken, error)
}

// spoken is a word of a text.
type spoken struct {
	hash     uint64
	entry    word.Entry
	sentence int
}

// bytesOfWord are those of a Chinese word, which has some two characters of three bytes; somewhat fewer, so that there is room.
const bytesOfWord = 4

// NewText makes the text of a document.
func (w *Words) NewText(d *extract.Document) *Text {
	return &Text{
		document: d,
		folded:   sync.OnceValue(func() *text.Text { return text.New(d) }),
		cut:      sync.OnceValues(func() ([]spoken, error) { return w.words(d) }),
	}
}

// NewPlain makes the text of what is no file: each line is a paragraph.
func (w *Words) NewPlain(plain string) *Text {
	d := &extract.Document{Text: plain}
	pos := 0
	for line := range strings.Lines(plain) {
		n := utf8.RuneCountInString(line)
		d.Paragraphs = append(d.Paragraphs, extract.Paragraph{Span: extract.Span{Start: pos, End: pos + n}, Kind: extract.Body})
		pos += n
	}
	return w.NewText(d)
}

// words returns the words of the text without punctuation, stop words too.
func (t *Text) words() ([]spoken, error) { return t.cut() }

func (w *Words) words(d *extract.Document) ([]spoken, error) {
	cutter, err := w.open()
	if err != nil {
		return nil, err
	}
	w.begun.Do(func() { go cutter.Prepare() }) // beside the lexicon
	plain := text.Plain(d)
	known, err := cutter.Known(plain)
	if err != nil {
		return nil, err
	}
	out := make([]spoken, 0, len(plain)/bytesOfWord)
	sentence := 0
	for c := range known {
		if c.Spoken {
			out = append(out, spoken{c.Hash, c.Entry, sentence})
		} else if c.End == c.Start+1 && plain[c.Start] == '\n' {
			sentence++
		}
	}
	return out, nil
}
