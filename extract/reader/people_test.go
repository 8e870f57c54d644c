package reader

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

// formTable makes a Word table of rows of cells. A cell "3×text" covers three
// columns, one "3↓text" three rows, whose others have "" in its place.
func formTable(rows ...[]string) string {
	var b strings.Builder
	b.WriteString("<w:tbl>")
	merged := map[int]int{} // rows left of a cell that covers several, by column
	for _, row := range rows {
		b.WriteString("<w:tr>")
		column := 0
		for _, text := range row {
			columns, down, properties := 1, 1, ""
			if n, rest, ok := strings.Cut(text, "×"); ok {
				_, _ = fmt.Sscan(n, &columns)
				text, properties = rest, fmt.Sprintf(`<w:gridSpan w:val="%d"/>`, columns)
			}
			if n, rest, ok := strings.Cut(text, "↓"); ok {
				_, _ = fmt.Sscan(n, &down)
				text, properties = rest, properties+`<w:vMerge w:val="restart"/>`
				merged[column] = down
			} else if merged[column] > 0 {
				properties += `<w:vMerge/>`
			}
			if merged[column] > 0 {
				merged[column]--
			}
			b.WriteString("<w:tc><w:tcPr>" + properties + "</w:tcPr>")
			for line := range strings.SplitSeq(text, "\n") {
				b.WriteString(wordPara(line))
			}
			b.WriteString("</w:tc>")
			column += columns
		}
		b.WriteString("</w:tr>")
	}
	return b.String() + "</w:tbl>"
}

func TestPeopleOfForms(t *testing.T) {
	house := func(names ...string) (out []extract.Person) {
		for i := 0; i < len(names); i += 2 {
			name, title, _ := strings.Cut(names[i], "|")
			out = append(out, extract.Person{Name: name, Title: title, Institution: names[i+1]})
		}
		return out
	}
	const applicant = "张三"
	for _, c := range []struct {
		name, body   string
		participants []extract.Person
		cooperating  []string
		number, date string
	}{
		{"national foundation", formTable(
			[]string{"4↓申请人信息", "姓名", applicant, "性别", "男"},
			[]string{"", "证件类型", "身份证", "证件号码", "11010519491231002X"},
			[]string{"", "工作单位", "3×甲大学"},
			[]string{"", "申请人", applicant, "人员编号", "P0012345"}) +
			formTable([]string{"3↓合作研究单位信息", "单位名称"}, []string{"", "乙理工大学"}, []string{"", "丙海洋研究所"}) +
			wordPara("项目组主要参与者（注：项目组主要参与者不包括项目申请人）") +
			formTable(
				[]string{"编号", "姓名", "出生年月", "性别", "职称", "学位", "单位名称", "电话", "电子邮箱", "证件号码", "每年工作时间(月)"},
				[]string{"1", "王 五", "1980-05", "男", "教授", "博士", "乙理工大学", "010-1", "a@b.c", "110***", "6"},
				[]string{"2", "欧阳文华", "1990-12", "女", "讲师", "博士", "甲大学", "010-2", "d@b.c", "120***", "10"},
				[]string{"3", "", "", "", "", "", "", "", "", "", ""},
				[]string{"总人数", "高级", "中级", "初级", "博士后", "博士生", "硕士生", "", "", "", ""},
				[]string{"6", "2", "1", "0", "0", "2", "1", "", "", "", ""}),
			house("王五|教授", "乙理工大学", "欧阳文华|讲师", "甲大学"), []string{"乙理工大学", "丙海洋研究所"}, "P0012345", ""},
		{"social sciences, with the applicant among them", wordPara("申请人："+applicant) + wordPara("填表日期：2025年3月10日") + formTable(
			[]string{"4↓课题组成员", "姓名", "出生年月", "专业职务", "研究专长", "工作单位", "签字"},
			[]string{"", applicant, "1975", "教授", "史学", "甲大学", ""},
			[]string{"", "李四", "1981", "副教授", "史学", "2↓乙学院", ""},
			[]string{"", "赵六", "1985", "讲师", "文献", "", ""}),
			house("李四|副教授", "乙学院", "赵六|讲师", "乙学院"), nil, "", "2025-03-10"},
		{"a line", wordPara("课题组成员：李四（乙学院）、王五、赵 六等") + wordPara("合作单位：乙理工大学、丙海洋研究所；无"),
			house("李四", "乙学院", "王五", "", "赵六", ""), []string{"乙理工大学", "丙海洋研究所"}, "", ""},
		{"English", wordPara("Principal Investigator: Jane Doe") + wordPara("Submission date: 5 March 2025") + wordPara("Project team") + formTable(
			[]string{"Name", "Position", "Institution", "Email"},
			[]string{"Jane Doe", "Professor", "Example University", "j@x"},
			[]string{"John A. Smith", "Postdoc", "Sample Institute of Physics", "s@x"}),
			house("John A. Smith|Postdoc", "Sample Institute of Physics"), nil, "", "2025-03-05"},
		{"side by side", wordPara("项目负责人："+applicant) + wordPara("项目组成员") + formTable(
			[]string{"", "负责人", "成员1", "成员2"}, []string{"姓名", applicant, "李四", "王五"}, []string{"学号", "2018001", "2018002", "2018003"}, []string{"职称", "教授", "副教授", "讲师"}, []string{"工作单位", "甲大学", "乙大学", "丙研究所"}),
			house("李四|副教授", "乙大学", "王五|讲师", "丙研究所"), nil, "2018001", ""},
		{"a column of members, the first of whom leads", formTable([]string{"成员", "职责", "任务"}, []string{applicant + "（组长）", "管理", "进度"}, []string{"李四", "前端", "页面"}, []string{"王五", "后端", "接口"}),
			house("李四", "", "王五", ""), nil, "", ""},
		{"one on each line", wordPara("项目负责人："+applicant) + styled("1", "项目成员基本情况") + wordPara("• "+applicant+"/工程管理学院/金融工程/2017") + wordPara("• 李四/工程管理学院/金融工程/2017") + wordPara("• 王五（副教授，乙理工大学）"),
			house("李四", "工程管理学院", "王五|副教授", "乙理工大学"), nil, "", ""},
		{"experts are none", wordPara("推荐同行专家") + formTable(
			[]string{"姓名", "职称", "单位名称", "电话"}, []string{"钱七", "教授", "丁大学", "1"}), nil, nil, "", ""},
		{"nobody says who they are", formTable(
			[]string{"姓名", "职称", "单位名称", "电话"}, []string{"钱七", "教授", "丁大学", "1"}), nil, nil, "", ""},
		{"blank form", wordPara("项目组主要参与者") + formTable(
			[]string{"编号", "姓名", "性别", "职称", "单位名称"}, []string{"1", "", "", "", ""}, []string{"2", "", "", "", ""}) +
			wordPara("合作单位：") + wordPara("申请日期：    年   月   日"), nil, nil, "", ""},
		{"running text", wordPara("课题组成员：近年来在相关领域发表论文二十篇，主持多项课题，经验丰富。") + wordPara("合作单位：本项目与国内外多家单位长期合作，成果丰硕。"), nil, nil, "", ""},
		{"a cover's date", wordPara("国家自然科学基金") + wordPara("申请书") + wordPara("二〇二五年十二月二十一日"), nil, nil, "", "2025-12-21"},
		{"no such date", wordPara("申请日期：2025年13月"), nil, nil, "", ""},
		{"what is planned", wordPara("研究期限：2026年1月至2029年12月"), nil, nil, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := mustParse(t, wordFile(t, c.body+wordPara("正文从这里开始。"))).Metadata
			if diff := cmp.Diff(c.participants, m.Participants); diff != "" {
				t.Errorf("participants (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.cooperating, m.Cooperating); diff != "" {
				t.Errorf("cooperating institutions (-want +got):\n%s", diff)
			}
			d := mustParse(t, wordFile(t, c.body+wordPara("正文从这里开始。")))
			bare := *d
			bare.Metadata = extract.Metadata{Applicant: m.Applicant}
			want := extract.Metadata{Number: m.Number, Date: m.Date, Participants: m.Participants, Cooperating: m.Cooperating}
			if diff := cmp.Diff(want, People(&bare), apartFromPlaces); diff != "" {
				t.Errorf("read anew (-want +got):\n%s", diff)
			}
			if m.Number != c.number || m.Date != c.date {
				t.Errorf("number %q, date %q, want %q and %q", m.Number, m.Date, c.number, c.date)
			}
		})
	}
}

func TestPlacesOfPeople(t *testing.T) {
	d := mustParse(t, wordFile(t, wordPara("课题组成员")+formTable(
		[]string{"姓名", "职称", "工作单位"}, []string{"李四", "教授", "乙学院"}, []string{"王五", "讲师", "乙学院"})+wordPara("正文。")))
	f := d.Metadata.Found["participants"]
	if got := string([]rune(d.Text)[f.Start:f.End]); got != "姓名\n职称\n工作单位\n李四\n教授\n乙学院\n王五" || f.Source != extract.FromTable {
		t.Errorf("found in %s %q", f.Source, got)
	}
}
