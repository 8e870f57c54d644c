package field

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
)

// A title page has no labels: title, people, institution and date stand on lines of
// their own, in this order or another one. Each line is told by what it looks like; the
// title is what is none of the others.

// lineKind is what a line of a title page is.
type lineKind int

const (
	otherLine  lineKind = iota // a title, or nothing that is known
	formLine                   // what kind of text it is: Research Proposal
	personLine                 // who wrote it
	houseLine                  // an institution
	dateLine
	clauseLine // submitted in partial fulfilment of …, an address
	labelLine  // a label with its value, which is read elsewhere
	endLine    // a part of the text begins
)

const (
	pageLines   = 24                // of a text's start that may be its title page
	longestLine = 200               // code points of one of them; longer ones are running text
	wrapped     = 55                // code points of a line of a title that goes on in the next
	shortTitle  = 40                // code points of a first line whose second is all that stands before the people
	mostWrapped = 90                // and at most; a paragraph that is longer was put together
	leastOnPage = 3                 // lines of a first page; one with fewer is a half title or a logo
	titleOnPage = 2*labelFactor - 1 // known by what stands around it: behind labels that are usual
)

// pageLine is a line of a title page.
type pageLine struct {
	kind   lineKind
	at     int // of the paragraph
	text   string
	face   extract.Face
	pair   bool     // a label that is not known, which a title with a colon looks like
	people []string // of a line of people
	named  bool     // behind "by": a name, however it is written
	house  string
	date   string
	year   string // of a line that says what it is the year of: Academic year 2019–2020
}

// page reads the first page of a text in Latin letters that has no labels for it. known is
// the title by the file's properties, which must be that one, or "".
func (r *reading) page(known, author string) {
	lines, labelled := r.pageLines()
	lines = r.apart(lines, author)
	title := pageLine{}
	if !labelled {
		title = r.titleAmong(lines)
	}
	ofForm := slices.ContainsFunc(lines, func(l pageLine) bool { return l.kind == formLine })
	signed := slices.ContainsFunc(lines, func(l pageLine) bool { return l.kind == personLine && l.house != "" })
	if title.text == "" && !ofForm && known == "" && !labelled && !signed {
		return
	}
	if known != "" && squeezed(known) != squeezed(title.text) {
		for i, l := range lines { // which stands in other lines, and names nobody
			if strings.Contains(squeezed(known), squeezed(l.text)) {
				lines[i] = pageLine{kind: otherLine, at: l.at, text: l.text, face: l.face}
			}
		}
	}
	place := func(l pageLine) extract.Found {
		return extract.Found{Span: r.paragraphs[l.at].Span, Source: extract.FromCover}
	}
	if known == "" && title.text != "" {
		r.guess(titleField, candidate{value: title.text, place: place(title), score: titleOnPage})
	}
	lines = withoutAddressee(lines)
	var others []extract.Person
	house, whole := pageLine{}, false
	theirs := false // what follows is about others
	for _, l := range lines {
		if l.kind == endLine {
			break
		}
		if l.date != "" {
			if strings.Contains(l.date, "-") {
				r.guess(dateField, candidate{value: l.date, place: place(l), score: coverYear})
			}
			more := 0
			if len(l.date) > len("2025") {
				more = 1 // before a year that stands alone
			}
			r.guess(yearField, candidate{value: l.date[:4], place: place(l), score: coverYear + more})
		}
		if l.year != "" {
			r.guess(yearField, candidate{value: l.year, place: place(l), score: coverMade + 1})
		}
		if l.house != "" && (house.house == "" || !whole && latinSchool().MatchString(l.house)) {
			house, whole = l, latinSchool().MatchString(l.house)
		}
		if l.kind != otherLine && len(l.people) == 0 && ofOthers().MatchString(l.text) && !handedIn().MatchString(l.text) || len(l.people) > 0 && r.best[applicantField].value != "" && academicTitle().MatchString(l.text) {
			theirs = true
		}
		if (l.kind == personLine || l.kind == clauseLine) && writtenBy().MatchString(l.text) {
			theirs = false
		}
		if theirs {
			continue
		}
		for _, name := range l.people {
			if author != "" {
				break // the file says it
			}
			if r.best[applicantField].value == "" {
				r.guess(applicantField, candidate{value: name, place: place(l), score: coverProgramme})
			} else if name != r.best[applicantField].value {
				others = append(others, extract.Person{Name: name})
			}
		}
	}
	if house.house != "" {
		r.guess(institutionField, candidate{value: house.house, place: place(house), score: coverProgramme})
	}
	if len(others) > 0 && len(others) < mostApplicants && r.persons == nil {
		r.persons, r.personsAt = others, extract.Found{Span: r.paragraphs[title.at].Span, Source: extract.FromCover}
	}
}

// guess keeps what a page seems to say. Of a field that somebody showed on the form, what
// stands elsewhere says nothing.
func (r *reading) guess(f field, c candidate) {
	if !r.shown[f] {
		r.take(f, c)
	}
}

// apart takes a name off the end of a line that a PDF put together: the title and, in the same
// size right below it, who wrote it. That it is a name is known by the file's properties, or
// because it stands on a line of its own elsewhere.
func (r *reading) apart(lines []pageLine, author string) []pageLine {
	for i, l := range lines {
		if l.kind != otherLine || slices.ContainsFunc(lines[:i], func(l pageLine) bool { return l.kind == personLine }) {
			continue
		}
		words := strings.Fields(l.text)
		for n := 2; n <= 3 && len(words)-n >= 3; n++ {
			name := strings.Join(words[len(words)-n:], " ")
			if latinPerson(name) == "" || brokenOff().MatchString(words[len(words)-n-1]) {
				continue
			}
			head := strings.Join(words[:len(words)-n], " ")
			alone := slices.Index(r.texts[min(l.at+1, len(r.texts)):], name)
			if name != author && (alone < 0 || alone > 0 && strings.HasSuffix(head, r.texts[l.at+alone])) {
				continue // or the second line of the title, which stands there again
			}
			title, person := l, l
			title.text = head
			person.text, person.kind, person.people = name, personLine, []string{name}
			return slices.Concat(lines[:i], []pageLine{title, person}, lines[i+1:])
		}
	}
	return lines
}

// withoutAddressee leaves out whom a letter is written to: who stands between its date and
// its salutation.
func withoutAddressee(lines []pageLine) []pageLine {
	end := slices.IndexFunc(lines, func(l pageLine) bool { return salutation().MatchString(l.text) })
	for from := end - 1; from >= 0; from-- {
		if lines[from].kind == dateLine {
			return slices.Concat(lines[:from+1], lines[end:])
		}
	}
	return lines
}

// usual is the size in which most of the first paragraphs are set, 0 where it is not known.
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

// headed says whether lines behind the first part of the text are set as large as points:
// its headings.
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

const mostApplicants = 12 // who sign one page; more are a list of something else

// ofOthers is what stands above people who do not apply.
// handedIn begins the clause of a title page that says where a text was handed in: submitted to
// the Committee on Graduate Studies of Northern University.
var handedIn = char.Pattern(`(?i)^(?:(?:to be )?(?:submitted|presented)\b|(?:an?|the|this) (?:[\w’'-]+ ){0,5}(?:thesis|dissertation|proposal|prospectus|report|project)\b.{0,60}\b(?:submitted|presented|fulfil\w*|requirements?)\b|in (?:partial )?fulfil)`)

var ofOthers = char.Pattern(`(?i)supervis|advis|committ?ee?|mentor|referee|sponsor|examin`)

// pageLines tells the lines up to the first part of the text. There are none where the
// page is not in Latin letters. labelled says that it has a label for the title.
func (r *reading) pageLines() (out []pageLine, labelled bool) {
	titled, signed := false, false
	for i := 0; i < len(r.texts) && len(out) < pageLines && (len(out) < leastOnPage || r.paragraphs[i].Start < r.pageEnd); i++ {
		if r.paragraphs[i].Place.Table != 0 {
			continue // two columns of a page, or a form
		}
		for s := range strings.SplitSeq(ruled().ReplaceAllString(r.texts[i], "\n"), "\n") {
			if s = char.OneLine(s); s == "" || !strings.ContainsFunc(s, spoken) {
				continue // a rule
			}
			if utf8.RuneCountInString(s) <= longestLine && strings.ContainsFunc(s, isHan) {
				if !signed {
					return nil, false // a text in Chinese, or a name in Latin letters above one
				}
				return out, labelled
			}
			l := r.pageLine(s)
			l.face = r.paragraphs[i].Face
			if l.at = i; l.kind == labelLine && r.titleLabel(s) {
				labelled = true
			}
			signed = signed || l.kind == personLine || l.kind == labelLine
			if l.kind == otherLine && titled && r.paragraphs[i].Kind == extract.Heading {
				l.kind = endLine
			}
			if n := len(out); n > 0 && l.kind == otherLine && !strings.ContainsAny(s, ":：") && (out[n-1].named || byWord(append(out, l), n)) {
				if name := signature().FindString(numbered().ReplaceAllString(s, "")); name != "" && !slices.ContainsFunc(strings.Fields(name), func(w string) bool { return noPerson().MatchString(w) }) {
					l.kind, l.people = personLine, []string{name} // Jane doe
				}
			}
			if n := len(out); n > 0 && l.kind == otherLine && (out[n-1].kind == houseLine || out[n-1].kind == clauseLine) && brokenOff().MatchString(out[n-1].text) && !strings.HasSuffix(strings.ToLower(out[n-1].text), " on") && !writtenBy().MatchString(out[n-1].text) {
				l.kind = clauseLine // Program in Statistics and / Mathematical Modelling
			}
			l.named = l.kind == personLine && (len(out) > 0 && (out[len(out)-1].named || byWord(append(out, l), len(out))))
			titled = titled || l.kind == otherLine
			out = append(out, l)
			if l.kind == endLine {
				return out, labelled
			}
		}
	}
	return out, labelled
}

func isHan(c rune) bool { return unicode.Is(unicode.Han, c) }

// spoken says whether a character says anything: a line without one is a rule or an ornament.
func spoken(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// onlyProgramme says whether a line names a programme that is known, and perhaps its year,
// and what kind of text it is.
func (r *reading) onlyProgramme(s string) bool {
	name := r.labels.knownProgramme(s)
	rest := strings.Trim(callYear().ReplaceAllString(strings.Replace(s, name, "", 1), ""), " -–—:,()’'")
	return name != "" && (rest == "" || latinForm(rest))
}

// titleLabel says whether a line has a label of a title.
func (r *reading) titleLabel(s string) bool {
	return slices.ContainsFunc(r.pairs(s), func(p pair) bool { return p.field == titleField && p.value != "" })
}

// pageLine tells what a line of a title page is.
func (r *reading) pageLine(s string) pageLine {
	l := pageLine{text: s}
	bare := strings.TrimRight(s, ":. ")
	if title := titleWithForm(s); title != "" && parseDate(title) == "" {
		if people, house, date := r.byline(title); len(people) > 0 { // Research Plan - Jane Doe
			return pageLine{kind: personLine, text: s, people: people, house: house, date: date}
		}
		return pageLine{text: title}
	}
	switch n := utf8.RuneCountInString(s); {
	case n <= 2*longestLine && n > shortTitle && handedIn().MatchString(s) && !latinForm(s):
		l.kind, l.house = clauseLine, cmp.Or(universityIn(s), partName().FindString(s))
		return l
	case n > longestLine, draft.NumberClass(s) != draft.NoNumber, draft.IsHeadingWord(bare) && !latinForm(s), runIn().MatchString(s), abstractWord().MatchString(s), partOfProposal().MatchString(bare),
		lettered().MatchString(s) && latinPerson(s) == "", copyright().MatchString(s), n > wrapped && strings.HasSuffix(s, ".") && (n > mostWrapped && finite().MatchString(s) || strings.Contains(s[:len(s)-1], ". ")), salutation().MatchString(s):
		l.kind = endLine
		return l
	case placeholder().MatchString(s):
		l.kind = clauseLine
		return l
	}
	if m := writtenBy().FindStringSubmatch(s); m != nil {
		l.kind = clauseLine
		if l.people, l.house, l.date = r.byline(m[1]); len(l.people) > 0 {
			l.kind = personLine
		}
		return l
	}
	if m := yearsWithin().FindAllString(s, -1); m != nil && len(r.pairs(s)) == 0 && (datedLine().MatchString(s) || twoYears().MatchString(s)) {
		l.kind, l.year, l.date = clauseLine, m[len(m)-1], dateIn(s)
		return l
	}
	if at := besideOthers().FindStringIndex(s); at != nil { // Jane Doe   Supervisor: Prof. John Roe
		if name := latinPerson(s[:at[0]]); name != "" {
			l.kind, l.people = personLine, []string{name}
			return l
		}
	}
	if names := nextTo().Split(s, -1); len(names) > 1 && names[len(names)-1] == "" {
		names = names[:len(names)-1]
		if !slices.ContainsFunc(names, func(name string) bool { return latinPerson(name) == "" || strings.ContainsAny(name, ":：") }) {
			l.kind, l.people = personLine, names
			return l
		}
	}
	named := withAddress().ReplaceAllString(s, "")
	switch {
	case named != s && latinPerson(named) != "":
		l.kind, l.people = personLine, []string{latinPerson(named)}
	case len(r.pairs(s)) > 0 || r.labels.isLabel(s):
		l.kind = labelLine
	case likePair().MatchString(s):
		l.kind, l.pair = labelLine, true
	case latinForm(s), r.onlyProgramme(s):
		l.kind, l.date = formLine, dateIn(s)
	case clause().MatchString(s) || address().MatchString(s):
		l.kind, l.date = clauseLine, dateIn(s)
		if !ofOthers().MatchString(s) || handedIn().MatchString(s) {
			l.house = universityIn(s)
		}
	case dateAlone().MatchString(s) && dateIn(s) != "", yearAlone().MatchString(squeezed(strings.Trim(s, "·•|-–— "))):
		l.kind, l.date = dateLine, dateIn(s)
	default:
		if l.people, l.house, l.date = r.byline(s); len(l.people) > 0 {
			l.kind = personLine
		} else if l.house = houseIn(s); l.house != "" {
			l.kind = houseLine
		} else if l.house = universityIn(s); l.house != "" && (partOfHouse().MatchString(s) || len(l.house) >= len(s)-len("the “”")) {
			l.kind = houseLine
		} else if m := openingUniversity().FindStringSubmatch(s); m != nil && !ofUniversity().MatchString(s[len(m[0]):]) {
			l.kind, l.house = houseLine, m[1] // Northern University Exampleton, Ohio
		} else if l.house = ""; openingPart().MatchString(s) && utf8.RuneCountInString(s) <= longestCover {
			l.kind = houseLine
		}
		if l.kind == houseLine && l.house != "" && (!latinSchool().MatchString(l.house) || partOfHouse().MatchString(l.house)) {
			l.house = cmp.Or(universityIn(s), l.house)
		}
	}
	return l
}

const (
	larger    = 1.08 // times the other lines of a page, from which a line is set as a title is
	sameSize  = 1.03
	titleRows = 5 // lines of a title at most
)

// largest gives the title of a page by how it is set: the first lines of the largest
// characters, of those that are no form, institution, date or label, where nothing else that
// stands before the first part of the text is as large.
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
	for next := last + 1; next < len(lines) && next < first+titleRows && lines[next].face.Points > size/sameSize; next++ {
		breaksOff := strings.HasSuffix(lines[last].text, ":") || brokenOff().MatchString(lines[last].text)
		if lines[next].kind != otherLine && !(breaksOff && lines[next].kind != endLine && (lines[next].kind != labelLine || lines[next].pair)) || r.headed(size) && !breaksOff && !goesOnBelow(lines, first, last) {
			break
		}
		last = next
		title.text += " " + lines[last].text
	}
	title.text = strings.TrimRight(strings.Trim(title.text, `“”„«»"`), " ")
	if n := utf8.RuneCountInString(title.text); n < leastTitle || n > longestLine || instructionInLatin().MatchString(title.text) || strings.HasSuffix(title.text, ":") || strings.ContainsRune(title.text, '•') {
		return pageLine{}, false
	}
	for k := first; k <= last; k++ { // which names nobody
		lines[k] = pageLine{kind: otherLine, at: lines[k].at, text: lines[k].text, face: lines[k].face}
	}
	title.people, title.house, title.date = nil, "", ""
	if !strings.Contains(title.text, " ") && !strings.ContainsFunc(title.text, unicode.IsUpper) || placeFor().MatchString(title.text) {
		return pageLine{}, false
	}
	if !strings.Contains(title.text, " ") && !slices.ContainsFunc(lines, func(l pageLine) bool {
		return l.kind == formLine || l.kind == personLine || l.kind == houseLine || l.kind == dateLine
	}) {
		return pageLine{}, false // the head of a part
	}
	return title, true
}

// nameLike says whether a line that looks like the name of a person may be a title: Deep
// Learning, and in one of the two lines below it Jane Doe.
func nameLike(lines []pageLine, i int) bool {
	behind := slices.IndexFunc(lines[i+1:], func(l pageLine) bool { return l.kind == personLine })
	if behind >= 0 && i > 0 && lines[i-1].kind == formLine && lines[i].face.Points > 0 && lines[i].face.Points < larger*lines[i+1+behind].face.Points {
		return false // two names under the name of a form, set alike
	}
	return behind >= 0 && behind <= 2 && len(lines[i].people) == 1 && !strings.ContainsFunc(lines[i].text, unicode.IsDigit) && lines[i].house == "" && !byWord(lines, i)
}

// titleAmong gives the title of a page: the largest lines, or the first lines that are nothing else, or the
// first line of people if others follow who are people as well. Something must show that
// it is one: people, an institution, a date or the name of a form beside it, or a part of
// the text that begins right below it.
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
	if !shown && !slices.ContainsFunc(lines[:min(len(lines), last+3)], func(l pageLine) bool { return l.kind == endLine && abstractWord().MatchString(l.text) }) && (last+1 >= len(lines) || lines[last+1].kind != endLine || utf8.RuneCountInString(lines[last+1].text) > longestCover) && (last+1 >= len(lines) || !abstractWord().MatchString(lines[last+1].text)) {
		return pageLine{}
	}
	return title
}

// goesOnBelow says whether a title goes on in the line below its last one: a line that
// breaks off, or is so long that it was wrapped, or a second line right above the people.
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

// byWord says whether the line before says that people follow.
func byWord(lines []pageLine, i int) bool {
	return i > 0 && (lines[i-1].kind == clauseLine || lines[i-1].kind == labelLine) && writtenBy().MatchString(lines[i-1].text)
}

// plausibleTitle says whether a line can begin a title.
func plausibleTitle(s string) bool {
	n := utf8.RuneCountInString(s)
	first := char.First(strings.TrimLeft(s, "“\"'‘"))
	return n >= leastPlain && strings.Contains(s, " ") && (unicode.IsUpper(first) || unicode.IsDigit(first)) &&
		!strings.ContainsAny(s, ";；。") && !strings.Contains(s, "DEPARTMENT") && !strings.Contains(s, "Department of") && !instructionInLatin().MatchString(s) && !strings.ContainsFunc(s, isHan)
}

// byline reads a line of people with what they belong to: Jane Doe (Northern University),
// Jane Doe and John Roe, Jane Doe, October 2019. No people where any part of it is
// something else.
func (r *reading) byline(s string) (people []string, house, date string) {
	s = noteSign().ReplaceAllString(s, "$1")
	var parts []string
	for part := range strings.FieldsFuncSeq(aside().ReplaceAllString(s, ""), func(c rune) bool { return strings.ContainsRune(",;()|•·", c) }) {
		pieces := nameBreak().Split(part, -1)
		if latinPerson(pieces[0]) == "" && strings.TrimSpace(pieces[0]) != "" { // Engineering and Computer Science
			pieces = []string{part}
		}
		parts = append(parts, pieces...)
	}
	titled := academicTitle().MatchString(s)
	for i, part := range parts {
		part = strings.TrimSpace(part)
		name := latinPerson(part)
		if name != "" && !titled && academicTitle().MatchString(part) {
			continue // a supervisor
		}
		switch {
		case part == "":
		case name != "" && (i == 0 || house == "" && len(people) > 0):
			people = append(people, name)
		case i == 0:
			return nil, "", ""
		case dateIn(part) != "":
			date = dateIn(part)
		case houseIn(part) != "":
			if house == "" || !latinSchool().MatchString(house) {
				house = houseIn(part)
			}
		case besideName().MatchString(part), i > 1 && house != "", len([]rune(part)) <= 3:
		default:
			if house == "" && !slices.ContainsFunc(parts[i:], func(p string) bool { return houseIn(strings.TrimSpace(p)) != "" }) {
				return nil, "", ""
			}
		}
	}
	return people, house, date
}

var (
	// noteSign is a sign behind a name that leads to a note: Jane Doe1,2 a, John Roe∗.
	noteSign  = char.Pattern(`(\pL)(?:\d(?:,\d)*|[*∗†‡§¶])+(?: [a-z]\b)?`)
	nameBreak = char.Pattern(`\s*\band\s+|\s+(?:und|et|&|-|–|—|/)\s+`)
	// aside names who helps: (with advisor Jane Doe).
	aside         = char.Pattern(`\s*\(?\b(?:with|under) (?:(?:his|her|my|the) )?(?:advis[eo]r|supervis|mentor|guidance).*$`)
	academicTitle = char.Pattern(`^\s*(?:Prof(?:essor)?|Dr)\b`)
	// besideName is what stands beside a name: a degree, a place in a firm, a number, an
	// address, a country.
	besideName = char.Pattern(`(?i)^(?:ph\.?\s?d\.?|m\.?sc?\.?|b\.?sc?\.?|b\.?tech\.?|m\.?d\.?|dr\.?|prof(?:essor)?\.?|(?:assistant|associate|full|adjunct) professor|lecturer|postdoc\w*|student(?: (?:id|number|no)\b.*)?|pi|co-?(?:pi|i|investigator|applicant)|principal investigator|(?:student )?id\b.*|author|candidate|ph\.?d\.? (?:student|candidate)|[A-Z]{0,4}[\d /-]{4,}|\S+@\S+|UK|USA|U\.S\.A?\.?|China|Germany|France|India|Canada|Australia|Japan|Spain|Italy)$`)
	// withAddress is the address behind a name.
	withAddress = char.Pattern(`[\s,;]+[<(\[]?[\w.+-]+@[\w.-]+\.\w+[>)\]]?$`)
	// signature is a name as people write theirs, where a name must stand; numbered is the
	// number of a student behind it.
	signature = char.Pattern(`^\p{Lu}[\pL.’'-]*(?: \pL[\pL.’'-]*){1,3}$`)
	numbered  = char.Pattern(`\s*[\[(,]?\s*[A-Z]{0,4}\d[\w/-]{3,}[\])]?\s*$`)
	lettered  = char.Pattern(`^[A-Z][.)] \pL`) // A. Background
	copyright = char.Pattern(`(?i)copyright|©`)
	// likePair is a label that is not known, or a name before a colon, with a few words.
	likePair = char.Pattern(`^\p{Lu}\pL+(?: \pL+){0,2}\s?: \S.{0,40}$`)
	// datedLine says what it is the date of, yearsWithin are the years in it.
	datedLine   = char.Pattern(`(?i)^.{0,20}\b(?:(?:academic|school) year|anno accademico|a\.?a\.?|année (?:universitaire|académique)|session|batch|submitted(?: on)?|submission(?: date)?|date(?: of \w+)?|handed in|delivered|defended|defen[cs]e|semester|term|(?:thesis |project )?period)\b.{0,60}$`)
	twoYears    = char.Pattern(`^(?:19|20)\d{2}\s?[-–/]\s?(?:19|20)\d{2}$`)
	yearsWithin = char.Pattern(`\b(?:19|20)\d{2}\b`)
	// besideOthers is a label for somebody else in the line of a name.
	besideOthers = char.Pattern(`(?i)\s(?:supervis(?:or|ed by)|advis(?:or|er)|mentor|guide|examiner|matriculation|student (?:id|number|no))s?\s?[.:]`)
	// ruled is a line of underscores within a line of text.
	ruled = char.Pattern(`_{5,}`)
	// placeFor is what a template has for what is to be written.
	placeFor = char.Pattern(`(?i)\byour (?:business|name|title|company|project|needs|topic|institution)\b|\b(?:insert|enter) (?:your|the|a) `)
	// nextTo are names with the number of each behind it: Jane Doe 22I-1281 John Roe 22I-0899.
	nextTo = char.Pattern(`[\s,–-]*[\[(]?\b[A-Za-z]{0,4}\d[\w/-]{3,}\b[\])]?\s*`)
	// salutation begins a letter.
	salutation = char.Pattern(`(?i)^(?:dear|to whom)\b`)
	// partOfProposal heads a part of a proposal, and is no title however large it is set.
	partOfProposal = char.Pattern(`(?i)^(?:about (?:the|me|my|myself|you|us)\b.{0,30}|(?:personal|contact|educational|education|basic|general|student|applicant|academic) (?:information|details|info|background|profile)|(?:project|proposal) (?:synopsis|details|overview|goals)|synopsis|deliverables|index(?: of contents?)?|(?:my|work) (?:background|motivation|experience)|(?:topic|background|motivation|goals?|objectives?|problem(?: statement)?|scope|aims?|rationale) (?:and|&) (?:motivation|background|objectives?|goals?|scope|aims?|significance|problem statement|overview|rationale))$`)
	// finite is what makes a sentence of a long line, which titles seldom are.
	finite = char.Pattern(`\b(?:is|are|was|were|will|has|have|can|may|we|We|I|This)\b`)
	// brokenOff is how a line ends that goes on.
	brokenOff    = char.Pattern(`(?i)\b(?:a|an|the|of|for|in|on|to|and|or|with|by|from|at|as|using|via|into|under|between|towards?|through|&)$`)
	abstractWord = char.Pattern(`(?i)^(?:abstract|summary|executive summary|keywords?|key words|contents|table of contents|overview|introduction)\s*(?:[:.—–-]|$)`)
	writtenBy    = char.Pattern(`^(?:[Bb]y|BY|(?:A .{0,40})?(?:[Ss]ubmitted|[Pp]repared|[Pp]resented|[Pp]roposed|[Ww]ritten) [Bb]y|(?:SUBMITTED|PREPARED|PRESENTED|PROPOSED|WRITTEN) BY|[Aa]uthors?(?:\s*:|$)|(?:[Gg]raduating|[Gg]raduand|[Cc]andidate|[Ll]aureand[oa])\b)\s*:?(?:\s+(.{0,80}))?$`)
	// clause is a line of a title page that belongs to none of the fields.
	clause = char.Pattern(`(?i)^(?:submitted|presented|prepared (?:by|for)|an? (?:\w+ ){0,3}(?:thesis|dissertation|proposal)\b.*(?:submitted|presented|fulfil)|in (?:partial )?fulfil|for the (?:degree|award)|(?:degree|requirements?) (?:of|for)|under the (?:supervision|guidance)|word count|ph\.?d\.? (?:student|candidate)|(?:(?:post|under)?graduate |master[’']?s? |doctoral |ph\.?d\.? |study |degree ){0,2}program(?:me)? (?:in|of)\b|doctor of|doctoral (?:student|candidate)|master of|bachelor of|keywords?:)` +
		`|^(?:to|in|in the|at|of|and|with|requirements|supervis(?:or|ors|ory|ion)|supervised by|advis[eo]rs?|advised by|(?:thesis |dissertation |supervisory |doctoral )?committee(?: members?)?|collaborat(?:ors?|ions?)|students?|confidential|(?:co-?)?principal investigators?|project lead(?:er)?|team members?|group(?: \w+)?|team(?: \w+)?|(?:rough |final |first )?draft|version [\d.]+|undergraduate|graduate|candidate|software engineer|founder|director|(?:assistant|associate|full)? ?professor|\d+ pages?|[a-z]{2,5} ?\d{3,4}\w?)(?:$|\s*[:,–-])|^[\d\s|–-]+$`)
	// address is a line of an address, of a page in the web or of a telephone.
	address            = char.Pattern(`(?i)@|https?:|www\.|^(?:tel|phone|fax|e-?mail|website|github|git)\b|\+\d[\d\s()-]{6,}|^[\d\s()+-]{7,}$|^p\.?o\.? box|^\p{Lu}[\pL. -]+ \d{1,4}\w?, \d{4,5} \p{Lu}|\b[A-Z]{2} \d{5}\b|^\d+ .*\b(?:street|st|road|rd|avenue|ave|drive|lane)\b`)
	instructionInLatin = char.Pattern(`(?i)^(?:about:|please|(?:provide|describe|explain|state|list|give|write|include|briefly)(?:\s|:|$)|note\b|instructions?|guidelines?|enter|insert|type|title|subtitle|your |page \d|title of |section|part [\divx]|appendix|attachment|annex|table of|list of|figure|version|template|application form|form\b|this )|\b(?:template|instructions)$`)
)

// formNoun is what a proposal calls itself.
const formNoun = `(?:proposals?|prospectus|application|narrative|statement|case for support|white ?paper|concept (?:note|paper)|letter of intent|pre-?proposal|project (?:summary|description|plan|charter|brief)|research (?:plan|summary|overview|interests|programme|program|project|outline)|work ?plan|study (?:plan|protocol)|grant|thesis|dissertation|capstone(?: project)?|(?:final|progress|interim|project|technical|internship|individual project) report|term paper|(?:third|fourth|final)[ -]year individual project|specific aims|business plan|(?:final[ -]year|senior|course|class|term|group|semester|research|summer) project)`

var (
	ofForm1 = char.Pattern(`(?i)^(?:[\w‘’'.&|*-]+ ){0,8}?` + formNoun + `(?: (?:[A-Z]|(?:approval|evaluation|submission|request|registration|defen[cs]e) form|[–—-]|\[.{1,20}\]|proposals?|abstract|form|draft|summary|cover (?:page|sheet)|v?\d+(?:\.\d+)*|(?:19|20)\d{2}|submission|template|document|outline|number \d+))*[\s:,–—.-]*(?:\(?[\d\s./-]*(?:\w+ \d{1,2}(?:st|nd|rd|th)?,? )?(?:19|20)?\d{0,4}\)?)?$`)
	ofForm2 = char.Pattern(`(?i)^(?:an? )?(?:(?:\w+ ){0,3}(?:proposal|thesis|dissertation|report|project) (?:on|entitled|titled)[: _]*$|application for (?:an?|the) (?:\S+ ){1,5}(?:grant|fellowship|award|scholarship|programme|program|fund)(?: (?:19|20)\d{2})?|(?:prospectus|proposal) (?:for|of) (?:an? |the )?(?:ph\.?\s?d|doctoral|doctorate|master|bachelor|degree|thesis|dissertation).*|statement of (?:research|purpose|work|interest|intent|teaching)|description of (?:the )?(?:research|project)|outline of|summary of (?:the )?(?:proposed )?(?:research|project)|proposal (?:for|to|submitted) (?:an? |the )?(?:degree|doctor|master|phd|fellowship|grant|funding|national|council|foundation).*|(?:part|section) [A-C]\d?|b[12]|form [\w-]+)$`)
	// inTitle are words that what a proposal calls itself has not: A Proposal for Better Maps.
	inTitle = char.Pattern(`(?i)\b(?:for|of|on|in|with|using|towards?|via|by|from|to|the|is|are)\b`)
)

// latinForm says whether a line says what kind of text it is: PhD Thesis Proposal,
// Statement of Research, Senior Thesis 2016 Proposal: October 6th, 2015.
func latinForm(s string) bool {
	if utf8.RuneCountInString(s) > longestCover || char.Wide(char.First(s)) {
		return false
	}
	return ofForm2().MatchString(s) || ofForm1().MatchString(s) && !inTitle().MatchString(strings.NewReplacer("case for support", "", "Case for Support", "", "Case for support", "", "Master of", "", "Letter of Intent", "").Replace(strings.TrimPrefix(s, "The ")))
}

// dateIn gives the date of a text, or a year alone; "" for none.
func dateIn(s string) string {
	if date := parseDate(s); date != "" {
		return date
	}
	if m := yearAlone().FindStringSubmatch(squeezed(strings.Trim(s, "·•|-–— "))); m != nil {
		return m[1]
	}
	return ""
}

// latinPerson gives a name of a person in Latin letters, without titles; "" for what is
// none. Titles in capitals look the same: words that names have not tell them.
func latinPerson(s string) string {
	s = strings.TrimRight(strings.TrimSpace(academic().ReplaceAllString(strings.TrimSpace(s), "")), ".:")
	words := strings.Fields(s)
	if len(words) < 2 || len(words) > 5 || utf8.RuneCountInString(s) > maxValue[applicantField] || institutions().MatchString(s) || placeholder().MatchString(s) {
		return ""
	}
	capitals := 0
	for i, w := range words {
		if particle().MatchString(w) && i > 0 && i+1 < len(words) {
			continue
		}
		if i > 0 && i+1 < len(words) && initial().MatchString(w) {
			continue // Nicholas A Potter
		}
		if !nameWord().MatchString(w) || noPerson().MatchString(w) || nounEnd().MatchString(w) {
			return ""
		}
		capitals++
	}
	if capitals < 2 || utf8.RuneCountInString(words[len(words)-1]) < 2 {
		return ""
	}
	return s
}

var (
	initial  = char.Pattern(`^\p{Lu}$`)
	nameWord = char.Pattern(`^\p{Lu}(?:\.|[\pL\pM’'-]*\.?)(?:-?\p{Lu}\.)*$`)
	particle = char.Pattern(`^(?:de|del|della|der|den|di|da|das|do|dos|du|la|le|van|von|zu|zur|ten|ter|el|al|bin|ibn|bint|y|e)$`)
	nounEnd  = char.Pattern(`(?i)(?:[sct]ions?|ics|olog(?:y|ies|ical)|nesses|bility|ical|ically|graphy|metry|isms?)$`)
	// noPerson are words of titles, forms and places, which names have not.
	noPerson = char.Pattern(`(?i)^(?:proposal|prospectus|approval|reader|chair|dean|lab|labs|laboratory|institute|college|school|university|hospital|centre|center|first|second|third|your|name|research|statement|project|thesis|dissertation|plan|report|application|applications|summary|description|narrative|introduction|program(?:me)?|grant|fellowship|science|sciences|engineering|learning|systems?|analysis|design|data|networks?|department|case|support|draft|version|team|group|course|class|january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|semester|computer|computing|software|technology|technologies|information|intelligence|artificial|machine|deep|neural|quantum|model|models|modeling|modelling|algorithms?|methods?|study|studies|theory|review|management|development|health|medical|medicine|climate|energy|water|urban|social|economic|economics|business|education|energy|physics|chemistry|biology|mathematics|statistics|robotics?|security|cyber\w*|web|mobile|smart|cloud|blockchain|platform|framework|processing|language|image|vision|recognition|detection|prediction|classification|optimization|simulation|visualization|impact|effects?|role|new|novel|open|source|using|understanding|towards?|improving|building|exploring|implementing|developing|background|overview|abstract|contents|keywords|objectives?|motivation|goals?|timeline|budget|references|appendix|about|contact|projects?|proposed|proposals|signatures?|.*[’']s|discovery|defen[cs]e|dates?|members?|change|record|records|recording|status|owner|history|details|personal|student|students|advisor|supervisor|professor|committee|chair|principal|investigator|united|states|kingdom|north|south|east|west|street|avenue|road|city|state|country|park|national|international|global|world|american|european|chinese|african|call|fund|award|prize|initiative|foundation|council|agency|society|association|academy|press|journal|conference|workshop|game|games|app|music|library|tool|tools|problem|solution|sales|shop|store|market|marketing|product|service|services|human|brain|cancer|disease|drug|gene|genetic|cell|protein|food|plant|animal|soil|air|space|star|stars|earth|planet|ocean|forest|fire|white|paper|business|final|senior|junior|honors|capstone|doctoral|master|masters|bachelor|phd|pre|post|part|section|chapter|page|table|figure|interaction|communication|control|dynamics|structure|function|evaluation|assessment|performance|quality|policy|law|history|art|culture|media|public|private|home|house|building|construction|materials?|architecture|environment\w*|sustainab\w*|renewable|solar|wind|power|electric\w*|vehicles?|transport\w*|traffic|digital|virtual|augmented|reality|internet|things|sensor|sensors|wireless|mining|search|retrieval|knowledge|graph|graphs|time|series|real|large|scale|high|low|multi\w*|cross|non|based|driven|aware|end|user|self|tesi|thèse|corso|laurea|dipartimento|the|of|for|and|in|on|with|to|by|from|an?)[.:]?$`)
)

// houseIn gives the institution that a line names: of Department of Physics, Northern
// University the university; "" for what is no name of one.
func houseIn(s string) string {
	var whole []string
	s = broughtOver().ReplaceAllString(s, "")
	for part := range strings.SplitSeq(strings.TrimLeft(s, "0123456789*†‡ "), ",") {
		part = strings.TrimSpace(behindHouse().ReplaceAllString(strings.TrimSpace(part), ""))
		if !latinHouse().MatchString(part) && !latinShort().MatchString(part) || utf8.RuneCountInString(part) > maxValue[institutionField] || latinForm(part) {
			if len(whole) == 0 {
				return ""
			}
			continue
		}
		if latinUniversity().MatchString(part) || latinShort().MatchString(part) {
			return part
		}
		whole = append(whole, part)
	}
	return strings.Join(whole, ", ")
}

// universityIn gives the university that a text names among other words: a clause as "a thesis
// submitted to the University of Exampleton in …", or a line that a part of one stands in too
// (Faculty of Arts Northern University). "" for none.
func universityIn(s string) string {
	if m := universityOf().FindString(s); m != "" {
		return cutName(m)
	}
	for _, m := range namedUniversity().FindAllString(s, -1) {
		if m = cutName(m); strings.Contains(m, " ") {
			return m
		}
	}
	return ""
}

// cutName leaves out of the name of a university what stands before it and behind it in the
// same words: Computer Science and Technology Northern University, University of Exampleton
// Department.
func cutName(s string) string {
	words := strings.Fields(s)
	noun := slices.IndexFunc(words, func(w string) bool { return universityNoun().MatchString(w) })
	if noun < 0 {
		return s
	}
	from, to := 0, len(words)
	for i := noun - 1; i >= 0; i-- { // what a faculty is about
		if w := strings.TrimRight(words[i], ","); w != words[i] || subject().MatchString(w) || preposition().MatchString(w) {
			from = i + 1
			break
		}
	}
	for i := noun + 1; i < len(words); i++ {
		if i > noun+1 && (houseNoun().MatchString(words[i]) || behindName().MatchString(words[i])) {
			to = i
			break
		}
	}
	for to > noun+1 && preposition().MatchString(words[to-1]) {
		to--
	}
	return strings.Trim(strings.Join(words[from:to], " "), " ,.;:”“\"()")
}

var (
	// partOfHouse names a part of a university.
	partOfHouse = char.Pattern(`(?i)\b(?:department|dept|school|faculty|college|division|institute|cent(?:re|er)|program(?:me)?|laborator(?:y|ies)|dipartimento|fakultät|faculté)\b`)
	// universityOf and namedUniversity are the names of universities: University of Exampleton,
	// Exampleton Institute of Technology, Università degli Studi di Esempio.
	universityOf    = char.Pattern(`(?:[“”"]\p{Lu}[\pL’' -]{2,40}[“”"] ?)?(?:Technical |National |Federal |State |TECHNICAL |NATIONAL )?(?:(?:University|UNIVERSITY) (?:of|OF) |(?:Universit[àaáäé]t?|UNIVERSIT[ÀAÁÄÉ]T?|Universidad|Universidade|UNIVERSIDADE?) (?:(?:degli [Ss]tudi|DEGLI STUDI) )?(?:(?:de|di|da|do|del|della|zu|DE|DI|DA|DO) )?(?:(?:la|LA) )?)(?:the |THE )?\p{Lu}[\pL’'-]*(?: (?:and |& )?\p{Lu}[\pL’'-]*){0,4}`)
	namedUniversity = char.Pattern(`(?:(?:\p{Lu}[\pL’'&.-]*|of|and|for|de|OF|AND),? ){1,7}(?:(?:University|UNIVERSITY|Universität|UNIVERSITÄT|Universiteit|Polytechnic|Politecnico)|(?:Institute|INSTITUTE) (?:of|OF) (?:Technology|TECHNOLOGY|Science|SCIENCE)(?: \p{Lu}[\pL’'-]*)?)(?: (?:of|OF|di|für) \p{Lu}[\pL’'-]*(?: (?:and )?\p{Lu}[\pL’'-]*){0,2})?|(?:École|Ecole|Università|Technische Universität|TU|ETH) \p{L}[\pL’'-]*(?: (?:de |di |degli )?\p{Lu}[\pL’'-]*){0,3}|\bPolitecnico di \p{Lu}\pL+`)
	universityNoun  = char.Pattern(`(?i)^(?:universi\pL+|institute|polytechnic|politecnico|école|ecole|tu|eth)$`)
	// openingUniversity and openingPart begin a line of an institution; ofUniversity is what goes on
	// as a title does: Northern University Students and Sleep.
	openingUniversity = char.Pattern(`^((?:The )?(?:\p{Lu}[\pL’'.&-]+ ){1,4}University)(?:[ ,–-]|$)`)
	ofUniversity      = char.Pattern(`^(?:(?i:students?|staff|teachers?|campus|library|libraries|courses?|teaching|education|rankings?|press|hospitals?)\b|\p{Ll})`)
	openingPart       = char.Pattern(`^(?:The )?(?i:department|school|faculty|graduate school|division|college) (?i:of|for) \p{Lu}`)
	// partName is the name of a part of a university within a clause.
	partName    = char.Pattern(`(?:Department|School|Faculty|Institute|College) (?:of|for) \p{Lu}[\pL’'-]*(?:,? (?:and |& |of )?\p{Lu}[\pL’'-]*){0,5}`)
	houseNoun   = char.Pattern(`(?i)^(?:department|dept\.?|school|faculty|college|division|institute|cent(?:re|er)|laboratory|program(?:me)?|bachelor|master|doctor)$`)
	behindName  = char.Pattern(`(?i)^(?:in|for|as|by|on|is|at|to|with|partial|thesis|dissertation|submitted|spring|summer|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december)$`)
	preposition = char.Pattern(`(?i)^(?:of|at|from|the|to|for|and|&|in|de|di)$`)
	// subject is what a part of a university is about, at the end of its name.
	subject = char.Pattern(`(?i)^(?:.*ics|.*ology|.*ing|.*graphy|.*istry|sciences?|technology|arts?|humanities|law|medicine|business|economy|management|informatik|history|music|education|studies|systems|technologies|degree|dissertation|thesis|faculty|school|department|committee|senate|board)$`)
	// broughtOver is how the line of an institution begins that goes on from another one.
	broughtOver     = char.Pattern(`(?i)^(?:of|at|from|in|to|and) (?:the )?`)
	behindHouse     = char.Pattern(`\s+\d{4,}.*$`)
	latinUniversity = char.Pattern(`(?i)\b(?:University|Institute of Technology|Polytechnic|Universit[àäéy]t?|Universidad|Université)\b`)
	latinShort      = char.Pattern(`^(?:(?:IIT|NIT|IIIT|ETH|EPFL|UC|MIT|Caltech|UCLA|UNSW|KAIST|INRIA|CNRS|TU|KTH)(?:[ -]\p{Lu}\pL+(?: \p{Lu}\pL+)?)?)$`)
	// latinSchool is one that grants degrees, and not a part of one.
	latinSchool = char.Pattern(`(?i)\b(?:University|Institute of (?:\pL+ ){0,2}Technology|Universi[td]\pL*|College of|Academy|Polytechnic)\b|^(?:IIT|ETH|EPFL|UC|MIT)\b`)
	// latinHouse is a text that is the name of an institution in Latin letters.
	latinHouse = char.Pattern(`^(?:(?:The )?(?:(?:\p{Lu}[\pL’'.&-]*|of|and|for|the) ){0,6}(?i:Department|Dept\.?|School|Faculty|College|Institute|Division|Cent(?:re|er)|University|Laboratory|Academy|Foundation|Ministry|Hospital) (?i:of|for) \pL[\pL ,&'’-]+|(?:The )?\p{Lu}[\pL ,&'’.-]+ (?i:University|Institute|College|Laborator(?:y|ies)|Cent(?:re|er)|School|Hospital|Academy|Foundation|Initiative|Polytechnic|Corporation|Inc\.?|Ltd\.?|LLC|GmbH)(?:[ ,]+(?:of|at) [\pL ,&'’-]+)?|(?i:UNIVERSITY|UNIVERSIDAD|UNIVERSITÉ|UNIVERSITÄT) \pL[\pL ,&'’-]+)$`)
)
