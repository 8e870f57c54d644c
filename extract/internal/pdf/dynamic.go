package pdf

import (
	"slices"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/markup"
)

// The pages of a dynamic form (XFA) ask to wait. A viewer that can do so replaces them with what the
// form's template describes, filled with the values of its data.

const (
	placeholder = 2_000  // most characters of pages that say nothing else
	maxEntries  = 20_000 // most values, and most lines of a template
)

// dynamic adds the words and values of a dynamic form behind its pages, and notes if there are none.
func (f *pdfiumFile) dynamic(b *draft.Draft) error {
	if !f.document.Dynamic() {
		return nil
	}
	var form dynamicForm
	if b.Length <= placeholder {
		_ = markup.Each(f.document.Packet("datasets"), []string{"data"}, form.data) // of damaged XML, what was read
		_ = markup.Each(f.document.Packet("template"), []string{"template"}, form.template)
	}
	for _, v := range form.values { // such as those of repeated rows
		form.lines = append(form.lines, v[1])
	}
	from := b.Length
	for _, line := range form.lines {
		if _, err := b.Add(line, draft.Block{Kind: extract.Body}); err != nil {
			return err
		}
	}
	if b.Length == from {
		b.Notices.Add(extract.Notice{Kind: extract.DynamicForm})
	} else if n := len(b.Pages); n > 0 {
		b.Pages[n-1].End = b.Length
	}
	return nil
}

// dynamicForm is the content of such a form.
type dynamicForm struct {
	values [][2]string // names and values that no field has shown yet
	lines  []string
}

// data collects the values below an element.
func (d *dynamicForm) data(e markup.Element) {
	leaf := true
	for c := range e.Children() {
		if c.Name() != "body" { // of text with formats
			leaf = false
			d.data(c)
		}
	}
	if leaf && len(d.values) < maxEntries {
		d.values = append(d.values, [2]string{e.Name(), words(e)})
	}
}

// template collects the words and the filled fields below an element, if it is shown.
func (d *dynamicForm) template(e markup.Element) {
	switch presence := e.Attr("presence"); {
	case presence != "" && presence != "visible", e.Name() == "pageSet", len(d.lines) >= maxEntries:
	case e.Name() == "draw":
		d.lines = append(d.lines, words(e.Child("value")))
	case e.Name() == "field":
		value := words(e.Child("value"))
		if i := slices.IndexFunc(d.values, func(v [2]string) bool { return v[0] == e.Attr("name") }); i >= 0 {
			value = d.values[i][1]
			d.values = slices.Delete(d.values, i, i+1)
		}
		d.lines = append(d.lines, char.OneLine(words(e.Child("caption"))+" "+value))
	default:
		for c := range e.Children() {
			d.template(c)
		}
	}
}

// words returns the text of an element and of those below it.
func words(e markup.Element) string {
	var out []string
	for _, n := range e {
		if s := strings.TrimSpace(n.Text); s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, " ")
}
