package text

import (
	"strings"
	"unicode"

	"zhiwen/extract"
)

// Plain gives a document as a string of what its folded text t has: characters as
// they are folded, words in small letters, a line end between sentences. Characters stand side by
// side where nothing but white space or what cannot be seen is between them, since a
// line of a file may end within a word; else a space is between symbols. It is for what
// cuts words and counts them; places in it are none of the document's. t is what New
// made of d, with or without ranges that were left out.
func (t *Text) Plain(d *extract.Document) string {
	table := tables()
	var b strings.Builder
	b.Grow(len(d.Text))
	pos, i, sentence := 0, 0, 0
	apart := false // something stands between the symbol before and here
	for _, r := range d.Text {
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
			apart = apart || !isSpace(r) && !Invisible(r)
			pos++
			continue
		}
		isWord := t.Char[i]&WordBit != 0
		if pos == int(t.Start[i]) && i > 0 && i > t.Sentences[sentence].First && (apart || isWord || t.Char[i-1]&WordBit != 0) {
			b.WriteByte(' ')
		}
		switch {
		case !isWord:
			if pos == int(t.Start[i]) {
				b.WriteRune(rune(t.Char[i]))
			}
		case r < 0x80 && (r >= 'a' && r <= 'z' || r >= '0' && r <= '9'):
			b.WriteByte(byte(r))
		default:
			for _, c := range foldRune(r) {
				if c < 1<<16 && table.bmp[c].latin != 0 {
					c = rune(table.bmp[c].latin)
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

// Initial gives the letter with which the first reading of a character begins in pinyin,
// a to z, or 0 for what has no sound: sounds are those of Text.Sound.
func Initial(sound uint32) byte {
	if letters := initials(); sound < uint32(len(letters)) {
		return letters[sound]
	}
	return 0
}
