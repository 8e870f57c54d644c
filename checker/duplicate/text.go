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
	placed   func() ([]spoken, []extract.Span, error)
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
		placed:   func() ([]spoken, []extract.Span, error) { return w.placed(d) },
	}
}

// NewPlain makes a text from a string: each line is a paragraph.
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
	plain := text.Plain(d)
	out := make([]spoken, 0, len(plain)/bytesOfWord)
	err := w.each(plain, func(c word.Known, sentence int) { out = append(out, spoken{c.Hash, c.Entry, sentence}) })
	return out, err
}

// placed returns the words of a document, and where each of them is in it.
func (w *Words) placed(d *extract.Document) (words []spoken, spans []extract.Span, err error) {
	plain, places := text.PlainPlaces(d)
	err = w.each(plain, func(c word.Known, sentence int) {
		words = append(words, spoken{c.Hash, c.Entry, sentence})
		spans = append(spans, extract.Span{Start: int(places[c.Start]), End: int(places[c.End-1]) + 1})
	})
	return words, spans, err
}

// each calls do with the words of a plain text and with their sentences, from 0.
func (w *Words) each(plain string, do func(c word.Known, sentence int)) error {
	cutter, err := w.open()
	if err != nil {
		return err
	}
	w.begun.Do(func() { go cutter.Prepare() }) // beside the lexicon
	known, err := cutter.Known(plain)
	if err != nil {
		return err
	}
	sentence := 0
	for c := range known {
		if c.Spoken {
			do(c, sentence)
		} else if c.End == c.Start+1 && plain[c.Start] == '\n' {
			sentence++
		}
	}
	return nil
}
