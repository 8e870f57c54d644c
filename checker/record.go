package checker

import (
	"cmp"
	"slices"

	"zhiwen/checker/align"
	"zhiwen/checker/citation"
	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/score"
	"zhiwen/extract"
	"zhiwen/internal/each"
)

// EngineName is what evidence calls the program.
const EngineName = "zhiwen"

// record makes the evidence from the results.
func (e *Engine) record(q *query, snapshot evidence.Snapshot, retrieval string, found []comparison) *evidence.Evidence {
	doc := q.input.Document
	out := &evidence.Evidence{
		Engine: evidence.Engine{Name: EngineName, Version: Version, Profile: e.parameters.Profile,
			Parameters: e.settings(retrieval, q.roles)},
		Document: evidence.Document{
			ID: q.input.ID, InLibrary: q.input.InLibrary, Characters: len(q.runes), Pages: len(doc.Pages),
			Method: doc.Method, TextSHA256: evidence.TextSHA256(doc.Text), Identity: q.input.Identity, Flags: evidence.FlagsOf(doc),
			Notices: evidence.NoticesOf(doc), Repetition: q.repeated,
		},
		Library: snapshot,
	}
	sections := outlined(q.read)
	for _, c := range found {
		q.faults.guard(c.source, func() { out.Sources = append(out.Sources, e.source(q, c, sections)) })
	}
	out.Excluded = append(q.excluded, e.running(q, out.Sources)...)
	slices.SortStableFunc(out.Excluded, func(a, b evidence.Excluded) int { return cmp.Compare(a.Offset, b.Offset) })
	out.Origins = score.Origins(out.Document, out.Sources)
	out.Sections = scored(sections)
	score.Update(out, doc)
	return out
}

// running returns what stands beside the text, in headers, footers and comments, and is in no
// match: it is compared, and what was copied there counts, but nobody writes an application
// there, so that the rest makes no share smaller.
func (e *Engine) running(q *query, sources []evidence.Source) []evidence.Excluded {
	var taken []extract.Span
	for _, s := range sources {
		for _, m := range s.Matches {
			taken = append(taken, extract.Span{Start: m.This.Offset, End: m.This.Offset + m.This.Length})
		}
	}
	for _, x := range q.excluded {
		taken = append(taken, extract.Span{Start: x.Offset, End: x.Offset + x.Length})
	}
	taken = exclude.Merge(taken)
	applied := slices.Contains(e.parameters.Exclude, evidence.ReasonRunning)
	var out []evidence.Excluded
	for _, p := range q.input.Document.Paragraphs {
		if p.Kind != extract.Running {
			continue
		}
		at := p.Start
		for _, t := range append(taken[:len(taken):len(taken)], extract.Span{Start: p.End, End: p.End}) {
			if end := min(t.Start, p.End); end > at {
				out = append(out, evidence.Excluded{Offset: at, Length: end - at, Reason: evidence.ReasonRunning, Applied: applied})
			}
			at = max(at, t.End)
		}
	}
	return out
}

// source makes the evidence of one source, without its scores.
func (e *Engine) source(q *query, c comparison, here outline) evidence.Source {
	theirs := c.source.runes()
	read := e.folded(c.source, q.roles).read
	there, sectionsThere := e.cited(q, c.source), outlined(read)
	s := evidence.Source{
		ID: c.source.ID, Characters: len(theirs), TextSHA256: evidence.TextSHA256(c.source.Document.Text), Identity: c.source.Identity,
		SameCall: c.source.SameCall, Relation: score.Relation(q.input.Identity, c.source.Identity),
		Similar:    score.Similar(q.input.Identity, c.source.Identity),
		References: citation.Shared(q.cited, there),
	}
	for _, m := range c.matches {
		how, entry := q.cited.Of(m.query.Start, m.query.End, there, c.source.Identity)
		s.Matches = append(s.Matches, evidence.Match{
			Kind: m.kind, Similarity: evidence.Round(m.similarity), Reason: m.reason, Citation: how, Entry: entry,
			This:   here.quote(q.runes, m.query),
			Source: sectionsThere.quote(theirs, m.source),
			Runs:   runs(m.runs),
			Traces: m.traces,
			Extent: evidence.Extent{
				Offset: m.passage.Query.Start, Length: m.passage.Query.End - m.passage.Query.Start,
				SourceOffset: m.passage.Source.Start, SourceLength: m.passage.Source.End - m.passage.Source.Start,
			},
		})
	}
	// Those of text that takes no part were found after the rest.
	slices.SortStableFunc(s.Matches, func(a, b evidence.Match) int {
		return cmp.Or(cmp.Compare(a.This.Offset, b.This.Offset), cmp.Compare(b.This.Length, a.This.Length))
	})
	return s
}

// scored returns the sections of the document with their roles, to be counted.
func scored(o outline) []evidence.SectionScore {
	var out []evidence.SectionScore
	for i, s := range o.document.Sections {
		out = append(out, evidence.SectionScore{Title: s.Title, Level: s.Level, Role: o.roles[i], Offset: s.Start, Length: s.End - s.Start})
	}
	return out
}

// outline is a document with the sections that its form has, and their roles.
type outline struct {
	document *extract.Document
	roles    []string
}

func outlined(read *exclude.Document) outline {
	d, roles := read.Outlined()
	return outline{d, roles}
}

// quote returns a passage with its place and role.
func (o outline) quote(runes []rune, place align.Span) evidence.Passage {
	p := evidence.Quote(o.document, runes, place.Start, place.End)
	if i := evidence.SectionAt(o.document, place.Start); i >= 0 {
		p.Role = o.roles[i]
	}
	return p
}

// runs returns those of a match, as evidence keeps them.
func runs(list []align.Run) []evidence.Run {
	return each.Of(list, func(r align.Run) evidence.Run {
		return evidence.Run{
			Op: evidence.Op(r.Op), Way: evidence.Way(r.Way),
			Offset: r.Query.Start, Length: r.Query.End - r.Query.Start,
			SourceOffset: r.Source.Start, SourceLength: r.Source.End - r.Source.Start,
		}
	})
}
