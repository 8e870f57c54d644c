package main

import (
	"html"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
)

// A page with one damaged value shows the rest and names it, whichever table it stands in.
func TestDamagedValuesOnPages(t *testing.T) {
	_, arguments := stocked(t, library.Config{})
	store, err := library.OpenBeside(t.Context(), library.Config{DataDir: arguments[1]})
	if err != nil {
		t.Fatal(err)
	}
	at, broken := "'"+time.Now().UTC().Format("2006-01-02 15:04:05+00:00")+"'", "'{not json'"
	for _, statement := range []string{
		`INSERT INTO calls (name, programme, year, deadline, state, settings, created_by, created_at, changed_by, changed_at, arrivals)
			VALUES ('call A', '', 0, '', 'open', ` + broken + `, '', ` + at + `, '', ` + at + `, 0)`,
		`INSERT INTO call_changes (call_id, value, changed_by, changed_at) VALUES (1, ` + broken + `, 'changer', ` + at + `)`,
		`INSERT INTO tasks (deed, call_id, choice, actor, place, state, bytes, created_by, created_at, ended_at)
			VALUES ('verdict', 0, ` + broken + `, '{}', '', 'done', 0, 'somebody', ` + at + `, ` + at + `)`,
		`INSERT INTO web_sites (name, rules, collection_id, paused, created_by, created_at, changed_by, changed_at, change,
			round_at, wake_at, job_id)
			VALUES ('site', ` + broken + `, 0, TRUE, 'follower', ` + at + `, '', ` + at + `, 0, ` + at + `, '2099-01-01 00:00:00+00:00', 0)`,
		`INSERT INTO harvest_sources (name, kind, rules, place, collection_id, paused, created_by, created_at, changed_by, changed_at, change,
			round_at, since, progress, trouble, wake_at, job_id)
			VALUES ('s', 'oai', '{"name": "source B"}', '', 0, TRUE, '', ` + at + `, '', ` + at + `,
			0, ` + at + `, '', '{}', ` + broken + `, '2099-01-01 00:00:00+00:00', 0)`,
		`INSERT INTO roles (entry, added_by, added_at, ended_by) VALUES (` + broken + `, 'adder', ` + at + `, '')`,
	} {
		librarytest.Exec(t, store, statement)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	base := serveArguments(t, arguments...)
	fetch := func(path string) (int, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Language", "en")
		r.Header.Set("Accept", "text/html")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		b, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, html.UnescapeString(string(b))
	}
	for _, page := range []struct{ path, names, shows string }{
		{"/", "the settings of call 1", "Statistics"},
		{"/calls", "the settings of call 1", "call A"},
		{"/calls/1", "the settings of call 1", "call A"},
		{"/calls/1/edit", "the settings of call 1", "call A"},
		{"/calls/1/edit", "change 1 of a call", "changer"},
		{"/tasks", "what bulk action 1 is about", "somebody"},
		{"/tasks/1", "what bulk action 1 is about", "somebody"},
		{"/roles", "entry 1 of sections and wording", "adder"},
		{"/sites", "the rules of website 1", "Follow a website"},
		{"/harvests", "the rules or progress of external source 1", "source B"},
	} {
		status, said := fetch(page.path)
		if status != http.StatusOK {
			t.Errorf("%s: status %d", page.path, status)
		}
		for _, want := range []string{"Damaged and not shown: ", page.names, page.shows} {
			if !strings.Contains(said, want) {
				t.Errorf("%s does not say %q", page.path, want)
			}
		}
	}
	// A call whose settings are damaged is mended by its form.
	form := url.Values{"name": {"call A"}, "opinions": {"2"}}
	answer, err := http.PostForm(base+"/calls/1", form)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	status, said := fetch("/calls/1/edit")
	if answer.StatusCode != http.StatusOK || status != http.StatusOK || strings.Contains(said, "the settings of call 1") ||
		!strings.Contains(said, `name="opinions"`) {
		t.Errorf("after it was saved, status %d, the call is still damaged: status %d", answer.StatusCode, status)
	}
}
