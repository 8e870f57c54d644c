// Package text turns the text of a document into what is compared: a sequence
// of symbols with their places, cut into sentences and units.
//
// A symbol is one Han character, kana or hangul syllable, or one word or
// number of any other script. Before symbols are made the text is folded:
// compatibility and full-width forms (NFKC), case, accents, traditional
// characters, zero-width characters, and Cyrillic or Greek letters that stand
// for Latin ones. Han characters are compared by their sound (pinyin without
// tones), so that homophones agree; the character itself is kept beside it.
//
// In goes an extract.Document, out comes a Text. The package knows nothing of
// fingerprints or libraries.
package text

import (
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/glyph"
)

// Symbol values. Sounds are small numbers, characters without a known sound
// are their code point above soundLimit, words are hashes with WordBit set.
const (
	soundLimit = 1 << 12
	WordBit    = 1 << 31
)

// Text is a folded text. It is not changed after New and may be read
// concurrently. Start, End, Sound, Char, Weight and Mark have one entry a symbol.
type Text struct {
	Sound  []uint32 // what is compared
	Char   []uint32 // the folded character; for words the same as Sound
	Weight []uint8  // 1 for a character or a short word, 2 for a longer word
	Mark   []Mark   // how it is written
	Start  []int32  // place in the text, code points
	End    []int32

	Sentences []Sentence
	Length    int // of the text, code points

	// Cuts are the symbols, ascending, that follow on text that was kept out.
	// What is compared never goes across one.
	Cuts []int
}

// Mark says how a symbol is written where that differs from the folded form.
type Mark uint8

// The marks. Case, accents and compatibility forms other than full-width letters
// have none: keyboards and programs change them.
const (
	MarkHidden    Mark = 1 << iota // characters that cannot be seen stand in it, or behind it before the next symbol
	MarkLookAlike                  // a word with letters that look like Latin ones
	MarkFullWidth                  // a word with full-width letters
	MarkVariant                    // a traditional character, or another form of the folded one
	MarkAddress                    // part of a web address
	MarkCode                       // a command (\frac), or what continues a name (layers in tf.layers, i in x_i)
)

// Sentence is a natural sentence, never across paragraphs or cuts.
type Sentence struct {
	First, Last int  // symbols, half-open
	Start, End  int  // code points, half-open, with its punctuation
	Weight      int  // of its symbols
	Section     bool // it begins a section
	Paragraph   bool // it begins a paragraph
	Cut         bool // it follows on text that was kept out
}

// Stretch returns the range of symbols between two cuts that holds a symbol.
func (t *Text) Stretch(symbol int) (first, last int) {
	i := sort.SearchInts(t.Cuts, symbol+1)
	last = len(t.Sound)
	if i > 0 {
		first = t.Cuts[i-1]
	}
	if i < len(t.Cuts) {
		last = t.Cuts[i]
	}
	return first, last
}

// SentenceOf returns the index of the sentence that holds a symbol.
func (t *Text) SentenceOf(symbol int) int {
	return sort.Search(len(t.Sentences), func(i int) bool { return t.Sentences[i].Last > symbol })
}

// longWord is the number of letters from which a word weighs as much as two
// characters: a Chinese word has two characters on average, and the shorter
// words of alphabetic languages are mostly grammar.
const longWord = 4

// New folds a document but for the ranges of out, which must be in order and disjoint: what stands there has no symbols, and
// the text is cut. It takes about 30 ns a code point, less where nothing else runs.
func New(d *extract.Document, out ...extract.Span) *Text {
	t := new(Text)
	t.Fold(d, out...)
	return t
}

// Fold is New into the memory of t, which is reused if it is large enough: for callers that fold
// many documents and keep none.
func (t *Text) Fold(d *extract.Document, out ...extract.Span) {
	s := d.Text
	t.empty(len(s)/3 + 16)
	f := folder{table: tables(), text: t, paragraph: true}
	paragraphs, sections := d.Paragraphs, d.Sections
	next := 0 // the first code point at which a paragraph ends, a section begins, or text is left out or is so no longer
	pos := 0
	var end sentenceEnd
	for at := 0; at < len(s); {
		if pos >= next {
			for len(paragraphs) > 0 && pos >= paragraphs[0].End {
				f.endSentence(pos)
				f.paragraph = true
				end.point, end.stop = false, false
				paragraphs = paragraphs[1:]
			}
			for len(sections) > 0 && pos >= sections[0].Start {
				f.section = true
				sections = sections[1:]
			}
			for len(out) > 0 && pos >= out[0].End {
				out = out[1:]
			}
			next = math.MaxInt
			if len(paragraphs) > 0 {
				next = paragraphs[0].End
			}
			if len(sections) > 0 {
				next = min(next, sections[0].Start)
			}
			if len(out) > 0 {
				if pos < out[0].Start {
					next = min(next, out[0].Start)
				} else {
					f.endSentence(pos)
					f.cut = true
					end = sentenceEnd{}
					for next = min(next, out[0].End); pos < next && at < len(s); pos++ {
						at += size(s[at:])
					}
					f.from = pos
					continue
				}
			}
		}
		if !f.inWord && !end.stop && !f.address && f.scheme == 0 {
			// Nothing is under way, as in most of Chinese text.
			if n, last := f.characters(s[at:], pos, next); n > 0 {
				at, pos, end.previous = at+n*utf8Han, pos+n, last
				continue
			}
		}
		r, size := rune(s[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[at:])
		}
		at += size
		if f.scheme > 0 || f.address || r == 'h' {
			f.inAddress(r)
		}
		c := separator
		var e folded
		if r < 1<<16 {
			e = f.table.bmp[r]
			c = e.class
		} else if e = f.table.supplementary(r); e.class != separator {
			c = e.class
		}
		if end.stop && end.before(c, r) {
			f.endSentence(pos)
		}
		like := f.inWord && likeL(r, end.previous)
		if like {
			r, e, c = smallL, f.table.bmp[smallL], letter
		}
		if pos == f.from && isSpace(r) {
			f.from++ // a sentence begins at its first visible character
		}
		switch c {
		case single:
			f.endWord()
			f.single(e, r, pos)
		case letter:
			f.code = !f.inWord && (end.previous == '\\' || end.previous == '_' || end.previous == '.' || end.previous == ':')
			f.letter(e, pos)
			if like {
				f.mark |= MarkLookAlike
			} else if r >= 0xff01 && r <= 0xff5e {
				f.mark |= MarkFullWidth
			} else if r >= 0x80 && e.latin != 0 && glyph.Latin(r) != 0 {
				f.mark |= MarkLookAlike
			}
		case several:
			f.several(r, pos)
		case stop, point, separator, closing:
			f.endWord()
		}
		if c == invisible || c == apostrophe && f.inWord {
			f.end = pos + 1
		}
		if c == invisible && glyph.Undrawn(r) && !glyph.Chooses(end.previous, r) {
			f.hidden(r)
		}
		end.pass(c, r)
		pos++
	}
	f.endSentence(pos)
	t.Length = pos
}

// empty removes all symbols and makes room for a number of new ones.
func (t *Text) empty(room int) {
	if cap(t.Sound) < room {
		t.Sound, t.Char, t.Weight = make([]uint32, 0, room), make([]uint32, 0, room), make([]uint8, 0, room)
		t.Mark, t.Start, t.End = make([]Mark, 0, room), make([]int32, 0, room), make([]int32, 0, room)
	}
	t.shorten(0)
	t.Sentences, t.Cuts, t.Length = t.Sentences[:0], t.Cuts[:0], 0
}

func isSpace(r rune) bool {
	return r == ' ' || r == '\n' || r == '\t' || r == '\r' || r == 0x3000 || r == 0xa0
}

// supplementary folds a code point above the BMP. The letters of the scripts
// there other than Han, all of them historic or rare, count as separators.
func (t *table) supplementary(r rune) folded {
	switch {
	case r >= 0x20000 && r < 0x40000: // the planes of Han extensions
		return folded{class: single, char: uint32(r), sound: t.sound[r]}
	case r >= 0xe0000 && r < 0xe1000 || Invisible(r): // tags, variation selectors; controls of music and shorthand
		return folded{class: invisible}
	case glyph.Latin(r) != 0:
		return folded{class: letter, char: uint32(r), latin: glyph.Latin(r)}
	case r >= 0x1d400 && r < 0x1d800: // mathematical letters
		if to := foldRune(r); len(to) == 1 && to[0] < 0x80 {
			return folded{class: letter, char: uint32(to[0]), latin: uint8(to[0])}
		}
		return folded{class: letter, char: uint32(r)}
	}
	return folded{}
}

// folder is the state of one New.
type folder struct {
	table *table
	text  *Text

	inWord       bool
	start, end   int    // of the word, code points; end leaves out trailing separators
	letters      int    // of the word
	latin, exact uint64 // hashes of the word as Latin letters and, where they differ, as it is
	differ       bool   // a letter is none of a to z and no digit
	foreign      bool   // a letter looks like no Latin one
	mark         Mark   // of the word
	scheme       uint8  // how much of what begins a web address was read
	address      bool   // it has begun
	code         bool   // the word continues a name, or is a command: \, _, a full stop or a colon stands before it

	first     int // first symbol of the sentence
	from      int // first code point of the sentence
	section   bool
	paragraph bool
	cut       bool
}

const beginsAddress = "http://"

// inAddress recognises the beginning and the end of a web address: it ends before anything that is
// not ASCII, white space, quotes and brackets.
func (f *folder) inAddress(r rune) {
	switch {
	case f.address:
		f.address = r > ' ' && r < 0x7f && !strings.ContainsRune("()<>\"'[]{}", r)
	case r == 's' && f.scheme == 4: // https
	case r == rune(beginsAddress[f.scheme]):
		if f.scheme++; int(f.scheme) == len(beginsAddress) {
			f.address, f.scheme = true, 0
			f.text.Mark[len(f.text.Mark)-1] |= MarkAddress // the scheme itself
		}
	case r == 'h':
		f.scheme = 1
	default:
		f.scheme = 0
	}
}

// smallL is what a bar within a word, and a capital I behind a small letter, look like.
const smallL = 'l'

// likeL reports whether r, which stands within a word behind another character, looks like
// smallL and is none.
func likeL(r, previous rune) bool {
	return r == '|' || r == 'I' && previous >= 'a' && previous <= 'z'
}

const softHyphen = '\u00ad'

// hidden marks the word that is being read, or else the symbol before. A soft
// hyphen in a word is hyphenation.
func (f *folder) hidden(r rune) {
	switch n := len(f.text.Mark); {
	case f.inWord && r != softHyphen:
		f.mark |= MarkHidden
	case !f.inWord && n > f.first:
		f.text.Mark[n-1] |= MarkHidden
	}
}

// The bytes of UTF-8 with which characters of U+3000 to U+9FFF begin, kana and most Han; each has three.
const (
	firstHan = 0xe3
	lastHan  = 0xe9
	utf8Han  = 3
)

// han decodes the first code point of s if it has three bytes and is in U+3000 to U+9FFF.
func han(s string) (r rune, ok bool) {
	ok = s[0] >= firstHan && s[0] <= lastHan && s[1]&0xc0 == 0x80 && s[2]&0xc0 == 0x80
	return rune(s[0]&0xf)<<12 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f), ok
}

// size returns the length of the first character of s in bytes.
func size(s string) int {
	if len(s) >= utf8Han {
		if _, ok := han(s); ok {
			return utf8Han
		}
	}
	_, n := utf8.DecodeRuneInString(s)
	return n
}

// characters adds the symbols of the characters with which s begins, which is at pos, as far as the
// code point next: as Fold does them one by one where nothing is under way, at a fourth of the cost. It gives how
// many there are, and the last of them.
func (f *folder) characters(s string, pos, next int) (n int, last rune) {
	most := min(len(s)/utf8Han, next-pos)
	first := f.text.longer(most)
	sound, char, weight := f.text.Sound[first:], f.text.Char[first:], f.text.Weight[first:]
	marks, start, end := f.text.Mark[first:], f.text.Start[first:], f.text.End[first:]
	for n < most {
		r, ok := han(s)
		if !ok {
			break
		}
		e := f.table.bmp[r]
		if e.class != single {
			break
		}
		sound[n], char[n], weight[n], marks[n] = e.sounds(), e.char, 1, e.mark(r)
		start[n], end[n] = int32(pos+n), int32(pos+n+1)
		s, n, last = s[utf8Han:], n+1, r
	}
	f.text.shorten(first + n)
	return n, last
}

// longer makes room for n more symbols, which are not yet any, and returns the first of them.
func (t *Text) longer(n int) (first int) {
	first = len(t.Sound)
	if all := first + n; all > cap(t.Sound) || all > cap(t.Char) || all > cap(t.Weight) || all > cap(t.Mark) || all > cap(t.Start) ||
		all > cap(t.End) {
		t.Sound, t.Char, t.Weight = slices.Grow(t.Sound, n), slices.Grow(t.Char, n), slices.Grow(t.Weight, n)
		t.Mark, t.Start, t.End = slices.Grow(t.Mark, n), slices.Grow(t.Start, n), slices.Grow(t.End, n)
	}
	t.shorten(first + n)
	return first
}

// shorten makes n symbols of a text.
func (t *Text) shorten(n int) {
	t.Sound, t.Char, t.Weight = t.Sound[:n], t.Char[:n], t.Weight[:n]
	t.Mark, t.Start, t.End = t.Mark[:n], t.Start[:n], t.End[:n]
}

// sounds returns the symbol by which a character is compared.
func (e folded) sounds() uint32 {
	if e.sound == 0 {
		return soundLimit + e.char
	}
	return uint32(e.sound)
}

// mark returns the mark of a character that is written as r.
func (e folded) mark(r rune) Mark {
	switch {
	case e.char == uint32(r):
	case r >= 0x3400 && r < 0xa000 || r >= 1<<16: // radicals and compatibility forms are files' doing
		return MarkVariant
	case glyph.Han(r) != 0:
		return MarkLookAlike
	}
	return 0
}

func (f *folder) single(e folded, r rune, pos int) {
	f.add(e.sounds(), e.char, 1, e.mark(r), pos, pos+1)
}

const hashPrime = 0x9e3779b97f4a7c15

func (f *folder) letter(e folded, pos int) {
	if !f.inWord {
		f.inWord, f.start, f.letters, f.mark = true, pos, 0, 0
		f.latin, f.differ, f.foreign = 0, false, false
		if f.address {
			f.mark = MarkAddress
		}
		if f.code {
			f.mark |= MarkCode
		}
	}
	if !f.differ && uint32(e.latin) != e.char {
		f.differ, f.exact = true, f.latin
	}
	f.latin = (f.latin + uint64(e.latin) + 1) * hashPrime
	f.latin ^= f.latin >> 29
	if f.differ {
		f.exact = (f.exact + uint64(e.char) + 1) * hashPrime
		f.exact ^= f.exact >> 29
		f.foreign = f.foreign || e.latin == 0
	}
	f.letters++
	f.end = pos + 1
}

func (f *folder) several(r rune, pos int) {
	for _, c := range f.table.expand[r] {
		if c >= 1<<16 {
			continue
		}
		switch e := f.table.bmp[c]; e.class {
		case single:
			f.endWord()
			f.single(e, rune(e.char), pos) // never a variant: files have such forms
		case letter:
			f.letter(e, pos)
		default:
			f.endWord()
		}
	}
}

func (f *folder) endWord() {
	if !f.inWord {
		return
	}
	f.inWord = false
	h := f.latin
	if f.foreign {
		h = f.exact
	}
	id := uint32(h>>33) | WordBit
	weight := uint8(1)
	if f.letters >= longWord {
		weight = 2
	}
	f.add(id, id, weight, f.mark, f.start, f.end)
}

func (f *folder) add(sound, char uint32, weight uint8, mark Mark, start, end int) {
	t := f.text
	t.Sound = append(t.Sound, sound)
	t.Char = append(t.Char, char)
	t.Weight = append(t.Weight, weight)
	t.Mark = append(t.Mark, mark)
	t.Start = append(t.Start, int32(start))
	t.End = append(t.End, int32(end))
}

// endSentence closes the sentence before pos; one without symbols is joined
// to the next.
func (f *folder) endSentence(pos int) {
	f.endWord()
	n := len(f.text.Sound)
	if n == f.first {
		return
	}
	s := Sentence{First: f.first, Last: n, Start: f.from, End: pos, Section: f.section, Paragraph: f.paragraph, Cut: f.cut && f.first > 0}
	if s.Cut {
		f.text.Cuts = append(f.text.Cuts, f.first)
	}
	for _, w := range f.text.Weight[f.first:n] {
		s.Weight += int(w)
	}
	if f.text.Sentences == nil {
		f.text.Sentences = make([]Sentence, 0, cap(f.text.Sound)/16) // room for those of most texts
	}
	f.text.Sentences = append(f.text.Sentences, s)
	f.first, f.from, f.section, f.paragraph, f.cut = n, pos, false, false, false
}
