package html

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/style"
)

const (
	// farOff is how many points to the left or above something is out of sight: further than
	// a page is wide that a paragraph is indented in.
	farOff = 75
	// farMoved is the same of what is moved from the place where it stands.
	farMoved = 375
	// beyondSight is how far to the right nobody looks.
	beyondSight = 3_000
	// perCent is what a hundredth of its own size is at least that an element is moved by.
	perCent = 2
	// hangMost is how many points a hanging line may stand to the left of what it is a
	// part of: writers round lengths, and what is around that may be inset too.
	hangMost = 72
)

// appearance is what styles say of whether an element is seen, which those in it inherit
// or cannot undo.
type appearance struct {
	gone      bool        // nothing of it is seen, nor of what stands in it
	invisible bool        // by its visibility
	veil      float64     // how transparent it is, from 0 to 1
	points    float64     // size of its letters; 0 for usual
	scaled    float64     // by how much they are larger; 0 for not
	fill      style.Paint // of its letters, in place of their colour
	vars      map[string]string
}

// size is that of the letters of an element, in points.
func (a *appearance) size() float64 { return cmp.Or(a.points, usualSize) }

// see settles how the text of an element looks.
func (e *htmlElement) see() {
	e.shown = e.look
	e.shown.Ink = e.fill.Or(e.look.Ink).Faded(1 - e.veil)
	e.shown.Edge = e.look.Edge.Faded(1 - e.veil)
	if e.gone || e.invisible {
		e.shown.Hidden = style.Yes
	}
	if style.Tiny(e.size() * cmp.Or(e.scaled, 1)) {
		e.shown.Size = 1
	}
}

// lay lays what sheets and its own style say of an element over it.
func (w *htmlWalk) lay(e *htmlElement, rules []rule, own []declaration) {
	if len(rules) == 0 && len(own) == 0 {
		return
	}
	p := properties{}
	for _, important := range []bool{false, true} {
		for _, r := range rules {
			p.add(r.declarations, important, &e.vars)
		}
		if w.sheet.partial && !important {
			for _, name := range []string{"color", "text-fill-color", "background-color", "background-image"} {
				delete(p, name)
			}
		}
		p.add(own, important, &e.vars)
	}
	p.resolve(e.vars)
	e.apply(p)
}

// apply sets what properties say of an element.
func (e *htmlElement) apply(p properties) {
	if len(p) == 0 {
		return
	}
	e.letters(p)
	e.colours(p)
	if display, ok := p["display"]; ok {
		e.undisplayed = display == "none"
	}
	switch p["visibility"] {
	case "hidden", "collapse":
		e.invisible = true
	case "visible", "initial":
		e.invisible = false
	}
	if p["content-visibility"] == "hidden" || p["mso-hide"] == "all" {
		e.gone = true
	}
	if opaque, ok := share(p["opacity"]); ok {
		e.veil = 1 - (1-e.veil)*opaque
	}
	for _, f := range functions(p["filter"]) {
		if opaque, ok := share(strings.Join(f[1:], "")); ok && f[0] == "opacity" {
			e.veil = 1 - (1-e.veil)*opaque
		}
	}
	if e.boxed(p) {
		e.box(p)
	}
	e.place(p)
	e.moved(p)
	e.structure(p)
}

// letters sets how large the letters are, and how close.
func (e *htmlElement) letters(p properties) {
	if size := p["font-size"]; size != "" {
		around := e.size()
		switch part, relative := share(size); {
		case fontSizes[size] != 0:
			e.points = fontSizes[size]
		case size == "smaller":
			e.points = around / 1.2
		case size == "larger":
			e.points = around * 1.2
		case strings.HasSuffix(size, "%") && relative:
			e.points = around * part
		default:
			if v, err := strconv.ParseFloat(size, 64); err == nil && e.drawn { // in pixels
				e.points = v * lengthUnits["px"]
			} else if v, ok := length(size, around); ok {
				e.points = v
			}
		}
		e.points = max(e.points, math.SmallestNonzeroFloat64)
		e.look.SetHand(0, uint32(e.points*10))
	}
	if zoom, ok := share(p["zoom"]); ok && zoom > 0 {
		e.scaled = cmp.Or(e.scaled, 1) * zoom
	}
	if v, ok := length(p["letter-spacing"], e.size()); ok {
		e.look.Gap = int(20 * v)
	}
	switch high := p["line-height"]; high {
	case "":
	case "normal", "inherit", "initial", "unset":
		e.look.Line = 0
	default:
		e.look.Line = 0
		v, ok := length(high, e.size())
		if part, relative := share(high); relative {
			v, ok = part*e.size(), true
		}
		if ok && v <= e.size()/5 { // lines that are a little too close are read
			e.look.Line = 1
		}
	}
	if lines := p["text-decoration"] + p["text-decoration-line"]; strings.Contains(lines, "line-through") {
		e.look.Struck = style.Yes
	}
	if weight := p["font-weight"]; weight != "" {
		e.look.Bold = style.SetIf(weight == "bold" || weight == "bolder" || len(weight) == 3 && weight >= "600")
	}
}

// colours sets those of the letters and of what is behind them.
func (e *htmlElement) colours(p properties) {
	if c := style.CSSPaint(p["color"]); c != style.NoPaint {
		e.look.Ink = c
	}
	if c := style.CSSPaint(p["text-fill-color"]); c != style.NoPaint {
		e.fill = c
	}
	if fill := p["fill"]; fill != "" && e.drawn {
		if e.fill = style.AnyPaint; fill == "none" {
			e.fill = style.Glass
		} else if !strings.HasPrefix(fill, "url(") {
			e.fill = style.CSSPaint(fill)
		}
	}
	if opaque, ok := share(p["fill-opacity"]); ok && e.drawn {
		e.veil = 1 - (1-e.veil)*opaque
	}
	if shadow := p["text-shadow"]; shadow != "" {
		e.look.SetEdge(shadow != "none")
		if c := style.CSSGround(shadow); shadow != "none" && c != style.NoPaint {
			e.look.Edge = c
		}
	}
	if stroke := p["text-stroke"]; stroke != "" && strings.Trim(stroke, "0px. ") != "" {
		e.look.Edge = cmp.Or(style.CSSGround(stroke), e.look.Ink, style.AnyPaint)
	}
	ground := style.CSSGround(p["background-color"])
	if image := p["background-image"]; image != "" && image != "none" {
		ground = style.CSSGround(image)
	}
	if p["background-clip"] == "text" && ground.Or(style.NoPaint) != style.NoPaint { // the letters show it
		e.look.Edge = ground
		return
	}
	if ground != style.Bare { // what is around it stays behind it
		e.look.Ground = ground.Or(e.look.Ground)
	}
}

// boxed reports whether an element is a box with a size, and no part of a line.
func (e *htmlElement) boxed(p properties) bool {
	display := p["display"]
	return display != "inline" && (blockTags[e.name] || display != "" && display != "contents") || p["float"] != "" && p["float"] != "none" || p["position"] == "absolute" || p["position"] == "fixed"
}

// box notes whether an element shows nothing of what it holds since it has no size.
func (e *htmlElement) box(p properties) {
	none := func(name, least string, inside ...string) bool {
		v, ok := length(p[name], e.size())
		if part, relative := share(p[name]); relative && strings.HasSuffix(p[name], "%") && part == 0 {
			v, ok = 0, true
		}
		for _, edge := range inside { // what holds more than its size shows that within its edge
			if padding, stated := length(p[edge], e.size()); p[edge] != "" && (!stated || padding >= e.size()/2) {
				return false
			}
		}
		return ok && style.Flat(v, e.size()) && (p[least] == "" || strings.HasPrefix(p[least], "0"))
	}
	cut := func(name string) bool {
		o := p[name]
		return o == "hidden" || o == "clip" || o == "auto" || o == "scroll"
	}
	if (cut("overflow-x") || cut("overflow-y")) &&
		(none("width", "min-width", "padding-left") || none("max-width", "min-width", "padding-left") ||
			none("height", "min-height", "padding-top", "padding-bottom") || none("max-height", "min-height", "padding-top", "padding-bottom")) {
		e.gone = true
	}
}

// place notes whether an element stands out of sight.
func (e *htmlElement) place(p properties) {
	inset := 0.0 // of the element from the left
	for _, name := range []string{"margin-left", "padding-left"} {
		v, _ := length(p[name], e.size())
		inset += v
	}
	for _, name := range []string{"left", "top", "margin-left", "margin-top", "right"} {
		v, ok := length(p[name], e.size())
		if name == "right" {
			v = min(-v, 0) // to the left
			ok = ok && v <= -beyondSight
		}
		if ok && (v <= -farOff || v >= beyondSight && name != "top" && name != "margin-top") {
			e.gone = true
		}
	}
	// A line that hangs out of what is as far inside is on the page.
	if v, ok := length(p["text-indent"], e.size()); ok && (v <= -farOff && v+inset < -hangMost || v >= beyondSight) {
		e.gone = true
	}
	if clip := strings.ReplaceAll(p["clip"]+p["clip-path"], " ", ""); clip != "" && nowhere().MatchString(clip) {
		e.gone = true
	}
}

// nowhere are clips that leave nothing.
var nowhere = char.Pattern(`rect\((?:0(?:px)?,?){4}\)|rect\((?:1px,?){4}\)|inset\((?:[5-9]\d|\d{3,})(?:\.\d+)?%|circle\(0(?:px|%)?(?:at.*)?\)|ellipse\((?:0(?:px|%)?)+(?:at.*)?\)|polygon\((?:0(?:px|%)?,?)+\)`)

// moved notes how an element is moved and scaled.
func (e *htmlElement) moved(p properties) {
	list := functions(p["transform"])
	for _, name := range []string{"translate", "scale", "rotate"} {
		if p[name] != "" && p[name] != "none" {
			list = append(list, append([]string{name}, strings.Fields(p[name])...))
		}
	}
	for _, f := range list {
		value := func(i int) float64 {
			if i >= len(f) {
				return math.NaN()
			}
			if v, ok := length(f[i], e.size()); ok {
				return v
			}
			v, ok := share(f[i])
			switch {
			case !ok:
				return math.NaN()
			case strings.HasPrefix(f[0], "translate"):
				return v * 100 * perCent
			}
			return v
		}
		switch f[0] {
		case "translate", "translatex", "translate3d":
			e.shift(value(1), value(2))
		case "translatey":
			e.shift(0, value(1))
		case "matrix":
			if a, b, c, d := value(1), value(2), value(3), value(4); !math.IsNaN(a * b * c * d) {
				e.scale(math.Sqrt(math.Abs(a*d - b*c)))
			}
			e.shift(value(5)*lengthUnits["px"], value(6)*lengthUnits["px"])
		case "scale", "scalex", "scaley", "scale3d":
			by := math.Abs(value(1))
			if other := math.Abs(value(2)); other < by {
				by = other
			}
			e.scale(by)
		case "rotatex", "rotatey": // seen from its edge
			if len(f) > 1 {
				if v, err := strconv.ParseFloat(strings.TrimSuffix(f[1], "deg"), 64); err == nil && math.Abs(math.Remainder(v, 180)) > 89 {
					e.gone = true
				}
			}
		}
	}
}

func (e *htmlElement) shift(right, down float64) {
	if right <= -farMoved || right >= beyondSight || down <= -beyondSight {
		e.gone = true
	}
}

func (e *htmlElement) scale(by float64) {
	switch {
	case math.IsNaN(by):
	case by < 0.01:
		e.gone = true
	case by < 1:
		e.scaled = cmp.Or(e.scaled, 1) * by
	}
}

// functions parts a value into functions and what they are given.
func functions(value string) (list [][]string) {
	for value != "" {
		name, rest, ok := strings.Cut(value, "(")
		if !ok {
			break
		}
		var inside string
		inside, value = cutAt(rest, ")")
		list = append(list, append([]string{strings.TrimSpace(name)}, strings.FieldsFunc(inside, func(r rune) bool { return r == ',' || r == ' ' })...))
	}
	return list
}

// share reads a number, or a part that is written in per cent.
func share(value string) (float64, bool) {
	digits, percent := strings.CutSuffix(value, "%")
	v, err := strconv.ParseFloat(digits, 64)
	if percent {
		v /= 100
	}
	return v, err == nil
}

// structure sets what says how an element's text is set and counted.
func (e *htmlElement) structure(p properties) {
	if types := p["list-style-type"]; types != "" && e.list != nil && (e.name == atom.Ol || e.name == atom.Ul) {
		for word := range strings.FieldsSeq(types) {
			if f := listFormats[word]; f != "" {
				e.list.format = f
			}
		}
	}
	if direction := p["direction"]; direction != "" {
		e.runs.right = direction == "rtl"
	}
	if own := p["unicode-bidi"]; own != "" {
		e.runs.own = own
	}
	if level := p["mso-outline-level"]; len(level) == 1 && level[0] >= '1' && level[0] <= '9' {
		e.level = int(level[0] - '0')
	}
}

// grow puts an element where it stands among the others, for selectors.
func (w *htmlWalk) grow(t html.Token) *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: t.Data, DataAtom: t.DataAtom, Attr: t.Attr}
	if w.page == nil { // whose outer elements may be left out
		w.page = &html.Node{Type: html.DocumentNode}
		w.root = &html.Node{Type: html.ElementNode, Data: "html", DataAtom: atom.Html}
		w.body = &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
		w.page.AppendChild(w.root)
		w.root.AppendChild(w.body)
	}
	around, count := w.body, &w.children
	for i := len(w.open) - 1; i >= 0; i-- {
		if w.open[i].node != nil {
			around, count = w.open[i].node, &w.open[i].children
			break
		}
	}
	switch {
	case t.DataAtom == atom.Html:
		w.root.Attr = t.Attr
		return w.root
	case t.DataAtom == atom.Body:
		w.body.Attr = t.Attr
		return w.body
	case t.DataAtom == atom.Head:
		w.root.InsertBefore(n, w.body)
		return n
	case around == w.root:
		around = w.body
	case t.DataAtom == atom.Tr && around.DataAtom == atom.Table: // within what is not written
		if around.LastChild == nil || around.LastChild.DataAtom != atom.Tbody {
			around.AppendChild(&html.Node{Type: html.ElementNode, Data: "tbody", DataAtom: atom.Tbody})
		}
		around = around.LastChild
	}
	if *count++; *count > maxSiblings { // what comes behind does not count it
		n.Parent, n.PrevSibling = around, around.LastChild
		return n
	}
	around.AppendChild(n)
	return n
}

// maxSiblings is how many elements in a row are kept for those behind them.
const maxSiblings = 2_000
