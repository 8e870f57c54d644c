package value

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/label"
)

// PersonTitle returns the title of a person, or "" if s is none.
func PersonTitle(s string) string {
	s = ClosedUp(char.OneLine(s))
	if !titleOfPerson().MatchString(s) || utf8.RuneCountInString(s) > longestTitle {
		return ""
	}
	return s
}

const longestTitle = 20 // code points

// titleOfPerson matches words of people's titles.
var titleOfPerson = char.Pattern(`(?i)教授|研究员|讲师|助教|工程师|医师|技师|实验师|经济师|会计师|农艺师|馆员|编辑|编审|博士|硕士|本科生|研究生|院士|主任|副?处长|校长|院长|所长|professor|` +
	`lecturer|researcher|scientist|engineer|fellow|postdoc|student|director|dr\b`)

// ListOfPeople reads names separated by commas, with institutions in brackets. It returns nil if
// half of the items are no names.
func ListOfPeople(s string) []extract.Person {
	var out []extract.Person
	items := splitOutside(strings.TrimRight(strings.TrimSpace(s), "等。."))
	for _, item := range items {
		name, rest := item, ""
		if open := strings.IndexAny(item, "（(/／"); open > 0 {
			name, rest = item[:open], strings.Trim(item[open:], "（）()/／ ")
		}
		if name = PersonName(WithoutHonorific(name)); name != "" {
			out = append(out, extract.Person{Name: name, Institution: InstitutionName(rest)})
		}
	}
	if 2*len(out) <= len(items) {
		return nil
	}
	return out[:min(len(out), MostPeople)]
}

// WithoutHonorific returns a Latin name without what forms have before it: Dr. Jane Doe.
func WithoutHonorific(name string) string { return honorific().ReplaceAllString(name, "") }

var honorific = char.Pattern(`^\s*(?:(?:Prof(?:essor)?|Dr|Mr|Mrs|Ms)\b\.?\s*)+`)

// splitOutside splits a list at commas and similar marks outside brackets, or at blanks if a
// Chinese list has no such marks.
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

// PersonName returns a name without blanks between its characters, or "" if s is none.
func PersonName(s string) string {
	s = ClosedUp(FoldPoints(char.OneLine(strings.Trim(s, " *＊"))))
	if !HanName().MatchString(s) && (strings.ContainsFunc(s, char.Wide) || !LatinName().MatchString(s) || functionWord().MatchString(s)) ||
		noName().MatchString(s) || label.BuiltIn().IsLabel(s) {
		return ""
	}
	return s
}

// functionWord matches words that occur in titles in capitals but not in names.
var functionWord = char.Pattern(`(?i) (?:for|of|and|in|on|the|to|with|by|from|at|an?) `)

// ClosedUp removes the blanks of a text whose characters are all set apart, as forms set names: 张　三.
func ClosedUp(s string) string {
	parts := strings.Fields(s)
	if slices.ContainsFunc(parts, func(p string) bool { return utf8.RuneCountInString(p) > 1 || !char.Wide(char.First(p)) }) {
		return s
	}
	return strings.Join(parts, "")
}

// InstitutionName returns the name of an institution, or "" if s is none.
func InstitutionName(s string) string {
	s = Clean(label.Institution, strings.TrimLeft(s, "0123456789.、 "))
	if !Institutions().MatchString(s) {
		return ""
	}
	return s
}

// ListOfInstitutions reads names of institutions separated by commas.
func ListOfInstitutions(s string) []string {
	var out []string
	for _, item := range splitOutside(s) {
		if name := InstitutionName(item); name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

var numberPattern = char.Pattern(`^[A-Za-z]{0,4}\d[A-Za-z\d-]{2,22}$`)

// CleanNumber returns the number of a person, or "" if s is none.
func CleanNumber(s string) string {
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

// MostPeople limits how many people are read from a list or a table.
const MostPeople = 100

var (
	// Institutions matches words in names of institutions.
	Institutions = char.Pattern(`(?i)[大中小]学|学院|研究|附[中小]$|[院所校局站厂部社馆会园]$|[^关联体]系$|中心|公司|集团|实验室|医院|universit|institut|college|hospital|` +
		`school|academy|laborator|cent(?:re|er)|compan|corporation|\bltd|\binc\b|gmbh`)
	// noName matches text that looks like a Chinese name but is none.
	noName = char.Pattern(`生$|(?:成员|人员|队员)$|[页录论系院部校室]$|情况|信息|承诺|意见|签[字名章]|简[介历]|时间|日期|单位|小组|表格|主席|委员|秘书|^答辩|^博士后$|^(?:全体|全员|待定|无|暂无|合计|` +
		`总计|总人数|高级|中级|初级|其他|备注|签字|签名|小计|人员|辅助人员|不详)$`)
)

// WholeHouse matches a text that is exactly the Chinese name of an institution.
var WholeHouse = char.Pattern(`^\p{Han}{2,30}(?:大学|学院|研究[院所]|实验室|中心|系|医院|公司|[中小]学)$`)
