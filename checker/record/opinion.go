package record

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"zhiwen/checker/evidence"
	"zhiwen/internal/each"
)

// ErrSettled refuses an opinion on a check that has its final verdict.
var ErrSettled = errors.New("the check has its final verdict")

// Opinion is what one person thinks of a check as a whole, or a step of it: of each
// person the last step counts, and Withdrawn takes back what they said before.
type Opinion struct {
	Account int64 // 0 where nobody logs in, and Reviewer tells who it is
	evidence.Opinion
}

// Of reports whether an opinion is a person's.
func (o Opinion) Of(account int64, reviewer string) bool {
	return o.Account == account && (account != 0 || o.Reviewer == reviewer)
}

// StandingOpinions returns the opinions that stand of steps in the order in which they were
// made, one a person.
func StandingOpinions(steps []Opinion) []Opinion {
	var out []Opinion
	for _, step := range steps {
		out = slices.DeleteFunc(out, func(o Opinion) bool { return o.Of(step.Account, step.Reviewer) })
		if step.Verdict != evidence.Withdrawn {
			out = append(out, step)
		}
	}
	return out
}

// OpinionVerdicts returns what opinions say.
func OpinionVerdicts(opinions []Opinion) []evidence.Verdict {
	return each.Of(opinions, func(o Opinion) evidence.Verdict { return o.Verdict })
}

// Wanted returns how many opinions a call wants: at least one. Where nobody knows it, it is several, so that reviewers
// see no opinion that may be hidden from them.
func (s CallSettings) Wanted() int {
	if s.Damaged {
		return 2
	}
	return max(1, s.Opinions)
}

// NoDue is the number of no day, behind all others.
const NoDue = 99999999

// DueNumber converts a day YYYY-MM-DD to the number YYYYMMDD, by which lists are sorted; anything
// else is NoDue.
func DueNumber(day string) int {
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return NoDue
	}
	n, _ := strconv.Atoi(strings.ReplaceAll(day, "-", "")) // a day is one
	return n
}

// DueDay returns the day of a DueNumber, YYYY-MM-DD; "" for NoDue.
func DueDay(n int) string {
	if n <= 0 || n >= NoDue {
		return ""
	}
	day, err := time.Parse("20060102", strconv.Itoa(n))
	if err != nil {
		return ""
	}
	return day.Format(time.DateOnly)
}

// Sharing holds the facts about an application that a rule of distribution uses.
type Sharing struct {
	Document int64
	Call     int64
	Identity evidence.Identity
	Wanted   int              // opinions
	Given    []Opinion        // that stand on its shown check
	Verdict  evidence.Verdict // of that check
	Assigned []int64          // accounts, in order
	Due      map[int64]string // of the accounts it is assigned to
}

// Assigning is an application to be given to an account, until a day YYYY-MM-DD; "" is
// that of its call.
type Assigning struct {
	Account, Document int64
	Due               string
}

// ReviewerCount is the progress of a reviewer with their assignments.
type ReviewerCount struct {
	Account int64
	Given   int // applications that are assigned
	Done    int // of them, with their opinion, or with the final verdict
	Overdue int // of the others, those whose day has passed
	Next    int // the first day of the others, as a DueNumber
}
