package desk

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
	"zhiwen/web/phrase"
	"zhiwen/web/site"
)

// why describes why an application should be looked at: the gravest finding, with whom and how much.
type why struct {
	What string // what was found
	With string // whose the other application is, and how much is shared
	Note string // the application is doubtful beside: what a finding says of its file
	More string // all findings, a line each
	Flag string // flags that are not worth a look, of what has nothing else
}

// firstNamed returns the identities of the sources that the gravest findings of rows name.
func (s *pages) firstNamed(ctx context.Context, items []record.WorkItem, reader *site.Viewer) (map[int64]evidence.Identity, error) {
	var sources []int64
	for _, item := range items {
		for _, f := range gravest(item.Findings) {
			sources = append(sources, f.Source, f.HintSource)
			sources = append(sources, f.Sources[:min(1, len(f.Sources))]...)
		}
	}
	return s.identities(ctx, sources, s.MaskSources && !reader.SeesAll())
}

// identities returns the names of documents. It leaves out deleted ones, and returns none where sources are masked.
func (s *pages) identities(ctx context.Context, ids []int64, masked bool) (map[int64]evidence.Identity, error) {
	out := map[int64]evidence.Identity{}
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	if len(ids) == 0 || masked {
		return out, nil
	}
	documents, _, err := s.Store.Documents(ctx, record.Filter{IDs: ids})
	for _, d := range documents {
		out[d.ID] = d.Identity
	}
	return out, err
}

// gravest reads findings, the gravest first.
func gravest(findings string) []finding.Finding {
	found := finding.Decode(findings)
	slices.SortStableFunc(found, finding.BySeverity)
	return found
}

// whyOf returns why a row is to be looked at.
func whyOf(l *catalogue.Language, r workRow, named map[int64]evidence.Identity) (w why) {
	if finding.Damaged(r.Findings) { // nobody takes it for a row without findings
		w.What = l.Text("why.damaged")
		return w
	}
	found := gravest(r.Findings)
	if len(found) == 0 {
		if r.Severity() == finding.Nothing {
			w.Flag = phrase.FlagsNoted(l, finding.DecodeNoted(r.Findings))
		}
		return w
	}
	first := found[0]
	w.What, w.With = phrase.FindingShort(l, first), strings.Join(withOf(l, first, named), " · ")
	if first.Kind == finding.Unread || first.Kind == finding.Little { // the doubts say how much
		w.What, w.With = "", ""
		return w
	}
	var more []string
	for _, f := range found {
		said := phrase.FindingName(l, f)
		if f.Reason != "" {
			said += l.Text("app.colon") + phrase.FindingReason(l, f)
		}
		more = append(more, said)
		if f.Kind == finding.Disguised && first.Kind != finding.Disguised && w.Note == "" {
			w.Note = phrase.FindingShort(l, f)
		}
	}
	w.More = strings.Join(more, "\n")
	return w
}

// withOf names those with whom a finding shares text, since when, and how much.
func withOf(l *catalogue.Language, f finding.Finding, named map[int64]evidence.Identity) (out []string) {
	if len(f.Sources) > 0 {
		if i, known := named[f.Sources[0]]; known && i.Applicant != "" {
			out = append(out, l.Text("why.andOthers", "Name", catalogue.Isolated(i.Applicant)))
		}
		// which says it already
	} else if i, known := named[cmp.Or(f.Source, f.HintSource)]; known &&
		!((f.Kind == finding.Again || f.Kind == finding.SameTitle) && f.Year != 0) {
		name := []string{}
		if i.Applicant != "" {
			name = append(name, catalogue.Isolated(i.Applicant))
		}
		if i.Year != 0 {
			name = append(name, strconv.Itoa(i.Year))
		}
		if len(name) > 0 {
			out = append(out, strings.Join(name, " "))
		}
	}
	if f.Kind == finding.Possible && f.FalseAlarms > 0 {
		return append(out, l.Text("hints.strength."+string(evidence.StrengthOf(f.FalseAlarms))))
	}
	if f.Kind != finding.Disguised && f.Count > 0 {
		out = append(out, l.Count("why.characters", f.Count))
	}
	return out
}
