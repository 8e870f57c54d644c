package exclude

import (
	"strings"
	"unicode"
)

// Text is weighed so that Chinese and English have the same limits: a word counts as one and a half
// characters. Something longer than a word counts as several, joined by other marks than blanks.
const (
	hanWeight   = 2
	wordWeight  = 3
	longestWord = 16
	// slightWeight is the weight below which text cannot be a match of its own: 20 characters, the
	// least that counts. That much may be excluded with a formula beside it.
	slightWeight = 20 * hanWeight
	// remarkWeight is the weight of a remark of six characters or four words, such as "in Chinese"
	// or 已录用.
	remarkWeight = 12
	// titleWeight is the weight of a long title: 40 characters or 26 words. Of 100 titles of
	// articles hardly one is longer.
	titleWeight = 80
)

// unblanked are scripts without blanks between words.
var unblanked = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer,
	unicode.Myanmar}

// weigh returns the weight of the characters and words in a text. Numbers, initials and marks weigh
// nothing.
func weigh(s []rune) (weight int) {
	letters := 0 // of the current word
	end := func() {
		if letters > 1 {
			weight += wordWeight * ((letters + longestWord - 1) / longestWord)
		}
		letters = 0
	}
	for _, r := range s {
		switch {
		case unicode.In(r, unblanked...):
			end()
			weight += hanWeight
		case unicode.IsLetter(r):
			letters++
		case unicode.IsSpace(r):
			end()
		}
	}
	end()
	return weight
}

// Words that distinguish sentences from titles, names and labels. Titles contain one of them now
// and then.
var (
	hanOfSentences = []string{
		"我们", "他们", "它们", "我", "你", "您", "他", "它", "这", "那", "因此", "所以", "但", "然而", "并且", "而且", "如果", "不仅", "虽然", "尽管",
		"了", "是", "将", "会", "可以", "能够", "已", "也", "都", "很", "就", "由于", "从而", "使得", "往往", "具有", "没有", "不是", "必须", "需要", "随着", "并在",
	}
	wordsOfSentences = map[string]bool{
		"is": true, "are": true, "was": true, "were": true, "be": true, "been": true, "has": true, "have": true, "had": true, "we": true,
		"our": true, "it": true, "its": true, "this": true, "that": true, "these": true, "those": true, "they": true, "which": true,
		"will": true, "would": true, "can": true, "could": true, "may": true, "must": true, "not": true, "but": true, "however": true,
		"because": true, "there": true, "he": true, "she": true, "you": true, "do": true, "does": true, "did": true, "when": true,
		"if": true, "therefore": true, "thus": true, "their": true,
	}
)

// leastProse is how many of these words make running text of something no longer than a title.
const leastProse = 2

// prose reports whether a piece of text, up to the end of a sentence, is running text and not a
// title, name or label: it is longer than a title, or half as long with words of sentences.
func prose(s []rune) bool {
	weight := weigh(s)
	if weight > titleWeight || weight < titleWeight/2 {
		return weight > titleWeight
	}
	n, str := 0, string(s)
	for _, w := range hanOfSentences {
		n += strings.Count(str, w)
	}
	if n < leastProse {
		for _, w := range wordsOf(str) {
			if wordsOfSentences[w] {
				n++
			}
		}
	}
	return n >= leastProse
}

// wordsOf returns the words of a text in lower case.
func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) })
}

// sentenceEnd returns the end of the sentence, or part of an entry, that begins at start, including
// its final mark. A full stop does not end it before a number (vol. 3) or within a number or an
// address.
func sentenceEnd(s []rune, start int) int {
	for i := start; i < len(s); i++ {
		switch s[i] {
		case '。', '！', '？', '；', '!', '?', ';':
			return i + 1
		case '.', '．':
			next := i + 1
			for next < len(s) && unicode.IsSpace(s[next]) {
				next++
			}
			switch {
			case next == len(s):
				return i + 1
			case unicode.IsDigit(s[next]):
			case next > i+1, s[next] > unicode.MaxLatin1, i > start && s[i-1] > unicode.MaxLatin1, i > start && s[i-1] == ']':
				return i + 1
			}
		}
	}
	return len(s)
}

// clauseEnd returns the end of the clause that begins at start, including its final mark.
func clauseEnd(s []rune, start int) int {
	for i := start; i < len(s); i++ {
		if strings.ContainsRune("，。；：！？,;:!?（）()\n", s[i]) ||
			s[i] == '.' && (i+1 == len(s) || unicode.IsSpace(s[i+1]) || s[i+1] > unicode.MaxLatin1) {
			return i + 1
		}
	}
	return len(s)
}
