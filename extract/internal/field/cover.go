package field

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
)

const (
	firstLines   = 14 // of a document's start, which name the form and who made it
	longestCover = 60 // code points of such a line
)

var (
	yearOfForm    = char.Pattern(`(?:^|\D)((?:19|20)\d{2})\s*(?:年度|年(?:[\p{Han}“"（(].*)?(?:项目|计划|基金|课题|大赛|专项)|版|届)`)
	yearMade      = char.Pattern(`(?:^|\D)((?:19|20)\d{2})年(?:\d{1,2}月)?(?:制|印制|印|编制|修订)$`)
	formName      = char.Pattern(`(?i)(?:商业计划书|申请书|申报书|申报表|申请表|申请|申报|任务书|中期检查报告|中期检查表|立项报告|结题报告|结题申请表|开题报告|中期报告|计划书|立项书|推荐表|推荐书|登记表|合同书|结题表|验收表|评审书|报名表|报名书|结题报告书|报告书|结项报告|论证书|建议书|项目书|审批表|可行性研究报告|可行性报告|申请简表)(?:[（(].{1,12}[）)])?$`)
	nameOfCall    = char.Pattern(`(?:[\p{Han}A-Za-z“”"‘’《》·+\-—]|[（(][\p{Han}A-Za-z、/]{1,12}[）)])*(?:“[^”]{1,12}[杯奖赛]”|计划|基金|专项|项目|大赛|竞赛|工程|课题|规划|奖学金|资助)[”"》]?$`)
	ofGraduation  = char.Pattern(`毕业(?:设计|论文)|学位论文|论文(?:[（(]设计[）)])?(?:开题|中期|任务|结题|选题)|课程设计|综合实践`)
	university    = char.Pattern(`^(?:附件\d*[:：]?)?(?:20\d{2}年(?:度)?)?[“"《]?((?:中国(?:社会)?科学院大学|\p{Han}{2,10}?(?:大学|学院|中学))(?:[（(](?:[^盖公签][\p{Han}]{1,5})[）)]|\p{Han}{2,5}(?:分校|校区))?(\p{Han}{2,6}?学院)?)(.*)$`)
	behindSchool  = char.Pattern(`^$|^\p{Han}{0,25}(?:书|表|报告|项目|计划|基金|大赛|论文|设计|课程|课题)(?:[（(].*)?$|^[”"》]|^[（(]?(?:本科|专科|高职|毕业|研究生|硕士|博士|大学生|学生|工程硕士|优秀|专业学位|学位|学术|科研|教学|教育|创新|创业|课程|青年|校级|校内|\d{4}|第|[“"《]|教务处|研究生院|科技处|科研处|教务部|制|印制|编制|\p{Han}{2,12}(?:学院|系|学部|研究所)(?:$|本科|毕业|制))`)
	visit         = char.Pattern(`访学|访问|交流|交换|留学|海外|赴\p{Han}`)
	noUniversity  = char.Pattern(`^(?:关于|面向|基于|全国|全省|我国|普通|高等|某|本|各|所在|推荐|二级|申请|参加|中国国际|国家|教育部|省)`)
	yearAlone     = char.Pattern(`^(?:(?:semester:?)?(?:spring|summer|fall|autumn|winter)(?:semester|term|quarter)?,?|\d{1,2}[/.]\d{1,2}[/.])?((?:19|20)\d{2})年?$`)
	programmeHead = char.Pattern(`^(?:\d{4}\s*年?度?|第[\p{Han}\d]{1,4}[届期批]|附件\s*[\d一二三四五六七八九十\-—]*[:：]?|（?\d{4}年?度?）?)\s*`)
)

// cover reads what the first lines say without labels: the year and the name of the
// form, and the university whose form it is.
func (r *reading) cover() {
	lines := min(len(r.texts), firstLines)
	graduation := slices.ContainsFunc(r.texts[:lines], func(s string) bool {
		return utf8.RuneCountInString(s) <= longestCover && ofGraduation().MatchString(squeezed(s))
	})
	var school candidate
	for i, s := range r.texts[:min(len(r.texts), coverLines)] {
		if s = strings.TrimSpace(s); s == "" || utf8.RuneCountInString(s) > 2*longestCover {
			continue
		}
		if s = closeDigits(s); utf8.RuneCountInString(s) > longestCover || len(r.pairs(s)) > 0 || r.labels.isLabel(s) {
			continue
		}
		at := extract.Found{Span: r.paragraphs[i].Span, Source: extract.FromCover}
		if !char.Wide(char.First(s)) && latinHouse().MatchString(s) && latinSchool().MatchString(s) && school.value == "" && r.paragraphs[i].Place.Table == 0 && i < lines {
			for part := range strings.SplitSeq(broughtOver().ReplaceAllString(s, ""), ",") { // Department of Physics, Northern University
				if latinSchool().MatchString(part) {
					name := strings.TrimSpace(part)
					if partOfHouse().MatchString(name) { // University of Exampleton Department of Physics
						name = cmp.Or(universityIn(name), name)
					}
					school = candidate{value: name, place: at, score: coverSchool}
				}
			}
		}
		if name := schoolName(s); strings.Contains(name, "大学") && !strings.Contains(school.value, "大学") || name != "" && school.value == "" && r.paragraphs[i].Place.Table == 0 {
			school = candidate{value: name, place: at, score: coverSchool}
		}
		if strings.Contains(s, "20") || strings.Contains(s, "19") {
			r.yearOnCover(i, s, at)
		}
		if i >= lines {
			continue
		}
		if !graduation {
			r.programmeOf(i, at)
		}
	}
	r.school = school
}

// house takes the university that the cover names, whole or before a part of it.
func (r *reading) house() {
	school := r.school
	if school.value != "" && r.filled() {
		part := r.best[institutionField]
		part.school = part.school || part.score < labelFactor*taughtScore && partAlone().MatchString(part.value)
		if part.school && strings.HasSuffix(school.value, part.value) {
			r.best[institutionField].value = school.value
		} else if part.school && !char.Wide(char.First(school.value)) {
			school.score = part.score + 1 // the whole, not the Department of Physics
		} else if part.school && !strings.Contains(part.value, "大学") {
			r.best[institutionField].value = school.value + strings.TrimPrefix(part.value, school.value)
		}
		r.take(institutionField, school)
	}
}

// yearOnCover takes the year that a line of the cover names.
func (r *reading) yearOnCover(i int, s string, at extract.Found) {
	key := squeezed(s)
	if y := yearAlone().FindStringSubmatch(key); y != nil && r.paragraphs[i].Place.Table == 0 {
		r.take(yearField, candidate{value: y[1], place: at, score: coverYear})
	}
	if y := yearMade().FindStringSubmatch(key); y != nil {
		r.take(yearField, candidate{value: y[1], place: at, score: coverMade})
	}
	if i >= firstLines {
		return
	}
	if y := yearOfForm().FindStringSubmatch(key); y != nil {
		r.take(yearField, candidate{value: y[1], place: at, score: coverNamesYear})
	} else if y := yearOfCall().FindStringSubmatch(s); y != nil {
		r.take(yearField, candidate{value: cmp.Or(y[1], y[2], y[3]), place: at, score: coverNamesYear})
	}
}

// filled says that anything was filled in: a blank form names its maker, who applies
// for nothing.
func (r *reading) filled() bool {
	return r.best[titleField].value != "" || r.best[applicantField].value != "" || r.best[institutionField].value != ""
}

// schoolName gives the university or college that a line of a cover begins with.
func schoolName(s string) string {
	m := university().FindStringSubmatch(strings.Join(strings.Fields(s), ""))
	if m == nil || visit().MatchString(m[3]) || !behindSchool().MatchString(m[3]) || noUniversity().MatchString(m[1]) || placeholder().MatchString(m[1]) {
		return ""
	}
	if strings.HasPrefix(m[3], "制") {
		return strings.TrimSuffix(m[1], m[2]) // which of its parts made the form says nothing
	}
	return m[1]
}

// programmeOf reads the name of a call or a fund from the name of the form: in the
// line of 申请书, or in the lines above, over two of which it may be broken.
func (r *reading) programmeOf(i int, at extract.Found) {
	if name := r.labels.knownProgramme(r.texts[i]); name != "" {
		r.take(programmeField, candidate{value: name, place: at, score: coverProgramme})
		return
	}
	if i > 0 && bareForm().MatchString(char.OneLine(r.texts[i])) {
		if m := callLine().FindStringSubmatch(char.OneLine(r.texts[i-1])); m != nil && !anyGrant().MatchString(m[1]) && len(r.pairs(r.texts[i-1])) == 0 {
			r.take(programmeField, candidate{value: m[1], place: extract.Found{Span: r.paragraphs[i-1].Span, Source: extract.FromCover}, score: coverProgramme})
			return
		}
	}
	if name := latinProgramme(r.texts[i]); name != "" {
		r.take(programmeField, candidate{value: name, place: at, score: coverProgramme})
		return
	}
	if titleWithForm(char.OneLine(r.texts[i])) != "" {
		return
	}
	s := closed(r.texts[i])
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
	for k := i - 1; name == "" && k >= 0 && k >= i-3; k-- {
		above := r.coverLine(k)
		if above == "" {
			break
		}
		if bracketed().MatchString(above) {
			continue
		}
		if name = programmeName(above); name != "" {
			at.Span = r.paragraphs[k].Span
		}
	}
	if name != "" && !strings.Contains(squeezed(r.best[titleField].value), strings.TrimSuffix(squeezed(name), "项目")) {
		r.take(programmeField, candidate{value: name, place: at, score: coverProgramme})
	}
}

// latinProgramme reads the name of a programme from the name of a form in English:
// Seed Grants Programme 2025 – Application Form, Application for a Travel Fellowship.
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

// namesCall are words of the name of a call, written as in names: other lines of text
// have such words too.
const namesCall = `(?:(?:Call|Application|Proposal|Competition|Programme|Program|Grant|Fellowship|Fund|Scheme|Award|Initiative|Scholarship|Prize|Project)s?|(?:CALL|APPLICATION|PROPOSAL|COMPETITION|PROGRAMME|PROGRAM|GRANT|FELLOWSHIP|FUND|SCHEME|AWARD|INITIATIVE|PROJECT)S?)`

const callWords = `(?:programmes?|programs?|grants?|fellowships?|funds?|schemes?|awards?|competitions?|initiatives?|scholarships?|prizes?)`

var (
	yearOfCall   = char.Pattern(`\b((?:19|20)\d{2})\b(?:[-–/]\d{2,4})?.*\b` + namesCall + `|` + namesCall + `\b.*\b((?:19|20)\d{2})\b|\b(?:FY ?|Summer of Code,? |GS[oO]C[ -]?)((?:19|20)\d{2})\b`)
	callThenForm = char.Pattern(`(?i)^(?:appendix \w+:? |the )?(.*\b` + callWords + `)\b[\s:,–—-]*(?:[(]?\d{4}[)]?)?[\s:,–—-]*(?:(?:full|research|project|grant|online|pre|short) ?)*-?(?:applications?|proposals?|call|submission|cover (?:page|sheet))\b`)
	formThenCall = char.Pattern(`(?i)^(?:\w+ )?(?:application|proposal|submission)(?: form)? (?:for|to)(?: an?| the)? (.*\b` + callWords + `)(?: (?:19|20)\d{2})?$`)
	formDashCall = char.Pattern(`(?i)^(?:\w+ )?(?:application|proposal|submission) form\s*(?:[-–—:]\s*| for )(.*\b` + callWords + `\b.{0,40})$`)
	bareForm     = char.Pattern(`(?i)^(?:full |research |project |grant |online )*(?:application|proposal)(?: form)?$`)
	callLine     = char.Pattern(`^((?:\p{Lu}[\pL’'-]*|of|for|in|the|and|&)(?: (?:\p{Lu}[\pL’'-]*|of|for|in|the|and|&))* ` + namesCall + `)(?: \(?(?:19|20)\d{2}(?:[-/]\d{2,4})?\)?)?$`)
	callYear     = char.Pattern(`[(]?\b(?:19|20)\d{2}(?:[-–/]\d{2,4})?[)]?`)
	anyGrant     = char.Pattern(`(?i)^(?:(?:the|an?|research|project|grants?|funding|programmes?|programs?|fellowships?|phd|doctoral|student|small|new|proposed|degree|study|master'?s?) ?)*$`)
)

// goesOn says whether a line of the cover can be the first part of a name that is
// broken over two lines.
func (r *reading) goesOn(line string) bool {
	return utf8.RuneCountInString(line) >= leastFirstPart && schoolName(line) == "" && programmeName(line) == "" && parseDate(line) == "" && !bracketed().MatchString(line) && personName(line) == ""
}

const leastFirstPart = 8 // code points

// coverLine is a line of the cover without blanks, "" for a label or a longer text.
func (r *reading) coverLine(i int) string {
	if i < 0 || utf8.RuneCountInString(r.texts[i]) > longestCover || r.labels.isLabel(r.texts[i]) || len(r.pairs(r.texts[i])) > 0 {
		return ""
	}
	return closed(r.texts[i])
}

// closed is a text without white space.
func closed(s string) string { return strings.Join(strings.Fields(s), "") }

// programmeName gives the name of a programme that a line says, or "".
func programmeName(s string) string {
	for {
		cut := programmeHead().ReplaceAllString(s, "")
		if cut == s {
			break
		}
		s = cut
	}
	if m := university().FindStringSubmatch(s); m != nil && !noUniversity().MatchString(m[1]) && m[2] == "" && !strings.HasPrefix(m[3], "生") {
		s = m[3]
	}
	s = shortName().ReplaceAllString(ofForm().ReplaceAllString(s, ""), "") // （SRTP）立项
	s = yearWithin().ReplaceAllString(s, "$1")
	s = strings.TrimPrefix(strings.TrimPrefix(nameOfCall().FindString(s), "学年"), "年度") // behind digits
	if _, quoted, ok := strings.Cut(s, "“"); ok && (strings.HasSuffix(quoted, "”") || !strings.Contains(quoted, "”")) {
		s = quoted // 学生“创新能力提升计划”
	}
	if s = strings.Trim(s, "\"《》—-"); strings.Count(s, "“") != strings.Count(s, "”") || strings.Index(s, "”") == len(s)-len("”") {
		s = strings.Trim(s, "“”")
	}
	if n := utf8.RuneCountInString(s); n < leastProgramme && !strings.HasSuffix(s, "杯") || n > maxValue[programmeField] || anyProject().MatchString(s) {
		return ""
	}
	return s
}

var ofForm = char.Pattern(`(?:作品|立项|申报|申请|结题|结项|中期|年度)+$`)

var (
	// shortName is what stands in brackets behind the name of a programme: its short name,
	// its year, or a kind of project.
	shortName = char.Pattern(`[（(](?:[A-Za-z\d-]+|\d{4}年?度?|\p{Han}{1,3}|[^（）()]{1,12}(?:项目|课题|计划|类|专项))[）)]$`)
	// yearWithin stands between who gives a programme and what it is.
	yearWithin = char.Pattern(`(\p{Han}{2})(?:19|20)\d{2}\s*年?度?`)
)

const leastProgramme = 4 // code points

// anyProject is what every form may be about.
var anyProject = char.Pattern(`^(?:课题|科研|研究|申请|申报|本|各类)*(?:项目|课题|科研项目|研究项目|研究课题|科研课题|工程)$|^商业计划$|项目商业计划$|^(?:进度|工作|后续|研究|时间|实施|学习|毕业设计工作)计划$`)

// firstLine takes the first line of a text in Chinese that has no labels as its title, if
// it ends as titles do, stands above the abstract or above the line of an author. Any text
// begins with some line. Where the title is known by the file's properties it must be
// that one.
func (r *reading) firstLine(known string) {
	if len(r.texts) < 2 {
		return
	}
	title, next := char.OneLine(r.texts[0]), char.OneLine(r.texts[1])
	if r.paragraphs[0].Place.Table != 0 || !char.Wide(char.First(title)) && !strings.ContainsFunc(title, char.Wide) || !r.mayBeTitle(title) || known != "" && squeezed(known) != squeezed(title) {
		return
	}
	at := func(i int) extract.Found {
		return extract.Found{Span: r.paragraphs[i].Span, Source: extract.FromCover}
	}
	applicant := r.best[applicantField]
	if key := squeezed(next); formName().MatchString(key) && !titleEnd().MatchString(title) {
		return // a call, and below it its form
	}
	above := applicant.value != "" && applicant.place.Start <= r.paragraphs[min(linesOfAuthor, len(r.paragraphs)-1)].Start
	heads := r.paragraphs[0].Kind == extract.Heading || r.paragraphs[1].Kind == extract.Heading
	for i := 1; i < min(linesOfAuthor, len(r.texts)) && applicant.value == "" && r.paragraphs[i].Kind != extract.Heading; i++ {
		if name, number, house := authorLine(r.texts[i]); name != "" {
			r.take(applicantField, candidate{value: name, place: at(i), score: labelFactor})
			if number != "" {
				r.take(numberField, candidate{value: number, place: at(i), score: 1})
			}
			if house != "" {
				r.take(institutionField, candidate{value: house, place: at(i), score: labelFactor, school: partAlone().MatchString(house)})
			}
			above = true
			break
		}
	}
	switch {
	case above, runIn().MatchString(next), titleEnd().MatchString(title) && (heads || utf8.RuneCountInString(next) <= longestCover):
		if known == "" && r.best[titleField].value == "" {
			r.take(titleField, candidate{value: title, place: at(0), score: labelFactor})
		}
	}
}

const linesOfAuthor = 5 // under the title of a text without labels

// authorLine reads a line that says who wrote a text: one name, and beside it a number, a
// class or an institution.
func authorLine(s string) (name, number, house string) {
	if utf8.RuneCountInString(s) > longestCover || strings.ContainsAny(s, "。；？！：:") {
		return "", "", ""
	}
	for _, part := range strings.FieldsFunc(closedUp(char.OneLine(s)), func(c rune) bool { return strings.ContainsRune(" 　,，、/／|()（）", c) }) {
		switch person := personName(part); {
		case formOnly().MatchString(part):
			return "", "", ""
		case person != "" && hanName().MatchString(person) && likelyName(person) && !institutions().MatchString(person):
			if name != "" {
				return "", "", "" // a list
			}
			name = person
		case numberBehind().FindString(part) == part:
			number = cleanNumber(part)
		case institutions().MatchString(part) && wholeHouse().MatchString(part):
			house += part
		case classOf().MatchString(part):
		default:
			return "", "", ""
		}
	}
	return name, number, house
}

var (
	classOf   = char.Pattern(`^(?:\p{Han}{1,12}\d{2,4}级?班?|\d{2,4}级\p{Han}{0,12}\d*班?|\p{Han}{2,12}(?:专业|班|系)|\d{4}年?)$`)
	partAlone = char.Pattern(`^\p{Han}{2,12}(?:学院|系|学部)$`)
)

// mayBeTitle says whether a line without a label can be a title: no label, name, date
// or address, no heading with a number, no sentence, and nothing that a form prints.
func (r *reading) mayBeTitle(s string) bool {
	if n := utf8.RuneCountInString(s); n < leastPlain || n > mostPlain {
		return false
	}
	if r.labels.isLabel(s) || len(r.pairs(s)) > 0 || personName(s) != "" || schoolName(s) != "" || parseDate(s) != "" {
		return false
	}
	key := squeezed(s)
	if formTitle().MatchString(key) || formOnly().MatchString(key) || formName().MatchString(key) || instructionLine().MatchString(key) {
		return false // a form, and a blank one, or one that is not known
	}
	if draft.NumberClass(s) != draft.NoNumber || draft.IsHeadingWord(s) {
		return false
	}
	return !strings.ContainsAny(s, "。；;?？!！") && !strings.ContainsAny(s[len(s)-1:], ".:") && !strings.HasSuffix(s, "：") &&
		!strings.HasPrefix(s, "尊敬") && !letter().MatchString(s)
}

// titleUnderForm takes the line under the name of a form, where no label has the
// title, if it ends as titles do.
func (r *reading) titleUnderForm() {
	if r.best[titleField].value != "" || len(r.texts) == 0 {
		return
	}
	if m := quotedTitle().FindStringSubmatch(closed(r.texts[0])); m != nil && nameOfCall().FindString(m[1]) == "" && len(r.texts[0]) <= maxValue[titleField]*utf8.UTFMax {
		r.take(titleField, candidate{value: m[1], place: extract.Found{Span: r.paragraphs[0].Span, Source: extract.FromCover}, score: labelFactor})
		return
	}
	for i := 0; i < min(len(r.texts), firstLines/2); i++ {
		s := char.OneLine(r.texts[i])
		if utf8.RuneCountInString(s) > mostPlain || r.paragraphs[i].Place.Table != 0 {
			break
		}
		title := titleWithForm(s)
		if latinPerson(title) != "" {
			title = ""
		}
		if m := reportOf().FindStringSubmatch(closed(s)); title == "" && i == 0 && m != nil && !notOwn().MatchString(m[1]) && !formOnly().MatchString(s) && nameOfCall().FindString(m[1]) == "" && schoolName(s) == "" && len(r.texts) > 1 && firstPart().MatchString(r.texts[1]) {
			title = m[1] // the first part begins right below it
		}
		if title != "" {
			r.take(titleField, candidate{value: title, place: extract.Found{Span: r.paragraphs[i].Span, Source: extract.FromCover}, score: labelFactor})
			return
		}
	}
	if title, at := r.titleAboveForm(); title != "" {
		r.take(titleField, candidate{value: title, place: extract.Found{Span: r.paragraphs[at].Span, Source: extract.FromCover}, score: labelFactor})
		return
	}
	named := false
	for i := 0; i < min(len(r.texts), firstLines/2) && r.paragraphs[i].Place.Table == 0; i++ {
		s := char.OneLine(r.texts[i])
		if key := squeezed(s); formName().MatchString(key) || formOnly().MatchString(key) || latinForm(s) {
			named = true
			continue
		}
		if !named {
			if key := squeezed(s); formTitle().MatchString(key) || yearAlone().MatchString(key) {
				continue
			}
			return
		}
		if n := utf8.RuneCountInString(s); n >= leastPlain && n <= longestCover && (titleEnd().MatchString(s) || strings.Contains(s, "基于")) && len(r.labels.closeTo(s)) == 0 && !strings.ContainsAny(s, "。；：:") && draft.NumberClass(s) == draft.NoNumber && !r.labels.isLabel(s) {
			r.take(titleField, candidate{value: s, place: extract.Found{Span: r.paragraphs[i].Span, Source: extract.FromCover}, score: labelFactor})
		}
		return
	}
}

// titleAboveForm gives the title in the one or two lines right above the name of a form, if
// it ends as titles do: above it calls and agencies stand too.
func (r *reading) titleAboveForm() (title string, at int) {
	for i := 1; i < min(len(r.texts), firstLines) && r.paragraphs[i].Place.Table == 0; i++ {
		if s := squeezed(r.texts[i]); utf8.RuneCountInString(s) > longestCover || !formOnly().MatchString(s) {
			continue
		}
		last := r.coverLine(i - 1)
		if last == "" || !char.Wide(char.First(strings.TrimLeft(last, "—-"))) || !titleEnd().MatchString(last) && !ofProducts().MatchString(last) && !strings.Contains(last, "基于") && !r.aboveAll(i-1) || r.ofCall(last) {
			return "", 0
		}
		if above := r.coverLine(i - 2); strings.HasPrefix(last, "—") && above != "" && !r.ofCall(above) {
			return above + last, i - 2
		}
		if last = strings.Trim(last, "—-"); utf8.RuneCountInString(last) >= leastPlain {
			return last, i - 1
		}
		return "", 0
	}
	return "", 0
}

// aboveAll says whether a line of the cover is set larger than all others of the first lines, and
// names nobody who gives or applies: a title, of whatever words.
func (r *reading) aboveAll(i int) bool {
	points := r.paragraphs[i].Face.Points
	for k, p := range r.paragraphs[:min(len(r.paragraphs), firstLines)] {
		if k != i && p.Face.Points*larger > points {
			return false
		}
	}
	return points > 0 && r.mayBeTitle(r.texts[i]) && !institutions().MatchString(r.texts[i]) && !authority().MatchString(r.texts[i])
}

// ofCall says whether a line of a cover names a call, an agency or a school.
func (r *reading) ofCall(s string) bool {
	return notOwn().MatchString(s) || nameOfCall().MatchString(s) || schoolName(s) != "" || formName().MatchString(s) || parseDate(s) != ""
}

var (
	quotedTitle = char.Pattern(`^[“《]([^“”《》]{8,})[”》](?:项目)?(?:结题|中期|开题|立项|结项)?(?:报告|申请书|申报书|任务书|计划书)$`)
)

// titleWithForm gives the title in a line that has the name of the form too: GSoC
// Proposal: Faster graphs, 校园二手交易平台项目计划书.
func titleWithForm(s string) string {
	if !char.Wide(char.First(s)) {
		if draft.NumberClass(s) != draft.NoNumber {
			return "" // 1 Introduction - Proposal and Viability
		}
		if m := formThenTitle().FindStringSubmatch(s); m != nil && strings.Contains(m[1], " ") {
			return m[1]
		}
		if m := titleThenForm().FindStringSubmatch(s); m != nil && strings.Contains(m[1], " ") {
			return m[1]
		}
		return ""
	}
	m := ownForm().FindStringSubmatch(closed(s))
	if m == nil || notOwn().MatchString(m[1]) || nameOfCall().MatchString(m[1]) || schoolName(m[1]) != "" || !titleEnd().MatchString(m[1]) && !ofProducts().MatchString(m[1]) && !strings.Contains(m[1], "基于") && !strings.HasPrefix(m[1], "关于") {
		return ""
	}
	return m[1]
}

var (
	formThenTitle = char.Pattern(`^(?:[\w’'&.]+ ){0,6}(?:[Pp]roposal|PROPOSAL|[Nn]arrative|[Pp]rospectus|[Pp]lan|[Ss]tatement|[Aa]pplication|GSoC|GSOC)(?: ?[’']?\d{2,4})?(?:\s?[:–—-]\s+|\s*[–—]{2,}\s*)(\S.{7,})$`)
	titleThenForm = char.Pattern(`^(\S.{7,}?)\s*[-–—:|(]+\s*(?:GSoC|GSOC|Google Summer of Code|(?:[A-Z][a-z]+ )?(?:[Pp]roject |[Tt]hesis |[Rr]esearch |[Gg]rant )?[Pp]roposal)[\w’' ]*\)?$`)
	ownForm       = char.Pattern(`^(.{6,40}?)(?:项目|课题|系统)?的?(?:立项|结题|开题|中期|可行性研究|可行性分析|项目)?(?:申请书|申报书|计划书|任务书|项目书|建议书|报告书|报告)$`)
	reportOf      = char.Pattern(`^(\p{Han}{5,30})(?:立项|结题|开题)报告$`)
	firstPart     = char.Pattern(`^\s*(?:1[.、．\s]|一\s*[、.．])\s*\p{Han}`)
	notOwn        = char.Pattern(`大学(?:[^生]|$)|大学生(?:创新|创业|科研|训练)|学院|毕业|学位|论文|课程|年度|\d届|大赛|竞赛|基金|计划|研究生|本科|科技厅|教育厅|年$|专项|^项目|^课题|^科研|^创新创业|^商业|^可行性|^调研|^实验|^社会实践|^实习`)
	ofProducts    = char.Pattern(`(?:系统|平台|软件|APP|小程序|网站|工具|机器人|装置|游戏|助手|引擎|框架|小车|管理|项目)$`)
)

// titleEnd is how titles of research and design end.
var titleEnd = char.Pattern(`^基于|(?:建模|研究|设计|实现|系统|分析|应用|开发|方法|构建|优化|技术|平台|探究|探讨|探索|策略|机制|模型|影响|建设|算法|综述|软件)$`)

const (
	leastPlain = 8   // code points of a title without a label
	mostPlain  = 120 // longer ones are sentences
)

// letter is the head or the salutation of a letter.
var letter = char.Pattern(`(?i)^dear\b|[,，]$|\btel\b|^(?:project|research|grant|thesis)? ?(?:proposal|plan|report)\b|\d{5,}`)

var instructionLine = char.Pattern(`(?i)[表单书]$|名单$|声明$|通知$|规范$|手册$|大纲$|细则$|要求$|处$|部$|总结$|^\p{Han}{2,6}[:：][A-Za-z\d]|^表[一二三四五\d]|提纲|模板|模版|格式|样本|附件|编号|正文|须知|说明|目录|instructions|template|guidelines|section|contents|version|page\d`)
