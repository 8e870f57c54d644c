package web

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
)

// A script that changes what counts asks for a report twice: first for the page
// with the paragraphs and the source cards that are in sight, then for the other
// cards and those of the other paragraphs that look different.
const (
	// partHeader of a request is "near START-END CARDS": a range in code points
	// of the text and how many source cards; or "far" with the same numbers.
	partHeader = "X-Part"
	// haveHeader names, as an address, the report that the script has; without
	// it all paragraphs are taken to differ.
	haveHeader = "X-Have"
)

// part is what of a report is asked for.
type part struct {
	far               bool // what does not lie in the ranges
	start, end, cards int
}

// readPart reads a partHeader; nil is the whole report. The error is errBadInput.
func readPart(header string) (*part, error) {
	if header == "" {
		return nil, nil //nolint:nilnil // no part is asked for
	}
	var which string
	p := &part{}
	if n, err := fmt.Sscanf(header, "%s %d-%d %d", &which, &p.start, &p.end, &p.cards); err != nil || n != 4 || which != "near" && which != "far" || p.cards < 0 {
		return nil, errBadInput
	}
	p.far = which == "far"
	return p, nil
}

// leaveOut takes out of a report what is not asked for, and far paragraphs also
// where have is the address of another state of it that shows them alike.
func (s *site) leaveOut(ctx context.Context, v *reportView, l *loaded, asked *part, have string) error {
	var old []paragraphView
	if asked.far && have != "" {
		u, err := url.Parse(have)
		if err != nil || u.Path != checkPath(l.check.ID) {
			return errBadInput
		}
		chosen, err := readChoice(u.Query())
		if err != nil {
			return err
		}
		only, _ := strconv.ParseInt(u.Query().Get("source"), 10, 64) // none is as good as one that is not there
		other, err := s.loadChoice(ctx, l.check.ID, chosen)
		if err != nil {
			return err
		}
		old = textOf(other, only, 0, other.hrefTo(only)).Paragraphs
	}
	kept := v.Text.Paragraphs[:0]
	for i, p := range v.Text.Paragraphs {
		near := p.Start < asked.end && p.End > asked.start
		if near == asked.far || i < len(old) && slices.EqualFunc(p.Runs, old[i].Runs, sameRun) {
			continue
		}
		kept = append(kept, p)
	}
	v.Text.Paragraphs = kept
	cards := min(asked.cards, len(v.Cards))
	if asked.far {
		v.Cards = v.Cards[cards:]
	} else {
		v.Cards = v.Cards[:cards]
	}
	return nil
}

// sameRun says that two runs look alike; where they lead may differ.
func sameRun(a, b runView) bool {
	same := a.Match == b.Match && a.Kind == b.Kind && a.Ratio == b.Ratio && a.Rank == b.Rank && a.Badge == b.Badge &&
		a.Sources == b.Sources && a.Selected == b.Selected && a.Reason == b.Reason && a.Label == b.Label
	return same && slices.EqualFunc(a.Pieces, b.Pieces, func(x, y pieceView) bool {
		return x.Text == y.Text && x.Begins == y.Begins && x.Ends == y.Ends && x.Flagged == y.Flagged && x.Page == y.Page && len(x.Flags) == len(y.Flags)
	})
}
