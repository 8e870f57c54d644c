package report

import (
	"strconv"
	"strings"

	"zhiwen/web/report/highlight"
)

// showPart reduces a long text to the part with the chosen match or, without one, with the
// character that the address names. Links to other parts load them.
func (a *Assessment) showPart(v *View, match int) {
	at := a.Address.character()
	for i := range a.Evidence.Sources {
		for _, m := range a.Evidence.Sources[i].Matches {
			if m.ID == match {
				at = m.This.Offset
			}
		}
	}
	part := func(at int) string { return a.Address.At(at).Report(v.Only, 0) }
	v.PreviousPart, v.NextPart = ShowPart(&v.Text, at, v.Flags, v.Notices, part)
	if v.Text.Window.Parts == 0 {
		return
	}
	for i := range v.Sections {
		leadTo(&v.Sections[i].Href, v.Text.Window, part)
	}
	here := map[int]bool{}
	for _, p := range v.Text.Paragraphs {
		for _, r := range p.Runs {
			here[r.Match] = true
		}
	}
	for i, b := range v.Strip {
		if b.Match != 0 && !here[b.Match] {
			v.Strip[i].Href = a.Address.Report(v.Only, b.Match)
		}
	}
}

// ShowPart reduces a long text of a document to the part that contains a character, and returns the addresses of
// the parts before and after it, or "". Flags and notices in other parts link to these; to returns the address of a part.
func ShowPart(t *highlight.Text, at int, flags []highlight.Flag, n Notices, to func(at int) string) (previous, next string) {
	t.Show(at)
	w := t.Window
	if w.Parts == 0 {
		return "", ""
	}
	for i := range flags {
		leadTo(&flags[i].Href, w, to)
	}
	for i := range n {
		for j := range n[i].Recognised {
			leadTo(&n[i].Recognised[j].Href, w, to)
		}
	}
	if w.Previous >= 0 {
		previous = to(w.Previous) + "#text"
	}
	if w.Next >= 0 {
		next = to(w.Next) + "#text"
	}
	return previous, next
}

// leadTo makes a link to a paragraph of another part load that part.
func leadTo(href *string, w highlight.Window, to func(at int) string) {
	if start, err := strconv.Atoi(strings.TrimPrefix(*href, placePrefix)); err == nil && !w.Holds(start) {
		*href = to(start) + *href
	}
}
