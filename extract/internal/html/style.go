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
	// farOff, in points, is how far to the left or above something is out of sight: more than the
	// width of a page in which a paragraph is indented.
	farOff = 75
	// farMoved is the same for text moved from its position.
	farMoved = 375
	// beyondSight, in points, is how far to the right nobody looks.
	beyondSight = 3_000
	// perCent is the least length, in points, assumed for a hundredth of an element's own size when
	// it is moved by a share of it.
	perCent = 2
	// hangMost, in points, is how far a hanging line may stand to the left of its element: programs
	// round lengths, and the surroundings may be inset too.
	hangMost = 72
)

// appearance is what styles say about the visibility of an element. Inner elements inherit it or
// cannot undo it.
type appearance struct {
	gone      bool        // neither it nor its content is visible
	invisible bool        // by its visibility
	veil      float64     // its transparency, from 0 to 1
	points    float64     // size of its letters; 0 is the default
	scaled    float64     // factor by which they are scaled; 0 is unscaled
	fill      style.Paint // of its letters, instead of their colour
	vars      map[string]string
}

// size returns the size of an element's letters, in points.
func (a *appearance) size() float64 { return cmp.Or(a.points, defaultSize) }

// see updates the look of an element's text.
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

// lay applies the rules of sheets and the element's own style.
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

// apply applies properties to an element.
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
	e.order.style(p, e.size())
	e.moved(p)
	e.structure(p)
}

// letters applies the size and spacing of the letters.
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
		if ok && v <= e.size()/5 { // lines slightly too close are readable
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

// colours applies the colours of the letters and of the ground.
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
	// the letters show the ground
	if p["background-clip"] == "text" && ground.Or(style.NoPaint) != style.NoPaint {
		e.look.Edge = ground
		return
	}
	if ground != style.Bare { // without a ground of its own the surrounding one shows
		e.look.Ground = ground.Or(e.look.Ground)
	}
}

// boxed reports whether an element is a box with a size, not part of a line.
func (e *htmlElement) boxed(p properties) bool {
	display := p["display"]
	return display != "inline" && (blockTags[e.name] || display != "" && display != "contents") ||
		p["float"] != "" && p["float"] != "none" || p["position"] == "absolute" || p["position"] == "fixed"
}

// box records whether an element hides its content because it has no size.
func (e *htmlElement) box(p properties) {
	none := func(name, least string, inside ...string) bool {
		v, ok := length(p[name], e.size())
		if part, relative := share(p[name]); relative && strings.HasSuffix(p[name], "%") && part == 0 {
			v, ok = 0, true
		}
		for _, edge := range inside { // overflowing content is visible within the padding
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
			none("height", "min-height", "padding-top", "padding-bottom") ||
			none("max-height", "min-height", "padding-top", "padding-bottom")) {
		e.gone = true
	}
}

// place records whether an element is out of sight.
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
	// A line that hangs out of an equally indented element is on the page.
	if v, ok := length(p["text-indent"], e.size()); ok && (v <= -farOff && v+inset < -hangMost || v >= beyondSight) {
		e.gone = true
	}
	if clip := strings.ReplaceAll(p["clip"]+p["clip-path"], " ", ""); clip != "" && nowhere().MatchString(clip) {
		e.gone = true
	}
}

// nowhere matches clips that leave nothing visible.
var nowhere = char.Pattern(`rect\((?:0(?:px)?,?){4}\)|rect\((?:1px,?){4}\)|inset\((?:[5-9]\d|\d{3,})(?:\.\d+)?%|` +
	`circle\(0(?:px|%)?(?:at.*)?\)|ellipse\((?:0(?:px|%)?)+(?:at.*)?\)|polygon\((?:0(?:px|%)?,?)+\)`)

// moved applies how an element is moved and scaled.
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

// functions splits a value into functions with their arguments.
func functions(value string) (list [][]string) {
	for value != "" {
		name, rest, ok := strings.Cut(value, "(")
		if !ok {
			break
		}
		var inside string
		inside, value = cutAt(rest, ")")
		list = append(list, append([]string{strings.TrimSpace(name)},
			strings.FieldsFunc(inside, func(r rune) bool { return r == ',' || r == ' ' })...))
	}
	return list
}

// share returns a number or a percentage as a fraction.
func share(value string) (float64, bool) {
	digits, percent := strings.CutSuffix(value, "%")
	v, err := strconv.ParseFloat(digits, 64)
	if percent {
		v /= 100
	}
	return v, err == nil
}

// structure applies how an element's text is set and counted.
func (e *htmlElement) structure(p properties) {
	if types := p["list-style-type"]; strings.ContainsAny(types, `"'`) { // a text in place of a bullet
		e.marker = strings.Trim(types, `"' `)
	} else if types != "" && e.list != nil && (e.name == atom.Ol || e.name == atom.Ul) {
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

// grow adds an element to the tree of elements, for selectors.
func (w *htmlWalk) grow(t html.Token) *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: t.Data, DataAtom: t.DataAtom, Attr: t.Attr}
	if w.page == nil { // outer elements may be left out
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
	case t.DataAtom == atom.Tr && around.DataAtom == atom.Table: // inside an implied element
		if around.LastChild == nil || around.LastChild.DataAtom != atom.Tbody {
			around.AppendChild(&html.Node{Type: html.ElementNode, Data: "tbody", DataAtom: atom.Tbody})
		}
		around = around.LastChild
	}
	if *count++; *count > maxSiblings { // later elements do not see this one
		n.Parent, n.PrevSibling = around, around.LastChild
		return n
	}
	around.AppendChild(n)
	return n
}

// maxSiblings is the most siblings that are kept for later elements.
const maxSiblings = 2_000
