package field

import (
	"strconv"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/label"
	"zhiwen/internal/each"
)

// spelling converts the text of a form in traditional characters to the characters of labels.toml,
// and the values that are found in it back.
type spelling struct {
	simple map[rune]rune // by traditional character
	back   map[rune]rune // by simplified character, if the form writes it in the traditional way only
}

// spellingOf returns the spelling of a form; its maps are nil if most of its characters are not
// traditional.
func spellingOf(texts []string) spelling {
	simple := label.BuiltIn().Simple()
	seen, bytes := map[rune]int{}, 0
	for _, s := range texts {
		for _, c := range s {
			seen[c]++
		}
		if bytes += len(s); bytes > coverRunes {
			break
		}
	}
	traditional, back := 0, map[rune]rune{}
	for from, to := range simple {
		traditional += seen[from] - seen[to]
		if seen[from] > seen[to] {
			back[to] = from
		}
	}
	if traditional <= 0 {
		return spelling{}
	}
	return spelling{simple, back}
}

// read returns the texts of a form in the characters of labels.toml, its years in those of the
// common calendar.
func (s spelling) read(texts []string) []string {
	if s.simple == nil {
		return texts
	}
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = ofRepublic().ReplaceAllStringFunc(spelled(t, s.simple), func(year string) string {
			m := ofRepublic().FindStringSubmatch(year)
			n, _ := strconv.Atoi(m[2])
			return m[1] + strconv.Itoa(firstOfRepublic-1+n) + m[3]
		})
	}
	return out
}

// firstOfRepublic is the year 1 of the calendar that forms of Taiwan use.
const firstOfRepublic = 1912

// ofRepublic matches a year of this calendar from 2011 to 2040: 民國115年, 115 學年度, 115 alone.
var ofRepublic = char.Pattern(`(^|\D)(?:(?:中华)?民国)?\s*\b(1[0-2]\d)(\s*(?:学)?年|$)`)

// known returns what somebody marked on a form, spelled as read returns its texts.
func (s spelling) known(marks []extract.Known) []extract.Known {
	out := make([]extract.Known, len(marks))
	for i, k := range marks {
		k.Label, k.Value = spelled(k.Label, s.simple), spelled(k.Value, s.simple)
		out[i] = k
	}
	return out
}

// respell replaces characters of all values of the metadata.
func respell(m *extract.Metadata, by map[rune]rune) {
	if by == nil {
		return
	}
	for _, value := range []*string{&m.Title, &m.Applicant, &m.Institution, &m.Programme, &m.Abstract} {
		*value = spelled(*value, by)
	}
	for _, list := range []*[]string{&m.Keywords, &m.Cooperating} {
		if *list != nil {
			*list = each.Of(*list, func(s string) string { return spelled(s, by) })
		}
	}
	if m.Participants != nil {
		m.Participants = each.Of(m.Participants, func(p extract.Person) extract.Person {
			return extract.Person{Name: spelled(p.Name, by), Title: spelled(p.Title, by), Institution: spelled(p.Institution, by)}
		})
	}
}

// spelled replaces characters of a text.
func spelled(s string, by map[rune]rune) string {
	return strings.Map(func(c rune) rune {
		if to, ok := by[c]; ok {
			return to
		}
		return c
	}, s)
}
