package web

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/record"
	"zhiwen/web/site"
)

// TestOperations does everything as every role, and by a token of every scope of an account that has all roles, and holds who
// reaches how many of the routes that do it against the table in testdata.
func TestOperations(t *testing.T) {
	p := testPeople(t, nil)
	type who struct {
		name   string
		header []string
	}
	var people []who
	for _, role := range record.Roles() {
		id, header := p.join(t, string(role), role)
		if role == record.Reviewer {
			p.rows.assigned[[2]int64{id, 1}] = true
		}
		people = append(people, who{string(role), header})
	}
	_, both := p.join(t, "both", record.Reviewer, record.Auditor)
	people = append(people, who{"auditor+other-reviewer", both})
	all, _ := p.join(t, "all", record.Roles()...)
	for _, scope := range site.Scopes() {
		secret := must(p.Auth.NewToken(t.Context(), all, string(scope), []string{string(scope)}, 1))(t)
		people = append(people, who{"token:" + string(scope), []string{"Authorization", "Bearer " + secret}})
	}

	routes, h := reaching(p.pages)
	total, reached := map[site.Operation]int{}, map[site.Operation]map[string]int{}
	for _, r := range routes {
		doing := rights[r.Line()].Does
		if total[doing]++; reached[doing] == nil {
			reached[doing] = map[string]int{}
		}
		for _, x := range people {
			if ask(t, h, r.Method, targetOf(r), nil, x.header...).Code == http.StatusTeapot {
				reached[doing][x.name]++
			}
		}
	}
	var lines []string
	for doing, of := range reached {
		name := string(doing)
		if doing == site.Read {
			name = "read"
		}
		var cells []string
		for _, x := range people {
			if n := of[x.name]; n > 0 {
				cells = append(cells, fmt.Sprintf("%s %d", x.name, n))
			}
		}
		lines = append(lines, fmt.Sprintf("%s (%d): %s", name, total[doing], strings.Join(cells, ", ")))
	}
	slices.Sort(lines)
	got := strings.Join(lines, "\n") + "\n"
	path := filepath.Join("testdata", "operations.txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("who may do what: -testdata/operations.txt +now\n%s", diff)
	}
}

// A call goes with its applications by an officer alone; without them by whoever sets calls up.
func TestWhoDeletesCalls(t *testing.T) {
	p := testPeople(t, nil)
	with := url.Values{"applications": {"1"}}
	const call = 9
	p.rows.calls[call] = record.Call{ID: call, Name: "2026", State: record.CallOpen}
	d := p.rows.documents[1]
	d.Call = call
	p.rows.documents[1] = d
	target := fmt.Sprintf("/calls/%d/delete", call)
	_, administrator := p.join(t, "a", record.Administrator)
	_, officer := p.join(t, "o", record.Officer)
	if a := post(t, p.handler(), target, with, administrator...); a.Code != http.StatusForbidden {
		t.Errorf("an administrator: %d", a.Code)
	}
	if a := get(t, p.handler(), target, administrator...); a.Code != http.StatusOK ||
		strings.Contains(a.Body.String(), `name="applications"`) {
		t.Errorf("an administrator is shown %d:\n%s", a.Code, a.Body)
	}
	if a := post(t, p.handler(), target, with, officer...); a.Code != http.StatusSeeOther {
		t.Errorf("an officer: %d", a.Code)
	}
}
