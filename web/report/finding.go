package report

import "zhiwen/checker/finding"

// FindingLine is a line of what to look at first.
type FindingLine struct {
	finding.Finding
	With     *Source  // whose text is shared, nil where it is of the document alone
	Versions []Source // of the same application, of which the same is found
	Compare  string   // address of the two side by side, at the longest match; "" where there is none
}

// Findings derives what to look at first from what counts, as chosen and decided.
func (a *Assessment) Findings() []finding.Finding {
	return finding.Of(finding.Input{Evidence: a.Evidence, Funded: a.Funded})
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
