package field

import (
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/label"
	"zhiwen/extract/internal/field/value"
)

// programmeOf reads the name of a call or a fund from the name of the form: in the line of 申请书, or
// in the lines above it, where it may cover two lines.
func (r *reading) programmeOf(i int, at extract.Found) {
	if name := r.labels.KnownProgramme(r.texts[i]); name != "" {
		r.take(label.Programme, candidate{value: name, place: at, score: coverProgramme})
		return
	}
	if i > 0 && bareForm().MatchString(char.OneLine(r.texts[i])) {
		if m := callLine().FindStringSubmatch(char.OneLine(r.texts[i-1])); m != nil && !anyGrant().MatchString(m[1]) &&
			len(r.pairs(r.texts[i-1])) == 0 {
			r.take(label.Programme, candidate{value: m[1], place: extract.Found{Span: r.paragraphs[i-1].Span, Source: extract.FromCover},
				score: coverProgramme})
			return
		}
	}
	// with its year: Early Career Fellowship 2024
	if m := callLine().FindStringSubmatch(char.OneLine(r.texts[i])); m != nil && m[0] != m[1] && !anyGrant().MatchString(m[1]) {
		r.take(label.Programme, candidate{value: m[1], place: at, score: coverProgramme})
		return
	}
	if name := latinProgramme(r.texts[i]); name != "" {
		r.take(label.Programme, candidate{value: name, place: at, score: coverProgramme})
		return
	}
	if r.best[label.Title].value == "" && titleWithForm(char.OneLine(r.texts[i])) != "" {
		return
	}
	s := char.Closed(r.texts[i])
	if !strings.ContainsAny(s, formSigns) {
		return
	}
	form := formName().FindStringIndex(s)
	if form == nil {
		return
	}
	name := programmeName(s[:form[0]])
	if above := r.coverLine(i - 1); name != "" && r.goesOn(above) {
		if whole := programmeName(above + s[:form[0]]); whole != "" {
			name = whole
		}
	}
	for k := i - 1; (name == "" || ofStudents().MatchString(name)) && k >= 0 && k >= i-3; k-- {
		above := r.coverLine(k)
		if above == "" {
			break
		}
		if value.Bracketed().MatchString(above) {
			continue
		}
		if whole := programmeName(above); whole != "" {
			name, at.Span = whole, r.paragraphs[k].Span
		}
	}
	if name != "" && !strings.Contains(char.Squeezed(r.best[label.Title].value), strings.TrimSuffix(char.Squeezed(name), "项目")) {
		r.take(label.Programme, candidate{value: name, place: at, score: coverProgramme})
	}
}

// formSigns: every name of a form (formName) contains one of these characters. Most lines do not,
// and matching the expressions takes long.
const formSigns = "书表报申"

// latinProgramme returns the name of a programme from the name of an English form: Seed Grants
// Programme 2025 – Application Form, Application for a Travel Fellowship.
func latinProgramme(s string) string {
	if char.Wide(char.First(s)) {
		return ""
	}
	s = char.OneLine(s)
	name := ""
	if m := callThenForm().FindStringSubmatch(s); m != nil {
		name = m[1]
	} else if m := formThenCall().FindStringSubmatch(s); m != nil {
		name = m[1]
	} else if m := formDashCall().FindStringSubmatch(s); m != nil {
		name = m[1]
	}
	name = strings.Trim(callYear().ReplaceAllString(name, ""), " -–—:,")
	if utf8.RuneCountInString(name) < leastPlain || anyGrant().MatchString(name) || !strings.Contains(name, " ") {
		return ""
	}
	return name
}

// namesCall matches words of names of calls, capitalised as in names: other lines of text contain
// such words too.
const namesCall = `(?:(?:Call|Application|Proposal|Competition|Programme|Program|Grant|Fellowship|Fund|Scheme|Award|Initiative|` +
	`Scholarship|Prize|Project)s?|(?:CALL|APPLICATION|PROPOSAL|COMPETITION|PROGRAMME|PROGRAM|GRANT|FELLOWSHIP|FUND|SCHEME|AWARD|` +
	`INITIATIVE|PROJECT)S?)`

const callWords = `(?:programmes?|programs?|grants?|fellowships?|funds?|schemes?|awards?|competitions?|initiatives?|scholarships?|prizes?)`

var (
	yearOfCall = char.Pattern(`\b((?:19|20)\d{2})\b(?:[-–/]\d{2,4})?.*\b` + namesCall + `|` + namesCall +
		`\b.*\b((?:19|20)\d{2})\b|\b(?:FY ?|Summer of Code,? |GS[oO]C[ -]?)((?:19|20)\d{2})\b`)
	callThenForm = char.Pattern(`(?i)^(?:appendix \w+:? |the )?(.*\b` + callWords + `)\b[\s:,–—-]*(?:[(]?\d{4}[)]?)?[\s:,–—-]*(?:(?:full|` +
		`research|project|grant|online|pre|short) ?)*-?(?:applications?|proposals?|call|submission|cover (?:page|sheet))\b`)
	formThenCall = char.Pattern(`(?i)^(?:\w+ )?(?:application|proposal|submission)(?: form)? (?:for|to)(?: an?| the)? (.*\b` + callWords +
		`)(?: (?:19|20)\d{2})?$`)
	formDashCall = char.Pattern(`(?i)^(?:\w+ )?(?:application|proposal|submission) form\s*(?:[-–—:]\s*| for )(.*\b` + callWords +
		`\b.{0,40})$`)
	bareForm = char.Pattern(`(?i)^(?:full |research |project |grant |online )*(?:application|proposal)(?: form)?` +
		`(?:,? (?:19|20)\d{2}(?: (?:round|call|cycle))?)?$`)
	callLine = char.Pattern(`^((?:\p{Lu}[\pL’'-]*|of|for|in|the|and|&)(?: (?:\p{Lu}[\pL’'-]*|of|for|in|the|and|&))* ` + namesCall +
		`)(?:(?: ?[-–—:,])?(?: (?:Round|Call|Cycle|Edition))? \(?(?:19|20)\d{2}(?:[-/]\d{2,4})?\)?)?$`)
	callYear = char.Pattern(`[(]?\b(?:19|20)\d{2}(?:[-–/]\d{2,4})?[)]?`)
	anyGrant = char.Pattern(`(?i)^(?:(?:the|an?|research|project|grants?|funding|programmes?|programs?|fellowships?|phd|doctoral|student|` +
		`small|new|proposed|degree|study|master'?s?) ?)*$`)
)

// goesOn reports whether a cover line can be the first part of a name that covers two lines.
func (r *reading) goesOn(line string) bool {
	return utf8.RuneCountInString(line) >= leastFirstPart && schoolName(line) == "" && programmeName(line) == "" &&
		value.ParseDate(line) == "" && !value.Bracketed().MatchString(line) && value.PersonName(line) == ""
}

const leastFirstPart = 8 // code points

// programmeName returns the name of the programme in a line, or "".
func programmeName(s string) string {
	for {
		cut := programmeHead().ReplaceAllString(s, "")
		if cut == s {
			break
		}
		s = cut
	}
	if m := university().FindStringSubmatch(s); m != nil && !noUniversity().MatchString(m[1]) && m[2] == "" &&
		!strings.HasPrefix(m[3], "生") {
		s = m[3]
	}
	s = shortName().ReplaceAllString(ofForm().ReplaceAllString(s, ""), "") // （SRTP）立项
	s = yearWithin().ReplaceAllString(s, "$1")
	s = behindYear().ReplaceAllString(nameOfCall().FindString(s), "") // behind digits
	if _, quoted, ok := strings.Cut(s, "“"); ok && (strings.HasSuffix(quoted, "”") || !strings.Contains(quoted, "”")) {
		s = quoted // 学生“创新能力提升计划”
	}
	if s = strings.Trim(s, "\"《》—-"); strings.Count(s, "“") != strings.Count(s, "”") || strings.Index(s, "”") == len(s)-len("”") {
		s = strings.Trim(s, "“”")
	}
	if n := utf8.RuneCountInString(s); n < leastProgramme && !strings.HasSuffix(s, "杯") || n > value.Max[label.Programme] ||
		anyProject().MatchString(s) {
		return ""
	}
	return s
}

var ofForm = char.Pattern(`(?:作品|立项|申报|申请|结题|结项|中期|年度)+$`)

var (
	// shortName matches brackets after the name of a programme: with its short name, its year or a
	// kind of project.
	shortName = char.Pattern(`[（(](?:[A-Za-z\d-]+|\d{4}年?度?|\p{Han}{1,6}|[^（）()]{1,12}(?:项目|课题|计划|类|专项))[）)]$`)
	// yearWithin matches a year before the kind of a programme, also behind its sponsor.
	yearWithin = char.Pattern(`(^|\p{Han}{2})(?:19|20)\d{2}\s*年?度?`)
)

// behindYear matches what remains of a year before a name after its digits are removed.
var behindYear = char.Pattern(`^(?:学?年度?第?[一二三四]?学期|学年度?|年度)`)

const leastProgramme = 4 // code points

// ofStudents matches kinds of project that all programmes for students' innovation have; their name
// stands above these.
var ofStudents = char.Pattern(`^创[新业](?:训练|实践)项目$`)

// anyProject matches what any form may be about.
var anyProject = char.Pattern(`^(?:课题|科研|研究|申请|申报|本|各类)*(?:项目|课题|科研项目|研究项目|研究课题|科研课题|工程)$|^商业计划$|项目商业计划$|^(?:进度|工作|后续|研究|时间|实施|` +
	`学习|毕业设计工作)计划$`)
