package field

import (
	"testing"

	"zhiwen/extract"
)

// Forms in traditional characters are read like others, and their values keep their characters.
func TestTraditionalForms(t *testing.T) {
	for _, test := range []struct {
		name  string
		lines []string
		want  extract.Metadata
	}{
		{"of a project that its form calls a plan", []string{
			"中游研發計劃申請書", "計劃名稱（中文）：星塵的光學監測系統", "計劃統籌人：陳潔瑩教授", "主要申請機構：北方大學", "申請日期：2026年3月1日",
		},
			extract.Metadata{Title: "星塵的光學監測系統", Applicant: "陳潔瑩", Institution: "北方大學", Year: 2026}},
		{"with years of the republic", []string{"計畫名稱：颱風與星塵之機率預報", "計畫主持人：林宥蓁", "申請機構/系所：北方大學", "申請年度：115"},
			extract.Metadata{Title: "颱風與星塵之機率預報", Applicant: "林宥蓁", Institution: "北方大學", Year: 2026}},
		{"with a date of the republic", []string{"項目名稱：星塵與后髮座的觀測", "申請人：黃美玲", "申請日期：民國115年4月"},
			extract.Metadata{Title: "星塵與后髮座的觀測", Applicant: "黃美玲", Year: 2026}},
		{"simplified, with a number of three digits", []string{"项目名称：星尘的观测", "申请人：张三", "年度：115"},
			extract.Metadata{Title: "星尘的观测", Applicant: "张三"}},
	} {
		got := Reread(documentOf(test.lines...), nil)
		if got.Title != test.want.Title || got.Applicant != test.want.Applicant ||
			got.Institution != test.want.Institution || got.Year != test.want.Year {
			t.Errorf("%s: %q of %q, %q, %d", test.name, got.Title, got.Applicant, got.Institution, got.Year)
		}
	}
	d := documentOf("星塵的光學監測系統", "申請單位：北方大學", "申請日期：2026年3月1日")
	d.Metadata = extract.Metadata{Title: "星塵的光學監測系統"}
	if Fill(d); d.Metadata.Title != "星塵的光學監測系統" {
		t.Errorf("of the file's properties: %q", d.Metadata.Title)
	}
	marked := []extract.Known{{Field: "title", Label: "擬報事項"}}
	if got := Reread(documentOf("擬報事項：星塵觀測", "承擔單位：北方大學"), marked).Title; got != "星塵觀測" {
		t.Errorf("behind a marked label: %q", got)
	}
}

// English labels that stand above their values, without colons.
func TestLabelsAbove(t *testing.T) {
	m := Reread(documentOf("Baltic Heritage Trust", "Early Career Research Grants", "Grant application 2026/27", "Project title",
		"Amber routes revisited", "Principal applicant (surname, first name)", "Doe, Jane", "Grant type", "Early Career Research Grant",
		"Date of submission", "2 February 2026", "Summary for the public"), nil)
	if m.Title != "Amber routes revisited" || m.Applicant != "Jane Doe" ||
		m.Programme != "Early Career Research Grant" || m.Date != "2026-02-02" {
		t.Errorf("%q of %q, %q, %s", m.Title, m.Applicant, m.Programme, m.Date)
	}
	m = Reread(documentOf("Northern Forest Futures Fund", "Full Proposal, 2026 Round", "Light on Dust around Young Stars", "Jane Doe"), nil)
	if m.Programme != "Northern Forest Futures Fund" {
		t.Errorf("above a proposal of a round: %q", m.Programme)
	}
	m = Reread(documentOf("Applicant", "We are a group that observes stars.", "Our work began ten years ago."), nil)
	if m.Applicant != "" {
		t.Errorf("a heading without labels around it: %q", m.Applicant)
	}
}
