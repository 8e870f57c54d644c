package checker

import (
	"zhiwen/checker/align"
	"zhiwen/checker/evidence"
	"zhiwen/checker/hint"
	"zhiwen/checker/score"
)

// along returns what evidence says of a document that the checked one may be written along.
func (e *Engine) along(q *query, s *Source, a hint.Along) evidence.Along {
	out := evidence.Along{Source: s.ID, FalseAlarms: evidence.Round(a.FalseAlarms), Of: a.Of}
	here, there := outlined(q.read), outlined(e.folded(s, q.roles).read)
	for _, step := range a.Steps {
		out.Steps = append(out.Steps, evidence.AlongStep{
			This: here.quote(q.runes, align.Span(step.This)), From: there.quote(s.runes(), align.Span(step.From)),
		})
	}
	return out
}

// hintSource returns what evidence says of a document that hints point to.
func (q *query) hintSource(s *Source) evidence.HintSource {
	return evidence.HintSource{
		ID: s.ID, Characters: len(s.runes()), TextSHA256: evidence.TextSHA256(s.Document.Text),
		Relation: score.Relation(q.input.Identity, s.Identity), SameCall: s.SameCall, Identity: s.Identity,
	}
}
