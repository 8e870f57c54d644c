package html

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"zhiwen/extract/internal/char"
	"zhiwen/internal/each"
)

// sheet holds the style rules of a page that decide whether elements are visible.
type sheet struct {
	rules []rule
	byKey map[string][]int // indexes of rules by the tag, class or id of their element; "" for all others
	files bundle           // files that come with the page
	// backgrounds also depend on other sheets or selectors, so that colours here prove nothing
	partial bool
}

// rule is a selector and its declarations.
type rule struct {
	selector     cascadia.Sel
	key          string
	declarations []declaration
}

const (
	// maxRules is the most rules of a page that are read; pages of word processors have some
	// hundreds.
	maxRules = 5_000
	// maxAlternatives is the most selectors into which one is expanded.
	maxAlternatives = 200
	// maxNested is the depth of nested rules, and of sheets that import others.
	maxNested = 8
)

// sheetOf reads the style elements of a page and the sheets that come with it.
func sheetOf(page string, files bundle) *sheet {
	s := &sheet{files: files, byKey: map[string][]int{}}
	for {
		at := strings.IndexByte(page, '<')
		if at < 0 {
			break
		}
		page = page[at:]
		switch tag := tagOf(page); tag {
		case "!--":
			page = behind(page, "-->")
		case "script", "noscript":
			page = behind(page, "</"+tag)
		case "style", "link":
			end := strings.IndexByte(page, '>') + 1
			if end == 0 {
				page = ""
				break
			}
			z := html.NewTokenizer(strings.NewReader(page[:end]))
			z.Next()
			t := z.Token()
			page = page[end:]
			switch {
			case !applies(strings.ToLower(attribute(t, "media"))):
			case tag == "link":
				s.link(t)
			default:
				if t := strings.ToLower(attribute(t, "type")); t != "" && t != "text/css" {
					break
				}
				rest := behind(page, "</style")
				s.read(strings.NewReplacer("<!--", " ", "-->", " ").Replace(page[:len(page)-len(rest)]), "", maxNested)
				page = rest
			}
		default:
			page = page[1:]
		}
	}
	slices.SortStableFunc(s.rules, func(a, b rule) int {
		x, y := a.selector.Specificity(), b.selector.Specificity()
		return cmp.Or(cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1]), cmp.Compare(x[2], y[2]))
	})
	for i, r := range s.rules {
		s.byKey[r.key] = append(s.byKey[r.key], i)
	}
	return s
}

// tagOf returns the name of the tag at the start of a page if it holds styles or must not be
// searched for them, or "".
func tagOf(page string) string {
	if len(page) < 2 || strings.IndexByte("!slnSLN", page[1]) < 0 {
		return ""
	}
	for _, tag := range []string{"!--", "style", "script", "link", "noscript"} {
		if n := len(tag); len(page) > n+1 && strings.EqualFold(page[1:n+1], tag) {
			return tag
		}
	}
	return ""
}

// behind returns the rest of a page after a sign in lower case, or "".
func behind(page, sign string) string {
	for i := 0; i+len(sign) <= len(page); i++ {
		at := strings.IndexByte(page[i:], sign[0])
		if at < 0 {
			break
		}
		if i += at; i+len(sign) <= len(page) && strings.EqualFold(page[i:i+len(sign)], sign) {
			return page[i+len(sign):]
		}
	}
	return ""
}

// link reads the sheet that a <link> or an @import contains, or records that it is elsewhere.
func (s *sheet) link(t html.Token) {
	if strings.Contains(strings.ToLower(attribute(t, "rel")), "stylesheet") {
		s.imported(attribute(t, "href"), maxNested)
	}
}

func (s *sheet) imported(address string, most int) {
	data, _, ok := s.files.at(address)
	if !ok {
		s.partial = true
		return
	}
	s.read(string(data), "", most-1)
}

// read reads a sheet, or the content of a rule with the selectors parent, and returns the
// declarations in it.
func (s *sheet) read(text, parent string, most int) (own string) {
	if most == 0 {
		return ""
	}
	for text = uncommented(text); len(s.rules) < maxRules; {
		i := indexOf(text, ";{}")
		if i < 0 {
			return own + text
		}
		head := strings.TrimSpace(text[:i])
		sign := text[i]
		text = text[i+1:]
		if sign != '{' {
			if address, ok := strings.CutPrefix(strings.ToLower(head), "@import"); ok {
				s.importRule(head[len(head)-len(address):], most)
			} else if !strings.HasPrefix(head, "@") {
				own += head + ";"
			}
			continue
		}
		end := blockEnd(text)
		inside := text[:max(end-1, 0)]
		if end == len(text) && !strings.HasSuffix(text, "}") {
			inside = text
		}
		text = text[end:]
		if !strings.HasPrefix(head, "@") {
			s.rule(within(parent, head), inside, most)
			continue
		}
		name, condition, _ := strings.Cut(head[1:], " ")
		switch condition = strings.ToLower(strings.TrimSpace(condition)); strings.ToLower(name) {
		case "media":
			if !applies(condition) {
				continue
			}
		case "supports":
			if strings.HasPrefix(condition, "not") {
				continue
			}
		case "layer", "scope":
		default:
			if before, _, ok := strings.Cut(strings.ToLower(head), "("); !ok || before != "@media" ||
				!applies(strings.ToLower(head[len("@media"):])) {
				continue
			}
		}
		if declared := s.read(inside, parent, most-1); parent != "" {
			s.add(parent, declared)
		}
	}
	return own
}

// rule reads the declarations for some elements, and the rules nested in them.
func (s *sheet) rule(selectors, inside string, most int) {
	if strings.Contains(inside, "{") {
		inside = s.read(inside, selectors, most-1)
	}
	s.add(selectors, inside)
}

// within replaces the & in nested selectors by the selectors around them.
func within(parent, selectors string) string {
	if parent == "" {
		return selectors
	}
	var list []string
	for selectors != "" {
		var one, outer string
		one, selectors = cutAt(selectors, ",")
		for rest := parent; rest != "" && len(list) < maxAlternatives; {
			outer, rest = cutAt(rest, ",")
			switch n := strings.Count(one, "&"); {
			case len(one)+max(n, 1)*len(outer) > maxValue:
			case n > 0:
				list = append(list, strings.ReplaceAll(one, "&", outer))
			default:
				list = append(list, outer+" "+one)
			}
		}
	}
	return strings.Join(list, ",")
}

// importRule reads the sheet that a rule imports.
func (s *sheet) importRule(text string, most int) {
	m := importedFrom().FindStringSubmatch(text)
	if m == nil {
		s.partial = true
	} else if applies(strings.ToLower(strings.TrimSpace(m[2]))) {
		s.imported(strings.Trim(strings.TrimSpace(m[1]), `"'`), most)
	}
}

var importedFrom = char.Pattern(`(?is)^\s*(?:url\()?\s*("[^"]*"|'[^']*'|[^)\s]*)\s*\)?(.*)$`)

// blockEnd returns the end of a block that has begun, including nested blocks.
func blockEnd(text string) int {
	for i, depth := 0, 1; i < len(text); i++ {
		at := indexOf(text[i:], "{}")
		if at < 0 {
			break
		}
		if i += at; text[i] == '{' {
			depth++
		} else if depth--; depth == 0 {
			return i + 1
		}
	}
	return len(text)
}

// add adds the declarations for some elements.
func (s *sheet) add(selectors, text string) {
	list := declarations(text)
	if len(list) == 0 {
		return
	}
	for selectors != "" {
		var one string
		one, selectors = cutAt(selectors, ",")
		for _, one := range alternatives(strings.TrimSpace(one), maxNested) {
			if unknown().MatchString(one) {
				s.miss(list)
				continue
			}
			selector, err := cascadia.ParseWithPseudoElement(one)
			if err != nil {
				s.miss(list)
				continue
			}
			s.rules = append(s.rules, rule{selector, keyOf(one), list})
		}
	}
}

// miss records that a rule is left out.
func (s *sheet) miss(list []declaration) {
	s.partial = s.partial || slices.ContainsFunc(list, func(d declaration) bool { return strings.HasPrefix(d.name, "background") })
}

// unknown matches selectors that depend on what follows an element, or that browsers do not know.
var unknown = char.Pattern(`:(?:last-|only-|nth-last|empty|has|contains|haschild|matches|input)|[#!]=`)

// alternatives expands the lists within a selector.
func alternatives(selector string, most int) []string {
	m := choice().FindStringIndex(selector)
	if m == nil || most == 0 {
		return []string{selector}
	}
	inside, behind := cutAt(selector[m[1]:], ")")
	var list []string
	for inside != "" && len(list) < maxAlternatives {
		var one string
		one, inside = cutAt(inside, ",")
		list = append(list, alternatives(selector[:m[0]]+strings.TrimSpace(one)+behind, most-1)...)
	}
	return list[:min(len(list), maxAlternatives)]
}

var choice = char.Pattern(`:(?:is|where|-webkit-any|-moz-any)\(`)

// keyOf returns the id, the class or the tag of a selector's element.
func keyOf(selector string) string {
	if strings.Contains(selector, `\`) {
		return ""
	}
	last := strings.TrimRight(selector, " \t\n")
	depth := 0
	for i := len(last) - 1; i >= 0; i-- {
		switch c := last[i]; {
		case c == ')' || c == ']':
			depth++
		case c == '(' || c == '[':
			depth--
		case depth == 0 && strings.IndexByte(" \t\n>+~", c) >= 0:
			last, i = last[i+1:], 0
		}
	}
	m := simple().FindStringSubmatch(last)
	if m == nil {
		return ""
	}
	if m[1] == "" {
		return strings.ToLower(m[2])
	}
	return m[1] + m[2]
}

var simple = char.Pattern(`^([.#]?)([\w\x{80}-\x{10FFFF}-]+)`)

// of returns the rules for an element in increasing precedence. pseudo is "" for the element
// itself, or "before" or "after".
func (s *sheet) of(n *html.Node, pseudo string) (list []rule) {
	if len(s.rules) == 0 {
		return nil
	}
	var found []int
	take := func(key string) {
		for _, i := range s.byKey[key] {
			if r := &s.rules[i]; r.selector.PseudoElement() == pseudo && r.selector.Match(n) {
				found = append(found, i)
			}
		}
	}
	take("")
	take(n.Data)
	for _, a := range n.Attr {
		switch a.Key {
		case "id":
			take("#" + a.Val)
		case "class":
			for class := range strings.FieldsSeq(a.Val) {
				take("." + class)
			}
		}
	}
	slices.Sort(found)
	return each.Of(slices.Compact(found), func(i int) rule { return s.rules[i] })
}

// The window is assumed to be as wide and as high as on most screens.
const (
	windowWidth  = 1280
	windowHeight = 800
)

var feature = char.Pattern(`\(\s*([\w-]+)\s*(?::\s*([\w.]+)\s*)?\)`)

// applies reports whether a style for some media applies to a screen.
func applies(query string) bool {
	if strings.TrimSpace(query) == "" {
		return true
	}
	for one := range strings.SplitSeq(query, ",") {
		one = strings.TrimSpace(one)
		negated := strings.HasPrefix(one, "not ")
		fits := !strings.Contains(feature().ReplaceAllString(one, ""), "(") // otherwise its form is unknown
		for word := range strings.FieldsSeq(feature().ReplaceAllString(one, " ")) {
			fits = fits && (word == "all" || word == "screen" || word == "and" || word == "only" || word == "not")
		}
		for _, m := range feature().FindAllStringSubmatch(one, -1) {
			fits = fits && windowHas(m[1], m[2])
		}
		if fits != negated {
			return true
		}
	}
	return false
}

// windowHas reports whether the assumed window has a feature.
func windowHas(name, value string) bool {
	points, _ := length(value, defaultSize)
	pixels := points / lengthUnits["px"]
	switch name {
	case "min-width", "min-device-width":
		return pixels <= windowWidth
	case "max-width", "max-device-width":
		return pixels >= windowWidth
	case "min-height", "min-device-height":
		return pixels <= windowHeight
	case "max-height", "max-device-height":
		return pixels >= windowHeight
	case "orientation":
		return value == "landscape"
	case "prefers-color-scheme":
		return value == "light"
	case "color", "hover", "any-hover", "pointer", "any-pointer", "scripting", "width", "height":
		return value != "none" && value != "coarse" && value != "0"
	case "min-resolution", "-webkit-min-device-pixel-ratio":
		n, _ := strconv.ParseFloat(number().FindString(value), 64)
		return n <= 1
	}
	return false
}
