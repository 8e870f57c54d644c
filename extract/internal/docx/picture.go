package docx

import (
	"slices"
	"strconv"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/picture"
	"zhiwen/extract/internal/style"
)

// docxDrawing is the state of reading a drawing of DrawingML or VML with its pictures and texts.
type docxDrawing struct {
	width, height float32 // points
	group         bool    // of pictures with sizes of their own
	last          *picture.Picture

	spot   draft.Spot // position
	placed bool
	unseen bool        // the whole drawing is hidden, without size or off the page
	shape  bool        // the same for the current shape
	grows  bool        // the shape grows with its text
	sized  bool        // width and height are those of the shape
	fill   style.Paint // of the shape
}

// pointEMU is a point in DrawingML's unit.
const pointEMU = 12_700

// note applies the attributes of an element.
func (d *docxDrawing) note(s markup.Tag, page style.Sheet) {
	switch s.Name {
	case "anchor", "inline":
		*d = docxDrawing{unseen: s.Attr("hidden") == "1" || s.Attr("hidden") == "true"}
	case "wgp":
		d.group, d.sized = true, false
	case "wsp":
		d.shape, d.fill = false, style.Bare
	case "docPr":
		d.unseen = d.unseen || s.Attr("hidden") == "1" || s.Attr("hidden") == "true"
	case "cNvPr":
		d.shape = d.shape || s.Attr("hidden") == "1" || s.Attr("hidden") == "true"
	case "extent", "ext":
		if s.Attr("cx") == "" { // an extension with the same name
			return
		}
		x, _ := strconv.ParseFloat(s.Attr("cx"), 32)
		y, _ := strconv.ParseFloat(s.Attr("cy"), 32)
		w, h := float32(x/pointEMU), float32(y/pointEMU)
		switch {
		case s.Name == "extent":
			d.width, d.height, d.sized = w, h, true
			d.unseen = d.unseen || w <= 0 || h <= 0
		case w <= 0 || h <= 0:
			d.shape = d.shape || w <= 0 && h <= 0 // one zero alone makes a line
		case d.group && d.last != nil:
			d.last.Width, d.last.Height = w, h
		}
	case "group":
		*d = docxDrawing{group: true}
		d.styled(s.Attr("style"), page)
		d.unseen = d.shape
	case "shape", "rect", "roundrect", "oval":
		*d = docxDrawing{group: d.group, unseen: d.unseen}
		d.styled(s.Attr("style"), page)
		d.fill = vmlFill(s.Attr("filled"), s.Attr("fillcolor"), s.Attr("opacity"))
	case "fill":
		if d.fill != style.Bare {
			if kind := s.Attr("type"); kind != "" && kind != "solid" {
				d.fill = style.AnyPaint
			} else if s.Attr("color")+s.Attr("opacity") != "" {
				d.fill = vmlFill(s.Attr("on"), s.Attr("color"), s.Attr("opacity"))
			}
		}
	case "textbox":
		d.grows = d.grows || strings.Contains(strings.ReplaceAll(s.Attr("style"), " ", ""), "mso-fit-shape-to-text:t")
	case "srcRect":
		if d.last != nil {
			for i, side := range []string{"l", "t", "r", "b"} {
				v, _ := strconv.ParseFloat(s.Attr(side), 32) // in thousandths of a per cent
				d.last.Crop[i] = min(max(float32(v)/wholePercent, 0), 1)
			}
		}
	}
}

// styled applies the style of a VML shape. Shapes in a group use the units of the group.
func (d *docxDrawing) styled(list string, page style.Sheet) {
	at := map[string]float64{}
	for property := range strings.SplitSeq(list, ";") {
		name, value, _ := strings.Cut(property, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		switch name {
		case "width", "height":
			p := picture.Points(value)
			d.shape = d.shape || p <= 0 && strings.Trim(value, "0.ptinmcx%") == "" && value != ""
			if name == "width" {
				d.width = p
			} else {
				d.height = p
			}
		case "visibility":
			d.shape = d.shape || value == "hidden"
		case "display":
			d.shape = d.shape || value == "none"
		case "left", "margin-left", "top", "margin-top":
			at[strings.TrimPrefix(name, "margin-")] += float64(picture.Length(value))
		}
	}
	d.spot, d.placed = draft.Spot{X: at["left"], Y: at["top"]}, !d.group && strings.Contains(list, "absolute")
	d.sized = d.width > 0 && d.height > 0 && !d.group
	d.shape = d.shape || !d.group && (page.MissesX(at["left"], float64(d.width), false) ||
		page.MissesY(at["top"], float64(d.height), false))
}

// vmlFill returns the filling of a VML shape, white by default.
func vmlFill(filled, colour, opacity string) style.Paint {
	if filled == "f" || filled == "false" || filled == "0" {
		return style.Bare
	}
	colour, _, _ = strings.Cut(colour, " ") // a theme colour, followed by its number in brackets
	p := style.White
	if colour != "" {
		p = style.CSSPaint(colour)
	}
	if o, err := strconv.ParseFloat(strings.TrimSuffix(opacity, "f"), 64); err == nil {
		if strings.HasSuffix(opacity, "f") {
			o /= 1 << 16
		}
		p = p.Faded(o)
	}
	if p == style.Glass {
		return style.Bare
	}
	return p
}

// property reads an element with the position of a drawing or the filling of its shape.
func (d *docxDrawing) property(w *walk, s markup.Tag) error {
	if s.Name == "blipFill" { // including the picture in it
		d.fill = style.AnyPaint
		return nil
	}
	if s.Name == "ln" { // the filling of a line
		return w.XML.Skip()
	}
	e, err := w.XML.Element()
	if err != nil {
		return err
	}
	switch s.Name {
	case "positionH", "positionV":
		// The size is not known yet, so the drawing may be as large as the page.
		switch at, placed := offsetOf(e); {
		case !placed: // aligned, or unstated
		case s.Name == "positionH":
			d.spot.X, d.placed = at, true
			d.unseen = d.unseen || w.page.MissesX(at, w.page.Wide, e.Attr("relativeFrom") == "page")
		default:
			d.spot.Y, d.placed = at, true
			if from := e.Attr("relativeFrom"); from == "paragraph" || from == "line" {
				d.spot = d.spot.Anchored(w.anchors)
			}
			d.unseen = d.unseen || w.page.MissesY(at, w.page.High, e.Attr("relativeFrom") == "page")
		}
	case "fillRef":
		if d.fill == style.Bare && e.Attr("idx") != "0" && e.Attr("idx") != "" {
			d.fill = style.AnyPaint
			for c := range e.Children() {
				d.fill = w.colour(c, opacity)
			}
		}
	case "noFill":
		d.fill = style.NoPaint // not filled by a style either
	default:
		d.fill = w.filled(e, opacity)
	}
	return nil
}

// offsetOf returns the offset of a position in points, or false if it has none.
func offsetOf(position markup.Element) (points float64, ok bool) {
	emu, err := strconv.ParseFloat(strings.TrimSpace(position.Child("posOffset").Text()), 64)
	return emu / pointEMU, err == nil
}

// place returns the place of the shape's text, for a shape in a paragraph at a place.
func (d *docxDrawing) place(w *walk, at flow.Place) flow.Place {
	in := flow.Place{Kind: extract.Box, Ground: d.fill, Room: at.Room, Deleted: at.Deleted}
	if d.placed {
		spot := d.spot
		in.Spot = &spot
	}
	switch {
	case at.Room == style.Shut:
	case d.unseen || d.shape:
		in.Room = style.Shut
	case d.sized && !d.grows && !w.boxGrows():
		in.Room = style.NewRoom(float64(d.width), float64(d.height))
	}
	if in.Ground == style.Bare || in.Ground == style.NoPaint {
		if in.Ground = at.Ground; w.floating() {
			in.Ground = style.AnyPaint
		}
	}
	return in
}

// boxGrows reports whether the properties after a box's text, which begins here, say that the box
// grows with its text.
func (w *walk) boxGrows() bool {
	_, behind, _ := strings.Cut(w.XML.Raw[w.XML.Offset:], "txbxContent>")
	properties, _, _ := strings.Cut(behind, "wsp>")
	return strings.Contains(properties, "spAutoFit")
}

// floating reports whether the document has drawings that may lie behind an unfilled box: pictures
// and filled shapes beside the text.
func (w *walk) floating() bool {
	if w.floats == style.Unset {
		raw := w.XML.Raw
		has := func(signs ...string) bool {
			return slices.ContainsFunc(signs, func(sign string) bool { return strings.Contains(raw, sign) })
		}
		w.floats = style.SetIf(has("anchor ", "position:absolute") && has(":blip ", "imagedata ", "gradFill>", "fillcolor=",
			"spPr><a:solidFill", "prstGeom><a:solidFill", "custGeom><a:solidFill"))
	}
	return w.floats == style.Yes
}
