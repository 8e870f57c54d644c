package exclude

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// The cover is searched in the first paragraphs of a document, as far as metadata is (package
// extract) and slightly beyond, for tables of participants. It ends where the research begins.
const (
	coverParagraphs = 240
	coverRunes      = 8_000
	// code points of a value; longer text is something else, such as an abstract in a form's table
	longestField = 80
	leastLabels  = 2 // labels that make a table one of basic information
)

// says reports whether a field of metadata identifies the application: an abstract describes the
// research, and any text may begin with a date.
func says(name string, found extract.Found) bool {
	return name != "abstract" && !(found.Source == extract.FromCover && (name == "date" || name == "year")) && found.Start < found.End
}

// mostSame is how often a label may have a value on a cover: a title in two languages and again
// inside, the names of three people.
const mostSame = 3

// identity excludes the fields that identify the application: those from which metadata was read,
// tables of basic information, and lines with a label and a value.
func (f *finder) identity() {
	for name, found := range f.d.Metadata.Found {
		if value := f.runes[found.Start:found.End]; says(name, found) && !strings.ContainsRune(string(value), '。') && !prose(value) {
			f.add(evidence.ReasonIdentity, span{Start: found.Start, End: found.End})
		}
	}
	labels := map[int]int{} // by table
	cover := 0
	for i, l := range f.lines {
		if i >= coverParagraphs || l.Start > coverRunes || l.title != nil && l.Place.Table == 0 && research(l.title.Name) {
			break
		}
		cover = i + 1
		if l.Place.Table != 0 && f.label(l.text) {
			labels[l.Place.Table]++
		}
	}
	same := map[string]int{} // how often a label had a value
	valued := func(label, value string) bool {
		same[text.Squash(label)]++
		return same[text.Squash(label)] <= mostSame && isValue(label, value)
	}
	heads := map[[2]int]string{} // labels heading a column, by table and column
	for i := range f.lines[:cover] {
		l := &f.lines[i]
		place := [2]int{l.Place.Table, l.Place.Column}
		switch {
		case l.End-l.Start > 2*longestField || strings.ContainsAny(l.text, "。；"):
		case l.Place.Table != 0 && f.label(l.text):
			f.take(evidence.ReasonIdentity, i, i+1)
			if l.Place.Row == 1 {
				heads[place] = l.text
			}
		case l.Place.Table != 0:
			before := i > 0 && f.lines[i-1].Place.Table == l.Place.Table && f.lines[i-1].Place.Row == l.Place.Row &&
				(f.label(f.lines[i-1].text) || f.lines[i-1].taken == evidence.ReasonIdentity && endsInColon(f.lines[i-1].text))
			if labels[l.Place.Table] >= leastLabels && (endsInColon(l.text) && weigh(f.runes[l.Start:l.End]) < slightWeight ||
				before && valued(f.lines[i-1].text, l.text) || heads[place] != "" && isValue(heads[place], l.text)) {
				f.take(evidence.ReasonIdentity, i, i+1)
			}
		case l.Kind != extract.Heading:
			label, value, ok := f.field(l.text)
			if !ok || !valued(label, value) {
				continue
			}
			f.take(evidence.ReasonIdentity, i, i+1)
			// The value is on the next line.
			if next := i + 1; next < cover && value == "" && endsInColon(l.text) && f.lines[next].title == nil &&
				f.lines[next].Kind != extract.Heading &&
				!strings.ContainsAny(f.lines[next].text, "。；") && isValue(label, f.lines[next].text) {
				f.take(evidence.ReasonIdentity, next, next+1)
			}
		}
	}
	for i := range f.lines {
		if l := &f.lines[i]; l.taken == "" {
			for name, found := range f.d.Metadata.Found {
				if says(name, found) && l.Start >= found.Start && l.End <= found.End && l.End-l.Start <= longestField {
					l.taken = evidence.ReasonIdentity
				}
			}
		}
	}
}

// isValue reports whether a text can be the value of a label: a name, a number, a choice or, if the
// label asks for more, anything but running text. A sentence is never a value.
func isValue(label, value string) bool {
	runes := []rune(strings.TrimSpace(value))
	if n := len(runes); n > 0 && strings.ContainsRune(".。!！?？", runes[n-1]) && weigh(runes) >= remarkWeight {
		return false
	}
	return weigh(runes) < slightWeight || longValue.MatchString(label) && !prose(runes)
}

func endsInColon(s string) bool {
	s = strings.TrimSpace(s)
	return strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：")
}

// longValue matches labels whose value can be longer than a name.
var longValue = regexp.MustCompile(`(?i)题目|名称|关键词|地址|title|keywords|address|affiliation`)

// field returns the label at the start of a line, the part of its value on that line, and whether
// there is a label.
func (f *finder) field(s string) (label, value string, ok bool) {
	if f.label(s) {
		return s, "", true
	}
	if at := strings.IndexFunc(s, func(r rune) bool { return r == ':' || r == '：' }); at >= 0 {
		label, value = s[:at], strings.TrimLeft(s[at:], ":： \u3000")
		return label, value, f.label(label)
	}
	// 学    号 20190001: the gap replaces the colon.
	label, value, ok = strings.Cut(strings.TrimSpace(strings.ReplaceAll(s, "\u3000", "  ")), "  ")
	return label, value, ok && value != "" && f.label(label)
}

// label reports whether a text is a label of basic information.
func (f *finder) label(s string) bool {
	if utf8.RuneCountInString(s) > longestField/2 {
		return false
	}
	if open := strings.IndexFunc(s, func(r rune) bool { return r == '(' || r == '（' }); open > 0 {
		s = s[:open]
	}
	s = titleNumber.ReplaceAllString(s, "")
	return f.roles.labels[text.Squash(s)]
}
