package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/record"
)

// filled returns a form with an entry that has nothing wrong.
func filled(change ...string) url.Values {
	form := url.Values{
		"role": {""}, "own": {"廉洁"}, "reason": {"declaration"}, "headings": {"廉洁条款\r\n\r\n  廉洁  承诺 \r\n"}, "phrases": {"不向评审专家赠送礼品"},
		"programme": {"重点研发"}, "from": {"2025"}, "to": {""}, "reviewer": {"张三"},
	}
	for i := 0; i+1 < len(change); i += 2 {
		form.Set(change[i], change[i+1])
	}
	return form
}

// An officer adds an entry, changes it and takes it out, and the page shows each state.
func TestRoles(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	a := get(t, h, "/roles")
	checkPage(t, a)
	if n := len(all(a.page, "details.role-fixed")); n != len(exclude.Default().Entries()) {
		t.Errorf("%d built-in entries, want %d", n, len(exclude.Default().Entries()))
	}
	if a := post(t, h, "/roles", filled()); a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/roles#role-1" || !strings.Contains(a.Header().Get("Set-Cookie"), "reviewer=") {
		t.Fatalf("status %d to %q: %s", a.Code, a.Header().Get("Location"), text(a.page))
	}
	want := exclude.Entry{Name: "廉洁", Reason: evidence.ReasonDeclaration, Headings: []string{"廉洁条款", "廉洁 承诺"}, Phrases: []string{"不向评审专家赠送礼品"}, Programme: "重点研发", From: 2025}
	if got := store.roles[0]; got.AddedBy != "张三" || strings.Join(got.Headings, "|") != strings.Join(want.Headings, "|") || got.Reason != want.Reason || got.From != 2025 || got.To != 0 || got.Programme != want.Programme {
		t.Errorf("stored %+v", got)
	}
	a = get(t, h, "/roles?edit=1")
	checkPage(t, a)
	row := text(one(t, a.page, "#role-1"))
	for _, part := range []string{"廉洁", "not counted: declarations", "重点研发", "from 2025", "张三", "廉洁条款"} {
		if !strings.Contains(row, part) {
			t.Errorf("%q is missing in %q", part, row)
		}
	}
	form := one(t, a.page, "#role-form")
	if attr(form, "action") != "/roles/1" || attr(one(t, form, "#role-own"), "value") != "廉洁" || !strings.Contains(text(one(t, form, "#role-headings")), "廉洁条款 廉洁 承诺") {
		t.Errorf("the form is %q", text(form))
	}
	if a := post(t, h, "/roles/1", filled("role", "declaration", "reason", "role", "to", "2026")); a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/roles#role-2" {
		t.Fatalf("status %d to %q", a.Code, a.Header().Get("Location"))
	}
	if got := store.roles[1]; got.Name != "declaration" || got.Reason != evidence.ReasonDeclaration || got.To != 2026 {
		t.Errorf("the reason of the role was asked for: %+v", got)
	}
	a = get(t, h, "/roles")
	if got := text(one(t, a.page, "#roles")); strings.Contains(got, "from 2025") || !strings.Contains(got, "2025–2026") {
		t.Errorf("entries %q", got)
	}
	if got := text(a.page); !strings.Contains(got, "changed or deleted by 张三") {
		t.Errorf("what has ended is not shown: %q", got)
	}
	// Who comes late is told, and what they typed is not lost.
	a = post(t, h, "/roles/1", filled("own", "另一处", "reviewer", "李四"))
	checkPage(t, a)
	if a.Code != http.StatusConflict || attr(one(t, a.page, "#role-own"), "value") != "另一处" || attr(one(t, a.page, "#role-form"), "action") != "/roles" || !strings.Contains(text(a.page), "Someone else") {
		t.Errorf("status %d: %s", a.Code, text(a.page))
	}
	if a := post(t, h, "/roles/1/end", url.Values{"reviewer": {"李四"}}); a.Code != http.StatusConflict {
		t.Errorf("a second end: status %d", a.Code)
	}
	if a := post(t, h, "/roles/2/end", nil); a.Code != http.StatusUnprocessableEntity || len(all(a.page, "#role-2")) != 1 || !strings.Contains(text(one(t, a.page, ".faults")), "The entry was not deleted") {
		t.Errorf("ended by nobody: status %d: %s", a.Code, text(a.page))
	}
	if a := post(t, h, "/roles/2/end", url.Values{"reviewer": {"李四"}}); a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/roles" || store.roles[1].EndedBy != "李四" {
		t.Errorf("status %d, %+v", a.Code, store.roles[1])
	}
	for _, target := range []string{"/roles?edit=2", "/roles?edit=77"} {
		if a := get(t, h, target); a.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", target, a.Code)
		}
	}
	if a := post(t, h, "/roles/77", filled()); a.Code != http.StatusNotFound {
		t.Errorf("an unknown one: status %d", a.Code)
	}
}

// What is wrong is told in the reader's language, all of it, beside what was typed, and
// leads to its field.
func TestRoleFaults(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	for _, test := range []struct {
		name   string
		form   url.Values
		fields []string
		zh     string
	}{
		{"no name", filled("own", ""), []string{"role-own"}, "请选择属于哪一部分"},
		{"a reason that is none", filled("reason", "boring"), []string{"role-reason"}, "没有“boring”这一不计入的理由"},
		{"no reason for phrases", filled("reason", "none"), []string{"role-reason"}, "请选择不计入的理由"},
		{"years the wrong way round", filled("from", "2026", "to", "2024"), []string{"role-from"}, "2026–2024"},
		{"no years", filled("from", "今年", "to", "-1"), []string{"role-from", "role-to"}, "“今年”不是年份"},
		{"nothing to know it by", filled("headings", " \n", "phrases", ""), []string{"role-headings"}, "至少填写一个标题"},
		{"a heading of one character", filled("headings", "廉"), []string{"role-headings"}, "“廉”过短"},
		{"nobody", filled("reviewer", " "), []string{"role-reviewer"}, "您的姓名"},
		{"all at once", filled("own", "", "headings", "廉", "reviewer", ""), []string{"role-own", "role-headings", "role-reviewer"}, "过短"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := post(t, h, "/roles", test.form, "Accept-Language", "zh-CN")
			if a.Code != http.StatusUnprocessableEntity {
				t.Fatalf("status %d", a.Code)
			}
			checkPage(t, a)
			list := one(t, a.page, "ul.faults")
			var fields []string
			for _, link := range all(list, "a") {
				fields = append(fields, strings.TrimPrefix(attr(link, "href"), "#"))
			}
			if strings.Join(fields, " ") != strings.Join(test.fields, " ") || !strings.Contains(text(list), test.zh) {
				t.Errorf("faults in %v: %q", fields, text(list))
			}
			if got := attr(one(t, a.page, "#role-programme"), "value"); got != "重点研发" {
				t.Errorf("what was typed is lost: %q", got)
			}
		})
	}
	if len(store.roles) != 0 {
		t.Errorf("stored all the same: %+v", store.roles)
	}
}

// What the program was started with stands beside what is built in.
func TestRolesOfTheFile(t *testing.T) {
	s, _ := testSite(t, newFakeStore())
	var err error
	if s.Roles, err = exclude.Parse([]byte("[[role]]\nname = \"integrity\"\nreason = \"declaration\"\nheadings = [\"廉洁条款\"]\n")); err != nil {
		t.Fatal(err)
	}
	a := get(t, s.handler(), "/roles")
	checkPage(t, a)
	if n := len(all(a.page, "details.role-fixed")); n != len(exclude.Default().Entries())+1 {
		t.Errorf("%d entries", n)
	}
	if !strings.Contains(text(a.page), "when the program was startedintegritynot counted: declarations") {
		t.Error("the entry of the file is not told apart")
	}
}

// A report says that it was made by another table, where that can matter.
func TestReportSaysThatRolesChanged(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	const said = "have changed since this check"
	entry := exclude.Entry{Name: "method", Headings: []string{"实施路径"}}
	began := store.checks[1].StartedAt
	for _, test := range []struct {
		name  string
		added time.Time
		of    string
		want  bool
	}{
		{"before", began.Add(-time.Hour), "", false},
		{"after", began.Add(time.Hour), "", true},
		{"after, for another programme", began.Add(time.Hour), "没有的类别", false},
	} {
		entry.Programme = test.of
		store.roles = []record.RoleEntry{{ID: 1, Entry: entry, AddedBy: "张三", AddedAt: test.added}}
		if a := get(t, s.handler(), "/checks/1"); strings.Contains(text(a.page), said) != test.want {
			t.Errorf("%s: said %v", test.name, !test.want)
		}
	}
}

// A part that there is none of is refused, and so is an entry that there is already; a
// heading that was typed twice is one.
func TestRolesOnce(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	if a := post(t, h, "/roles", filled("role", "bogus")); a.Code != http.StatusUnprocessableEntity || !strings.Contains(text(one(t, a.page, ".faults")), "“bogus”") || len(store.roles) != 0 {
		t.Errorf("a role that there is none of: status %d, %d stored", a.Code, len(store.roles))
	}
	if a := post(t, h, "/roles", filled("headings", "廉洁条款\n廉洁承诺\n廉洁条款")); a.Code != http.StatusSeeOther || len(store.roles[0].Headings) != 2 {
		t.Fatalf("status %d, stored %+v", a.Code, store.roles)
	}
	if a := post(t, h, "/roles", filled("headings", "廉洁承诺\n廉洁条款")); a.Code != http.StatusUnprocessableEntity || attr(one(t, one(t, a.page, ".faults"), "a"), "href") != "#role-1" || len(store.roles) != 1 {
		t.Errorf("the same again: status %d, %d stored", a.Code, len(store.roles))
	}
	if a := post(t, h, "/roles", filled("headings", "廉洁承诺\n廉洁条款", "from", "2024")); a.Code != http.StatusSeeOther {
		t.Errorf("the same of other years: status %d", a.Code)
	}
	if a := post(t, h, "/roles/1", filled("headings", "廉洁条款\n廉洁承诺")); a.Code != http.StatusSeeOther {
		t.Errorf("saved as it is: status %d", a.Code)
	}
}
