package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
)

func TestFormPage(t *testing.T) {
	store := richStore(t)
	s, jobs := testSite(t, store)
	h := s.handler()
	a := upload1(t, h, "/forms", nil, "blank.docx", "PK blank", "program.exe", "MZ")
	if a.Code != http.StatusOK {
		t.Fatalf("status %d", a.Code)
	}
	checkPage(t, a)
	if u := jobs.uploads[0]; !u.Form || u.ToLibrary || u.Check {
		t.Errorf("upload %+v", u)
	}
	if got := len(all(one(t, a.page, "section.receipts"), "li")); got != 2 {
		t.Errorf("%d receipts, want 2", got)
	}
	if got := len(all(a.page, "li.row")); got != 3 {
		t.Errorf("%d rows, want the two forms and the new one", got)
	}
	if live := attr(one(t, a.page, "main"), "data-live"); !strings.HasPrefix(live, "/events?document=") {
		t.Errorf("the new row is not followed: %q", live)
	}
	if a := upload1(t, h, "/forms", nil, "good.docx", "PK good"); a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/forms" {
		t.Errorf("status %d to %q", a.Code, a.Header().Get("Location"))
	}
	if a := post(t, h, "/documents/8/retry", url.Values{"back": {"/forms"}}); a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/forms" {
		t.Errorf("retry: status %d to %q", a.Code, a.Header().Get("Location"))
	}
	if a := post(t, h, "/documents/7/delete", nil); a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/forms" {
		t.Errorf("delete: status %d to %q", a.Code, a.Header().Get("Location"))
	}
	if a := get(t, h, "/library"); strings.Contains(text(a.page), "form.docx") || strings.Contains(text(a.page), "scan.pdf") {
		t.Error("a form stands in the library's list")
	}
	if a := get(t, h, "/templates?page=2"); a.Code != http.StatusMovedPermanently || a.Header().Get("Location") != "/forms?page=2" {
		t.Errorf("the old address: status %d to %q", a.Code, a.Header().Get("Location"))
	}
}

// Blank forms are found by programme and year, standard texts by institution.
func TestFormsAreFound(t *testing.T) {
	store := newFakeStore()
	for id, i := range []evidence.Identity{{Programme: "面上", Year: 2025}, {Programme: "青年", Year: 2026}, {Programme: "面上", Year: 2026}, {Institution: "某大学"}} {
		i.Filename = fmt.Sprintf("%d.docx", id+1)
		store.documents[int64(id+1)] = record.Document{ID: int64(id + 1), Identity: i, Form: true, Standard: i.Institution != "", State: record.DocumentReady}
	}
	s, _ := testSite(t, store)
	h := s.handler()
	for query, want := range map[string]int{
		"": 4, "?kind=form": 3, "?kind=standard": 1, "?programme=%E9%9D%A2%E4%B8%8A": 2, "?programme=%E9%9D%A2%E4%B8%8A&year=2026": 1, "?institution=%E6%9F%90%E5%A4%A7%E5%AD%A6": 1, "?year=1999": 0,
	} {
		a := get(t, h, "/forms"+query)
		checkPage(t, a)
		if got := len(all(a.page, "li.row")); got != want {
			t.Errorf("%s lists %d forms, want %d", query, got, want)
		}
	}
	for _, query := range []string{"?kind=x", "?year=x", "?page=2"} {
		if a := get(t, h, "/forms"+query); a.Code != http.StatusBadRequest && a.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", query, a.Code)
		}
	}
}
