package report

import (
	"strconv"
	"strings"

	"zhiwen/web/report/highlight"
)

// showPart leaves of a long text the part with the chosen match or, without one, with the
// character that the address names. What leads to other parts loads them.
func (a *Assessment) showPart(v *View, match int) {
	at := a.Address.character()
	for i := range a.Evidence.Sources {
		for _, m := range a.Evidence.Sources[i].Matches {
			if m.ID == match {
				at = m.This.Offset
			}
		}
	}
	v.Text.Show(at)
	w := v.Text.Window
	if w.Parts == 0 {
		return
	}
	v.PreviousPart, v.NextPart = addressesOf(w, func(at int) string { return a.Address.At(at).Report(v.Only, 0) + "#text" })
	lead := leadWithin(w, func(at int) string { return a.Address.At(at).Report(v.Only, 0) })
	for i := range v.Sections {
		v.Sections[i].Href = lead(v.Sections[i].Href)
	}
	leadFlags(v.Flags, lead)
	v.Notices.lead(lead)
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

// addressesOf returns the addresses of the parts before and behind a window, "" for none.
func addressesOf(w highlight.Window, to func(at int) string) (previous, next string) {
	if w.Previous >= 0 {
		previous = to(w.Previous)
	}
	if w.Next >= 0 {
		next = to(w.Next)
	}
	return previous, next
}

// leadWithin has links to paragraphs of other parts load these; to gives their addresses.
func leadWithin(w highlight.Window, to func(at int) string) func(href string) string {
	return func(href string) string {
		start, err := strconv.Atoi(strings.TrimPrefix(href, placePrefix))
		if err != nil || w.Holds(start) {
			return href
		}
		return to(start) + href
	}
}

func leadFlags(flags []highlight.Flag, lead func(string) string) {
	for i := range flags {
		flags[i].Href = lead(flags[i].Href)
	}
}

func (v Notices) lead(lead func(string) string) {
	for i := range v {
		for j := range v[i].Recognised {
			r := &v[i].Recognised[j]
			r.Href = lead(r.Href)
		}
	}
}

// ShowPart leaves of the text of a document, where it is long, the part that contains a character,
// and has what leads to other parts load them: to gives their addresses. It returns those of
// the parts before and behind.
func ShowPart(t *highlight.Text, at int, flags []highlight.Flag, n Notices, to func(at int) string) (previous, next string) {
	t.Show(at)
	if t.Window.Parts == 0 {
		return "", ""
	}
	lead := leadWithin(t.Window, to)
	leadFlags(flags, lead)
	n.lead(lead)
	return addressesOf(t.Window, func(at int) string { return to(at) + "#text" })
}
