package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"zhiwen/checker/record"
)

// A call is opened, changed and deleted; what is wrong in its form is said there.
func TestCalls(t *testing.T) {
	store := deskStore(t)
	s, jobs := testSite(t, store)
	h := s.handler()
	checkPage(t, get(t, h, "/calls"))
	checkPage(t, get(t, h, "/calls/new"))
	fields := url.Values{
		"name": {"重点研发"}, "year": {"2026"}, "deadline": {"2026-05-01"}, "programme": {"重点"}, "notable-overall": {"12.5"}, "grave-overall": {"25"}, "opinions": {"2"}, "collection": {"1"},
	}
	a := post(t, h, "/calls", fields)
	id, err := strconv.ParseInt(strings.TrimPrefix(a.Header().Get("Location"), "/calls/"), 10, 64)
	if a.Code != http.StatusSeeOther || err != nil {
		t.Fatalf("status %d to %s", a.Code, a.Header().Get("Location"))
	}
	call := store.calls[id]
	if call.Name != "重点研发" || call.Settings.Thresholds[record.FigureOverall] != (record.Threshold{Notable: 125, Grave: 250}) || call.Settings.Opinions != 2 || !slices.Equal(call.Collections, []int64{1}) {
		t.Errorf("stored %+v", call)
	}
	empty := get(t, h, "/calls/"+strconv.FormatInt(id, 10))
	checkPage(t, empty)
	for field, value := range map[string]string{"name": "", "year": "x", "deadline": "soon", "grave-largest": "300", "opinions": "12", "notable-overall": "90"} {
		wrong := url.Values{}
		for k, v := range fields {
			wrong[k] = v
		}
		wrong.Set(field, value)
		if a := post(t, h, "/calls", wrong); a.Code != http.StatusUnprocessableEntity || len(all(a.page, "ul.faults")) != 1 {
			t.Errorf("%s %q: status %d", field, value, a.Code)
		}
	}
	if a := post(t, h, "/calls", fields); a.Code != http.StatusConflict {
		t.Errorf("the same name: status %d", a.Code)
	}
	edit := get(t, h, fmt.Sprintf("/calls/%d/edit", id))
	checkPage(t, edit)
	if a := post(t, h, fmt.Sprintf("/calls/%d", id), url.Values{"name": {"新名"}, "closed": {"1"}}); a.Code != http.StatusSeeOther || store.calls[id].State != record.CallClosed {
		t.Errorf("changed: status %d, %+v", a.Code, store.calls[id])
	}

	page := get(t, h, "/calls/9")
	checkPage(t, page)
	if said := text(page.page); !strings.Contains(said, "40 of 41 checked") || len(all(page.page, "figure.plot")) != 4 || len(all(page.page, "tr.row")) != 25 {
		t.Errorf("the call says %q", said)
	}
	if a := get(t, h, "/calls/9/progress"); !strings.Contains(text(a.page), "40 of 41 checked") || strings.Contains(a.Body.String(), "<html") {
		t.Errorf("its progress says %q", text(a.page))
	}
	body, kind := form(t, map[string]string{"call": "9"}, "file", "one")
	if a := ask(t, h, http.MethodPost, "/checks", body, "Content-Type", kind); a.Code != http.StatusSeeOther || len(jobs.uploads) != 1 || jobs.uploads[0].Call != 9 {
		t.Errorf("an upload to a call: status %d, %+v", a.Code, jobs.uploads)
	}

	sure := get(t, h, "/calls/9/delete")
	checkPage(t, sure)
	if !strings.Contains(text(sure.page), "41 applications") {
		t.Errorf("deleting says %q", text(sure.page))
	}
	if a := post(t, h, "/calls/9/delete", nil); a.Code != http.StatusConflict {
		t.Errorf("without its applications: status %d", a.Code)
	}
	if a := post(t, h, "/calls/9/delete", url.Values{"applications": {"1"}}); a.Header().Get("Location") != "/calls?done=deleted" || store.calls[9].ID != 0 {
		t.Errorf("status %d", a.Code)
	}
	if a := get(t, h, "/calls/9"); a.Code != http.StatusNotFound {
		t.Errorf("a deleted call: status %d", a.Code)
	}
}

// A call says what counts in its checks where it is not as set for all; who changed what
// stands below its form, and nobody's change is lost to another's.
func TestCallCounting(t *testing.T) {
	store := deskStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	fields := func(more url.Values) url.Values {
		form := url.Values{"name": {"2026 面上项目"}, "year": {"2026"}}
		for k, v := range more {
			form[k] = v
		}
		return form
	}
	own := fields(url.Values{"exclude-own": {"1"}, "exclude": {"quotation", "bibliography"}, "length": {"30"}, "share": {"1.5"}})
	if a := post(t, h, "/calls/9", own); a.Code != http.StatusSeeOther {
		t.Fatalf("status %d: %s", a.Code, text(a.page))
	}
	got := store.calls[9].Settings
	if len(got.Exclude) != 2 || *got.LeastLength != 30 || *got.LeastShare != 15 {
		t.Errorf("stored %+v", got)
	}
	edit := get(t, h, "/calls/9/edit")
	checkPage(t, edit)
	for _, name := range []string{"length", "share"} {
		if n := one(t, edit.page, "#least-"+name); attr(n, "value") != map[string]string{"length": "30", "share": "1.5"}[name] {
			t.Errorf("the form has %s %q", name, attr(n, "value"))
		}
	}
	if said := text(one(t, edit.page, "#changes")); !strings.Contains(said, "not counted: bibliography, quotation") || !strings.Contains(said, "Minimum share of a source: 1.5%") {
		t.Errorf("the changes say %q", said)
	}
	seen := attr(namedInputs(edit.page, "input", "seen")[0], "value")

	// That all text counts is a choice; nothing chosen is as set for all.
	for name, c := range map[string]struct {
		form url.Values
		none bool
	}{"all text": {url.Values{"exclude-own": {"1"}}, false}, "as in the settings": {url.Values{"exclude": {"quotation"}}, true}} {
		post(t, h, "/calls/9", fields(c.form))
		if got := store.calls[9].Settings; len(got.Exclude) != 0 || (got.Exclude == nil) != c.none || got.LeastLength != nil || got.LeastShare != nil {
			t.Errorf("%s: stored %+v", name, got)
		}
	}
	before := len(store.callChanges[9])
	for field, bad := range map[string][]string{"length": {"-1", "1001", "many", "1.5"}, "share": {"-1", "50.1", "NaN", "x"}} {
		for _, value := range bad {
			a := post(t, h, "/calls/9", fields(url.Values{field: {value}}))
			if a.Code != http.StatusUnprocessableEntity || len(all(one(t, a.page, "ul.faults"), "li")) != 1 || attr(one(t, a.page, "#least-"+field), "value") != value {
				t.Errorf("%s %q: status %d, %q", field, value, a.Code, text(a.page))
			}
			checkPage(t, a)
		}
	}
	late := post(t, h, "/calls/9", fields(url.Values{"length": {"40"}, "seen": {seen}}))
	checkPage(t, late)
	if late.Code != http.StatusConflict || attr(one(t, late.page, "#least-length"), "value") != "40" || !strings.Contains(text(late.page), "Someone else changed this call") {
		t.Errorf("who has seen an older one: status %d", late.Code)
	}
	if len(store.callChanges[9]) != before {
		t.Error("what was refused is stored")
	}
	if a := post(t, h, "/calls/9", fields(url.Values{"seen": {"x"}})); a.Code != http.StatusBadRequest {
		t.Errorf("a change that is no number: status %d", a.Code)
	}
	if a := post(t, h, "/calls/9", fields(url.Values{"notable-overall": {"NaN"}})); a.Code != http.StatusUnprocessableEntity {
		t.Errorf("a threshold that is no number: status %d", a.Code)
	}
	if a := get(t, h, "/checks?overall-from=NaN"); a.Code != http.StatusBadRequest {
		t.Errorf("a bound that is no number: status %d", a.Code)
	}
}

// An administrator looks after calls without seeing what was handed in.
func TestCallsOfAdministrators(t *testing.T) {
	p := testPeople(t, nil)
	p.rows.calls[9] = record.Call{ID: 9, Name: "call", State: record.CallOpen}
	d := p.rows.documents[1]
	d.Call = 9
	p.rows.documents[1] = d
	h := p.handler()
	_, administrator := p.join(t, "administrator", record.Administrator)
	a := get(t, h, "/calls/9", administrator...)
	checkPage(t, a)
	if len(all(a.page, "tr.row")) != 0 || !strings.Contains(text(a.page), "1 of 1 checked") {
		t.Errorf("the page says %q", text(a.page))
	}
}

// That the applications of a call are compared with one another is said on the buttons that
// have them checked; pages that a call leads to stand under it in the menu.
func TestCrossCheckSaid(t *testing.T) {
	store := deskStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	section := func(a answer) string { return attr(one(t, one(t, a.page, "nav.menu"), "[aria-current]"), "href") }
	call := get(t, h, "/calls/9")
	checkPage(t, call)
	const upon = "Check again, including against each other"
	tools := all(one(t, call.page, ".desk-head"), "a")
	cross := tools[slices.IndexFunc(tools, func(a *html.Node) bool { return strings.HasPrefix(attr(a, "href"), "/selection?") })]
	if got := text(cross); got != "Check all, including against each other" {
		t.Errorf("the call's button says %q", got)
	}
	if got := text(one(t, one(t, call.page, "form.upload"), "button.primary")); got != "Check, including against each other" {
		t.Errorf("the form's button says %q", got)
	}
	bulk := func(a answer) string {
		for _, button := range all(one(t, a.page, "form.bulk"), "button") {
			if attr(button, "value") == "check" {
				return text(button)
			}
		}
		return ""
	}
	if got := bulk(call); got != upon {
		t.Errorf("of what is chosen: %q", got)
	}
	if got := bulk(get(t, h, "/checks")); got != "Check again" {
		t.Errorf("of what is chosen in the list of all: %q", got)
	}
	whole := get(t, h, attr(cross, "href"))
	checkPage(t, whole)
	if said := text(whole.page); !strings.Contains(said, "40 applications will be checked again") || text(one(t, one(t, whole.page, "main"), "button.primary")) != upon {
		t.Errorf("the page says %q", said)
	}
	for address, want := range map[string]string{
		"/selection?do=check&all=1&in=9": "/calls",
		"/selection?do=check&all=1&of=":  "/",
		"/calls/9/rechecks":              "/calls",
		"/rechecks":                      "/",
	} {
		if got := section(get(t, h, address)); got != want {
			t.Errorf("%s stands under %q, want %q", address, got, want)
		}
	}
}

// A call of which nothing is checked yet has no plots without bars.
func TestCallWithoutResults(t *testing.T) {
	store := deskStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	if n := len(all(get(t, h, "/calls/9").page, "figure.plot")); n != 4 {
		t.Errorf("%d plots of a call with results", n)
	}
	for id := range store.checks {
		if id >= 300 && id < 340 {
			delete(store.checks, id)
		}
	}
	if n := len(all(get(t, h, "/calls/9").page, "figure.plot")); n != 0 {
		t.Errorf("%d plots of a call without results", n)
	}
}
