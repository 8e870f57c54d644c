package ofd

import (
	"fmt"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/page"
)

const (
	// maxObjects is the most objects of a page that are read: maps and outlined texts have some ten
	// thousand.
	maxObjects = 500_000
	// maxNesting is the depth of nested composite objects.
	maxNesting = 8
)

// reader reads the content of one page.
type reader struct {
	file  *file
	res   *resources
	page  *page.Page
	fonts []string // by index of the page's glyphs
	left  int      // characters of the file that may still be read
	last  int      // index after the visible glyph that was added last

	objects int  // seen so far
	nesting int  // depth of open composite objects
	hides   bool // the current content is hidden
	clip    clip // of the open composite objects
	filled  bool // the content is an annotation, which comes last in the file

	ruling  page.Ruling
	grounds grounds
	canvas  *canvas // nil if the page is not drawn
}

// layerOrder is the order of layers from back to front, whatever their order in the file.
var layerOrder = []string{"Background", "Body", "Foreground"}

// content reads the content of a page or template.
func (r *reader) content(raw string, outer matrix) error {
	if !strings.Contains(raw, layerOrder[0]) && !strings.Contains(raw, layerOrder[2]) {
		return r.layers(raw, outer, "")
	}
	for _, kind := range layerOrder {
		if err := r.layers(raw, outer, kind); err != nil {
			return err
		}
	}
	return nil
}

// layers reads the layers of a kind, or all layers.
func (r *reader) layers(raw string, outer matrix, only string) error {
	x := markup.NewReader(raw)
	for {
		found, err := x.Find("Layer")
		if !found || err != nil {
			return err
		}
		of := x.Tag.Attr("Type")
		if of != layerOrder[0] && of != layerOrder[2] {
			of = "Body"
		}
		if only != "" && of != only {
			err = x.Skip()
		} else {
			err = r.block(x, outer, opaque.with(r.res, x.Tag.Attr("DrawParam")))
		}
		if err != nil {
			return err
		}
	}
}

// block reads the objects in the element that has just begun: a layer, a block, a composite unit or
// the appearance of an annotation.
func (r *reader) block(x *markup.Reader, outer matrix, look looks) error {
	return x.Each(func(markup.Tag) error {
		if r.objects++; r.objects > maxObjects {
			return fmt.Errorf("%w: page %d holds more than %d objects", extract.ErrLimits, r.page.Number, maxObjects)
		}
		return r.object(x, outer, look)
	})
}

// object reads the object that has just begun.
func (r *reader) object(x *markup.Reader, outer matrix, look looks) error {
	switch x.Tag.Name {
	case "PageBlock":
		return r.block(x, outer, look)
	case "TextObject", "PathObject", "ImageObject", "CompositeObject":
	default:
		return x.Skip()
	}
	e, err := x.Element()
	if err != nil {
		return err
	}
	if e.Attr("Visible") == "false" {
		defer func(before bool) { r.hides = before }(r.hides)
		r.hides = true
	}
	switch look = look.of(r.res, e); e.Name() {
	case "TextObject":
		return r.text(e, outer, look)
	case "PathObject":
		r.path(e, outer, look)
	case "ImageObject":
		r.image(e, outer, look)
	case "CompositeObject":
		return r.composite(e, outer, look)
	}
	return nil
}

// composite reads the unit that a composite object displays.
func (r *reader) composite(e markup.Element, outer matrix, look looks) error {
	unit, ok := r.res.units[e.Attr("ResourceID")]
	if !ok || r.nesting == maxNesting {
		return nil
	}
	if err := r.file.repeat(unit); err != nil {
		return err
	}
	r.nesting++
	defer func(before clip) { r.nesting, r.clip = r.nesting-1, before }(r.clip)
	r.clip = r.clip.within(clipOf(e, outer))
	x := markup.NewReader(unit)
	if found, err := x.Find("Content"); !found || err != nil {
		return err
	}
	return r.block(x, placed(outer, e.Attr("Boundary"), e.Attr("CTM")), look)
}

// annotations reads what the annotations of a page display. Texts that mark the whole page are not
// part of its text and are returned.
func (r *reader) annotations(raw string, outer matrix) (marks []string, err error) {
	x := markup.NewReader(raw)
	r.filled = true
	var kind string
	visible := true
	for {
		found, err := x.Find("Annot", "Appearance")
		if !found || err != nil {
			return marks, err
		}
		switch x.Tag.Name {
		case "Annot":
			kind, visible = x.Tag.Attr("Type"), x.Tag.Attr("Visible") != "false"
		case "Appearance":
			from, last := len(r.page.Glyphs), r.last
			r.hides = !visible
			err := r.block(x, placed(outer, x.Tag.Attr("Boundary"), ""), opaque)
			r.hides = false
			if err != nil {
				return marks, err
			}
			if kind == "Watermark" {
				marks = append(marks, written(r.page.Glyphs[from:]))
				r.page.Glyphs, r.fonts, r.last = r.page.Glyphs[:from], r.fonts[:from], last
			}
		}
	}
}

// written returns the characters of successive glyphs.
func written(glyphs []page.Glyph) string {
	var s strings.Builder
	for i := range glyphs {
		s.WriteRune(glyphs[i].Rune)
	}
	return s.String()
}
