package docx

import (
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/style"
)

// headers collects the headers and footers of a document's sections.
type headers struct {
	ids    map[string][]string // ids of the parts in order, by the pages they are for: default, first, even
	titled bool                // a section has a different first page
}

// section records the headers and footers of a section.
func (h *headers) section(e markup.Element) {
	h.titled = h.titled || e.Toggle("titlePg") == style.Yes
	for c := range e.Children() {
		if name := c.Name(); name == "headerReference" || name == "footerReference" {
			if h.ids == nil {
				h.ids = map[string][]string{}
			}
			kind := c.Attr("type")
			h.ids[kind] = append(h.ids[kind], c.Attr("id"))
		}
	}
}

// running reads the comments and the headers and footers that are shown on some page.
func (w *walk) running() error {
	ids := w.headers.ids["default"]
	if w.headers.titled {
		ids = append(ids, w.headers.ids["first"]...)
	}
	if len(w.headers.ids["even"]) > 0 {
		settings, err := w.file.Part(w.file.related("settings"))
		if err != nil {
			return err
		}
		if strings.Contains(settings, "evenAndOddHeaders") {
			ids = append(ids, w.headers.ids["even"]...)
		}
	}
	w.Files, w.parts = nil, nil // ids in headers refer to other parts
	var list []flow.Paragraph
	seen := map[string]bool{}
	for _, id := range ids {
		name := w.file.byID[id]
		if seen[name] {
			continue
		}
		seen[name] = true
		raw, err := w.file.Part(name)
		if err != nil {
			return err
		}
		w.Open(raw)
		if found, err := w.XML.Find("hdr", "ftr"); !found || err != nil {
			continue // a broken header, which Word does not display either
		}
		if err := w.collect(extract.Running, &list); err != nil {
			return err
		}
	}
	return w.EmitRunning(list, w.commented)
}
