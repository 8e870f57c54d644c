package ofd

import (
	"fmt"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/page"
)

const (
	// maxObjects is how many objects of a page are looked at: maps and outlined
	// texts have some ten thousand.
	maxObjects = 500_000
	// maxNesting is how deep composite objects may stand in one another.
	maxNesting = 8
)

// reader reads the content of one page.
type reader struct {
	file  *file
	res   *resources
	page  *page.Page
	fonts []string // of the page's glyphs
	left  int      // characters that may still be read of the file
	last  int      // of the glyphs, the place behind the visible one that was put last

	objects int  // seen so far
	nesting int  // composite objects that are open
	hides   bool // what is read is not shown
	clip    clip // of the composite objects that are open
	filled  bool // it is an annotation, which stands behind all else in the file

	ruling  page.Ruling
	grounds grounds
	canvas  *canvas // nil where the page is not drawn
}

// layerOrder is how layers lie on one another, whatever order the file has them in.
var layerOrder = []string{"Background", "Body", "Foreground"}

// content reads what is drawn of a page or template.
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

// layers reads the layers of a kind, or all.
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

// block reads the objects in the element that has just begun: a layer, a block, a
// composite unit, an annotation's appearance.
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

// composite reads the unit that a composite object shows.
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

// annotations reads what the annotations of a page show. Those that mark the page
// as a whole are given back: they are no text of it.
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

// written returns the characters of glyphs in a row.
func written(glyphs []page.Glyph) string {
	var s strings.Builder
	for i := range glyphs {
		s.WriteRune(glyphs[i].Rune)
	}
	return s.String()
}
