package draft

import (
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// LeastRunning is how many characters of headers, footers and comments are more than a
// running title or a few remarks: they are text, which is compared as all other text, each
// paragraph once. A title with a number and a date is shorter, and adds nothing to what is
// compared.
const LeastRunning = 100

// sentence is what ends a sentence; an abbreviation (Univ., Conf.) does not.
var sentence = char.Pattern(`[。！？；]|\p{Ll}{4}[.!?;](?:\s|$)`)

// HasSentence reports whether a text has the end of a sentence, as titles, addresses and
// names of journals do not.
func HasSentence(s string) bool { return sentence().MatchString(s) }

// Running returns which paragraphs of headers, footers and comments, by their index, are to be
// added to the text: sentences, and all of the last ones that are comments, which nobody
// writes for titles, if they are as long as LeastRunning together. Each counts once, and not
// at all where the text has it. What is left out is noted from that length on, where a letter
// that is half as wide counts half.
func (b *Draft) Running(texts []string, comments int) []int {
	if total := utf8.RuneCountInString(strings.Join(texts, "")); total < LeastRunning {
		return nil
	}
	body := char.Squeezed(b.Text())
	seen := map[string]bool{}
	var prose []int
	proseRunes, titleRunes, titleColumns := 0, 0, 0
	for i, s := range texts {
		closed := char.Squeezed(char.Clean(s))
		if !char.HasVisible(closed) || seen[closed] || strings.Contains(body, closed) {
			continue
		}
		seen[closed] = true
		runes := utf8.RuneCountInString(closed)
		if i >= len(texts)-comments || HasSentence(s) {
			prose = append(prose, i)
			proseRunes += runes
			continue
		}
		titleRunes += runes
		for _, r := range closed {
			titleColumns += char.Columns(r)
		}
	}
	if proseRunes < LeastRunning {
		prose, titleRunes, titleColumns = nil, titleRunes+proseRunes, titleColumns+2*proseRunes
	}
	if titleColumns >= 2*LeastRunning {
		b.Notices.AddCount(extract.RunningUnread, titleRunes)
	}
	return prose
}
