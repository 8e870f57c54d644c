package char

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Fonts may draw other characters than they state, on a page, in a paragraph or in some words. The
// stated text then belongs to no language. Text and noise are told apart by how much more likely
// each character, after the one before it, is in one than in the other (Wald's sequential test):
// frequent pairs of characters of a language are evidence for text, other pairs are weak evidence
// for noise, and characters that nobody writes within a word are strong evidence for it. Enough
// evidence for noise in sequence makes it noise.

//go:embed pairs.txt
var hanPairs string // written by internal/generate

//go:embed letters.txt
var otherPairs string // written by internal/generate

// pairTable holds the frequent pairs of letters beyond ASCII.
var pairTable = sync.OnceValue(func() map[[2]rune]bool {
	table := map[[2]rune]bool{}
	for line := range strings.Lines(otherPairs) {
		runes := []rune(strings.TrimSpace(line))
		for _, r := range runes[1:] {
			table[[2]rune{runes[0], r}] = true
		}
	}
	return table
})

// pairedScripts are the scripts with known pairs.
var pairedScripts = sync.OnceValue(func() map[*unicode.RangeTable]bool {
	known := map[*unicode.RangeTable]bool{}
	for line := range strings.Lines(otherPairs) {
		known[scriptOf(First(line))] = true
	}
	return known
})

// latinPairs are the two hundred most frequent pairs of letters in English words. They make up nine
// tenths of these words and three tenths of random letters. Other languages in Latin letters,
// Chinese in pinyin and programs share most of them.
const latinPairs = `
	th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea ra ce li
	ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ge ie wh ee wi em ad ol
	rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp fe bl ab gh ty op sa ay ex ke fr oo
	av ag if ap gr od bo sp rd do uc bu ei ov by rm ep tt oc fa ef cu rn sc gi da yo cr cl du ga qu ue ff ba ey ls va um pp ua up lu
	go ht ru ug ds lt pi rc rr eg au ck ew mu br bi pt ak pu ui rg ib dy`

// letterPairs holds latinPairs by both letters.
var letterPairs = func() (table [26][26]bool) {
	for pair := range strings.FieldsSeq(latinPairs) {
		table[pair[0]-'a'][pair[1]-'a'] = true
	}
	return table
}()

// Evidence of a character: the logarithm of how much more likely it is in noise than in text. The
// shares of known pairs in text are estimated low, so that lists of names, old texts and languages
// unlike English pass.
const (
	knownHan  = -3.7 // ln(0.005/0.2)
	otherHan  = 0.2  // ln(0.995/0.8)
	seldomHan = 2.0  // 2 in 100 in text, 7 in 10 among random characters; for Korean syllables as well
	// characters of old texts and technical words: 1 in 10 there, 1 in 6 among random characters
	literaryHan  = 0.5
	lonelyHan    = 0.5  // rare ones in short words: names, elements, plants
	plainHangul  = -1.6 // ln(0.21/0.999)
	knownLatin   = -0.9 // ln(0.3/0.75)
	otherLatin   = 1.0  // ln(0.7/0.25)
	knownCapital = -0.5 // ln(0.3/0.5): abbreviations contain any pairs
	otherCapital = 0.35 // ln(0.7/0.5)
	knownLetters = -1.2 // ln(0.25/0.85)
	otherLetters = 1.6  // ln(0.75/0.15)
	knownSigns   = -1.2 // ln(0.15/0.5): one in seven random pairs of signs is known
	otherSigns   = 0.5  // ln(0.85/0.5): programs and formulas contain many others
	strangeMark  = 1.5  // letters and signs that no text contains in numbers
	mixedScripts = 2.0  // a letter beside one of another script, a capital after a small one
	withoutSense = 1.0  // no character: formulas have some in sequence
	noiseFrom    = 20   // the sum that makes noise: by chance one text in five hundred million
)

// NoiseSpan is a part of a text that belongs to no language, in bytes.
type NoiseSpan struct{ Start, End int }

// Noise returns the parts of a text that belong to no language, in order.
func Noise(s string) []NoiseSpan {
	var out []NoiseSpan
	var sum, peak float64
	start, end := 0, 0
	settle := func() {
		if peak >= noiseFrom {
			out = append(out, NoiseSpan{start, end})
		}
		sum, peak = 0, 0
	}
	var w wordReader
	sequences := sequence().FindAllStringIndex(s, -1)
	for i, r := range s {
		if len(sequences) > 0 && i >= sequences[0][0] {
			if i+1 >= sequences[0][1] {
				sequences = sequences[1:]
			}
			w.last = 0
			continue
		}
		says := w.says(r)
		if sum == 0 && says > 0 {
			start = i
		}
		if sum = max(sum+says, 0); sum > peak {
			peak, end = sum, i+len(string(r))
		}
		if peak > 0 && (sum == 0 || peak >= noiseFrom && sum < peak-noiseFrom) {
			settle()
		}
	}
	settle()
	return bridged(s, out)
}

// bridge is the most characters between two parts of noise that are merged, if nothing between them
// is evidence for text: the codes of a font may include letters and digits.
const bridge = 60

// bridged merges such parts.
func bridged(s string, list []NoiseSpan) []NoiseSpan {
	var out []NoiseSpan
	for _, x := range list {
		if n := len(out); n > 0 && between(s[out[n-1].End:x.Start]) {
			out[n-1].End = x.End
			continue
		}
		out = append(out, x)
	}
	return out
}

// between reports whether a text between two parts of noise is noise too.
func between(s string) bool {
	var w wordReader
	var sum float64
	n := 0
	for _, r := range s {
		sum += w.says(r)
		if Visible(r) {
			n++
		}
	}
	return n <= bridge && sum > -noiseFrom/4
}

// sequence matches a sequence of amino acids or nucleotides, in the twenty letters that stand for
// them, or a web address. Both may contain any letters.
var sequence = Pattern(`[ACDEFGHIKLMNPQRSTVWY]{10,}|(?:https?://|www\.)[!-~]+`)

// again is the number of recent pairs that are no evidence when they recur: tags of a program and
// words of a sample text come again and again.
const again = 8

// wordReader reads a text word by word.
type wordReader struct {
	recent [again][2]rune // the last pairs, as a ring buffer
	next   int            // index of the oldest in recent
	last   rune           // last character of the current word; 0 for none
	length int            // of the current word
	lone   rune           // the last word if it was a single letter; 0 for none
	han    int            // successive Han characters
}

// says returns how much more likely r is here in noise than in text, as a logarithm.
func (w *wordReader) says(r rune) float64 {
	if r >= 0xFF01 && r <= 0xFF5E {
		r -= 0xFF01 - '!' // full-width
	}
	if unicode.Is(unicode.Han, r) {
		w.han++
	} else {
		w.han = 0
	}
	if unicode.IsSpace(r) {
		if w.length == 1 {
			w.lone = w.last
		} else if w.length > 1 {
			w.lone = 0
		}
		w.last, w.length = 0, 0
		return 0
	}
	last := w.last
	w.last = r
	w.length++
	place := w.length
	if last == 0 && w.lone != 0 {
		last, place = w.lone, abbreviation+1 // spaced letters count as a word
	}
	pair := [2]rune{last, r}
	if last == r || last != 0 && slices.Contains(w.recent[:], pair) {
		return 0
	}
	says := w.saysPair(last, r, place)
	if says != 0 { // digits and marks between them do not make a unit of measure new
		w.recent[w.next] = pair
		w.next = (w.next + 1) % again
	}
	return says
}

// saysPair returns the same for r at a place, from 1, in its word. last is the character before it,
// or 0.
func (w *wordReader) saysPair(last, r rune, place int) float64 {
	switch {
	case !Visible(r), isLigature(r), r >= 0x1D400 && r <= 0x1D7FF: // letters of formulas, in any order
		return 0
	case unicode.Is(unicode.Han, r):
		return saysHan(last, r, w.han)
	case r < 0x80:
		return saysLatin(last, r, place)
	case r == unicode.ReplacementChar, unicode.Is(unicode.Co, r), unicode.IsControl(r):
		return withoutSense
	case unicode.Is(unicode.Hangul, r):
		if commonHangul(r) {
			return plainHangul
		}
		return seldomHan
	case unicode.IsLetter(r), unicode.IsMark(r):
		return saysLetter(w.last0(last), r)
	case r < 0x300 && !strings.ContainsRune(signsOfUse, r) && !strings.ContainsRune("©®«»¡¿£¥¢¬´¨ˆ˜¯", r),
		strings.ContainsRune(signsOfCodes, r):
		return strangeMark
	}
	return 0
}

// isLigature reports whether r is a ligature of Latin letters. Fonts for formulas use these codes
// for the lines of roots and brackets.
func isLigature(r rune) bool { return r >= 0xFB00 && r <= 0xFB06 }

// last0 returns the character before if it is a letter, else 0.
func (w *wordReader) last0(last rune) rune {
	if unicode.IsLetter(last) || unicode.IsMark(last) {
		return last
	}
	return 0
}

// nameLength is the number of characters of a name, which may be any.
const nameLength = 3

func saysHan(last, r rune, row int) float64 {
	switch plain := plainHan(r); {
	case !plain && row <= nameLength && literary(r):
		return 0
	case !plain && row <= nameLength:
		return lonelyHan
	case !plain && literary(r):
		return literaryHan
	case !plain:
		return seldomHan
	case !unicode.Is(unicode.Han, last):
		return 0
	case last < endOfHan && r < endOfHan && wordPairs().has(packed(last, r)):
		return knownHan
	case row <= nameLength:
		return 0
	}
	return otherHan
}

// abbreviation is the most capitals of an abbreviation.
const abbreviation = 5

// saysLatin is saysPair for ASCII; place counts from 1.
func saysLatin(last, r rune, place int) float64 {
	a, b := unicode.ToLower(last)-'a', unicode.ToLower(r)-'a'
	switch {
	case asciiSign(last) && asciiSign(r):
		return saysSigns(last, r)
	case a < 0 || a >= 26 || b < 0 || b >= 26 || b == a+1 && !letterPairs[a][b]:
		return 0 // an alphabet is not a word
	}
	capital := place <= abbreviation && unicode.IsUpper(last) && unicode.IsUpper(r)
	switch known := letterPairs[a][b]; {
	case known && capital:
		return knownCapital
	case known:
		return knownLatin
	case capital:
		return otherCapital
	}
	return otherLatin
}

// asciiSign reports whether r is a sign of ASCII.
func asciiSign(r rune) bool {
	return r > ' ' && r < 0x7F && (unicode.IsPunct(r) || unicode.IsSymbol(r))
}

// signPairs are pairs of signs in programs, addresses and texts. A font that numbers its characters
// from the first sign on turns all text into signs in any combination.
const signPairs = `() ); }; }) )) (( [] [[ ]] ]) ]; ([ ({ {} {" {' "} '} (" (' ") ') "] '] [" [' ", ', ), ], }, ": ': ); :: := :/ // /* ` +
	`*/ ** ++ -- += -= *= /= == != <= >= => -> <- << >> && || ` +
	`||` +
	` .. ./ ?. ?: ,, __ _( $( ${ $' #{ @{ %( %s %d \\" \\' </ /> >< "> =" =' "/ '/ /" /' "; '; .) ). ." ", .' ,' )] ]. ). )- -( )/ /( )* ` +
	`*( )+ +( )= =( )} {( &( !( ([ ~/ #! .* *) (* */ ;; )< >( ,- (- [- =- :- -> ?" !" ?' !' ."`

var signPairTable = sync.OnceValue(func() map[[2]rune]bool {
	table := map[[2]rune]bool{}
	for pair := range strings.FieldsSeq(signPairs) {
		if runes := []rune(pair); len(runes) == 2 {
			table[[2]rune{runes[0], runes[1]}] = true
		}
	}
	return table
})

func saysSigns(last, r rune) float64 {
	if signPairTable()[[2]rune{last, r}] {
		return knownSigns
	}
	return otherSigns
}

// scripts are the scripts whose letters are not mixed with others within a word.
var scripts = [...]*unicode.RangeTable{unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Arabic, unicode.Hebrew, unicode.Thai,
	unicode.Devanagari, unicode.Tibetan, unicode.Mongolian, unicode.Hangul,
	unicode.Armenian, unicode.Georgian, unicode.Gujarati, unicode.Gurmukhi, unicode.Kannada, unicode.Malayalam, unicode.Sinhala,
	unicode.Tifinagh, unicode.Ethiopic, unicode.Cherokee, unicode.Bengali, unicode.Tamil, unicode.Telugu, unicode.Khmer, unicode.Lao,
	unicode.Myanmar, unicode.Syriac, unicode.Canadian_Aboriginal, unicode.Yi}

func scriptOf(r rune) *unicode.RangeTable {
	for _, s := range scripts {
		if unicode.Is(s, r) {
			return s
		}
	}
	return nil
}

// PairedLetter reports whether two letters or marks are of one script and their pair is in
// pairTable's domain, which excludes Han characters and plain Latin letters.
func PairedLetter(a, b rune) bool {
	script := scriptOf(a)
	return script != nil && script == scriptOf(b) && max(a, b) >= 0x80
}

// saysLetter is saysPair for letters beyond ASCII other than Han; last is the letter before.
func saysLetter(last, r rune) float64 {
	script := scriptOf(r)
	if script == nil || last == 0 {
		return 0 // kana, letters of formulas, or the first letter of a word
	}
	before := scriptOf(last)
	switch {
	case before != script && (last < 0x80 && script == unicode.Greek || before == nil):
		return 0 // a formula, or beside Han
	case before != script, unicode.IsLower(last) && unicode.IsUpper(r):
		return mixedScripts
	case !pairedScripts()[script]:
		return 0
	case pairTable()[[2]rune{unicode.ToLower(last), unicode.ToLower(r)}]:
		return knownLetters
	}
	return otherLetters
}
