package score

import "zhiwen/checker/evidence"

// Subject names what a decision is about: the check, a source, a match.
type Subject struct {
	Kind evidence.Subject
	ID   int64 // of the source or the match in the evidence; 0 for the check
}

// SubjectOf returns the subject of a decision.
func SubjectOf(d evidence.Decision) Subject { return Subject{d.Subject, d.ID} }

// Standing reports for each step of a review whether it stands; the steps are in the order in which
// they were made. The last step about a subject stands, unless it withdraws the decision before it.
func Standing(steps []evidence.Decision) []bool {
	out := make([]bool, len(steps))
	last := map[Subject]int{}
	for i, d := range steps {
		if before, ok := last[SubjectOf(d)]; ok {
			out[before] = false
		}
		last[SubjectOf(d)] = i
		out[i] = d.Verdict != evidence.Withdrawn
	}
	return out
}

// Decided holds the standing decisions about a check, by subject.
type Decided map[Subject]evidence.Decision

// Decide returns the decisions that stand after the steps of a review.
func Decide(steps []evidence.Decision) Decided {
	out := Decided{}
	for i, stands := range Standing(steps) {
		if stands {
			out[SubjectOf(steps[i])] = steps[i]
		}
	}
	return out
}

// Check returns the decision about the check as a whole, or nil.
func (d Decided) Check() *evidence.Decision { return d.of(evidence.SubjectCheck, 0) }

// Source returns the decision about a source, or nil.
func (d Decided) Source(id int64) *evidence.Decision { return d.of(evidence.SubjectSource, id) }

// Match returns the decision about a match, or nil.
func (d Decided) Match(id int) *evidence.Decision { return d.of(evidence.SubjectMatch, int64(id)) }

func (d Decided) of(kind evidence.Subject, id int64) *evidence.Decision {
	if found, ok := d[Subject{kind, id}]; ok {
		return &found
	}
	return nil
}

// SetAside reports whether a decision excludes a source from counting.
func (d Decided) SetAside(source int64) bool {
	found := d.Source(source)
	return found != nil && found.Verdict == evidence.SetAside
}

// Dismissed reports whether a decision excludes a match from counting.
func (d Decided) Dismissed(match int) bool {
	found := d.Match(match)
	return found != nil && found.Verdict == evidence.Dismissed
}

// Hint returns the verdict on a hint; use it as Choice.Decided. No match has the number of a hint.
// The hints of a source that was set aside are dismissed with it.
func (d Decided) Hint(h *evidence.Hint) evidence.Verdict {
	if d.SetAside(h.Source) {
		return evidence.Dismissed
	}
	if found := d.Match(h.ID); found != nil {
		return found.Verdict
	}
	return evidence.Withdrawn
}

// Choice returns the choice that follows from the decisions.
func (d Decided) Choice() Choice { return Choice{Accepts: d.Counts, Decided: d.Hint} }

// Counts reports whether the decisions let a match of a source count; use it as Choice.Accepts.
func (d Decided) Counts(s *evidence.Source, m *evidence.Match) bool {
	return !d.SetAside(s.ID) && !d.Dismissed(m.ID)
}
