package text

import (
	"math"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
)

// Plain returns a document as a string of what Fold makes symbols of: characters as
// they are folded, words in small letters, a line end between sentences. Characters stand side by
// side where nothing but white space or what cannot be seen is between them, since a
// line of a file may end within a word; else a space is between symbols. It is for what
// cuts words and counts them; places in it are none of the document's.
func Plain(d *extract.Document) string {
	plain, _ := spell(d, false)
	return plain
}

// PlainPlaces returns Plain and, for each of its bytes, the code point of the document it came from. White space that
// Plain adds belongs to the symbol after it.
func PlainPlaces(d *extract.Document) (plain string, places []int32) { return spell(d, true) }

// spell is Plain, with the places of its bytes if they are asked for.
func spell(d *extract.Document, placing bool) (plain string, places []int32) {
	s, paragraphs := d.Text, d.Paragraphs
	p := speller{table: tables(), out: make([]byte, 0, len(s)+utf8.UTFMax)}
	var end sentenceEnd
	next := 0 // the first code point at which a paragraph ends
	pos := 0
	for at := 0; at < len(s); {
		if pos >= next {
			for len(paragraphs) > 0 && pos >= paragraphs[0].End {
				p.endSentence()
				end.point, end.stop = false, false
				paragraphs = paragraphs[1:]
			}
			next = math.MaxInt
			if len(paragraphs) > 0 {
				next = paragraphs[0].End
			}
		}
		if !placing && !p.inWord && !end.stop {
			if n, last := p.characters(s[at:], next-pos); n > 0 {
				at, pos, end.previous = at+n*utf8Han, pos+n, last
				continue
			}
		}
		r, size := rune(s[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[at:])
		}
		at += size
		pos++
		var e folded
		if r < 1<<16 {
			e = p.table.bmp[r]
		} else {
			e = p.table.supplementary(r)
		}
		if end.stop && end.before(e.class, r) {
			p.endSentence()
		}
		if p.inWord && likeL(r, end.previous) {
			r, e = smallL, p.table.bmp[smallL]
		}
		p.add(e, r)
		end.pass(e.class, r)
		for placing && len(places) < len(p.out) {
			places = append(places, int32(pos-1))
		}
	}
	return string(p.out), places
}

// speller is the state of one Plain.
type speller struct {
	table  *table
	out    []byte
	begun  bool // the sentence has symbols
	inWord bool
	word   bool // the symbol before is a word
	apart  bool // something stands behind the symbol before
}

// add spells a code point.
func (p *speller) add(e folded, r rune) {
	switch e.class {
	case invisible:
	case single:
		p.inWord = false
		p.separate(false)
		p.out = utf8.AppendRune(p.out, rune(e.char))
	case letter:
		if !p.inWord {
			p.inWord = true
			p.separate(true)
		}
		p.letter(e, r)
	case several:
		for _, c := range p.table.expand[r] {
			if c < 1<<16 && p.table.bmp[c].class != several {
				p.add(p.table.bmp[c], c)
			}
		}
	case apostrophe:
		p.apart = p.apart || !p.inWord
	default:
		p.inWord = false
		p.apart = p.apart || !isSpace(r)
	}
}

// letter spells a letter or digit of a word.
func (p *speller) letter(e folded, r rune) {
	switch {
	case e.latin != 0:
		p.out = append(p.out, e.latin)
	case r < 1<<16:
		p.out = utf8.AppendRune(p.out, rune(e.char))
	default: // mathematical letters, of all alphabets
		for _, c := range foldRune(r) {
			if c < 1<<16 && p.table.bmp[c].latin != 0 {
				c = rune(p.table.bmp[c].latin)
			}
			if unicode.IsLetter(c) || unicode.IsDigit(c) {
				p.out = utf8.AppendRune(p.out, c)
			}
		}
	}
}

// characters spells the first characters of s, at most most, as add does one by one if no word is
// open. It returns their number and the last of them.
func (p *speller) characters(s string, most int) (n int, last rune) {
	for most = min(most, len(s)/utf8Han); n < most; n++ {
		r, ok := han(s)
		if !ok {
			break
		}
		e := p.table.bmp[r]
		if e.class != single {
			break
		}
		if n == 0 {
			p.separate(false)
		}
		if e.char == uint32(r) {
			p.out = append(p.out, s[0], s[1], s[2])
		} else {
			p.out = utf8.AppendRune(p.out, rune(e.char))
		}
		s, last = s[utf8Han:], r
	}
	return n, last
}

// separate writes the separator before a symbol.
func (p *speller) separate(word bool) {
	switch {
	case !p.begun && len(p.out) > 0:
		p.out = append(p.out, '\n')
	case p.begun && (p.apart || word || p.word):
		p.out = append(p.out, ' ')
	}
	p.begun, p.word, p.apart = true, word, false
}

func (p *speller) endSentence() { p.begun, p.inWord = false, false }

// Initial returns the first letter of the first reading of a character in pinyin, a to z, or 0 if
// it has no sound: sounds are those of Text.Sound.
func Initial(sound uint32) byte {
	if letters := initials(); sound < uint32(len(letters)) {
		return letters[sound]
	}
	return 0
}
