package web

import (
	"net/http"
	"strings"
	"testing"

	"zhiwen/checker/record"
)

// A page with something damaged shows the rest and says what is missing; where people are, no reviewer sees it, since
// nobody knows whether they have to do with it.
func TestDamagedValues(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	_, officer := p.join(t, "o", record.Officer)
	id, reviewer := p.join(t, "r", record.Reviewer)
	p.rows.assigned[[2]int64{id, 1}] = true
	d := p.rows.documents[1]
	d.Damaged = []string{record.DamagedKeywords, record.DamagedPeople}
	p.rows.documents[1] = d
	const said = "Damaged and not shown: keywords, participants and cooperating institutions."
	for _, target := range []string{"/documents/1", "/checks/1"} {
		a := get(t, h, target, officer...)
		if checkPage(t, a); a.Code != http.StatusOK || !strings.Contains(text(a.page), said) {
			t.Errorf("%s: status %d, %q", target, a.Code, text(a.page))
		}
		if a := get(t, h, target, reviewer...); a.Code != http.StatusNotFound {
			t.Errorf("%s, as a reviewer: status %d", target, a.Code)
		}
	}
}
