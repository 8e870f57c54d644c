// Package field reads what a form says about an application, such as title, applicant, institution,
// year and programme, and combines it with the properties of the file.
//
// Its input is a document with paragraphs and tables. Its output is the fields of its Metadata,
// each with the place where it was found. It knows no file format.
package field

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/field/label"
	"zhiwen/extract/internal/field/participant"
	"zhiwen/extract/internal/field/value"
)

const (
	coverParagraphs = 120   // paragraphs at the start of a document that are searched for labels
	coverRunes      = 6_000 // and code points
)

// reading collects what a form says. For each field the candidate with the highest score wins, and
// of equal ones the first.
type reading struct {
	labels     *label.Set
	paragraphs []extract.Paragraph
	texts      []string
	best       [label.Fields]candidate
	beside     bool             // a label outside of tables has its value beside it
	under      bool             // the last label had its value on the next line
	members    []extract.Person // each from a row about one person
	membersAt  extract.Found
	houses     []string // cooperating institutions
	housesAt   extract.Found
	nameParts  [2]candidate // surname and forename
	lasts      int          // duration of the project in months
	lastsAt    extract.Found
	school     candidate               // named on the cover
	pairsOf    map[string][]label.Pair // cache by line: neighbouring lines ask for the same pairs
	persons    []extract.Person
	personsAt  extract.Found
	shown      map[label.Field]bool // fields that somebody marked on the form, so it has a place for them
	pageEnd    int                  // end of the first page with text, or of a text without pages
}

// Fill adds what the form on its first pages says to the metadata of a document, which so far holds
// the properties of the file.
func Fill(d *extract.Document) {
	fill(&d.Metadata, d, nil)
}

// firstPageEnd returns the end of the first page with text. Text after it is not on the title page,
// however large it is set.
func firstPageEnd(d *extract.Document) int {
	for _, p := range d.Pages {
		if len(d.Paragraphs) > 0 && p.End > d.Paragraphs[0].Start {
			return p.End
		}
	}
	return math.MaxInt
}

// readParagraphs limits how many paragraphs of a document are read: tables of people begin among
// the first of them.
const readParagraphs = participant.MaxParagraphs + participant.MaxCells

// fill adds what the form on the first pages says. It takes precedence over the file's properties,
// which often belong to the file it was made from.
func fill(m *extract.Metadata, d *extract.Document, known []extract.Known) {
	paragraphs, texts := d.Paragraphs[:min(len(d.Paragraphs), readParagraphs)], paragraphTexts(d, readParagraphs)
	spelling := spellingOf(texts)
	respell(m, spelling.simple)
	defer respell(m, spelling.back)
	texts, known = spelling.read(texts), spelling.known(known)
	r := reading{labels: label.BuiltIn().Remembering(), pairsOf: map[string][]label.Pair{}, pageEnd: firstPageEnd(d)}
	if len(known) > 0 {
		r.labels, r.shown = r.labels.Teach(known), map[label.Field]bool{}
		for _, k := range known {
			if f, ok := label.Named(k.Field); ok {
				r.shown[f] = true
			}
		}
	}
	r.paragraphs, r.texts = lined(r.labels, paragraphs, texts)
	r.form()
	r.nameOfParts()
	r.abstract()
	r.cover()
	r.printed(known)
	r.placed(known)
	believe(m, r.texts)
	r.page(m.Title, m.Applicant)
	r.house()
	noteSource(m, extract.FromProperties)
	r.apply(m)
	if m.Participants = participant.Others(m, r.persons); len(m.Participants) > 0 {
		label.NoteFound(m, label.Participants, r.personsAt)
	}
	participant.Read(m, r.labels, paragraphs, texts)
	if more := participant.Others(m, r.members); len(m.Participants) == 0 && len(more) > 0 {
		m.Participants = more
		label.NoteFound(m, label.Participants, r.membersAt)
	}
	if m.Date == "" {
		var i int
		if m.Date, i = coverDate(r.paragraphs, r.texts); m.Date != "" {
			label.NoteFound(m, label.Date, extract.Found{Span: r.paragraphs[i].Span, Source: extract.FromCover})
		}
	}
	if year, _, dated := strings.Cut(m.Date, "-"); m.Year == 0 && dated {
		m.Year, _ = strconv.Atoi(year)
		label.NoteFound(m, label.Year, m.Found[label.Names[label.Date]])
	}
}

// Reread reads again what the form of a document says, using the labels that somebody marked on it.
// It needs no file: the properties of the file are kept.
func Reread(d *extract.Document, known []extract.Known) extract.Metadata {
	var m extract.Metadata
	for name, found := range d.Metadata.Found {
		if found.Source != extract.FromProperties {
			continue
		}
		switch name {
		case label.Names[label.Title]:
			m.Title = d.Metadata.Title
		case label.Names[label.Applicant]:
			m.Applicant = d.Metadata.Applicant
		case label.Names[label.Keywords]:
			m.Keywords = d.Metadata.Keywords
		}
	}
	fill(&m, d, known)
	return m
}

// form reads the labels of the first pages.
func (r *reading) form() {
	seen, owner, section := 0, participant.TheApplicants, participant.TheApplicants
	for i := 0; i < len(r.paragraphs) && i < coverParagraphs && seen <= coverRunes; {
		if r.paragraphs[i].Place.Table != 0 {
			cells, end := participant.CellsOf(r.paragraphs, r.texts, i)
			seen += r.paragraphs[end-1].End - r.paragraphs[i].Start
			r.table(cells[:min(len(cells), participant.MaxCells)], section)
			i, owner = end, section
			continue
		}
		seen += r.paragraphs[i].End - r.paragraphs[i].Start
		if r.begins(i) {
			if section = participant.About(r.texts[i]); section == participant.TheTeams && r.members == nil {
				r.members, r.membersAt = participant.Team(r.paragraphs, r.texts, i)
			}
			if section == participant.NobodySaid {
				section = participant.TheApplicants
			}
			owner = section
		}
		owner = r.lines(i, owner)
		i++
	}
}

// begins reports whether a paragraph begins a part of the form, which may change whom the text is
// about: a heading, or a short line that ends like one.
func (r *reading) begins(i int) bool {
	if r.paragraphs[i].Kind == extract.Heading {
		return true
	}
	if utf8.RuneCountInString(r.texts[i]) > participant.LongestSection || strings.ContainsAny(r.texts[i], ":：") {
		return false
	}
	if char.Wide(char.First(r.texts[i])) && !strings.ContainsAny(r.texts[i], "历介况息员者家师") {
		return false
	}
	without, _ := label.Unbracketed(char.Squeezed(r.texts[i]))
	return partHead().MatchString(without)
}

// partHead matches the ends of headings of parts about people.
var partHead = char.Pattern(`(?:简历|简介|情况|信息|成员|参与者|参加者|人员|专家|导师|教师|vitae|cv|members|team|personnel|participants)$`)

// lines reads the labels of a paragraph outside of tables. owner is whom the label before it named.
func (r *reading) lines(i int, owner participant.Whose) participant.Whose {
	span := extract.Found{Span: r.paragraphs[i].Span, Source: extract.FromLabel}
	// If other labels have their values beside them, a line under an empty label is its value only
	// if a label follows.
	besideLabels := r.beside
	if r.paragraphs[i].Kind == extract.Cell {
		span.Source = extract.FromTable
	}
	for line := range strings.SplitSeq(r.texts[i], "\n") {
		found := r.pairs(line)
		if l, ok := r.labels.Find(line); ok && len(found) == 0 &&
			(r.paragraphs[i].Kind == extract.Heading || l.Score == label.TaughtScore || r.amongLabels(i)) {
			found = []label.Pair{{Label: l, Colon: true}} // 2. Name of the project
		} else if len(found) == 0 && i < coverLines && r.paragraphs[i].Kind != extract.Heading {
			found = closeTo(r.labels, line)
		}
		for k, p := range found {
			at := span
			last := strings.HasSuffix(strings.TrimSpace(r.texts[i]), p.Value)
			switch {
			case p.Field == label.OtherPerson:
				owner = participant.SomebodyElses
				continue
			case !p.Owned && (p.Field != label.Other || k == 0):
				owner = participant.TheApplicants
			}
			if p.Field == label.Title && p.Score == 1 && oneOfSeveral().MatchString(line) {
				continue // Project 2: one of several parts
			}
			if p.Owned && owner > participant.TheApplicants && p.Score < label.TaughtScore ||
				p.Field == label.Participants && aboutCommittee().MatchString(line) {
				continue
			}
			if box := r.boxBefore(i); p.Value == "" && last && k == 0 && box >= 0 {
				p.Value, at.Span = r.texts[box]+r.boxBehind(i), r.paragraphs[box].Span
			} else if p.Value == "" && p.Field == label.Abstract {
				p.Value, at = r.textUnder(i)
			} else if p.Value == "" && last && (p.Colon || r.alone(i, line) || p.Score == label.TaughtScore ||
				r.paragraphs[i].Kind == extract.Cell) {
				labelNext := func(k int) bool {
					return k >= len(r.texts) || r.labels.IsLabel(r.texts[k]) || len(r.pairs(r.texts[k])) > 0
				}
				if next := r.below(i); next >= 0 && (!besideLabels || r.under || r.alone(i, line) || labelNext(next+1)) {
					p.Value, at.Span, r.under = r.texts[next], r.paragraphs[next].Span, true
					if p.Field == label.Title && p.Value != "" {
						p.Value += r.restOfTitle(next, p.Value)
					}
				}
			} else if p.Field == label.Title && last && p.Value != "" {
				p.Value += r.restOfTitle(i, p.Value)
			}
			if p.Value != "" && at.Span == span.Span {
				r.beside, r.under = true, false
			}
			more := 0
			if p.School && i < firstLines {
				more = labelFactor // on the cover, like 所在学院
			}
			r.offer(p.Label, p.Value, at, more)
		}
	}
	return owner
}

// oneOfSeveral matches a label with a number: Project 2.
var oneOfSeveral = char.Pattern(`(?i)^[^\pL]*(?:sub-?)?(?:project|topic|idea|proposal|thesis)\s+(?:\d|[IVX]+\b|[A-C]\b)`)

// aboutCommittee matches a line about examiners.
var aboutCommittee = char.Pattern(`(?i)committ?ee?|评审|答辩|考核`)

// pairs returns the labels of a line, each with the text after it.
func (r *reading) pairs(line string) []label.Pair {
	if len(line) > label.MaxLine {
		return nil // running text
	}
	found, known := r.pairsOf[line]
	if !known {
		found = r.labels.Pairs(line)
		r.pairsOf[line] = found
	}
	return found
}

// alone reports whether a line is only a label and the line after the next one is too: a table of a
// PDF without lines.
func (r *reading) alone(i int, line string) bool {
	return i+2 < len(r.texts) && r.labels.IsLabel(line) && (r.labels.IsLabel(r.texts[i+2]) || len(closeTo(r.labels, r.texts[i+2])) > 0)
}

// amongLabels reports whether line i, an English label without a colon, is one of labels that stand
// above their values: every other line is a label.
func (r *reading) amongLabels(i int) bool {
	return r.paragraphs[i].Kind == extract.Body && (r.alone(i, r.texts[i]) || i >= 2 && r.alone(i-2, r.texts[i-2]))
}

// boxBefore returns the text box that is anchored at the line of a label and stands before it, or
// -1. Some forms have their values in boxes over the underscores.
func (r *reading) boxBefore(i int) int {
	if i == 0 || r.paragraphs[i-1].Kind != extract.Box || r.paragraphs[i].Kind == extract.Box || r.labels.IsLabel(r.texts[i-1]) ||
		len(r.pairs(r.texts[i-1])) > 0 {
		return -1
	}
	return i - 1
}

// boxBehind returns the text of a box anchored at a line of underscores under a label: the second
// line of its value.
func (r *reading) boxBehind(i int) string {
	if i+2 < len(r.texts) && r.paragraphs[i+1].Kind == extract.Box && strings.Trim(r.texts[i+2], "_＿ \t") == "" {
		return r.texts[i+1]
	}
	return ""
}

// below returns the paragraph under a label, or -1 if it cannot be the value.
func (r *reading) below(i int) int {
	next := i + 1
	if next >= len(r.paragraphs) || r.paragraphs[next].Kind == extract.Heading || likeLabel().MatchString(char.Squeezed(r.texts[next])) ||
		r.labels.IsLabel(r.texts[next]) || len(r.pairs(r.texts[next])) > 0 {
		return -1
	}
	if r.paragraphs[next].Place.Table != r.paragraphs[i].Place.Table ||
		r.paragraphs[next].Kind == extract.Cell && r.paragraphs[i].Kind != extract.Cell {
		return -1
	}
	return next
}

const (
	longestRest = 40 // code points of a title's second line
	mostRests   = 2  // further lines of a title
)

// restOfTitle returns the further lines of a title that covers two or three lines of a cover: text
// that stands alone between it and the next label.
func (r *reading) restOfTitle(i int, first string) string {
	whole := first
	for k := i + 1; k <= i+mostRests && k+1 < len(r.paragraphs); k++ {
		rest := strings.TrimSpace(r.texts[k])
		if p := r.paragraphs[k]; p.Place.Table != 0 || p.Kind == extract.Heading || !r.goesOnTitle(whole, rest) {
			return ""
		}
		whole += joined(whole, rest)
		behind, s := r.paragraphs[k+1], r.texts[k+1]
		switch {
		case behind.Place.Table != 0, behind.Kind == extract.Cell, len(r.pairs(s)) > 0, r.labels.IsLabel(s),
			len(value.Dates(s)) > 0 && len(s) <= 2*longestCover:
			return strings.TrimPrefix(whole, first)
		}
	}
	return ""
}

// goesOnTitle reports whether a line can be the second line of a title.
func (r *reading) goesOnTitle(first, rest string) bool {
	closed := char.Squeezed(rest)
	switch {
	case rest == "", utf8.RuneCountInString(rest) > longestRest, gapWithin().MatchString(rest):
		return false
	case len(r.pairs(rest)) > 0, len(closeTo(r.labels, rest)) > 0, r.labels.IsLabel(rest), likeLabel().MatchString(closed):
		return false // a label
	case strings.ContainsAny(rest, "：。；;") && !goesOnWith().MatchString(rest),
		strings.Contains(rest, ":") && !brokenOff().MatchString(first):
		return false // a sentence
	case !value.HasWord(rest), draft.NumberClass(rest) != draft.NoNumber, strings.ContainsRune("（(□☐《【[", char.First(rest)):
		return false // a box, a remark or an item
	case value.ParseDate(rest) != "", schoolName(rest) != "", partOfSchool().MatchString(rest):
		return false
	case value.PersonName(rest) != "" && value.LikelyName(rest) && !brokenOff().MatchString(first):
		return false
	}
	return !formTitle().MatchString(closed) || strings.HasSuffix(first, "的")
}

// gapWithin matches the gap between an unknown label and its value: 院、 系     物理学院.
var gapWithin = char.Pattern(`\p{Han}\s{4,}\S`)

// goesOnWith matches a second line of a title that begins with a word no title begins with. It may
// contain a colon: 的移动应用新范式：架构探索.
var goesOnWith = char.Pattern(`^[的与和及之][^。；;]+$`)

// partOfSchool matches a line about a student: 信息学院软件工程专业 3 班.
var partOfSchool = char.Pattern(`(?:学院|系)\p{Han}*(?:系|专业)|\d\s*班|[（(]专业[）)]`)

// joined returns rest as it is appended to a line: directly in Chinese, else after a blank.
func joined(line, rest string) string {
	if char.Wide(char.Last(line)) && char.Wide(char.First(rest)) {
		return rest
	}
	return " " + rest
}

// printed takes the values that are printed on the form.
func (r *reading) printed(known []extract.Known) {
	for _, m := range known {
		f, ok := label.Named(m.Field)
		if !ok || m.Label != "" || m.Value == "" {
			continue
		}
		place := extract.Found{Source: extract.FromCover}
		for i, s := range r.texts[:min(len(r.texts), coverParagraphs)] {
			if strings.Contains(char.Squeezed(s), char.Squeezed(m.Value)) {
				place.Span = r.paragraphs[i].Span
				break
			}
		}
		if f == label.Programme { // the name need not look like a programme
			r.take(f, candidate{value: char.OneLine(m.Value), place: place, score: labelFactor * label.TaughtScore})
			continue
		}
		r.offer(label.Label{Field: f, Score: label.TaughtScore}, m.Value, place, 0)
	}
}

// apply copies the results into the metadata.
func (r *reading) apply(m *extract.Metadata) {
	set := func(to *string, f label.Field) {
		if r.best[f].value != "" {
			*to = r.best[f].value
			label.NoteFound(m, f, r.best[f].place)
		}
	}
	set(&m.Title, label.Title)
	set(&m.Applicant, label.Applicant)
	set(&m.Institution, label.Institution)
	set(&m.Programme, label.Programme)
	if r.best[label.Year].value != "" {
		m.Year, _ = strconv.Atoi(r.best[label.Year].value)
		label.NoteFound(m, label.Year, r.best[label.Year].place)
	}
	// 完成日期 on the cover of a report without a plan is the date of the report.
	if end := r.best[label.End]; m.Year == 0 && m.Date == "" && r.best[label.Start].value == "" && end.score == labelFactor &&
		end.place.Source == extract.FromLabel {
		r.take(label.Date, candidate{value: end.value, place: end.place, score: coverMade})
	}
	set(&m.Number, label.Number)
	set(&m.Date, label.Date)
	set(&m.Start, label.Start)
	if r.best[label.End].score > labelFactor || m.Start != "" {
		set(&m.End, label.End)
	}
	if end := value.Later(m.Start, r.lasts); m.End == "" && r.lasts > 0 && end != "" {
		m.End = end
		label.NoteFound(m, label.End, r.lastsAt)
	}
	set(&m.Abstract, label.Abstract)
	if len(r.houses) > 0 {
		m.Cooperating = r.houses
		label.NoteFound(m, label.Cooperating, r.housesAt)
	}
	if k := splitKeywords(r.best[label.Keywords].value); len(k) > 0 {
		m.Keywords = k
		label.NoteFound(m, label.Keywords, r.best[label.Keywords].place)
	}
}

// noteSource sets the source of all fields known so far.
func noteSource(m *extract.Metadata, source extract.MetadataSource) {
	for f, known := range map[label.Field]bool{
		label.Title: m.Title != "", label.Applicant: m.Applicant != "", label.Institution: m.Institution != "",
		label.Year: m.Year != 0, label.Programme: m.Programme != "", label.Keywords: len(m.Keywords) > 0,
	} {
		if known {
			label.NoteFound(m, f, extract.Found{Source: source})
		}
	}
}

const (
	maxKeywords = 15
	maxKeyword  = 40
)

func splitKeywords(s string) []string {
	var out []string
	for _, k := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(";；,，、|\t\n", r) }) {
		k = strings.Trim(char.OneLine(k), " .。")
		if k != "" && utf8.RuneCountInString(k) <= maxKeyword && !value.Placeholder().MatchString(k) &&
			!value.Instruction().MatchString(k) && !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out[:min(len(out), maxKeywords)]
}

// People rereads the people and the date of a document that an older version read without them:
// Number, Date, Participants and Cooperating of its Metadata, and their places.
func People(d *extract.Document) extract.Metadata {
	m := extract.Metadata{Applicant: d.Metadata.Applicant}
	fill(&m, d, nil)
	out := extract.Metadata{Number: m.Number, Date: m.Date, Participants: m.Participants, Cooperating: m.Cooperating}
	for _, f := range []label.Field{label.Number, label.Date, label.Participants, label.Cooperating} {
		if found, ok := m.Found[label.Names[f]]; ok {
			label.NoteFound(&out, f, found)
		}
	}
	return out
}

// paragraphTexts returns the texts of the first paragraphs of a document.
func paragraphTexts(d *extract.Document, most int) []string {
	texts := make([]string, min(len(d.Paragraphs), most))
	at, bytes := 0, 0 // code points and bytes of d.Text
	for i, p := range d.Paragraphs[:len(texts)] {
		from := char.Advance(d.Text, bytes, p.Start-at)
		bytes = char.Advance(d.Text, from, p.End-max(p.Start, at))
		at = max(at, p.Start, p.End)
		texts[i] = d.Text[from:bytes]
	}
	return texts
}
