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
		{"a title over two rows", formTable([]string{"2↓项目名称", "图神经网络的可解释性"}, []string{"", "及其应用研究"}, []string{"负责人", person}), extract.Metadata{Title: "图神经网络的可解释性及其应用研究", Applicant: person}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, mustParse(t, wordFile(t, c.body+wordLines("正文从这里开始。"), part{"word/styles.xml", testStyles})).Metadata, apartFromPlaces); diff != "" {
				t.Errorf("metadata (-want +got):\n%s", diff)
			}
		})
	}
}

// wordBreaks is a paragraph of a Word file with breaks for its line ends.
func wordBreaks(text string) string {
	return `<w:p><w:r><w:t>` + strings.ReplaceAll(text, "\n", `</w:t><w:br/><w:t>`) + `</w:t></w:r></w:p>`
}
