package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

// markedStore has a blank form (200) and an application on it (201).
func markedStore(t *testing.T) *fakeStore {
	store := newFakeStore()
	for id, text := range map[int64]string{200: "青苗培育行动\n报名同学\n来自何处", 201: "青苗培育行动\n报名同学：王小明"} {
		store.documents[id] = record.Document{ID: id, Identity: evidence.Identity{Filename: "表.txt", Title: "表", Year: 2025}, Form: id == 200, InLibrary: id == 201, State: record.DocumentReady, CreatedAt: testTime}
		d := &extract.Document{Text: text, Method: "txt"}
		at := 0
		for line := range strings.SplitSeq(text, "\n") {
			n := len([]rune(line))
			d.Paragraphs = append(d.Paragraphs, extract.Paragraph{Span: extract.Span{Start: at, End: at + n}, Kind: extract.Body})
			at += n + 1
		}
		store.texts[id] = d
	}
	return store
}

// An officer shows a field on the page of a form and on that of an application, sees
// what was shown, and deletes it.
func TestMarks(t *testing.T) {
	store := markedStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	a := get(t, h, "/documents/200")
	checkPage(t, a)
	if n := len(all(one(t, a.page, "#mark-line"), "option")); n != 4 {
		t.Errorf("%d lines to choose from, want 3 and none", n)
	}
	form := url.Values{"field": {"applicant"}, "line": {"报名同学"}, "kind": {"label"}, "year": {"2025"}, "reviewer": {"张三"}}
	if a := post(t, h, "/documents/200/marks", form); a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/documents/200#marks" {
		t.Fatalf("status %d: %s", a.Code, text(a.page))
	}
	a = get(t, h, "/documents/201")
	checkPage(t, a)
	if got := attr(one(t, one(t, a.page, "#mark-form"), "option"), "value"); got != "200" {
		t.Errorf("form %q can be chosen", got)
	}
	fromApplication := url.Values{"form": {"200"}, "field": {"programme"}, "line": {"报名同学：王小明"}, "text": {"青苗培育行动"}, "kind": {"value"}, "reviewer": {"张三"}}
	if a := post(t, h, "/documents/201/marks", fromApplication); a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/documents/200#marks" {
		t.Fatalf("status %d: %s", a.Code, text(a.page))
	}
	want := []extract.Known{{Field: "applicant", Label: "报名同学"}, {Field: "programme", Value: "青苗培育行动"}}
	for i, m := range store.marks {
		if m.Known != want[i] || m.AddedBy != "张三" || m.Form != 200 || m.Year != []int{2025, 0}[i] {
			t.Errorf("stored %+v", m)
		}
	}
	a = get(t, h, "/documents/200", "Accept-Language", "zh-CN")
	checkPage(t, a)
	if got := text(one(t, a.page, "ul.shown")); !strings.Contains(got, "在“报名同学”之后") || !strings.Contains(got, "2025 年") || !strings.Contains(got, "总是“青苗培育行动”") || !strings.Contains(got, "所有年份") {
		t.Errorf("shown are %q", got)
	}
	remove := attr(all(one(t, a.page, "ul.shown"), "form")[0], "action")
	if a := post(t, h, remove, nil); a.Code != http.StatusSeeOther || len(store.marks) != 1 {
		t.Errorf("status %d, %d marks", a.Code, len(store.marks))
	}
	if a := post(t, h, remove, nil); a.Code != http.StatusNotFound {
		t.Errorf("deleted twice: status %d", a.Code)
	}
}

// What is wrong is told in the reader's language, beside what was typed.
func TestMarkFaults(t *testing.T) {
	store := markedStore(t)
	store.marks = []record.Mark{{ID: 300, Form: 200, Known: extract.Known{Field: "applicant", Label: "姓名"}}}
	s, _ := testSite(t, store)
	h := s.handler()
	for _, test := range []struct {
		name, target string
		change       url.Values
		field, zh    string
	}{
		{"nothing chosen", "/documents/200/marks", url.Values{"line": {""}}, "mark-text", "请选择正文中的一行"},
		{"no field", "/documents/200/marks", url.Values{"field": {"colour"}}, "mark-field", "请选择是哪一项"},
		{"a paragraph", "/documents/200/marks", url.Values{"text": {strings.Repeat("长", 41)}}, "mark-text", "过长"},
		{"a colon", "/documents/200/marks", url.Values{"text": {"："}}, "mark-text", "没有文字"},
		{"a year of long ago", "/documents/200/marks", url.Values{"year": {"12"}}, "mark-year", "“12”不是申请年份"},
		{"the year nought", "/documents/200/marks", url.Values{"year": {"0"}}, "mark-year", "“0”不是申请年份"},
		{"no kind", "/documents/200/marks", url.Values{"kind": {"colour"}}, "mark-kind", "标签，还是内容本身"},
		{"a printed applicant", "/documents/200/marks", url.Values{"kind": {"value"}}, "mark-kind", "各份申请书都不同"},
		{"a printed year without a year", "/documents/200/marks", url.Values{"kind": {"value"}, "field": {"year"}}, "mark-text", "不是年份"},
		{"there already", "/documents/200/marks", url.Values{"text": {"姓 名"}}, "mark-text", "已有同样的记录"},
		{"there for another field", "/documents/200/marks", url.Values{"text": {"姓名"}, "field": {"title"}}, "mark-text", "已把这些文字用于另一项"},
		{"no year", "/documents/200/marks", url.Values{"year": {"今年"}}, "mark-year", "“今年”不是申请年份"},
		{"nobody", "/documents/200/marks", url.Values{"reviewer": {" "}}, "mark-reviewer", "您的姓名"},
		{"no form", "/documents/201/marks", url.Values{"form": {"201"}}, "mark-form", "请选择已经读取的申请书模板"},
	} {
		t.Run(test.name, func(t *testing.T) {
			form := url.Values{"field": {"applicant"}, "line": {"报名同学"}, "kind": {"label"}, "year": {"2025"}, "reviewer": {"张三"}}
			for k, v := range test.change {
				form[k] = v
			}
			a := post(t, h, test.target, form, "Accept-Language", "zh-CN")
			if a.Code != http.StatusUnprocessableEntity {
				t.Fatalf("status %d", a.Code)
			}
			checkPage(t, a)
			link := one(t, one(t, a.page, "ul.faults"), "a")
			if attr(link, "href") != "#"+test.field || !strings.Contains(text(link), test.zh) {
				t.Errorf("fault at %s: %q", attr(link, "href"), text(link))
			}
			if got := attr(one(t, a.page, "#mark-year"), "value"); got != form.Get("year") {
				t.Errorf("what was typed is lost: %q", got)
			}
		})
	}
	if len(store.marks) != 1 {
		t.Errorf("stored all the same: %+v", store.marks)
	}
	if a := post(t, h, "/documents/77/marks", url.Values{"reviewer": {"张三"}}); a.Code != http.StatusNotFound {
		t.Errorf("of no document: status %d", a.Code)
	}
}

// Applications that were read before are offered, and those that are ticked corrected.
func TestRereads(t *testing.T) {
	store := markedStore(t)
	s, jobs := testSite(t, store)
	jobs.rereads = map[int64][]record.Reread{200: {{Document: store.documents[201], Changes: []record.Change{{Field: "applicant", Was: "某人", Reads: "王小明"}}}}}
	h := s.handler()
	a := get(t, h, "/documents/200/rereads")
	checkPage(t, a)
	if got := text(one(t, a.page, "#rereads")); !strings.Contains(got, "某人") || !strings.Contains(got, "王小明") {
		t.Errorf("offered %q", got)
	}
	if a := post(t, h, "/documents/200/rereads", url.Values{"document": {"201"}}); a.Code != http.StatusSeeOther || len(jobs.taken) != 1 || jobs.taken[0] != 201 {
		t.Errorf("status %d, taken over %v", a.Code, jobs.taken)
	}
	if a := get(t, h, "/documents/200/rereads"); !strings.Contains(text(a.page), "All applications on this form") {
		t.Errorf("still offered: %s", text(a.page))
	}
	if a := post(t, h, "/documents/200/rereads", url.Values{"document": {"x"}}); a.Code != http.StatusBadRequest {
		t.Errorf("no number: status %d", a.Code)
	}
}

// What a mark changes is shown before it is kept, and nothing is kept by that.
func TestMarkTrial(t *testing.T) {
	store := markedStore(t)
	s, jobs := testSite(t, store)
	jobs.trial = record.Trial{On: 4, Same: 1, Changes: []record.Reread{{Document: store.documents[201], Changes: []record.Change{{Field: "applicant", Was: "某人", Reads: "王小明"}}}}}
	form := url.Values{"field": {"applicant"}, "line": {"报名同学"}, "kind": {"label"}, "reviewer": {"张三"}, "try": {"1"}}
	a := post(t, s.handler(), "/documents/200/marks", form, "Accept-Language", "zh-CN")
	if a.Code != http.StatusOK {
		t.Fatalf("status %d", a.Code)
	}
	checkPage(t, a)
	got := text(one(t, a.page, "#mark-trial"))
	for _, want := range []string{"4 份申请书", "1 份读出的内容不同", "1 份与现有信息一致", "2 份读不到", "某人", "王小明", "现在尚未保存"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	if len(store.marks) != 0 {
		t.Errorf("kept %+v", store.marks)
	}
}

// A mark that is taken back leads to what was read by it.
func TestMarkWithdrawn(t *testing.T) {
	store := markedStore(t)
	store.marks = []record.Mark{{ID: 300, Form: 200, Known: extract.Known{Field: "applicant", Label: "报名同学", Nth: 2}, AddedBy: "张三", AddedAt: testTime}}
	s, jobs := testSite(t, store)
	jobs.rereads = map[int64][]record.Reread{200: {{Document: store.documents[201], Changes: []record.Change{{Field: "applicant", Was: "王小明"}}}}}
	h := s.handler()
	if got := text(one(t, get(t, h, "/documents/200").page, "ul.shown")); !strings.Contains(got, "occurrence 2 of") {
		t.Errorf("shown is %q", got)
	}
	a := post(t, h, "/documents/200/marks/300/delete", nil)
	if a.Code != http.StatusSeeOther {
		t.Fatalf("status %d", a.Code)
	}
	a = get(t, h, a.Header().Get("Location"))
	checkPage(t, a)
	if got := text(one(t, a.page, "#rereads")); jobs.withdrawn != "applicant" || !strings.Contains(got, "王小明") || !strings.Contains(got, "(nothing)") {
		t.Errorf("of %q offered %q", jobs.withdrawn, got)
	}
	if a := get(t, h, "/documents/200/rereads?withdrawn=colour"); a.Code != http.StatusBadRequest {
		t.Errorf("of no field: status %d", a.Code)
	}
}

// On the picture of a page each label is a link that takes its words and its place.
func TestMarkOnPage(t *testing.T) {
	store := markedStore(t)
	form := store.texts[200]
	form.Method, form.Pages = "pdf/pdfium", []extract.Page{{Span: extract.Span{End: len([]rune(form.Text))}, Number: 1}}
	d := store.documents[200]
	d.Pages = 1
	store.documents[200] = d
	s, _ := testSite(t, store)
	drawing := &extract.Drawing{PNG: []byte("png"), Width: 400, Height: 600}
	for i, r := range []rune(strings.ReplaceAll(form.Text, "\n", "")) {
		drawing.Characters += string(r)
		drawing.Boxes = append(drawing.Boxes, [4]int{20 * (i % 6), 30 * (i / 6), 20*(i%6) + 18, 30*(i/6) + 20})
	}
	s.Pages = fixedPages{drawing}
	h := s.handler()
	a := get(t, h, attr(one(t, get(t, h, "/documents/200").page, "#mark-on-page"), "href"))
	checkPage(t, a)
	pieces := all(a.page, "a.piece")
	if len(pieces) != 3 || attr(pieces[1], "data-words") != "报名同学" || attr(pieces[1], "data-at") != "7" {
		t.Fatalf("%d pieces on the page", len(pieces))
	}
	a = get(t, h, strings.TrimSuffix(attr(pieces[1], "href"), "#mark-add"))
	checkPage(t, a)
	if got := attr(one(t, a.page, "#mark-text"), "value"); got != "报名同学" || attr(one(t, a.page, "#mark-at"), "value") != "7" || attr(all(a.page, "a.piece")[1], "aria-current") != "true" {
		t.Errorf("chosen is %q", got)
	}
	// A fault is told where it was made.
	a = post(t, h, "/documents/200/marks", url.Values{"page": {"1"}, "at": {"7"}, "text": {"："}, "kind": {"label"}, "field": {"applicant"}, "reviewer": {"张三"}})
	if a.Code != http.StatusUnprocessableEntity || len(all(a.page, "a.piece")) != 3 {
		t.Errorf("status %d, %d pieces", a.Code, len(all(a.page, "a.piece")))
	}
	if a := get(t, h, "/documents/200/mark/1/picture"); a.Code != http.StatusOK || a.Header().Get("Content-Type") != "image/png" {
		t.Errorf("picture: status %d, %s", a.Code, a.Header().Get("Content-Type"))
	}
	for _, target := range []string{"/documents/200/mark?page=2", "/documents/201/mark", "/documents/77/mark", "/documents/200/mark/2/picture"} {
		if a := get(t, h, target); a.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", target, a.Code)
		}
	}
}

// fixedPages draws all pages alike.
type fixedPages struct{ drawing *extract.Drawing }

func (p fixedPages) Figure(context.Context, record.Document, extract.Figure) (*extract.Drawing, error) {
	return p.drawing, nil
}

func (p fixedPages) Page(context.Context, record.Document, int, bool) (*extract.Drawing, error) {
	return p.drawing, nil
}
