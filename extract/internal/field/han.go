package field

import (
	"slices"
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/field/label"
	"zhiwen/extract/internal/field/value"
)

// hanPage reads a Chinese title page: the title, if no label has it, and the line of its author.
// known and author are the title and author from the file's properties, or "".
func (r *reading) hanPage(lines []pageLine, known, author string) {
	at := func(l pageLine) extract.Found {
		return extract.Found{Span: r.paragraphs[l.at].Span, Source: extract.FromCover}
	}
	title, end, sure := r.hanTitle(lines)
	if known != "" && !sure && char.Squeezed(known) != char.Squeezed(title.text) {
		return
	}
	for i, l := range lines {
		if l.kind != personLine || len(l.people) != 1 || author != "" || r.best[label.Applicant].value != "" || r.underMembers(lines, i) {
			continue
		}
		if below := end >= 0 && i >= end && i <= end+linesOfAuthor; !below && l.number == "" && !underForm(lines, i) {
			continue // names without a number are recognised by the title above them
		}
		r.guess(label.Applicant, candidate{value: l.people[0], place: at(l), score: labelFactor})
		if l.number != "" {
			r.guess(label.Number, candidate{value: l.number, place: at(l), score: 1})
		}
		if near := houseNear(lines, i); near.house != "" {
			r.guess(label.Institution, candidate{value: near.house, place: at(near), score: labelFactor,
				school: partAlone().MatchString(near.house)})
		}
	}
	if title.text != "" && (sure || known == "") {
		score := labelFactor
		if sure {
			score = titleOnPage
		}
		r.guess(label.Title, candidate{value: title.text, place: at(title), score: score})
	}
}

// houseNear returns the line that names, in Chinese, the institution of the person in line i: this
// one, the one below it, or the one above it.
func houseNear(lines []pageLine, i int) pageLine {
	for _, k := range []int{i, i + 1, i - 1} {
		if k >= 0 && k < len(lines) && char.Wide(char.First(lines[k].house)) {
			return lines[k]
		}
	}
	return pageLine{}
}

// underMembers reports whether a line continues a labelled list of members above it, or names the
// mentor after the mentor's label.
func (r *reading) underMembers(lines []pageLine, i int) bool {
	for i--; i >= 0 && lines[i].kind == personLine; i-- {
	}
	if i < 0 || lines[i].kind != labelLine {
		return false
	}
	l, _ := r.labels.Find(strings.TrimRight(lines[i].text, ":： "))
	return l.Field == label.Participants || l.Field == label.OtherPerson ||
		slices.ContainsFunc(r.pairs(lines[i].text), func(p label.Pair) bool { return p.Field == label.Participants })
}

// underForm reports whether a line stands between the name of a form and its date.
func underForm(lines []pageLine, i int) bool {
	return i > 0 && lines[i-1].kind == formLine && i+1 < len(lines) && lines[i+1].kind == dateLine
}

const longNames = 4 // code points; names this long need a family name of two, unlike 高等数学

const linesOfAuthor = 5 // lines below a title in which its author may stand

// hanLine classifies a line of a Chinese title page.
func (r *reading) hanLine(s string) pageLine {
	l, key := pageLine{text: s}, char.Squeezed(s)
	n := utf8.RuneCountInString(s)
	switch {
	case n > mostPlain, strings.ContainsAny(s, "。；"), draft.NumberClass(s) != draft.NoNumber, draft.IsHeadingWord(s),
		runIn().MatchString(s):
		l.kind = endLine
		return l
	case len(r.pairs(s)) > 0, r.labels.IsLabel(s), len(closeTo(r.labels, s)) > 0, strings.HasSuffix(s, "："), strings.HasSuffix(s, ":"):
		l.kind = labelLine
		return l
	}
	if title := titleWithForm(s); title != "" {
		l.text, l.own = title, true
		return l
	}
	name, number, house := authorLine(s)
	if name != "" {
		l.kind, l.people, l.number, l.house = personLine, []string{name}, number, house
		return l
	}
	switch {
	case house != "" && number == "":
		l.kind, l.house = houseLine, house
	case formName().MatchString(key), value.FormOnly().MatchString(key),
		formTitle().MatchString(key) && (schoolName(s) == "" || formOfSchool().MatchString(key)):
		l.kind = formLine
	case schoolName(s) != "", authority().MatchString(key) && !titleWords(s):
		l.kind = houseLine
	case value.ParseDate(value.Arabic(s)) != "", yearAlone().MatchString(key):
		l.kind = dateLine
	case r.ofCall(s), value.Bracketed().MatchString(s), value.Placeholder().MatchString(s), instructionLine().MatchString(key),
		partOfSchool().MatchString(s):
		l.kind = clauseLine
	}
	return l
}

// hanTitle returns the title of a Chinese page and the index of the line after it, or -1. The title
// is text in one line with the name of its form; or lines below the name of the form, or right
// above it, that end as titles do; or lines set larger than everything else filled in; or the first
// line of a text above its abstract or its author. Names of calls, agencies and schools are
// skipped. sure reports that the form itself shows the title.
func (r *reading) hanTitle(lines []pageLine) (title pageLine, end int, sure bool) {
	// a label of score 1 may be a course's title
	if r.best[label.Title].score > labelFactor || len(lines) == 0 {
		return pageLine{}, -1, false
	}
	if m := quotedTitle().FindStringSubmatch(char.Closed(lines[0].text)); m != nil && nameOfCall().FindString(m[1]) == "" {
		lines[0].text, lines[0].own = m[1], true
	}
	begins := len(r.texts) > 1 && firstPart().MatchString(r.texts[1])
	line := char.Closed(lines[0].text)
	if m := reportOf().FindStringSubmatch(line); m != nil && begins && lines[0].kind == formLine && !value.FormOnly().MatchString(line) &&
		!r.ofCall(m[1]) {
		lines[0].text, lines[0].own = m[1], true // the first part begins right below it
	}
	form := -1
	for i := 0; i < min(len(lines), firstLines); i++ {
		l := lines[i]
		if l.own {
			return l, i + 1, true
		}
		if l.kind == formLine {
			form = i
		}
		if l.kind != otherLine || !strings.ContainsFunc(l.text, isHan) {
			continue
		}
		last := i
		for last+1 < len(lines) && last < i+mostRests && r.goesOnInHan(lines, i, last) {
			if last++; strings.HasPrefix(lines[last].text, "—") {
				l.text += lines[last].text // a subtitle
				continue
			}
			l.text += joined(l.text, lines[last].text)
		}
		l.text = strings.Trim(l.text, "—- ")
		if end = last + 1; !r.mayBeTitle(l.text) {
			i = last
			continue
		}
		largest := !r.placeForTitle() && r.setLargest(lines, i, end)
		under := form >= 0 && form == i-1
		above := end < len(lines) && lines[end].kind == formLine &&
			(value.FormOnly().MatchString(char.Squeezed(lines[end].text)) || ofGraduation().MatchString(lines[end].text))
		switch {
		case (under || above) && titleWords(l.text), above && largest:
			return l, end, true
		case largest && r.signedBelow(lines, end) && (form >= 0 || above):
			return l, end, true
		case i == 0 && r.opensText(lines, end):
			return l, end, false
		}
		i = last
	}
	return pageLine{}, -1, false
}

// titleWords reports whether a text has words that end titles of research and design.
func titleWords(s string) bool {
	return titleEnd().MatchString(s) || ofProducts().MatchString(s) || strings.Contains(s, "基于")
}

// goesOnInHan reports whether a title continues below its last line: in the same style or as a
// subtitle.
func (r *reading) goesOnInHan(lines []pageLine, first, last int) bool {
	whole, next := lines[last], lines[last+1]
	if next.kind != otherLine || !strings.ContainsFunc(next.text, isHan) {
		return false
	}
	if strings.HasPrefix(next.text, "—") {
		return true
	}
	if a, b := whole.face.Points, next.face.Points; a == 0 || b == 0 || a > b*sameSize || b > a*sameSize {
		return false
	}
	alike := last > first || whole.face.Points > larger*r.usual() || !titleEnd().MatchString(strings.TrimPrefix(whole.text, "基于"))
	return alike && r.goesOnTitle(whole.text, next.text)
}

// placeForTitle reports whether the first page has a label for the title. Then no unlabelled text
// on it is the title.
func (r *reading) placeForTitle() bool {
	for i, s := range r.texts[:min(len(r.texts), coverLines)] {
		if r.paragraphs[i].Start >= r.pageEnd {
			break
		}
		if l, ok := r.labels.Find(s); ok && l.Field == label.Title && l.Score > 1 {
			return true
		}
		for _, p := range r.pairs(s) {
			if p.Field == label.Title && p.Score > 1 {
				return true
			}
		}
	}
	return false
}

// setLargest reports whether lines [from, to) are set larger than everything else on the first page
// except the names of forms, schools and calls.
func (r *reading) setLargest(lines []pageLine, from, to int) bool {
	beside := map[int]bool{}
	for i, l := range lines {
		beside[l.at] = beside[l.at] || i >= from && i < to || l.kind == formLine || l.kind == houseLine || l.kind == clauseLine
	}
	points := lines[from].face.Points
	for i, p := range r.paragraphs[:min(len(r.paragraphs), coverLines)] {
		if p.Start < r.pageEnd && !beside[i] && p.Face.Points*larger > points {
			return false
		}
	}
	return points > 0 && !value.Institutions().MatchString(lines[from].text) && !authority().MatchString(lines[from].text)
}

// signedBelow reports whether a person is named after a title; a blank form names nobody.
func (r *reading) signedBelow(lines []pageLine, end int) bool {
	if r.best[label.Applicant].value != "" {
		return true
	}
	return slices.ContainsFunc(lines[end:], func(l pageLine) bool { return l.kind == personLine })
}

// opensText reports whether the first lines [0, end) of a text are its title. Since every text
// begins with some line, the lines after it must confirm it: an author, an abstract, or short lines
// if it ends as titles do.
func (r *reading) opensText(lines []pageLine, end int) bool {
	if lines[0].at != 0 || len(r.texts) < 2 {
		return false
	}
	next := char.OneLine(r.texts[min(lines[end-1].at+1, len(r.texts)-1)])
	ends := titleEnd().MatchString(lines[0].text)
	if formName().MatchString(char.Squeezed(next)) && !ends {
		return false // a call, with its form below
	}
	if applicant := r.best[label.Applicant]; applicant.value != "" &&
		applicant.place.Start <= r.paragraphs[min(linesOfAuthor, len(r.paragraphs)-1)].Start {
		return true
	}
	for _, l := range lines[end:min(len(lines), end+linesOfAuthor-1)] {
		if l.kind == personLine {
			return true
		}
	}
	heads := r.paragraphs[0].Kind == extract.Heading || r.paragraphs[1].Kind == extract.Heading
	return runIn().MatchString(next) || ends && (heads || utf8.RuneCountInString(next) <= longestCover)
}

// hanPerson reports whether a text that looks like a Chinese name is one.
func hanPerson(s string) bool {
	long := utf8.RuneCountInString(s) >= longNames && !value.CompoundNames().MatchString(s)
	return !long && value.HanName().MatchString(s) && value.LikelyName(s) && !value.Institutions().MatchString(s)
}

// isTitleOfPerson reports whether a word is a title beside a name: 副教授.
func isTitleOfPerson(s string) bool {
	return value.PersonTitle(s) != "" && utf8.RuneCountInString(s) <= longestWordOfTitle && !value.Institutions().MatchString(s)
}

// titleBehind matches a line that ends with the title of a person.
var titleBehind = char.Pattern(`[\s\x{3000}]\p{Han}{0,3}(?:教授|研究员|讲师|工程师|医师)$`)

const longestWordOfTitle = 6 // code points: 副主任医师, 助理研究员

// authorLine reads a line that names the author: one name with a number, a class, a title or an
// institution beside it, or the institution alone.
func authorLine(s string) (name, number, house string) {
	if utf8.RuneCountInString(s) > longestCover || strings.ContainsAny(s, "。；？！：:") {
		return "", "", ""
	}
	s = numberBehind().ReplaceAllString(value.ClosedUp(char.OneLine(s)), " $0 ") // 计算机学院2023级9班3220231370张三
	parts := strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune(" 　,，、/／|()（）", c) })
	titled := titleBehind().MatchString(s)
	for _, part := range parts {
		switch person := value.PersonName(part); {
		case isTitleOfPerson(part):
		case titled && person != "" && name == "":
			name = person // 格桑旺堆 副教授: four characters, as few Chinese names have
		case value.FormOnly().MatchString(part):
			return "", "", ""
		case person != "" && hanPerson(person):
			if name != "" {
				return "", "", "" // a list
			}
			name = person
		case numberBehind().FindString(part) == part:
			number = value.CleanNumber(part)
		case value.Institutions().MatchString(part) && value.WholeHouse().MatchString(part):
			house += part
		case classOf().MatchString(part):
			if m := houseOfClass().FindStringSubmatch(part); m != nil {
				house += m[1]
			}
		default:
			return "", "", ""
		}
	}
	return name, number, house
}

// mayBeTitle reports whether an unlabelled line can be a title: no label, name, date or address, no
// numbered heading, no sentence and no printed text of a form.
func (r *reading) mayBeTitle(s string) bool {
	if n := utf8.RuneCountInString(s); n < leastPlain || n > mostPlain {
		return false
	}
	if r.labels.IsLabel(s) || len(r.pairs(s)) > 0 || value.PersonName(s) != "" || schoolName(s) != "" || value.ParseDate(s) != "" {
		return false
	}
	key := char.Squeezed(s)
	if formTitle().MatchString(key) || value.FormOnly().MatchString(key) || formName().MatchString(key) ||
		instructionLine().MatchString(key) {
		return false // the name of a blank or an unknown form
	}
	if draft.NumberClass(s) != draft.NoNumber || draft.IsHeadingWord(s) {
		return false
	}
	return !strings.ContainsAny(s, "。；;?？!！") && !strings.ContainsAny(s[len(s)-1:], ".:") && !strings.HasSuffix(s, "：") &&
		!strings.HasPrefix(s, "尊敬") && !letter().MatchString(s)
}

// ofCall reports whether a line of a cover names a call, an agency or a school.
func (r *reading) ofCall(s string) bool {
	return notOwn().MatchString(s) || nameOfCall().MatchString(s) || schoolName(s) != "" || formName().MatchString(s) ||
		value.ParseDate(s) != ""
}

var (
	// classOf and the patterns below match what says who a student is beside the name.
	classOf = char.Pattern(`^(?:(?:\p{Han}{2,12}(?:学院|系))?\d{2,4}级\p{Han}{0,12}\d{0,2}班?|\p{Han}{1,12}\d{2,4}级?班?|` +
		`\d{2,4}级\p{Han}{0,12}\d*班?|\p{Han}{2,12}(?:专业|班|系)|\d{4}年?)$`)
	houseOfClass = char.Pattern(`^(\p{Han}{2,12}(?:学院|系))\d`)
	// formOfSchool matches the name of a form after that of a university: 北方大学学位论文.
	formOfSchool = char.Pattern(`(?:书|表|报告|论文|设计|训练)(?:[（(].*[)）])?$`)
	partAlone    = char.Pattern(`^\p{Han}{2,12}(?:学院|系|学部)$`)
	quotedTitle  = char.Pattern(`^[“《]([^“”《》]{8,})[”》](?:项目)?(?:结题|中期|开题|立项|结项)?(?:报告|申请书|申报书|任务书|计划书)$`)
	ownForm      = char.Pattern(`^(.{6,40}?)(?:项目|课题|系统)?的?(?:立项|结题|开题|中期|可行性研究|可行性分析|项目)?(?:申请书|申报书|计划书|任务书|项目书|建议书|报告书|报告)$`)
	reportOf     = char.Pattern(`^(\p{Han}{5,30})(?:立项|结题|开题)报告$`)
	firstPart    = char.Pattern(`^\s*(?:1[.、．\s]|一\s*[、.．])\s*\p{Han}`)
	notOwn       = char.Pattern(`大学(?:[^生]|$)|大学生(?:创新|创业|科研|训练)|学院|毕业|学位|论文|课程|年度|\d届|大赛|竞赛|基金|计划|研究生|本科|科技厅|教育厅|年$|专项|^项目|^课题|^科研|` +
		`^创新创业|^商业|^可行性|^调研|^实验|^社会实践|^实习`)
	ofProducts = char.Pattern(`(?:系统|平台|软件|APP|小程序|网站|工具|机器人|装置|游戏|助手|引擎|框架|小车|管理|项目)$`)
)

// titleEnd matches the ends of titles of research and design.
var titleEnd = char.Pattern(`^基于|(?:建模|研究|设计|实现|系统|分析|应用|开发|方法|构建|优化|技术|平台|探究|探讨|探索|策略|机制|模型|影响|建设|算法|综述|软件)$`)

// letter matches the letterhead or the salutation of a letter.
var letter = char.Pattern(`(?i)^dear\b|[,，]$|\btel\b|^(?:project|research|grant|thesis)? ?(?:proposal|plan|report)\b|\d{5,}`)

var instructionLine = char.Pattern(`(?i)[表单书]$|名单$|声明$|通知$|规范$|手册$|大纲$|细则$|要求$|处$|部$|总结$|^\p{Han}{2,6}[:：][A-Za-z\d]|^表[一二三四五\d]|提纲|模板|` +
	`模版|格式|样本|附件|编号|正文|须知|说明|目录|instructions|template|guidelines|section|contents|version|page\d`)
