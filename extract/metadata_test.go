package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestMetadataOfForms(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Metadata
	}{
		{"Chinese cover", "2025年度\n项目名称：图神经网络的可解释性研究\n申 请 人：张三\n依托单位：某某大学（盖章）\n资助类别： 面上项目\n关键词：图；可解释性；网络\n",
			Metadata{Title: "图神经网络的可解释性研究", Applicant: "张三", Institution: "某某大学", Year: 2025, Programme: "面上项目", Keywords: []string{"图", "可解释性", "网络"}}},
		{"English cover", "Project Title: Explaining graph networks\nPrincipal Investigator: Jane Doe\nHost Institution: Example University\nYear: 2024\nKeywords: graphs, explanation\n",
			Metadata{Title: "Explaining graph networks", Applicant: "Jane Doe", Institution: "Example University", Year: 2024, Keywords: []string{"graphs", "explanation"}}},
		{"several on a line", "申请人：李四\t性别：女\t依托单位：示例研究所\n填报日期：2023年3月1日\n",
			Metadata{Applicant: "李四", Institution: "示例研究所", Year: 2023}},
		{"left empty", "项目名称：\n申请人：________\n依托单位：XXX大学\n资助类别：\n正文从这里开始。\n", Metadata{}},
		{"a label in running text", "本项目的申请人：近年来在相关领域发表论文20篇，取得了良好的成果。\n申请人：在此之前，曾主持多项课题。\n", Metadata{}},
		{"a title broken over a line, then whole", "论文题目：佐佐木希跨媒介职业转型中的内容\n运营机制研究\n毕业论文题目：佐佐木希跨媒介职业转型中的内容运营机制研究\n",
			Metadata{Title: "佐佐木希跨媒介职业转型中的内容运营机制研究"}},
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
		want := Metadata{Title: "图神经网络研究", Institution: "某某大学"}
		if diff := cmp.Diff(want, mustParse(t, wordFile(t, body)).Metadata, apartFromPlaces); diff != "" {
			t.Errorf("metadata (-want +got):\n%s", diff)
		}
	})
}

// apartFromPlaces compares what was found, not where.
var apartFromPlaces = cmpopts.IgnoreFields(Metadata{}, "Found")

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

func TestMetadataOfTools(t *testing.T) {
	for _, title := range []string{"Microsoft Word - 正文.doc", "面上项目-正文-2026", "申请书（最终版）", "文档1", "Template v2"} {
		if got := properties(title, "", "").Title; got != "" {
			t.Errorf("%q is taken for a title", title)
		}
	}
}
