package field

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/field/value"
)

const (
	larger    = 1.08 // times the size of the other lines of a page, from which a line is set as a title
	sameSize  = 1.03
	titleRows = 5 // most lines of a title
)

// largest returns the title of a page by its size: the first lines of the largest characters that
// are no form, institution, date or label, if nothing else before the first part of the text is as
// large.
func (r *reading) largest(lines []pageLine) (title pageLine, ok bool) {
	mayBe := func(i int) bool {
		l := lines[i]
		if l.face.Points == 0 || strings.IndexFunc(l.text, unicode.IsLetter) < 0 {
			return false
		}
		return l.kind == otherLine || l.pair || l.kind == personLine && nameLike(lines, i)
	}
	first, size, others := -1, 0.0, r.usual()
	for i, l := range lines {
		switch points := l.face.Points; {
		case !mayBe(i):
			if l.kind == clauseLine || l.kind == labelLine {
				others = max(others, points)
			}
		case points > size*sameSize:
			first, size, others = i, points, max(others, size)
		case points < size/sameSize:
			others = max(others, points)
		}
	}
	if first < 0 || others == 0 || size < larger*others {
		return pageLine{}, false
	}
	title = lines[first]
	last := first
	for next := last + 1; next < len(lines) && next < first+titleRows; next++ {
		before, l := lines[last].text, lines[next]
		colon := strings.HasSuffix(before, ":")
		breaksOff := colon || brokenOff().MatchString(before)
		subtitle := colon && l.kind == otherLine
		if l.face.Points <= size/sameSize && !subtitle {
			break
		}
		likeName := l.kind == personLine && smallerName(lines[next+1:], size)
		completes := breaksOff && l.kind != endLine && (l.kind != labelLine || l.pair)
		whole := r.headed(size) && !breaksOff && !goesOnBelow(lines, first, last)
		if whole || l.kind != otherLine && !likeName && !completes {
			break
		}
		last = next
		title.text += " " + lines[last].text
	}
	title.text = strings.TrimRight(strings.Trim(title.text, `“”„«»"`), " ")
	n := utf8.RuneCountInString(title.text)
	item := strings.HasSuffix(title.text, ":") || strings.ContainsRune(title.text, '•')
	if n < value.LeastTitle || n > longestLine || item || instructionInLatin().MatchString(title.text) {
		return pageLine{}, false
	}
	for k := first; k <= last; k++ { // title lines name nobody
		lines[k] = pageLine{kind: otherLine, at: lines[k].at, text: lines[k].text, face: lines[k].face}
	}
	title.people, title.house, title.date = nil, "", ""
	if !strings.Contains(title.text, " ") && !strings.ContainsFunc(title.text, unicode.IsUpper) || placeFor().MatchString(title.text) {
		return pageLine{}, false
	}
	if !strings.Contains(title.text, " ") && !slices.ContainsFunc(lines, func(l pageLine) bool {
		return l.kind == formLine || l.kind == personLine || l.kind == houseLine || l.kind == dateLine
	}) {
		return pageLine{}, false // the heading of a part
	}
	return title, true
}

// smallerName reports whether lines name somebody in letters smaller than points: a line as large as
// the title before them, which looks like a name, belongs to the title.
func smallerName(lines []pageLine, points float64) bool {
	return slices.ContainsFunc(lines, func(l pageLine) bool {
		return l.kind == personLine && l.face.Points > 0 && l.face.Points < points/larger
	})
}

// nameLike reports whether a line that looks like a person's name may be a title: Deep Learning,
// with Jane Doe within the two lines below it.
func nameLike(lines []pageLine, i int) bool {
	if lines[i].inCell {
		return false
	}
	behind := slices.IndexFunc(lines[i+1:], func(l pageLine) bool { return l.kind == personLine })
	points := lines[i].face.Points
	if behind >= 0 && i > 0 && lines[i-1].kind == formLine && points > 0 && points < larger*lines[i+1+behind].face.Points {
		return false // two names under the name of a form, set alike
	}
	return behind >= 0 && behind <= 2 && len(lines[i].people) == 1 && !strings.ContainsFunc(lines[i].text, unicode.IsDigit) &&
		lines[i].house == "" && !byWord(lines, i)
}

// titleAmong returns the title of a page: the largest lines, or the first lines of no other kind,
// or the first line of people if more lines of people follow. Something must confirm it: people, an
// institution, a date or the name of a form beside it, or a part of the text right below it.
func (r *reading) titleAmong(lines []pageLine) pageLine {
	if title, ok := r.largest(lines); ok {
		return title
	}
	shown := slices.ContainsFunc(lines, func(l pageLine) bool {
		return l.kind == formLine || l.kind == personLine || l.kind == houseLine || l.kind == dateLine || l.kind == labelLine
	})
	first := slices.IndexFunc(lines, func(l pageLine) bool { return l.kind == otherLine })
	person := slices.IndexFunc(lines, func(l pageLine) bool { return l.kind == personLine })
	if person >= 0 && (first < 0 || person < first) && !byWord(lines, person) {
		behind := slices.IndexFunc(lines[person+1:], func(l pageLine) bool { return l.kind == personLine })
		if nameLike(lines, person) && (first < 0 || person+1+behind < first) {
			first = person
			lines[first].people = nil
		}
	}
	if first < 0 || !plausibleTitle(lines[first].text) {
		return pageLine{}
	}
	if first+1 < len(lines) && lines[first+1].kind == endLine &&
		slices.ContainsFunc(lines[:first], func(l pageLine) bool { return l.date != "" }) {
		return pageLine{} // the heading of the first part, after the author and the date
	}
	title := lines[first]
	last := first
	for last+1 < len(lines) && lines[last+1].kind == otherLine && (lines[last+1].at == title.at || goesOnBelow(lines, first, last)) {
		last++
		title.text += " " + lines[last].text
	}
	if utf8.RuneCountInString(title.text) > longestLine || strings.HasSuffix(title.text, ":") {
		return pageLine{}
	}
	title.text = strings.TrimRight(strings.Trim(title.text, `“”„«»"`), " ")
	if strings.Count(title.text, " ") < 1 || placeFor().MatchString(title.text) {
		return pageLine{}
	}
	if !shown && !beginsBelow(lines, last) {
		return pageLine{}
	}
	return title
}

// beginsBelow reports whether the text begins below the last line of a title: its abstract, or a short heading.
func beginsBelow(lines []pageLine, last int) bool {
	abstract := func(l pageLine) bool { return l.kind == endLine && abstractWord().MatchString(l.text) }
	if slices.ContainsFunc(lines[:min(len(lines), last+3)], abstract) {
		return true
	}
	if last+1 >= len(lines) {
		return false
	}
	next := lines[last+1]
	return next.kind == endLine && utf8.RuneCountInString(next.text) <= longestCover || abstractWord().MatchString(next.text)
}

// goesOnBelow reports whether a title continues below its last line: that line breaks off or is
// long enough to have been wrapped, or the next line is a second one right above the people.
func goesOnBelow(lines []pageLine, first, last int) bool {
	s, next := lines[last].text, lines[last+1].text
	n := utf8.RuneCountInString(s)
	switch {
	case strings.HasSuffix(s, ":") || strings.HasSuffix(s, ",") || strings.HasSuffix(s, "-") || brokenOff().MatchString(s):
		return true
	case strings.HasSuffix(s, "."):
		return false
	case unicode.IsLower(char.First(next)):
		return true
	case n >= wrapped && n <= mostWrapped && last-first < 2 && !strings.HasPrefix(next, "A "):
		return true
	}
	return last == first && n < shortTitle && last+2 < len(lines) && lines[last+2].kind == personLine && !strings.HasPrefix(next, "A ")
}

// plausibleTitle reports whether a line can begin a title.
func plausibleTitle(s string) bool {
	n := utf8.RuneCountInString(s)
	first := char.First(strings.TrimLeft(s, "“\"'‘"))
	begins := unicode.IsUpper(first) || unicode.IsDigit(first)
	house := strings.Contains(s, "DEPARTMENT") || strings.Contains(s, "Department of")
	other := strings.ContainsAny(s, ";；。") || strings.ContainsFunc(s, isHan) || instructionInLatin().MatchString(s)
	return n >= leastPlain && strings.Contains(s, " ") && begins && !house && !other
}

// usual returns the size of most of the first paragraphs, or 0 if it is unknown.
func (r *reading) usual() float64 {
	runes := map[float64]int{}
	best := 0.0
	for _, p := range r.paragraphs {
		if size := p.Face.Points; size > 0 {
			runes[size] += p.End - p.Start
			if n := runes[size] - runes[best]; n > 0 || n == 0 && size < best {
				best = size
			}
		}
	}
	return best
}

// headed reports whether lines after the first part of the text, its headings, are set as large as
// points.
func (r *reading) headed(points float64) bool {
	lines, parts := 0, 0
	for _, p := range r.paragraphs {
		if p.Face.Points >= points/sameSize && p.Face.Points <= points*sameSize {
			lines++
			if p.Kind == extract.Heading {
				parts++
			}
		}
	}
	return lines > titleRows || parts > 1
}

// titleWithForm returns the title in a line that also names the form: GSoC Proposal: Faster graphs,
// 校园二手交易平台项目计划书.
func titleWithForm(s string) string {
	if !char.Wide(char.First(s)) {
		if draft.NumberClass(s) != draft.NoNumber {
			return "" // 1 Introduction - Proposal and Viability
		}
		if m := formThenTitle().FindStringSubmatch(s); m != nil && strings.Contains(m[1], " ") {
			return m[1]
		}
		if m := titleThenForm().FindStringSubmatch(s); m != nil && strings.Contains(m[1], " ") {
			return m[1]
		}
		return ""
	}
	m := ownForm().FindStringSubmatch(char.Closed(s))
	if m == nil || notOwn().MatchString(m[1]) || nameOfCall().MatchString(m[1]) || schoolName(m[1]) != "" {
		return ""
	}
	if about := strings.Contains(m[1], "基于") || strings.HasPrefix(m[1], "关于"); about || titleEnd().MatchString(m[1]) ||
		ofProducts().MatchString(m[1]) {
		return m[1]
	}
	return ""
}

var (
	formThenTitle = char.Pattern(`^(?:[\w’'&.]+ ){0,6}(?:[Pp]roposal|PROPOSAL|[Nn]arrative|[Pp]rospectus|[Pp]lan|[Ss]tatement|` +
		`[Aa]pplication|GSoC|GSOC)(?: ?[’']?\d{2,4})?(?:\s?[:–—-]\s+|\s*[–—]{2,}\s*)(\S.{7,})$`)
	titleThenForm = char.Pattern(`^(\S.{7,}?)\s*[-–—:|(]+\s*(?:GSoC|GSOC|Google Summer of Code|(?:[A-Z][a-z]+ )?(?:[Pp]roject |` +
		`[Tt]hesis |[Rr]esearch |[Gg]rant )?[Pp]roposal)[\w’' ]*\)?$`)
)

const (
	leastPlain = 8   // code points of a title without a label
	mostPlain  = 120 // longer ones are sentences
)
