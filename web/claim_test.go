package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
)

// Claims are shown to who made them, to rights reviewers and to administrators; to all others they
// are not there, with their files.
func TestWhoSeesClaims(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	for _, role := range []record.Role{record.Administrator, record.Officer, record.Reviewer, record.RightsRole, record.Auditor} {
		id, header := p.join(t, string(role), role)
		own := id == 3 || id == 4
		all := role == record.Administrator || role == record.RightsRole
		for claim, of := range map[int]int64{1: 3, 2: 4} {
			want := http.StatusNotFound
			if all || id == of {
				want = http.StatusOK
			}
			targets := []string{fmt.Sprintf("/claims/%d", claim)}
			if claim == 1 {
				targets = append(targets, "/claims/1/files/1")
			}
			for _, target := range targets {
				if a := get(t, h, target, header...); a.Code != want {
					t.Errorf("%s as %s (account %d): status %d, want %d", target, role, id, a.Code, want)
				}
			}
		}
		list := get(t, h, "/claims", header...)
		for claim, of := range map[int]int64{1: 3, 2: 4} {
			if shown := strings.Contains(list.Body.String(), fmt.Sprintf(`href="/claims/%d"`, claim)); shown != (all || id == of) {
				t.Errorf("the list of %s shows claim %d: %v", role, claim, shown)
			}
		}
		if mine := get(t, h, "/claims?mine=1", header...).Body.String(); strings.Contains(mine, `class="row"`) != own {
			t.Errorf("the own list of %s (account %d) has rows: %v", role, id, !own)
		}
		if a := get(t, h, "/claims/log", header...); (a.Code == http.StatusOK) != (role == record.Administrator) {
			t.Errorf("the log as %s: status %d", role, a.Code)
		}
		if a := get(t, h, "/claims/99", header...); a.Code != http.StatusNotFound {
			t.Errorf("a claim that is not there as %s: status %d", role, a.Code)
		}
	}
}

// Files of a claim are saved, never shown, whatever is in them, and that is recorded before.
func TestFilesOfClaims(t *testing.T) {
	p := testPeople(t, nil)
	_, header := p.join(t, "rights", record.RightsRole)
	p.rows.entries = nil
	a := get(t, p.handler(), "/claims/1/files/1", header...)
	if a.Code != http.StatusOK || a.Body.String() != "<script>alert(1)</script>" {
		t.Errorf("status %d, %q", a.Code, a.Body)
	}
	for name, want := range map[string]string{"Content-Type": "application/octet-stream", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox"} {
		if got := a.Header().Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := a.Header().Get("Content-Disposition"); !strings.HasPrefix(got, "attachment; ") {
		t.Errorf("disposition %q", got)
	}
	if len(p.rows.entries) != 1 || p.rows.entries[0].Act.Action != audit.Download || p.rows.entries[0].Act.Subject != audit.SubjectClaim || p.rows.entries[0].Act.ID != 1 {
		t.Errorf("recorded %+v", p.rows.entries)
	}
	for _, file := range []string{"0", "2", "99999999999", "x"} {
		if a := get(t, p.handler(), "/claims/1/files/"+file, header...); a.Code != http.StatusNotFound {
			t.Errorf("file %s: status %d", file, a.Code)
		}
	}
}

func TestMakeClaim(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	id, header := p.join(t, "writer", record.Reviewer)
	p.rows.documents[50] = record.Document{ID: 50, Identity: evidence.Identity{Title: "An article", Web: &evidence.Web{Address: "https://a.example/1"}}, InLibrary: true, State: record.DocumentReady}
	p.rows.documents[51] = record.Document{ID: 51, Identity: evidence.Identity{Title: "Their own", Applicant: "Name of writer"}, State: record.DocumentReady}
	p.rows.documents[52] = record.Document{ID: 52, Identity: evidence.Identity{Title: "Another's", Applicant: "王建国"}, State: record.DocumentReady}
	p.rows.claimed = fakeClaims{named: map[string][]int64{"https://a.example/1": {50}, "2026-1": {52, 51}, "2026-2": {52}}}
	send := func(fields map[string]string, files ...string) answer {
		body, kind := form(t, fields, files...)
		return ask(t, h, http.MethodPost, "/claims", body, append([]string{"Content-Type", kind}, header...)...)
	}
	made := func() []record.Claim { return p.rows.claimed.claims }

	for name, tc := range map[string]struct {
		fields map[string]string
		files  []string
		want   int
		says   string
	}{
		"an unknown address":       {map[string]string{"what": "https://nowhere.example/", "statement": "mine"}, nil, 422, `href="#claim-what"`},
		"an application of others": {map[string]string{"what": "2026-2", "statement": "mine"}, nil, 422, `href="#claim-what"`},
		"the same by number":       {map[string]string{"document": "52", "statement": "mine"}, nil, 404, ""},
		"a form":                   {map[string]string{"document": "7", "statement": "mine"}, nil, 404, ""},
		"a document that is none":  {map[string]string{"document": "x", "statement": "mine"}, nil, 400, ""},
		"nothing said":             {map[string]string{"what": "https://a.example/1", "statement": " "}, nil, 422, `href="#claim-statement"`},
		"too many files":           {map[string]string{"document": "50", "statement": "kept words"}, []string{"1", "1", "2", "2", "3", "3", "4", "4", "5", "5", "6", "6"}, 413, "kept words"},
		"too large":                {map[string]string{"document": "50", "statement": "kept words"}, []string{"1", strings.Repeat("x", record.MostClaimBytes+1)}, 413, "kept words"},
	} {
		if a := send(tc.fields, tc.files...); a.Code != tc.want || !strings.Contains(a.Body.String(), tc.says) {
			t.Errorf("%s: status %d, want %d, with %q: %v", name, a.Code, tc.want, tc.says, strings.Contains(a.Body.String(), tc.says))
		}
	}
	if len(made()) != 0 {
		t.Fatalf("claims were made: %+v", made())
	}

	long := strings.Repeat("字", record.MostStatement)
	for i, fields := range []map[string]string{
		{"what": "https://a.example/1", "statement": long}, {"document": "51", "statement": "two"}, {"what": "2026-1", "statement": "three"},
	} {
		a := send(fields, "合同.pdf", "%PDF", "b.txt", "b")
		if want := fmt.Sprintf("/claims/%d", i+1); a.Code != http.StatusSeeOther || a.Header().Get("Location") != want {
			t.Fatalf("claim %d: status %d, to %s", i, a.Code, a.Header().Get("Location"))
		}
		c := made()[i]
		if c.Account != id || c.Statement != fields["statement"] || c.Document != []int64{50, 51, 51}[i] || len(p.rows.claimed.files[c.ID]) != 2 || p.rows.claimed.files[c.ID][0].Name != "合同.pdf" {
			t.Errorf("claim %d: %d of %d with %d files", i, c.Account, c.Document, len(p.rows.claimed.files[c.ID]))
		}
	}
	if a := send(map[string]string{"document": "50", "statement": "no file"}); a.Code != http.StatusSeeOther {
		t.Errorf("without a file: status %d", a.Code)
	}
	for _, refused := range []error{record.ErrClaimTwice, record.ErrClaimMany} {
		p.rows.claimed.refused = refused
		if a := send(map[string]string{"document": "50", "statement": "kept words"}); a.Code != http.StatusConflict || !strings.Contains(a.Body.String(), "kept words") {
			t.Errorf("%v: status %d", refused, a.Code)
		}
	}
}

func TestDecideClaims(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	_, header := p.join(t, "rights", record.RightsRole)
	_, officer := p.join(t, "officer", record.Officer)
	decide := func(to, reason string, header []string) answer {
		return post(t, h, "/claims/1/decide", url.Values{"to": {to}, "reason": {reason}}, header...)
	}
	for err, want := range map[error]int{record.ErrClaimBounds: 422, record.ErrClaimTaken: 409, record.ErrClaimState: 409, record.ErrOwnClaim: 403, record.ErrNotFound: 404} {
		p.rows.claimed.refused = err
		if a := decide("accepted", "kept words", header); a.Code != want || want != 404 && !strings.Contains(a.Body.String(), "kept words") {
			t.Errorf("%v: status %d, want %d", err, a.Code, want)
		}
	}
	p.rows.claimed.refused = nil
	if a := decide("nonsense", "why", header); a.Code != http.StatusBadRequest {
		t.Errorf("a state that is none: status %d", a.Code)
	}
	if a := decide("accepted", "why", officer); a.Code != http.StatusForbidden || p.rows.claimed.claims[0].State != record.ClaimOpen {
		t.Errorf("an officer: status %d", a.Code)
	}
	page := get(t, h, "/claims/1", header...).Body.String()
	if !strings.Contains(page, `value="accepted"`) || !strings.Contains(page, `value="refused"`) || !strings.Contains(page, `href="/claims/2"`) {
		t.Error("the page of a claim that waits offers no decision, or hides the other claim")
	}
	if a := decide("accepted", "the contract", header); a.Code != http.StatusSeeOther || p.rows.claimed.claims[0].Last.Reason != "the contract" {
		t.Errorf("accepted: status %d", a.Code)
	}
	page = get(t, h, "/claims/1", header...).Body.String()
	if !strings.Contains(page, `value="revoked"`) || strings.Contains(page, `value="accepted"`) || !strings.Contains(page, "the contract") {
		t.Error("the page of an accepted claim offers something else than to take that back, or no reason")
	}
	p.rows.claimed.refused = record.ErrClaimState
	if a := post(t, h, "/claims/1/withdraw", nil, header...); a.Code != http.StatusConflict {
		t.Errorf("withdrawn when it cannot be: status %d", a.Code)
	}
}

// Who claims is told on their pages that something was decided, until they have looked at it.
func TestNewsOfClaims(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	id, own := p.join(t, "author", record.Reviewer)
	_, judge := p.join(t, "rights", record.RightsRole)
	if _, err := p.rows.MakeClaim(t.Context(), record.NewClaim{Document: 2, Account: id, Statement: "mine"}); err != nil {
		t.Fatal(err)
	}
	claim := "/claims/" + fmt.Sprint(len(p.rows.claimed.claims))
	says := func(target, text string, header []string) bool {
		t.Helper()
		a := get(t, h, target, append([]string{"Accept-Language", "en"}, header...)...)
		if a.Code != http.StatusOK {
			t.Fatalf("%s: %d", target, a.Code)
		}
		return strings.Contains(a.Body.String(), text)
	}
	if says("/account", "1 of your rights claims has been decided", own) || says("/claims", "new decision", own) {
		t.Error("news before a decision")
	}
	if a := post(t, h, claim+"/decide", url.Values{"to": {"refused"}, "reason": {"no proof"}}, judge...); a.Code != http.StatusSeeOther {
		t.Fatal(a.Code)
	}
	if !says("/account", "1 of your rights claims has been decided", own) || !says("/claims", "new decision", own) {
		t.Error("the decision is not said")
	}
	if says(claim, "since your last visit", judge) || !says("/account", "1 of your rights claims has been decided", own) {
		t.Error("it is news to who decided, or they have seen it for the other")
	}
	if !says(claim, "has decided this claim since your last visit", own) {
		t.Error("the claim does not say that it was decided")
	}
	if says("/account", "1 of your rights claims has been decided", own) || says("/claims", "new decision", own) || says(claim, "since your last visit", own) {
		t.Error("it is news still")
	}
}

// Where somebody's rights are verified, library, report, comparison and the document say so; a
// source without a name is not to be known by it.
func TestVerifiedIsShown(t *testing.T) {
	for _, masked := range []bool{false, true} {
		p := testPeople(t, func(c *Config) { c.MaskSources = masked })
		h := p.handler()
		_, officer := p.join(t, "officer", record.Officer)
		id, reviewer := p.join(t, "reviewer", record.Reviewer)
		p.rows.assigned[[2]int64{id, 1}] = true
		pages := map[string][]string{"/checks/1": officer, "/checks/1/sources/2": officer, "/library": officer, "/documents/2": officer}
		for target, header := range pages {
			if a := get(t, h, target, header...); a.Code != http.StatusOK || strings.Count(a.Body.String(), `relation verified`) != 1 {
				t.Errorf("%s: status %d, %d marks", target, a.Code, strings.Count(a.Body.String(), `relation verified`))
			}
		}
		for _, target := range []string{"/checks/1", "/checks/1/sources/2"} {
			if a := get(t, h, target, reviewer...); a.Code != http.StatusOK || strings.Contains(a.Body.String(), `relation verified`) == masked {
				t.Errorf("%s for a reviewer, masked %v: status %d, or the mark is wrong", target, masked, a.Code)
			}
		}
		p.rows.claimed = fakeClaims{}
		for target, header := range pages {
			if a := get(t, h, target, header...); strings.Contains(a.Body.String(), `relation verified`) {
				t.Errorf("%s has a mark without a claim", target)
			}
		}
	}
}
