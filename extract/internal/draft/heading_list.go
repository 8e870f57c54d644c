package draft

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// The surroundings of lines that look like headings can show that they are something else: items of
// a list, questions, a table of contents, rows of measurements. Bold headings are kept.

const (
	maxSiblings   = 30  // most successive chapters of one level; lists, questions and references go on
	leastChapter  = 100 // code points of a chapter; if more than thirty have less, they are items
	leastMeasures = 10  // decimal numbers that must be out of order to be measurements
)

// dropLists removes headings that their surroundings show to be none.
func dropLists(blocks []Block, texts []string, kinds []Class) {
	dropContents(blocks, texts, kinds)
	dropDirect(blocks, texts, kinds)
	dropLong(blocks, texts, kinds)
	dropItems(blocks, kinds)
	dropMeasures(blocks, texts, kinds)
	fillGaps(blocks, texts, kinds)
}

// contentsPage matches the end of a line of a table of contents without leaders.
var contentsPage = char.Pattern(`\s[-–—]?\s?\d{1,3}\s?[-–—]?$`)

// dropContents removes successive headings that end with numbers: a table of contents.
func dropContents(blocks []Block, texts []string, kinds []Class) {
	ends := func(i int) bool {
		return i >= 0 && i < len(kinds) && kinds[i] != NoNumber && contentsPage().MatchString(strings.TrimSpace(texts[i]))
	}
	var found []int
	for i := range kinds {
		if ends(i) && (ends(i-1) || ends(i+1)) && !blocks[i].Bold {
			found = append(found, i)
		}
	}
	for _, i := range found {
		kinds[i] = NoNumber
	}
}

// equationNumber matches a paragraph that only numbers the equation beside it.
var equationNumber = char.Pattern(`^[（(]\s*\d{1,3}(?:[.．\-–—]\d{1,3})*\s*[）)]$`)

// dropDirect removes items of a list: Arabic-numbered lines that directly follow each other, and
// numbered lines that directly follow a sentence with the previous number. Equations may stand
// between them.
func dropDirect(blocks []Block, texts []string, kinds []Class) {
	lines := make([]int, 0, len(kinds))
	for i := range kinds {
		if kinds[i] != NoNumber || !strings.ContainsRune("（(", char.First(texts[i])) || !equationNumber().MatchString(texts[i]) {
			lines = append(lines, i)
		}
	}
	for i := 0; i < len(lines); {
		j := i + 1
		for kinds[lines[i]] == Arabic && j < len(lines) && kinds[lines[j]] == Arabic {
			j++
		}
		if j-i > 1 {
			for _, k := range lines[i:j] {
				if !blocks[k].Bold {
					kinds[k] = NoNumber
				}
			}
		}
		i = j
	}
	for n := 1; n < len(lines); n++ {
		i, before := lines[n], lines[n-1]
		c := kinds[i]
		if c != Arabic && c != hanList && c != hanParen || blocks[i].Bold || kinds[before] != NoNumber || opensText(blocks, texts, i) {
			continue
		}
		if NumberClass(texts[before]) == c && numberOf(texts[before])+1 == numberOf(texts[i]) {
			kinds[i] = NoNumber
		}
	}
}

// opensText reports whether a paragraph that is no item follows.
func opensText(blocks []Block, texts []string, i int) bool {
	return i+1 < len(blocks) && blocks[i+1].Kind == extract.Body && blocks[i+1].End-blocks[i+1].Start >= leastBelow &&
		NumberClass(texts[i+1]) == NoNumber
}

// dropLong removes Arabic-numbered lines of very long sequences.
func dropLong(blocks []Block, texts []string, kinds []Class) {
	var run []int
	last := 0
	end := func() {
		if last > maxSiblings {
			for _, i := range run {
				if !blocks[i].Bold {
					kinds[i] = NoNumber
				}
			}
		}
		run, last = nil, 0
	}
	for i := range kinds {
		if kinds[i] != Arabic {
			continue
		}
		n := numberOf(texts[i])
		if n <= last {
			end()
		}
		run, last = append(run, i), n
	}
	end()
}

// dropItems removes Arabic-numbered lines if there are many with little text below each.
func dropItems(blocks []Block, kinds []Class) {
	var found, lengths []int
	for i := range kinds {
		if kinds[i] != Arabic || blocks[i].Bold {
			continue
		}
		next := i + 1
		for next < len(kinds) && kinds[next] == NoNumber && blocks[next].Level == 0 {
			next++
		}
		found, lengths = append(found, i), append(lengths, blocks[next-1].End-blocks[i].End)
	}
	if len(found) <= maxSiblings {
		return
	}
	slices.Sort(lengths)
	if lengths[len(lengths)/2] >= leastChapter {
		return
	}
	for _, i := range found {
		kinds[i] = NoNumber
	}
}

// dropMeasures removes decimal numbers in no order, such as measurements. Those of headings rise or
// begin again with 1.
func dropMeasures(blocks []Block, texts []string, kinds []Class) {
	var found []int
	var last []int
	disorder := 0
	for i := range kinds {
		if kinds[i] < decimal2 || kinds[i] > decimal4 || blocks[i].Bold {
			continue
		}
		found = append(found, i)
		n := numbersOf(texts[i])
		if slices.Compare(n, last) <= 0 && n[len(n)-1] != 1 || len(last) > 0 && n[0] > last[0]+2 {
			disorder++
		}
		last = n
	}
	if disorder < leastMeasures || 2*disorder < len(found) {
		return
	}
	for _, i := range found {
		kinds[i] = NoNumber
	}
}

// numbersOf returns the numbers at the start of a line: 1 and 2 for "1.2 Aims".
func numbersOf(s string) []int {
	s = strings.TrimLeftFunc(s, char.Blank)
	s = s[:len(s)-len(strings.TrimLeft(s, "0123456789.．"))]
	var out []int
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return r < '0' || r > '9' }) {
		n, _ := strconv.Atoi(part) // a number that is too large is out of order too
		out = append(out, n)
	}
	if out == nil {
		out = []int{0}
	}
	return out
}

// numberOf returns the number at the start of a line, in digits or in Chinese, with or without
// brackets, or 0.
func numberOf(s string) int {
	s = strings.TrimLeft(strings.TrimLeftFunc(s, char.Blank), "（( ")
	if n := numbersOf(s); n[0] > 0 {
		return n[0]
	}
	n := 0
	for _, r := range s {
		switch digit := strings.IndexRune(char.HanDigits, r); {
		case r == '十':
			n = max(n, 1) * 10
		case digit > 0:
			n = n/10*10 + utf8.RuneCountInString(char.HanDigits[:digit])
		default:
			return n
		}
	}
	return n
}

// isBareNumber reports whether a text is a number only, as in empty list items.
func isBareNumber(s string) bool {
	return numberStart(char.First(strings.TrimSpace(s))) && bareNumber().MatchString(s)
}

var bareNumber = char.Pattern(`^\s*(?:\d{1,2}(?:[.．]\d{1,2})*[.．、]?|[（(]?` + han + `{1,3}[）)、．.])\s*$`)

// fillGaps makes a heading of the line with the number missing between two chapters, such as 四、
// between 三、 and 五、: prompts of forms may end like sentences.
func fillGaps(blocks []Block, texts []string, kinds []Class) {
	before, found, several := 0, -1, false
	for i := range kinds {
		heads := kinds[i] == hanList || blocks[i].Level > 0
		if before == 0 && !heads || blocks[i].Kind != extract.Body || NumberClass(texts[i]) != hanList {
			continue
		}
		n := numberOf(texts[i])
		switch {
		case heads:
			if found >= 0 && !several && n == before+2 {
				kinds[found] = hanList
			}
			before, found, several = n, -1, false
		case before > 0 && n == before+1 && blocks[i].MayHead && blocks[i].End-blocks[i].Start <= maxHeading:
			several = several || found >= 0
			found = i
		}
	}
}
