package html

import (
	"strconv"
	"strings"

	"golang.org/x/net/html/atom"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/style"
)

var (
	farOff = char.Pattern(`^-\d{3,}(?:\.\d+)?(?:px|pt|em|rem)|^-\d{2,}in`) // further than a page is wide or a paragraph indented
	// nowhere are clips and scales that leave nothing.
	nowhere = char.Pattern(`^(?:rect\(0(?:px)?,?0(?:px)?,?0(?:px)?,?0(?:px)?\)|rect\(1px,?1px,?1px,?1px\)|inset\((?:50|100)%\)|circle\(0(?:px)?\)|scale[xy]?\(0(?:\.0\d*)?(?:,\d+)?\))$`)
	noSize  = char.Pattern(`^(?:0|0?\.\d+|[01](?:\.\d+)?|2(?:\.[0-5]\d*)?)(?:pt|px)?$`)
)

// styles reads the declarations of a style attribute, in lower case.
func (e *htmlElement) styles(declarations string) {
	var indent string
	var inset float64 // of the element from the left
	var cut, empty bool
	for declaration := range strings.SplitSeq(declarations, ";") {
		name, value, _ := strings.Cut(declaration, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		switch sides := strings.Fields(value); {
		case name == "text-indent":
			indent = value
			continue
		case name == "margin-left" || name == "padding-left":
			inset += points(value)
		case name == "overflow" || name == "overflow-x" || name == "overflow-y":
			cut = cut || value == "hidden" || value == "clip"
		case name == "width" || name == "height" || name == "max-width" || name == "max-height":
			empty = empty || len(sides) > 0 && noSize().MatchString(sides[0])
		case (name == "margin" || name == "padding") && len(sides) == 4:
			inset += points(sides[3])
		}
		e.style(name, value)
	}
	if cut && empty {
		e.look.Hidden = style.Yes
	}
	// A line that hangs out of what is as far inside is on the page.
	if farOff().MatchString(indent) && points(indent)+inset < -hangMost {
		e.look.Hidden = style.Yes
	}
}

// hangMost is how many points a hanging line may stand to the left of what it is a
// part of: writers round lengths, and what is around that may be inset too.
const hangMost = 72

// points gives a length of a style in points; 0 where it has another unit.
func points(length string) float64 {
	for unit, size := range map[string]float64{"pt": 1, "px": 0.75, "in": 72, "cm": 72 / 2.54, "mm": 72 / 25.4, "pc": 12, "em": 12, "rem": 12} {
		if number, ok := strings.CutSuffix(length, unit); ok {
			if n, err := strconv.ParseFloat(number, 64); err == nil {
				return n * size
			}
		}
	}
	return 0
}

func (e *htmlElement) style(name, value string) {
	switch name {
	case "list-style", "list-style-type":
		if e.list != nil && (e.name == atom.Ol || e.name == atom.Ul) {
			for word := range strings.FieldsSeq(value) {
				if f := listFormats[word]; f != "" {
					e.list.format = f
				}
			}
		}
	case "display":
		e.undisplayed = value == "none"
	case "visibility":
		e.invisible = value == "hidden" || value == "collapse"
	case "mso-hide":
		if value == "all" {
			e.look.Hidden = style.Yes
		}
	case "opacity":
		if opaque, err := strconv.ParseFloat(value, 64); err == nil && opaque == 0 {
			e.look.Hidden = style.Yes
		}
	case "left", "top", "margin-left", "margin-top":
		if farOff().MatchString(value) {
			e.look.Hidden = style.Yes
		}
	case "font-size":
		e.look.Size = 0
		if noSize().MatchString(value) || points(value) > 0 && style.Tiny(points(value)) {
			e.look.Size = 1
		}
	case "letter-spacing":
		e.look.Gap = int(20 * points(value))
	case "line-height":
		e.look.Line = 0
		if noSize().MatchString(value) && points(value) < style.LeastPoints/2 && strings.Trim(value, "0123456789.") != "" || strings.Trim(value, "0.") == "" {
			e.look.Line = 1
		}
	case "clip", "clip-path", "transform":
		if nowhere().MatchString(strings.ReplaceAll(value, " ", "")) {
			e.look.Hidden = style.Yes
		}
	case "font-weight":
		e.look.Bold = style.SetIf(value == "bold" || value == "bolder" || len(value) == 3 && value >= "600")
	case "direction":
		e.runs.right = value == "rtl"
	case "unicode-bidi":
		e.runs.own = value
	case "text-shadow":
		e.look.SetEdge(value != "none")
	case "color":
		e.look.Ink = style.CSSPaint(value)
	case "background", "background-color":
		if g := style.CSSGround(value); g != style.Bare { // what is around it stays behind it
			e.look.Ground = g
		}
	case "mso-outline-level":
		if len(value) == 1 && value[0] >= '1' && value[0] <= '9' {
			e.level = int(value[0] - '0')
		}
	}
}
