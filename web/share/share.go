// Package share assigns applications to reviewers by a rule: evenly, to nobody connected with their
// people, and to nobody beyond their limit. In go applications with their current assignments, and
// reviewers; out comes a plan: who would get which, and what cannot be assigned and why. It changes
// nothing, knows no HTTP and no SQL, and equal values give equal plans.
package share

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/checker/script"
	"zhiwen/internal/each"
)

// Reviewer is a person to whom a rule assigns applications.
type Reviewer struct {
	Account record.Account
	Most    int    // applications that they take at most, those that they have of these calls included; 0 is any number
	Words   string // parted by commas or spaces: one of them stands in programme, title or keywords; "" is every application
	Has     int    // how many of these calls they have already
}

// Why says why an application lacks reviewers.
type Why string

// The reasons, in the order in which they are tested: each concerns the reviewers that remain after
// the previous ones.
const (
	NobodyFits Why = "words"    // it has no word of any of them
	Conflicts  Why = "conflict" // all who fit have something to do with its people
	AllHaveIt  Why = "has"      // all others who fit have it already
	AllFull    Why = "full"     // all others take no more
)

// Whys returns all of them.
func Whys() []Why { return []Why{NobodyFits, Conflicts, AllHaveIt, AllFull} }

// Lack is an application that does not get as many reviewers as it needs.
type Lack struct {
	Application record.Sharing
	Missing     int
	Why         Why
}

// Got is the share of a reviewer in a plan.
type Got struct {
	Reviewer
	New int
}

// Plan says who would get which applications.
type Plan struct {
	Assign  []record.Assigning // by document, then account
	Got     []Got              // of all reviewers, in the order in which they came
	Lacks   []Lack             // by document
	Served  int                // applications that get somebody
	Enough  int                // applications that need nobody more
	Decided int                // applications with their final verdict: they need nobody
	Barred  int                // assignments there are already to somebody who has a conflict of interest, which do not count
}

// Sum is equal for plans that assign the same.
func (p Plan) Sum() string {
	h := sha256.New()
	for _, a := range p.Assign {
		_, _ = fmt.Fprintln(h, a.Document, a.Account) // cannot fail
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// Conflict reports whether somebody has to do with the people of an application.
func Conflict(a record.Account, of evidence.Identity) bool {
	return score.Conflict(evidence.Person{Name: a.Name, Institution: a.Institution}, of) != evidence.Other
}

// Applications shares out. accounts are all there are: those of assignments that there are
// already are looked up among them; one of somebody who is locked or has a conflict of
// interest does not count, unless they have given their opinion. As many are assigned as
// can be, as evenly as can be: an application goes to whom has the least to do, also where
// that takes handing another on (optimal semi-matching, Harvey et al. 2003).
func Applications(applications []record.Sharing, reviewers []Reviewer, accounts []record.Account) Plan {
	known := each.Map(accounts, func(a record.Account) (int64, record.Account) { return a.ID, a })
	s := sharing{reviewers: reviewers, load: make([]int, len(reviewers)), new: make([][]int, len(reviewers)),
		words: make([][]string, len(reviewers))}
	s.movable, s.people = make([][]int, len(reviewers)), people{map[string]string{}, map[[2]string]bool{}}
	for i, r := range reviewers {
		s.load[i], s.words[i] = r.Has, wordsOf(r.Words)
		s.movable[i] = make([]int, len(reviewers))
	}
	var p Plan
	for _, x := range applications {
		if x.Verdict != evidence.Withdrawn {
			p.Decided++
			continue
		}
		t := task{of: x, needs: needs(x)}
		for _, account := range x.Assigned {
			a, ok := known[account]
			gave := slices.ContainsFunc(x.Given, func(o record.Opinion) bool { return o.Account == account })
			switch {
			case gave || ok && a.State != record.AccountLocked && !Conflict(a, x.Identity):
				t.needs--
			case ok && a.State != record.AccountLocked:
				p.Barred++
			}
		}
		for _, o := range x.Given { // whoever has said something without being asked
			if o.Account == 0 || !slices.Contains(x.Assigned, o.Account) {
				t.needs--
			}
		}
		if t.needs <= 0 {
			p.Enough++
			continue
		}
		t.fits, t.why = s.fitting(x)
		s.tasks = append(s.tasks, t)
	}
	s.share()
	for _, t := range s.tasks {
		if len(t.given) > 0 {
			p.Served++
		}
		if missing := t.needs - len(t.given); missing > 0 {
			why := t.why
			if why == "" {
				why = AllFull
				if len(t.given) == len(t.fits) {
					why = AllHaveIt
				}
			}
			p.Lacks = append(p.Lacks, Lack{t.of, missing, why})
		}
		for _, r := range t.given {
			p.Assign = append(p.Assign, record.Assigning{Account: reviewers[r].Account.ID, Document: t.of.Document})
		}
	}
	slices.SortFunc(p.Assign, func(a, b record.Assigning) int {
		return cmp.Or(cmp.Compare(a.Document, b.Document), cmp.Compare(a.Account, b.Account))
	})
	slices.SortFunc(p.Lacks, func(a, b Lack) int { return cmp.Compare(a.Application.Document, b.Application.Document) })
	for i, r := range reviewers {
		p.Got = append(p.Got, Got{r, len(s.new[i])})
	}
	return p
}

// needs returns how many people an application needs in all.
func needs(x record.Sharing) int {
	o, _ := score.Weigh(x.Wanted, record.OpinionVerdicts(x.Given))
	return o.Needed()
}

// task is an application that needs reviewers.
type task struct {
	of    record.Sharing
	needs int
	fits  []int // reviewers it can be given to
	why   Why   // where there are none
	given []int // of them
}

// sharing is the work of Applications. Reviewers and tasks are known by their places.
type sharing struct {
	reviewers []Reviewer
	words     [][]string
	tasks     []task
	load      []int
	new       [][]int // tasks, by reviewer
	movable   [][]int // how many new tasks of one reviewer another could have in their place
	people    people
}

// fitting returns the reviewers whom an application can be given to, or why there are none.
func (s *sharing) fitting(x record.Sharing) (fits []int, why Why) {
	text := fold(strings.Join(append([]string{x.Identity.Programme, x.Identity.Title}, x.Identity.Keywords...), "\n"))
	why = NobodyFits
	people := s.people.of(x.Identity)
	for i, r := range s.reviewers {
		if len(s.words[i]) > 0 && !slices.ContainsFunc(s.words[i], func(w string) bool { return strings.Contains(text, w) }) {
			continue
		}
		switch {
		case s.people.mayConflict(r.Account, people) && Conflict(r.Account, x.Identity):
			if why == NobodyFits {
				why = Conflicts
			}
		case slices.Contains(x.Assigned, r.Account.ID),
			slices.ContainsFunc(x.Given, func(o record.Opinion) bool { return o.Account == r.Account.ID }):
			why = AllHaveIt
		default:
			fits = append(fits, i)
		}
	}
	if len(fits) > 0 {
		return fits, ""
	}
	return nil, why
}

// share gives each task the reviewers it needs, one at a time so that scarce reviewers are spread:
// first the tasks that fewest fit.
func (s *sharing) share() {
	order := make([]int, len(s.tasks))
	most := 0
	for i, t := range s.tasks {
		order[i] = i
		most = max(most, t.needs)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(s.tasks[a].fits), len(s.tasks[b].fits)) })
	for round := range most {
		for _, i := range order {
			if s.tasks[i].needs > round {
				s.give(i)
			}
		}
	}
}

// full reports whether a reviewer takes no more.
func (s *sharing) full(r int) bool {
	return s.reviewers[r].Most > 0 && s.load[r] >= s.reviewers[r].Most
}

// Values for the absence of a reviewer who hands on: nobody has come to the reviewer yet, or the
// task itself has.
const (
	unseen = -1
	first  = -2
)

// give finds one more reviewer for a task: among all who can take it, directly or by handing on a
// task of another reviewer, the one with the least work who can take more.
func (s *sharing) give(i int) {
	from := make([]int, len(s.reviewers)) // reviewer by reviewer: who hands on to them
	for r := range from {
		from[r] = unseen
	}
	var queue []int
	for _, r := range s.tasks[i].fits {
		if !slices.Contains(s.tasks[i].given, r) {
			from[r] = first
			queue = append(queue, r)
		}
	}
	least := -1 // load of whom nobody has less
	for r := range s.reviewers {
		if !s.full(r) && (least < 0 || s.load[r] < least) {
			least = s.load[r]
		}
	}
	best := -1
	better := func(r int) bool { return !s.full(r) && (best < 0 || s.load[r] < s.load[best]) }
	for n := 0; n < len(queue) && least >= 0; n++ {
		r := queue[n]
		if better(r) {
			best = r
		}
		if best >= 0 && s.load[best] == least {
			break
		}
		for other, n := range s.movable[r] {
			if n > 0 && from[other] == unseen {
				from[other] = r
				queue = append(queue, other)
			}
		}
	}
	if best < 0 {
		return
	}
	for from[best] != first {
		giver := from[best]
		s.hand(giver, best)
		best = giver
	}
	s.add(i, best)
}

// hand hands the first task on that a reviewer can.
func (s *sharing) hand(from, to int) {
	for _, i := range s.new[from] {
		if slices.Contains(s.tasks[i].fits, to) && !slices.Contains(s.tasks[i].given, to) {
			s.remove(i, from)
			s.add(i, to)
			return
		}
	}
}

// add gives a reviewer a task, remove takes it.
func (s *sharing) add(i, r int) {
	s.change(i, func() { s.tasks[i].given = append(s.tasks[i].given, r); s.new[r] = append(s.new[r], i); s.load[r]++ })
}
func (s *sharing) remove(i, r int) {
	s.change(i, func() {
		is := func(want int) func(int) bool { return func(x int) bool { return x == want } }
		s.tasks[i].given, s.new[r] = slices.DeleteFunc(s.tasks[i].given, is(r)), slices.DeleteFunc(s.new[r], is(i))
		s.load[r]--
	})
}

// change runs do, which reassigns task i, and keeps movable up to date.
func (s *sharing) change(i int, do func()) {
	count := func(by int) {
		for _, from := range s.tasks[i].given {
			for _, to := range s.tasks[i].fits {
				if !slices.Contains(s.tasks[i].given, to) {
					s.movable[from][to] += by
				}
			}
		}
	}
	count(-1)
	do()
	count(1)
}

// people remembers what was compared of names, which are few: reviewers and applications
// have the same institutions again and again.
type people struct {
	keys map[string]string  // score.NameKey
	same map[[2]string]bool // score.SameInstitution
}

// involved are the people of an application.
type involved struct {
	names        []string // their keys
	institutions []string
}

func (p *people) key(name string) string {
	key, ok := p.keys[name]
	if !ok {
		key = score.NameKey(name)
		p.keys[name] = key
	}
	return key
}

func (p *people) of(i evidence.Identity) (x involved) {
	x.names = append(x.names, p.key(i.Applicant))
	x.institutions = append(append(x.institutions, i.Institution), i.Cooperating...)
	for _, one := range i.Participants {
		x.names, x.institutions = append(x.names, p.key(one.Name)), append(x.institutions, one.Institution)
	}
	return x
}

// mayConflict reports whether somebody shares a name or an institution with the people of an
// application: without, Conflict finds nothing either.
func (p *people) mayConflict(a record.Account, of involved) bool {
	if slices.Contains(of.names, p.key(a.Name)) {
		return true
	}
	return slices.ContainsFunc(of.institutions, func(institution string) bool {
		pair := [2]string{a.Institution, institution}
		same, ok := p.same[pair]
		if !ok {
			same = score.SameInstitution(a.Institution, institution)
			p.same[pair] = same
		}
		return same
	})
}

// wordsOf parts words that were typed.
func wordsOf(text string) []string {
	return strings.FieldsFunc(fold(text), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;、/|", r) })
}

// fold makes texts alike that readers take for the same.
func fold(s string) string {
	return strings.Map(func(r rune) rune { return script.Simplified(unicode.ToLower(r)) }, norm.NFKC.String(s))
}
