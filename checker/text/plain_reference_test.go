package text

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"zhiwen/checker/internal/texttest"
	"zhiwen/extract"
	"zhiwen/extract/glyph"
)

// plainOf is Plain made of the symbols of Fold and their places, but for what folds to several code points.
func plainOf(t *Text, d *extract.Document) string {
	var b strings.Builder
	// Half-width voiced marks fold to nothing, though they are letters to Unicode.
	unseen := func(r rune) bool { return Invisible(r) || r < 1<<16 && tables().bmp[r].class == invisible }
	pos, i, sentence := 0, 0, 0
	apart := false
	before := rune(0) // the last character that is seen
	for _, r := range d.Text {
		previous := before
		if !unseen(r) {
			before = r
			if i < len(t.Start) && pos > int(t.Start[i]) && t.Char[i]&WordBit != 0 && likeL(r, previous) {
				before = smallL
			}
		}
		for i < len(t.Start) && pos >= int(t.End[i]) {
			i++
			apart = false
			if i >= t.Sentences[sentence].Last && i < len(t.Start) {
				b.WriteByte('\n')
				sentence++
			}
		}
		if i == len(t.Start) {
			break
		}
		if pos < int(t.Start[i]) {
			apart = apart || !isSpace(r) && !unseen(r)
			pos++
			continue
		}
		isWord := t.Char[i]&WordBit != 0
		if pos == int(t.Start[i]) && i > t.Sentences[sentence].First && (apart || isWord || t.Char[i-1]&WordBit != 0) {
			b.WriteByte(' ')
		}
		if !isWord {
			b.WriteRune(rune(t.Char[i]))
		} else {
			if pos > int(t.Start[i]) && likeL(r, previous) {
				r = smallL
			}
			if l := glyph.Latin(r); l != 0 {
				b.WriteByte(l)
				pos++
				continue
			}
			for _, c := range foldRune(r) {
				if latin := tables().bmp[c&0xffff].latin; c < 1<<16 && latin != 0 {
					c = rune(latin)
				}
				if unicode.IsLetter(c) || unicode.IsDigit(c) {
					b.WriteRune(c)
				}
			}
		}
		pos++
	}
	return b.String()
}

// Plain spells what Fold makes symbols of, and parts what it parts: each code point, between characters and within words, and
// many by chance.
func TestPlainAsFolded(t *testing.T) {
	same := func(s string) {
		t.Helper()
		d := texttest.Document(s)
		if got, want := Plain(d), plainOf(New(d), d); got != want {
			t.Fatalf("%q: %q, by its symbols %q", s, got, want)
		}
		plain, places := PlainPlaces(d)
		if plain != plainOf(New(d), d) || len(places) != len(plain) || !slices.IsSorted(places) {
			t.Fatalf("%q: with places %q, %v", s, plain, places)
		}
	}
	var usual []rune
	for r := range rune(1 << 16) {
		if r >= 0xd800 && r < 0xe000 || tables().bmp[r].class == several {
			continue
		}
		usual = append(usual, r)
		c := string(r)
		same("甲" + c + "乙" + c + " a" + c + "b" + c + "\n" + c + "丙。" + c + "d." + c + "丁" + c)
	}
	usual = append(usual, '𠮷', '𝐀', '𝛼', '\U000e0101')
	often := []rune("甲乙丙丁土壤機械學習的一是abcXYZI|é019...。。！？，、；：“”（）'’ \n\n\t\u200b")
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		var b strings.Builder
		for range 200 {
			if random.IntN(8) == 0 {
				b.WriteRune(usual[random.IntN(len(usual))])
			} else {
				b.WriteRune(often[random.IntN(len(often))])
			}
		}
		same(b.String())
	}
}

// What folds to several code points is spelled as these are, though it ends no sentence.
func TestPlainOfSeveral(t *testing.T) {
	if len(tables().expand) == 0 {
		t.Fatal("nothing folds to several code points")
	}
	spelled := func(s string) string { return strings.ReplaceAll(Plain(texttest.Document(s)), "\n", " ") }
	for r, several := range tables().expand {
		if got, want := spelled("甲"+string(r)+"乙"), spelled("甲"+string(several)+"乙"); got != want {
			t.Errorf("%q: %q, as %q %q", r, got, string(several), want)
		}
	}
}
