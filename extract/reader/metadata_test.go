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
