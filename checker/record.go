package checker

import (
	"zhiwen/checker/align"
	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
)

// EngineName is what evidence calls the program.
const EngineName = "zhiwen"

// record makes the evidence of what was found.
func (e *Engine) record(q *query, snapshot evidence.Snapshot, retrieval string, found []comparison) *evidence.Evidence {
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
	out.Excluded = q.excluded
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
			Kind: m.kind, Similarity: evidence.Round(m.similarity), Reason: m.reason,
			This:   evidence.Quote(q.input.Document, q.runes, m.query.Start, m.query.End),
			Source: evidence.Quote(c.source.Document, theirs, m.source.Start, m.source.End),
			Runs:   runs(m.runs),
			Traces: m.traces,
			Extent: evidence.Extent{
				Offset: m.passage.Query.Start, Length: m.passage.Query.End - m.passage.Query.Start,
				SourceOffset: m.passage.Source.Start, SourceLength: m.passage.Source.End - m.passage.Source.Start,
			},
		})
	}
	return s
}

// runs are those of a match, as evidence keeps them.
func runs(list []align.Run) []evidence.Run {
	out := make([]evidence.Run, len(list))
	for i, r := range list {
		out[i] = evidence.Run{
			Op: evidence.Op(r.Op), Way: evidence.Way(r.Way),
			Offset: r.Query.Start, Length: r.Query.End - r.Query.Start,
			SourceOffset: r.Source.Start, SourceLength: r.Source.End - r.Source.Start,
		}
	}
	return out
}
