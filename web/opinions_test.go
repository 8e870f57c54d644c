package web

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/record"
	"zhiwen/checker/verify"
	"zhiwen/web/assess"
	"zhiwen/web/check"
)

// severalOpinions returns a site of people where the application of check 1 is of a call that wants
// two opinions until a day.
func severalOpinions(t *testing.T) *peopleSite {
	t.Helper()
	p := testPeople(t, nil)
	p.rows.calls[50] = record.Call{ID: 50, Name: "面上", State: record.CallOpen, Settings: record.CallSettings{Opinions: 2, Due: "2021-01-31"}}
	d := p.rows.documents[1]
	d.Call = 50
	p.rows.documents[1] = d
	return p
}

// Two reviewers judge for themselves: neither sees what the other thinks before they have
// said something; the final verdict is the officer's, and reports whether it follows.
func TestOpinionsAreIndependent(t *testing.T) {
	p := severalOpinions(t)
	h := p.handler()
	_, officer := p.join(t, "officer", record.Officer)
	var ids []int64
	var readers [][]string
	for _, name := range []string{"first", "second", "third", "stranger"} {
		id, header := p.join(t, name, record.Reviewer)
		ids, readers = append(ids, id), append(readers, header)
	}
	for _, id := range ids[:3] {
		p.rows.assigned[[2]int64{id, 1}] = true
	}
	give := func(who []string, verdict evidence.Verdict, reason string) int {
		t.Helper()
		return post(t, h, "/checks/1/opinions", map[string][]string{"verdict": {string(verdict)}, "comment": {reason}, "reviewer": {"somebody else"}}, who...).Code
	}
	report := func(who []string) string {
		t.Helper()
		a := get(t, h, "/checks/1", who...)
		checkPage(t, a)
		paper := get(t, h, "/checks/1/report.html", who...)
		return text(a.page) + text(paper.page)
	}
	if s := text(get(t, h, "/checks/1", readers[0]...).page); !strings.Contains(s, "Give opinion") || strings.Contains(s, "Give final verdict") {
		t.Errorf("a reviewer's page says %q", s)
	}
	// A verdict that was given before two opinions were wanted, and taken back, is an opinion too.
	p.rows.decisions[1] = []evidence.Decision{
		{Subject: evidence.SubjectCheck, Verdict: evidence.Explain, Reviewer: "earlier", Comment: "earlier words"}, {Subject: evidence.SubjectCheck, Reviewer: "earlier"},
	}
	if got := give(readers[0], evidence.NoConcern, "first words"); got != http.StatusSeeOther {
		t.Fatalf("an opinion: status %d", got)
	}
	if s := report(readers[1]); strings.Contains(s, "first words") || strings.Contains(s, "earlier words") || strings.Contains(s, "Name of first") || !strings.Contains(s, "Please give your opinion first") {
		t.Errorf("who has yet to say something reads %q", s)
	}
	if s := report(readers[0]); !strings.Contains(s, "first words") || !strings.Contains(s, "My opinion: No concern") || !strings.Contains(s, "1 given, 2 required") {
		t.Errorf("who has said something reads %q", s)
	}
	if s := report(officer); !strings.Contains(s, "first words") || !strings.Contains(s, "Awaiting opinions") || !strings.Contains(s, "Give final verdict") || strings.Contains(s, "Give opinion") {
		t.Errorf("the officer reads %q", s)
	}
	if got := give(readers[1], evidence.Explain, "second words"); got != http.StatusSeeOther {
		t.Fatalf("the second: status %d", got)
	}
	if s := report(readers[1]); !strings.Contains(s, "first words") || !strings.Contains(s, "Third opinion needed") {
		t.Errorf("then the second reads %q", s)
	}
	if s := report(readers[2]); strings.Contains(s, "second words") || strings.Contains(s, "Third opinion") {
		t.Errorf("the third reads %q", s)
	}
	if o := p.rows.opinions[1]; len(o) != 2 || o[0].Account != ids[0] || o[0].Reviewer != "Name of first (first)" {
		t.Errorf("stored %+v", o)
	}

	verdict := map[string][]string{"subject": {"check"}, "verdict": {"explain"}}
	for name, c := range map[string]struct {
		code int
		want int
	}{
		"a reviewer's final verdict":      {post(t, h, "/checks/1/decisions", verdict, readers[0]...).Code, 403},
		"a stranger's opinion":            {give(readers[3], evidence.Explain, ""), 404},
		"an officer's, who was not asked": {give(officer, evidence.Explain, ""), 403},
		"one that is none":                {give(readers[2], evidence.Dismissed, ""), 422},
		"a check that is not there":       {post(t, h, "/checks/77/opinions", verdict, officer...).Code, 404},
		"a check on which one is wanted":  {post(t, h, "/checks/2/opinions", verdict, officer...).Code, 403},
		"the officer's final verdict":     {post(t, h, "/checks/1/decisions", verdict, officer...).Code, 303},
	} {
		if c.code != c.want {
			t.Errorf("%s: status %d, want %d", name, c.code, c.want)
		}
	}
	if got := give(readers[2], evidence.Explain, "too late"); got != http.StatusConflict {
		t.Errorf("after the final verdict: status %d", got)
	}
	for name, who := range map[string][]string{"officer": officer, "third": readers[2]} {
		if s := report(who); !strings.Contains(s, "second words") || !strings.Contains(s, "Opinions differ; the final verdict decides.") {
			t.Errorf("with the final verdict the %s reads %q", name, s)
		}
	}

	a := get(t, h, "/checks/1/decided.xml", officer...)
	evidencetest.Validate(t, a.Body.Bytes())
	e, err := evidence.Decode(bytes.NewReader(a.Body.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if d := e.Decisions; d.Wanted != 2 || d.Follows != "split" || len(d.Opinions) != 2 || d.Opinions[1].Reason != "second words" || d.Opinions[1].Verdict != evidence.Explain {
		t.Errorf("evidence has %+v", e.Decisions)
	}
	// The made-up evidence has faults of its own.
	said := func() (out []verify.Difference) {
		for _, d := range verify.Evidence(e, verify.Texts{}) {
			if d.Problem == verify.BadOpinion || d.Problem == verify.WrongFollows {
				out = append(out, d)
			}
		}
		return out
	}
	if faults := said(); len(faults) > 0 {
		t.Errorf("verified: %+v", faults)
	}
	e.Decisions.Follows, e.Decisions.Opinions[0].Verdict = "all", evidence.Dismissed
	if faults := said(); len(faults) != 2 {
		t.Errorf("verified, once it is changed: %+v", faults)
	}
}

// Who decided about passages, and what they wrote, is kept from other reviewers until all opinions are given; nobody
// withdraws what another has decided, and no reviewer replaces it.
func TestPassagesAreSealed(t *testing.T) {
	p := severalOpinions(t)
	h := p.handler()
	_, officer := p.join(t, "officer", record.Officer)
	var readers [][]string
	var scripts [][]string
	for _, name := range []string{"first", "second"} {
		id, header := p.join(t, name, record.Reviewer)
		p.rows.assigned[[2]int64{id, 1}] = true
		readers = append(readers, header)
		scripts = append(scripts,
			[]string{"Authorization", "Bearer " + must(p.Auth.NewToken(t.Context(), id, "s", []string{"read"}, 1))(t)})
	}
	decide := func(who []string, verdict evidence.Verdict, comment string) int {
		t.Helper()
		form := url.Values{"subject": {"match"}, "ref": {"3"}, "verdict": {string(verdict)}, "reason": {"cited"}, "comment": {comment}}
		return post(t, h, "/checks/1/decisions", form, who...).Code
	}
	give := func(who []string) {
		t.Helper()
		if a := post(t, h, "/checks/1/opinions", url.Values{"verdict": {"explain"}}, who...); a.Code != http.StatusSeeOther {
			t.Fatalf("an opinion: status %d", a.Code)
		}
	}
	// reads are all routes by which a decision about a passage is seen.
	reads := func(n int) (all string) {
		t.Helper()
		for _, target := range []string{"/checks/1", "/checks/1?match=3", "/checks/1/report.html", "/checks/1/sources/2?match=3", "/checks/1/matches.csv"} {
			all += get(t, h, target, readers[n]...).Body.String()
		}
		for _, target := range []string{"decisions", "matches", "report.html"} {
			all += get(t, h, "/api/v1/checks/1/"+target, scripts[n]...).Body.String()
		}
		return all
	}
	kept := func(s string) bool { return !strings.Contains(s, "a remark") && !strings.Contains(s, "Name of first") }

	if got := decide(readers[0], evidence.Confirmed, "a remark"); got != http.StatusSeeOther {
		t.Fatalf("a decision: status %d", got)
	}
	if s := reads(1); !kept(s) || !strings.Contains(s, "Another reviewer") || !strings.Contains(s, `"hidden":true`) {
		t.Errorf(
			"before both opinions the other reads %t %t %t",
			kept(s),
			strings.Contains(s, "Another reviewer"),
			strings.Contains(s, `"hidden":true`),
		)
	}
	if s := reads(0); kept(s) {
		t.Error("one's own remark is hidden")
	}
	for name, got := range map[string]int{
		"withdrawn by another":           decide(readers[1], evidence.Withdrawn, ""),
		"replaced by another":            decide(readers[1], evidence.Dismissed, ""),
		"withdrawn by an officer":        decide(officer, evidence.Withdrawn, ""),
		"the opinion of another by name": post(t, h, "/checks/1/opinions", url.Values{"verdict": {""}, "reviewer": {"Name of first (first)"}}, officer...).Code,
		"withdrawn by another's script":  post(t, h, "/checks/1/decisions", url.Values{"subject": {"match"}, "ref": {"3"}}, scripts[1]...).Code,
	} {
		if got != http.StatusForbidden {
			t.Errorf("%s: status %d", name, got)
		}
	}
	// Nobody is shown a button that would be refused.
	buttons := func(who []string) int {
		t.Helper()
		n := 0
		for _, target := range []string{"/checks/1?match=3", "/checks/1/sources/2?match=3"} {
			n += len(all(get(t, h, target, who...).page, "[data-undo]"))
		}
		return n
	}
	if own, another, its := buttons(readers[0]), buttons(readers[1]), buttons(officer); own == 0 || another != 0 || its != 0 {
		t.Errorf("buttons to withdraw: %d for who has decided, %d for the other, %d for the officer", own, another, its)
	}
	give(readers[1])
	if s := reads(1); !kept(s) {
		t.Error("after one's own opinion, before the other's, the other's remark is shown")
	}
	give(readers[0])
	if s := reads(1); kept(s) {
		t.Error("after both opinions the remark is hidden")
	}
	if got := decide(readers[0], evidence.Withdrawn, ""); got != http.StatusSeeOther {
		t.Errorf("withdrawn by its maker: status %d", got)
	}
	if got := decide(readers[0], evidence.Confirmed, ""); got != http.StatusSeeOther {
		t.Errorf("decided again: status %d", got)
	}
	if got := decide(officer, evidence.Dismissed, "final"); got != http.StatusSeeOther {
		t.Errorf("an officer decides otherwise: status %d", got)
	}
}

// What was said of an earlier check stands on the paper of a later one, also of many at once, with the opinions on this
// one; not on that of who is yet to say something themselves.
func TestPaperShowsWhatWasSaid(t *testing.T) {
	p := severalOpinions(t)
	var printed []byte
	p.Print = func(_ context.Context, page []byte) ([]byte, error) {
		printed = page
		return []byte("%PDF-1.7"), nil
	}
	further := p.rows.checks[1]
	further.ID = 91
	p.rows.checks[91], p.rows.evidence[91] = further, p.rows.evidence[1]
	p.rows.decisions[1] = []evidence.Decision{{Subject: evidence.SubjectCheck, Verdict: evidence.Explain, Reviewer: "officer of then", Comment: "words of then"}}
	p.rows.opinions[1] = []record.Opinion{{Account: 77, Opinion: evidence.Opinion{Verdict: evidence.Explain, Reviewer: "reviewer of then", Reason: "reasons of then"}}}
	p.rows.opinions[91] = []record.Opinion{{Account: 78, Opinion: evidence.Opinion{Verdict: evidence.NoConcern, Reviewer: "reviewer of now", Reason: "reasons of now"}}}
	h := p.handler()
	_, officer := p.join(t, "officer", record.Officer)
	id, asked := p.join(t, "asked", record.Reviewer)
	p.rows.assigned[[2]int64{id, 1}] = true

	all := []string{"Opinions and verdict on the earlier check of", "Explanation needed", "words of then", "reviewer of then", "reasons of then", "Both checks count the same text", "reasons of now"}
	want := func(who, paper string, said []string, hidden bool) {
		t.Helper()
		for _, words := range said {
			if strings.Contains(paper, words) == hidden {
				t.Errorf("%s reads %q", who, paper)
				return
			}
		}
	}
	want("the officer", text(get(t, h, "/checks/91/report.html", officer...).page), all, false)
	want("who is asked", text(get(t, h, "/checks/91/report.html", asked...).page), []string{"words of then", "reasons of then", "reasons of now"}, true)
	checks := check.Dependencies{Store: p.Store, Jobs: p.Jobs, Assessor: assess.New(p.Store, p.Log), Print: p.Print}
	if _, err := check.NewPapers(p.Site, checks).Paper(t.Context(), 91, p.LanguageOf("en")); err != nil {
		t.Fatal(err)
	}
	page, err := html.Parse(bytes.NewReader(printed))
	if err != nil {
		t.Fatal(err)
	}
	want("a paper among many", text(page), all, false)
}

// Without accounts people are told apart by the names that they give.
func TestOpinionsWithoutAccounts(t *testing.T) {
	store := richStore(t)
	store.calls[50] = record.Call{ID: 50, Name: "面上", State: record.CallOpen, Settings: record.CallSettings{Opinions: 2}}
	d := store.documents[1]
	d.Call = 50
	store.documents[1] = d
	s, _ := testSite(t, store)
	h := s.handler()
	for _, name := range []string{"张三", "李四"} {
		if a := post(t, h, "/checks/1/opinions", map[string][]string{"verdict": {"no-concern"}, "reviewer": {name}}); a.Code != http.StatusSeeOther {
			t.Fatalf("%s: status %d", name, a.Code)
		}
	}
	if s := text(get(t, h, "/checks/1").page); !strings.Contains(s, "Opinions agree") || !strings.Contains(s, "张三") || !strings.Contains(s, "Give opinion") || !strings.Contains(s, "Give final verdict") {
		t.Errorf("the report says %q", s)
	}
	if a := post(t, h, "/checks/1/opinions", map[string][]string{"verdict": {"no-concern"}}); a.Code != http.StatusUnprocessableEntity {
		t.Errorf("without a name: status %d", a.Code)
	}
}

// namedInputs returns the fields of a name.
func namedInputs(page *html.Node, element, name string) (out []*html.Node) {
	for _, n := range all(page, element) {
		if attr(n, "name") == name {
			out = append(out, n)
		}
	}
	return out
}

// An officer shares applications out by a rule: first it is shown who would get what, then
// that is done, and nothing else.
func TestShareByRule(t *testing.T) {
	p := severalOpinions(t)
	h := p.handler()
	_, officer := p.join(t, "officer", record.Officer)
	a, _ := p.join(t, "a", record.Reviewer)
	b, bHeader := p.join(t, "b", record.Reviewer)
	barred, _, err := p.Auth.Invite(t.Context(), record.Account{Login: "barred", Name: "其人", Institution: p.rows.documents[1].Identity.Institution, Roles: []record.Role{record.Reviewer}})
	if err != nil {
		t.Fatal(err)
	}
	page := get(t, h, "/selection?do=share&doc=1&of=", officer...)
	checkPage(t, page)
	if n := len(namedInputs(page.page, "input", "who")); n != 3 {
		t.Errorf("%d reviewers are offered", n)
	}
	id := func(n int64) string { return strconv.FormatInt(n, 10) }
	send := func(fields url.Values) answer {
		t.Helper()
		form := url.Values{"doc": {"1"}, "of": {""}}
		for k, v := range fields {
			form[k] = v
		}
		return post(t, h, "/selection/share", form, officer...)
	}
	for name, c := range map[string]struct {
		fields url.Values
		says   string
	}{
		"nobody is chosen": {url.Values{}, "choose at least one reviewer"},
		"no number":        {url.Values{"who": {id(a)}, "most-" + id(a): {"many"}}, "“many”"},
		"no day":           {url.Values{"who": {id(a)}, "due": {"2026-02-30"}}, "2026-02-30"},
	} {
		if x := send(c.fields); x.Code != http.StatusUnprocessableEntity || !strings.Contains(text(x.page), c.says) {
			t.Errorf("%s: status %d, %q", name, x.Code, text(x.page))
		}
	}
	shown := send(url.Values{"who": {id(a), id(barred)}})
	checkPage(t, shown)
	if s := text(one(t, shown.page, "#plan")); shown.Code != http.StatusOK || len(p.rows.assigned) != 0 || !strings.Contains(s, "1 application will get reviewers") || !strings.Contains(s, "1 application is short of reviewers") {
		t.Errorf("the preview, status %d, says %q", shown.Code, s)
	}
	sum := attr(namedInputs(shown.page, "button", "plan")[0], "value")
	p.rows.assigned[[2]int64{a, 1}] = true // meanwhile
	if x := send(url.Values{"who": {id(a), id(barred)}, "plan": {sum}}); x.Code != http.StatusOK || len(p.rows.assigned) != 1 {
		t.Errorf("with what has changed: status %d, %v", x.Code, p.rows.assigned)
	}
	delete(p.rows.assigned, [2]int64{a, 1})
	shown = send(url.Values{"who": {id(a), id(b), id(barred)}})
	sum = attr(namedInputs(shown.page, "button", "plan")[0], "value")
	if x := send(url.Values{"who": {id(a), id(b), id(barred)}, "plan": {sum}, "due": {"2021-02-01"}}); x.Code != http.StatusSeeOther || !strings.Contains(x.Header().Get("Location"), "did=share") {
		t.Errorf("status %d to %s", x.Code, x.Header().Get("Location"))
	}
	if diff := cmp.Diff(map[[2]int64]bool{{a, 1}: true, {b, 1}: true}, p.rows.assigned); diff != "" {
		t.Error(diff)
	}
	if got := p.rows.due[[2]int64{a, 1}]; got != "2021-02-01" {
		t.Errorf("due %q", got)
	}
	if again := send(url.Values{"who": {id(a), id(b), id(barred)}}); !strings.Contains(text(one(t, again.page, "#plan")), "nothing new") {
		t.Errorf("again: %q", text(one(t, again.page, "#plan")))
	}
	// The call says who is late, and the reviewer's list what waits for them.
	call := get(t, h, "/calls/50", officer...)
	checkPage(t, call)
	if s := text(one(t, call.page, "#reviewing")); !strings.Contains(s, "2 independent opinions") || !strings.Contains(s, "Name of a (a)") || !strings.Contains(s, "2021-02-01") {
		t.Errorf("the call says %q", s)
	}
	list := get(t, h, "/checks", bHeader...)
	checkPage(t, list)
	if s := text(one(t, list.page, "p.tasks")); !strings.Contains(s, "1 overdue") || !strings.Contains(s, "next due 2021-02-01") || !strings.Contains(text(one(t, list.page, "p.queue")), "to review 1") || p.rows.query.Sort != record.SortRank || p.rows.query.Reviewer != b {
		t.Errorf("the list says %q, sorted by %s", s, p.rows.query.Sort)
	}
	// What others think is no filter of who has yet to say something.
	for _, target := range []string{"/checks?only=differ", "/checks?only=further", "/checks?only=awaited", "/list.csv?of=only%3Ddiffer"} {
		if x := get(t, h, target, bHeader...); x.Code != http.StatusBadRequest {
			t.Errorf("%s: status %d", target, x.Code)
		}
		if x := get(t, h, target, officer...); x.Code != http.StatusOK {
			t.Errorf("%s of an officer: status %d", target, x.Code)
		}
	}
}
