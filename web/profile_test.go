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

// An upload, a further check and a call name the published method; another name is refused.
func TestProfileIsChosen(t *testing.T) {
	store := richStore(t)
	s, jobs := testSite(t, store)
	h := s.handler()
	if a := upload1(t, h, "/checks", map[string]string{"profile": "paper"}, "a.txt", "text"); a.Code != http.StatusSeeOther ||
		jobs.uploads[0].Profile != evidence.PaperProfile {
		t.Errorf("status %d, upload %+v", a.Code, jobs.uploads)
	}
	if a := upload1(t, h, "/checks", map[string]string{"profile": "other"}, "a.txt", "text"); a.Code != http.StatusBadRequest ||
		len(jobs.uploads) != 1 {
		t.Errorf("another profile: status %d, %d uploads", a.Code, len(jobs.uploads))
	}
	formType := []string{"Content-Type", "application/x-www-form-urlencoded"}
	for _, test := range []struct {
		path, profile string
		status        int
	}{{"/documents/1/check", "paper", http.StatusSeeOther}, {"/documents/1/check", "other", http.StatusBadRequest}} {
		a := ask(t, h, http.MethodPost, test.path, strings.NewReader(url.Values{"profile": {test.profile}}.Encode()), formType...)
		if a.Code != test.status {
			t.Errorf("%s by %q: status %d", test.path, test.profile, a.Code)
		}
	}
	if got := store.checks[store.next].Profile; got != evidence.PaperProfile {
		t.Errorf("the further check is by %q", got)
	}
	for profile, status := range map[string]int{"paper": http.StatusSeeOther, "other": http.StatusUnprocessableEntity} {
		a := ask(t, h, http.MethodPost, "/calls", strings.NewReader(url.Values{"name": {"a"}, "profile": {profile}}.Encode()), formType...)
		if a.Code != status {
			t.Errorf("a call by %q: status %d: %s", profile, a.Code, text(a.page))
		}
	}
}

// A program names the method of a check and of a call, and reads it.
func TestProfileForPrograms(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	h := s.handler()
	for _, test := range []struct {
		path, body string
		status     int
		want       string
	}{
		{"/checks", `{"document": 1, "profile": "paper"}`, http.StatusAccepted, `"profile":"paper"`},
		{"/checks", `{"document": 1}`, http.StatusAccepted, `"profile":null`},
		{"/checks", `{"document": 1, "profile": "other"}`, http.StatusUnprocessableEntity, `"default, paper"`},
		{"/calls", `{"name": "a", "profile": "paper"}`, http.StatusCreated, `"profile":"paper"`},
		{"/calls", `{"name": "b"}`, http.StatusCreated, `"profile":"default"`},
		{"/calls", `{"name": "c", "profile": "other"}`, http.StatusUnprocessableEntity, `profile`},
	} {
		a := ask(t, h, http.MethodPost, site.Versioned+test.path, strings.NewReader(test.body), "Content-Type", "application/json")
		if a.Code != test.status || !strings.Contains(strings.ReplaceAll(a.Body.String(), `": `, `":`), strings.Trim(test.want, `"`)) {
			t.Errorf("%s %s: status %d: %s", test.path, test.body, a.Code, a.Body)
		}
	}
}

// The report and the page of a running check say that the published method is used, and what is still to be prepared.
func TestProfileIsSaid(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	check := store.checks[1]
	if a := ask(t, s.handler(), http.MethodGet, "/checks/1", nil); len(all(a.page, "#profile")) > 0 {
		t.Error("a check by the default method says something else")
	}
	check.Profile = evidence.PaperProfile
	store.setCheck(check)
	s, _ = testSite(t, store)
	a := ask(t, s.handler(), http.MethodGet, "/checks/1", nil)
	if got := text(one(t, a.page, "#profile")); !strings.Contains(got, "published method") {
		t.Errorf("the report says %q", got)
	}
	check.State, store.unmade = record.CheckRunning, 3
	store.setCheck(check)
	a = ask(t, s.handler(), http.MethodGet, "/checks/1", nil)
	if got := text(one(t, a.page, "#unmade")); !strings.Contains(got, "3 documents to go") {
		t.Errorf("the page of the running check says %q", got)
	}
}
