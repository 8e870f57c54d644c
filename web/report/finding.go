package report

import (
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
)

// FindingLine is a line of what to look at first.
type FindingLine struct {
	finding.Finding
	With     *Source  // whose text is shared, nil where it is of the document alone
	Versions []Source // of the same application, of which the same is found
	Members  []Source // of finding.Several: the sources, those with most of the text first
	Compare  string   // address of the two side by side, at the longest match; "" where there is none
}

// Findings derives what to look at first from what counts, as chosen and decided.
func (a *Assessment) Findings() []finding.Finding {
	return finding.Of(finding.Input{Evidence: a.Evidence, Funded: a.Funded, Versions: a.Versions})
}

// findingLines are the findings beside the cards of their sources: one for all versions of
// an application, of that with the most. What says that little was compared has its own
// places on the report.
func (a *Assessment) findingLines(only int64) (out []FindingLine) {
	type same struct {
		kind  finding.Kind
		group int
	}
	group, place := a.versionGroups(), map[same]int{}
	for _, f := range a.Findings() {
		if f.Kind == finding.Little || f.Kind == finding.Unread {
			continue
		}
		line := FindingLine{Finding: f}
		if f.Kind == finding.Possible {
			line.Compare = "#hints-list"
		}
		for _, id := range f.Sources {
			if s := a.Source(id); s != nil {
				line.Members = append(line.Members, a.card(s, only))
			}
		}
		if s := a.Source(f.Source); s != nil {
			card := a.card(s, only)
			of := same{f.Kind, group[f.Source]}
			if at, ok := place[of]; ok && of.group != 0 {
				out[at].Versions = append(out[at].Versions, card)
				continue
			}
			place[of] = len(out)
			line.With, line.Compare = &card, card.Compare
		}
		out = append(out, line)
	}
	return out
}

// LearnedLine names text that was left out since others have it, where the research may be told.
type LearnedLine struct {
	finding.Learned

	Count string // address of the report in which it counts
}

// learnedLine is nil where there is no such text, or little.
func (a *Assessment) learnedLine(only int64) *LearnedLine {
	learned, ok := finding.LearnedOf(a.Evidence, a.runes)
	if !ok {
		return nil
	}
	c := a.Choice
	c.exclude = slices.DeleteFunc(appliedReasons(a.Evidence), func(r evidence.Reason) bool { return slices.Contains(learned.Reasons, r) })
	return &LearnedLine{learned, Address{check: a.Check.ID, query: c.query()}.Report(only, 0)}
}
