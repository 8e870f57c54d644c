package text

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/mozillazg/go-pinyin"
	"golang.org/x/text/unicode/norm"

	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/script"
	"zhiwen/extract"
	"zhiwen/extract/glyph"
	"zhiwen/internal/testrun"
)

// What follows folds a text slowly, by the definitions and with the libraries
// that know them, code point by code point: no tables, no state.

// plain is a symbol, with what is compared spelled out.
type plain struct {
	sound, char string // "shi" or "word:graph"; "是"
	weight      uint8
	start, end  int32
}

// appearance returns the code points that one stands for.
func appearance(r rune) string {
	switch {
	case Invisible(r) || r>>12 == 0xe0:
		return ""
	case r == '…' || r == utf8.RuneError || unicode.Is(unicode.Hangul, r):
		return string(r)
	case strings.HasPrefix(norm.NFKC.String(string(r)), "(") && glyph.Latin(r) != 0: // a letter in parentheses
		return string(rune(glyph.Latin(r)))
	case r > 0xffff && !(0x1d400 <= r && r <= 0x1d7ff):
		return string(r)
	}
	var out strings.Builder
	for _, c := range norm.NFKC.String(string(glyph.OfRadical(r))) {
		base, accents := utf8.DecodeRuneInString(norm.NFD.String(string(c)))
		if accents < len(norm.NFD.String(string(c))) && unicode.In(base, unicode.Latin, unicode.Greek, unicode.Cyrillic) {
			c = base
		}
		out.WriteRune(c)
	}
	s := strings.Map(func(c rune) rune {
		if Invisible(c) {
			return -1
		}
		return c
	}, strings.ToLower(out.String()))
	if r > 0xffff && (len(s) != 1) { // mathematical letters that are not Latin stay apart
		return string(r)
	}
	return s
}

// kind tells what a code point that appearance gave is, by a letter: of a
// Word, a Character, a full stop ".", another Stop, a closing mark ")", an
// apostrophe "'", or " " for what separates.
func kind(r rune) byte {
	switch {
	case strings.ContainsRune("。!?;｡…‼⁇⁈⁉", r):
		return 'S'
	case r == '.':
		return '.'
	case strings.ContainsRune("\"”』」》】)]}〉〕〗»", r):
		return ')'
	case r == '\'' || r == '’':
		return '\''
	case glyph.Latin(r) != 0:
		return 'W'
	case r > 0xffff:
		switch {
		case r>>16 == 2 || r>>16 == 3:
			return 'C'
		case 0x1d400 <= r && r <= 0x1d7ff:
			return 'W'
		}
		return ' '
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) && !unicode.IsPunct(r):
		return 'C'
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		return 'W'
	}
	return ' '
}

// reading returns the toneless first reading of a character, "" without one.
func reading(r rune) string {
	if all := pinyin.SinglePinyin(r, pinyin.NewArgs()); len(all) > 0 {
		return all[0]
	}
	return ""
}

// character makes the symbol of a character.
func character(r rune) plain {
	char := string(r)
	if r <= 0xffff { // the scripts of rarer ones are left alone
		char = string(script.Simplified(r))
	}
	if h := glyph.Han(r); h != 0 {
		char = string(h)
	}
	simple, _ := utf8.DecodeRuneInString(char)
	sound := reading(simple)
	if sound == "" {
		sound = reading(r)
	}
	if sound == "" {
		sound = "only:" + char
	}
	return plain{sound: sound, char: char, weight: 1}
}

// word makes the symbol of a word whose letters look like those of latin, where there is
// one for each.
func word(letters, latin string) plain {
	if utf8.RuneCountInString(latin) == utf8.RuneCountInString(letters) {
		letters = latin
	}
	s := plain{sound: "word:" + letters, char: "word:" + letters, weight: 1}
	if utf8.RuneCountInString(letters) >= longWord {
		s.weight = 2
	}
	return s
}

// symbolsOf returns the symbols of text that begins at from.
func symbolsOf(text []rune, from int) []plain {
	var out []plain
	letters, latin, start, end := "", "", 0, 0
	finish := func() {
		if letters != "" {
			s := word(letters, latin)
			s.start, s.end = int32(start), int32(end)
			out = append(out, s)
		}
		letters, latin = "", ""
	}
	before := rune(0) // the last code point that can be seen
	for i, r := range text {
		at := from + i
		if letters != "" && (r == '|' || r == 'I' && 'a' <= before && before <= 'z') {
			r = 'l' // as it looks
		}
		if appearance(r) != "" {
			before = r
		}
		looks := []rune(appearance(r))
		if len(looks) == 0 || len(looks) == 1 && kind(looks[0]) == '\'' {
			end = at + 1 // as if it were not there, but of the word that it is in or behind
			continue
		}
		for _, c := range looks {
			switch kind(c) {
			case 'C':
				finish()
				s := character(c)
				s.start, s.end = int32(at), int32(at+1)
				out = append(out, s)
			case 'W':
				if letters == "" {
					start = at
				}
				letters += string(c)
				switch like := glyph.Latin(r); {
				case len(looks) == 1 && like != 0:
					latin += string(rune(like))
				case c < 0x80:
					latin += string(c)
				case glyph.Latin(c) != 0:
					latin += string(rune(glyph.Latin(c)))
				}
				end = at + 1
			default:
				finish()
			}
		}
	}
	finish()
	return out
}

// ending is what may stand at the end of a sentence: "i" is invisible.
var ending = regexp.MustCompile(`[S.][S.)i]*`)

// sentenceEnds returns where the sentences of a paragraph end, itself not.
func sentenceEnds(paragraph []rune) []int {
	kinds := make([]byte, len(paragraph))
	for i, r := range paragraph {
		switch looks := []rune(appearance(r)); len(looks) {
		case 0:
			kinds[i] = 'i'
		case 1:
			kinds[i] = kind(looks[0])
		default:
			kinds[i] = '+'
		}
	}
	var out []int
	for _, m := range ending.FindAllIndex(kinds, -1) {
		if m[1] == len(kinds) {
			break
		}
		next, marks := m[1], []rune(strings.Map(func(r rune) rune {
			if appearance(r) == "" {
				return -1
			}
			return r
		}, string(paragraph[m[0]:m[1]])))
		// A full stop alone, but for a full-width one, needs white space behind it;
		// one with closing marks must at least not go on with a word.
		switch {
		case slices.Contains(kinds[m[0]:m[1]], 'S'), strings.ContainsRune(" \n\t\r\u3000\u00a0", paragraph[next]):
			out = append(out, next)
		case marks[len(marks)-1] != '.' && kinds[next] != 'W': // kinds gives a ligature as no word
			out = append(out, next)
		}
	}
	return out
}

// slowly returns symbols and sentences of a document without the ranges of out: each
// paragraph is taken apart at them, and what lies between is read by itself.
func slowly(d *extract.Document, out []extract.Span) (symbols []plain, sentences []Sentence) {
	runes := []rune(d.Text)
	type part struct {
		extract.Span
		paragraph, keptOut bool
	}
	var parts []part
	from := 0
	for _, p := range append(slices.Clone(d.Paragraphs), extract.Paragraph{Span: extract.Span{End: len(runes)}}) {
		begins := true
		add := func(end int, keptOut bool) {
			if end > from {
				parts = append(parts, part{extract.Span{Start: from, End: end}, begins, keptOut})
				from, begins = end, false
			}
		}
		for _, o := range out {
			add(min(o.Start, p.End), false)
			add(min(o.End, p.End), true)
		}
		add(p.End, false)
	}
	start := 0
	section, paragraph, cut := false, false, false
	for _, p := range parts {
		paragraph = paragraph || p.paragraph
		from, ends := p.Start, []int{p.End}
		if !p.keptOut {
			ends = nil
			for _, e := range sentenceEnds(runes[p.Start:p.End]) {
				ends = append(ends, p.Start+e)
			}
			ends = append(ends, p.End)
		}
		for _, end := range ends {
			for _, s := range d.Sections {
				section = section || s.Start >= from && s.Start < end
			}
			if p.keptOut {
				start, cut = end, true
				continue
			}
			found := symbolsOf(runes[from:end], from)
			from = end
			if len(found) == 0 {
				continue // joined to the next one
			}
			for strings.ContainsRune(" \n\t\r\u3000\u00a0", runes[start]) {
				start++
			}
			s := Sentence{
				First: len(symbols), Last: len(symbols) + len(found), Start: start, End: end,
				Section: section, Paragraph: paragraph, Cut: cut && len(symbols) > 0,
			}
			for _, x := range found {
				s.Weight += int(x.weight)
			}
			symbols, sentences = append(symbols, found...), append(sentences, s)
			start, section, paragraph, cut = end, false, false, false
		}
	}
	return symbols, sentences
}

// names remembers which number a sound or word has, so that equal ones have
// equal numbers and different ones different ones in all texts.
var names = struct {
	sync.Mutex
	number map[string]uint32
	name   map[uint32]string
}{number: map[string]uint32{}, name: map[uint32]string{}}

func sameName(name string, number uint32) error {
	names.Lock()
	defer names.Unlock()
	n, known := names.number[name]
	s, used := names.name[number]
	if known && n != number || used && s != name {
		return fmt.Errorf("%q is %d; %d was %q and %q was %d", name, number, number, s, name, n)
	}
	names.number[name], names.name[number] = number, name
	return nil
}

// isFolded compares a folded text with the reference.
func isFolded(t *testing.T, d *extract.Document, x *Text, out ...extract.Span) {
	t.Helper()
	want, sentences := slowly(d, out)
	if len(x.Sound) != len(want) {
		t.Fatalf("%d symbols in %q, want %d: %+v", len(x.Sound), d.Text, len(want), want)
	}
	for i, w := range want {
		if x.Weight[i] != w.weight || x.Start[i] != w.start || x.End[i] != w.end {
			t.Fatalf("symbol %d of %q: weight %d at [%d, %d), want %+v", i, d.Text, x.Weight[i], x.Start[i], x.End[i], w)
		}
		if err := sameName(w.sound, x.Sound[i]); err != nil {
			t.Fatalf("symbol %d of %q: %v", i, d.Text, err)
		}
		char := x.Char[i] == x.Sound[i]
		if x.Sound[i]&WordBit == 0 {
			char = string(rune(x.Char[i])) == w.char
		}
		if !char {
			t.Fatalf("symbol %d of %q: character %#x, want %q", i, d.Text, x.Char[i], w.char)
		}
	}
	if diff := cmp.Diff(sentences, x.Sentences); diff != "" {
		t.Fatalf("sentences of %q without %v (-want +got):\n%s", d.Text, out, diff)
	}
	var cuts []int
	for _, s := range sentences {
		if s.Cut {
			cuts = append(cuts, s.First)
		}
	}
	if !slices.Equal(cuts, x.Cuts) {
		t.Fatalf("cuts at %v of %q, want %v", x.Cuts, d.Text, cuts)
	}
}

// mixture makes texts of everything that folding treats in a way of its own.
func mixture(r *rand.Rand, n int) string {
	pieces := []string{
		"研究", "网络", "網絡", "事", "是", "體", "行", "重庆", "の", "カ", "ｶ", "한", "ﾡ", "𠀀", "𝐆𝐫", "𝛂", "😀", "㈱", "㍿", "々", "〇", "⽔", "豈",
		"a", "graph", "Graph", "раpеr", "молоко", "Αlpha", "ﬁnite", "naïve", "é", "e\u0301", "ß", "İ", "ŉ", "½", "3.5", "２０", "①", "㎏", "x²",
		".", "..", "．", "。", "…", "……", "！", "?!", "；", ";", "‼", "”", "』", ")", "）", "]", "»", "'", "’", ",", "，", "-", "·", "&",
		" ", " ", "\u3000", "\u00a0", "\u2003", "\t", "\n", "\n", "\n\n", "\n# ", "\r\n", "\u200b", "\ufeff", "\u00ad", "\ufe0f", "\u0301", "\u115f", "\x00", "\ufffd", "\U000e0041",
	}
	var b strings.Builder
	for range n {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

func TestNewIsAsDefined(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for i := range 3000 {
		d := texttest.Document(mixture(r, 1+i%40))
		isFolded(t, d, New(d))
		var out []extract.Span
		for from, n := 0, utf8.RuneCountInString(d.Text); from < n; {
			start := from + r.IntN(20)
			if from = start + 1 + r.IntN(10); from <= n {
				out = append(out, extract.Span{Start: start, End: from})
			}
		}
		isFolded(t, d, New(d, out...), out...)
	}
	for _, s := range []string{texttest.Chinese(r, 300), texttest.English(r, 300)} {
		d := texttest.Document(s)
		isFolded(t, d, New(d))
	}
}

// Every code point alone, between letters, and after a full stop.
func TestEveryCodePointIsFoldedAsDefined(t *testing.T) {
	testrun.NeedWhole(t)
	for _, r := range everyCodePoint() {
		d := texttest.Document(fmt.Sprintf("%c a%cb中%c文 x.%c", r, r, r, r))
		isFolded(t, d, New(d))
	}
}

// everyCodePoint returns those of the BMP, and some of each block above.
func everyCodePoint() []rune {
	var out []rune
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if utf8.ValidRune(r) && (r <= 0xffff || 0x1d400 <= r && r <= 0x1d7ff || r%61 == 0) {
			out = append(out, r)
		}
	}
	return out
}
