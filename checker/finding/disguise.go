package finding

import (
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/extract"
)

// Noted returns characters that cannot be seen, and words with look-alike letters, of which there are too few for a finding:
// some come from copying a page of the web. A list says of an application without findings that it has them.
func Noted(e *evidence.Evidence) (out []Finding) {
	invisible, alike := suspicious(e)
	if invisible > 0 && invisible < score.LeastInvisible {
		out = append(out, Finding{Kind: Flagged, Reason: ByInvisible, Count: invisible})
	}
	if alike > 0 && alike < score.LeastLookAlike {
		out = append(out, Finding{Kind: Flagged, Reason: ByLookAlike, Count: alike})
	}
	return out
}

// suspicious counts the flags of invisible characters and of words with look-alike letters.
func suspicious(e *evidence.Evidence) (invisible, alike int) {
	for _, f := range e.Document.Flags {
		switch extract.FlagKind(f.Kind) {
		case extract.ZeroWidth:
			invisible++
		case extract.LookAlike:
			alike++
		}
	}
	return invisible, alike
}

// disguise returns what hides text from readers or from programs: a finding a way.
func (d *derivation) disguise() []Finding {
	var hidden, entries int
	invisible, alike := suspicious(d.e)
	for _, f := range d.e.Document.Flags {
		switch extract.FlagKind(f.Kind) {
		case extract.HiddenText:
			hidden += utf8.RuneCountInString(f.Text) * max(f.Pages, 1)
		case extract.Duplicate:
			entries++
		}
	}
	var out []Finding
	add := func(reason Reason, count, least int) {
		if count >= least {
			out = append(out, Finding{Kind: Disguised, Reason: reason, Count: count})
		}
	}
	var matches Finding
	for i := range d.e.Sources {
		for j := range d.e.Sources[i].Matches {
			m := &d.e.Sources[i].Matches[j]
			if m.Kind != evidence.Disguised || m.Counted == 0 || m.Reason != "" {
				continue
			}
			matches.Count += m.Counted
			if len(matches.Matches) < mostMatches {
				matches.Matches = append(matches.Matches, m.ID)
			}
		}
	}
	if matches.Count > 0 {
		matches.Kind, matches.Reason = Disguised, ByMatches
		matches.Share = min(matches.Count*score.Thousand/max(d.e.Scores.Countable, 1), score.Thousand)
		out = append(out, matches)
	}
	add(ByHidden, hidden, leastHidden)
	add(ByInvisible, invisible, score.LeastInvisible)
	add(ByLookAlike, alike, score.LeastLookAlike)
	add(ByEntries, entries, 1)
	return out
}
