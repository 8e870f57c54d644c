package exclude

import (
	"slices"
	"strings"
	"unicode"

	"zhiwen/checker/evidence"
)

// longestQuestion is the length of a sentence of a form to its writer, in code points.
const longestQuestion = 400

// questions takes what a form says to its writer: sentences at the beginning of a
// paragraph that ask whoever reads them, or speak of his project or application.
// Applicants do not ask their readers what they plan to do; who fills in a form in the
// open keeps its questions above the answers. Of a text that goes on addressing its
// reader (a course, a guide) they are its own way of writing.
func (f *finder) questions() {
	var found []span
	addressed := 0 // paragraphs that address the reader in another way
	for _, l := range f.lines {
		if l.taken != "" || !mayAddress(l.text) {
			continue
		}
		if end := toWriter([]rune(l.text)); end > 0 {
			found = append(found, span{Start: l.Start, End: l.Start + end})
		} else if words := wordsOf(l.text); addresses(l.text, words) {
			addressed++
		}
	}
	if addressed > len(found) {
		return
	}
	f.add(evidence.ReasonInstruction, found...)
}

// toWriter gives where the sentences to the writer end that a paragraph begins with, 0
// for none.
func toWriter(s []rune) int {
	end := 0
	for start := 0; start < len(s); {
		stop, asked := sentenceEnd(s, start)
		if stop-start > longestQuestion {
			return end
		}
		sentence := string(s[start:stop])
		words := wordsOf(sentence)
		if !addresses(sentence, words) || !asked && !ofApplication(words) {
			return end
		}
		// Marks go with the sentence; a bracket opens the next one.
		for stop < len(s) && !unicode.IsLetter(s[stop]) && !unicode.IsDigit(s[stop]) && s[stop] != '(' && s[stop] != '（' {
			stop++
		}
		start, end = stop, stop
	}
	return end
}

// shortNumber is how far from the beginning of a sentence a full stop ends its number.
const shortNumber = 4

// sentenceEnd gives where the sentence ends that begins at start, and whether it is a
// question.
func sentenceEnd(s []rune, start int) (end int, asked bool) {
	for i := start; i < len(s); i++ {
		switch s[i] {
		case '?', '？':
			return i + 1, true
		case '.', '。', '!', '！':
			inside := s[i] == '.' && i+1 < len(s) && !unicode.IsSpace(s[i+1])
			if !inside && i-start > shortNumber {
				return i + 1, false
			}
		}
	}
	return len(s), false
}

// mayAddress says whether anything stands in a text that addresses its reader: to look for that first takes a tenth of
// the time, and few paragraphs have it.
func mayAddress(s string) bool {
	if strings.Contains(s, "你") || strings.Contains(s, "您") {
		return true
	}
	for rest := s; ; rest = rest[1:] { // you, in whatever case
		i := strings.IndexAny(rest, "yY")
		if i < 0 || i+3 > len(rest) {
			return false
		}
		if rest = rest[i:]; rest[1]|0x20 == 'o' && rest[2]|0x20 == 'u' {
			return true
		}
	}
}

// addresses says whether a sentence speaks to its reader.
func addresses(s string, words []string) bool {
	return strings.ContainsAny(s, "你您") ||
		slices.ContainsFunc(words, func(w string) bool { return w == "you" || w == "your" || w == "yours" || w == "yourself" })
}

// ofApplication says whether a sentence that speaks to its reader speaks of an
// application of his.
func ofApplication(words []string) bool {
	for i := 1; i < len(words); i++ {
		switch words[i] {
		case "application", "proposal", "submission", "grant":
			if words[i-1] == "your" || words[i-1] == "this" {
				return true
			}
		case "project":
			if words[i-1] == "your" {
				return true
			}
		}
	}
	return false
}

// wordsOf gives the words of a text in lower case.
func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) })
}
