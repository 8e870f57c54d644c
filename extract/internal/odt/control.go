package odt

import (
	"cmp"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/container"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/style"
)

// Form fields, formulas and parts from other files are stored apart from the text that shows them.

// forms reads what form fields show, by their ids.
func (w *odtWalk) forms() error {
	e, err := w.XML.Element()
	if err != nil {
		return err
	}
	list := "" // the last list of options
	for _, n := range e {
		id, shown := n.Attrs.Of("id"), ""
		switch n.Name {
		case "listbox":
			list = id
		case "option":
			if n.Attrs.Of("current-selected") == "true" {
				id, shown = list, n.Attrs.Of("label")
			}
		case "text", "textarea", "formatted-text", "combobox", "fixed-text", "button", "checkbox", "radio", "frame":
			shown = cmp.Or(n.Attrs.Of("current-value"), n.Attrs.Of("value"), n.Attrs.Of("label"))
		}
		if id != "" && shown != "" {
			w.controls[id] = shown
		}
	}
	return nil
}

// box returns a text beside the paragraph at a place, as the text of a frame.
func box(s string, at flow.Place) *flow.Paragraph {
	p := &flow.Paragraph{Block: draft.Block{Kind: extract.Box}}
	p.Put(s, &style.Look{}, &flow.Place{Ground: style.AnyPaint, Room: at.Room})
	return p
}

// object reads the words in an embedded formula. What else is embedded is what its picture shows.
func (w *odtWalk) object(t markup.Tag) (words string, err error) {
	var list []string
	add := func(e markup.Element) {
		if s := strings.TrimSpace(e.Text()); s != "" {
			list = append(list, s)
		}
	}
	e, err := w.XML.Element()
	if err != nil {
		return "", err
	}
	for i := range e {
		if e[i].Name == "mtext" {
			add(e[i:])
		}
	}
	if name := t.Attr("href"); name != "" && w.Files != nil {
		raw, err := w.Files.Part(container.PartName(strings.TrimPrefix(name, "./")) + "/content.xml")
		if err != nil {
			return "", err
		}
		if strings.Contains(raw, "math") {
			_ = markup.Each(raw, []string{"mtext"}, add) // a broken formula has no words
		}
	}
	return strings.Join(list, "\n"), nil
}

// section reads a section. One whose text is in another file, and not here, is an embedded document that is not read.
func (w *odtWalk) section(t markup.Tag, at flow.Place, emit func(*flow.Paragraph) error) error {
	if hides(t) {
		at.Room = style.Shut
	}
	linked, empty := w.linked, true
	w.linked = false
	err := w.flow(at, func(p *flow.Paragraph) error {
		empty = empty && p.Runes == 0
		return emit(p)
	})
	if w.linked && empty {
		w.Draft.Notices.AddCount(extract.ObjectUnread, 1)
	}
	w.linked = linked
	return err
}
