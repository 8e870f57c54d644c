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
		{"behind a label and a wide gap, over three lines", []line{{12, "Name                Jane Doe"}, {12, "Thesis Title    Research on the Quality"}, {12, "Detection Algorithm of Valves Based on"}, {12, "Machine Vision"}, {12, "Discipline:       Mechanical Engineering"}}, "Research on the Quality Detection Algorithm of Valves Based on Machine Vision", "Jane Doe"},
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

// What a title page says without labels, of a person, a university and a year, over pages: what
// stands on later pages is no part of it, however large.
func TestTitlePages(t *testing.T) {
	body := line{11, "We ask how light is scattered by dust, and what that says about how planets come to be out of it, with three telescopes over four years."}
	for _, test := range []struct {
		name                          string
		lines                         []line
		onFirst                       int // lines on the first page, 0 for a text without pages
		title, applicant, institution string
		year                          int
	}{
		{"larger heads on the next page", []line{{10, "DEPARTMENT OF PHYSICS"}, {17, "Light on Dust around Young Stars"}, {14, "Jane Doe"}, {10, "A dissertation submitted to the University of Exampleton in accordance with the requirements of the degree of Master of Physics in the Faculty of Science."}, {10, "Friday 10th May, 2019"}, {25, "Declaration"}, body}, 5, "Light on Dust around Young Stars", "Jane Doe", "University of Exampleton", 2019},
		{"a committee that the text was handed in to", []line{{12, "STATE-OF-THE-ART METHODS FOR READING LIGHT ON DUST"}, {12, "A THESIS"}, {12, "SUBMITTED TO THE DEPARTMENT OF PHYSICS AND THE COMMITTEE ON GRADUATE STUDIES"}, {12, "OF THE NORTHERN STATE UNIVERSITY"}, {12, "IN PARTIAL FULFILLMENT OF THE REQUIREMENTS FOR THE DEGREE OF"}, {12, "MASTER OF SCIENCE"}, {10, "Jane Doe"}, {10, "December 2018"}, body}, 8, "STATE-OF-THE-ART METHODS FOR READING LIGHT ON DUST", "Jane Doe", "NORTHERN STATE UNIVERSITY", 2018},
		{"a university behind a part of it", []line{{25, "Light on Dust around Young Stars"}, {17, "Master’s Research Proposal"}, {17, "Jane A Doe"}, {14, "Faculty of Physics and Information Technology Exampleton University"}, {14, "Academic year 2019–2020"}, body}, 0, "Light on Dust around Young Stars", "Jane A Doe", "Exampleton University", 2020},
		{"a university before a part of it", []line{{20, "Light on Dust around Young Stars"}, {14, "by"}, {17, "Jane Doe"}, {14, "University of Exampleton-Landing Department of Physics"}, {14, "Session: july, 2023"}, body}, 0, "Light on Dust around Young Stars", "Jane Doe", "University of Exampleton-Landing", 2023},
		{"a part of a university over two lines", []line{{20, "Northern University of Exampleton"}, {20, "Postgraduate Program in Statistics and"}, {20, "Mathematical Modelling"}, {14, "Light on Dust around Young Stars"}, {14, "Jane Doe Supervisor: Assistant Professor John Roe"}, {11, "July 27, 2022"}, body}, 0, "Light on Dust around Young Stars", "Jane Doe", "Northern University of Exampleton", 2022},
		{"a rule, and names as people write them", []line{{14, "NORTHERN UNIVERSITY"}, {14, "A RESEARCH PROPOSAL ON ____________ IMPACT OF DUST ON THE LIGHT OF YOUNG STARS"}, {14, "SUBMITTED BY"}, {14, "Jane doe(15499/074)"}, {14, "John Roe"}, body}, 0, "IMPACT OF DUST ON THE LIGHT OF YOUNG STARS", "Jane doe", "NORTHERN UNIVERSITY", 0},
		{"a name at the end of the title, which stands alone elsewhere", []line{{20, "Thesis Proposal"}, {20, "Reading the Light on Dust around Young Stars Jane Doe"}, {14, "Northern University"}, body, {11, "Jane Doe"}, body}, 0, "Reading the Light on Dust around Young Stars", "Jane Doe", "Northern University", 0},
		{"a title over two lines that stands again", []line{{20, "Reading the Light on Dust After Schema Refactorings"}, {14, "Jane Doe"}, {14, "Northern University"}, body, {20, "Reading the Light on Dust"}, {20, "After Schema Refactorings"}, body}, 0, "Reading the Light on Dust After Schema Refactorings", "Jane Doe", "Northern University", 0},
		{"the head of a part", []line{{14, "Dust-next"}, body, {12, "My Project"}, body, {11, "Project 1: Joint reading of light and dust"}, body}, 0, "", "", "", 0},
		{"a title under its label, over two lines", []line{{18, "题目："}, {18, "当归指纹图谱数据分析"}, {18, "与建模"}, {18, "学生姓名：张三"}, {18, "完成日期：2023年7月24日"}}, 0, "当归指纹图谱数据分析与建模", "张三", "", 2023},
		{"people with their numbers, a report of a project, a month in capitals", []line{{22, "Light on Dust around Young Stars"}, {14, "A Project Report"}, {14, "Submitted by:"}, {16, "Jane Doe (17-1-4-026)"}, {14, "in partial fulfillment for the award of the degree of"}, {16, "BACHELOR OF TECHNOLOGY"}, {10, "DEPARTMENT OF PHYSICS NATIONAL INSTITUTE OF TECHNOLOGY EXAMPLETON,"}, {10, "MAY, 2021"}, body}, 0, "Light on Dust around Young Stars", "Jane Doe", "NATIONAL INSTITUTE OF TECHNOLOGY EXAMPLETON", 2021},
		{"names side by side with their numbers", []line{{24, "Light on Dust around Young Stars"}, {19, "Jane Doe 22I-1281 Mary Major 22I-0899"}, {14, "Supervised by"}, {19, "Dr. John Roe"}, {17, "Department of Physics"}, {17, "Northern University of Exampleton"}, {14, "2022-2026"}, body}, 0, "Light on Dust around Young Stars", "Jane Doe", "Northern University of Exampleton", 2026},
		{"a university before its town", []line{{25, "Light on Dust around Young Stars"}, {12, "by"}, {12, "Jane Doe"}, {12, "to"}, {12, "The Department of Physics"}, {12, "Northern University Exampleton, Ohio"}, {12, "March 2018"}, body}, 0, "Light on Dust around Young Stars", "Jane Doe", "Northern University", 2018},
		{"under a part of a university, as large", []line{{17, "University of Exampleton"}, {14, "Department of Physics “Marie Curie”"}, {14.5, "Owning the Light on Dust around Young Stars"}, {12, "Bachelor thesis"}, {12, "Supervisor"}, {12, "Prof. John Roe"}, {12, "Graduating"}, {12, "Jane Doe"}, {10, "Academic Year 2021-2022"}, body}, 0, "Owning the Light on Dust around Young Stars", "Jane Doe", "University of Exampleton", 2022},
		{"two names under a form, and its first part", []line{{12, "Project Proposal"}, {12, "Jane Doe"}, {12, "John Roe"}, {12, "Topic & Motivation"}, body}, 0, "", "Jane Doe", "", 0},
		{"a title that a university begins", []line{{20, "Northern University Students and Sleep"}, {12, "Jane Doe"}, {12, "May 2021"}, body}, 0, "Northern University Students and Sleep", "Jane Doe", "", 2021},
		{"a letterhead before a proposal", []line{{12, "Jane Doe"}, {12, "Examplestreet 2, 5272 Exampleton"}, {12, "The master’s thesis topic proposal"}, body}, 0, "", "Jane Doe", "", 0},
		{"what is left open", []line{{20, "Proposal for Your Business"}, {12, "Jane Doe"}, body}, 0, "", "", "", 0},
		{"a subtitle set smaller, under a degree", []line{{17, "MSc Artificial Intelligence"}, {17, "Master Thesis"}, {20, "Light on Dust around Young Stars:"}, {17, "an application to planets"}, {12, "by"}, {17, "Jane Doe"}, {12, "11413522"}, {17, "September 2018"}, {12, "36 ECTS"}, body}, 0, "Light on Dust around Young Stars: an application to planets", "Jane Doe", "", 2018},
		{"a title in the language of the country on the next page", []line{{11, "DEGREE PROJECT IN PHYSICS, SECOND CYCLE, 30 CREDITS"}, {24, "Light on Dust around Young Stars"}, {16, "JANE DOE"}, {11, "KTH ROYAL INSTITUTE OF TECHNOLOGY"}, {25, "Light on Dust around Young Stars"}, {12, "Swedish title: Ljus"}}, 4, "Light on Dust around Young Stars", "JANE DOE", "KTH ROYAL INSTITUTE OF TECHNOLOGY", 0},
		{"the head of the first part behind who wrote it and when", []line{{12, "Grant Proposal"}, {12, "Dr. Roe"}, {12, "Jane Doe"}, {12, "Fall 2018"}, {12, "Current State of Schools"}, body}, 0, "", "Jane Doe", "", 2018},
		{"a university behind a group, and who helped", []line{{20, "Research Proposal"}, {24, "Light on Dust around Young Stars"}, {14, "Jane Doe (DXXJAN001) DXXJAN001@example.org"}, {14, "Supervised by Prof. John Roe"}, {14, "Dust Lab, Northern University"}, {14, "June 1, 2015"}, body}, 0, "Light on Dust around Young Stars", "Jane Doe", "Northern University", 2015},
		{"a university in the name of the form", []line{{17, "Light on Dust around Young Stars"}, {12, "Northern University Doctoral Program | Research Plan"}, {12, "Jane Doe"}, {12, "11/2020"}, body}, 0, "Light on Dust around Young Stars", "Jane Doe", "Northern University", 2020},
		{"letters set apart, and authors in columns", []line{{12, "T H E S I S   P R O P O S A L"}, {24, "Light on Dust around Young Stars"}, {12, "Jane Doe\tJohn Roe"}, {12, "May 2021"}, body}, 0, "Light on Dust around Young Stars", "Jane Doe", "", 2021},
		{"a cover sheet", []line{{14, "ASSESSMENT TASK 3        COLLEGE OF BUSINESS, LAW AND GOVERNANCE"}, {14, "INDIVIDUAL TASK COVER SHEET"}, {14, "Student Declaration"}, body}, 0, "", "", "COLLEGE OF BUSINESS, LAW AND GOVERNANCE", 0},
		{"in Chinese, under a larger form, over two lines", []line{{36, "毕业设计(论文)"}, {22, "基于光学网络的星尘散射观测在行星形成问"}, {22, "题中的应用研究"}, {15, "学生姓名：张三"}, {15, "学院名称：物理学院"}}, 0, "基于光学网络的星尘散射观测在行星形成问题中的应用研究", "张三", "物理学院", 0},
		{"in Chinese, of many authors", []line{{18, "北方大学学位论文"}, {22, "年轻恒星与尘埃特征的关系"}, {14, "姓 名：张三、李四、王五、赵六、钱七"}, {14, "2023年8月"}}, 0, "年轻恒星与尘埃特征的关系", "张三 李四 王五 赵六 钱七", "北方大学", 2023},
		{"in Chinese, with an empty place for the title", []line{{26, "江南省星尘专题研究资助"}, {22, "申报书"}, {20, "面向未来的观测网络"}, {12, "项目名称："}, {12, "申请人：张三"}}, 0, "", "张三", "", 0},
		{"in Chinese, an author behind class and number", []line{{19, "开题报告"}, {11, "物理学院2023级硕士9班3220231370张三"}, {15, "1.选题依据"}, body}, 0, "", "张三", "物理学院", 0},
		{"in Chinese, who made a blank form", []line{{22, "论文开题报告"}, {14, "课题名称"}, {14, "北方大学研究生处制"}}, 0, "", "", "", 0},
		{"in Chinese, a school year", []line{{18, "2019-2020 学年度研究性学习课题开题报告"}, {12, "课题名称：面向未来的观测网络"}}, 0, "面向未来的观测网络", "", "", 2020},
		{"a name glued to the title, which nobody else's is", []line{{25, "Thesis Proposal"}, {20, "Automated Detection of Rumours with Network Science Jane Doe"}, {20, "April 2024"}, {14, "Northern University"}, {14, "Thesis Committee:"}, {14, "Mary Major, Northern University"}, body}, 0, "Automated Detection of Rumours with Network Science", "Jane Doe", "Northern University", 2024},
		{"a town with the year, a university of technology, an accent set apart", []line{{12, "Exampleton University of Technology and Economics Institute of Physics"}, {25, "Light on Dust around Young Stars"}, {17, "Master thesis"}, {17, "Jane L´opez"}, {12, "Exampleton, 2023"}, body}, 0, "Light on Dust around Young Stars", "Jane López", "Exampleton University of Technology and Economics", 2023},
		{"a day without a comma", []line{{28, "Light on Dust around Young Stars"}, {11, "Jane Doe"}, {11, "October 18 2016"}, body}, 0, "Light on Dust around Young Stars", "Jane Doe", "", 2016},
		{"in Chinese, a name between the form and the date", []line{{20, "开题报告"}, {12, "张三"}, {12, "2021年5月20日"}, {15, "1 开题依据"}, body}, 0, "", "张三", "", 2021},
		{"in Chinese, above a form of training, as slides have it", []line{{20, "年轻恒星的中断机制研究"}, {14, "综合论文训练开题报告"}, {14, "张三"}, {12, "2021年1月6日"}}, 0, "年轻恒星的中断机制研究", "张三", "", 2021},
		{"in Chinese, a label that is not known below the title", []line{{22, "开题报告"}, {14, "题    目 基于多元数据的星尘预测"}, {14, "院、  系             物理学部"}, {14, "学生姓名                   张三"}}, 0, "基于多元数据的星尘预测", "张三", "", 0},
		{"a part of a university before its name", []line{{18, "Light on Dust: A Layer of Young Stars"}, {14, "Jane Doe"}, {14, "Physics and Computer Sciences University of Exampleton at Landing"}, {14, "August 7, 2012"}, {10, "Copyright © 2012, by the author(s)."}}, 0, "Light on Dust: A Layer of Young Stars", "Jane Doe", "University of Exampleton at Landing", 2012},
		{"a university before a part of it that its subject begins", []line{{20, "Light on Dust around Young Stars"}, {12, "By :"}, {12, "Jane Doe"}, {12, "Physics Program"}, {12, "University of Exampleton Engineering Department"}, {12, "2022"}}, 0, "Light on Dust around Young Stars", "Jane Doe", "University of Exampleton", 2022},
		{"a title as long as titles of medicine are", []line{{14.5, "From the bench to the stars: Do variants within the dust of young stars and its related grains alter the risk of Idiopathic Scattering Distortion (ISD) in observers with occupational exposure to starlight or to crystalline silica?"}, {10, body.text}, {10, body.text}}, 0, "From the bench to the stars: Do variants within the dust of young stars and its related grains alter the risk of Idiopathic Scattering Distortion (ISD) in observers with occupational exposure to starlight or to crystalline silica?", "", "", 0},
		{"in Chinese, the day on which the task was given", []line{{26, "毕业论文（设计）任务书"}, {12, "姓   名：    张三"}, {12, "论文（设计）题目： 星尘的观测平台"}, {12, "发题日期：2016 年 12 月 22 日          完成日期：2017 年 5 月 10 日"}}, 0, "星尘的观测平台", "张三", "", 2016},
		{"an office names nobody", []line{{11, "Research Development"}, {11, "NU Grants Office"}, {11, "Northern University"}, {18, "Guidance on the Grant for Dust 2024"}, {11, "December 2023"}, body}, 0, "Guidance on the Grant for Dust 2024", "", "Northern University", 2024},
		{"in Chinese, the course that a plan was written for, and members with numbers", []line{{26, "基于机器学习的星尘分类系统"}, {26, "项 目 计 划 书"}, {18, "课程名称：      软件项目管理"}, {18, "指导老师：        刘   晋"}, {18, "小组成员：   202130310241 张文"}, {18, "202130310242 李文"}, {18, "日    期：       2022.03.24"}}, 0, "基于机器学习的星尘分类系统", "", "", 2022},
		{"in Chinese, a title over two lines above the days of the work", []line{{36, "毕业设计(论文)任务书"}, {14, "题目：星尘文章的生成器"}, {14, "与它的两行标题"}, {14, "2024年12月23日——2025年6月8日，共计18周"}, {14, "2024 年 12 月23日"}}, 0, "星尘文章的生成器与它的两行标题", "", "", 2024},
		{"in Chinese, a province's students beside a college", []line{{22, "大学生科技创新项目"}, {20, "申 报 书"}, {14, "项目名称：星尘的观测"}, {14, "学校名称：北方科技学院"}, {12, "江南省大学生科技创新活动计划实施办公室 制"}}, 0, "星尘的观测", "", "北方科技学院", 0},
		{"in Chinese, a school year of two", []line{{20, "北方大学"}, {20, "课程设计任务书"}, {12, "2023—2024 学年第 2 学期"}, {12, "设计题目：星尘的数据库系统"}}, 0, "星尘的数据库系统", "", "北方大学", 2024},
		{"in Chinese, an author above the institution", []line{
			{16, "创新型人才国际合作培养项目"}, {18, "申 报 材 料"}, {26, "年轻恒星与星尘的长期演化"}, {18, "——面向行星的观测"},
			{15, "格桑旺堆　副教授"}, {15, "北方大学 恒星与行星研究院"}, {15, "二Ｏ二五年十一月"}, body,
		}, 0, "年轻恒星与星尘的长期演化——面向行星的观测", "格桑旺堆", "北方大学恒星与行星研究院", 2025},
		{"in an abroad way of writing the day", []line{{20, "Light on Dust around Young Stars"}, {12, "Author: Jane Doe"}, {12, "Submitted: 24.07.2023"}, body}, 0, "Light on Dust around Young Stars", "Jane Doe", "", 2023},
	} {
		d := setAs(test.lines)
		if n := test.onFirst; n > 0 {
			at := d.Paragraphs[n].Start
			d.Pages = []extract.Page{{Span: extract.Span{Start: 0, End: at}, Number: 1}, {Span: extract.Span{Start: at, End: d.Paragraphs[len(d.Paragraphs)-1].End}, Number: 2}}
		}
		m := Reread(d, nil)
		if m.Title != test.title || m.Applicant != test.applicant || m.Institution != test.institution || m.Year != test.year {
			t.Errorf("%s: %q of %q, %q, %d; want %q of %q, %q, %d", test.name, m.Title, m.Applicant, m.Institution, m.Year, test.title, test.applicant, test.institution, test.year)
		}
	}
}
