package field

import (
	"slices"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// candidate is what may be the value of a field.
type candidate struct {
	value string
	place extract.Found
	score int
	// school says that it is a part of the university that the cover names.
	school bool
}

// Scores of what stands without a label, beside those of labels.toml, which count
// double here: so something can stand between two of them.
const (
	labelFactor    = 2
	applicantsOwn  = 1 // more, in a part of the form that is about the applicant
	coverNamesYear = 5 // "2025年度", "2018年大学生创新计划": before the day it was filled in, behind 申报年度
	programmesYear = 4 // of what a label names as call or programme
	coverYear      = 3 // a year that stands alone on the cover: behind a date with a label
	coverMade      = 1 // the year in which the form was made: behind all others
	coverProgramme = 3 // the name of the form; a label that says the kind of programme is before it
	coverSchool    = 1 // a university that the cover names: behind every label
)

// offer takes a value if it is one of the field, and surer than what was found.
func (r *reading) offer(l label, value string, place extract.Found, more int) {
	score := labelFactor*l.score + more
	f := l.field
	switch f {
	case yearField:
		if date := parseDate(value); date != "" && score > r.best[dateField].score {
			r.best[dateField] = candidate{value: date, place: place, score: score}
		}
	case participantField:
		if m := leads().FindStringSubmatch(value); m != nil && likelyName(m[1]) { // 张三（组长）、李四
			r.take(applicantField, candidate{value: m[1], place: place, score: 2 * labelFactor})
		}
		if persons := listOfPeople(value); r.persons == nil && len(persons) > 0 {
			r.persons, r.personsAt = persons, place
		}
		return
	case cooperatingField:
		for _, name := range listOfInstitutions(cleanValue(f, value)) { // 合作单位1, 合作单位2
			if r.houses == nil {
				r.housesAt = place
			}
			if !slices.Contains(r.houses, name) && len(r.houses) < mostPeople {
				r.houses = append(r.houses, name)
			}
		}
		return
	case surnameField, forenameField:
		if name := char.OneLine(value); nameWords().MatchString(name) && r.nameParts[f-surnameField].value == "" {
			r.nameParts[f-surnameField] = candidate{value: name, place: place, score: score}
		}
		return
	case periodField:
		if dates := dates(value); len(dates) == 2 {
			r.take(startField, candidate{value: dates[0], place: place, score: score})
			r.take(endField, candidate{value: dates[1], place: place, score: score})
		} else if n := months(value); n > 0 && r.lasts == 0 {
			r.lasts, r.lastsAt = n, place
		}
		return
	case startField, endField:
		if dates := dates(value); len(dates) > 0 {
			r.take(f, candidate{value: dates[0], place: place, score: score})
			if len(dates) == 2 && f == startField {
				r.take(endField, candidate{value: dates[1], place: place, score: score})
			}
		}
		return
	}
	if m := withNumber().FindStringSubmatch(value); f == applicantField && m != nil && r.best[numberField].value == "" {
		if digits := numberBehind().FindString(value); cleanNumber(digits) != "" { // 李明（学号：20210001）
			r.take(numberField, candidate{value: digits, place: place, score: 1})
		}
	}
	if f == titleField {
		value = strings.TrimPrefix(value, "称：") // 课题名 | 称：, a label that is broken over two cells
	}
	if value = cleanValue(f, value); value == "" || r.labels.isLabel(value) {
		return
	}
	if (f == titleField || f == institutionField) && l.score < taughtScore && (f == titleField && (listOfParts().MatchString(value) || noTitle().MatchString(value)) || f == institutionField && likeLabel().MatchString(squeezed(value))) {
		return // a label that is not known
	}
	if f == institutionField && (l.score == 1 || l.school) && l.score < taughtScore && (!institutions().MatchString(value) || !l.school && authority().MatchString(value)) {
		return // 单位：万元
	}
	if f == applicantField && l.score < 3 && !likelyName(value) {
		return
	}
	if f == programmeField && l.score < taughtScore {
		if y := yearPattern().FindStringSubmatch(value); y != nil { // Call: Seed Grants 2025
			r.take(yearField, candidate{value: y[1], place: place, score: programmesYear})
		}
		if onlyKind().MatchString(value) || likeLabel().MatchString(squeezed(value)) {
			return // 一般, 青年: of what, the cover may say
		}
	}
	r.take(f, candidate{value: value, place: place, score: score, school: l.school})
}

// onlyKind is a kind of project that every programme has.
var onlyKind = char.Pattern(`^(?:[A-Ga-g一二三甲乙丙]类|一般|重点|重大|青年|面上|普通|自筹|自筹经费|资助|资助经费|指导性?|委托|专项|国家级|省级|校级|院级|市级|培育|应用|基础研究|应用研究|理论研究|工程(?:设计|技术|实践|实际|应用|研究)|创新类?|创业类?|[A-Z])(?:类|性|类别|型)?$|^(?:一般|自筹|自筹经费|国家级|省级|校级|院级|市级)(?:项目|课题)$|^[国省校院市]家?级(?:一般|重点|重大|普通)(?:项目|课题)?$`)

// authority is who recommends and decides, and does not apply.
var authority = char.Pattern(`(?:[厅局委]|委员会|办公室|教务处|科技处|科研处|政府|部)$`)

var leads = char.Pattern(`(?:^|[、，,；;\s])(\p{Han}{2,4})\s*[（(](?:项目|课题)?(?:组长|负责人|队长|主持人)[）)]`)

var numberBehind = char.Pattern(`[A-Za-z]{0,2}\d{5,}`)

// listOfParts is a prompt of a form, or a head of a plan.
var listOfParts = char.Pattern(`^\p{Han}[\p{Han} ]*、[\p{Han}、 ]*(?:和|及|与)\p{Han}*方法$|、.*介绍$|^工\s*作\s*计\s*划$|(?:检查|进度)内\s*容$`)

// noTitle is an instruction, an address in the web, or the number of a task among several.
var noTitle = char.Pattern(`(?i)^(?:about|https?|file):\S*$|^instructions?$|^(?:document )?status:|^\d{1,2}\s+\p{Han}|[部处厅局院会室]\s*(?:[编印]制|制表?|印)$`)

// nameOfParts takes the applicant's name where the form asks for its parts: Surname Doe,
// First name Jane.
func (r *reading) nameOfParts() {
	if family, given := r.nameParts[0], r.nameParts[1]; family.value != "" && given.value != "" {
		given.value += " " + family.value
		r.take(applicantField, given)
	}
}

// nameWords are one to three words of a name in Latin letters.
var nameWords = char.Pattern(`^\p{Lu}[\pL\pM.'’-]*(?: [\pL\pM.'’-]+){0,2}$`)

// take keeps a candidate that is surer than what was found. A later value that goes
// on where the first one breaks off is the whole of it.
func (r *reading) take(f field, c candidate) {
	was := r.best[f]
	if c.score > was.score || f != startField && f != endField && len(c.value) > len(was.value) && was.score < labelFactor*taughtScore && strings.HasPrefix(c.value, was.value) {
		c.score = max(c.score, was.score)
		r.best[f] = c
	}
}
