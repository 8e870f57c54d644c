package exclude

import (
	"regexp"
	"sort"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// Outlined returns the document with the sections that its form has, and the role of
// each: the headings that extraction found and those that the table of roles
// knows, which forms print in the style of running text. A list of references
// without a number stands within the section before it, and ends at the next
// heading: what follows in the form is no part of it. The document itself is not
// changed.
func (d *Document) Outlined() (*extract.Document, []string) {
	headings := map[int]extract.Section{} // that extraction found, by place
	for _, s := range d.d.Sections {
		headings[s.Start] = s
	}
	o := outline{styles: map[numbering]int{}}
	for i := range d.titles {
		l := &d.titles[i]
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
	out := *d.d
	out.Sections = o.sections
	for i := range out.Sections {
		last := len(d.d.Paragraphs) - 1
		for _, next := range out.Sections[i+1:] {
			if next.Level <= out.Sections[i].Level {
				last = before(d.d.Paragraphs, next.Start)
				break
			}
		}
		out.Sections[i].End = d.d.Paragraphs[last].End
	}
	return &out, d.roles.Roles(&out, d.who)
}

// before is the paragraph before the one that begins at a place.
func before(paragraphs []extract.Paragraph, start int) int {
	return max(0, sort.Search(len(paragraphs), func(i int) bool { return paragraphs[i].Start >= start })-1)
}

// numbering is how headings of one rank are numbered.
type numbering string

// The numberings, as headings of Chinese and English forms have them.
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

// outline is a list of sections in the making.
type outline struct {
	sections []extract.Section
	styles   map[numbering]int // the level of each numbering
	leaf     bool              // the last section has no parts
}

// add adds a heading. level is extraction's, 0 where it did not take it for one.
func (o *outline) add(l *line, title string, level int) {
	style := numberingOf(l.text)
	references := l.title != nil && l.title.Reason == evidence.ReasonBibliography
	inner := 0 // of the section that the heading stands in
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
