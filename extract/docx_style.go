package extract

import (
	"strconv"
)

// style is an entry of styles.xml.
type style struct {
	basedOn string
	name    string
	kind    string
	level   int // outline level from 1, 0 unset, -1 stated to be body text
	numID   string
	ilvl    int // -1 where the list says which of its levels the style is
	look    look

	numStyle string // that sets numID, of a resolved style
}

// runLook reads w:rPr.
func runLook(rPr element) look {
	var l look
	if rPr == nil {
		return l
	}
	l.hidden = rPr.toggle("vanish")
	l.bold = rPr.toggle("b")
	for _, edge := range []string{"emboss", "imprint", "outline", "shadow", "glow", "textOutline"} {
		t := rPr.toggle(edge)
		if rPr.child(edge).child("noFill") != nil {
			t = no
		}
		l.edged = max(l.edged, t)
	}
	if c := rPr.child("color"); c != nil {
		l.ink = hexPaint(c.attr("val"))
	}
	if f := rPr.child("textFill"); f != nil {
		l.ink = filledWith(f, l.ink)
	}
	if g := shading(rPr); g != noPaint {
		l.ground = g
	}
	if h := rPr.child("highlight"); h != nil {
		l.ground = highlights[h.attr("val")]
	}
	if s := rPr.child("sz"); s != nil {
		l.size, _ = strconv.Atoi(s.attr("val"))
	}
	return l
}

// highlights are the colours of markers.
var highlights = map[string]paint{
	"black": rgb(0, 0, 0), "blue": rgb(0, 0, 255), "cyan": rgb(0, 255, 255), "green": rgb(0, 255, 0), "magenta": rgb(255, 0, 255), "red": rgb(255, 0, 0),
	"yellow": rgb(255, 255, 0), "white": white, "darkBlue": rgb(0, 0, 128), "darkCyan": rgb(0, 128, 128), "darkGreen": rgb(0, 128, 0), "darkMagenta": rgb(128, 0, 128),
	"darkRed": rgb(128, 0, 0), "darkYellow": rgb(128, 128, 0), "darkGray": rgb(128, 128, 128), "lightGray": rgb(192, 192, 192), "none": bare,
}

// filledWith reads w14:textFill, which Word draws instead of the colour ink.
func filledWith(f element, ink paint) paint {
	if f.child("noFill") != nil {
		return glass
	}
	colour := f.child("solidFill").child("srgbClr")
	if colour == nil {
		return ink
	}
	const percent = 1000 // of the transparency that w14:alpha states
	if t, err := strconv.Atoi(colour.child("alpha").attr("val")); err == nil && t >= 95*percent {
		return glass
	}
	return hexPaint(colour.attr("val"))
}

// shading reads w:shd of run, paragraph, cell or table properties.
func shading(properties element) paint {
	s := properties.child("shd")
	if s == nil {
		return noPaint
	}
	switch s.attr("val") {
	case "clear", "", "nil":
		return groundPaint(s.attr("fill"))
	case "solid":
		return hexPaint(s.attr("color"))
	}
	return anyPaint // a pattern
}

func (w *docxWalk) loadStyles(raw string, err error) error {
	w.styles, w.whole = map[string]*style{}, map[string]style{}
	if err != nil {
		return err
	}
	return eachElement(raw, []string{"docDefaults", "style"}, func(e element) {
		switch e.name() {
		case "docDefaults":
			w.defaults = runLook(e.child("rPrDefault").child("rPr"))
		case "style":
			s := &style{basedOn: e.child("basedOn").attr("val"), name: e.child("name").attr("val"), kind: e.attr("type"), look: runLook(e.child("rPr")), ilvl: -1}
			pPr := e.child("pPr")
			s.level = outlineLevel(pPr)
			if n := pPr.child("numPr"); n != nil {
				s.numID = n.child("numId").attr("val")
				if l, err := strconv.Atoi(n.child("ilvl").attr("val")); err == nil {
					s.ilvl = l
				}
			}
			if s.look.ground == noPaint {
				s.look.ground = shading(pPr)
			}
			if id := e.attr("styleId"); id != "" { // others cannot be referred to
				w.styles[id] = s
			}
			if d := e.attr("default"); (d == "1" || d == "on" || d == "true") && s.kind == "paragraph" {
				w.normal = e.attr("styleId")
			}
		}
	})
}

// outlineLevel reads w:outlineLvl of paragraph properties; Word counts from 0
// and 9 means body text.
func outlineLevel(pPr element) int {
	o := pPr.child("outlineLvl")
	if o == nil {
		return 0
	}
	n, err := strconv.Atoi(o.attr("val"))
	switch {
	case err != nil || n < 0:
		return 0
	case n > 8:
		return -1
	}
	return n + 1
}

// resolved gives what a style and those it is based on set together.
func (w *docxWalk) resolved(id string) style {
	if w.styles[id] == nil {
		return style{ilvl: -1}
	}
	s, known := w.whole[id]
	if !known {
		s = w.resolve(id)
		w.whole[id] = s
	}
	return s
}

func (w *docxWalk) resolve(id string) style {
	out := style{ilvl: -1}
	for range maxStyleChain {
		s := w.styles[id]
		if s == nil {
			break
		}
		if out.level == 0 {
			out.level = s.level
			if out.level == 0 {
				out.level = namedLevel(s.name)
			}
		}
		if out.ilvl < 0 {
			out.ilvl = s.ilvl
		}
		if out.numID == "" && s.numID != "" {
			out.numID, out.numStyle = s.numID, id
		}
		if out.name == "" {
			out.name = s.name
		}
		out.look = out.look.over(s.look)
		id = s.basedOn
	}
	return out
}
