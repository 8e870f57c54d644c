package reader

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"zhiwen/extract"
)

func TestMetadataOfForms(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       extract.Metadata
	}{
		{"Chinese cover", "2025年度\n项目名称：图神经网络的可解释性研究\n申 请 人：张三\n依托单位：某某大学（盖章）\n资助类别： 面上项目\n关键词：图；可解释性；网络\n",
			extract.Metadata{Title: "图神经网络的可解释性研究", Applicant: "张三", Institution: "某某大学", Year: 2025, Programme: "面上项目", Keywords: []string{"图", "可解释性", "网络"}}},
		{"English cover", "Project Title: Explaining graph networks\nPrincipal Investigator: Jane Doe\nHost Institution: Example University\nYear: 2024\nKeywords: graphs, explanation\n",
			extract.Metadata{Title: "Explaining graph networks", Applicant: "Jane Doe", Institution: "Example University", Year: 2024, Keywords: []string{"graphs", "explanation"}}},
		{"several on a line", "申请人：李四\t性别：女\t依托单位：示例研究所\n填报日期：2023年3月1日\n",
			extract.Metadata{Applicant: "李四", Institution: "示例研究所", Year: 2023, Date: "2023-03-01"}},
		{"several on a line, a blank between them", "申请者：李四 性别：女\n所在部门：地理学院 所在单位：示例大学 联系电话：020-1234\n",
			extract.Metadata{Applicant: "李四", Institution: "示例大学"}},
		{"a year before the name of a programme", "2024—2025学年\n示例大学本科生科研训练项目申请书\n", extract.Metadata{Year: 2025, Programme: "示例大学本科生科研训练项目"}},
		{"left empty", "项目名称：\n申请人：________\n依托单位：XXX大学\n资助类别：\n正文从这里开始。\n", extract.Metadata{}},
		{"a label in running text", "本项目的申请人：近年来在相关领域发表论文20篇，取得了良好的成果。\n申请人：在此之前，曾主持多项课题。\n", extract.Metadata{}},
		{"a title broken over a line, then whole", "论文题目：佐佐木希跨媒介职业转型中的内容\n运营机制研究\n毕业论文题目：佐佐木希跨媒介职业转型中的内容运营机制研究\n",
			extract.Metadata{Title: "佐佐木希跨媒介职业转型中的内容运营机制研究"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, mustParse(t, []byte(c.text)).Metadata, apartFromPlaces); diff != "" {
				t.Errorf("metadata (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("cells of a table", func(t *testing.T) {
		cell := func(s string) string { return `<w:tc>` + wordPara(s) + `</w:tc>` }
		body := `<w:tbl><w:tr>` + cell("项目名称") + cell("图神经网络研究") + `</w:tr><w:tr>` + cell("申请人") + cell("") + cell("性别") + cell("男") + `</w:tr><w:tr>` + cell("依托单位") + cell("某某大学") + `</w:tr></w:tbl>` + wordPara("正文。")
		want := extract.Metadata{Title: "图神经网络研究", Institution: "某某大学"}
		if diff := cmp.Diff(want, mustParse(t, wordFile(t, body)).Metadata, apartFromPlaces); diff != "" {
			t.Errorf("metadata (-want +got):\n%s", diff)
		}
	})
}

// Forms of many makers: where the value of a label stands, and how the label is
// written.
func TestMetadataVariants(t *testing.T) {
	cell := func(texts ...string) string {
		s := "<w:tc>"
		for _, text := range texts {
			s += wordPara(text)
		}
		return s + "</w:tc>"
	}
	wideCell := func(columns, text string) string {
		return `<w:tc><w:tcPr><w:gridSpan w:val="` + columns + `"/></w:tcPr>` + wordPara(text) + "</w:tc>"
	}
	row := func(cells ...string) string { return "<w:tr>" + strings.Join(cells, "") + "</w:tr>" }
	table := func(rows ...string) string { return "<w:tbl>" + strings.Join(rows, "") + "</w:tbl>" }
	lines := func(texts ...string) (s string) {
		for _, text := range texts {
			s += wordPara(text)
		}
		return s
	}
	title, person, house := "图神经网络研究", "张三", "某某大学"
	for _, c := range []struct {
		name, body string
		want       extract.Metadata
	}{
		{"beside", table(row(cell("项目名称"), wideCell("3", title)), row(cell("申请人"), cell(person), cell("依托单位"), cell(house))), extract.Metadata{Title: title, Applicant: person, Institution: house}},
		{"blanks in labels", table(row(cell("项 目 名 称"), cell(title)), row(cell("申　请　人"), cell(person)), row(cell("依 托 单 位："), cell(house))), extract.Metadata{Title: title, Applicant: person, Institution: house}},
		{"below, as heads of columns", table(row(cell("项目名称"), cell("项目负责人"), cell("承担单位")), row(cell(title), cell(person), cell(house))), extract.Metadata{Title: title, Applicant: person, Institution: house}},
		{"below, in one column", table(row(cell("项目名称")), row(cell(title)), row(cell("申请人")), row(cell(person))), extract.Metadata{Title: title, Applicant: person}},
		{"in the same cell", table(row(cell("项目名称：", title), cell("申请人："+person)), row(cell("依托单位: "+house), cell(""))), extract.Metadata{Title: title, Applicant: person, Institution: house}},
		{"broken over lines of its cell", table(row(cell("项目名称"), cell("图神经", "网络研究"))), extract.Metadata{Title: title}},
		{"numbered labels", lines("1. 项目名称："+title, "二、申请人："+person), extract.Metadata{Title: title, Applicant: person}},
		{"labels with remarks", table(row(cell("项目名称（中文）"), cell(title)), row(cell("申请人（签字）"), cell(person))), extract.Metadata{Title: title, Applicant: person}},
		{"blank form", table(row(cell("项目名称"), cell("")), row(cell("申请人"), cell(""), cell("性别"), cell("")), row(cell("依托单位"), cell(""))), extract.Metadata{}},
		{"blank heads", table(row(cell("项目名称"), cell("申请人")), row(cell(""), cell(""))), extract.Metadata{}},
		{"values left out", table(row(cell("申请人"), cell(""), cell("职称"), cell("教授")), row(cell("研究基地"), cell("甲"), cell("电话"), cell("1"))), extract.Metadata{}},
		{"underlined cover", lines("项目名称：____"+title+"____", "申 请 人：  "+person+"   ", "资助类别：  青年科学基金项目", "申报年度：2026 年"), extract.Metadata{Title: title, Applicant: person, Programme: "青年科学基金项目", Year: 2026}},
		{"one of each language", table(row(cell("论文题目"), cell("中文"), cell(title)), row(cell(""), cell("英文"), cell("Graphs"))), extract.Metadata{Title: title}},
		{"heads of a plan", table(row(cell("任务"), cell("负责人"), cell("应提交成果")), row(cell("调研"), cell(person), cell("报告"))), extract.Metadata{Applicant: person}},
		{"ticked before", lines("项目类别：□重点项目 ☑面上项目 □青年项目"), extract.Metadata{Programme: "面上项目"}},
		{"ticked behind", lines("项目类别：重点项目□ 面上项目√ 青年项目□"), extract.Metadata{Programme: "面上项目"}},
		{"nothing ticked", lines("项目类别：□重点项目 □面上项目"), extract.Metadata{}},
		{"a name set apart", lines("申请人：张　三"), extract.Metadata{Applicant: person}},
		{"two names", lines("申请人：张三 李四"), extract.Metadata{Applicant: "张三 李四"}},
		{"instructions", lines("论文题目：（学位论文/实践成果）", "关键词：3-5个关键词，四号宋体"), extract.Metadata{}},
		{"social sciences", table(row(cell("课题名称"), cell(title)), row(cell("课题类别"), cell("重点项目")), row(cell("课题负责人"), cell(person), cell("责任单位"), cell(house))), extract.Metadata{Title: title, Programme: "重点项目", Applicant: person, Institution: house}},
		{"cover of the NSF", table(row(cell("TITLE OF PROPOSED PROJECT"), cell("Explaining graphs")), row(cell("PI/PD NAME"), cell("Jane Doe")), row(cell("AWARDEE ORGANIZATION"), cell("Example University"))), extract.Metadata{Title: "Explaining graphs", Applicant: "Jane Doe", Institution: "Example University"}},
		{"cover of the ERC", lines("Proposal Full Title: Explaining graphs", "Principal Investigator (PI): Jane Doe", "Host Institution (HI): Example University"), extract.Metadata{Title: "Explaining graphs", Applicant: "Jane Doe", Institution: "Example University"}},
		{"English table", table(row(cell("Project Title"), cell("Explaining graphs")), row(cell("Principal Investigator (PI)"), cell("Jane Doe")), row(cell("Host institution"), cell("Example University")), row(cell("Funding scheme"), cell("Starting Grant")), row(cell("Keywords"), cell("graphs; trust"))),
			extract.Metadata{Title: "Explaining graphs", Applicant: "Jane Doe", Institution: "Example University", Programme: "Starting Grant", Keywords: []string{"graphs", "trust"}}},
		{"underlined and wide blanks", lines("论文题目：　　　"+title+"　　　", "学生姓名　　　张　三　　　", "所在院系：＿＿＿某某学院＿＿＿", "指导教师：        李四     职称：教授"), extract.Metadata{Title: title, Applicant: person, Institution: "某某学院"}},
		{"several behind a colon", lines("学生姓名： 张三   专业：      数学      学号：  20130512035"), extract.Metadata{Applicant: person, Number: "20130512035"}},
		{"without colons", lines("设计（论文）题目       "+title, "学生姓名    学院   某某学院  专业        学号"), extract.Metadata{Title: title, Institution: "某某学院"}},
		{"a title over two lines", lines("论文题目：图神经网络在股票趋", "势问题中的应用研究", "学生姓名：张三"), extract.Metadata{Title: "图神经网络在股票趋势问题中的应用研究", Applicant: person}},
		{"a mentor's are the mentor's", lines("姓名："+person, "导师：李四", "单位：乙大学") + table(row(cell("指导教师"), cell("李四"), cell("学院"), cell("丙学院"))), extract.Metadata{Applicant: person}},
		{"whom the part is about", table(row(wideCell("4", "指导教师简况")), row(cell("姓名"), cell("李四"), cell("所在学院"), cell("丙学院")), row(wideCell("4", "申请人情况")), row(cell("姓名"), cell(person), cell("所在学院"), cell("丁学院"))), extract.Metadata{Applicant: person, Institution: "丁学院"}},
		{"heads beside whom they are about", formTable([]string{"2↓负责人", "姓名", "学院", "专业"}, []string{"", person, "软件学院", "软件工程"}, []string{"成员", "李四", "丙学院", "史学"}), extract.Metadata{Applicant: person, Institution: "软件学院", Participants: []extract.Person{{Name: "李四", Institution: "丙学院"}}}},
		{"a university and its part", lines("乙理工大学", "毕业设计开题报告", "题    目："+title, "学    院：计算机学院", "开题日期：2 0 2 3 年 3 月"), extract.Metadata{Title: title, Institution: "乙理工大学计算机学院", Year: 2023, Date: "2023-03"}},
		{"a call by the name of its form", lines("2018年学生“创新能力提升计划”", "项目申请表", "项目名称："+title, "填表日期：2019年4月22日"), extract.Metadata{Title: title, Year: 2018, Programme: "创新能力提升计划", Date: "2019-04-22"}},
		{"ticked in brackets", table(row(cell("项目类型"), cell("（√）创新训练项目  （  ）创业训练项目"))), extract.Metadata{Programme: "创新训练项目"}},
		{"a box left over", lines("项目类别：（ ）重点项目（"), extract.Metadata{}},
		{"Chinese numerals", lines("项目名称："+title, "申报日期：二〇二三年三月"), extract.Metadata{Title: title, Year: 2023, Date: "2023-03"}},
		{"what is no name", lines("申请人：时间", "负责人：承诺", "姓名：信息学院"), extract.Metadata{}},
		{"from when to when", lines("项目名称："+title, "起止年月：2019年5月至2020年4月"), extract.Metadata{Title: title, Start: "2019-05", End: "2020-04"}},
		{"a plan's dates are not the project's", table(row(cell("序号"), cell("工作内容"), cell("起讫日期")), row(cell("1"), cell("调研"), cell("2009年9月1日 - 2009年12月1日"))), extract.Metadata{}},
		{"a title without a label", lines("Collaborative tracking for mobile games", "Jane Doe", "Department of Computing, Example University", "October 21, 2016"), extract.Metadata{Title: "Collaborative tracking for mobile games", Applicant: "Jane Doe", Institution: "Example University", Year: 2016, Date: "2016-10-21"}},
		{"an unfilled form", lines("乙理工大学", "毕业设计（论文）中期检查表") + table(row(cell("毕业设计（论文）题目")), row(cell("毕业设计（论文）起始工作时间"), cell("计划完成时间"))), extract.Metadata{}},
		{"English heads", table(row(cell("Title"), cell("Applicant")), row(cell("Explaining graphs"), cell("Jane Doe"))), extract.Metadata{Title: "Explaining graphs", Applicant: "Jane Doe"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, mustParse(t, wordFile(t, c.body+lines("正文从这里开始。"))).Metadata, apartFromPlaces); diff != "" {
				t.Errorf("metadata (-want +got):\n%s", diff)
			}
		})
	}
}

// apartFromPlaces compares what was found, not where.
var apartFromPlaces = cmpopts.IgnoreFields(extract.Metadata{}, "Found")

func TestMetadataPlaces(t *testing.T) {
	cell := func(s string) string { return `<w:tc>` + wordPara(s) + `</w:tc>` }
	body := wordPara("2025年度") + `<w:tbl><w:tr>` + cell("项目名称") + cell("图网络研究") + `</w:tr></w:tbl>` + wordPara("申请人：张三") + wordPara("依托单位：") + wordPara("某某大学")
	core := part{"docProps/core.xml", `<p xmlns:dc="d"><dc:creator>李四</dc:creator><keywords>图; 网络</keywords></p>`}
	d := mustParse(t, wordFile(t, body, core))
	got := map[string]string{}
	for name, f := range d.Metadata.Found {
		got[name] = string(f.Source) + " " + string([]rune(d.Text)[f.Start:f.End])
	}
	want := map[string]string{"title": "table 图网络研究", "applicant": "label 申请人：张三", "institution": "label 某某大学", "year": "cover 2025年度", "keywords": "properties "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
}

// What a file says of itself counts only where its first pages say so too.
func TestMetadataOfProperties(t *testing.T) {
	const title, person = "图神经网络研究", "张三"
	core := part{"docProps/core.xml", `<p xmlns:dc="d"><dc:title>` + title + `</dc:title><dc:creator>` + person + `</dc:creator><keywords>图; 网络</keywords></p>`}
	keywords := []string{"图", "网络"}
	for _, c := range []struct {
		name, body string
		want       extract.Metadata
	}{
		{"said", wordPara(title) + wordPara(person), extract.Metadata{Title: title, Applicant: person, Keywords: keywords}},
		{"said with blanks", wordPara("图神经 网络研究") + wordPara("张　三"), extract.Metadata{Title: title, Applicant: person, Keywords: keywords}},
		{"not said", wordPara("空气质量研究") + wordPara("李四"), extract.Metadata{Keywords: keywords}},
		{"said in part", wordPara("图神经网络") + wordPara("张"), extract.Metadata{Keywords: keywords}},
		{"said after the first 120 paragraphs", strings.Repeat(wordPara("正文。"), 120) + wordPara(title) + wordPara(person), extract.Metadata{Keywords: keywords}},
		{"another by a label", wordPara("项目名称：空气质量研究") + wordPara("参加者："+person), extract.Metadata{Title: "空气质量研究", Applicant: person, Keywords: keywords}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, mustParse(t, wordFile(t, c.body, core)).Metadata, apartFromPlaces); diff != "" {
				t.Errorf("metadata (-want +got):\n%s", diff)
			}
		})
	}
}
