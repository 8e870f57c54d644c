package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"zhiwen/extract"
)

// A document of the library shows its pages as they are in the file.
func TestDocumentPages(t *testing.T) {
	pages, store, h := originalSite(t)
	count := len(store.texts[1].Pages)
	a := get(t, h, "/documents/1/pages", "Accept-Language", "en")
	if a.Code != http.StatusOK {
		t.Fatal(a.Code)
	}
	picture := one(t, one(t, a.page, ".original-page"), "img")
	if src := attr(picture, "src"); src != "/documents/1/pages/1/picture" || get(t, h, src).Code != http.StatusOK {
		t.Errorf("the picture is at %q", src)
	}
	var turns []string
	for _, link := range all(one(t, a.page, ".turn"), "a") {
		turns = append(turns, attr(link, "rel")+" "+attr(link, "href"))
	}
	if got, want := strings.Join(turns, ", "), "prev , next /documents/1/pages?page=2"; got != want {
		t.Errorf("it leads to %q, want %q", got, want)
	}
	// The document leads there, and from the beginning of each page to that page.
	var found []string
	for _, link := range all(get(t, h, "/documents/1").page, "a") {
		if href := attr(link, "href"); strings.HasPrefix(href, "/documents/1/pages") {
			found = append(found, href)
		}
	}
	if !strings.Contains(strings.Join(found, " ")+" ", "/documents/1/pages ") || !strings.Contains(strings.Join(found, " ")+" ", fmt.Sprintf("/documents/1/pages?page=%d ", count)) {
		t.Errorf("the document leads to %q", found)
	}
	for target, want := range map[string]string{"/documents/1/pages?page=99": fmt.Sprintf("/documents/1/pages?page=%d", count)} {
		if a := get(t, h, target); a.Code != http.StatusSeeOther || a.Header().Get("Location") != want {
			t.Errorf("%s: status %d to %q, want %q", target, a.Code, a.Header().Get("Location"), want)
		}
	}
	for target, want := range map[string]int{"/documents/1/pages?page=x": http.StatusBadRequest, "/documents/99/pages": http.StatusNotFound, "/documents/1/pages/99/picture": http.StatusNotFound} {
		if a := get(t, h, target); a.Code != want {
			t.Errorf("%s: status %d, want %d", target, a.Code, want)
		}
	}
	// A page that cannot be drawn is read, and it says why.
	pages.err = extract.ErrDamaged
	a = get(t, h, "/documents/1/pages?page=1", "Accept-Language", "en")
	if len(all(a.page, ".original-page")) != 0 || !strings.Contains(text(one(t, a.page, ".original-text")), "立项依据与研究内容") || text(one(t, a.page, ".original-says")) == "" {
		t.Errorf("a page that cannot be drawn shows %.200q", text(one(t, a.page, ".original")))
	}
}

// A document without pages has none to show, and does not lead to them.
func TestDocumentWithoutPages(t *testing.T) {
	_, store, h := originalSite(t)
	store.texts[1].Pages, store.texts[1].Method = nil, "docx"
	if a := get(t, h, "/documents/1/pages"); a.Code != http.StatusNotFound {
		t.Errorf("status %d", a.Code)
	}
	for _, link := range all(get(t, h, "/documents/1").page, "a") {
		if href := attr(link, "href"); strings.HasPrefix(href, "/documents/1/pages") {
			t.Errorf("it leads to %q", href)
		}
	}
}
