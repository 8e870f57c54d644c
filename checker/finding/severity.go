package finding

import (
	"cmp"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
)

// Level is how soon a person should look at an application.
type Level int

// The levels. A list shows them by colour and shape.
const (
	Nothing Level = iota // nothing to look at
	Look                 // something to look at
	Grave                // to look at before all else
)

// String returns the name of a level.
func (l Level) String() string { return [...]string{"nothing", "look", "grave"}[l] }

// GraveFrom is the severity from which on an application is Grave. docs/desk.md, Severity, has the reasons: the text of
// another from some 1,000 characters in long passages on, or a third of the application.
const GraveFrom = 450

// The parts of a severity. They are thousandths where nothing else is said.
const (
	// certain is what every finding has beyond its amount: one of 150 characters still comes before what was not read.
	certain = 100
	// little, unread and possible are findings that state no correspondence: a low share says nothing of what was hardly
	// compared, which is worse than parts that were not read, and hints stand below all that is certain.
	little, unread, possible = 80, 70, 10
	// failed is a file that was not read or a check that failed: nothing was compared at all.
	failed = 90
	// doubted is a result whose low shares say little for a reason that is no finding: text that was left out or is garbled,
	// some hidden text, or a library that was not compared.
	doubted = 55
	// reached is a figure from a threshold on, where nothing else is to be looked at: what it counts is quoted, cited or in
	// passages too short for a finding.
	reached = 5
	// sameTitle is a title that the applicant has used before, for another text: of no amount, and below what was not read.
	sameTitle = 60
	// mostHinted is what hints of a whole document add to possible: they stay below unread.
	mostHinted = 40
	// muchText characters are as grave as the whole of a short application: of a long one they are a tenth, and still pages.
	muchText = 3000
	// longRun characters in one passage are a paragraph that was taken over, and no phrase.
	longRun = 600
	// mostSharers is the number of other applications from which on more of them add nothing.
	mostSharers = 6
	// further is the divisor of what the findings beside the gravest add: text of ten sources is graver than that of one,
	// but ten passages from one hand are not ten times as grave.
	further = 4
)

// weights are percent by kind: how much it matters who had the text before, the amount being equal. Others are wronged by
// what is taken from them; people who work together and applicants who repeat themselves break rules at most; an earlier
// application of one's own is allowed unless it was funded. Who disguises text means to.
var weights = map[Kind]int{
	Several: 100, InCall: 100, Others: 100, Unknown: 80, OnWeb: 70,
	Disguised: 100, Applicants: 70, Funded: 70, Institutions: 60, Programmes: 60, Twice: 60, Again: 50,
}

// Facts are all that makes an application worth a look.
type Facts struct {
	Found   []Finding
	Doubts  []evidence.Doubt // of its result
	Failed  bool             // its file was not read, or its check failed
	Reached bool             // one of its figures reaches a threshold
}

// Severity returns the number that lists are sorted by, the largest first; 0 is nothing to look at. It is that of the
// gravest finding and a part of the others', and at least that of what is no finding. A check keeps the severity of its
// findings and doubts; the list adds the rest (checker/library/worklist), which is more than the check's own.
func Severity(x Facts) int {
	most, sum := 0, 0
	for _, f := range x.Found {
		n := severity(f)
		most, sum = max(most, n), sum+n
	}
	n := most + (sum-most)/further
	if x.Failed {
		n = max(n, failed)
	}
	if slices.ContainsFunc(x.Doubts, evidence.Doubt.Hollow) {
		n = max(n, doubted)
	}
	if x.Reached {
		n = max(n, reached)
	}
	return n
}

// LevelOf returns the level of a severity.
func LevelOf(severity int) Level {
	switch {
	case severity >= GraveFrom:
		return Grave
	case severity > 0:
		return Look
	}
	return Nothing
}

// BySeverity orders findings, the gravest first; equal ones stay as Of has them.
func BySeverity(a, b Finding) int { return cmp.Compare(severity(b), severity(a)) }

// severity is that of one finding.
func severity(f Finding) int {
	switch f.Kind {
	case Little:
		return little
	case Unread:
		return unread
	case SameTitle:
		return sameTitle
	case Possible:
		return possible + mostHinted*min(f.Share, score.Thousand)/score.Thousand
	}
	amount := (4*min(f.Share, score.Thousand) + 4*part(f.Count, muchText) + 2*part(f.Longest, longRun)) / 10
	if f.Kind == Several {
		amount += amount * (min(f.Applications, mostSharers) - 1) / 10
	}
	return certain + amount*weights[f.Kind]/100
}

// part is n of a whole in thousandths, no more than all of it.
func part(n, whole int) int { return min(n, whole) * score.Thousand / whole }
