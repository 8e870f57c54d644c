package checker

import (
	"sort"

	"zhiwen/checker/align"
	"zhiwen/checker/citation"
	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/origin"
	"zhiwen/checker/score"
	"zhiwen/extract"
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
	cited := citation.New(doc, q.ranges)
	for _, c := range found {
		out.Sources = append(out.Sources, e.source(q, c, cited))
	}
	out.Excluded = q.excluded
	out.Origins = origin.Of(q.input.Identity, out.Sources)
	out.Sections = roles(q)
	score.Update(out, doc)
	return out
}

// source makes the evidence of one source, without its scores.
func (e *Engine) source(q *query, c comparison, cited *citation.Text) evidence.Source {
	theirs := c.source.runes()
	there := citation.New(c.source.Document, exclude.Alone(c.source.Document, c.source.Identity, q.known.Roles))
	roleThere := sectionRoles(q, c.source.Document, c.source.Identity)
	s := evidence.Source{
		ID: c.source.ID, Characters: len(theirs), TextSHA256: evidence.TextSHA256(c.source.Document.Text), Identity: c.source.Identity,
		Relation:   score.Relation(q.input.Identity, c.source.Identity),
		Similar:    score.Similar(q.input.Identity, c.source.Identity),
		References: citation.Shared(cited, there),
	}
	for _, m := range c.matches {
		how, entry := cited.Of(m.query.Start, m.query.End, there, c.source.Identity)
		s.Matches = append(s.Matches, evidence.Match{
			Kind: m.kind, Similarity: evidence.Round(m.similarity), Reason: m.reason, Citation: how, Entry: entry,
			This:   evidence.Quote(q.input.Document, q.runes, m.query.Start, m.query.End),
			Source: evidence.Quote(c.source.Document, theirs, m.source.Start, m.source.End),
			Runs:   runs(m.runs),
			Traces: m.traces,
			Extent: evidence.Extent{
				Offset: m.passage.Query.Start, Length: m.passage.Query.End - m.passage.Query.Start,
				SourceOffset: m.passage.Source.Start, SourceLength: m.passage.Source.End - m.passage.Source.Start,
			},
		})
		last := &s.Matches[len(s.Matches)-1]
		last.This.Role, last.Source.Role = q.roleAt(m.query.Start), roleThere(m.source.Start)
	}
	return s
}

// roles are the sections of the document with their roles, to be counted.
func roles(q *query) []evidence.SectionScore {
	var out []evidence.SectionScore
	for i, s := range q.input.Document.Sections {
		out = append(out, evidence.SectionScore{Title: s.Title, Level: s.Level, Role: q.roles[i], Offset: s.Start, Length: s.End - s.Start})
	}
	return out
}

// sectionRoles tells the role of the innermost section at a place of a document.
func sectionRoles(q *query, d *extract.Document, who evidence.Identity) func(at int) string {
	return roleAt(d, q.known.Table().Roles(d, who))
}

func roleAt(d *extract.Document, roles []string) func(at int) string {
	return func(at int) string {
		for i := sort.Search(len(d.Sections), func(i int) bool { return d.Sections[i].Start > at }) - 1; i >= 0; i-- {
			if at < d.Sections[i].End {
				return roles[i]
			}
		}
		return ""
	}
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
