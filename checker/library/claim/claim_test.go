package claim_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/follow"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

const address = "https://blog.example.org/a/1"

// world is a library with people, a page of the web in two states, and two applications.
type world struct {
	*library.Store
	ann, bob, judge int64
	first, second   int64   // states of the page
	applications    []int64 // two
}

func makeWorld(t *testing.T, c library.Config) *world {
	t.Helper()
	ctx := t.Context()
	w := &world{Store: librarytest.Open(t, c)}
	for login, id := range map[string]*int64{"ann": &w.ann, "bob": &w.bob, "judge": &w.judge} {
		*id = librarytest.Must(w.AddAccount(ctx, record.Account{Login: login, Name: "Name of " + login, Roles: []record.Role{record.Reviewer}, State: record.AccountActive}, false))(t)
	}
	site := librarytest.Must(w.PutSite(ctx, 0, record.SiteRules{Name: "Blog", Starts: []string{"https://blog.example.org/"}}, 0, "ann"))(t)
	err := w.InTx(ctx, func(tx *library.Tx) error {
		_, _, err := tx.AddPages(ctx, site, []follow.Found{{Address: address, Role: record.PageArticle}}, 1, 100, time.Now())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	w.first = w.fetch(t, site, "What the page said at first.")
	w.second = w.fetch(t, site, "What the page says by now.")
	for _, name := range []string{"one", "two"} {
		u := librarytest.Upload(name)
		u.Check = true
		doc, _ := librarytest.Applied(t, w.Store, u)
		w.applications = append(w.applications, doc)
	}
	return w
}

// fetch stores a state of the page.
func (w *world) fetch(t *testing.T, id int64, text string) (document int64) {
	t.Helper()
	ctx := t.Context()
	err := w.InTx(ctx, func(tx *library.Tx) error {
		s, err := tx.Site(ctx, id)
		if err != nil {
			return err
		}
		p, err := tx.PageAt(ctx, id, address)
		if err != nil {
			return err
		}
		u := record.Upload{ToLibrary: true, Data: []byte(text), Identity: evidence.Identity{Filename: "page.html", Title: "A page", Web: &evidence.Web{Address: address, Site: "Blog", Seen: "2026-03-04T05:06:07Z"}}}
		document, _, err = tx.StorePage(ctx, s, p, u, &extract.Document{Text: text}, time.Now())
		if err != nil {
			return err
		}
		p.Document, p.Outcome = document, record.WebStored
		if err := tx.SettlePage(ctx, p); err != nil {
			return err
		}
		return tx.SaveUnits(ctx, document, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	return document
}

func (w *world) claim(t *testing.T, document, by int64, files ...record.ClaimUpload) int64 {
	t.Helper()
	return librarytest.Must(w.MakeClaim(t.Context(), record.NewClaim{Document: document, Account: by, Statement: "I wrote this.", Files: files}))(t)
}

func (w *world) judged(t *testing.T, id int64, to record.ClaimState) {
	t.Helper()
	if err := w.JudgeClaim(t.Context(), id, to, "because", w.judge); err != nil {
		t.Fatal(err)
	}
}

// verified returns which of all documents are.
func (w *world) verified(t *testing.T) (out []int64) {
	t.Helper()
	all := append([]int64{w.first, w.second, 1 << 40}, w.applications...)
	said := librarytest.Must(w.Verified(t.Context(), all))(t)
	for _, id := range all {
		if said[id] {
			out = append(out, id)
		}
	}
	return out
}

func TestVerified(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := makeWorld(t, c)
		page, application := w.claim(t, w.first, w.ann), w.claim(t, w.applications[0], w.bob)
		if got := w.verified(t); got != nil {
			t.Errorf("claims that nobody has decided about verify %v", got)
		}
		w.judged(t, page, record.ClaimAccepted)
		if diff := cmp.Diff([]int64{w.first, w.second}, w.verified(t)); diff != "" {
			t.Errorf("a page in all its states: %s", diff)
		}
		w.judged(t, application, record.ClaimAccepted)
		if diff := cmp.Diff([]int64{w.first, w.second, w.applications[0]}, w.verified(t)); diff != "" {
			t.Errorf("and the application: %s", diff)
		}
		w.judged(t, page, record.ClaimRevoked)
		if err := w.WithdrawClaim(t.Context(), application, w.bob); err != nil {
			t.Fatal(err)
		}
		if got := w.verified(t); got != nil {
			t.Errorf("claims that hold no more verify %v", got)
		}
		if got := librarytest.Must(w.Verified(t.Context(), nil))(t); len(got) != 0 {
			t.Errorf("of no documents %v", got)
		}
	})
}

func TestStatesOfClaim(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := makeWorld(t, c)
		ctx := t.Context()
		is := func(what string, err, want error) {
			t.Helper()
			if !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", what, err, want)
			}
		}
		make := func(document, by int64) error {
			_, err := w.MakeClaim(ctx, record.NewClaim{Document: document, Account: by, Statement: "mine"})
			return err
		}
		ann := w.claim(t, w.first, w.ann)
		is("the same again", make(w.first, w.ann), record.ErrClaimTwice)
		is("another state of the page", make(w.second, w.ann), record.ErrClaimTwice)
		is("a document that is not there", make(1<<40, w.ann), record.ErrNotFound)
		bob := w.claim(t, w.second, w.bob) // another person's, to decide between

		is("one's own", w.JudgeClaim(ctx, ann, record.ClaimAccepted, "why", w.ann), record.ErrOwnClaim)
		is("without a reason", w.JudgeClaim(ctx, ann, record.ClaimAccepted, " ", w.judge), record.ErrClaimBounds)
		is("with an endless one", w.JudgeClaim(ctx, ann, record.ClaimAccepted, strings.Repeat("字", record.MostClaimReason+1), w.judge), record.ErrClaimBounds)
		is("taking back what is not accepted", w.JudgeClaim(ctx, ann, record.ClaimRevoked, "why", w.judge), record.ErrClaimState)
		is("back to open", w.JudgeClaim(ctx, ann, record.ClaimOpen, "why", w.judge), record.ErrClaimState)
		is("one that is not there", w.JudgeClaim(ctx, 1<<40, record.ClaimAccepted, "why", w.judge), record.ErrNotFound)
		w.judged(t, ann, record.ClaimAccepted)
		is("accepting twice", w.JudgeClaim(ctx, ann, record.ClaimAccepted, "why", w.judge), record.ErrClaimState)
		is("two of one page", w.JudgeClaim(ctx, bob, record.ClaimAccepted, "why", w.judge), record.ErrClaimTaken)
		is("withdrawing another's", w.WithdrawClaim(ctx, ann, w.bob), record.ErrNotFound)

		w.judged(t, ann, record.ClaimRevoked)
		w.judged(t, bob, record.ClaimAccepted)
		is("withdrawing what has ended", w.WithdrawClaim(ctx, ann, w.ann), record.ErrClaimState)
		again := w.claim(t, w.first, w.ann) // once it has ended, one may claim again
		w.judged(t, again, record.ClaimRefused)

		events, total, err := w.ClaimEvents(ctx, ann, 0, 0)
		if err != nil || total != 3 {
			t.Fatalf("%d steps (%v)", total, err)
		}
		var got []string
		for _, e := range events {
			got = append(got, string(e.State)+" by "+e.By+": "+e.Reason)
		}
		if diff := cmp.Diff([]string{"open by Name of ann (ann): ", "accepted by Name of judge (judge): because", "revoked by Name of judge (judge): because"}, got); diff != "" {
			t.Error(diff)
		}
		newest, total, err := w.ClaimEvents(ctx, 0, 1, 0)
		if err != nil || total != 7 || len(newest) != 1 || newest[0].Claim != again || newest[0].State != record.ClaimRefused {
			t.Errorf("the newest of %d steps is %+v (%v)", total, newest, err)
		}
	})
}

// The same person asks for many at once, and two reviewers accept two claims at the same time:
// one of each gets it.
func TestClaimsAtOnce(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := makeWorld(t, c)
		ann, bob := w.claim(t, w.first, w.ann), w.claim(t, w.first, w.bob)
		results := make(chan error)
		for _, id := range []int64{ann, bob} {
			go func() { results <- w.JudgeClaim(context.Background(), id, record.ClaimAccepted, "why", w.judge) }()
		}
		first, second := <-results, <-results
		if (first == nil) == (second == nil) || !errors.Is(errors.Join(first, second), record.ErrClaimTaken) {
			t.Errorf("%v and %v", first, second)
		}
	})
}

func TestBoundsOfClaims(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := makeWorld(t, c)
		good := record.NewClaim{Document: w.first, Account: w.ann, Statement: "mine"}
		for name, spoil := range map[string]func(*record.NewClaim){
			"nothing stated":  func(n *record.NewClaim) { n.Statement = " \n" },
			"too much stated": func(n *record.NewClaim) { n.Statement = strings.Repeat("字", record.MostStatement+1) },
			"too many files":  func(n *record.NewClaim) { n.Files = make([]record.ClaimUpload, record.MostClaimFiles+1) },
			"files too large": func(n *record.NewClaim) {
				n.Files = []record.ClaimUpload{{Data: make([]byte, record.MostClaimBytes+1)}}
			},
			"together too large": func(n *record.NewClaim) {
				n.Files = []record.ClaimUpload{{Data: make([]byte, record.MostClaimBytes)}, {Data: []byte{1}}}
			},
		} {
			n := good
			spoil(&n)
			if _, err := w.MakeClaim(t.Context(), n); !errors.Is(err, record.ErrClaimBounds) {
				t.Errorf("%s: %v", name, err)
			}
		}
		for n := range record.MostOpenClaims {
			doc, _ := librarytest.Applied(t, w.Store, librarytest.Upload("more "+strings.Repeat("x", n)))
			w.claim(t, doc, w.ann)
		}
		if _, err := w.MakeClaim(t.Context(), good); !errors.Is(err, record.ErrClaimMany) {
			t.Errorf("one too many: %v", err)
		}
	})
}

func TestReadClaims(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := makeWorld(t, c)
		ctx := t.Context()
		files := []record.ClaimUpload{{Name: "合同.pdf", Data: []byte("%PDF-1.7 a contract")}, {Name: "empty.txt"}}
		ann, bob, other := w.claim(t, w.first, w.ann, files...), w.claim(t, w.second, w.bob), w.claim(t, w.applications[1], w.bob)
		w.judged(t, bob, record.ClaimRefused)

		claim := librarytest.Must(w.Claim(ctx, ann))(t)
		want := record.Claim{
			ID: ann, Document: w.first, Newest: w.second, Address: address, Title: "A page", Account: w.ann, Claimant: "Name of ann (ann)", Statement: "I wrote this.",
			State: record.ClaimOpen, MadeAt: claim.MadeAt, Last: record.ClaimEvent{Claim: ann, State: record.ClaimOpen, Account: w.ann, By: "Name of ann (ann)", At: claim.Last.At},
		}
		if diff := cmp.Diff(want, claim); diff != "" {
			t.Error(diff)
		}
		if _, err := w.Claim(ctx, 1<<40); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("a claim that is not there: %v", err)
		}

		list := librarytest.Must(w.ClaimFiles(ctx, ann))(t)
		for i, f := range list {
			got, data, err := w.ClaimFile(ctx, ann, f.Ordinal)
			if err != nil || got != f || f.Name != files[i].Name || int(f.Size) != len(files[i].Data) || !bytes.Equal(data, files[i].Data) {
				t.Errorf("file %d: %+v with %q (%v)", i, got, data, err)
			}
		}
		if _, _, err := w.ClaimFile(ctx, bob, 1); len(list) != 2 || !errors.Is(err, record.ErrNotFound) {
			t.Errorf("%d files, and of another claim: %v", len(list), err)
		}

		for name, tc := range map[string]struct {
			filter record.ClaimFilter
			want   []int64
			total  int
		}{
			"all":             {record.ClaimFilter{}, []int64{other, bob, ann}, 3},
			"the second":      {record.ClaimFilter{Limit: 1, Offset: 1}, []int64{bob}, 3},
			"one person's":    {record.ClaimFilter{Account: w.bob}, []int64{other, bob}, 2},
			"refused":         {record.ClaimFilter{State: record.ClaimRefused}, []int64{bob}, 1},
			"of the page":     {record.ClaimFilter{Document: w.second}, []int64{bob, ann}, 2},
			"of nothing":      {record.ClaimFilter{Document: 1 << 40}, nil, 0},
			"an address":      {record.ClaimFilter{Search: "BLOG.example"}, []int64{bob, ann}, 2},
			"a name":          {record.ClaimFilter{Search: "name of ann"}, []int64{ann}, 1},
			"what nobody has": {record.ClaimFilter{Search: "%"}, nil, 0},
		} {
			claims, total, err := w.Claims(ctx, tc.filter)
			var ids []int64
			for _, c := range claims {
				ids = append(ids, c.ID)
			}
			if err != nil || total != tc.total || !slices.Equal(ids, tc.want) {
				t.Errorf("%s: %v of %d (%v), want %v of %d", name, ids, total, err, tc.want, tc.total)
			}
		}
		counts := librarytest.Must(w.ClaimCounts(ctx, record.ClaimFilter{Account: w.bob, State: record.ClaimOpen}))(t)
		if diff := cmp.Diff(map[record.ClaimState]int{record.ClaimOpen: 1, record.ClaimRefused: 1}, counts); diff != "" {
			t.Error(diff)
		}
		librarytest.Exec(t, w.Store, `UPDATE documents SET reference = '2026-17' WHERE id = $1`, w.applications[1])
		for text, want := range map[string][]int64{address: {w.second}, "2026-17": {w.applications[1]}, "": nil, "2026": nil, address + "0": nil} {
			if got := librarytest.Must(w.Claimable(ctx, text))(t); !slices.Equal(got, want) {
				t.Errorf("%q names %v, want %v", text, got, want)
			}
		}
		if ann2, _, err := w.Claims(ctx, record.ClaimFilter{Search: "Name of ann"}); err != nil || ann2[0].Rivals != 0 { // the refused one is none
			t.Errorf("%+v (%v)", ann2, err)
		}
		w.claim(t, w.first, w.bob)
		if got := librarytest.Must(w.Claim(ctx, ann))(t).Rivals; got != 1 {
			t.Errorf("%d rivals", got)
		}
	})
}

// What is claimed of a document goes with it; of a page it stays while there is a state of it.
func TestDeletedWithDocument(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := makeWorld(t, c)
		ctx := t.Context()
		page := w.claim(t, w.second, w.ann, record.ClaimUpload{Name: "a.txt", Data: []byte("a")})
		application := w.claim(t, w.applications[0], w.bob, record.ClaimUpload{Name: "b.txt", Data: []byte("b")})
		w.judged(t, page, record.ClaimAccepted)
		w.judged(t, application, record.ClaimAccepted)
		left := func() (n int64) {
			err := w.InTx(ctx, func(tx *library.Tx) error {
				files, err := tx.ClaimFiles(ctx, page)
				if err != nil {
					return err
				}
				more, err := tx.ClaimFiles(ctx, application)
				if err != nil {
					return err
				}
				_, events, err := tx.ClaimEvents(ctx, 0, 0, 0)
				n = int64(len(files)*100 + len(more)*10 + events)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		for _, step := range []struct {
			document int64
			want     int64 // files of the page, of the application, steps of both
		}{{w.second, 114}, {w.applications[0], 102}, {w.first, 0}} {
			if err := w.DeleteDocument(ctx, step.document); err != nil {
				t.Fatal(err)
			}
			if got := left(); got != step.want {
				t.Errorf("after document %d: %d, want %d", step.document, got, step.want)
			}
			if step.document == w.second {
				c := librarytest.Must(w.Claim(ctx, page))(t)
				if c.Document != w.first || c.State != record.ClaimAccepted || !librarytest.Must(w.Verified(ctx, []int64{w.first}))(t)[w.first] {
					t.Errorf("the claim of what is left of the page: %+v", c)
				}
			}
		}
		if faults := librarytest.Must(w.Orphans(ctx))(t); len(faults) > 0 {
			t.Errorf("left over: %v", faults)
		}
	})
}

// All is in the record, and no text of it.
func TestClaimsAreRecorded(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := makeWorld(t, c)
		secret := "Geheimnis"
		ctx := audit.By(t.Context(), audit.Actor{Account: w.ann, Name: "ann"})
		id := librarytest.Must(w.MakeClaim(ctx, record.NewClaim{Document: w.applications[0], Account: w.ann, Statement: secret, Files: []record.ClaimUpload{{Name: secret + ".pdf", Data: []byte(secret)}}}))(t)
		for _, to := range []record.ClaimState{record.ClaimAccepted, record.ClaimRevoked} {
			if err := w.JudgeClaim(ctx, id, to, secret, w.judge); err != nil {
				t.Fatal(err)
			}
		}
		again := w.claim(t, w.applications[0], w.ann)
		if err := w.WithdrawClaim(ctx, again, w.ann); err != nil {
			t.Fatal(err)
		}
		if err := w.DeleteDocument(ctx, w.applications[0]); err != nil {
			t.Fatal(err)
		}
		entries, _, err := w.Entries(ctx, audit.Filter{Subject: audit.SubjectClaim}, 100)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range slices.Backward(entries) {
			got = append(got, string(e.Act.Action)+" "+e.Act.Detail["state"])
			if text := librarytest.Must(e.Encode())(t); bytes.Contains(text, []byte(secret)) {
				t.Errorf("a text is in the record: %s", text)
			}
		}
		want := []string{"add open", "decide accepted", "withdraw revoked", "add open", "end withdrawn", "delete ", "delete "}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

// Who claims is told that something was decided, until they look; what they do themselves is
// no news.
func TestNewsOfClaims(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := makeWorld(t, c)
		ctx := t.Context()
		news := func(account int64) int { return librarytest.Must(w.ClaimNews(ctx, account))(t) }
		see := func(claim, account int64) {
			t.Helper()
			if err := w.SeeClaim(ctx, claim, account); err != nil {
				t.Fatal(err)
			}
		}
		ann, bob := w.claim(t, w.first, w.ann), w.claim(t, w.applications[0], w.bob)
		if news(w.ann) != 0 || news(w.bob) != 0 {
			t.Error("there are news of claims that nobody has decided about")
		}
		w.judged(t, ann, record.ClaimAccepted)
		if news(w.ann) != 1 || news(w.bob) != 0 || !librarytest.Must(w.Claim(ctx, ann))(t).News {
			t.Error("a decision is no news")
		}
		see(ann, w.judge)
		see(bob, w.bob)
		if news(w.ann) != 1 {
			t.Error("another has seen it in their place")
		}
		see(ann, w.ann)
		if news(w.ann) != 0 || librarytest.Must(w.Claim(ctx, ann))(t).News {
			t.Error("what was seen is news still")
		}
		w.judged(t, ann, record.ClaimRevoked)
		if news(w.ann) != 1 {
			t.Error("a second decision is no news")
		}
		if err := w.WithdrawClaim(ctx, bob, w.bob); err != nil || news(w.bob) != 0 {
			t.Errorf("what somebody did is news to them: %v", err)
		}
	})
}
