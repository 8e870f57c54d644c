package docx

import (
	"strconv"
	"strings"

	"zhiwen/extract/internal/char"
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
	ilvl    int // -1 if the list says which of its levels the style is for
	look    style.Look
	indents style.Indents
	frame   style.Frame
	right   style.Set            // its paragraphs run from right to left
	parts   map[string]tablePart // of a table style

	numStyle string // style that sets numID; only in a resolved style
}

// runLook reads w:rPr.
func (w *walk) runLook(rPr markup.Element) style.Look {
	var l style.Look
	for c := range rPr.Children() {
		switch c.Name() {
		case "vanish":
			l.Hidden = c.On()
		case "b":
			l.Bold = c.On()
		case "strike", "dstrike":
			if l.Struck != style.Yes {
				l.Struck = c.On()
			}
		case "i", "u", "vertAlign", "em", "bdr", "caps", "smallCaps", "outline", "effect":
			l.SetHand(char.Sum(c.Name()), char.Sum(c.Attr("val")))
		case "rFonts":
			l.SetHand(char.Sum(c.Attr("ascii")), char.Sum(c.Attr("eastAsia")))
		case "color":
			l.Ink = w.ink(c)
		case "sz":
			l.Size = halfPoints(c.Attr("val"))
		case "w":
			l.Width, _ = strconv.Atoi(strings.TrimSuffix(c.Attr("val"), "%"))
		case "spacing":
			l.Gap = twips(c.Attr("val"))
		case "fitText":
			l.Fit = twips(c.Attr("val"))
		case "position":
			l.Raise = halfPoints(c.Attr("val"))
		case "emboss", "imprint", "shadow", "textOutline", "glow":
			if p := w.edge(c); l.Edge == style.NoPaint || l.Edge == style.Bare {
				l.Edge = p
			} else if p != style.NoPaint && p != style.Bare {
				l.Edge = style.AnyOf(l.Edge, p)
			}
		}
	}
	if f := rPr.Child("textFill"); f != nil {
		if p := w.filling(f, transparency); p == style.Bare {
			l.Ink = style.Glass
		} else if p != style.NoPaint {
			l.Ink = p
		}
	}
	if g := w.shading(rPr); g != style.NoPaint {
		l.Ground = g
	}
	if h := rPr.Child("highlight"); h != nil {
		l.Ground = highlights[h.Attr("val")]
	}
	return l
}

// ink reads w:color. Programs choose an automatic colour so that it is visible.
func (w *walk) ink(c markup.Element) style.Paint {
	if p := w.textColour(c, "val", "themeColor", "themeTint", "themeShade"); p != style.Bare && p != style.NoPaint {
		return p
	}
	return style.AnyPaint
}

// edge reads a property that draws around letters: those of Word 97 use shades of grey, those since
// 2010 (w14) a colour of their own.
func (w *walk) edge(c markup.Element) style.Paint {
	switch name := c.Name(); {
	case len(c) == 1 && name != "textOutline" && name != "glow":
		if c.On() == style.Yes {
			return style.AnyPaint
		}
		return style.Bare
	case name == "textOutline":
		return w.filling(c, transparency)
	case name == "glow" && c.Attr("rad") == "0", name == "shadow" && c.Attr("blurRad") == "0" && c.Attr("dist") == "0":
		return style.Bare // behind the letters and no larger
	}
	for colour := range c.Children() {
		return w.colour(colour, transparency)
	}
	return style.Bare
}

// highlights are the colours of markers.
var highlights = map[string]style.Paint{
	"black": style.RGB(0, 0, 0), "blue": style.RGB(0, 0, 255), "cyan": style.RGB(0, 255, 255), "green": style.RGB(0, 255, 0),
	"magenta": style.RGB(255, 0, 255), "red": style.RGB(255, 0, 0),
	"yellow": style.RGB(255, 255, 0), "white": style.White, "darkBlue": style.RGB(0, 0, 128), "darkCyan": style.RGB(0, 128, 128),
	"darkGreen": style.RGB(0, 128, 0), "darkMagenta": style.RGB(128, 0, 128),
	"darkRed": style.RGB(128, 0, 0), "darkYellow": style.RGB(128, 128, 0), "darkGray": style.RGB(128, 128, 128),
	"lightGray": style.RGB(192, 192, 192), "none": style.Bare,
}

// shading reads w:shd of run, paragraph, cell or table properties.
func (w *walk) shading(properties markup.Element) style.Paint {
	s := properties.Child("shd")
	if s == nil {
		return style.NoPaint
	}
	fill := w.textColour(s, "fill", "themeFill", "themeFillTint", "themeFillShade")
	pattern := s.Attr("val")
	if pattern == "clear" || pattern == "" || pattern == "nil" {
		return fill
	}
	lines := w.textColour(s, "color", "themeColor", "themeTint", "themeShade")
	if pattern == "solid" {
		return style.Shaded(lines, fill, 1)
	}
	if part, err := strconv.ParseFloat(strings.TrimPrefix(pattern, "pct"), 64); err == nil {
		return style.Shaded(lines, fill, part/100)
	}
	return style.Striped(lines, fill)
}

func (w *walk) loadStyles(raw string, err error) error {
	w.styles, w.resolvedStyles, w.usual = map[string]*namedStyle{}, map[string]namedStyle{}, map[string]string{}
	if err != nil {
		return err
	}
	return markup.Each(raw, []string{"docDefaults", "style"}, func(e markup.Element) {
		switch e.Name() {
		case "docDefaults":
			w.defaults = w.runLook(e.Child("rPrDefault").Child("rPr"))
			w.defaults.Line = lineHeight(e.Child("pPrDefault").Child("pPr"))
		case "style":
			s := &namedStyle{basedOn: e.Child("basedOn").Attr("val"), name: e.Child("name").Attr("val"),
				kind: e.Attr("type"), look: w.runLook(e.Child("rPr")), ilvl: -1}
			pPr := e.Child("pPr")
			s.level, s.right = outlineLevel(pPr), pPr.Toggle("bidi")
			s.indents, s.frame = indentsOf(pPr), frameOf(pPr.Child("framePr"))
			if n := pPr.Child("numPr"); n != nil {
				s.numID = n.Child("numId").Attr("val")
				if l, err := strconv.Atoi(n.Child("ilvl").Attr("val")); err == nil {
					s.ilvl = l
				}
			}
			if s.look.Ground == style.NoPaint {
				s.look.Ground = w.shading(pPr)
			}
			s.look.Line = lineHeight(pPr)
			if s.kind == "table" {
				s.parts = w.tableParts(e)
			}
			if id := e.Attr("styleId"); id != "" { // others cannot be referenced
				w.styles[id] = s
			}
			if d := e.Attr("default"); d == "1" || d == "on" || d == "true" {
				w.usual[s.kind] = e.Attr("styleId")
			}
		}
	})
}

// outlineLevel reads w:outlineLvl of paragraph properties. Word counts from 0, and 9 means body text.
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

// resolved returns a style combined with those it is based on.
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
		if out.frame == (style.Frame{}) {
			out.frame = s.frame
		}
		out.indents = out.indents.Over(s.indents)
		out.look = out.look.Over(s.look)
		out.parts = basedOn(out.parts, s.parts)
		id = s.basedOn
	}
	return out
}
