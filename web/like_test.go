package web

import (
	"net/http"
	"strings"
	"testing"

	"zhiwen/checker/record"
	"zhiwen/web/site"
)

// The page of a document and programs show the documents of the library like it, and say where search is behind or
// closed; reviewers see none.
func TestDocumentsLike(t *testing.T) {
	p := testPeople(t, nil)
	_, officer := p.join(t, "one", record.Officer)
	reviewer, reading := p.join(t, "two", record.Reviewer)
	h := p.handler()
	word, _, _ := strings.Cut(p.rows.texts[1].Text, "\n")
	other := p.rows.documents[2]
	other.InLibrary, other.State = true, record.DocumentReady
	other.Identity.Title = word + "之二"
	p.rows.documents[2] = other
	p.rows.assigned[[2]int64{reviewer, 1}] = true
	a := ask(t, h, http.MethodGet, "/documents/1", nil, officer...)
	checkPage(t, a)
	if box := text(one(t, a.page, "#like")); !strings.Contains(box, other.Identity.Title) ||
		!strings.Contains(box, "Shared words: "+word) ||
		!strings.Contains(box, "Search does not have") {
		t.Errorf("the page says %q", box)
	}
	if got := ask(t, h, http.MethodGet, "/documents/1", nil, reading...); got.Code != http.StatusOK || len(all(got.page, "#like")) != 0 {
		t.Errorf("a reviewer: status %d: %s", got.Code, text(got.page))
	}
	const program = site.Versioned + "/documents/1/like"
	if got := ask(t, h, http.MethodGet, program, nil, officer...); got.Code != http.StatusOK ||
		!strings.Contains(got.Body.String(), other.Identity.Title) ||
		!strings.Contains(got.Body.String(), `"behind":`) {
		t.Errorf("a program: status %d: %s", got.Code, got.Body)
	}
	if got := ask(t, h, http.MethodGet, program, nil, reading...); got.Code != http.StatusForbidden {
		t.Errorf("a program of a reviewer: status %d", got.Code)
	}
	p.rows.noSearch = true
	if box := text(one(t, ask(t, h, http.MethodGet, "/documents/1", nil, officer...).page, "#like")); !strings.Contains(
		box,
		"search has stopped",
	) {
		t.Errorf("while search is closed the page says %q", box)
	}
	if got := ask(t, h, http.MethodGet, program, nil, officer...); got.Code != http.StatusInsufficientStorage {
		t.Errorf("while search is closed: status %d", got.Code)
	}
}
