package checker

import (
	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
)

// EngineName is what evidence calls the program.
const EngineName = "zhiwen"

// record makes the evidence of what was found.
func (e *Engine) record(q *query, snapshot evidence.Snapshot, retrieval string, templates []*Source, found []comparison) *evidence.Evidence {
	doc := q.input.Document
	out := &evidence.Evidence{
		Engine: evidence.Engine{Name: EngineName, Version: Version, Profile: e.parameters.Profile, Parameters: e.settings(retrieval)},
		Document: evidence.Document{
			ID: q.input.ID, Characters: len(q.runes), Pages: len(doc.Pages),
			Method: doc.Method, TextSHA256: evidence.TextSHA256(doc.Text), Identity: q.input.Identity, Flags: evidence.FlagsOf(doc), Notices: evidence.NoticesOf(doc),
		},
		Library: snapshot,
	}
	for _, c := range found {
		out.Sources = append(out.Sources, e.source(q, c))
	}
	out.Excluded = e.exclusions(q, templates, found)
	score.Update(out, doc)
	return out
}

// source makes the evidence of one source, without its scores.
func (e *Engine) source(q *query, c comparison) evidence.Source {
	theirs := c.source.runes()
	s := evidence.Source{
		ID: c.source.ID, Characters: len(theirs), TextSHA256: evidence.TextSHA256(c.source.Document.Text), Identity: c.source.Identity,
		Relation: score.Relation(q.input.Identity, c.source.Identity),
		Similar:  score.Similar(q.input.Identity, c.source.Identity),
	}
	for _, m := range c.matches {
		s.Matches = append(s.Matches, evidence.Match{
			Kind: m.kind, Similarity: evidence.Round(m.similarity),
			This:   evidence.Quote(q.input.Document, q.runes, m.query.Start, m.query.End),
			Source: evidence.Quote(c.source.Document, theirs, m.source.Start, m.source.End),
			Traces: m.traces,
		})
	}
	return s
}
