package field

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"zhiwen/extract"
)

// documentOf makes a document of lines.
func documentOf(lines ...string) *extract.Document {
	d := &extract.Document{Text: strings.Join(lines, "\n"), Method: "txt"}
	at := 0
	for _, line := range lines {
		n := len([]rune(line))
		d.Paragraphs = append(d.Paragraphs, extract.Paragraph{Span: extract.Span{Start: at, End: at + n}, Kind: extract.Body})
		at += n + 1
	}
	return d
}

// A label that a form has twice is read where it was shown, on others of the form too.
func TestShownPlace(t *testing.T) {
	form := documentOf("青苗培育行动报名材料", "带队老师情况", "称呼：", "电话：", "报名同学情况", "称呼：", "电话：")
	for at, want := range map[int]int{0: 0, 11 + 7: 1, 11 + 7 + 4 + 4 + 7: 2} {
		if got := Nth(form, "称呼", at); got != want {
			t.Errorf("at %d (%q): place %d, want %d", at, string([]rune(form.Text)[at:at+2]), got, want)
		}
	}
	if got := Nth(form, "报名同学情况", 26); got != 0 {
		t.Errorf("the only one is place %d", got)
	}
	filled := documentOf("青苗培育行动报名材料", "带队老师情况", "称呼：赵大海", "电话：1", "报名同学情况", "称呼：王小明", "电话：2")
	short := documentOf("青苗培育行动报名材料", "报名同学情况", "称呼：王小明", "电话：2")
	for _, test := range []struct {
		name string
		d    *extract.Document
		nth  int
		want string
	}{
		{"the second", filled, 2, "王小明"}, {"the first", filled, 1, "赵大海"}, {"whichever", filled, 0, "赵大海"},
		{"of fewer", short, 2, ""}, {"left empty", form, 2, ""},
	} {
		if got := Reread(test.d, []extract.Known{{Field: "applicant", Label: "称呼", Nth: test.nth}}).Applicant; got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// What an officer shows on a form in English is read on others of it as on a form in Chinese:
// labels with values behind, below and beside each other in a line, and of two that are the
// same the one that was shown.
func TestShownInEnglish(t *testing.T) {
	form := documentOf("Northern Seedlings", "What shall we call it?", "", "Champion of the work:          Home of the work:", "Moon of sowing:", "The one who carries", "Goes by:", "The one who watches", "Goes by:", "1. Why")
	lines := []string{"Northern Seedlings", "What shall we call it?", "Light on Dust around Young Stars", "Champion of the work: Jane Doe          Home of the work: Northern University", "Moon of sowing: 3 May 2025", "The one who carries", "Goes by: Mary Major", "The one who watches", "Goes by: John Roe", "1. Why", "We ask how light is scattered by dust, and what that says about how planets come to be."}
	filled := documentOf(lines...)
	for _, test := range []struct {
		known  extract.Known
		want   string
		beside []extract.Known // shown too
	}{
		{extract.Known{Field: "title", Label: "What shall we call it?"}, "Light on Dust around Young Stars", nil},
		{extract.Known{Field: "applicant", Label: "Champion of the work"}, "Jane Doe", []extract.Known{{Field: "institution", Label: "Home of the work"}}},
		{extract.Known{Field: "institution", Label: "Home of the work"}, "Northern University", nil},
		{extract.Known{Field: "year", Label: "Moon of sowing"}, "2025", nil},
		{extract.Known{Field: "applicant", Label: "Goes by", Nth: 1}, "Mary Major", nil},
		{extract.Known{Field: "applicant", Label: "Goes by", Nth: 2}, "John Roe", nil},
		{extract.Known{Field: "programme", Value: "Northern Seedlings"}, "Northern Seedlings", nil},
	} {
		read := func(d *extract.Document) string {
			m := Reread(d, append(slices.Clone(test.beside), test.known))
			return map[string]string{"title": m.Title, "applicant": m.Applicant, "institution": m.Institution, "year": strconv.Itoa(m.Year), "programme": m.Programme}[test.known.Field]
		}
		if got := read(filled); got != test.want {
			t.Errorf("%s by %q: %q, want %q", test.known.Field, test.known.Label, got, test.want)
		}
		if got := read(form); test.known.Label != "" && strings.Trim(got, "0") != "" {
			t.Errorf("%s by %q, on the blank form: %q", test.known.Field, test.known.Label, got)
		}
	}
}
