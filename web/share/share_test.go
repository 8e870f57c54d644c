package share_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/share"
)

func account(id int64, institution string) record.Account {
	return record.Account{ID: id, Login: fmt.Sprint("r", id), Name: fmt.Sprint("评审", id), Institution: institution, State: record.AccountActive}
}

func application(id int64, wanted int, identity evidence.Identity) record.Sharing {
	return record.Sharing{Document: id, Wanted: wanted, Identity: identity}
}

// given returns who gets what, as "document: accounts".
func given(p share.Plan) (out []string) {
	of := map[int64][]string{}
	var order []int64
	for _, a := range p.Assign {
		if of[a.Document] == nil {
			order = append(order, a.Document)
		}
		of[a.Document] = append(of[a.Document], fmt.Sprint(a.Account))
	}
	for _, d := range order {
		out = append(out, fmt.Sprintf("%d: %s", d, strings.Join(of[d], " ")))
	}
	return out
}

func lacks(p share.Plan) (out []string) {
	for _, l := range p.Lacks {
		out = append(out, fmt.Sprintf("%d lacks %d: %s", l.Application.Document, l.Missing, l.Why))
	}
	return out
}

func opinionOf(account int64, v evidence.Verdict) record.Opinion {
	return record.Opinion{Account: account, Opinion: evidence.Opinion{Verdict: v, Reviewer: fmt.Sprint("r", account)}}
}

func TestRules(t *testing.T) {
	a, b, c := account(1, "甲大学"), account(2, "乙大学"), account(3, "丙大学")
	all := []record.Account{a, b, c}
	reviewer := func(a record.Account, most int, words string, has int) share.Reviewer {
		return share.Reviewer{Account: a, Most: most, Words: words, Has: has}
	}
	everybody := []share.Reviewer{reviewer(a, 0, "", 0), reviewer(b, 0, "", 0), reviewer(c, 0, "", 0)}
	of := func(institution string) evidence.Identity { return evidence.Identity{Institution: institution} }
	decided := application(1, 1, of("丁大学"))
	decided.Verdict = evidence.NoConcern
	third := application(1, 2, of("丁大学"))
	third.Assigned = []int64{1, 2}
	third.Given = []record.Opinion{opinionOf(1, evidence.NoConcern), opinionOf(2, evidence.Explain)}
	agreed := third
	agreed.Given = []record.Opinion{opinionOf(1, evidence.NoConcern), opinionOf(2, evidence.NoConcern)}
	barred := application(1, 1, of("甲大学"))
	barred.Assigned = []int64{1}
	locked := b
	locked.State = record.AccountLocked
	ofLocked := application(1, 1, of("丁大学"))
	ofLocked.Assigned = []int64{2}
	for _, x := range []struct {
		name         string
		applications []record.Sharing
		reviewers    []share.Reviewer
		accounts     []record.Account
		given, lacks []string
	}{
		{"conflicts are left out", []record.Sharing{
			application(1, 2, of("甲大学")), application(2, 2, evidence.Identity{Institution: "丁大学", Participants: []evidence.Person{{Name: "某", Institution: "乙大学"}}}),
			application(3, 2, evidence.Identity{Institution: "丁大学", Applicant: "评审3"}),
		}, everybody, all, []string{"1: 2 3", "2: 1 3", "3: 1 2"}, []string(nil)},
		{"evenly, what they have counted", []record.Sharing{application(1, 1, of("")), application(2, 1, of("")), application(3, 1, of(""))},
			[]share.Reviewer{reviewer(a, 0, "", 2), reviewer(b, 0, "", 0), reviewer(c, 0, "", 1)}, all, []string{"1: 2", "2: 2", "3: 3"}, nil},
		{"no more than they take", []record.Sharing{application(1, 1, of("")), application(2, 1, of("")), application(3, 2, of(""))},
			[]share.Reviewer{reviewer(a, 1, "", 0), reviewer(b, 3, "", 2)}, all, []string{"1: 1", "2: 2"}, []string{"3 lacks 2: full"}},
		{"by words, whatever their script", []record.Sharing{
			application(1, 1, evidence.Identity{Programme: "面上項目", Title: "圖神經網絡"}), application(2, 1, evidence.Identity{Title: "Catalysis", Keywords: []string{"化学"}}),
			application(3, 1, evidence.Identity{Title: "古籍"}),
		}, []share.Reviewer{reviewer(a, 0, "图神经，计算机", 0), reviewer(b, 0, "化学 CATALYSIS", 0)}, all, []string{"1: 1", "2: 2"}, []string{"3 lacks 1: words"}},
		{"who fits has to do with it", []record.Sharing{application(1, 1, evidence.Identity{Title: "图", Institution: "甲大学"})},
			[]share.Reviewer{reviewer(a, 0, "图", 0), reviewer(b, 0, "化", 0)}, all, nil, []string{"1 lacks 1: conflict"}},
		{"what there is fills", []record.Sharing{
			{Document: 1, Wanted: 2, Assigned: []int64{1}}, {Document: 2, Wanted: 2, Assigned: []int64{1, 2}}, {Document: 3, Wanted: 1, Assigned: []int64{3}},
		}, everybody[:2], all, []string{"1: 2"}, nil},
		{"all who fit have it", []record.Sharing{{Document: 1, Wanted: 3, Assigned: []int64{1, 2}}}, everybody[:2], all, nil, []string{"1 lacks 1: has"}},
		{"fewer reviewers than are wanted", []record.Sharing{application(1, 3, of(""))}, everybody[:2], all, []string{"1: 1 2"}, []string{"1 lacks 1: has"}},
		{"a third where two differ", []record.Sharing{third}, everybody, all, []string{"1: 3"}, nil},
		{"no third where they agree", []record.Sharing{agreed}, everybody, all, nil, nil},
		{"nothing once it is decided", []record.Sharing{decided}, everybody, all, nil, nil},
		{"who may not see it does not count", []record.Sharing{barred}, everybody[:2], all, []string{"1: 2"}, nil},
		{"nor who is locked", []record.Sharing{ofLocked}, everybody[:1], []record.Account{a, locked, c}, []string{"1: 1"}, nil},
		{"what is scarce is kept for whom it fits alone", []record.Sharing{
			application(1, 1, evidence.Identity{Title: "图"}), application(2, 1, evidence.Identity{Title: "图 化"}),
		}, []share.Reviewer{reviewer(a, 1, "图", 0), reviewer(b, 1, "化", 0)}, all, []string{"1: 1", "2: 2"}, nil},
	} {
		p := share.Applications(x.applications, x.reviewers, x.accounts)
		if diff := cmp.Diff(x.given, given(p)) + cmp.Diff(x.lacks, lacks(p)); diff != "" {
			t.Errorf("%s: %s", x.name, diff)
		}
		// Once it is done, the same rule has nothing left to do.
		for _, a := range p.Assign {
			for i := range x.applications {
				if x.applications[i].Document == a.Document {
					x.applications[i].Assigned = append(slices.Clone(x.applications[i].Assigned), a.Account)
				}
			}
		}
		for i := range x.reviewers {
			x.reviewers[i].Has += p.Got[i].New
		}
		if again := share.Applications(x.applications, x.reviewers, x.accounts); len(again.Assign) > 0 {
			t.Errorf("%s: again it gives %v", x.name, given(again))
		}
	}
}

// No other sharing gives more, nor as much more evenly: all of them are tried.
func TestEqualsTheBestOfAll(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 10))
	for n := range 300 {
		var reviewers []share.Reviewer
		var accounts []record.Account
		for i := range 3 {
			a := account(int64(i+1), "")
			accounts = append(accounts, a)
			reviewers = append(reviewers, share.Reviewer{Account: a, Most: r.IntN(5), Words: string(rune('a' + i)), Has: r.IntN(3)})
		}
		var applications []record.Sharing
		for i := range 1 + r.IntN(6) {
			var words []string
			for j := range 3 {
				if r.IntN(2) == 0 {
					words = append(words, string(rune('a'+j)))
				}
			}
			applications = append(applications, application(int64(i+1), 1, evidence.Identity{Keywords: words}))
		}
		p := share.Applications(applications, reviewers, accounts)
		load := make([]int, len(reviewers))
		squares := func() (sum int) {
			for _, l := range load {
				sum += l * l
			}
			return sum
		}
		for i, x := range reviewers {
			load[i] = x.Has + p.Got[i].New
			if p.Got[i].New > 0 && x.Most > 0 && load[i] > x.Most {
				t.Fatalf("case %d: reviewer %d has %d, and takes %d", n, i, load[i], x.Most)
			}
		}
		got := [2]int{len(p.Assign), squares()}
		best := [2]int{-1, 0}
		for i, x := range reviewers {
			load[i] = x.Has
		}
		var try func(i, done int)
		try = func(i, done int) {
			if i == len(applications) {
				if s := squares(); done > best[0] || done == best[0] && s < best[1] {
					best = [2]int{done, s}
				}
				return
			}
			try(i+1, done)
			for j, x := range reviewers {
				if slices.Contains(applications[i].Identity.Keywords, x.Words) && (x.Most == 0 || load[j] < x.Most) {
					load[j]++
					try(i+1, done+1)
					load[j]--
				}
			}
		}
		try(0, 0)
		if got != best {
			t.Fatalf("case %d: %v assigned and squares, the best is %v: %v of %+v", n, got, best, given(p), reviewers)
		}
	}
}

// A call of 8,000 with two opinions each among 200 reviewers.
func BenchmarkApplications(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var reviewers []share.Reviewer
	var accounts []record.Account
	for i := range 200 {
		a := account(int64(i+1), fmt.Sprint("大学", i%80))
		accounts = append(accounts, a)
		reviewers = append(reviewers, share.Reviewer{Account: a, Most: 85, Words: fmt.Sprintf("领域%d 领域%d", i%20, (i+7)%20)})
	}
	var applications []record.Sharing
	for i := range 8000 {
		applications = append(applications, application(int64(i+1), 2, evidence.Identity{
			Title: "题目", Institution: fmt.Sprint("大学", r.IntN(80)), Keywords: []string{fmt.Sprintf("领域%d", min(r.IntN(20), r.IntN(20)))},
		}))
	}
	for b.Loop() {
		share.Applications(applications, reviewers, accounts)
	}
}

// What is remembered of names finds the same conflicts as asking each time.
func TestConflictsAreAllFound(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	names, institutions := []string{"王建国", "李雪梅", "陈晓东", ""}, []string{"某某大学", "某某大学化学学院", "江南研究院", "北方工业大学", ""}
	pick := func(from []string) string { return from[r.IntN(len(from))] }
	found := 0
	for range 2000 {
		a := record.Account{ID: 1, Name: pick(names), Institution: pick(institutions)}
		of := evidence.Identity{Applicant: pick(names), Institution: pick(institutions), Cooperating: []string{pick(institutions)},
			Participants: []evidence.Person{{Name: pick(names), Institution: pick(institutions)}, {Name: pick(names)}}}
		p := share.Applications([]record.Sharing{application(1, 1, of)}, []share.Reviewer{{Account: a}}, []record.Account{a})
		if got, want := len(p.Lacks) == 1, share.Conflict(a, of); got != want {
			t.Fatalf("%+v and %+v: a conflict is %v, want %v", a, of, got, want)
		} else if got {
			found++
		}
	}
	if found < 500 || found > 1900 {
		t.Errorf("%d conflicts of 2000 say little", found)
	}
}
