package exclude

import (
	"strings"
	"unicode"

	"zhiwen/checker/evidence"
)

// longestQuestion is the length of a question of a form, in code points.
const longestQuestion = 400

// questions takes what a form asks of its writer: a sentence at the beginning of a
// paragraph that addresses whoever reads it, as a question or with please. Applicants
// do not ask their readers what they plan to do; who fills in a form in the open
// keeps its questions above the answers. Of a text that goes on addressing its reader
// (a course, a guide) they are its own way of writing.
func (f *finder) questions() {
	var found []span
	addressed := 0 // paragraphs that address the reader in another way
	for _, l := range f.lines {
		if l.taken != "" {
			continue
		}
		if end := question([]rune(l.text)); end > 0 {
			found = append(found, span{Start: l.Start, End: l.Start + end})
		} else if addresses(strings.ToLower(l.text)) {
			addressed++
		}
	}
	if addressed > len(found) {
		return
	}
	f.add(evidence.ReasonInstruction, found...)
}

// question gives where the questions end that a paragraph begins with, 0 for none.
func question(s []rune) int {
	end, start := 0, 0
	for i, r := range s {
		if i >= longestQuestion {
			break
		}
		switch r {
		case '?', '？':
			if !addresses(strings.ToLower(string(s[start : i+1]))) {
				return end
			}
			end, start = i+1, i+1
			for end < len(s) && !unicode.IsLetter(s[end]) && !unicode.IsDigit(s[end]) && s[end] != '(' && s[end] != '（' {
				end++
			}
			start = end
		case '.', '。', '!', '！':
			if r == '.' && i+1 < len(s) && !unicode.IsSpace(s[i+1]) {
				continue
			}
			if i-start > 4 { // not a number
				return end
			}
		}
	}
	return end
}

// addresses says whether a sentence in lower case speaks to its reader.
func addresses(s string) bool {
	if strings.ContainsAny(s, "你您") {
		return true
	}
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
		switch w {
		case "you", "your", "yours", "yourself":
			return true
		}
	}
	return false
}
