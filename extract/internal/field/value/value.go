// Package value knows what values of fields look like: names of people and institutions, dates,
// numbers, titles, ticked choices.
//
// Its input is the text after a label. Its output is the value as it can be shown, or "" if the
// text is no value. It knows no documents.
package value

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/label"
	"zhiwen/internal/each"
)

// Max are the limits of values in code points; longer text is not the value.
var Max = [label.Fields]int{label.Title: 240, label.Applicant: 40, label.Institution: 80, label.Year: 60, label.Programme: 60,
	label.Keywords: 300, label.Number: 30, label.Cooperating: 300, label.Abstract: 4_000}

const leastAbstract = 40 // code points; a shorter text is a remark

var (
	// Bracketed matches a text that is entirely in brackets.
	Bracketed = char.Pattern(`^[（(【\[［][^（）()]*[）)】\]］]$`)
	// Instruction matches instructions for filling in a form.
	Instruction = char.Pattern(`[宋黑楷]体.{0,3}号|号.{0,3}[宋黑楷]体|加粗|居中|个关键词|^关键词\s*\d|不超过\s*\d+\s*[个字]|\d+\s*字(?:以内|左右)|与.{1,20}一致`)
	// Placeholder matches the text of a form where nothing was filled in.
	Placeholder = char.Pattern(`(?i)^[\s_＿.…\-—–/\\xX×Ⅹ*＊□■（）()【】\[\]〔〕]*$|x{3,}|×{2,}|[xX×]大学|请填写|请输入|点击|单击此处|click (?:or tap )?here|` +
		`此处填写|enter text|\[insert|<insert|your name|键入|删除本行|^(?:无|n/?a|tbd|none|待定|暂无|同上|示例|样例)$`)
	seal = char.Pattern(`[（(](?:盖章|公章|签章|签字|签名|亲笔签名|全称|限.{1,10}字.*?|不超过.*?)[）)]`)
	// YearPattern matches a year among other characters.
	YearPattern = char.Pattern(`(?:^|\D)((?:19|20)\d{2})(?:\D|$)`)
	spacedDigit = char.Pattern(`\d+(?: \d+)+`)
	signed      = char.Pattern(`意见|签字|签名|签章|盖章|审核|审查|公章`)
	partOf      = char.Pattern(`^(.*?(?:大学|学院|学部|学系|研究[院所]|中心|[\p{Han}]系))\s*[（(]?(?:\d|\p{Han}{1,8}\d{2,4}级?班?$|` +
		`[,，、/／]\s*\p{Han}{0,12}(?:\d|级|专业|[^\p{Han}]|[^大院系部所心司]$)|\s\p{Han}{2,14}(?:\d|级|专业|班|[^大学院系部所心司校]$))`)
	houseBehind = char.Pattern(`\s*[（(]\p{Han}{1,12}[院系所部室科心司学][）)]$|\s*[,，]\s*(?:[\pL&.’' -]+ )?(?:University|College|Institute|` +
		`Department|School|Laboratory)\b.*$`)
	addressBehind = char.Pattern(`\s*[<(（\[]?\s*[\w.+-]+(?:@|\[at\]| at )[\w.-]+\s*[>)）\]]?$|\s*[,，]\s*[A-Za-z]{0,2}\d{5,}$|` +
		`\s*[（(](?:负责人|组长|队长|学生|[A-Za-z\d@_ .’'-]{1,30})[）)]$`)
	dateBehind  = char.Pattern(`\s*(?:19|20)\d{2}\s*年\s*\d{1,2}\s*月(?:\s*\d{1,2}\s*日)?$`)
	nextLabel   = char.Pattern(`\s+(?:-\s*)?[A-Z][\w-]*(?: [\w-]+){0,2}:.*$|\s+-.*$`)
	beforeLabel = char.Pattern(`^(.*?(?:大学|学院|实验室|研究[院所]|中心|系))(?:学科专业|专业|年级|班级|学号|姓名|电话|指导|导师|职称|邮编|联系)`)
	// Academic matches a title or degree before or after a name.
	Academic = char.Pattern(`(?i)^(?:(?:prof(?:essor)?|dr|mr|mrs|ms|ing|inż|mgr|dipl\.-(?:ing|inf|phys|math))\.?\s+)+|` +
		`,?\s+(?:ph\.?\s?d\.?|m\.?d\.?|m\.?sc\.?)$|\s*[（(]?(?:教授|副教授|讲师|博士|研究员|副研究员|老师)[）)]?$|` +
		`\s+\p{Han}{0,6}(?:教授|研究员|讲师|助教|工程师|[医技药护]师|实验师|经济师|会计师|农艺师|馆员|编审|院士|博导|主任|[处校院所]长)$`)
	// WithNumber matches a name with the person's number after it.
	WithNumber = char.Pattern(`^(\p{Han}{2,4}|\p{Han}[\p{Han}·•・．]{2,14}\p{Han})\s*[/／（(,，]?\s*(?:(?:学号|` +
		`工号)[:：]?)?\s*[A-Za-z]{0,2}\d{5,}[）)]?$`)
	ofProgramme = char.Pattern(`(?i)项目|计划|基金|课题|专项|类|工程|人才|面上|重点|重大|一般|青年|地区|自筹|资助|联合|支持|竞赛|大赛|挑战杯|行动|探索|培育|委托|训练|grant|award|fellow|` +
		`program|scheme|action|call|fund|track|career|competition|prize|solicitation|initiative|challenge|scholarship|horizon|msca|` +
		`erc-|R\d\d|K\d\d`)
	tickBracket = char.Pattern(`[（(\[【]\s*[√✓✔☑■●xXvV]\s*[）)\]】]`)
	openBracket = char.Pattern(`[（(\[【][\s\x{3000}]*[）)\]】]`)
)

// Clean returns the value as it can be shown, or "" if s is no value of the field.
func Clean(f label.Field, s string) string {
	if f == label.Abstract {
		s = strings.TrimSpace(s)
		if n := utf8.RuneCountInString(s); n < leastAbstract || n > Max[f] {
			return ""
		}
		return s
	}
	if f == label.Other || f == label.OtherPerson {
		return ""
	}
	s = seal().ReplaceAllString(s, "")
	s = strings.Trim(char.OneLine(s), " _＿:：—﹍")
	if f != label.Title || !strings.HasSuffix(s, "..") {
		s = strings.TrimRight(s, " .")
	}
	if s == "" || utf8.RuneCountInString(s) > Max[f] || Placeholder().MatchString(s) || Instruction().MatchString(s) ||
		f != label.Number && !HasWord(s) {
		return ""
	}
	switch f {
	case label.Year:
		if y := YearPattern().FindStringSubmatch(dateText(s)); y != nil {
			return y[1]
		}
		return ""
	case label.Applicant:
		return applicantName(s)
	case label.Number:
		return CleanNumber(s)
	case label.Programme:
		if s = ticked(s); strings.ContainsAny(s, "。；□☐：") || !ofProgramme().MatchString(s) || signed().MatchString(s) || unbalanced(s) {
			return ""
		}
	case label.Title:
		s = strings.TrimLeft(s, ".… ") // written over dots
		if trimmed := strings.TrimRight(s, ".… "); len(s)-len(trimmed) > len("...") {
			s = trimmed
		}
		s = dateBehind().ReplaceAllString(s, "")
		s = strings.TrimSpace(languageRemark().ReplaceAllString(s, ""))
		if quoted := quotedWhole().FindStringSubmatch(s); quoted != nil {
			s = quoted[1] + quoted[2]
		}
		if strings.ContainsAny(s, "。；"+boxes) || unbalanced(s) || utf8.RuneCountInString(s) < LeastTitle {
			return ""
		}
		if Bracketed().MatchString(s) || FormOnly().MatchString(char.Squeezed(s)) {
			return ""
		}
	case label.Institution:
		if !char.Wide(char.First(s)) {
			s = nextLabel().ReplaceAllString(s, "")
		}
		if part := partOf().FindStringSubmatch(s); part != nil {
			s = part[1]
		} else if part := beforeLabel().FindStringSubmatch(s); part != nil {
			s = part[1]
		}
		s = strings.TrimSpace(s)
		if strings.ContainsAny(s, "。；：?？"+boxes) || strings.Contains(s, "日期") || digits(s) > 4 || utf8.RuneCountInString(s) < 2 {
			return ""
		}
		if Bracketed().MatchString(s) || signed().MatchString(s) {
			return ""
		}
		if !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) && r < 0x250 }) {
			s = ClosedUp(s)
		}
	}
	return s
}

// LeastTitle is the least number of code points of a title.
const LeastTitle = 3

// quotedWhole matches a title in quotation marks.
var quotedWhole = char.Pattern(`^(?:《([^《》]+)》|“([^“”]+)”)$`)

// languageRemark matches the remark before a title that is given in two languages.
var languageRemark = char.Pattern(`^(?:[（(]?中文[）)]?(?:名称|题目|名)?|Chinese)\s*[:：]\s*`)

// FormOnly matches a text that is only the name of a kind of form.
var FormOnly = char.Pattern(`(?i)^(?:毕业|本科生?|研究生|硕士|博士|学位|课程)*(?:设计|论文|项目|课题|管理|研究)*(?:[（(]?(?:论文|设计)[）)]?)?(?:开题报告|任务书|申请书|申报书|申报表|申请表|` +
	`中期报告|中期检查表?|结题报告|立项报告|结项报告|计划书|(?:grant|research|thesis|project)?proposal|proposal|abstract|introduction)书?$`)

func digits(s string) int { return each.Count([]rune(s), unicode.IsDigit) }

// unbalanced reports whether a bracket is opened but not closed, or the reverse: s is then the rest
// of something else.
func unbalanced(s string) bool {
	return strings.Count(s, "（")+strings.Count(s, "(") != strings.Count(s, "）")+strings.Count(s, ")")
}

// MostApplicants limits the names on one page; more names are a list of something else.
const MostApplicants = 12

// applicantName returns the name of a person, or several names, without blanks between their
// characters; "" if s is none.
func applicantName(s string) string {
	if m := WithNumber().FindStringSubmatch(s); m != nil {
		s = m[1]
	}
	s = addressBehind().ReplaceAllString(houseBehind().ReplaceAllString(s, ""), "")
	s = strings.Trim(Academic().ReplaceAllString(s, ""), " ,，、")
	if name := Name(s); name != "" && !Institutions().MatchString(name) && !strings.Contains(name, ",") {
		return name
	}
	if m := familyFirst().FindStringSubmatch(s); m != nil && !Institutions().MatchString(s) {
		return m[2] + " " + m[1]
	}
	names := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" ,，、;；/&", r) })
	if len(names) < 2 || len(names) > MostApplicants {
		return ""
	}
	for _, n := range names {
		if !HanName().MatchString(n) || PersonName(n) == "" || Institutions().MatchString(n) {
			return latinNames(s)
		}
	}
	return strings.Join(names, " ")
}

// familyFirst matches one name with the family name before a comma: Doe, Jane.
var familyFirst = char.Pattern(`^((?:` + particles + ` )*\p{Lu}[\pL'’‘ʼ´-]+), ?(\p{Lu}[\pL'’‘ʼ´-]+(?: \p{Lu}\.?)?)$`)

// latinNames returns the first of several names in Latin letters, or "".
func latinNames(s string) string {
	names := strings.FieldsFunc(strings.ReplaceAll(s, " and ", ","), func(r rune) bool { return strings.ContainsRune(",;&", r) })
	for i, n := range names {
		names[i] = strings.TrimSpace(Academic().ReplaceAllString(strings.TrimSpace(n), ""))
		if !LatinName().MatchString(names[i]) || Institutions().MatchString(names[i]) {
			return ""
		}
	}
	if len(names) == 2 && (!strings.Contains(names[0], " ") || !strings.Contains(names[1], " ")) {
		return strings.TrimSpace(names[1] + " " + names[0]) // Doe, Jane
	}
	if len(names) == 0 || !strings.Contains(names[0], " ") || !latinName(names[0]) {
		return ""
	}
	return names[0]
}

// CloseDigits removes the blanks between digits that are set apart: 2 0 2 3.
func CloseDigits(s string) string {
	if !strings.ContainsRune(s, ' ') {
		return s
	}
	return spacedDigit().ReplaceAllStringFunc(s, func(d string) string {
		if together := strings.ReplaceAll(d, " ", ""); len(together) <= len("2025") || len(d) == 2*len(together)-1 {
			return together
		}
		return d // October 18 2016
	})
}

// Marks of choices in forms.
const (
	emptyBoxes  = "□☐○〇◯"
	tickedBoxes = "☑☒√✓✔■●◉🗹"
	boxes       = emptyBoxes + tickedBoxes
)

// ticked returns the ticked choice of a list with boxes or brackets. It returns a text without
// boxes unchanged, and "" unless exactly one choice is ticked.
func ticked(s string) string {
	s = tickBracket().ReplaceAllString(s, "☑")
	s = openBracket().ReplaceAllString(s, "□")
	s = strings.NewReplacer("□√", "☑", "□✓", "☑", "☐√", "☑", "√□", "☑").Replace(s)
	if !strings.ContainsAny(s, boxes) {
		return s
	}
	before := strings.ContainsRune(boxes, char.First(s))
	var chosen []string
	for s != "" {
		at := strings.IndexAny(s, boxes)
		if at < 0 {
			break
		}
		mark, size := utf8.DecodeRuneInString(s[at:])
		name, rest := s[:at], s[at+size:]
		if before {
			end := strings.IndexAny(rest, boxes)
			if end < 0 {
				end = len(rest)
			}
			name = rest[:end]
		}
		if name = strings.Trim(name, " \t\u3000、,，;；/"); strings.ContainsRune(tickedBoxes, mark) && name != "" {
			chosen = append(chosen, choiceLetter().ReplaceAllString(name, ""))
		}
		s = rest
	}
	if len(chosen) != 1 {
		return ""
	}
	return chosen[0]
}

var choiceLetter = char.Pattern(`^[A-Ha-h1-9][.、．)）]\s*`)

// HasWord reports whether a text has a letter or a year: a value is more than marks and digits.
func HasWord(s string) bool {
	return strings.IndexFunc(s, unicode.IsLetter) >= 0 || YearPattern().MatchString(CloseDigits(s))
}
