package exclude

import (
	"regexp"
	"sort"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// Outlined returns the document with the sections of its form, and the role of each: the headings
// found by package extract, and those known to the table of roles, which forms print in the style
// of running text. A list of references without a number is within the section before it and ends
// at the next heading, since the following part of the form does not belong to it. The document
// itself is not changed.
func (d *Document) Outlined() (*extract.Document, []string) {
	out := *d.d
	out.Sections = d.found.sections
	return &out, d.found.sectionRoles
}

// outline returns the sections of the form, and their roles.
func (f *finder) outline() ([]extract.Section, []string) {
	headings := map[int]extract.Section{} // found by package extract, by position
	for _, s := range f.d.Sections {
		headings[s.Start] = s
	}
	o := outline{styles: map[numbering]int{}}
	for i := range f.lines {
		l := &f.lines[i]
		if l.title == nil && l.Kind != extract.Heading {
			continue
		}
		heading, found := headings[l.Start]
		known := l.title != nil && l.Kind != extract.Cell &&
			(l.taken == evidence.ReasonHeading || l.taken == evidence.ReasonBibliography && l.title.Reason == evidence.ReasonBibliography)
		if found || known {
			if !found {
				heading.Title = l.text
			}
			o.add(l, heading.Title, heading.Level)
		}
	}
	for i := range o.sections {
		last := len(f.lines) - 1
		for _, next := range o.sections[i+1:] {
			if next.Level <= o.sections[i].Level {
				last = before(f.d.Paragraphs, next.Start)
				break
			}
		}
		o.sections[i].End = f.lines[last].End
	}
	return o.sections, f.roles.Roles(o.sections, f.who)
}

// before returns the paragraph before the one that begins at start.
func before(paragraphs []extract.Paragraph, start int) int {
	return max(0, sort.Search(len(paragraphs), func(i int) bool { return paragraphs[i].Start >= start })-1)
}

// numbering is the style of numbers for headings of one rank.
type numbering string

// numberings are the styles in headings of Chinese and English forms.
var numberings = []struct {
	name  numbering
	begin *regexp.Regexp
}{
	{"chapter", regexp.MustCompile(`^\s*第\s*[一二三四五六七八九十百\d]+\s*[章部编篇]`)},
	{"section", regexp.MustCompile(`^\s*第\s*[一二三四五六七八九十百\d]+\s*节`)},
	{"bracketed", regexp.MustCompile(`^\s*[（(]\s*[一二三四五六七八九十]+\s*[)）]`)},
	{"han", regexp.MustCompile(`^\s*[一二三四五六七八九十]+\s*[、.．,，]`)},
	{"three", regexp.MustCompile(`^\s*\d{1,2}[.．]\d{1,2}[.．]\d{1,2}`)},
	{"two", regexp.MustCompile(`^\s*\d{1,2}[.．]\d{1,2}`)},
	{"one", regexp.MustCompile(`^\s*\d{1,2}\s*[、.．]`)},
	{"bracketed digits", regexp.MustCompile(`^\s*[（(]\s*\d{1,2}\s*[)）]`)},
}

func numberingOf(title string) numbering {
	for _, n := range numberings {
		if n.begin.MatchString(title) {
			return n.name
		}
	}
	return ""
}

// outline is a list of sections under construction.
type outline struct {
	sections []extract.Section
	styles   map[numbering]int // the level of each numbering
	leaf     bool              // the last section cannot have subsections
}

// add adds a heading. level is that of package extract, or 0 if it did not find the heading.
func (o *outline) add(l *line, title string, level int) {
	style := numberingOf(l.text)
	references := l.title != nil && l.title.Reason == evidence.ReasonBibliography
	inner := 0 // level of the section around the heading
	for i := len(o.sections) - 1; i >= 0 && inner == 0; i-- {
		if i < len(o.sections)-1 || !o.leaf {
			inner = o.sections[i].Level
		}
	}
	at, known := o.styles[style]
	switch {
	case style == "" && references && inner > 0:
		level = inner + 1
	case style != "" && known && level == 0:
		level = at
	case level == 0:
		level = inner + 1
	}
	if style != "" && !known {
		o.styles[style] = level
	}
	o.leaf = style == "" && references
	o.sections = append(o.sections, extract.Section{Span: extract.Span{Start: l.Start}, Title: title, Level: level})
}
