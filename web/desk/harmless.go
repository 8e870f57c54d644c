package desk

import (
	"context"
	"net/url"
	"strconv"

	"zhiwen/checker/finding"
	"zhiwen/checker/record"
)

// leftOut is why an application is not decided with those that are harmless.
type leftOut string

// The reasons; the first one that applies is used.
const (
	leftUnchecked leftOut = "unchecked"
	leftFinding   leftOut = "finding"
	leftDoubt     leftOut = "doubt"
	leftFigure    leftOut = "figure"
)

// leftCount is how many are left out for a reason.
type leftCount struct {
	Why   leftOut
	Count int
}

// leftOf counts the undecided applications of a list that are not harmless, by reason, with the address of the list
// of each reason.
func (s *pages) leftOf(ctx context.Context, x selection) (out []leftCount, address string, err error) {
	counts := map[leftOut]int{}
	l := x.list
	l.NoFinding, l.Remaining = false, true
	err = s.eachOf(ctx, selection{list: l, All: true}, func(w record.WorkItem) error {
		why := leftFigure
		switch {
		case w.Shown == 0 || w.Left.Covered < 0:
			why = leftUnchecked
		case len(finding.Decode(w.Findings)) > 0:
			why = leftFinding
		case len(workRow{WorkItem: w}.Grave()) > 0 || w.Unread > 0:
			why = leftDoubt
		}
		counts[why]++
		return nil
	})
	for _, why := range []leftOut{leftFinding, leftFigure, leftDoubt, leftUnchecked} {
		if counts[why] > 0 {
			out = append(out, leftCount{why, counts[why]})
		}
	}
	return out, l.with(func(q url.Values) {
		q.Del(fieldOnly)
		q.Set(fieldTab, string(tabOpen))
		q.Add(fieldOnly, string(onlyRemaining))
	}), err
}

// NoFinding leads to a verdict on all of the call, or of all, that are harmless and undecided.
func (v workView) NoFinding() string {
	q := url.Values{"do": {string(record.BulkVerdict)}, "all": {"1"}, "of": {url.Values{fieldOnly: {string(onlyNoFinding)}}.Encode()}}
	if v.OneCall {
		q.Set("in", strconv.FormatInt(v.List.Call, 10))
	}
	return "/selection?" + q.Encode()
}
