package report

import (
	"errors"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
)

// verdictOn returns the verdict on a match, or Withdrawn.
func verdictOn(d score.Decided, m *evidence.Match) evidence.Verdict {
	if decision := d.Match(m.ID); decision != nil {
		return decision.Verdict
	}
	return evidence.Withdrawn
}

// refusedBy returns why a match does not count by decision, "" where it does.
func refusedBy(d score.Decided, s *evidence.Source, m *evidence.Match) Cause {
	switch {
	case d.SetAside(s.ID):
		return causeSource
	case d.Dismissed(m.ID):
		return causeDismissed
	}
	return ""
}

// DecideForm is the view of partial/decide.html: what forms about a check need.
type DecideForm struct {
	Check    int64
	Back     string
	Reviewer string
	Seen     int   // how many decisions the page knows
	Match    int   // that the forms begin with
	Source   int64 // likewise
	Name     string
	Reasons  []evidence.ReviewReason
	Verdicts []evidence.Verdict
	Verdict  *evidence.Decision // of the check
	Onward   string             // address of the next application that waits for a verdict; "" for none
	Final    bool               // the verdict stands apart from opinions of several people

	others map[score.Subject]bool // sources and matches with another reviewer's decision, where only that reviewer withdraws it
}

// Withdrawal is a form that takes a decision back, for the template of that
// name.
type Withdrawal struct {
	DecideForm
	Subject evidence.Subject
	Ref     int64
	Closed  bool // the reader may not: the decision is another's
}

// WithdrawalOf returns the template function "withdrawal".
func WithdrawalOf(form DecideForm, subject evidence.Subject, ref any) Withdrawal {
	w := Withdrawal{DecideForm: form, Subject: subject}
	switch ref := ref.(type) {
	case int64: // of a source
		w.Ref = ref
	case int: // of a match
		w.Ref = int64(ref)
	}
	w.Closed = form.others[score.Subject{Kind: subject, ID: w.Ref}]
	return w
}

// DecideForm returns what forms about the check need, for the reviewer of a name; they lead back to
// an address.
func (a *Assessment) DecideForm(reviewer, back string) DecideForm {
	others := map[score.Subject]bool{}
	for i, stands := range score.Standing(a.Steps) {
		if d := a.Steps[i]; a.Several && stands && d.Subject != evidence.SubjectCheck && d.Reviewer != reviewer {
			others[score.SubjectOf(d)] = true
		}
	}
	return DecideForm{
		others: others,
		Check:  a.Check.ID, Back: back, Reviewer: reviewer, Seen: len(a.Steps), Reasons: evidence.ReviewReasons(),
		Verdicts: evidence.SubjectCheck.Verdicts(), Verdict: a.Decided.Check(),
	}
}

// ErrNotHeld reports a decision about something that the evidence does not contain.
var ErrNotHeld = errors.New("the evidence has no such source or match")

// Holds reports whether the evidence has what a decision is about.
func (a *Assessment) Holds(kind evidence.Subject, id int64) bool {
	switch kind {
	case evidence.SubjectCheck:
		return id == 0
	case evidence.SubjectSource:
		return slices.ContainsFunc(a.All, func(s evidence.Source) bool { return s.ID == id })
	case evidence.SubjectMatch:
		return a.hint(int(id)) != nil || slices.ContainsFunc(a.All, func(s evidence.Source) bool {
			return slices.ContainsFunc(s.Matches, func(m evidence.Match) bool { return int64(m.ID) == id })
		})
	}
	return false
}

// Decisions holds the decisions about a check, for the template "decisions".
type Decisions struct {
	Form      DecideForm
	Matches   int // of all sources that are not set aside
	Confirmed int
	Dismissed int
	SetAside  []Decision // sources
	Steps     []Decision // all of them, the newest first
}

// Undecided returns the number of matches without a decision.
func (v Decisions) Undecided() int { return v.Matches - v.Confirmed - v.Dismissed }

// Decision is one decision with the name of its subject.
type Decision struct {
	evidence.Decision
	Rank   int    // of the source
	Name   string // of the source
	Number int    // of the match among those of its source, of a hint among all
	Hint   bool   // its subject is a hint
	Href   string // where the subject is seen
	Open   bool   // it counts still
}

// Decisions lists the decisions, with a form to take them back.
func (a *Assessment) Decisions(form DecideForm) Decisions {
	v := Decisions{Form: form}
	of := map[int64]*evidence.Source{} // by match
	for i := range a.All {
		s := &a.All[i]
		aside := a.Decided.Source(s.ID) != nil
		for j := range s.Matches {
			m := &s.Matches[j]
			of[int64(m.ID)] = s
			decision := a.Decided.Match(m.ID)
			switch {
			case aside, a.apart(m):
				continue
			case decision != nil && decision.Verdict == evidence.Confirmed:
				v.Confirmed++
			case decision != nil:
				v.Dismissed++
			}
			v.Matches++
		}
	}
	numbers := map[int64]map[int]int{} // by source
	standing := score.Standing(a.Steps)
	for i, d := range slices.Backward(a.Steps) {
		step := Decision{Decision: d}
		var s *evidence.Source
		switch d.Subject {
		case evidence.SubjectMatch:
			if h := a.hint(int(d.ID)); h != nil {
				s = a.hinted[h.Source]
				step.Hint, step.Number, step.Href = true, a.hintNumber(h.ID), a.Address.Hint(h.ID)
			} else if s = of[d.ID]; s != nil {
				if numbers[s.ID] == nil {
					numbers[s.ID] = a.ordinals(s.ID)
				}
				step.Href, step.Number = a.Address.Pair(s.ID, int(d.ID))+pairAnchor(int(d.ID)), numbers[s.ID][int(d.ID)]
			}
		case evidence.SubjectSource:
			if s = a.Source(d.ID); s != nil {
				step.Href = a.Address.Pair(s.ID, 0)
			}
		}
		if s != nil {
			step.Rank, step.Name = a.ranks[s.ID], NameOf(s.Identity)
		}
		step.Open = standing[i]
		v.Steps = append(v.Steps, step)
		if step.Open && d.Subject == evidence.SubjectSource {
			v.SetAside = append(v.SetAside, step)
		}
	}
	return v
}
