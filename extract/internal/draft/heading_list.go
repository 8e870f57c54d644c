package draft

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// What looks like headings line by line can be seen to be something else by
// what stands around it: the items of a list, questions, a table of contents,
// rows of measurements. Headings that stand out by weight stay.

const (
	maxSiblings   = 30  // chapters of one level that follow one another; lists, questions and references go on
	leastChapter  = 100 // code points that a chapter has; what has less, thirty times over, are items
	leastMeasures = 10  // numbers with points that must be out of order to be measurements
)

// dropLists takes back what is no heading by its surroundings.
func dropLists(blocks []Block, texts []string, kinds []Class) {
	dropContents(blocks, texts, kinds)
	dropDirect(blocks, texts, kinds)
	dropLong(blocks, texts, kinds)
	dropItems(blocks, kinds)
	dropMeasures(blocks, texts, kinds)
	fillGaps(blocks, texts, kinds)
}

// contentsPage ends a line of a table of contents that has no leader.
var contentsPage = char.Pattern(`\s[-–—]?\s?\d{1,3}\s?[-–—]?$`)

// dropContents takes back lines that follow one another and end with numbers:
// a table of contents.
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

// equationNumber is a paragraph that only numbers the equation beside it.
var equationNumber = char.Pattern(`^[（(]\s*\d{1,3}(?:[.．\-–—]\d{1,3})*\s*[）)]$`)

// dropDirect takes back lines numbered in arabic that directly follow each
// other, and lines that directly follow a sentence with the number before
// theirs: those are the items of a list. Equations may stand between them.
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
	return i+1 < len(blocks) && blocks[i+1].Kind == extract.Body && blocks[i+1].End-blocks[i+1].Start >= leastBelow && NumberClass(texts[i+1]) == NoNumber
}

// dropLong takes back lines numbered in arabic that go on and on.
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

// dropItems takes back lines numbered in arabic where there are many with
// little text below each.
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

// dropMeasures takes back numbers with points that come in no order, as
// measurements do. Those of headings rise, or begin anew with a 1.
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

// numbersOf reads the numbers that a line begins with: 1 and 2 of "1.2 Aims".
func numbersOf(s string) []int {
	s = strings.TrimLeftFunc(s, char.Blank)
	s = s[:len(s)-len(strings.TrimLeft(s, "0123456789.．"))]
	var out []int
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return r < '0' || r > '9' }) {
		n, _ := strconv.Atoi(part) // one that is too large is in no order either
		out = append(out, n)
	}
	if out == nil {
		out = []int{0}
	}
	return out
}

// numberOf reads the number that a line begins with, in digits or in Chinese,
// in brackets or not; 0 for none.
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

// isBareNumber knows a number with nothing behind it, as empty paragraphs of
// lists have.
func isBareNumber(s string) bool {
	return numberStart(char.First(strings.TrimSpace(s))) && bareNumber().MatchString(s)
}

var bareNumber = char.Pattern(`^\s*(?:\d{1,2}(?:[.．]\d{1,2})*[.．、]?|[（(]?` + han + `{1,3}[）)、．.])\s*$`)

// fillGaps makes a heading of the one line that bears the number missing
// between two chapters, as 四、 between 三、 and 五、: prompts of forms may end as
// sentences do.
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
