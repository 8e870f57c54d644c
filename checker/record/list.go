package record

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/checker/evidence"
)

// Line makes one line of what somebody wrote: characters that break lines or move ones apart
// are spaces, those that cannot be shown or turn the direction of others are left out, and
// spaces are single.
func Line(s string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == utf8.RuneError, r == 0xfffe, r == 0xffff, unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, s)), " ")
}

// ReadKeywords reads a list of keywords, or of institutions, apart: at the commas and
// semicolons of both scripts and at the ends of lines. What stands in brackets is not cut.
func ReadKeywords(s string) []string {
	var out []string
	for _, item := range cut(s) {
		if item = Line(item); item != "" {
			out = append(out, item)
		}
	}
	return out
}

// ReadPeople reads names apart as ReadKeywords does, with titles behind a stroke and
// institutions in brackets: 李四/副教授（乙大学、丙研究所）.
func ReadPeople(s string) []evidence.Person {
	var out []evidence.Person
	for _, item := range cut(s) {
		p := evidence.Person{Name: Line(item)}
		if open := strings.IndexAny(p.Name, "（("); open > 0 {
			p.Name, p.Institution = strings.TrimSpace(p.Name[:open]), strings.Trim(p.Name[open:], "（）() ")
		}
		if name, title, ok := strings.Cut(strings.ReplaceAll(p.Name, "／", "/"), "/"); ok {
			p.Name, p.Title = strings.TrimSpace(name), strings.TrimSpace(title)
		}
		if p.Name != "" {
			out = append(out, p)
		}
	}
	return out
}

// cut cuts a list where its marks stand outside of brackets; at all of them where brackets
// are not closed.
func cut(s string) []string {
	depth := 0
	for _, r := range s {
		if depth = nested(depth, r); depth < 0 {
			break
		}
	}
	balanced := depth == 0
	depth = 0
	return strings.FieldsFunc(s, func(r rune) bool {
		depth = nested(depth, r)
		return (depth == 0 || !balanced) && strings.ContainsRune(",;，；、\n", r)
	})
}

// nested returns how many brackets are open after a character.
func nested(depth int, r rune) int {
	switch r {
	case '（', '(':
		depth++
	case '）', ')':
		depth--
	}
	return depth
}
