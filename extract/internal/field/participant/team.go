package participant

import (
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/label"
	"zhiwen/extract/internal/field/value"
)

// Member reads a team member whose name stands beside its label, in a row about that person.
func Member(l *label.Set, cells []Cell, at int, name string) (person extract.Person, ok bool) {
	person.Name = value.PersonName(name)
	if person.Name == "" || !value.LikelyName(person.Name) {
		return extract.Person{}, false
	}
	for k := at + 1; k+1 < len(cells) && cells[k].Row == cells[at].Row; k++ {
		if found, ok := l.Find(cells[k].Text); ok && found.Field == label.Institution && cells[k+1].Row == cells[at].Row &&
			person.Institution == "" {
			person.Institution = value.InstitutionName(cells[k+1].Text)
		}
		if titleHeads[char.Squeezed(cells[k].Text)] && cells[k+1].Row == cells[at].Row {
			person.Title = value.PersonTitle(cells[k+1].Text)
		}
	}
	return person, true
}

// Team returns people on separate lines below a paragraph about a team. An institution, a title or
// a part of the work follows each name: 李四/理学院/数学, 王五（副教授，乙大学）.
func Team(paragraphs []extract.Paragraph, texts []string, i int) (found []extract.Person, at extract.Found) {
	at.Source = extract.FromLabel
	for k := i + 1; k < len(texts) && paragraphs[k].Place.Table == 0 && len(found) < value.MostPeople; k++ {
		m := memberLine().FindStringSubmatch(char.OneLine(texts[k]))
		if m == nil || !value.LikelyName(m[1]) || value.PersonName(m[1]) == "" {
			break
		}
		person := extract.Person{Name: m[1]}
		for _, part := range strings.FieldsFunc(m[2], func(c rune) bool { return strings.ContainsRune("/／,，、;；（）() \t：:", c) }) {
			if person.Institution == "" && value.Institutions().MatchString(part) && value.WholeHouse().MatchString(part) {
				person.Institution = value.InstitutionName(part)
			} else if person.Title == "" && titleAlone().MatchString(part) {
				person.Title = part
			}
		}
		if len(found) == 0 {
			at.Span = paragraphs[k].Span
		}
		at.End = paragraphs[k].End
		found = append(found, person)
	}
	if len(found) < leastTeam {
		return nil, extract.Found{}
	}
	return found, at
}

const leastTeam = 2 // lines of people; a single line may be anything

var (
	memberLine = char.Pattern(`^(?:[\d•◦●▪·\-]+[.、．)）]?\s*)?(\p{Han}{2,4})[\s/／,，、：:（(]+(\S.{0,60})$`)
	titleAlone = char.Pattern(`^(?:副?教授|副?研究员|助理研究员|讲师|助教|(?:高级|助理)?工程师|(?:博士|硕士)?(?:研究生|生)|博士|硕士|博士后|本科生)$`)
)
