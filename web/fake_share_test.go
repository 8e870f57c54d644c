package web

import (
	"cmp"
	"context"
	"slices"

	"zhiwen/checker/record"
)

func (s *fakeStore) Sharing(_ context.Context, documents []int64) (out []record.Sharing, _ error) {
	for _, id := range slices.Sorted(slices.Values(documents)) {
		d, ok := s.documents[id]
		if !ok {
			continue
		}
		w, _ := s.item(d)
		x := record.Sharing{Document: id, Call: d.Call, Identity: d.Identity, Wanted: w.Wanted, Verdict: w.Verdict, Given: record.StandingOpinions(s.opinions[w.Shown])}
		for a := range s.assigned {
			if a[1] == id {
				x.Assigned = append(x.Assigned, a[0])
			}
		}
		slices.Sort(x.Assigned)
		out = append(out, x)
	}
	return out, nil
}

func (s *fakeStore) AssignAll(ctx context.Context, all []record.Assigning, by string) (n int, err error) {
	for _, a := range all {
		if !s.assigned[[2]int64{a.Account, a.Document}] {
			n++
		}
		if err := s.Assign(ctx, a.Account, a.Document, by, a.Due); err != nil {
			return 0, err
		}
	}
	return n, nil
}

func (s *fakeStore) ReviewerCounts(_ context.Context, f record.WorkFilter, today int) (out []record.ReviewerCount, _ error) {
	counts := map[int64]record.ReviewerCount{}
	for _, w := range s.work(f) {
		for a := range s.assigned {
			if a[1] != w.Document {
				continue
			}
			n := counts[a[0]]
			n.Account, n.Given, n.Next = a[0], n.Given+1, cmp.Or(n.Next, record.NoDue)
			due := record.DueNumber(s.due[a])
			done := w.Verdict != "" || slices.ContainsFunc(record.StandingOpinions(s.opinions[w.Shown]), func(o record.Opinion) bool { return o.Account == a[0] })
			switch {
			case done:
				n.Done++
			case due < today:
				n.Overdue++
				fallthrough
			default:
				n.Next = min(n.Next, due)
			}
			counts[a[0]] = n
		}
	}
	for _, n := range counts {
		out = append(out, n)
	}
	slices.SortFunc(out, func(a, b record.ReviewerCount) int { return cmp.Compare(a.Account, b.Account) })
	return out, nil
}
