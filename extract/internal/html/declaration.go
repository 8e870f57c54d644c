package html

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"zhiwen/extract/internal/char"
)

// declaration is a property of a style and its value.
type declaration struct {
	name, value string
	important   bool
}

// seenBy are the properties that decide whether and how a text is visible.
var seenBy = func() map[string]bool {
	m := map[string]bool{}
	for name := range strings.FieldsSeq(`display visibility content-visibility mso-hide opacity filter
		color -webkit-text-fill-color text-shadow -webkit-text-stroke -webkit-text-stroke-width background background-color ` +
		`background-image background-clip -webkit-background-clip
		font font-size font-weight text-decoration text-decoration-line line-height letter-spacing zoom fill fill-opacity
		position float left top right inset margin margin-left margin-top padding padding-left padding-top padding-bottom text-indent ` +
		`margin-inline-start inset-inline-start
		width height max-width max-height min-width min-height inline-size block-size max-inline-size max-block-size overflow overflow-x ` +
		`overflow-y
		clip clip-path -webkit-clip-path transform -webkit-transform translate scale rotate
		order flex-flow flex-direction grid-row grid-row-start grid-column grid-column-start grid-area
		direction unicode-bidi list-style list-style-type mso-outline-level content`) {
		m[name] = true
	}
	return m
}()

var (
	cssComment = char.Pattern(`(?s)/\*.*?(?:\*/|$)`)
	cssEscape  = char.Pattern(`\\([0-9A-Fa-f]{1,6})[ \t\n]?|\\(.)`)
)

// uncommented removes the comments of a style.
func uncommented(s string) string {
	if !strings.Contains(s, "/*") {
		return s
	}
	return cssComment().ReplaceAllString(s, " ")
}

// unescaped replaces escaped code points by their characters.
func unescaped(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return cssEscape().ReplaceAllStringFunc(s, func(m string) string {
		number := strings.TrimRight(m[1:], " \t\n")
		if code, err := strconv.ParseUint(number, 16, 32); err == nil {
			return string(rune(code))
		}
		return m[1:]
	})
}

// declarations returns the declarations of a style that decide whether a text is visible.
func declarations(text string) []declaration {
	var list []declaration
	for text = uncommented(text); text != ""; {
		var one string
		one, text = cutAt(text, ";")
		name, value, _ := strings.Cut(one, ":")
		if name = strings.TrimSpace(name); !strings.HasPrefix(name, "--") {
			if name = strings.ToLower(unescaped(name)); !seenBy[name] {
				continue
			}
		}
		d := declaration{name: name, value: strings.TrimSpace(value)}
		if at := strings.LastIndexByte(d.value, '!'); at >= 0 && strings.EqualFold(strings.TrimSpace(d.value[at+1:]), "important") {
			d.value, d.important = strings.TrimSpace(d.value[:at]), true
		}
		if name != "content" && !strings.HasPrefix(name, "--") {
			d.value = strings.ToLower(unescaped(d.value))
		}
		list = append(list, d)
	}
	return list
}

// cutAt cuts s at the first of the signs outside of strings and brackets, and drops that sign.
func cutAt(s, signs string) (before, behind string) {
	i := indexOf(s, signs)
	if i < 0 {
		return s, ""
	}
	return s[:i], s[i+1:]
}

// indexOf returns the index of the first of the signs outside of strings and brackets, or -1.
func indexOf(s, signs string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case c == '"' || c == '\'':
			for i++; i < len(s) && s[i] != c && s[i] != '\n'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		case depth == 0 && strings.IndexByte(signs, c) >= 0:
			return i
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth = max(depth-1, 0)
		}
	}
	return -1
}

// properties is the result of all declarations for an element: longhands by name.
type properties map[string]string

// add applies declarations to p, either the important ones or the others. vars holds the variables
// of the element; its own variables are added to a copy.
func (p properties) add(list []declaration, important bool, vars *map[string]string) {
	for _, d := range list {
		if d.important != important {
			continue
		}
		if strings.HasPrefix(d.name, "--") {
			own := maps.Clone(*vars)
			if own == nil {
				own = map[string]string{}
			}
			own[d.name] = d.value
			*vars = own
			continue
		}
		p.set(d.name, d.value)
	}
}

// resolve replaces variables by their values.
func (p properties) resolve(vars map[string]string) {
	for _, name := range slices.Sorted(maps.Keys(p)) {
		if strings.Contains(p[name], "var(") {
			budget := maxValue
			value := resolved(p[name], vars, maxVariables, &budget)
			delete(p, name)
			if name != "content" {
				value = strings.ToLower(value)
			}
			p.set(name, value)
		}
	}
}

const (
	maxVariables = 10     // depth of nested variables, which ends cycles
	maxValue     = 10_000 // bytes that replace variables, and bytes of a selector
)

// resolved replaces the variables in a value, within the budget.
func resolved(value string, vars map[string]string, most int, budget *int) string {
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(value, "var(")
		out.WriteString(before)
		if *budget -= len(before) + 1; !ok || most == 0 || *budget < 0 {
			return out.String()
		}
		var inside string
		inside, value = cutAt(rest, ")")
		name, fallback := cutAt(inside, ",")
		named, ok := vars[strings.TrimSpace(name)]
		if !ok {
			named = fallback
		}
		out.WriteString(resolved(strings.TrimSpace(named), vars, most-1, budget))
	}
}

var lineHeight = char.Pattern(`/\s*([\w.%]+)`)

// set sets a property, or the longhands that it stands for.
func (p properties) set(name, value string) {
	words := strings.Fields(value)
	side := func(i int) string { // of top, right, bottom and left
		for ; i >= len(words); i = (i - 1) / 2 {
		}
		return words[i]
	}
	name = strings.TrimPrefix(name, "-webkit-")
	switch {
	case strings.Contains(value, "var("): // resolved later
		p[name] = value
	case len(words) == 0:
	case name == "margin", name == "padding":
		p[name+"-top"], p[name+"-bottom"], p[name+"-left"] = side(0), side(2), side(3)
	case name == "inset":
		p["top"], p["right"], p["left"] = side(0), side(1), side(3)
	case name == "margin-inline-start", name == "inset-inline-start":
		p.set(map[string]string{"margin-inline-start": "margin-left", "inset-inline-start": "left"}[name], value)
	case name == "overflow":
		p["overflow-x"], p["overflow-y"] = words[0], words[len(words)-1]
	case strings.HasSuffix(name, "inline-size"):
		p[strings.TrimSuffix(name, "inline-size")+"width"] = value
	case strings.HasSuffix(name, "block-size"):
		p[strings.TrimSuffix(name, "block-size")+"height"] = value
	case name == "list-style":
		p["list-style-type"] = value
	case name == "background":
		p["background-color"] = value
		delete(p, "background-image")
	case name == "font":
		p.font(value)
	default:
		p[name] = value
	}
}

// font sets the size and the line height stated in a font.
func (p properties) font(value string) {
	if m := lineHeight().FindStringSubmatch(value); m != nil {
		p["line-height"] = m[1]
		value = strings.Replace(value, m[0], " ", 1)
	}
	for word := range strings.FieldsSeq(value) {
		switch {
		case word == "bold" || word == "bolder" || isWeight().MatchString(word):
			p["font-weight"] = word
		case fontSizes[word] != 0 || isSize(word):
			p["font-size"] = word
			return
		}
	}
}

var isWeight = char.Pattern(`^\d00$`)

func isSize(word string) bool {
	_, ok := length(word, 1)
	return ok || strings.HasSuffix(word, "%") || word == "smaller" || word == "larger"
}

// fontSizes maps the names of sizes to points.
var fontSizes = map[string]float64{"xx-small": 6.75, "x-small": 7.5, "small": 9.75, "medium": 12, "large": 13.5, "x-large": 18,
	"xx-large": 24, "xxx-large": 36}

var number = char.Pattern(`^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?`)

// lengthUnits maps units of lengths to points. Those of the window assume 1,280 by 800 pixels.
var lengthUnits = map[string]float64{
	"pt": 1, "px": 0.75, "in": 72, "cm": 72 / 2.54, "mm": 72 / 25.4, "q": 72 / 101.6, "pc": 12, "rem": defaultSize, "vw": 9.6, "vh": 6,
	"vmin": 6, "vmax": 9.6,
}

// defaultSize is the default size of letters, in points.
const defaultSize = 12

// length returns a length in points; em is the size of the letters.
func length(value string, em float64) (points float64, ok bool) {
	if inside, in := strings.CutPrefix(value, "calc("); in {
		value = strings.TrimSpace(strings.TrimSuffix(inside, ")"))
	}
	digits := number().FindString(value)
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return 0, false
	}
	switch unit := value[len(digits):]; unit {
	case "", "%":
		return 0, v == 0
	case "em", "ic":
		return v * em, true
	case "ex", "ch":
		return v * em / 2, true
	default:
		size, ok := lengthUnits[unit]
		return v * size, ok
	}
}
