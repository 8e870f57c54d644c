package field

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// personTitle gives what somebody is called, or "" for what is none.
func personTitle(s string) string {
	s = closedUp(char.OneLine(s))
	if !titleOfPerson().MatchString(s) || utf8.RuneCountInString(s) > longestTitle {
		return ""
	}
	return s
}

const longestTitle = 20 // code points

// titleOfPerson are words of titles of people.
var titleOfPerson = char.Pattern(`(?i)教授|研究员|讲师|助教|工程师|医师|技师|实验师|经济师|会计师|农艺师|馆员|编辑|编审|博士|硕士|本科生|研究生|院士|主任|副?处长|校长|院长|所长|professor|lecturer|researcher|scientist|engineer|fellow|postdoc|student|director|dr\b`)

// listOfPeople reads names apart by commas, with institutions in brackets; nil
// where half of it is none.
func listOfPeople(s string) []extract.Person {
	var out []extract.Person
	items := splitOutside(strings.TrimRight(strings.TrimSpace(s), "等。."))
	for _, item := range items {
		name, rest := item, ""
		if open := strings.IndexAny(item, "（(/／"); open > 0 {
			name, rest = item[:open], strings.Trim(item[open:], "（）()/／ ")
		}
		if name = personName(name); name != "" {
			out = append(out, extract.Person{Name: name, Institution: institutionName(rest)})
		}
	}
	if 2*len(out) <= len(items) {
		return nil
	}
	return out[:min(len(out), mostPeople)]
}

// splitOutside splits a list at commas and the like, not within brackets; one that
// is Chinese and has none at blanks.
func splitOutside(s string) []string {
	separators := "、，,;；\t\n"
	if !strings.ContainsAny(s, separators) && char.Wide(char.First(s)) {
		separators = " \u3000"
	}
	depth := 0
	return strings.FieldsFunc(s, func(r rune) bool {
		switch r {
		case '（', '(':
			depth++
		case '）', ')':
			depth--
		}
		return depth <= 0 && strings.ContainsRune(separators, r)
	})
}

// personName gives a name as it is written without blanks between its characters,
// or "" for what is none.
func personName(s string) string {
	s = closedUp(char.OneLine(strings.Trim(s, " *＊")))
	if !hanName().MatchString(s) && (strings.ContainsFunc(s, char.Wide) || !latinName().MatchString(s) || functionWord().MatchString(s)) || noName().MatchString(s) || builtIn().isLabel(s) {
		return ""
	}
	return s
}

// functionWord is one that titles in capitals have, and names have not.
var functionWord = char.Pattern(`(?i) (?:for|of|and|in|on|the|to|with|by|from|at|an?) `)

// closedUp takes out the blanks of a text whose characters all stand apart, as
// forms set names: 张　三.
func closedUp(s string) string {
	parts := strings.Fields(s)
	if slices.ContainsFunc(parts, func(p string) bool { return utf8.RuneCountInString(p) > 1 || !char.Wide(char.First(p)) }) {
		return s
	}
	return strings.Join(parts, "")
}

// institutionName gives the name of an institution, or "" for what is none.
func institutionName(s string) string {
	s = cleanValue(institutionField, strings.TrimLeft(s, "0123456789.、 "))
	if !institutions().MatchString(s) {
		return ""
	}
	return s
}

// listOfInstitutions reads names of institutions apart by commas.
func listOfInstitutions(s string) []string {
	var out []string
	for _, item := range splitOutside(s) {
		if name := institutionName(item); name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// others leaves out the applicant, whom many forms list among those who take part,
// and who is there already.
func others(m *extract.Metadata, persons []extract.Person) []extract.Person {
	var out []extract.Person
	for _, p := range persons {
		if squeezed(p.Name) != squeezed(m.Applicant) && !slices.Contains(m.Participants, p) && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

var numberPattern = char.Pattern(`^[A-Za-z]{0,4}\d[A-Za-z\d-]{2,22}$`)

// cleanNumber gives the number of a person, or "" for what is none.
func cleanNumber(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
	if !numberPattern().MatchString(s) {
		return ""
	}
	return s
}
