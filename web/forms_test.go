package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
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
