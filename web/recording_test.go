package web

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"zhiwen/checker/audit"
)

// What is given out is in the record before it goes, and goes only then.
func TestRecorded(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	for address, want := range map[string]audit.Act{
		"/checks/1":              {Action: audit.View, Subject: audit.SubjectCheck, ID: 1},
		"/checks/1/evidence.xml": {Action: audit.Export, Subject: audit.SubjectCheck, ID: 1, Detail: map[string]string{"what": "evidence.xml"}},
		"/checks/1/sources/2":    {Action: audit.View, Subject: audit.SubjectCheck, ID: 1, Detail: map[string]string{"source": "2"}},
		"/documents/1/file":      {Action: audit.Download, Subject: audit.SubjectDocument, ID: 1, Detail: map[string]string{"what": "file"}},
	} {
		store.entries = nil
		a := get(t, h, address)
		if a.Code != http.StatusOK || len(store.entries) != 1 {
			t.Errorf("%s: status %d and %d entries", address, a.Code, len(store.entries))
			continue
		}
		e := store.entries[0]
		if e.Act.Action != want.Action || e.Act.Subject != want.Subject || e.Act.ID != want.ID || e.Actor.Address == "" || e.Actor.Request != a.Header().Get("X-Request-Id") {
			t.Errorf("%s: recorded %+v", address, e)
		}
		for name, value := range want.Detail {
			if e.Act.Detail[name] != value {
				t.Errorf("%s: %s is %q, want %q", address, name, e.Act.Detail[name], value)
			}
		}
	}

	store.entries = nil
	for _, address := range []string{"/checks/99", "/checks/99/evidence.xml", "/documents/99/file"} {
		if a := get(t, h, address); a.Code != http.StatusNotFound || len(store.entries) != 0 {
			t.Errorf("%s: status %d, %d entries for what is not there", address, a.Code, len(store.entries))
		}
	}

	store.unrecorded = errors.New("the disk is full")
	for _, address := range []string{"/checks/1/evidence.xml", "/documents/1/file"} {
		a := get(t, h, address)
		if a.Code != http.StatusInternalServerError || a.Header().Get("Content-Disposition") != "" {
			t.Errorf("%s: status %d, disposition %q though it could not be recorded", address, a.Code, a.Header().Get("Content-Disposition"))
		}
	}
}

// The record is read in one's own language, on a phone too, where each value has its name
// beside it; the call that an entry is about is a link while it is there.
func TestAuditPageSaid(t *testing.T) {
	store := deskStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	store.entries = []audit.Entry{
		{
			Number: 1,
			At:     testTime,
			Act:    audit.Act{Action: audit.End, Subject: audit.SubjectImport, ID: 3, Detail: map[string]string{"state": "done"}},
		},
		{Number: 2, At: testTime, Act: audit.Act{Action: audit.Add, Subject: audit.SubjectCall, ID: 9}},
		{Number: 3, At: testTime, Act: audit.Act{Action: audit.Add, Subject: audit.SubjectCall, ID: 99}},
	}
	page := get(t, h, "/audit", "Accept-Language", "zh").page
	rows := all(all(page, "tbody")[0], "tr")
	if said := text(rows[2]); !strings.Contains(said, "结束") || !strings.Contains(said, "状态 已完成") || strings.Contains(said, "done") {
		t.Errorf("an import that ended: %q", said)
	}
	if link := one(t, rows[1], "a"); attr(link, "href") != "/calls/9" || !strings.Contains(text(rows[1]), "2026 面上项目") {
		t.Errorf("a call: %q", text(rows[1]))
	}
	if len(all(rows[0], "a")) != 0 {
		t.Error("a call that is gone has a link")
	}
	for i, cell := range all(rows[2], "td") {
		if want := text(all(page, "th")[i]); attr(cell, "data-label") != want {
			t.Errorf("cell %d is called %q, want %q", i, attr(cell, "data-label"), want)
		}
	}
}

func TestAuditPage(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	get(t, h, "/checks/1")
	get(t, h, "/documents/1/file")
	a := get(t, h, "/audit?action=view&from=2026-01-02&to=2026-01-03")
	if a.Code != http.StatusOK {
		t.Fatal(a.Code)
	}
	if f := store.asked; f.Action != audit.View || !f.To.Equal(f.From.AddDate(0, 0, 2)) {
		t.Errorf("asked for %+v", f)
	}
	if rows := all(all(a.page, "tbody")[0], "tr"); len(rows) != 1 || !strings.Contains(a.Body.String(), `href="/checks/1"`) {
		t.Errorf("%d rows", len(rows))
	}
	for _, bad := range []string{"/audit?action=x", "/audit?subject=x", "/audit?id=x", "/audit?from=yesterday", "/audit?before=0"} {
		if a := get(t, h, bad); a.Code != http.StatusBadRequest {
			t.Errorf("%s: status %d", bad, a.Code)
		}
	}
	lines := strings.Split(strings.TrimSpace(get(t, h, "/audit.jsonl").Body.String()), "\n")
	for i, line := range lines {
		if e, err := audit.Decode([]byte(line)); err != nil || e.Number != int64(i+1) {
			t.Errorf("line %d: %v", i+1, err)
		}
	}
	if len(lines) < 3 {
		t.Errorf("only %d lines", len(lines))
	}
}
