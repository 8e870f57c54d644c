package desk

import (
	"context"
	"net/url"
	"slices"
	"strconv"

	"zhiwen/checker/record"
	"zhiwen/checker/setting"
)

// below is under which shares figures must stay for an application to be harmless: the thresholds of a call or, of several
// calls, the lowest of them.
func below(set setting.Values, calls []record.Call) map[record.FigureName]int {
	out := map[record.FigureName]int{}
	if len(calls) == 0 {
		calls = []record.Call{{}}
	}
	for _, call := range calls {
		for f, t := range set.ThresholdsOf(call.Settings) {
			for _, from := range []int{t.Notable, t.Grave} {
				const tenthsOfThousandths = 10
				if from *= tenthsOfThousandths; from > 0 && (out[f] == 0 || from < out[f]) {
					out[f] = from
				}
			}
		}
	}
	return out
}

// bound adds the thresholds to a filter that asks for what is harmless, or for what is not.
func (s *pages) bound(ctx context.Context, f *record.WorkFilter) error {
	set, err := s.Store.Settings(ctx)
	if err != nil {
		return err
	}
	calls, err := s.Store.Calls(ctx)
	if err != nil {
		return err
	}
	if f.Call != 0 {
		calls = slices.DeleteFunc(calls, func(c record.Call) bool { return c.ID != f.Call })
	}
	f.Below = below(set, calls)
	return nil
}

// harmless is the filter of what nobody has to look at among what another filter chooses.
func (s *pages) harmless(ctx context.Context, f record.WorkFilter) (record.WorkFilter, error) {
	f.NoFinding = true
	return f, s.bound(ctx, &f)
}

// leftOut is why an application is not decided with those that are harmless.
type leftOut string

// The reasons, of which the first that holds is given.
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

// leftOf counts what is undecided and not harmless of a list, by the reasons, with the address of the list of them.
func (s *pages) leftOf(ctx context.Context, x selection) (out []leftCount, address string, err error) {
	counts := map[leftOut]int{}
	l := x.list
	l.NoFinding, l.Remaining = false, true
	if err = s.bound(ctx, &l.WorkFilter); err != nil {
		return nil, "", err
	}
	err = s.eachOf(ctx, selection{list: l, All: true}, func(w record.WorkItem) error {
		why := leftFigure
		switch {
		case w.Shown == 0 || w.Left.Covered < 0:
			why = leftUnchecked
		case w.Rank > 0:
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
	q := url.Values{"do": {string(record.DeedVerdict)}, "all": {"1"}, "of": {url.Values{fieldOnly: {string(onlyNoFinding)}}.Encode()}}
	if v.OneCall {
		q.Set("in", strconv.FormatInt(v.List.Call, 10))
	}
	return "/selection?" + q.Encode()
}
