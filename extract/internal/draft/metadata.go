package draft

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

const (
	coverParagraphs = 120   // of a document's start in which labels are looked for
	coverRunes      = 6_000 // and code points
)

// candidate is what may be the value of a field.
type candidate struct {
	value string
	place extract.Found
	score int
	// school says that it is a part of the university that the cover names.
	school bool
}

// Scores of what stands without a label, beside those of labels.toml, which count
// double here: so something can stand between two of them.
const (
	labelFactor    = 2
	applicantsOwn  = 1 // more, in a part of the form that is about the applicant
	coverNamesYear = 5 // "2025年度", "2018年大学生创新计划": before the day it was filled in, behind 申报年度
	coverYear      = 3 // a year that stands alone on the cover: behind a date with a label
	coverProgramme = 3 // the name of the form; a label that says the kind of programme is before it
	coverSchool    = 1 // a university that the cover names: behind every label
)

// reading collects what a form says. Of each field the candidate with the highest
// score is believed, of equals the first.
type reading struct {
	labels     *labelSet
	paragraphs []extract.Paragraph
	texts      []string
	best       [fields]candidate
	beside     bool // a label outside of tables has its value beside it
	under      bool // the last one had it on the next line
	persons    []extract.Person
	personsAt  extract.Found
}

// fillMetadata adds what the form on the first pages says. It goes before the
// file's own properties, which often are those of the file it was made from.
func fillMetadata(m *extract.Metadata, paragraphs []extract.Paragraph, texts []string, known ...extract.Known) {
	r := reading{labels: builtIn(), paragraphs: paragraphs, texts: texts}
	if len(known) > 0 {
		r.labels = r.labels.teach(known)
	}
	r.form()
	r.cover()
	r.printed(known)
	r.titleUnderForm()
	if believe(m, texts); m.Title == "" || m.Applicant == "" {
		r.plainTitle(m.Title)
	}
	noteSource(m, extract.FromProperties)
	r.apply(m)
	if m.Participants = others(m, r.persons); len(m.Participants) > 0 {
		noteFound(m, participantField, r.personsAt)
	}
	r.labels.people(m, paragraphs, texts)
	if m.Date == "" {
		var i int
		if m.Date, i = coverDate(paragraphs, texts); m.Date != "" {
			noteFound(m, dateField, extract.Found{Span: paragraphs[i].Span, Source: extract.FromCover})
		}
	}
	if year, _, dated := strings.Cut(m.Date, "-"); m.Year == 0 && dated {
		m.Year, _ = strconv.Atoi(year)
		noteFound(m, yearField, m.Found[fieldNames[dateField]])
	}
}

// Reread reads anew what the form of a document says, with what somebody showed of
// it. It needs no file: what the file said of itself stays.
func Reread(d *extract.Document, known []extract.Known) extract.Metadata {
	var m extract.Metadata
	for name, found := range d.Metadata.Found {
		if found.Source != extract.FromProperties {
			continue
		}
		switch name {
		case fieldNames[titleField]:
			m.Title = d.Metadata.Title
		case fieldNames[applicantField]:
			m.Applicant = d.Metadata.Applicant
		case fieldNames[keywordField]:
			m.Keywords = d.Metadata.Keywords
		}
	}
	fillMetadata(&m, d.Paragraphs, paragraphTexts(d), known...)
	return m
}

// form reads the labels of the first pages.
func (r *reading) form() {
	seen, owner := 0, theApplicants
	for i := 0; i < len(r.paragraphs) && i < coverParagraphs && seen <= coverRunes; {
		if r.paragraphs[i].Place.Table != 0 {
			cells, end := cellsOf(r.paragraphs, r.texts, i)
			seen += r.paragraphs[end-1].End - r.paragraphs[i].Start
			r.table(cells[:min(len(cells), mostCells)])
			i, owner = end, theApplicants
			continue
		}
		seen += r.paragraphs[i].End - r.paragraphs[i].Start
		owner = r.lines(i, owner)
		i++
	}
}

// lines reads the labels of a paragraph outside of tables. owner is whom the
// label before it named.
func (r *reading) lines(i int, owner whose) whose {
	span := extract.Found{Span: r.paragraphs[i].Span, Source: extract.FromLabel}
	// Where other labels have their values beside them, a line under an empty one is
	// its value only if a label follows.
	besideLabels := r.beside
	if r.paragraphs[i].Kind == extract.Cell {
		span.Source = extract.FromTable
	}
	for line := range strings.SplitSeq(r.texts[i], "\n") {
		for k, p := range r.labels.pairs(line) {
			at := span
			last := strings.HasSuffix(strings.TrimSpace(r.texts[i]), p.value)
			switch {
			case p.field == otherPerson:
				owner = somebodyElses
				continue
			case !p.owned && (p.field != otherLabel || k == 0):
				owner = theApplicants
			}
			if p.owned && owner == somebodyElses && p.score < taughtScore {
				continue
			}
			if box := r.boxBefore(i); p.value == "" && last && k == 0 && box >= 0 {
				p.value, at.Span = r.texts[box]+r.boxBehind(i), r.paragraphs[box].Span
			} else if p.value == "" && last && (p.colon || p.score == taughtScore || r.paragraphs[i].Kind == extract.Cell) {
				if next := r.below(i); next >= 0 && (!besideLabels || r.under || next+1 >= len(r.texts) || r.labels.isLabel(r.texts[next+1]) || len(r.labels.pairs(r.texts[next+1])) > 0) {
					p.value, at.Span, r.under = r.texts[next], r.paragraphs[next].Span, true
				}
			} else if p.field == titleField && last && p.value != "" {
				p.value += r.restOfTitle(i, p.value)
			}
			if p.value != "" && at.Span == span.Span {
				r.beside, r.under = true, false
			}
			r.offer(p.label, p.value, at, 0)
		}
	}
	return owner
}

// boxBefore gives the paragraph of a text box that hangs on the line of a label, which
// stands before it, or -1: some forms have their values in boxes over the underscores.
func (r *reading) boxBefore(i int) int {
	if i == 0 || r.paragraphs[i-1].Kind != extract.Box || r.paragraphs[i].Kind == extract.Box || r.labels.isLabel(r.texts[i-1]) || len(r.labels.pairs(r.texts[i-1])) > 0 {
		return -1
	}
	return i - 1
}

// boxBehind gives the text of a box that hangs on a line of underscores under a label:
// the second line of its value.
func (r *reading) boxBehind(i int) string {
	if i+2 < len(r.texts) && r.paragraphs[i+1].Kind == extract.Box && strings.Trim(r.texts[i+2], "_＿ \t") == "" {
		return r.texts[i+1]
	}
	return ""
}

// below gives the paragraph under a label, or -1 where that is no value.
func (r *reading) below(i int) int {
	next := i + 1
	if next >= len(r.paragraphs) || r.paragraphs[next].Kind == extract.Heading || likeLabel().MatchString(squeezed(r.texts[next])) || r.labels.isLabel(r.texts[next]) || len(r.labels.pairs(r.texts[next])) > 0 {
		return -1
	}
	if r.paragraphs[next].Place.Table != r.paragraphs[i].Place.Table || r.paragraphs[next].Kind == extract.Cell && r.paragraphs[i].Kind != extract.Cell {
		return -1
	}
	return next
}

const longestRest = 40 // code points of a title's second line

// restOfTitle gives the second line of a title that is broken over two lines of a
// cover: what stands alone between it and the next label.
func (r *reading) restOfTitle(i int, first string) string {
	if i+2 >= len(r.paragraphs) || r.paragraphs[i+1].Place.Table != 0 || r.paragraphs[i+1].Kind == extract.Heading {
		return ""
	}
	rest := strings.TrimSpace(r.texts[i+1])
	if rest == "" || utf8.RuneCountInString(rest) > longestRest || len(r.labels.pairs(r.texts[i+2])) == 0 && !r.labels.isLabel(r.texts[i+2]) {
		return ""
	}
	if len(r.labels.pairs(rest)) > 0 || strings.ContainsAny(rest, ":：。；;") || !hasWord(rest) || strings.ContainsRune("（(□☐《【[", char.First(rest)) ||
		parseDate(rest) != "" || schoolName(rest) != "" || personName(rest) != "" || formTitle().MatchString(squeezed(rest)) && !strings.HasSuffix(first, "的") {
		return ""
	}
	if !char.Wide(char.Last(first)) || !char.Wide(char.First(rest)) {
		return " " + rest
	}
	return rest
}

// offer takes a value if it is one of the field, and surer than what was found.
func (r *reading) offer(l label, value string, place extract.Found, more int) {
	score := labelFactor*l.score + more
	f := l.field
	switch f {
	case yearField:
		if date := parseDate(value); date != "" && score > r.best[dateField].score {
			r.best[dateField] = candidate{value: date, place: place, score: score}
		}
	case participantField:
		if persons := listOfPeople(value); r.persons == nil && len(persons) > 0 {
			r.persons, r.personsAt = persons, place
		}
		return
	case periodField:
		if dates := dates(value); len(dates) == 2 {
			r.take(startField, candidate{value: dates[0], place: place, score: score})
			r.take(endField, candidate{value: dates[1], place: place, score: score})
		}
		return
	case startField, endField:
		if dates := dates(value); len(dates) > 0 {
			r.take(f, candidate{value: dates[0], place: place, score: score})
			if len(dates) == 2 && f == startField {
				r.take(endField, candidate{value: dates[1], place: place, score: score})
			}
		}
		return
	}
	if value = cleanValue(f, value); value == "" || r.labels.isLabel(value) {
		return
	}
	if (f == titleField || f == institutionField) && l.score < taughtScore && (f == titleField && listOfParts().MatchString(value) || f == institutionField && likeLabel().MatchString(squeezed(value))) {
		return // a label that is not known
	}
	if f == institutionField && l.score == 1 && !l.school && !institutions().MatchString(value) {
		return // 单位：万元
	}
	if f == applicantField && l.score < 3 && !likelyName(value) {
		return
	}
	r.take(f, candidate{value: value, place: place, score: score, school: l.school})
}

// listOfParts is a prompt of a form, or a head of a plan.
var listOfParts = char.Pattern(`^\p{Han}[\p{Han} ]*、[\p{Han}、 ]*(?:和|及|与)\p{Han}*方法$|、.*介绍$|^工\s*作\s*计\s*划$|(?:检查|进度)内\s*容$`)

// take keeps a candidate that is surer than what was found. A later value that goes
// on where the first one breaks off is the whole of it.
func (r *reading) take(f field, c candidate) {
	was := r.best[f]
	if c.score > was.score || f != startField && f != endField && len(c.value) > len(was.value) && was.score < labelFactor*taughtScore && strings.HasPrefix(c.value, was.value) {
		c.score = max(c.score, was.score)
		r.best[f] = c
	}
}

// printed takes the values that the form has printed.
func (r *reading) printed(known []extract.Known) {
	for _, m := range known {
		f, ok := fieldNamed(m.Field)
		if !ok || m.Label != "" || m.Value == "" {
			continue
		}
		place := extract.Found{Source: extract.FromCover}
		for i, s := range r.texts[:min(len(r.texts), coverParagraphs)] {
			if strings.Contains(squeezed(s), squeezed(m.Value)) {
				place.Span = r.paragraphs[i].Span
				break
			}
		}
		r.offer(label{field: f, score: taughtScore}, m.Value, place, 0)
	}
}

// apply puts what was found into the metadata.
func (r *reading) apply(m *extract.Metadata) {
	set := func(to *string, f field) {
		if r.best[f].value != "" {
			*to = r.best[f].value
			noteFound(m, f, r.best[f].place)
		}
	}
	set(&m.Title, titleField)
	set(&m.Applicant, applicantField)
	set(&m.Institution, institutionField)
	set(&m.Programme, programmeField)
	if r.best[yearField].value != "" {
		m.Year, _ = strconv.Atoi(r.best[yearField].value)
		noteFound(m, yearField, r.best[yearField].place)
	}
	set(&m.Number, numberField)
	set(&m.Date, dateField)
	set(&m.Start, startField)
	set(&m.End, endField)
	set(&m.Abstract, abstractField)
	if names := listOfInstitutions(r.best[cooperatingField].value); len(names) > 0 {
		m.Cooperating = names
		noteFound(m, cooperatingField, r.best[cooperatingField].place)
	}
	if k := splitKeywords(r.best[keywordField].value); len(k) > 0 {
		m.Keywords = k
		noteFound(m, keywordField, r.best[keywordField].place)
	}
}

func noteFound(m *extract.Metadata, f field, place extract.Found) {
	if m.Found == nil {
		m.Found = map[string]extract.Found{}
	}
	m.Found[fieldNames[f]] = place
}

// noteSource gives all that is known so far the same source.
func noteSource(m *extract.Metadata, source extract.MetadataSource) {
	for f, known := range map[field]bool{
		titleField: m.Title != "", applicantField: m.Applicant != "", institutionField: m.Institution != "",
		yearField: m.Year != 0, programmeField: m.Programme != "", keywordField: len(m.Keywords) > 0,
	} {
		if known {
			noteFound(m, f, extract.Found{Source: source})
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
		if k != "" && utf8.RuneCountInString(k) <= maxKeyword && !placeholder().MatchString(k) && !instruction().MatchString(k) && !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out[:min(len(out), maxKeywords)]
}
