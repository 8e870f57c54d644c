package check

import (
	"context"
	"errors"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/web/assess"
	"zhiwen/web/report"
)

// earlierSaid is what people said of the newest check before one of the same document of which they
// said something. Opinions, verdicts and decisions belong to the check that they are about: a further
// check begins without them, and shows them as what they are.
type earlierSaid struct {
	Check    record.Check
	Verdict  *evidence.Decision // nil for none, or where it is hidden
	Opinions []record.Opinion   // that the reader may see
	Hidden   bool               // there is more, which the reader sees once they have said something themselves
	Sources  int                // how many sources stand as excluded
	Matches  int                // how many matches stand as confirmed or dismissed
	Same     bool               // what counts is the same in both checks
}

// earlierSaid looks for statements in the checks of a document before the given one, newest first; it
// returns nil if there are none. A blind reader, who has yet to give an opinion on the newer check, sees
// only their own statements on earlier ones.
func (s *pages) earlierSaid(ctx context.Context, checks []record.Check, a *report.Assessment, o report.Opinions) (*earlierSaid, error) {
	for _, c := range checks {
		if c.ID >= a.Check.ID || c.State != record.CheckDone {
			continue
		}
		steps, err := s.Store.Decisions(ctx, c.ID)
		if err != nil {
			return nil, err
		}
		opinions, err := s.Store.Opinions(ctx, c.ID)
		if err != nil {
			return nil, err
		}
		said := earlierSaid{Check: c, Opinions: record.StandingOpinions(opinions)}
		decided := score.Decide(steps)
		said.Verdict = decided.Check()
		for subject := range decided {
			switch subject.Kind {
			case evidence.SubjectSource:
				said.Sources++
			case evidence.SubjectMatch:
				said.Matches++
			}
		}
		if v := said.Verdict; v != nil { // where one opinion is wanted it is the verdict, which is kept as both
			said.Opinions = slices.DeleteFunc(said.Opinions, func(x record.Opinion) bool {
				return x.Reviewer == v.Reviewer && x.Verdict == v.Verdict && x.At.Equal(v.At)
			})
		}
		if said.Verdict == nil && len(said.Opinions) == 0 && len(decided) == 0 {
			continue
		}
		if o.Blind() {
			all := len(said.Opinions)
			said.Opinions = slices.DeleteFunc(said.Opinions, func(x record.Opinion) bool { return !x.Of(o.Reader.Account, o.Reader.Name) })
			said.Hidden = said.Verdict != nil || len(said.Opinions) < all
			said.Verdict = nil
		}
		was, err := s.Assessor.Decode(ctx, c)
		if errors.Is(err, assess.ErrNotDone) || errors.Is(err, record.ErrNotFound) {
			return nil, nil // it is being deleted
		}
		if err != nil {
			return nil, err
		}
		is, err := s.Assessor.Decode(ctx, a.Check)
		if err != nil {
			return nil, err
		}
		said.Same = evidence.Compare(was, is).None()
		return &said, nil
	}
	return nil, nil
}
