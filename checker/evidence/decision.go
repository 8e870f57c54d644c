package evidence

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Decisions is what people have decided about the evidence, in an export. Stored evidence has none,
// and decisions change no other part of the evidence.
type Decisions struct {
	// Countable and the next four are the scores without dismissed matches and excluded sources.
	Countable     int `xml:"countable,attr"`
	Covered       int `xml:"covered,attr"`
	WithoutOwn    int `xml:"withoutOwn,attr"`
	WithoutQuoted int `xml:"withoutQuoted,attr,omitempty"`
	LargestFull   int `xml:"largestFull,attr,omitempty"`

	Decisions []Decision `xml:"decision"`

	// Wanted is the number of independent opinions that the call wanted, 0 if one was enough. If it
	// is not 0, Opinions are those that stood, in the order in which they were written, and Follows
	// says how the verdict on the check relates to them (score.Follows), "" without a verdict.
	Wanted   int       `xml:"wanted,attr,omitempty"`
	Follows  string    `xml:"follows,attr,omitempty"`
	Opinions []Opinion `xml:"opinion"`
}

// Opinion is what one of several people, independently of the others, thinks of a check as a whole.
type Opinion struct {
	Verdict  Verdict   `xml:"verdict,attr"`
	Reviewer string    `xml:"reviewer,attr"`
	At       time.Time `xml:"at,attr"` // in UTC
	Reason   string    `xml:",chardata"`
}

// Validate returns an error if this is no possible opinion or withdrawal.
func (o Opinion) Validate() error {
	return Decision{Subject: SubjectCheck, Verdict: o.Verdict, Reviewer: o.Reviewer}.Validate()
}

// NewDecisions returns decisions that leave the given scores.
func NewDecisions(left Scores, list []Decision) *Decisions {
	return &Decisions{
		Countable: left.Countable, Covered: left.Covered, WithoutOwn: left.WithoutOwn,
		WithoutQuoted: left.WithoutQuoted, LargestFull: left.LargestFull, Decisions: list,
	}
}

// Decision is a reviewer's decision about a check, one of its sources or one of its matches.
type Decision struct {
	Subject  Subject      `xml:"subject,attr"`
	ID       int64        `xml:"ref,attr"` // of the source or the match in the evidence; 0 for the check
	Verdict  Verdict      `xml:"verdict,attr"`
	Reason   ReviewReason `xml:"reason,attr,omitempty"`
	Reviewer string       `xml:"reviewer,attr"`
	At       time.Time    `xml:"at,attr"` // in UTC
	Comment  string       `xml:",chardata"`
}

// Validate returns an error if nobody can decide so, or withdraw a decision so. It does not look
// whether the subject exists.
func (d Decision) Validate() error {
	switch {
	case d.Subject.Verdicts() == nil, (d.ID == 0) != (d.Subject == SubjectCheck), d.ID < 0:
		return fmt.Errorf("about %s %d", d.Subject, d.ID)
	case d.Verdict != Withdrawn && !slices.Contains(d.Subject.Verdicts(), d.Verdict):
		return fmt.Errorf("%s %s", d.Verdict, d.Subject)
	case d.Reviewer == "":
		return errors.New("nobody decides")
	case d.Reason == "" && d.Verdict.NeedsReason(), d.Reason != "" && !slices.Contains(ReviewReasons(), d.Reason):
		return fmt.Errorf("for the reason %q", d.Reason)
	}
	return nil
}

// Subject is the thing that a decision is about.
type Subject string

// The subjects.
const (
	SubjectCheck  Subject = "check"
	SubjectSource Subject = "source"
	SubjectMatch  Subject = "match"
)

// Verdict is the content of a decision. Only people decide.
type Verdict string

// The verdicts: of checks, of sources, of matches, and of any of them.
const (
	NoConcern Verdict = "no-concern" // nothing of importance
	Explain   Verdict = "explain"    // the applicant is asked to explain
	Suspected Verdict = "suspected"  // misconduct is suspected
	SetAside  Verdict = "excluded"   // the source does not count
	Confirmed Verdict = "confirmed"  // the match is what the evidence says
	Dismissed Verdict = "dismissed"  // the match does not count
	Withdrawn Verdict = ""           // the decision before is taken back
)

// Verdicts returns the verdicts that a subject can have, without Withdrawn.
func (s Subject) Verdicts() []Verdict {
	switch s {
	case SubjectCheck:
		return []Verdict{NoConcern, Explain, Suspected}
	case SubjectSource:
		return []Verdict{SetAside}
	case SubjectMatch:
		return []Verdict{Confirmed, Dismissed}
	}
	return nil
}

// NeedsReason reports whether a verdict needs a reason, because it changes the scores.
func (v Verdict) NeedsReason() bool { return v == SetAside || v == Dismissed }

// ReviewReason says why a match or a source does not count.
type ReviewReason string

// The reasons of reviewers.
const (
	ReviewOwnWork    ReviewReason = "own-work"   // the applicant's own earlier text
	ReviewResubmit   ReviewReason = "resubmit"   // the same application, submitted again
	ReviewCited      ReviewReason = "cited"      // quoted with its source
	ReviewCommon     ReviewReason = "common"     // a usual expression or a form
	ReviewPermission ReviewReason = "permission" // used with permission, or by a common author
	ReviewMistaken   ReviewReason = "mistaken"   // the program is wrong
	ReviewOther      ReviewReason = "other"      // as the comment says
)

// ReviewReasons returns all reasons, in the order in which they are offered.
func ReviewReasons() []ReviewReason {
	return []ReviewReason{ReviewCommon, ReviewCited, ReviewOwnWork, ReviewResubmit, ReviewPermission, ReviewMistaken, ReviewOther}
}
