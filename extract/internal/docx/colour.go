package docx

import (
	"cmp"
	"maps"
	"strconv"
	"strings"

	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/style"
)

// palette maps the colour names used by texts and drawings to the colours of a file's theme.
type palette map[string]style.Paint

// colourNames maps the names used by runs (w:themeColor) and drawings (a:schemeClr) to the names in
// the theme part.
var colourNames = map[string]string{
	"dark1": "dk1", "light1": "lt1", "dark2": "dk2", "light2": "lt2", "hyperlink": "hlink", "followedHyperlink": "folHlink",
	"dk1": "dk1", "lt1": "lt1", "dk2": "dk2", "lt2": "lt2", "hlink": "hlink", "folHlink": "folHlink",
	"accent1": "accent1", "accent2": "accent2", "accent3": "accent3", "accent4": "accent4", "accent5": "accent5", "accent6": "accent6",
}

// mappedNames are names that the settings map to colours, with the attribute that does so and the
// default.
var mappedNames = map[string][2]string{
	"background1": {"bg1", "light1"}, "text1": {"t1", "dark1"}, "background2": {"bg2", "light2"}, "text2": {"t2", "dark2"},
	"bg1": {"bg1", "light1"}, "tx1": {"t1", "dark1"}, "bg2": {"bg2", "light2"}, "tx2": {"t2", "dark2"},
}

// officeColours are the colours of the Office theme, used for files without a theme.
var officeColours = palette{
	"dk1": style.RGB(0, 0, 0), "lt1": style.White, "dk2": style.RGB(0x44, 0x54, 0x6A), "lt2": style.RGB(0xE7, 0xE6, 0xE6),
	"accent1": style.RGB(0x44, 0x72, 0xC4), "accent2": style.RGB(0xED, 0x7D, 0x31), "accent3": style.RGB(0xA5, 0xA5, 0xA5),
	"accent4": style.RGB(0xFF, 0xC0, 0x00), "accent5": style.RGB(0x5B, 0x9B, 0xD5), "accent6": style.RGB(0x70, 0xAD, 0x47),
	"hlink": style.RGB(0x05, 0x63, 0xC1), "folHlink": style.RGB(0x95, 0x4F, 0x72),
}

// theme reads the colours of the theme, once.
func (w *walk) theme() palette {
	if w.colours != nil {
		return w.colours
	}
	own := maps.Clone(officeColours)
	var mapping markup.Element
	if w.file != nil {
		// A part that cannot be read leaves the default colours.
		if raw, err := w.file.Part(w.file.related("theme")); err == nil {
			for e := range first(raw, "clrScheme").Children() {
				for c := range e.Children() {
					own[e.Name()] = drawnColour(c, nil)
				}
			}
		}
		if raw, err := w.file.Part(w.file.related("settings")); err == nil {
			mapping = first(raw, "clrSchemeMapping")
		}
	}
	w.colours = palette{}
	named := func(name string) style.Paint {
		if p, ok := own[colourNames[name]]; ok {
			return p
		}
		return style.AnyPaint
	}
	for name := range colourNames {
		w.colours[name] = named(name)
	}
	for name, m := range mappedNames {
		w.colours[name] = named(cmp.Or(mapping.Attr(m[0]), m[1]))
	}
	return w.colours
}

// first returns the first element with a name in a part, or an empty one.
func first(raw, name string) markup.Element {
	x := markup.NewReader(raw)
	if found, err := x.Find(name); !found || err != nil {
		return nil
	}
	e, err := x.Element()
	if err != nil {
		return nil
	}
	return e
}

// textColour reads a colour of WordprocessingML from the attributes of e. A theme colour, made
// lighter or darker, takes precedence over the value beside it.
func (w *walk) textColour(e markup.Element, value, themed, tint, shade string) style.Paint {
	name := e.Attr(themed)
	if name == "" || name == "none" {
		return style.GroundPaint(e.Attr(value))
	}
	p, ok := w.theme()[name]
	if !ok {
		return style.GroundPaint(e.Attr(value))
	}
	part := func(attribute string) float64 {
		if v, err := strconv.ParseUint(e.Attr(attribute), 16, 8); err == nil {
			return float64(v) / 255
		}
		return 1
	}
	t := part(tint)
	return p.Lit(t*part(shade), 1-t)
}

// drawnColour reads a colour element of DrawingML with the changes of its shade.
func drawnColour(e markup.Element, theme func() palette) style.Paint {
	p := style.AnyPaint
	switch e.Name() {
	case "srgbClr":
		p = style.HexPaint(e.Attr("val"))
	case "sysClr":
		p = style.HexPaint(cmp.Or(e.Attr("lastClr"), map[string]string{"window": "FFFFFF", "windowText": "000000"}[e.Attr("val")]))
	case "scrgbClr": // shares of linear light
		part := func(name string) float64 { v, _ := share(e.Attr(name)); return v }
		p = style.Light(part("r"), part("g"), part("b"))
	case "hslClr":
		hue, _ := strconv.ParseFloat(e.Attr("hue"), 64)
		saturation, _ := share(e.Attr("sat"))
		light, _ := share(e.Attr("lum"))
		p = style.HSL(hue/wholeDegree, saturation, light)
	case "prstClr":
		p = style.CSSPaint(e.Attr("val"))
	case "schemeClr":
		if theme != nil {
			if known, ok := theme()[e.Attr("val")]; ok {
				p = known
			}
		}
	}
	for c := range e.Children() {
		if c.Name() == "inv" {
			p = p.Inverted()
		}
		v, ok := share(c.Attr("val"))
		if !ok {
			continue
		}
		switch c.Name() {
		case "lum":
			p = p.Lit(0, v)
		case "lumMod":
			p = p.Lit(v, 0)
		case "lumOff":
			p = p.Lit(1, v)
		case "tint":
			p = p.Mixed(style.White, 1-v)
		case "shade":
			p = p.Mixed(style.RGB(0, 0, 0), 1-v)
		}
	}
	return p
}

const (
	wholePercent = 100_000 // 1 in DrawingML's unit, thousandths of a per cent
	wholeDegree  = 60_000  // a degree in DrawingML's unit
)

// share reads a fraction of DrawingML, stated in thousandths of a per cent or in per cent.
func share(s string) (part float64, ok bool) {
	whole := float64(wholePercent)
	if rest, cut := strings.CutSuffix(s, "%"); cut {
		s, whole = rest, 100
	}
	v, err := strconv.ParseFloat(s, 64)
	return v / whole, err == nil
}

// filled reads the filling of a shape or a text. opaque converts a value of alpha to opacity.
func (w *walk) filled(e markup.Element, opaque func(alpha float64) float64) style.Paint {
	colour := func(e markup.Element) style.Paint {
		for c := range e.Children() {
			return w.colour(c, opaque)
		}
		return style.AnyPaint
	}
	switch e.Name() {
	case "noFill":
		return style.Bare
	case "solidFill":
		return colour(e)
	case "gradFill":
		var stops []style.Paint
		for stop := range e.Child("gsLst").Children() {
			stops = append(stops, colour(stop))
		}
		return style.AnyOf(stops...)
	}
	return style.AnyPaint // a pattern, a picture, or the filling of a group
}

// filling reads the filling among the children of e, NoPaint if it has none.
func (w *walk) filling(e markup.Element, opaque func(alpha float64) float64) style.Paint {
	for c := range e.Children() {
		switch c.Name() {
		case "noFill", "solidFill", "gradFill", "pattFill", "blipFill", "grpFill":
			return w.filled(c, opaque)
		}
	}
	return style.NoPaint
}

// colour reads a colour element of DrawingML with its opacity.
func (w *walk) colour(e markup.Element, opaque func(alpha float64) float64) style.Paint {
	p := drawnColour(e, w.theme)
	opaqueness := 1.0
	for c := range e.Children() {
		v, ok := share(c.Attr("val"))
		if !ok {
			continue
		}
		switch c.Name() {
		case "alpha":
			opaqueness = opaque(v)
		case "alphaMod":
			opaqueness *= v
		case "alphaOff":
			opaqueness += v
		}
	}
	return p.Faded(opaqueness)
}

// The meaning of alpha: opacity in drawings, transparency in effects of text.
func opacity(alpha float64) float64      { return alpha }
func transparency(alpha float64) float64 { return 1 - alpha }
