package docx

import (
	"slices"
	"strconv"
	"strings"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/style"
)

// Content controls may be bound to a value in another part of the file (w:dataBinding). Word shows
// that value, whatever the control itself contains.

// dataStore is a part with values and the id by which bindings refer to it.
type dataStore struct{ id, raw string }

// The parts of properties have fixed ids.
const (
	coreStore     = "{6C3C8BC8-F283-45AE-878A-BAB7291924A1}"
	extendedStore = "{6668398D-A668-4E3E-A5EB-62B293D839F1}"
)

// shownOtherwise are the kinds of controls that do not display the stored value.
var shownOtherwise = []string{"date", "dropDownList", "comboBox", "picture", "checkbox", "docPartObj", "docPartList"}

// bind reads w:sdtPr and records the value that the control is bound to.
func (w *walk) bind() error {
	w.boundTo = ""
	e, err := w.XML.Element()
	if err != nil || w.file == nil {
		return err
	}
	binding := e.Child("dataBinding")
	if binding == nil || slices.ContainsFunc(shownOtherwise, func(kind string) bool { return e.Child(kind) != nil }) {
		return nil
	}
	id, path := binding.Attr("storeItemID"), binding.Attr("xpath")
	stores, err := w.dataStores()
	if err != nil {
		return err
	}
	for _, s := range stores {
		if id != "" && s.id != "" && !strings.EqualFold(s.id, id) {
			continue
		}
		if value := valueAt(s.raw, path); char.HasVisible(value) {
			w.boundTo = value
			return nil
		}
	}
	return nil
}

// takeBound returns and clears the value of the control whose content begins here.
func (w *walk) takeBound() string {
	value := w.boundTo
	w.boundTo = ""
	return value
}

// dataStores reads the parts with values, once.
func (w *walk) dataStores() ([]dataStore, error) {
	if w.stores != nil {
		return w.stores, nil
	}
	add := func(id, part string) error {
		raw, err := w.file.Part(part)
		w.stores = append(w.stores, dataStore{id, raw})
		return err
	}
	if err := add(coreStore, w.file.coreProperties()); err != nil {
		return nil, err
	}
	if err := add(extendedStore, "docprops/app.xml"); err != nil {
		return nil, err
	}
	var names []string
	for _, name := range w.file.byID {
		if strings.HasPrefix(name, "customxml/item") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		properties, err := w.file.Part(strings.Replace(name, "customxml/item", "customxml/itemprops", 1))
		if err != nil {
			return nil, err
		}
		if err := add(first(properties, "datastoreItem").Attr("itemID"), name); err != nil {
			return nil, err
		}
	}
	return w.stores, nil
}

// valueAt returns the text at a path, such as /ns0:book[1]/ns0:title[1], in a part, or "". A broken
// part is read up to the damage.
func valueAt(raw, path string) string {
	type step struct {
		name string
		nth  int
	}
	var steps []step
	for s := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		name, index, _ := strings.Cut(s, "[")
		nth, err := strconv.Atoi(strings.TrimSuffix(index, "]"))
		if err != nil {
			nth = 1
		}
		steps = append(steps, step{name[strings.IndexByte(name, ':')+1:], nth})
	}
	attribute := ""
	if last := len(steps) - 1; strings.HasPrefix(steps[last].name, "@") {
		attribute, steps = steps[last].name[1:], steps[:last]
	}
	if len(steps) == 0 {
		return ""
	}
	x := markup.NewReader(raw)
	var value strings.Builder
	matched := 0
	counts := make([]int, len(steps))
	for {
		kind, err := x.Next()
		if err != nil {
			return value.String()
		}
		switch depth := x.Depth(); {
		case kind == markup.Start && depth == matched+1 && depth <= len(steps) && x.Tag.Name == steps[depth-1].name:
			if counts[depth-1]++; counts[depth-1] != steps[depth-1].nth {
				continue
			}
			if matched = depth; matched == len(steps) && attribute != "" {
				return x.Tag.Attr(attribute)
			}
		case kind == markup.Text && matched == len(steps):
			value.WriteString(x.Text)
		case kind == markup.End && depth < matched:
			return value.String()
		}
	}
}

// showBound reads the paragraphs of a control that is bound to a value.
func (w *walk) showBound(value string, at flow.Place, emit func(*flow.Paragraph) error) error {
	var list []*flow.Paragraph
	err := w.blocks(at, func(p *flow.Paragraph) error {
		list = append(list, p)
		return nil
	})
	if err != nil {
		return err
	}
	for _, p := range bound(list, value, at) {
		if err := emit(p); err != nil {
			return err
		}
	}
	return nil
}

// bound returns the paragraphs that a bound control displays. If they do not contain the value,
// they are kept out and the value replaces them.
func bound(list []*flow.Paragraph, value string, at flow.Place) []*flow.Paragraph {
	var text strings.Builder
	for _, p := range list {
		text.WriteString(p.Text.String())
	}
	if says(text.String(), value) {
		return list
	}
	for _, p := range list {
		p.Hide()
	}
	shown := newParagraph(at.Kind)
	shown.Put(value, &style.Look{}, &at)
	return append(list, shown)
}

// showBoundRun does the same as showBound for a control within a paragraph.
func (w *walk) showBoundRun(value string, p *flow.Paragraph, at *flow.Place, base func() style.Look, deleted bool) error {
	content := &flow.Paragraph{}
	if err := w.inline(content, at, nothing, base, deleted); err != nil {
		return err
	}
	same := says(content.Text.String(), value)
	if !same {
		content.Hide()
	}
	p.Append(content)
	if !same {
		look := base()
		p.Put(value, &look, at.With(deleted))
	}
	return nil
}

// says reports whether a text contains a value, apart from blanks.
func says(text, value string) bool {
	return strings.Contains(char.Squeezed(text), char.Squeezed(value))
}
