package field

import (
	"slices"
	"testing"

	"zhiwen/extract"
)

// placed is a cell of a table with its text.
type placed struct {
	row, column, columns int
	text                 string
}

// tableWith makes a document of one table.
func tableWith(cells ...placed) *extract.Document {
	texts := make([]string, len(cells))
	for i, c := range cells {
		texts[i] = c.text
	}
	d := documentOf(texts...)
	for i, c := range cells {
		d.Paragraphs[i].Kind, d.Paragraphs[i].Place = extract.Cell, extract.Place{Table: 1, Row: c.row, Column: c.column, Rows: 1, Columns: c.columns}
	}
	return d
}

// Labels that a PDF without lines breaks over its cells, with the values beside them.
func TestBrokenLabels(t *testing.T) {
	for _, test := range []struct {
		name                    string
		cells                   []placed
		title, applicant, house string
	}{
		{"a label and its value over two rows", []placed{{1, 1, 1, "毕业设计"}, {1, 2, 1, "星尘散射的多自由度灵巧"}, {2, 1, 1, "（论文）题目"}, {2, 2, 1, "手设计与开发"}, {3, 1, 1, "姓名："}, {3, 2, 1, "张三"}}, "星尘散射的多自由度灵巧手设计与开发", "张三", ""},
		{"a colon within the columns of its label", []placed{{1, 1, 2, "课题名称"}, {1, 2, 1, "："}, {1, 3, 2, "星尘散射的研究"}}, "星尘散射的研究", "", ""},
		{"a part of the table with its own labels", []placed{{1, 1, 1, "申报\n单位"}, {1, 2, 1, "名  称"}, {1, 3, 1, "远川新材料有限公司"}, {2, 1, 1, "合作单位"}, {2, 2, 2, "西岭大学"}}, "", "", "远川新材料有限公司"},
		{"a project by another word", []placed{{1, 1, 1, "研究项目"}, {1, 2, 1, "柔性机器人的动力学建模"}, {2, 1, 1, "姓名"}, {2, 2, 1, "何 雨 桐"}}, "柔性机器人的动力学建模", "何雨桐", ""},
		{"people in columns", []placed{{1, 1, 1, "Applicants"}, {1, 2, 1, "Main applicant"}, {1, 3, 1, "Partner"},
			{2, 1, 1, "Name"}, {2, 2, 1, "Jane Doe"}, {2, 3, 1, "John Roe"},
			{3, 1, 1, "Institution"}, {3, 2, 1, "Northern University"}, {3, 3, 1, "Southern Institute"}}, "", "Jane Doe", "Northern University"},
		{"a school", []placed{{1, 1, 1, "课题名称"}, {1, 2, 1, "整本书阅读的评价"}, {2, 1, 1, "申 报 人"}, {2, 2, 1, "范  蕾"}, {3, 1, 1, "单    位"}, {3, 2, 1, "海宁路中学"}}, "整本书阅读的评价", "范蕾", "海宁路中学"},
		{"a list of needs", []placed{{1, 1, 1, "榜单名称"}, {1, 2, 1, "高温合金叶片"}, {2, 1, 1, "项目名称"}, {2, 2, 1, "叶片凝固缺陷的控制"}}, "叶片凝固缺陷的控制", "", ""},
		{"two rows of their own", []placed{{1, 1, 1, "项目类别"}, {1, 2, 1, "一般项目"}, {2, 1, 1, "项目名称"}, {2, 2, 1, "星尘散射的研究"}}, "星尘散射的研究", "", ""},
		{"a row that is none before a label of its own", []placed{{1, 1, 1, "毕业"}, {1, 2, 1, "北方大学"}, {2, 1, 1, "论文题目"}, {2, 2, 1, "星尘散射的研究"}}, "星尘散射的研究", "", "北方大学"},
		{"labels in one cell, of which one is not known", []placed{{1, 1, 2, "院："}, {1, 3, 1, "物理学院"}, {2, 1, 2, "级：学生姓名："}, {2, 3, 1, "07111703"}, {3, 3, 1, "张三"}}, "", "张三", ""},
	} {
		if m := Reread(tableWith(test.cells...), nil); m.Title != test.title || m.Applicant != test.applicant || m.Institution != test.house {
			t.Errorf("%s: %q of %q, %q; want %q of %q, %q", test.name, m.Title, m.Applicant, m.Institution, test.title, test.applicant, test.house)
		}
	}
}

// Authors side by side above a text, as papers have them: the first of them applies, and none of
// the cells is a title.
func TestAuthorsInTable(t *testing.T) {
	d := tableWith(placed{1, 1, 1, "Jane Doe"}, placed{1, 2, 1, "Dr John Roe"}, placed{2, 1, 1, "University Avenue North"}, placed{2, 1, 1, "Northern University"}, placed{2, 2, 1, "Exampleton Hospital"}, placed{3, 1, 1, "jane@example.org"}, placed{3, 2, 1, "john@example.org"})
	for _, s := range []string{"Light on Dust around Young Stars", "Mary Major", "Southern University"} {
		at := d.Paragraphs[len(d.Paragraphs)-1].End + 1
		d.Text += "\n" + s
		d.Paragraphs = append(d.Paragraphs, extract.Paragraph{Span: extract.Span{Start: at, End: at + len(s)}, Kind: extract.Body})
	}
	if m := Reread(d, nil); m.Title != "Light on Dust around Young Stars" || m.Applicant != "Jane Doe" || m.Institution != "Northern University" {
		t.Errorf("%q of %q, %q", m.Title, m.Applicant, m.Institution)
	}
}

// Where people stand side by side and their particulars below, a person belongs to the university, not to the department.
func TestPeopleAcross(t *testing.T) {
	m := Reread(tableWith(
		placed{1, 1, 1, "Project Title"},
		placed{1, 2, 3, "Low-cost air sensing for rural schools"},
		placed{2, 2, 1, "Principal Investigator"},
		placed{2, 3, 1, "Co-Investigator 1"},
		placed{2, 4, 1, "Co-Investigator 2"},
		placed{3, 1, 1, "Name"},
		placed{3, 2, 1, "Dr. Alan Pryce"},
		placed{3, 3, 1, "Dr. Sunita Rao"},
		placed{3, 4, 1, "Wei Chen"},
		placed{4, 1, 1, "Department"},
		placed{4, 2, 1, "Physics"},
		placed{4, 3, 1, "Chemistry"},
		placed{4, 4, 1, "Public Health"},
		placed{5, 1, 1, "Institution"},
		placed{5, 2, 1, "Eastlake University"},
		placed{5, 3, 1, "Eastlake University"},
		placed{5, 4, 1, "Harbor College"},
	), nil)
	want := []extract.Person{{Name: "Sunita Rao", Institution: "Eastlake University"}, {Name: "Wei Chen", Institution: "Harbor College"}}
	if m.Applicant != "Alan Pryce" || !slices.Equal(m.Participants, want) {
		t.Errorf("%q with %+v", m.Applicant, m.Participants)
	}
}
