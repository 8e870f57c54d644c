package html

import (
	"slices"
	"strings"
)

// sheet is what the style sheets within a page say of whether elements are seen.
type sheet struct {
	rules   []rule
	partial bool // other sheets or selectors say more of backgrounds: colours of this one tell nothing
}

// rule is a selector of elements within elements, the last of which it is about.
type rule struct {
	chain        []selector
	weight       int
	declarations string // in lower case
}

// selector is what is asked of one element; an empty part asks nothing.
type selector struct {
	name, id string
	classes  []string
}

// maxRules is how many rules of a page are looked at; the pages of word processors have some
// hundreds.
const maxRules = 5_000

// seenBy are the properties that decide whether a text is seen.
var seenBy = []string{
	"display", "visibility", "mso-hide", "opacity", "color", "background", "background-color",
	"font-size", "text-indent", "margin-left", "margin-top",
	"position", "left", "top", "width", "height", "max-width", "max-height", "overflow",
	"clip", "clip-path", "transform", "letter-spacing", "line-height", "text-shadow", "direction", "unicode-bidi",
}

// sheetOf reads the style elements of a page.
func sheetOf(page string) *sheet {
	s := &sheet{partial: strings.Contains(page, "stylesheet") || strings.Contains(page, "@import")}
	for _, tag := range []string{"<style", "<STYLE"} {
		for rest := page; ; {
			at := strings.Index(rest, tag)
			if at < 0 {
				break
			}
			rest = rest[at:]
			open, end := strings.IndexByte(rest, '>'), strings.Index(rest, "</")
			if open < 0 || end < open {
				break
			}
			s.read(rest[open+1 : end])
			rest = rest[end:]
		}
	}
	slices.SortStableFunc(s.rules, func(a, b rule) int { return a.weight - b.weight })
	return s
}

// read takes a sheet apart. Rules for printing or for some windows are passed over.
func (s *sheet) read(text string) {
	text = strings.NewReplacer("<!--", " ", "-->", " ").Replace(text)
	for {
		before, behind, ok := strings.Cut(text, "/*")
		if !ok {
			break
		}
		_, behind, _ = strings.Cut(behind, "*/")
		text = before + " " + behind
	}
	for len(s.rules) < maxRules {
		selectors, rest, ok := strings.Cut(text, "{")
		if !ok {
			return
		}
		if strings.Contains(selectors, "@") {
			text = rest[blockEnd(rest):]
			continue
		}
		declarations, behind, _ := strings.Cut(rest, "}")
		text = behind
		declarations = relevant(strings.ToLower(declarations))
		if declarations == "" {
			continue
		}
		for list := range strings.SplitSeq(selectors, ",") {
			if chain, weight, ok := chainOf(list); ok {
				s.rules = append(s.rules, rule{chain, weight, declarations})
			} else {
				s.partial = s.partial || strings.Contains(declarations, "background")
			}
		}
	}
}

// blockEnd is how far a block goes that has begun, with the blocks in it.
func blockEnd(text string) int {
	for i, depth := 0, 1; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// relevant keeps the declarations that decide whether a text is seen.
func relevant(declarations string) string {
	var out []string
	for d := range strings.SplitSeq(declarations, ";") {
		name, _, _ := strings.Cut(d, ":")
		if slices.Contains(seenBy, strings.TrimSpace(name)) {
			out = append(out, strings.TrimSpace(d))
		}
	}
	return strings.Join(out, ";")
}

// chainOf reads names, classes and ids of elements within elements; false for what asks
// anything else.
func chainOf(text string) (chain []selector, weight int, ok bool) {
	if strings.ContainsAny(text, ":[+~(*") {
		return nil, 0, false
	}
	for word := range strings.FieldsSeq(strings.ReplaceAll(text, ">", " ")) {
		var one selector
		for len(word) > 0 {
			end := strings.IndexAny(word[1:], ".#") + 1
			if end == 0 {
				end = len(word)
			}
			switch part := word[:end]; part[0] {
			case '.':
				one.classes = append(one.classes, part[1:])
				weight += 100
			case '#':
				one.id = part[1:]
				weight += 10_000
			default:
				one.name = strings.ToLower(part)
				weight++
			}
			word = word[end:]
		}
		chain = append(chain, one)
	}
	return chain, weight, len(chain) > 0
}

// fits reports whether an element is one that is asked for.
func (one selector) fits(e *htmlElement) bool {
	if one.name != "" && one.name != e.name.String() || one.id != "" && one.id != e.id {
		return false
	}
	for _, class := range one.classes {
		if !slices.Contains(e.classes, class) {
			return false
		}
	}
	return true
}

// dress lays what the sheet says of an element over it; around are those that it stands in.
func (s *sheet) dress(e *htmlElement, around []htmlElement) {
	for _, r := range s.rules {
		left := len(r.chain) - 1
		if !r.chain[left].fits(e) {
			continue
		}
		for i := len(around) - 1; i >= 0 && left > 0; i-- {
			if r.chain[left-1].fits(&around[i]) {
				left--
			}
		}
		if left > 0 {
			continue
		}
		ink, ground := e.look.Ink, e.look.Ground
		e.styles(r.declarations)
		if s.partial {
			e.look.Ink, e.look.Ground = ink, ground
		}
	}
}
