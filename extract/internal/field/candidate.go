package field

import (
	"slices"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/label"
	"zhiwen/extract/internal/field/value"
)

// candidate is a possible value of a field.
type candidate struct {
	value string
	place extract.Found
	score int
	// school marks a part of the university that the cover names.
	school bool
}

// Scores of values without a label. The scores of labels.toml count double here, so that values
// without a label can rank between two of them.
const (
	labelFactor    = 2
	applicantsOwn  = 1 // added in a part of the form about the applicant
	coverNamesYear = 5 // "2025年度", "2018年大学生创新计划": before the date of filling in, after 申报年度
	programmesYear = 4 // a year within a labelled call or programme
	coverYear      = 3 // a year alone on the cover: after a labelled date
	coverMade      = 1 // the year in which the form was made: after all others
	coverProgramme = 3 // the name of the form: after a label for the kind of programme
	coverSchool    = 1 // a university named on the cover: after every label
)

// offer takes a value if it is valid for the field and more certain than what was found before.
func (r *reading) offer(l label.Label, said string, place extract.Found, more int) {
	score := labelFactor*l.Score + more
	f := l.Field
	switch f {
	case label.Year:
		if date := value.ParseDate(said); date != "" && score > r.best[label.Date].score {
			r.best[label.Date] = candidate{value: date, place: place, score: score}
		}
	case label.Participants:
		if m := leads().FindStringSubmatch(said); m != nil && value.LikelyName(m[1]) { // 张三（组长）、李四
			r.take(label.Applicant, candidate{value: m[1], place: place, score: 2 * labelFactor})
		}
		if persons := value.ListOfPeople(said); r.persons == nil && len(persons) > 0 {
			r.persons, r.personsAt = persons, place
		}
		return
	case label.Cooperating:
		for _, name := range value.ListOfInstitutions(value.Clean(f, said)) { // 合作单位1, 合作单位2
			if r.houses == nil {
				r.housesAt = place
			}
			if !slices.Contains(r.houses, name) && len(r.houses) < value.MostPeople {
				r.houses = append(r.houses, name)
			}
		}
		return
	case label.Surname, label.Forename:
		if name := char.OneLine(said); nameWords().MatchString(name) && r.nameParts[f-label.Surname].value == "" {
			r.nameParts[f-label.Surname] = candidate{value: name, place: place, score: score}
		}
		return
	case label.Period:
		if dates := value.Dates(said); len(dates) == 2 {
			r.take(label.Start, candidate{value: dates[0], place: place, score: score})
			r.take(label.End, candidate{value: dates[1], place: place, score: score})
		} else if n := value.Months(said); n > 0 && r.lasts == 0 {
			r.lasts, r.lastsAt = n, place
		}
		return
	case label.Start, label.End:
		if dates := value.Dates(said); len(dates) > 0 {
			r.take(f, candidate{value: dates[0], place: place, score: score})
			if len(dates) == 2 && f == label.Start {
				r.take(label.End, candidate{value: dates[1], place: place, score: score})
			}
		}
		return
	}
	if m := value.WithNumber().FindStringSubmatch(said); f == label.Applicant && m != nil && r.best[label.Number].value == "" {
		if digits := numberBehind().FindString(said); value.CleanNumber(digits) != "" { // 李明（学号：20210001）
			r.take(label.Number, candidate{value: digits, place: place, score: 1})
		}
	}
	if f == label.Title {
		said = strings.TrimPrefix(said, "称：") // 课题名 | 称：, a label split over two cells
	}
	if said = value.Clean(f, said); said == "" || r.labels.IsLabel(said) {
		return
	}
	taught := l.Score >= label.TaughtScore
	switch {
	case taught:
	case f == label.Title && (listOfParts().MatchString(said) || noTitle().MatchString(said)):
		return
	case f == label.Institution && likeLabel().MatchString(char.Squeezed(said)):
		return // an unknown label
	case f == label.Institution && (l.Score == 1 || l.School) && !value.Institutions().MatchString(said):
		return // 单位：万元
	case f == label.Institution && l.Score == 1 && !l.School && authority().MatchString(said):
		return
	}
	if f == label.Applicant && l.Score < 3 && !value.LikelyName(said) && !value.Sounds(said) {
		return
	}
	if f == label.Programme && l.Score < label.TaughtScore {
		if y := value.YearPattern().FindStringSubmatch(said); y != nil { // Call: Seed Grants 2025
			r.take(label.Year, candidate{value: y[1], place: place, score: programmesYear})
		}
		if onlyKind().MatchString(said) || likeLabel().MatchString(char.Squeezed(said)) {
			return // 一般, 青年: the cover may name the programme
		}
	}
	r.take(f, candidate{value: said, place: place, score: score, school: l.School})
}

// onlyKind matches a kind of project that every programme has.
var onlyKind = char.Pattern(`^(?:[A-Ga-g一二三甲乙丙]类|一般|重点|重大|青年|面上|普通|自筹|自筹经费|资助|资助经费|指导性?|委托|专项|国家级|省级|校级|院级|市级|培育|应用|基础研究|应用研究|理论研究|` +
	`工程(?:设计|技术|实践|实际|应用|研究)|创新类?|创业类?|[A-Z])(?:类|性|类别|型)?$|^(?:一般|自筹|自筹经费|国家级|省级|校级|院级|市级)(?:项目|课题)$|^[国省校院市]家?级(?:一般|重点|重大|` +
	`普通)(?:项目|课题)?$`)

// authority matches offices that recommend and decide but do not apply.
var authority = char.Pattern(`(?:[厅局委]|委员会|办公室|教务处|科技处|科研处|政府|部)$`)

var leads = char.Pattern(`(?:^|[、，,；;\s])(\p{Han}{2,4})\s*[（(](?:项目|课题)?(?:组长|负责人|队长|主持人)[）)]`)

var numberBehind = char.Pattern(`[A-Za-z]{0,2}\d{5,}`)

// listOfParts matches a prompt of a form or a heading of a plan.
var listOfParts = char.Pattern(`^\p{Han}[\p{Han} ]*、[\p{Han}、 ]*(?:和|及|与)\p{Han}*方法$|、.*介绍$|^工\s*作\s*计\s*划$|(?:检查|进度)内\s*容$`)

// noTitle matches instructions, web addresses and numbered tasks.
var noTitle = char.Pattern(`(?i)^(?:about|https?|file):\S*$|^instructions?$|^(?:document )?status:|^\d{1,2}\s+\p{Han}|` +
	`[部处厅局院会室]\s*(?:[编印]制|制表?|印)$`)

// nameOfParts takes the applicant's name from forms that ask for its parts: Surname Doe, First name
// Jane.
func (r *reading) nameOfParts() {
	if family, given := r.nameParts[0], r.nameParts[1]; family.value != "" && given.value != "" {
		given.value += " " + family.value
		r.take(label.Applicant, given)
	}
}

// nameWords matches one to three words of a name in Latin letters.
var nameWords = char.Pattern(`^\p{Lu}[\pL\pM.'’-]*(?: [\pL\pM.'’-]+){0,2}$`)

// take keeps a candidate that is more certain than what was found before, or a longer value that
// completes it.
func (r *reading) take(f label.Field, c candidate) {
	was := r.best[f]
	longer := len(c.value) > len(was.value) && strings.HasPrefix(c.value, was.value)
	if c.score > was.score || f != label.Start && f != label.End && longer && was.score < labelFactor*label.TaughtScore {
		c.score = max(c.score, was.score)
		r.best[f] = c
	}
}
