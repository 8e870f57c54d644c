package web

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/checker/setting"
)

// item returns the row of a document in the work list; false where it has none.
func (s *fakeStore) item(d record.Document) (w record.WorkItem, ok bool) {
	i := d.Identity
	w = record.WorkItem{
		Document: d.ID, Call: d.Call, Filename: i.Filename, Title: i.Title, Applicant: i.Applicant, Institution: i.Institution, Number: i.Number,
		Programme: i.Programme, Year: i.Year, InLibrary: d.InLibrary, State: record.WorkUnchecked, CreatedAt: d.CreatedAt,
	}
	for _, check := range s.list(func(c record.Check) bool { return c.Document.ID == d.ID }) { // the newest first
		if w.Newest == 0 {
			w.Newest, w.State, w.Progress = check.ID, record.WorkState(check.State), check.Progress
		}
		if check.State == record.CheckDone && w.Shown == 0 {
			w.Shown, w.Countable, w.Left, w.Doubts, w.EndedAt = check.ID, check.Countable, check.Left, check.Doubts, check.FinishedAt
			w.Profile, w.Parts = check.Profile, s.parts[d.ID]
			if v := score.Decide(s.decisions[check.ID]).Check(); v != nil {
				w.Verdict = v.Verdict
			}
		} else if v := score.Decide(s.decisions[check.ID]).Check(); v != nil && w.Shown != 0 && w.Verdict == "" && w.Earlier == "" {
			w.Earlier = v.Verdict
		}
	}
	found := s.found[d.ID]
	if w.Shown != 0 && found != nil {
		w.Findings, w.Largest = finding.Encode(found), found[0].Source
	}
	reached := false
	for f, t := range setting.Usual().ThresholdsOf(s.calls[d.Call].Settings) {
		reached = reached || w.Shown != 0 && t.Level(w.Figure(f), w.Countable) > 0
	}
	w.Rank = finding.Severity(finding.Facts{Found: found, Doubts: w.Doubts, Reached: reached, Failed: w.State == record.WorkFailed || w.State == record.WorkUnread})
	for x := range s.assigned {
		if x[1] == d.ID {
			w.Reviewers++
		}
	}
	standing := record.StandingOpinions(s.opinions[w.Shown])
	o, _ := score.Weigh(s.calls[d.Call].Settings.Wanted(), record.OpinionVerdicts(standing))
	w.Wanted, w.Opinions, w.Agreeing, w.Due = o.Wanted, o.Given, o.Agreeing, record.NoDue
	for x, due := range s.due {
		if done := slices.ContainsFunc(standing, func(o record.Opinion) bool { return o.Account == x[0] }); x[1] == d.ID && !done && w.Verdict == "" {
			w.Due = min(w.Due, record.DueNumber(due))
		}
	}
	return w, d.Call != 0 || w.Newest != 0
}

// rows are the rows that a filter chooses, in the order in which they came, the last first.
func (s *fakeStore) work(f record.WorkFilter) (out []record.WorkItem) {
	for _, d := range s.documents {
		w, ok := s.item(d)
		undecided := w.Shown != 0 && slices.Contains(f.Verdicts, w.Verdict)
		found := true
		for word := range strings.FieldsSeq(strings.ToLower(f.Search)) {
			found = found && strings.Contains(strings.ToLower(strings.Join([]string{w.Title, w.Applicant, w.Institution, w.Number, w.Filename}, "\n")), word)
		}
		found = found && (f.Finding == "" || strings.Contains(w.Findings, `"kind":"`+f.Finding+`"`)) &&
			(len(f.Institutions) == 0 || slices.Contains(f.Institutions, w.Institution)) && (len(f.Years) == 0 || slices.Contains(f.Years, w.Year)) &&
			(len(f.Programmes) == 0 || slices.Contains(f.Programmes, w.Programme))
		for figure, from := range f.From {
			found = found && w.Countable > 0 && w.Figure(figure)*10000/w.Countable >= from
		}
		switch {
		case !ok, !found, f.Call > 0 && w.Call != f.Call, f.Call == record.NoCall && w.Call != 0,
			f.Reviewer != 0 && !s.assigned[[2]int64{f.Reviewer, w.Document}], f.AssignedTo != 0 && !s.assigned[[2]int64{f.AssignedTo, w.Document}],
			f.IDs != nil && !slices.Contains(f.IDs, w.Document), len(f.States) > 0 && !slices.Contains(f.States, w.State),
			f.Open && !s.isOpen(w, f), f.Decided && s.isOpen(w, f), w.Rank < f.LeastRank,
			len(f.Verdicts) > 0 && !undecided, f.Unassigned && w.Reviewers > 0, (f.Awaited || f.Differ) && slices.Contains(f.Blind, w.Document), f.Differ && w.Agreeing >= w.Opinions, f.NoFinding && (!harmless(w) || w.Verdict != evidence.Withdrawn), f.Remaining && (harmless(w) || w.Verdict != evidence.Withdrawn):
			continue
		}
		out = append(out, w)
	}
	slices.SortFunc(out, func(a, b record.WorkItem) int {
		return cmp.Or(cmp.Compare(b.Newest, a.Newest), cmp.Compare(b.Document, a.Document))
	})
	return out
}

func (s *fakeStore) Work(_ context.Context, q record.WorkQuery) (record.WorkPage, error) {
	if s.broken != nil {
		return record.WorkPage{}, s.broken
	}
	s.query = q
	all := s.sorted(q)
	begin := q.Offset
	if q.After.Document != 0 {
		begin = s.place(q, q.After) + 1
	}
	if q.Before.Document != 0 {
		if begin = s.place(q, q.Before) - q.Limit; begin < 0 {
			return record.WorkPage{}, nil
		}
	}
	p := record.WorkPage{Items: page(all, q.Limit, begin), Prev: begin > 0, Next: begin+q.Limit < len(all)}
	if n := len(p.Items); n > 0 {
		p.First, p.Last = record.WorkKey{Document: p.Items[0].Document}, record.WorkKey{Document: p.Items[n-1].Document}
	}
	if s.meanwhile != nil {
		s.meanwhile()
	}
	return p, nil
}

func (s *fakeStore) sorted(q record.WorkQuery) []record.WorkItem {
	all := s.work(q.WorkFilter)
	if q.Sort == record.SortOverall {
		slices.SortStableFunc(all, func(a, b record.WorkItem) int { return cmp.Compare(b.Left.Covered, a.Left.Covered) })
	}
	if !q.Descending {
		slices.Reverse(all)
	}
	return all
}

func (s *fakeStore) place(q record.WorkQuery, key record.WorkKey) int {
	return max(0, slices.IndexFunc(s.sorted(q), func(w record.WorkItem) bool { return w.Document == key.Document }))
}

func (s *fakeStore) CountBefore(_ context.Context, q record.WorkQuery) (int, error) {
	return s.place(q, q.Before), nil
}

func (s *fakeStore) CountWork(_ context.Context, f record.WorkFilter) (int, error) {
	return len(s.work(f)), nil
}

func (s *fakeStore) WorkQueues(_ context.Context, f record.WorkFilter, grave int) (map[int64]record.Queue, error) {
	out := map[int64]record.Queue{}
	for _, w := range s.work(f) {
		q := record.Queue{Total: 1}
		if s.isOpen(w, f) {
			q.Open = 1
			if w.Rank >= grave {
				q.Grave = 1
			}
		}
		out[w.Call] = out[w.Call].Plus(q)
	}
	return out, nil
}

// harmless is of record.WorkFilter.NoFinding.
func harmless(w record.WorkItem) bool { return w.Shown != 0 && w.Rank == 0 }

// isOpen is record.WorkFilter.Open.
func (s *fakeStore) isOpen(w record.WorkItem, f record.WorkFilter) bool {
	return w.Verdict == evidence.Withdrawn && !slices.ContainsFunc(record.StandingOpinions(s.opinions[w.Shown]), func(o record.Opinion) bool { return f.Reviewer != 0 && o.Account == f.Reviewer })
}

func (s *fakeStore) WorkDetails(_ context.Context, documents []int64) (map[int64]record.WorkDetail, error) {
	out := map[int64]record.WorkDetail{}
	for _, w := range s.work(record.WorkFilter{IDs: documents}) {
		out[w.Document] = record.WorkDetail{Assigned: []string{"评审 (r)"}, Opinions: record.StandingOpinions(s.opinions[w.Shown])}
	}
	return out, nil
}

func (s *fakeStore) WorkSources(_ context.Context, documents []int64) (map[int64][]record.Edge, error) {
	out := map[int64][]record.Edge{}
	for _, e := range s.edges {
		if slices.Contains(documents, e.Document) {
			out[e.Document] = append(out[e.Document], e)
		}
	}
	return out, nil
}

func (s *fakeStore) WorkFacts(_ context.Context, f record.WorkFilter, do func(record.WorkFact) error) error {
	for _, w := range s.work(f) {
		x := record.WorkFact{Institution: w.Institution, Programme: w.Programme, Year: w.Year, Checked: w.Shown != 0, Shares: [4]int{-1, -1, -1, -1}, Verdict: w.Verdict, Findings: w.Findings}
		for i, f := range record.FigureNames() {
			if x.Checked && w.Countable > 0 {
				x.Shares[i] = w.Figure(f) * 10000 / w.Countable
			}
		}
		if err := do(x); err != nil {
			return err
		}
	}
	return nil
}

func (s *fakeStore) WorkIDs(_ context.Context, f record.WorkFilter) (ids []int64, _ error) {
	for _, w := range s.work(f) {
		ids = append(ids, w.Document)
	}
	return ids, nil
}

func (s *fakeStore) WorkFacets(_ context.Context, f record.WorkFilter) (out record.WorkFacets, _ error) {
	count := func(list *[]record.Facet, value string) {
		if i := slices.IndexFunc(*list, func(x record.Facet) bool { return x.Value == value }); i >= 0 {
			(*list)[i].Count++
		} else {
			*list = append(*list, record.Facet{Value: value, Count: 1})
		}
	}
	for _, w := range s.work(f) {
		out.Total++
		count(&out.Programmes, w.Programme)
		count(&out.Institutions, w.Institution)
		count(&out.Years, strconv.Itoa(w.Year))
		count(&out.Verdicts, string(w.Verdict))
		if w.Wanted > 1 && w.Agreeing < w.Opinions && !slices.Contains(f.Blind, w.Document) {
			out.Differ++
		}
	}
	return out, nil
}

func (s *fakeStore) WorkProgress(_ context.Context, f record.WorkFilter) (record.CallProgress, error) {
	p := record.CallProgress{ByState: map[record.WorkState]int{}}
	for _, w := range s.work(f) {
		p.Total++
		p.ByState[w.State]++
	}
	return p, nil
}

func (s *fakeStore) CallOutlook(context.Context, int64) (record.Outlook, error) {
	return s.outlook, nil
}

func (s *fakeStore) ImportOutlook(context.Context, int64) (record.Outlook, error) {
	return s.outlook, nil
}

func (s *fakeStore) WorkHistogram(_ context.Context, f record.WorkFilter) (record.Histogram, error) {
	h := record.Histogram{}
	for _, name := range record.FigureNames() {
		var bins [record.HistogramBins]int
		for _, w := range s.work(f) {
			if w.Shown != 0 && w.Countable > 0 {
				bins[min(record.HistogramBins-1, max(0, w.Figure(name))*record.HistogramBins/w.Countable)]++
			}
		}
		h[name] = bins
	}
	return h, nil
}

func (s *fakeStore) Call(_ context.Context, id int64) (record.Call, error) {
	call, err := lookUp(s, s.calls, id)
	call.Applications = len(s.work(record.WorkFilter{Call: id}))
	return call, err
}

func (s *fakeStore) Calls(context.Context) (out []record.Call, _ error) {
	for _, call := range s.calls {
		out = append(out, call)
	}
	slices.SortFunc(out, func(a, b record.Call) int { return cmp.Compare(b.ID, a.ID) })
	return out, nil
}

func (s *fakeStore) PutCall(_ context.Context, call record.Call, by string) (int64, error) {
	for _, x := range s.calls {
		if x.Name == call.Name && x.ID != call.ID {
			return 0, fmt.Errorf("fake: %w", record.ErrNameTaken)
		}
	}
	if call.ID == 0 {
		s.next++
		call.ID = s.next
	}
	changes := s.callChanges[call.ID]
	if n := len(changes); call.Revision != 0 && n > 0 && call.Revision != changes[n-1].ID {
		return 0, fmt.Errorf("fake: %w", record.ErrOvertaken)
	}
	s.next++
	call.ChangedBy, call.Revision = by, s.next
	s.calls[call.ID] = call
	s.callChanges[call.ID] = append(changes, record.CallChange{ID: s.next, Call: call, By: by, At: testTime})
	return call.ID, nil
}

func (s *fakeStore) CallChanges(_ context.Context, id int64, most int) ([]record.CallChange, error) {
	changes := slices.Clone(s.callChanges[id])
	slices.Reverse(changes)
	return changes[:min(most, len(changes))], nil
}

func (j *fakeJobs) DeleteCall(_ context.Context, id int64, withApplications bool) error {
	s := j.store
	if _, err := lookUp(s, s.calls, id); err != nil {
		return err
	}
	if len(s.work(record.WorkFilter{Call: id})) > 0 && !withApplications {
		return fmt.Errorf("fake: %w", record.ErrHasApplications)
	}
	delete(s.calls, id)
	for n, d := range s.documents {
		if d.Call == id {
			delete(s.documents, n)
		}
	}
	return nil
}

func (s *fakeStore) Views(_ context.Context, account int64) ([]record.SavedView, error) {
	return s.views[account], nil
}

func (s *fakeStore) SaveView(_ context.Context, account int64, name, query string) error {
	s.next++
	s.views[account] = append(s.views[account], record.SavedView{ID: s.next, Name: name, Query: query})
	return nil
}

func (s *fakeStore) DeleteView(_ context.Context, account, id int64) error {
	before := len(s.views[account])
	s.views[account] = slices.DeleteFunc(s.views[account], func(v record.SavedView) bool { return v.ID == id })
	if len(s.views[account]) == before {
		return record.ErrNotFound
	}
	return nil
}

// verdictOf returns what was decided about a check as a whole.
func (s *fakeStore) verdictOf(check int64) *evidence.Decision {
	return score.Decide(s.decisions[check]).Check()
}
