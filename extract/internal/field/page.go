package field

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/label"
	"zhiwen/extract/internal/field/value"
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
	longestLine = 240               // code points of one of them; longer ones are running text
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
	number string // of a student, beside the name
	inCell bool   // of a table of those who wrote it
	own    bool   // a title in one line with the name of its form
}

// page reads the first page of a text in Latin letters that has no labels for it. known is
// the title by the file's properties, which must be that one, or "".
func (r *reading) page(known, author string) {
	lines, labelled, han := r.pageLines()
	if r.school.value == "" {
		r.schoolAmong(lines)
	}
	if han {
		r.hanPage(lines, known, author)
		return
	}
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
	if known != "" && char.Squeezed(known) != char.Squeezed(title.text) {
		for i, l := range lines { // which stands in other lines, and names nobody
			if strings.Contains(char.Squeezed(known), char.Squeezed(l.text)) {
				lines[i] = pageLine{kind: otherLine, at: l.at, text: l.text, face: l.face}
			}
		}
	}
	place := func(l pageLine) extract.Found {
		return extract.Found{Span: r.paragraphs[l.at].Span, Source: extract.FromCover}
	}
	if known == "" && title.text != "" {
		r.guess(label.Title, candidate{value: title.text, place: place(title), score: titleOnPage})
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
				r.guess(label.Date, candidate{value: l.date, place: place(l), score: coverYear})
			}
			more := 0
			if len(l.date) > len("2025") {
				more = 1 // before a year that stands alone
			}
			r.guess(label.Year, candidate{value: l.date[:4], place: place(l), score: coverYear + more})
		}
		if l.year != "" {
			r.guess(label.Year, candidate{value: l.year, place: place(l), score: coverMade + 1})
		}
		if l.house != "" && (house.house == "" || strings.HasPrefix(l.house, house.house+" ") || !whole && latinSchool().MatchString(l.house)) {
			house, whole = l, latinSchool().MatchString(l.house)
		}
		if l.kind != otherLine && len(l.people) == 0 && ofOthers().MatchString(l.text) && !handedIn().MatchString(l.text) || len(l.people) > 0 && r.best[label.Applicant].value != "" && academicTitle().MatchString(l.text) {
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
			if r.best[label.Applicant].value == "" {
				r.guess(label.Applicant, candidate{value: name, place: place(l), score: coverProgramme})
			} else if name != r.best[label.Applicant].value {
				others = append(others, extract.Person{Name: name})
			}
		}
	}
	if house.house != "" {
		r.guess(label.Institution, candidate{value: house.house, place: place(house), score: coverProgramme})
	}
	if len(others) > 0 && len(others) < value.MostApplicants && r.persons == nil {
		r.persons, r.personsAt = others, extract.Found{Span: r.paragraphs[title.at].Span, Source: extract.FromCover}
	}
}

// schoolAmong notes the university whose name in Latin letters stands on a line of its own.
func (r *reading) schoolAmong(lines []pageLine) {
	for _, l := range lines {
		if l.kind == houseLine && latinSchool().MatchString(l.house) {
			r.school = candidate{value: l.house, place: extract.Found{Span: r.paragraphs[l.at].Span, Source: extract.FromCover}, score: coverSchool}
			return
		}
	}
}

// guess keeps what a page seems to say. Of a field that somebody showed on the form, what
// stands elsewhere says nothing.
func (r *reading) guess(f label.Field, c candidate) {
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
			if name != author && !(author == "" && r.unsigned(lines, i) && len(words)-n > 3) && (alone < 0 || alone > 0 && strings.HasSuffix(head, r.texts[l.at+alone])) {
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

// unsigned reports whether nobody is named as the author of a page on which who wrote it stands
// right below the title in line i, or at its end: what follows is a date or an institution.
func (r *reading) unsigned(lines []pageLine, i int) bool {
	if r.best[label.Applicant].value != "" || i+1 >= len(lines) || lines[i+1].date == "" && lines[i+1].kind != houseLine {
		return false
	}
	for _, l := range lines {
		if l.kind == personLine {
			return false
		}
		if l.kind != otherLine && ofOthers().MatchString(l.text) {
			break
		}
	}
	return true
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

// pageLines tells the lines up to the first part of the text. There are none where the
// page is not in Latin letters. labelled says that it has a label for the title.
func (r *reading) pageLines() (out []pageLine, labelled, han bool) {
	titled, signed := false, false
	for i := 0; i < len(r.texts) && len(out) < pageLines && (len(out) < leastOnPage || r.paragraphs[i].Start < r.pageEnd); i++ {
		if table := r.paragraphs[i].Place.Table; table != 0 {
			if l, ok := r.authorCell(i); ok && !han {
				signed = signed || l.kind == personLine
				out = append(out, l)
			}
			continue // two columns of a page, or a form
		}
		for s := range strings.SplitSeq(apartInLine().ReplaceAllString(r.texts[i], "\n"), "\n") {
			if s = accented(char.OneLine(lettersTogether(s))); s == "" || !strings.ContainsFunc(s, spoken) {
				continue // a rule
			}
			var l pageLine
			if utf8.RuneCountInString(s) <= longestLine && strings.ContainsFunc(s, isHan) {
				if signed && !han {
					return out, labelled, false // a page in Latin letters, and behind it one in Chinese
				}
				han, l = true, r.hanLine(value.ClosedUp(s))
			} else if strings.IndexFunc(s, otherScript) >= 0 && strings.IndexFunc(s, isLatin) < 0 {
				return nil, false, false // a text in Greek, Cyrillic, …
			} else {
				l = r.pageLine(s)
			}
			l.face = r.paragraphs[i].Face
			if l.at = i; l.kind == labelLine && r.titleLabel(s) {
				labelled = true
			}
			signed = signed || l.kind == personLine || l.kind == labelLine
			if han {
				if out = append(out, l); l.kind == endLine {
					return out, labelled, han
				}
				continue
			}
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
				return out, labelled, han
			}
		}
	}
	return out, labelled, han
}

// authorCell reads a cell of a table that has who wrote a text side by side, each with what they
// belong to and an address of mail: Jane Doe | John Roe. It says nothing of the title.
func (r *reading) authorCell(i int) (pageLine, bool) {
	s, table := char.OneLine(r.texts[i]), r.paragraphs[i].Place.Table
	if strings.ContainsFunc(s, isHan) || !slices.ContainsFunc(r.texts[:min(len(r.texts), coverLines)], isAddress) {
		return pageLine{}, false
	}
	addressed := false
	for k, p := range r.paragraphs[:min(len(r.paragraphs), coverLines)] {
		addressed = addressed || p.Place.Table == table && isAddress(r.texts[k])
	}
	l := r.pageLine(s)
	if !addressed || l.kind != personLine && l.kind != houseLine {
		return pageLine{}, false
	}
	l.at, l.inCell = i, true
	return l, true
}

// isAddress reports whether a text is an address of mail and nothing else.
func isAddress(s string) bool { return mailAddress().MatchString(strings.TrimSpace(s)) }

var mailAddress = char.Pattern(`^[\w.+-]+@[\w.-]+\.\w+$`)

// accented puts an accent that stands before its letter, as TeX's old fonts set them, onto it:
// L´opez.
func accented(s string) string {
	if !strings.ContainsAny(s, "´`¨˜ˆ¸ˇ") {
		return s
	}
	return norm.NFC.String(accentBefore().ReplaceAllStringFunc(s, func(pair string) string {
		runes := []rune(strings.Replace(pair, "ı", "i", 1))
		return string(runes[1]) + combining[runes[0]]
	}))
}

// combining are the accents that stand behind a letter, by those that stand by themselves.
var combining = map[rune]string{'´': "\u0301", '`': "\u0300", '¨': "\u0308", '˜': "\u0303", 'ˆ': "\u0302", '¸': "\u0327", 'ˇ': "\u030c"}

// lettersTogether closes up a line whose letters are set apart, with wider gaps between its
// words: T H E S I S   P R O P O S A L.
func lettersTogether(s string) string {
	if !letteredOut().MatchString(s) {
		return s
	}
	words := wideBlank().Split(strings.TrimSpace(s), -1)
	for i, w := range words {
		words[i] = strings.ReplaceAll(w, " ", "")
	}
	return strings.Join(words, " ")
}

func isLatin(c rune) bool { return unicode.Is(unicode.Latin, c) }

func otherScript(c rune) bool { return unicode.IsLetter(c) && !isLatin(c) && !isHan(c) }

func isHan(c rune) bool { return unicode.Is(unicode.Han, c) }

// spoken reports whether a character says anything: a line without one is a rule or an ornament.
func spoken(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// onlyProgramme reports whether a line names a programme that is known, and perhaps its year,
// and what kind of text it is.
func (r *reading) onlyProgramme(s string) bool {
	name := r.labels.KnownProgramme(s)
	rest := strings.Trim(callYear().ReplaceAllString(strings.Replace(s, name, "", 1), ""), " -–—:,()’'")
	return name != "" && (rest == "" || latinForm(rest))
}

// titleLabel reports whether a line has a label of a title.
func (r *reading) titleLabel(s string) bool {
	return slices.ContainsFunc(r.pairs(s), func(p label.Pair) bool { return p.Field == label.Title && p.Value != "" })
}

// byWord reports whether the line before says that people follow.
func byWord(lines []pageLine, i int) bool {
	return i > 0 && (lines[i-1].kind == clauseLine || lines[i-1].kind == labelLine) && writtenBy().MatchString(lines[i-1].text)
}
