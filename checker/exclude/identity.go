package exclude

import (
	"strings"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// The cover is looked for in the first paragraphs of a document, as far as
// metadata is (package extract), and a bit beyond: tables of participants. It ends
// where the research begins.
const (
	coverParagraphs = 240
	coverRunes      = 8_000
	longestField    = 80 // code points of a value; what is longer is text, as an abstract in a form's table
	leastLabels     = 2  // that make a table one of basic information
)

// says reports whether a field of metadata tells who applies for what: an abstract
// tells the research, and any text may have a date at its head.
func says(name string, found extract.Found) bool {
	return name != "abstract" && !(found.Source == extract.FromCover && (name == "date" || name == "year")) && found.Start < found.End
}

// identity finds the fields that say who applies for what: those that metadata
// was read from, tables of basic information, and lines of a label and a value.
func (f *finder) identity() {
	for name, found := range f.d.Metadata.Found {
		if says(name, found) && found.End-found.Start <= 2*longestField && !strings.ContainsRune(string(f.runes[found.Start:found.End]), '。') {
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
	for i := range f.lines[:cover] {
		l := &f.lines[i]
		switch n := l.End - l.Start; {
		case n > longestField || strings.ContainsAny(l.text, "。；"):
		case l.Place.Table != 0 && labels[l.Place.Table] >= leastLabels && n <= longestField/2,
			l.Place.Table != 0 && f.label(l.text):
			f.take(evidence.ReasonIdentity, i, i+1)
		case l.Place.Table == 0 && l.Kind != extract.Heading && f.field(l.text):
			f.take(evidence.ReasonIdentity, i, i+1)
			// Values that stand on the next line.
			if next := i + 1; next < cover && f.label(l.text) && strings.HasSuffix(strings.TrimSpace(strings.ReplaceAll(l.text, ":", "：")), "：") &&
				f.lines[next].End-f.lines[next].Start <= longestField/2 && f.lines[next].title == nil && f.lines[next].Kind != extract.Heading && !strings.ContainsAny(f.lines[next].text, "。；") {
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

// field says whether a line is a label with its value, or several.
func (f *finder) field(s string) bool {
	if f.label(s) {
		return true
	}
	at := strings.IndexFunc(s, func(r rune) bool { return r == ':' || r == '：' })
	if at < 0 {
		// 学    号 20190001: the gap stands for the colon.
		name, value, ok := strings.Cut(strings.TrimSpace(strings.ReplaceAll(s, "\u3000", "  ")), "  ")
		return ok && value != "" && f.label(name)
	}
	return f.label(s[:at])
}

// label says whether a text is a label of basic information.
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
