package odt

import (
	"maps"
	"slices"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
)

// running adds the comments and the headers and footers, stored with the styles, of the page styles
// that the text uses.
func (w *odtWalk) running(raw string) error {
	w.Files = nil // pictures there are logos
	w.Open(raw)
	kinds := map[string][]flow.Paragraph{}
	next := map[string]string{} // the page style that follows a page style
	for {
		found, err := w.XML.Find("master-page")
		if err != nil || !found {
			break // broken styles yield nothing
		}
		name := w.XML.Tag.Attr("name")
		next[name] = w.XML.Tag.Attr("next-style-name")
		err = w.XML.Each(func(s markup.Tag) error {
			if !strings.HasPrefix(s.Name, "header") && !strings.HasPrefix(s.Name, "footer") || s.Attr("display") == "false" {
				return w.XML.Skip()
			}
			return w.flow(flow.Place{Kind: extract.Running}, func(p *flow.Paragraph) error {
				kinds[name] = append(kinds[name], *p)
				return nil
			})
		})
		if err != nil {
			break
		}
	}
	var list []flow.Paragraph
	for used := w.masters; len(used) > 0; {
		following := map[string]bool{}
		for _, name := range slices.Sorted(maps.Keys(used)) {
			list = append(list, kinds[name]...)
			delete(kinds, name)
			if n := next[name]; n != "" {
				following[n] = true
			}
			delete(next, name)
		}
		used = following
	}
	return w.EmitRunning(list, w.commented)
}
