package draft

import (
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// LeastRunning is the number of characters from which headers, footers and comments are more than a
// running title or a few remarks. Then they are text and compared like other text, each paragraph
// once. A title with a number and a date is shorter and adds nothing to the comparison.
const LeastRunning = 100

// sentence matches the end of a sentence, but not an abbreviation (Univ., Conf.).
var sentence = char.Pattern(`[。！？；]|\p{Ll}{4}[.!?;](?:\s|$)`)

// HasSentence reports whether a text contains the end of a sentence, which titles, addresses and
// names of journals do not.
func HasSentence(s string) bool { return sentence().MatchString(s) }

// Running returns the indexes of the paragraphs of headers, footers and comments to be added to the
// text: those with sentences, and all comments, which are the last ones, provided that they have
// LeastRunning characters together. Repeated paragraphs and those that the text contains are left
// out. If enough other text is left out, it is counted in a notice; for that length a narrow letter
// counts as half.
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
