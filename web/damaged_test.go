package web

import (
	"net/http"
	"strings"
	"testing"

	"zhiwen/checker/audit"
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

// The page of the record names an entry that cannot be read, and shows the others.
func TestDamagedEntryIsNamed(t *testing.T) {
	p := testPeople(t, nil)
	_, auditor := p.join(t, "a", record.Auditor)
	p.rows.entries = []audit.Entry{
		{Number: 1, At: testTime, Act: audit.Act{Action: audit.View, Subject: audit.SubjectDocument, ID: 1}}, {Number: 2},
		{Number: 3, At: testTime, Act: audit.Act{Action: audit.Download, Subject: audit.SubjectDocument, ID: 1}},
	}
	a := get(t, p.handler(), "/audit", append(auditor, "Accept-Language", "en")...)
	if checkPage(t, a); a.Code != http.StatusOK {
		t.Fatalf("status %d", a.Code)
	}
	said := text(one(t, a.page, "table.record"))
	if !strings.Contains(said, "Entry 2 is damaged") || strings.Contains(said, "Entry 1 is damaged") || len(all(a.page, "time")) < 2 {
		t.Errorf("the page says %q", said)
	}
}
