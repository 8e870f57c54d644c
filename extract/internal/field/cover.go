package field

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/label"
	"zhiwen/extract/internal/field/value"
)

const (
	firstLines   = 14 // lines at the start of a document that name the form and its publisher
	longestCover = 60 // code points of such a line
)

var (
	yearOfForm = char.Pattern(`(?:^|\D)((?:19|20)\d{2})\s*(?:学?年度|年(?:[\p{Han}“"（(].*)?(?:项目|计划|基金|课题|大赛|专项)|版|届)|` +
		`[书表告][（(]((?:19|20)\d{2})[）)]$`)
	yearsOfSchool = char.Pattern(`(?:^|\D)(?:19|20)\d{2}[-—–~～至/]+((?:19|20)\d{2})学年`)
	yearMade      = char.Pattern(`(?:^|\D)((?:19|20)\d{2})年(?:\d{1,2}月)?(?:制|印制|印|编制|修订)$`)
	formName      = char.Pattern(`(?i)(?:商业计划书|申[请报]材料|申请书|申报书|申报表|申请表|申请|申报|任务书|` +
		`中期检查报告|中期检查表|立项报告|结题报告|结题申请表|开题报告|中期报告|计划书|立项书|推荐表|推荐书|登记表|合同书|` +
		`结题表|验收表|评审书|报名表|报名书|结题报告书|报告书|结项报告|论证书|建议书|项目书|审批表|可行性研究报告|可行性报告|可行性方案|申请简表)(?:[（(].{1,12}[）)])?$`)
	nameOfCall = char.Pattern(`(?:[\p{Han}A-Za-z“”"‘’《》·+\-—]|[（(][\p{Han}A-Za-z、/]{1,12}[）)])*(?:“[^”]{1,12}[杯奖赛]”|计划|基金|专项|项目|大赛|竞赛|` +
		`工程|课题|规划|奖学金|资助)[”"》]?$`)
	ofGraduation = char.Pattern(`毕业(?:设计|论文)|学位论文|论文(?:[（(]设计[）)])?(?:开题|中期|任务|结题|选题|训练)|课程设计|综合实践`)
	university   = char.Pattern(`^(?:附件\d*[:：]?)?(?:20\d{2}年(?:度)?)?[“"《]?((?:中国(?:社会)?科学院大学|\p{Han}{2,10}?(?:大学|学院|` +
		`中学))(?:[（(](?:[^盖公签][\p{Han}]{1,5})[）)]|\p{Han}{2,5}(?:分校|校区))?(\p{Han}{2,6}?学院)?)(.*)$`)
	behindSchool = char.Pattern(`^$|^\p{Han}{2,10}(?:工程|科学|技术|专业)$|^\p{Han}{0,25}(?:书|表|报告|项目|计划|基金|大赛|论文|设计|课程|课题)(?:[（(].*)?$|^[”"》]|` +
		`^[（(]?(?:本科|专科|高职|毕业|研究生|硕士|博士|大学生|学生|工程硕士|优秀|专业学位|学位|学术|科研|教学|教育|创新|创业|课程|青年|校级|校内|\d{4}|第|[“"《]|教务处|研究生院|科技处|科研处|教务部|制|印制|编制|` +
		`\p{Han}{2,12}(?:学院|系|学部|研究所)(?:$|本科|毕业|制))`)
	visit        = char.Pattern(`访学|访问|交流|交换|留学|海外|赴\p{Han}`)
	noUniversity = char.Pattern(`^(?:关于|面向|基于|全国|全省|我国|普通|高等|某|本|各|所在|推荐|二级|申请|参加|中国国际|国家|教育部|省)`)
	yearAlone    = char.Pattern(`^(?:(?:semester:?)?(?:spring|summer|fall|autumn|winter)(?:semester|term|quarter)?,?|` +
		`\d{1,2}[/.-]\d{1,2}[/.-])?((?:19|20)\d{2})年?$`)
	programmeHead = char.Pattern(`^(?:\d{4}\s*年?度?|第[\p{Han}\d]{1,4}[届期批]|附件\s*[\d一二三四五六七八九十\-—]*[:：]?|（?\d{4}年?度?）?)\s*`)
)

// cover reads unlabelled information from the first lines: the year, the name of the form and the
// university that published it.
func (r *reading) cover() {
	lines := min(len(r.texts), firstLines)
	graduation := slices.ContainsFunc(r.texts[:lines], func(s string) bool {
		return utf8.RuneCountInString(s) <= longestCover && ofGraduation().MatchString(char.Squeezed(s))
	})
	var school candidate
	for i, s := range r.texts[:min(len(r.texts), coverLines)] {
		if s = strings.TrimSpace(s); s == "" || utf8.RuneCountInString(s) > 2*longestCover {
			continue
		}
		if s = value.CloseDigits(s); utf8.RuneCountInString(s) > longestCover || len(r.pairs(s)) > 0 || r.labels.IsLabel(s) {
			continue
		}
		at := extract.Found{Span: r.paragraphs[i].Span, Source: extract.FromCover}
		if name := schoolName(s); slices.Contains(r.houses, name) {
			continue // of a partner
		} else if strings.Contains(name, "大学") && !strings.Contains(school.value, "大学") ||
			name != "" && school.value == "" && r.paragraphs[i].Place.Table == 0 {
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

// yearOnCover takes the year named in a line of the cover.
func (r *reading) yearOnCover(i int, s string, at extract.Found) {
	key := char.Squeezed(value.Arabic(s))
	if y := yearAlone().FindStringSubmatch(key); y != nil && r.paragraphs[i].Place.Table == 0 {
		r.take(label.Year, candidate{value: y[1], place: at, score: coverYear})
	}
	if y := yearsOfSchool().FindStringSubmatch(key); y != nil { // 2023—2024 学年: the last one, as in English
		r.take(label.Year, candidate{value: y[1], place: at, score: coverMade + 1})
	}
	if y := yearMade().FindStringSubmatch(key); y != nil {
		r.take(label.Year, candidate{value: y[1], place: at, score: coverMade})
	}
	if i >= firstLines {
		return
	}
	if y := yearOfForm().FindStringSubmatch(key); y != nil {
		r.take(label.Year, candidate{value: cmp.Or(y[1], y[2]), place: at, score: coverNamesYear})
	} else if y := yearOfCall().FindStringSubmatch(s); y != nil {
		r.take(label.Year, candidate{value: cmp.Or(y[1], y[2], y[3]), place: at, score: coverNamesYear})
	}
}

// filled reports whether anything was filled in. A blank form names its publisher, who does not
// apply for anything.
func (r *reading) filled() bool {
	return r.best[label.Title].value != "" || r.best[label.Applicant].value != "" || r.best[label.Institution].value != ""
}

// coverLine returns a line of the cover without blanks, or "" if it is a label or a longer text.
func (r *reading) coverLine(i int) string {
	if i < 0 || utf8.RuneCountInString(r.texts[i]) > longestCover || r.labels.IsLabel(r.texts[i]) || len(r.pairs(r.texts[i])) > 0 {
		return ""
	}
	return char.Closed(r.texts[i])
}

// coverDate returns the date that stands alone on a line of the cover, and the line.
func coverDate(paragraphs []extract.Paragraph, texts []string) (date string, line int) {
	for i, p := range paragraphs[:min(len(paragraphs), coverLines)] {
		if p.Kind == extract.Heading && i >= firstLines {
			break
		}
		if longerThan(texts[i], arabicShortens*longestDate) {
			continue
		}
		if s := value.Arabic(texts[i]); (p.Place.Table == 0 || aloneInRow(paragraphs, i)) && len(s) <= longestDate &&
			value.DateAlone().MatchString(s) {
			if date := value.ParseDate(s); date != "" {
				return date, i
			}
		}
	}
	return "", 0
}

// aloneInRow reports whether a cell is the only one of its row.
func aloneInRow(paragraphs []extract.Paragraph, i int) bool {
	row := func(k int) [2]int {
		if k < 0 || k >= len(paragraphs) {
			return [2]int{}
		}
		return [2]int{paragraphs[k].Place.Table, paragraphs[k].Place.Row}
	}
	from, to := i-1, i+1
	for from >= 0 && paragraphs[from].Place == paragraphs[i].Place {
		from--
	}
	for to < len(paragraphs) && paragraphs[to].Place == paragraphs[i].Place {
		to++
	}
	return row(from) != row(i) && row(to) != row(i)
}

const (
	coverLines  = 40 // lines at the start of a document; a date alone in them is that of the application
	longestDate = 40 // bytes

	// how much Arabic digits can shorten a date, blanks aside: nine bytes of 二十一 become two
	arabicShortens = 5
)

// longerThan reports whether a text has more than the given bytes, not counting blanks.
func longerThan(s string, bytes int) bool {
	for _, r := range s {
		if unicode.IsSpace(r) {
			continue
		}
		if bytes -= utf8.RuneLen(r); bytes < 0 {
			return true
		}
	}
	return false
}
