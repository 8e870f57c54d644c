package docx

import (
	"slices"
	"strconv"

	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/style"
)

// namedStyle is an entry of styles.xml.
type namedStyle struct {
	basedOn string
	name    string
	kind    string
	level   int // outline level from 1, 0 unset, -1 stated to be body text
	numID   string
	ilvl    int // -1 where the list says which of its levels the style is
	look    style.Look
	right   style.Set // its paragraphs run from right to left

	numStyle string // that sets numID, of a resolved style
}

// runLook reads w:rPr.
func runLook(rPr markup.Element) style.Look {
	var l style.Look
	if rPr == nil {
		return l
	}
	l.Hidden = rPr.Toggle("vanish")
	l.Bold = rPr.Toggle("b")
	for child := range rPr.Children() {
		if slices.Contains(edges, child.Name()) {
			l.Edged = edged(rPr)
			break // as of few runs
		}
	}
	if c := rPr.Child("color"); c != nil {
		l.Ink = style.HexPaint(c.Attr("val"))
	}
	if f := rPr.Child("textFill"); f != nil {
		l.Ink = filledWith(f, l.Ink)
	}
	if g := shading(rPr); g != style.NoPaint {
		l.Ground = g
	}
	if h := rPr.Child("highlight"); h != nil {
		l.Ground = highlights[h.Attr("val")]
	}
	if s := rPr.Child("sz"); s != nil {
		l.Size, _ = strconv.Atoi(s.Attr("val"))
	}
	return l
}

// edges are properties that draw around letters, which are seen in any colour then.
var edges = []string{"emboss", "imprint", "outline", "shadow", "glow", "textOutline"}

func edged(rPr markup.Element) style.Set {
	set := style.Unset
	for _, edge := range edges {
		t := rPr.Toggle(edge)
		if rPr.Child(edge).Child("noFill") != nil {
			t = style.No
		}
		set = max(set, t)
	}
	return set
}

// highlights are the colours of markers.
var highlights = map[string]style.Paint{
	"black": style.RGB(0, 0, 0), "blue": style.RGB(0, 0, 255), "cyan": style.RGB(0, 255, 255), "green": style.RGB(0, 255, 0), "magenta": style.RGB(255, 0, 255), "red": style.RGB(255, 0, 0),
	"yellow": style.RGB(255, 255, 0), "white": style.White, "darkBlue": style.RGB(0, 0, 128), "darkCyan": style.RGB(0, 128, 128), "darkGreen": style.RGB(0, 128, 0), "darkMagenta": style.RGB(128, 0, 128),
	"darkRed": style.RGB(128, 0, 0), "darkYellow": style.RGB(128, 128, 0), "darkGray": style.RGB(128, 128, 128), "lightGray": style.RGB(192, 192, 192), "none": style.Bare,
}

// filledWith reads w14:textFill, which Word draws instead of the colour ink.
func filledWith(f markup.Element, ink style.Paint) style.Paint {
	if f.Child("noFill") != nil {
		return style.Glass
	}
	colour := f.Child("solidFill").Child("srgbClr")
	if colour == nil {
		return ink
	}
	const percent = 1000 // of the transparency that w14:alpha states
	if t, err := strconv.Atoi(colour.Child("alpha").Attr("val")); err == nil && t >= 95*percent {
		return style.Glass
	}
	return style.HexPaint(colour.Attr("val"))
}

// shading reads w:shd of run, paragraph, cell or table properties.
func shading(properties markup.Element) style.Paint {
	s := properties.Child("shd")
	if s == nil {
		return style.NoPaint
	}
	switch s.Attr("val") {
	case "clear", "", "nil":
		return style.GroundPaint(s.Attr("fill"))
	case "solid":
		return style.HexPaint(s.Attr("color"))
	}
	return style.AnyPaint // a pattern
}

func (w *walk) loadStyles(raw string, err error) error {
	w.styles, w.resolvedStyles = map[string]*namedStyle{}, map[string]namedStyle{}
	if err != nil {
		return err
	}
	return markup.Each(raw, []string{"docDefaults", "style"}, func(e markup.Element) {
		switch e.Name() {
		case "docDefaults":
			w.defaults = runLook(e.Child("rPrDefault").Child("rPr"))
		case "style":
			s := &namedStyle{basedOn: e.Child("basedOn").Attr("val"), name: e.Child("name").Attr("val"), kind: e.Attr("type"), look: runLook(e.Child("rPr")), ilvl: -1}
			pPr := e.Child("pPr")
			s.level, s.right = outlineLevel(pPr), pPr.Toggle("bidi")
			if n := pPr.Child("numPr"); n != nil {
				s.numID = n.Child("numId").Attr("val")
				if l, err := strconv.Atoi(n.Child("ilvl").Attr("val")); err == nil {
					s.ilvl = l
				}
			}
			if s.look.Ground == style.NoPaint {
				s.look.Ground = shading(pPr)
			}
			if id := e.Attr("styleId"); id != "" { // others cannot be referred to
				w.styles[id] = s
			}
			if d := e.Attr("default"); (d == "1" || d == "on" || d == "true") && s.kind == "paragraph" {
				w.normal = e.Attr("styleId")
			}
		}
	})
}

// outlineLevel reads w:outlineLvl of paragraph properties; Word counts from 0
// and 9 means body text.
func outlineLevel(pPr markup.Element) int {
	o := pPr.Child("outlineLvl")
	if o == nil {
		return 0
	}
	n, err := strconv.Atoi(o.Attr("val"))
	switch {
	case err != nil || n < 0:
		return 0
	case n > 8:
		return -1
	}
	return n + 1
}

// resolved gives what a style and those it is based on set together.
func (w *walk) resolved(id string) namedStyle {
	if w.styles[id] == nil {
		return namedStyle{ilvl: -1}
	}
	s, known := w.resolvedStyles[id]
	if !known {
		s = w.resolve(id)
		w.resolvedStyles[id] = s
	}
	return s
}

func (w *walk) resolve(id string) namedStyle {
	out := namedStyle{ilvl: -1}
	for range flow.MaxStyleChain {
		s := w.styles[id]
		if s == nil {
			break
		}
		if out.level == 0 {
			out.level = s.level
			if out.level == 0 {
				out.level = flow.NamedLevel(s.name)
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
		if out.right == style.Unset {
			out.right = s.right
		}
		out.look = out.look.Over(s.look)
		id = s.basedOn
	}
	return out
}
