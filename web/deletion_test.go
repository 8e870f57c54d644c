package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/site"
)

// A check with a decision is deleted once two officers have asked for it with the same reason, on the page and by programs;
// selections leave it.
func TestDeleteDecidedCheck(t *testing.T) {
	p := testPeople(t, nil)
	_, first := p.join(t, "one", record.Officer)
	_, second := p.join(t, "two", record.Officer)
	_, administrator := p.join(t, "a", record.Administrator)
	h := p.handler()
	decide := func() {
		p.rows.decisions[1] = []evidence.Decision{{Subject: evidence.SubjectCheck, Verdict: evidence.NoConcern, Reviewer: "王处"}}
	}
	decide()
	formType := []string{"Content-Type", "application/x-www-form-urlencoded"}
	const page, program = "/checks/1/delete", site.Versioned + "/checks/1"
	reason := url.Values{"reason": {"entered twice"}}
	for _, step := range []struct {
		what, method, target string
		form                 url.Values
		who                  []string
		status               int
		to                   string
	}{
		{"without a reason", http.MethodPost, page, nil, first, http.StatusConflict, ""},
		{"by an administrator", http.MethodPost, page, reason, administrator, http.StatusForbidden, ""},
		{"asked", http.MethodPost, page, reason, first, http.StatusSeeOther, page},
		{"asked again", http.MethodPost, page, reason, first, http.StatusSeeOther, page},
		{"kept", http.MethodPost, page, url.Values{"keep": {"1"}}, second, http.StatusSeeOther, "/checks/1"},
		{"asked by the second", http.MethodPost, page, reason, second, http.StatusSeeOther, page},
		{"another reason", http.MethodPost, page, url.Values{"reason": {"x"}}, first, http.StatusConflict, ""},
		{"by a program without a reason", http.MethodDelete, program, nil, first, http.StatusConflict, ""},
		{"by a program that asked", http.MethodDelete, program + "?reason=entered+twice", nil, second, http.StatusAccepted, ""},
		{"by a program", http.MethodDelete, program + "?reason=entered+twice", nil, first, http.StatusNoContent, ""},
		{"afterwards", http.MethodDelete, program, nil, first, http.StatusNotFound, ""},
	} {
		a := ask(t, h, step.method, step.target, strings.NewReader(step.form.Encode()), append(formType, step.who...)...)
		if a.Code != step.status || a.Header().Get("Location") != step.to {
			t.Fatalf("%s: status %d to %q, want %d to %q: %s", step.what, a.Code, a.Header().Get("Location"), step.status, step.to, a.Body)
		}
		if step.what == "asked again" {
			own, other := ask(t, h, http.MethodGet, page, nil, first...), ask(t, h, http.MethodGet, page, nil, second...)
			const confirm = `name="reason" value="entered twice"`
			if strings.Contains(own.Body.String(), confirm) || !strings.Contains(other.Body.String(), confirm) {
				t.Errorf("who asked: %s\nanother: %s", own.Body, other.Body)
			}
		}
	}
}

// Without accounts the reason is enough.
func TestDeleteDecidedAlone(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	store.decisions[1] = []evidence.Decision{{Subject: evidence.SubjectCheck, Verdict: evidence.NoConcern, Reviewer: "王处"}}
	h := s.handler()
	if a := post(t, h, "/checks/1/delete", nil); a.Code != http.StatusConflict {
		t.Errorf("without a reason: status %d", a.Code)
	}
	if a := post(t, h, "/checks/1/delete", url.Values{"reason": {"entered twice"}}); a.Code != http.StatusSeeOther ||
		get(t, h, "/checks/1").Code != http.StatusNotFound {
		t.Errorf("with a reason: status %d", a.Code)
	}
}
