package reader

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

// wordLines are paragraphs of a Word file.
func wordLines(texts ...string) (s string) {
	for _, text := range texts {
		s += wordPara(text)
	}
	return s
}

// Faults that were seen on forms of agencies and universities, each made anew.
func TestFieldsOfForms(t *testing.T) {
	const title, person, house = "图神经网络的可解释性研究", "张三", "甲理工大学"
	abstract := strings.Repeat("本项目研究图神经网络的解释方法。", 4)
	for _, c := range []struct {
		name, body string
		want       extract.Metadata
	}{
		{"a list of tasks that are offered", wordLines("榜单名称："+title, "揭榜负责人："+person, "揭榜单位："+house, "发榜单位：乙公司"), extract.Metadata{Title: title, Applicant: person, Institution: house}},
		{"a course", wordLines("课程名称：高等数学", "课程负责人："+person, "所属学校："+house), extract.Metadata{Title: "高等数学", Applicant: person, Institution: house}},
		{"a paper for a course", wordLines("课程名称：高等数学", "题目："+title), extract.Metadata{Title: title}},
		{"lines that were put together", wordLines("项目名称："+title+"申报单位："+house+"（盖章）", "2025年度科研项目申报书课题负责人："+person), extract.Metadata{Title: title, Institution: house, Applicant: person, Year: 2025}},
		{"breaks within a paragraph", wordBreaks("江南省软科学计划\n项目申报书\n项目名称：" + title + "\n申报单位：" + house + "\n二〇二四年五月"), extract.Metadata{Title: title, Institution: house, Year: 2024, Date: "2024-05", Programme: "江南省软科学计划"}},
		{"no label within a word", wordLines("项目名称："+title, "实验室安全负责人：李四"), extract.Metadata{Title: title}},
		{"digits apart, over underscores", wordLines("项目名称："+title, "编制时间：2 0 2 5 年__3__月"), extract.Metadata{Title: title, Year: 2025, Date: "2025-03"}},
		{"a date without its month", wordLines("项目名称："+title, "填报日期：2 0 2 5 年__月__日"), extract.Metadata{Title: title, Year: 2025}},
		{"digits of full width", wordLines("项目名称："+title, "填报日期：２０２５．０３"), extract.Metadata{Title: title, Year: 2025, Date: "2025-03"}},
		{"from month to month, close together", wordLines("项目名称："+title, "申报年度：2025", "起止时间：2025.01-2026.12"), extract.Metadata{Title: title, Year: 2025, Start: "2025-01", End: "2026-12"}},
		{"how long", wordLines("Project title: Explaining graphs", "Start date: 1 March 2025", "Duration: 36 months"), extract.Metadata{Title: "Explaining graphs", Start: "2025-03-01", End: "2028-02-29"}},
		{"how long in years", wordLines("项目名称："+title, "起始年月：2025年1月", "研究期限：三年"), extract.Metadata{Title: title, Start: "2025-01", End: "2027-12"}},
		{"a call with its year", wordLines("Call: Northern Seed Grants 2025", "Project title: Explaining graphs"), extract.Metadata{Title: "Explaining graphs", Programme: "Northern Seed Grants 2025", Year: 2025}},
		{"a form in English", wordLines("Northern Seed Grants Programme 2025 – Application Form", "Project title: Explaining graphs"), extract.Metadata{Title: "Explaining graphs", Programme: "Northern Seed Grants Programme", Year: 2025}},
		{"an application for something", wordLines("Application for the Northern Travel Fellowship", "Project title: Explaining graphs"), extract.Metadata{Title: "Explaining graphs", Programme: "Northern Travel Fellowship"}},
		{"an abstract under its label", wordLines("项目名称："+title, "项目摘要（400字以内）：", abstract, "关键词：图；网络"), extract.Metadata{Title: title, Abstract: abstract, Keywords: []string{"图", "网络"}}},
		{"an abstract under its heading", wordLines("项目名称："+title) + styled("1", "项目简介") + wordLines(abstract, abstract) + styled("1", "研究内容") + wordLines(abstract), extract.Metadata{Title: title, Abstract: abstract + "\n" + abstract}},
		{"an abstract within its cell", formTable([]string{"项目名称", title}, []string{"2×项目简介（限500字）\n" + abstract}), extract.Metadata{Title: title, Abstract: abstract}},
		{"those who cooperate, in a table", wordLines("项目名称："+title, "合作单位信息") + formTable([]string{"序号", "单位名称", "联系人"}, []string{"1", "乙大学", "李四"}, []string{"2", "丙研究所", "王五"}), extract.Metadata{Title: title, Cooperating: []string{"乙大学", "丙研究所"}}},
		{"those who cooperate, beside their label", formTable([]string{"项目名称", "3×" + title}, []string{"3↓合作单位", "序号", "单位名称", "负责人"}, []string{"", "1", "乙大学", "李四"}, []string{"", "2", "丙研究所", "王五"}), extract.Metadata{Title: title, Cooperating: []string{"乙大学", "丙研究所"}}},
		{"those who cooperate, one by one", wordLines("项目名称："+title, "合作单位1：乙大学", "合作单位2：丙研究所"), extract.Metadata{Title: title, Cooperating: []string{"乙大学", "丙研究所"}}},
		{"a member's curriculum", wordLines("项目名称："+title) + styled("1", "项目组成员简历") + wordLines("姓名：李四", "工作单位：乙大学"), extract.Metadata{Title: title}},
		{"the applicant's curriculum", wordLines("项目名称："+title) + styled("1", "申请人简历") + wordLines("姓名："+person, "工作单位："+house), extract.Metadata{Title: title, Applicant: person, Institution: house}},
		{"a kind that every programme has", wordLines("江南省哲学社会科学规划课题申请书", "项目名称："+title, "课题类别：一般"), extract.Metadata{Title: title, Programme: "江南省哲学社会科学规划课题"}},
		{"a kind of nothing", wordLines("项目名称："+title, "课题类别：重点"), extract.Metadata{Title: title}},
		{"an authority", wordLines("项目名称："+title, "推荐单位：江南市科学技术局", "主管部门：江南省教育厅"), extract.Metadata{Title: title}},
		{"a word before a label", wordLines("工作站/流动站设站单位："+house, "资助项目名称："+title), extract.Metadata{Title: title, Institution: house}},
		{"an earlier project", wordLines("项目名称："+title, "已承担项目负责人：李四"), extract.Metadata{Title: title}},
		{"a list of earlier projects", formTable([]string{"项目名称", "负责人", "起止时间"}, []string{"甲研究", "", ""}, []string{"乙研究", "", ""}, []string{"丙研究", "", ""}), extract.Metadata{}},
		{"a name with a number", formTable([]string{"项目名称", title}, []string{"项目负责人", person + "（学号：20210001）"}), extract.Metadata{Title: title, Applicant: person, Number: "20210001"}},
		{"a quoted competition", wordLines("第十七届“挑战杯”全国大学生课外学术科技作品竞赛", "作品申报书", "作品名称："+title), extract.Metadata{Title: title, Programme: "“挑战杯”全国大学生课外学术科技作品竞赛"}},
		{"a programme in brackets", wordLines("大学生创业（训练、实践）计划", "项目开题报告", "项目名称："+title), extract.Metadata{Title: title, Programme: "大学生创业（训练、实践）计划"}},
		{"a title in quotes", styled("1", "“"+title+"”结题报告") + wordLines("项目负责人："+person), extract.Metadata{Title: title, Applicant: person}},
		{"people and where they are, on one line", wordLines("Deep graphs for slow trains: a study of timetables", "Alice Wonder (Northern University, UK)", "We ask for support to study timetables."), extract.Metadata{Title: "Deep graphs for slow trains: a study of timetables", Applicant: "Alice Wonder", Institution: "Northern University"}},
		{"several people with signs behind their names", wordLines("Slow trains and deep graphs", "Alice Wonder1 a, Bob van der Meer1 b and Carol Roe2", "1Department of Media, Northern University, Northtown", "Abstract: text"), extract.Metadata{Title: "Slow trains and deep graphs", Applicant: "Alice Wonder", Institution: "Northern University", Participants: []extract.Person{{Name: "Bob van der Meer"}, {Name: "Carol Roe"}}}},
		{"a title page with a committee", wordLines("Thesis Proposal", "Slow Trains and Deep Graphs", "Alice Wonder", "October 6th, 2015", "Northern University", "Thesis Committee:", "Bob Meer", "Carol Roe"), extract.Metadata{Title: "Slow Trains and Deep Graphs", Applicant: "Alice Wonder", Institution: "Northern University", Year: 2015, Date: "2015-10-06"}},
		{"a supervisor behind the author", wordLines("Slow Trains and Deep Graphs: Thesis Proposal", "Alice Wonder", "Dr. Bob Meer"), extract.Metadata{Title: "Slow Trains and Deep Graphs", Applicant: "Alice Wonder"}},
		{"what the text is, and who wrote it", wordLines("Statement of Research", "Alice Wonder", "Northern University"), extract.Metadata{Applicant: "Alice Wonder", Institution: "Northern University"}},
		{"words in capitals that are no name", wordLines("Project Narrative", "Deep Learning", "Background Conditions", "The trains run slowly."), extract.Metadata{}},
		{"an author below a title in Chinese", wordLines("慢车时刻表的图分析", "计算机103 张三 10101472", "摘要：图与时刻表。"), extract.Metadata{Title: "慢车时刻表的图分析", Applicant: "张三", Number: "10101472"}},
		{"a title page", wordLines("University of Somewhere", "PhD Thesis Proposal", "Scalable verification of concurrent programs", "by", "Alice Wonder", "May 2021"), extract.Metadata{Title: "Scalable verification of concurrent programs", Applicant: "Alice Wonder", Institution: "University of Somewhere", Year: 2021, Date: "2021-05"}},
		{"a heading above the applicant", styled("1", "Sets and solvers for algebra") + wordLines("Name: Alice Wonder", "University: University of Somewhere"), extract.Metadata{Title: "Sets and solvers for algebra", Applicant: "Alice Wonder", Institution: "University of Somewhere"}},
		{"a line above the abstract", wordLines("MULTIGRID FOR PLANTS", "Abstract. Multigrid methods are the methods of choice where plants stand in rows."), extract.Metadata{Title: "MULTIGRID FOR PLANTS", Abstract: "Multigrid methods are the methods of choice where plants stand in rows."}},
		{"labels and values line by line", wordLines("学号", "E24201036", "培养单位", house, "专业", "数学", "姓名", person, "性别"), extract.Metadata{Applicant: person, Institution: house, Number: "E24201036"}},
		{"values close behind their labels", wordLines("甲理工大学", "研究生学位论文开题报告", "论文题目林火烟颗粒辐射数值研究", "学生姓名"+person, "填表日期2020年1月11日"), extract.Metadata{Title: "林火烟颗粒辐射数值研究", Applicant: person, Institution: house, Year: 2020, Date: "2020-01-11"}},
		{"the year of making, for want of another", wordLines("项目申请书", "项目名称："+title, "2018年制"), extract.Metadata{Title: title, Year: 2018}},
		{"numerals of two kinds", wordLines("项目名称："+title, "二0 一六  年  三  月  八  日"), extract.Metadata{Title: title, Year: 2016, Date: "2016-03-08"}},
		{"a colon in a cell of its own", formTable([]string{"项目名称", "：", title}, []string{"起止年月", "：", "2019年5月至2020年4月"}), extract.Metadata{Title: title, Start: "2019-05", End: "2020-04"}},
		{"a label over two cells", formTable([]string{"课 题 名", "称： " + title}, []string{"申 请", "者：" + person}), extract.Metadata{Title: title, Applicant: person}},
		{"whose number it is", wordLines("项目负责人："+person) + formTable([]string{"3↓项目组成员", "姓名", "学号", "学院"}, []string{"", "李四", "2018001", "理学院"}, []string{"", person, "2018002", "文学院"}), extract.Metadata{Applicant: person, Number: "2018002", Participants: []extract.Person{{Name: "李四", Institution: "理学院"}}}},
		{"a team above its mentor", formTable([]string{"3↓团队成员", "姓名", "学号", "电话"}, []string{"", "李四", "1", "2"}, []string{"", "王五", "1", "2"}, []string{"2↓指导教师", "姓名", "赵六", "1"}, []string{"", "", "钱七", "1"}), extract.Metadata{Participants: []extract.Person{{Name: "李四"}, {Name: "王五"}}}},
		{"a team, each in a row", formTable([]string{"2↓教师团队", "姓名", "李四", "职称", "讲师"}, []string{"", "姓名", "王五", "职称", "讲师"}), extract.Metadata{Participants: []extract.Person{{Name: "李四", Title: "讲师"}, {Name: "王五", Title: "讲师"}}}},
		{"a date in cells of its own", formTable([]string{"项目名称", "6×" + title}, []string{"申请日期", "2024", "年", "3", "月", "5", "日"}), extract.Metadata{Title: title, Year: 2024, Date: "2024-03-05"}},
		{"from and to in cells of their own", formTable([]string{"项目名称", "4×" + title}, []string{"起止时间", "起", "2024.1", "止", "2025.12"}), extract.Metadata{Title: title, Start: "2024-01", End: "2025-12"}},
		{"a date alone in a row", formTable([]string{"课题名称", title}, []string{"姓名", person}, []string{"2×2018 年 3 月 10 日"}), extract.Metadata{Title: title, Applicant: person, Year: 2018, Date: "2018-03-10"}},
		{"a title over two rows, the second one wider", formTable([]string{"课题名称", "文件分享社区的"}, []string{"2×设计与实现"}, []string{"姓名", person}), extract.Metadata{Title: "文件分享社区的设计与实现", Applicant: person}},
		{"a numbered part below a title", formTable([]string{"课题名称", title}, []string{"2×一、选题的意义和价值"}), extract.Metadata{Title: title}},
		{"the head of a list", wordLines("A study of trains", "Alice Wonder") + formTable([]string{"Chapter", "Title", "Goal"}, []string{"1", "Fruit", "Identify"}, []string{"2", "Birds", "Compare"}), extract.Metadata{Title: "A study of trains", Applicant: "Alice Wonder"}},
		{"blanks of no width", wordLines("Explaining graphs with trains", "Name\u200b: Alice Wonder", "University\u200b: University of Somewhere"), extract.Metadata{Title: "Explaining graphs with trains", Applicant: "Alice Wonder", Institution: "University of Somewhere"}},
		{"a title in marks of books", wordLines("论文名称：《" + title + "》"), extract.Metadata{Title: title}},
		{"a school and below it a subject", formTable([]string{"项目名称", title}, []string{"所在学院、专业", "数学科学学院\n统计学"}), extract.Metadata{Title: title, Institution: "数学科学学院"}},
		{"another university's visit", wordLines("乙大学“未来计划”访学项目申请表", "姓名："+person), extract.Metadata{Applicant: person, Programme: "乙大学“未来计划”访学项目"}},
		{"two lines above the name of the form", wordLines("城  见", "——匿名聊天网站的设计", "项目开题报告", "项目负责人："+person), extract.Metadata{Title: "城见——匿名聊天网站的设计", Applicant: person}},
		{"Google's summer", wordLines("GSoC 2026 Proposal – Faster graphs for trains", "Alice Wonder"), extract.Metadata{Title: "Faster graphs for trains", Applicant: "Alice Wonder", Year: 2026, Programme: "GSoC"}},
		{"who fills it in, before a date", wordLines("填表人签名    李四      填表时间：   2024   年  3  月  8  日"), extract.Metadata{Year: 2024, Date: "2024-03-08"}},
		{"what is no school", wordLines("系（所）  计算机科学与技术", "题目："+title), extract.Metadata{Title: title}},
		{"a title before the name of the form", wordLines("校园二手交易平台项目计划书", "一、项目背景"), extract.Metadata{Title: "校园二手交易平台"}},
		{"a title behind the name of the form", wordLines("GSoC Proposal: Faster graphs for everybody", "Name – Jane Doe (jane@example.org)", "Roll No: 20BCE1234"), extract.Metadata{Title: "Faster graphs for everybody", Applicant: "Jane Doe", Number: "20BCE1234"}},
		{"who leads", wordLines("项目名称："+title, "项目组成员：李四、张三（组长）"), extract.Metadata{Title: title, Applicant: person, Participants: []extract.Person{{Name: "李四"}}}},
		{"a class below a title", wordLines("题目："+title, "信息学院软件工程系3班", "学生姓名："+person), extract.Metadata{Title: title, Applicant: person}},
		{"a sentence that ends with a label", wordLines("We met the coordinator at the Heart and Vascular Institute:", "The bad guys"), extract.Metadata{}},
		{"written over dots", wordLines("Project title: ..explaining graphs ..............", "Student name: Jane Doe"), extract.Metadata{Title: "explaining graphs", Applicant: "Jane Doe"}},
		{"a title over two rows", formTable([]string{"2↓项目名称", "图神经网络的可解释性"}, []string{"", "及其应用研究"}, []string{"负责人", person}), extract.Metadata{Title: "图神经网络的可解释性及其应用研究", Applicant: person}},
		{"the leader in a column", formTable([]string{"3↓项目组成员", "姓名", "学号", "学院", "是否主持人"}, []string{"", person, "2018002", "文学院", "是"}, []string{"", "李四", "2018001", "理学院", "否"}), extract.Metadata{Applicant: person, Number: "2018002", Participants: []extract.Person{{Name: "李四", Institution: "理学院"}}}},
		{"heads for leader and team", formTable([]string{"2↓负责人", "姓名", "学号", "学院"}, []string{"", person, "2018002", "文学院"}, []string{"2↓成\n员", "李四", "2018001", "理学院"}, []string{"", "王五", "2018003", "理学院"}), extract.Metadata{Applicant: person, Institution: "文学院", Number: "2018002", Participants: []extract.Person{{Name: "李四", Institution: "理学院"}, {Name: "王五", Institution: "理学院"}}}},
		{"numbers before the names", formTable([]string{"3↓项目团队", "2×姓名", "学号", "学院、专业"}, []string{"", "1", "李四", "2018001", "理学院数学"}, []string{"", "2", "王五", "2018003", "理学院物理学"}), extract.Metadata{Participants: []extract.Person{{Name: "李四", Institution: "理学院"}, {Name: "王五", Institution: "理学院"}}}},
		{"the leader in a row of roles", formTable([]string{"项目名称", "4×" + title}, []string{"4↓项目组", "姓名", person, "李四", "王五"}, []string{"", "学号", "23001", "23002", "23003"}, []string{"", "学院", "文学院", "理学院", "法学院"}, []string{"", "分工", "负责人", "算法", "调研"}), extract.Metadata{Title: title, Applicant: person, Number: "23001", Participants: []extract.Person{{Name: "李四", Institution: "理学院"}, {Name: "王五", Institution: "法学院"}}}},
		{"a year behind a school", wordLines("云麓学院2025年大学生创新训练计划项目申请表", "项目名称："+title), extract.Metadata{Title: title, Year: 2025, Institution: "云麓学院", Programme: "大学生创新训练计划项目"}},
		{"a round with its year", wordLines("Northsea Fellowship Programme – Round 2027", "Title of proposal: Counting seals from the sky"), extract.Metadata{Title: "Counting seals from the sky", Year: 2027, Programme: "Northsea Fellowship Programme"}},
		{"a person and where he works", wordLines("课题名称："+title, "主持人："+person+"（力学系）"), extract.Metadata{Title: title, Applicant: person}},
		{"a coordinator and where she works", wordLines("Full title: Counting seals from the sky", "Coordinator: Dr. Anna Lindqvist, University of Umeda"), extract.Metadata{Title: "Counting seals from the sky", Applicant: "Anna Lindqvist"}},
		{"a year behind the form", wordLines("出国留学基金申请表（2026）", "研修课题："+title, "主要研究者："+person), extract.Metadata{Title: title, Applicant: person, Year: 2026, Programme: "出国留学基金"}},
		{"who judges", formTable([]string{"3×考核小组成员"}, []string{"姓名", "职称", "单位"}, []string{"李四", "教授", house}), extract.Metadata{}},
		{"labels in two languages", formTable([]string{"学  号\nStudent ID", "17S1536", "姓  名\nName", person}, []string{"论文题目\nThesis Title", title, "专业\nMajor", "数学"}), extract.Metadata{Title: title, Applicant: person, Number: "17S1536"}},
		{"a line in two languages", wordLines("项目名称 Project Title: "+title, "Applicant 申请人： "+person), extract.Metadata{Title: title, Applicant: person}},
		{"kinds that are no programme", formTable([]string{"课题名称", title}, []string{"课题类型", "工程设计"}) + formTable([]string{"计划名称", "计划级别"}, []string{"", "□省级"}), extract.Metadata{Title: title}},
		{"a form and its call", wordLines("Application Form – Northern Open Competition Science", "Name of Research Project: Faster graphs for everybody", "Name of applicant (lead researcher): Doe, Jane", "Student Ref. No. 21269650"), extract.Metadata{Title: "Faster graphs for everybody", Applicant: "Jane Doe", Programme: "Northern Open Competition Science"}},
		{"a school and the day of a report", wordLines("甲城实验中学", "结题报告", "课题名称："+title, "课题组组长："+person, "完成日期：2019年6月26日"), extract.Metadata{Title: title, Applicant: person, Institution: "甲城实验中学", Year: 2019, Date: "2019-06-26"}},
		{"a report and its first part", wordLines("识别疲劳驾车人开题报告", "1 项目背景"), extract.Metadata{Title: "识别疲劳驾车人"}},
		{"about what a report is", wordLines("关于面向大学生的问答平台项目的立项报告", "1、引言"), extract.Metadata{Title: "关于面向大学生的问答平台"}},
		{"the day of the last version", wordLines("报告题目   "+title, "姓    名   "+person, "定稿日期：2014  年  2 月  28  日"), extract.Metadata{Title: title, Applicant: person, Year: 2014, Date: "2014-02-28"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, mustParse(t, wordFile(t, c.body+wordLines("正文从这里开始。"), part{"word/styles.xml", testStyles})).Metadata, apartFromPlaces); diff != "" {
				t.Errorf("metadata (-want +got):\n%s", diff)
			}
		})
	}
}

// wordBreaks returns a paragraph of a Word file with breaks for its line ends.
func wordBreaks(text string) string {
	return `<w:p><w:r><w:t>` + strings.ReplaceAll(text, "\n", `</w:t><w:br/><w:t>`) + `</w:t></w:r></w:p>`
}
