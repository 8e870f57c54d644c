package ofd

import (
	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/markup"
)

// outline is an entry of the outline that viewers show beside the pages.
type outline struct {
	title string // without blanks
	page  string // number of the target page
	level int    // from 1
	of    *document
}

const (
	maxOutlines     = 20_000
	maxOutlineLevel = 9 // headings have no deeper levels
)

// outline reads the entries of an outline, or below an entry.
func (f *file) outline(d *document, e markup.Element, level int) {
	for c := range e.Children() {
		if c.Name() != "OutlineElem" || len(f.outlines) >= maxOutlines || level > maxOutlineLevel {
			continue
		}
		if page := destination(c); page != "" {
			f.outlines = append(f.outlines, outline{char.Closed(c.Attr("Title")), page, level, d})
		}
		f.outline(d, c, level+1)
	}
}

// destination returns the target page of an entry, or "".
func destination(e markup.Element) string {
	for a := range e.Child("Actions").Children() {
		if page := a.Child("Goto").Child("Dest").Attr("PageID"); page != "" {
			return page
		}
	}
	return ""
}

// headings marks the paragraphs named in the outline as headings, on the pages that it refers to.
func (f *file) headings(entries []pageEntry) {
	if len(f.outlines) == 0 {
		return
	}
	type place struct {
		id string
		of *document
	}
	numbers := map[place]int{}
	for i, e := range entries {
		numbers[place{e.id, e.document}] = i
	}
	titles := map[int]map[string]int{} // levels by page and title
	for _, o := range f.outlines {
		i, ok := numbers[place{o.page, o.of}]
		if !ok || o.title == "" {
			continue
		}
		if titles[i] == nil {
			titles[i] = map[string]int{}
		}
		if titles[i][o.title] == 0 {
			titles[i][o.title] = o.level
		}
	}
	texts := f.draft.Texts()
	at := 0
	for i := range f.draft.Blocks {
		b := &f.draft.Blocks[i]
		for at+1 < len(f.draft.Pages) && f.draft.Pages[at].End <= b.Start {
			at++
		}
		if b.Kind != extract.Body || len(titles[at]) == 0 {
			continue
		}
		if s := char.Closed(texts[i]); titles[at][s] > 0 {
			b.Level = titles[at][s]
			delete(titles[at], s)
		}
	}
}
