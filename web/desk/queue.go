package desk

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// Queue returns the place of an application in the list that its report was opened from: the list as it was filtered and
// sorted, of what the reader of the request sees. Without a list it is that of the call, or none. What the reader may
// not see is in no place and in no count.
func Queue(s *site.Site, d Dependencies) func(c *gin.Context, from report.Origin, of record.Document) (report.Queue, error) {
	p := &pages{Site: s, Dependencies: d}
	return p.queueAround
}

func (s *pages) queueAround(c *gin.Context, from report.Origin, of record.Document) (v report.Queue, err error) {
	reader := s.Reader(c)
	if !from.Given {
		if of.Call == 0 && reader.SeesAll() {
			return v, nil
		}
		from = report.OriginOf("", of.Call)
	}
	if from.In != "" {
		may, err := reader.May("GET /calls/:id")
		if err != nil {
			return v, err
		}
		if !may {
			from = report.OriginOf(from.Of, 0)
		}
	}
	x, err := s.readSelection(c, url.Values{report.OfField: {from.Of}, report.InField: {from.In}})
	if err != nil {
		return v, err
	}
	if from.Of == "" {
		x.list.begin()
	}
	q, ctx := x.list.WorkQuery, c.Request.Context()
	q.Limit, q.Offset, q.After, q.Before = 1, 0, record.WorkKey{}, record.WorkKey{}
	return s.around(ctx, q, x.list, from, of.ID)
}

// around finds what stands around a document in a list.
func (s *pages) around(ctx context.Context, q record.WorkQuery, l list, from report.Origin, document int64) (v report.Queue, err error) {
	// Where the row stands, also once it does not fit any more.
	self := record.WorkQuery{WorkFilter: record.WorkFilter{Reviewer: q.Reviewer, AssignedTo: q.AssignedTo, IDs: []int64{document}},
		Sort: q.Sort, Descending: q.Descending, Limit: 1}
	here, err := s.Store.Work(ctx, self)
	if err != nil || len(here.Items) == 0 {
		return v, err
	}
	if v.Count, err = s.Store.CountWork(ctx, q.WorkFilter); err != nil {
		return v, err
	}
	link := func(step func(*record.WorkQuery)) (string, error) {
		one := q
		step(&one)
		page, err := s.Store.Work(ctx, one)
		if err != nil || len(page.Items) == 0 || page.Items[0].Document == document {
			return "", err
		}
		if shown := page.Items[0].Shown; shown != 0 {
			return from.Path(shown), nil
		}
		return from.Path(page.Items[0].Newest), nil
	}
	undecided := func(one *record.WorkQuery) { one.Open, one.Decided = true, false }
	for _, to := range []struct {
		link *string
		step func(*record.WorkQuery)
	}{
		{&v.Previous, func(one *record.WorkQuery) { one.Before = here.First }},
		{&v.Next, func(one *record.WorkQuery) { one.After = here.First }},
		{&v.Onward, func(one *record.WorkQuery) { one.After = here.First; undecided(one) }},
		{&v.Onward, undecided}, // from the beginning, where none follows
	} {
		if *to.link == "" {
			if *to.link, err = link(to.step); err != nil {
				return v, err
			}
		}
	}
	v.Open = q.Open
	before := q
	before.Before = here.First
	place, err := s.Store.CountBefore(ctx, before)
	if err != nil {
		return v, err
	}
	if fits, err := s.fits(ctx, q, document); err != nil {
		return v, err
	} else if fits {
		v.Place = place + 1
	}
	values := url.Values{}
	maps.Copy(values, l.values)
	if number := place/site.PageSize + 1; number > 1 {
		values.Set(fieldPage, strconv.Itoa(number))
	}
	v.List = l.path
	if len(values) > 0 {
		v.List += "?" + values.Encode()
	}
	v.List += "#" + workRow{WorkItem: here.Items[0]}.Key()
	return v, nil
}

// fits reports whether a query still chooses a document.
func (s *pages) fits(ctx context.Context, q record.WorkQuery, document int64) (bool, error) {
	if q.IDs != nil && !slices.Contains(q.IDs, document) {
		return false, nil
	}
	q.IDs = []int64{document}
	n, err := s.Store.CountWork(ctx, q.WorkFilter)
	return n > 0, err
}
