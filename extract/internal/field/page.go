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

// A title page has no labels. Title, people, institution and date stand on separate lines in any
// order. Each line is classified by its appearance; the title is a line of no other kind.

// lineKind is the kind of a line of a title page.
type lineKind int

const (
	otherLine  lineKind = iota // a title, or something unknown
	formLine                   // the kind of text: Research Proposal
	personLine                 // authors
	houseLine                  // an institution
	dateLine
	clauseLine // submitted in partial fulfilment of …, an address
	labelLine  // a label and its value, which other code reads
	endLine    // a part of the text begins
)

const (
	pageLines   = 24  // lines at the start of a text that may be its title page
	longestLine = 240 // code points of one of them; longer ones are running text
	wrapped     = 55  // code points of a title line that continues in the next
	// code points; after a shorter first line, one line may follow before the people
	shortTitle = 40
	// code points of such a line at most; a longer paragraph was joined from several lines
	mostWrapped = 90
	leastOnPage = 3                 // lines of a first page; one with fewer is a half title or a logo
	titleOnPage = 2*labelFactor - 1 // recognised by its surroundings: ranks after usual labels
)

// pageLine is a line of a title page.
type pageLine struct {
	kind   lineKind
	at     int // paragraph index
	text   string
	face   extract.Face
	pair   bool     // an unknown label, or a title with a colon
	people []string // of a line of people
	named  bool     // after "by": a name in any spelling
	house  string
	date   string
	year   string // of a line such as Academic year 2019–2020
	number string // student number beside the name
	inCell bool   // in a table of authors
	own    bool   // a title in one line with the name of its form
}

// page reads the first page of a text in Latin letters without labels. known is the title from the
// file's properties, which must be confirmed, or "".
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
		for i, l := range lines { // the known title is on other lines, which then name nobody
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
	theirs := false // the following lines are about other people
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
				more = 1 // ranks before a year alone
			}
			r.guess(label.Year, candidate{value: l.date[:4], place: place(l), score: coverYear + more})
		}
		if l.year != "" {
			r.guess(label.Year, candidate{value: l.year, place: place(l), score: coverMade + 1})
		}
		if l.house != "" && (house.house == "" || strings.HasPrefix(l.house, house.house+" ") ||
			!whole && latinSchool().MatchString(l.house)) {
			house, whole = l, latinSchool().MatchString(l.house)
		}
		switch {
		case len(l.people) > 0 && r.best[label.Applicant].value != "" && academicTitle().MatchString(l.text):
			theirs = true
		case len(l.people) == 0 && l.kind != otherLine && ofOthers().MatchString(l.text) && !handedIn().MatchString(l.text):
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
				break // the file's properties name the author
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

// schoolAmong records the university whose name in Latin letters stands on a separate line.
func (r *reading) schoolAmong(lines []pageLine) {
	for _, l := range lines {
		if l.kind == houseLine && latinSchool().MatchString(l.house) {
			r.school = candidate{value: l.house, place: extract.Found{Span: r.paragraphs[l.at].Span, Source: extract.FromCover},
				score: coverSchool}
			return
		}
	}
}

// guess takes what a page seems to say, unless somebody marked where the field is on the form.
func (r *reading) guess(f label.Field, c candidate) {
	if !r.shown[f] {
		r.take(f, c)
	}
}

// apart separates a name from the end of a line that a PDF joined: the title and, right below it in
// the same size, its author. The name is recognised by the file's properties or because it occurs
// on a separate line elsewhere.
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
			if alone > 0 && strings.HasSuffix(head, r.texts[l.at+alone]) {
				alone = -1 // the second line of the title is repeated there
			}
			if unsigned := author == "" && len(words)-n > 3 && r.unsigned(lines, i); name != author && alone < 0 && !unsigned {
				continue
			}
			title, person := l, l
			title.text = head
			person.text, person.kind, person.people = name, personLine, []string{name}
			return slices.Concat(lines[:i], []pageLine{title, person}, lines[i+1:])
		}
	}
	return lines
}

// unsigned reports whether no line of a page names its author and a date or an institution follows
// line i. The author then stands at the end of that line, after the title.
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

// withoutAddressee removes the addressee of a letter, who stands between its date and its salutation.
func withoutAddressee(lines []pageLine) []pageLine {
	end := slices.IndexFunc(lines, func(l pageLine) bool { return salutation().MatchString(l.text) })
	for from := end - 1; from >= 0; from-- {
		if lines[from].kind == dateLine {
			return slices.Concat(lines[:from+1], lines[end:])
		}
	}
	return lines
}

// pageLines classifies the lines up to the first part of the text. It returns no lines if the page
// is in another script. labelled reports that it has a label for the title, han that it is in
// Chinese.
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
					return out, labelled, false // a page in Latin letters, followed by one in Chinese
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
			named := func() bool { return len(out) > 0 && (out[len(out)-1].named || byWord(append(out, l), len(out))) }
			if l.kind == otherLine && !strings.ContainsAny(s, ":：") && named() {
				name := signature().FindString(numbered().ReplaceAllString(s, ""))
				if name != "" && !slices.ContainsFunc(strings.Fields(name), func(w string) bool { return noPerson().MatchString(w) }) {
					l.kind, l.people = personLine, []string{name} // Jane doe
				}
			}
			if len(out) > 0 && l.kind == otherLine && clauseGoesOn(out[len(out)-1]) {
				l.kind = clauseLine // Program in Statistics and / Mathematical Modelling
			}
			l.named = l.kind == personLine && named()
			titled = titled || l.kind == otherLine
			out = append(out, l)
			if l.kind == endLine {
				return out, labelled, han
			}
		}
	}
	return out, labelled, han
}

// clauseGoesOn reports whether a line of an institution or a clause breaks off before its end.
func clauseGoesOn(l pageLine) bool {
	return (l.kind == houseLine || l.kind == clauseLine) && brokenOff().MatchString(l.text) &&
		!strings.HasSuffix(strings.ToLower(l.text), " on") && !writtenBy().MatchString(l.text)
}

// authorCell reads a cell of a table that lists authors side by side, each with an institution and
// a mail address: Jane Doe | John Roe. Such a table says nothing about the title.
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

// isAddress reports whether a text is only a mail address.
func isAddress(s string) bool { return mailAddress().MatchString(strings.TrimSpace(s)) }

var mailAddress = char.Pattern(`^[\w.+-]+@[\w.-]+\.\w+$`)

// accented combines an accent before a letter, as TeX's old fonts set it, with that letter: L´opez.
func accented(s string) string {
	if !strings.ContainsAny(s, "´`¨˜ˆ¸ˇ") {
		return s
	}
	return norm.NFC.String(accentBefore().ReplaceAllStringFunc(s, func(pair string) string {
		runes := []rune(strings.Replace(pair, "ı", "i", 1))
		return string(runes[1]) + combining[runes[0]]
	}))
}

// combining maps spacing accents to combining ones.
var combining = map[rune]string{'´': "\u0301", '`': "\u0300", '¨': "\u0308", '˜': "\u0303", 'ˆ': "\u0302", '¸': "\u0327", 'ˇ': "\u030c"}

// lettersTogether closes up a line of spaced letters, which has wider gaps between its words: T H E
// S I S   P R O P O S A L.
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

// spoken reports whether a character is a letter or a digit. A line without any is a rule or an
// ornament.
func spoken(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// onlyProgramme reports whether a line consists of a known programme and perhaps its year and the
// kind of text.
func (r *reading) onlyProgramme(s string) bool {
	name := r.labels.KnownProgramme(s)
	rest := strings.Trim(callYear().ReplaceAllString(strings.Replace(s, name, "", 1), ""), " -–—:,()’'")
	return name != "" && (rest == "" || latinForm(rest))
}

// titleLabel reports whether a line has a label of a title.
func (r *reading) titleLabel(s string) bool {
	return slices.ContainsFunc(r.pairs(s), func(p label.Pair) bool { return p.Field == label.Title && p.Value != "" })
}

// byWord reports whether the line before announces people.
func byWord(lines []pageLine, i int) bool {
	return i > 0 && (lines[i-1].kind == clauseLine || lines[i-1].kind == labelLine) && writtenBy().MatchString(lines[i-1].text)
}
