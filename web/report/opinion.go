package report

import (
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
)

// OpinionReader is the reader of the opinions on a check.
type OpinionReader struct {
	Account int64  // 0 where nobody logs in
	Name    string // under which they decide; "" is not known
	Asked   bool   // they may give an opinion
	Decides bool   // they may give the final verdict
}

// Opinions is what several people think of a check, each for themselves, and how the
// final verdict stands to it; for the templates "opinions" and "opinion-form". The zero
// value is that of a check on which one verdict is enough.
type Opinions struct {
	score.Opinions
	Check    int64
	Back     string
	Onward   string // as of DecideForm
	Reader   OpinionReader
	Shown    []record.Opinion   // that stand and that the reader may see
	Own      *record.Opinion    // the reader's
	Steps    []record.Opinion   // all that was said, the newest first; nil while others are hidden
	Verdict  *evidence.Decision // the final one
	Follows  score.Following    // of that
	Verdicts []evidence.Verdict // to choose from

	blind bool
}

// Blind reports whether the reader has yet to give their own opinion, and sees no other before.
func (v Opinions) Blind() bool { return v.blind }

// SetOpinions adds opinions to a report and removes others' statements on the check as a whole for
// a reader who has not given an opinion yet.
func (v *View) SetOpinions(o Opinions) {
	v.Opinions, v.Decide.Final = o, o.Several()
	if o.Blind() {
		v.Decisions.Steps = slices.DeleteFunc(v.Decisions.Steps, func(d Decision) bool { return d.Subject == evidence.SubjectCheck })
	}
}

// Several reports whether more than one opinion is wanted.
func (v Opinions) Several() bool { return v.Wanted > 1 }

// Open reports whether the reader may give an opinion, or another one.
func (v Opinions) Open() bool { return v.Several() && v.Reader.Asked && v.Verdict == nil }

// Opinions shows the opinions on a check; wanted is how many are wanted. Reviewers see those of
// others once they have given their own, or once the final verdict exists. Without log-in nothing
// can be hidden from anybody.
func (a *Assessment) Opinions(wanted int, steps []record.Opinion, reader OpinionReader, back string) Opinions {
	if wanted < 2 {
		return Opinions{}
	}
	standing := record.StandingOpinions(steps)
	v := Opinions{Check: a.Check.ID, Back: back, Reader: reader, Verdict: a.Decided.Check(), Verdicts: evidence.SubjectCheck.Verdicts()}
	v.Opinions, _ = score.Weigh(wanted, record.OpinionVerdicts(standing))
	v.Decided = v.Verdict != nil
	if v.Verdict != nil {
		v.Follows = score.Follows(v.Verdict.Verdict, wanted, record.OpinionVerdicts(standing))
	}
	if i := slices.IndexFunc(standing, func(o record.Opinion) bool { return o.Of(reader.Account, reader.Name) }); i >= 0 {
		v.Own = &standing[i]
	}
	if v.blind = reader.Account != 0 && reader.Asked && v.Own == nil && v.Verdict == nil; v.blind {
		v.Opinions = score.Opinions{Wanted: wanted}
		return v
	}
	v.Shown = standing
	v.Steps = slices.Clone(steps)
	slices.Reverse(v.Steps)
	return v
}
