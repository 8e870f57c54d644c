package participant

import "testing"

// What is said of people and houses is known, each word of it by itself.
func TestAbout(t *testing.T) {
	for want, words := range map[Whose][]string{
		SomebodyElses: {"导师", "指导教师", "指导师", "指导老师", "推荐", "专家", "评审", "评议", "考核小组", "评委", "评阅", "审核", "联系人", "配偶", "证明人", "财务", "意见", "Supervisor", "Adviser", "Mentor", "Referee", "Reviewer", "Sponsor"},
		TheApplicants: {"申请人", "申请者", "申 报 人", "申报者", "负责人", "主持人", "主持者", "项目组长", "立项人", "首席", "作者", "学生信息", "学生基本情况", "本人", "Applicant", "Investigator", "Candidate", "Fellow", "Student"},
		TheTeams:      {"参与", "参加", "成员", "团队", "项目组", "课题组", "骨干", "研究人员", "研究队伍", "合作者", "协作单位", "联合申报企业", "Participant", "Member", "Team", "Personnel", "Researcher", "Partner institution"},
		NobodySaid:    {"", "题目", "研究内容", "2025", "№"},
	} {
		for _, word := range words {
			if got := About(word); got != want {
				t.Errorf("%q: %v, want %v", word, got, want)
			}
		}
	}
}
