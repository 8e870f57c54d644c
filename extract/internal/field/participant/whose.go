package participant

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/label"
)

// Whose says whom a part of a form is about.
type Whose int

// The people that a part of a form may be about.
const (
	NobodySaid Whose = iota
	TheApplicants
	TheTeams
	SomebodyElses
)

var (
	// These two match text in lower case.
	aboutMentors = char.Pattern(`导师|指导教?师|指导老师|推荐|专家|评审|评议|考核小组|评委|评阅|审核|联系人|配偶|证明人|财务|意见|supervisor|advis[eo]r|mentor|referee|` +
		`reviewer|sponsor`)
	aboutApplicants = char.Pattern(`申请人|申请者|申\s*报\s*人|申报者|负责人|主持人|主持者|项目组?组长|立项人|首席|(?:^|[^合])作者|学生(?:基本)?(?:信息|情况)|本人|applicant|` +
		`investigator|candidate|fellow\b|student`)

	aboutOthersToo = char.Pattern(`^co-?(?:investigator|applicant|pi\b|lead|author)`) // beside the first one
	aboutPeople    = char.Pattern(`(?i)参与|参加|成员|团队|项目组|课题组|骨干|研究人员|研究队伍|合作者|participant|member|team|personnel|investigator|researcher`)
	aboutHouses    = char.Pattern(`(?i)(?:合作|协作|参与|参加|联合|协同|共同)\p{Han}{0,4}(?:单位|机构|企业|高校)|(?:partner|participating|collaborating|` +
		`cooperating) ?(?:institution|organi[sz]ation)`)
)

// LongestSection is the most code points of a cell or a line that says whom a part of a form is
// about.
const LongestSection = 40

// saysWhom reports whether r is one of the characters without which no text says whom something is
// about. Most cells contain none and need no closer look.
func saysWhom(r rune) bool {
	return r < utf8.RuneSelf && unicode.IsLetter(r) || strings.ContainsRune("师推专评考核联偶证财意申责持组立席作生本参成团骨员队协共", r)
}

// About returns whom a heading, or the cell before a row, refers to.
func About(s string) Whose {
	if n := utf8.RuneCountInString(s); n == 0 || n > LongestSection {
		return NobodySaid
	}
	if !strings.ContainsFunc(s, saysWhom) {
		return NobodySaid
	}
	s, _ = label.Unbracketed(char.Squeezed(s)) // 主要成员（不含申请者）
	switch {
	case aboutMentors().MatchString(s):
		return SomebodyElses
	case aboutOthersToo().MatchString(s):
		return TheTeams
	case aboutApplicants().MatchString(s):
		return TheApplicants
	case aboutPeople().MatchString(s), aboutHouses().MatchString(s):
		return TheTeams
	}
	return NobodySaid
}

// MostRows is the most rows that the cell before a part of a table spans.
const MostRows = 30

// OwnerBeside returns whom the row of a cell is about, according to the cells before it.
func OwnerBeside(cells []Cell, at int) Whose {
	for k := at - 1; k >= 0 && cells[at].Row-cells[k].Row < MostRows; k-- {
		if c := cells[k]; c.Row+c.Rows > cells[at].Row && c.Column < cells[at].Column {
			if said := About(c.Text); said != NobodySaid {
				return said
			}
		}
	}
	return NobodySaid
}
