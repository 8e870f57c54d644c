package field

import (
	"testing"

	"zhiwen/extract"
)

// line is one of a title page, with the size of its characters.
type line struct {
	points float64
	text   string
}

// setAs makes a document of lines as they are set.
func setAs(lines []line) *extract.Document {
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = l.text
	}
	d := documentOf(texts...)
	for i, l := range lines {
		d.Paragraphs[i].Face.Points = l.points
	}
	return d
}

// Which line is the title shows by how the page is set, where words say otherwise.
func TestLargestLines(t *testing.T) {
	body := line{11, "We ask how light is scattered by dust, and what that says about how planets come to be out of it, with three telescopes over four years."}
	for _, test := range []struct {
		name             string
		lines            []line
		title, applicant string
	}{
		{"below its author and a place", []line{{15, "Jane Doe"}, {11, "Guayaquil, Ecuador"}, {16, "Project on Panel Data Econometrics"}, body}, "Project on Panel Data Econometrics", "Jane Doe"},
		{"under a larger form", []line{{30, "Research Proposal"}, {18, "Light on Dust: Scattering around Young Stars"}, {12, "Jane Doe"}, body}, "Light on Dust: Scattering around Young Stars", "Jane Doe"},
		{"under the university", []line{{20, "Northern Technical Institute in Exampleton"}, {25, "Subspace Identification Methods"}, {17, "Technical Report"}, {14, "Jane Doe"}, body}, "Subspace Identification Methods", "Jane Doe"},
		{"over two lines, of which the second is like a name", []line{{17, "An Analysis on Equity and Offers for"}, {17, "Shark Tank"}, {12, "Jane Doe"}, body}, "An Analysis on Equity and Offers for Shark Tank", "Jane Doe"},
		{"with its author as large", []line{{20, "Automated Detection of Rumours with Networks"}, {20, "Jane Doe"}, {14, "Northern University"}, body}, "Automated Detection of Rumours with Networks", "Jane Doe"},
		{"as large as the first part", []line{{16, "Developing Sets and Solvers"}, {16, "Personal details"}, {12, "Name: Jane Doe"}, {16, "Work"}, body, {16, "Plan"}, body, {16, "Time"}, body, {16, "Money"}, body}, "Developing Sets and Solvers", "Jane Doe"},
		{"the author largest", []line{{24, "Jane Doe"}, {12, "Research Statement"}, {11, "Northern University"}, body}, "", "Jane Doe"},
		{"under its programme", []line{{24, "Google Summer of Code 2021"}, {15, "Improve the conference system"}, {24, "Personal Information"}, {14, "➔ Name - Jane Doe"}, body}, "Improve the conference system", "Jane Doe"},
		{"a letter", []line{{20, "Authors in Schools"}, {11, "Prepared by Jane Doe"}, {11, "December 19, 2019"}, {11, "Charlotte Smith"}, {11, "Northern Foundation"}, {11, "Dear Ms. Smith,"}, body}, "Authors in Schools", "Jane Doe"},
		{"a long one that ends as a sentence", []line{{11, "Jane Doe"}, {11, "Coping with climate change: Implications of a shift in body mass of marmots over the last half century."}, body}, "Coping with climate change: Implications of a shift in body mass of marmots over the last half century.", "Jane Doe"},
		{"behind a label and a wide gap, over three lines", []line{{12, "Name                Jane Doe"}, {12, "Thesis Title    Research on the Quality"}, {12, "Detection Algorithm of Valves Based on"}, {12, "Machine Vision"}, {12, "Discipline:       Mechanical Engineering"}}, "Research on the Quality Detection Algorithm of Valves Based on Machine Vision", ""},
		{"a prompt", []line{{18, "Project Proposal"}, {16, "Provide a brief description of your project"}, body}, "", ""},
		{"above a form in Chinese", []line{{26, "实体链接与知识对齐智能体"}, {22, "开题报告"}, {12, "组长：张三"}}, "实体链接与知识对齐智能体", "张三"},
		{"a call above its form", []line{{22, "江南省青年人才托举工程"}, {18, "申请表"}, {12, "姓名：张三"}}, "", "张三"},
		{"a blank form", []line{{22, "江南省科技发展计划项目"}, {18, "申报书"}, {12, "项目名称："}, {12, "项目负责人："}}, "", ""},
	} {
		m := Reread(setAs(test.lines), nil)
		if m.Title != test.title || m.Applicant != test.applicant {
			t.Errorf("%s: title %q of %q, want %q of %q", test.name, m.Title, m.Applicant, test.title, test.applicant)
		}
	}
}

// The programme is what the form is for, and a kind of project only where it does not say.
func TestKindOfProject(t *testing.T) {
	for _, test := range []struct{ heading, kind, want string }{
		{"江南省社会科学基金项目申请书", "项目类别：青年项目", "江南省社会科学基金项目"},
		{"江南省重点研发计划（“揭榜挂帅”项目）申报书", "项目类型：技术攻关项目", "江南省重点研发计划"},
		{"江南省社会科学界联合会 2024 年度课题申报表", "课题类别：重大项目", "江南省社会科学界联合会课题"},
		{"申请书", "项目类别：面上项目", "面上项目"},
		{"国家自然科学基金申请书", "资助类别：青年科学基金项目", "青年科学基金项目"},
	} {
		if got := Reread(documentOf(test.heading, "项目名称：稻田里的甲烷排放研究", test.kind), nil).Programme; got != test.want {
			t.Errorf("%s, %s: %q, want %q", test.heading, test.kind, got, test.want)
		}
	}
}
