package report

import (
	"cmp"
	"slices"
	"unicode"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// Excerpt returns the part of a source shown to readers who may not see it whole: the passages of
// its matches with context characters before and after each. Offsets stay those of the source;
// everything else is blank, including the file's properties.
func Excerpt(d *extract.Document, matches []evidence.Match, context int) *extract.Document {
	text := []rune(d.Text)
	var windows []extract.Span
	for i := range matches {
		s := matches[i].Source
		windows = append(windows, extract.Span{Start: max(0, s.Offset-context), End: min(len(text), s.Offset+s.Length+context)})
	}
	windows = windowsOf(windows)
	shown := make([]rune, len(text))
	for i, r := range text {
		if shown[i] = ' '; unicode.IsSpace(r) {
			shown[i] = r
		}
	}
	out := &extract.Document{Pages: slices.Clone(d.Pages), Method: d.Method}
	for _, w := range windows {
		copy(shown[w.Start:w.End], text[w.Start:w.End])
	}
	for _, p := range d.Paragraphs {
		for _, w := range windows {
			part := p
			part.Start, part.End = max(p.Start, w.Start), min(p.End, w.End)
			if part.Start >= part.End {
				continue
			}
			// Where a paragraph is cut, a dot for each side says so.
			if part.Start > p.Start {
				part.Start--
				shown[part.Start] = '…'
			}
			if part.End < p.End {
				shown[part.End] = '…'
				part.End++
			}
			out.Paragraphs = append(out.Paragraphs, part)
		}
	}
	out.Text = string(shown)
	return out
}

// windowsOf makes of spans those that they cover together, in order, with room between them
// for two signs of what is left out.
func windowsOf(spans []extract.Span) []extract.Span {
	slices.SortFunc(spans, func(a, b extract.Span) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	var out []extract.Span
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start <= out[n-1].End+2 {
			out[n-1].End = max(out[n-1].End, s.End)
			continue
		}
		out = append(out, s)
	}
	return out
}

// MatchesOf returns every match of a source, counted or not.
func (a *Assessment) MatchesOf(source int64) []evidence.Match {
	if s := a.all(source); s != nil {
		return s.Matches
	}
	return nil
}

// Mask takes the identities of sources out of evidence: name gives what the source of a
// rank is called instead. What it has in common with the document stays, and the year, which says which was first.
func Mask(e *evidence.Evidence, name func(rank int) string) {
	all := e.AllSources() // by which those without matches are numbered
	for i := range e.Sources {
		s := &e.Sources[i]
		if s.Identity.Web != nil {
			continue // everybody can read it
		}
		s.Identity = evidence.Identity{Title: name(i + 1), Year: s.Identity.Year}
		s.Similar = nil
	}
	e.Library.Uncompared = slices.Clone(e.Library.Uncompared)
	for i := range e.Library.Uncompared {
		e.Library.Uncompared[i].SHA256, e.Library.Uncompared[i].Title = "", ""
	}
	bare := func(list []evidence.FigureSource) {
		for i := range list {
			s := &list[i]
			if s.Identity.Web != nil {
				continue
			}
			n := slices.IndexFunc(all, func(o *evidence.Source) bool { return o.ID == s.ID }) + 1
			s.Identity = evidence.Identity{Title: name(n), Year: s.Identity.Year}
		}
	}
	if e.Figures != nil {
		bare(e.Figures.Sources)
	}
	if e.Hints != nil {
		bare(e.Hints.Sources)
	}
}
