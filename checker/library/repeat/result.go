package repeat

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/first"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// Reasons of results, besides outcomes and criteria.
const (
	whyTie       = "tie"
	whyFailed    = "failed"
	whyComparing = "comparing"
)

// pageState is a page of a site with its progress.
type pageState struct {
	outcome         record.WebOutcome
	page, document  int64
	working         bool // a job is at its site
	asked           *time.Time
	state, compared string // of its document
	comparedAt      *time.Time
}

// LastResult returns the state of an address, in its normal form (crawl.Normal), by an order of
// criteria. If several sites have the address, the most advanced state counts. An address that
// nobody follows is WebUnknown and no error.
func (r Reader) LastResult(ctx context.Context, address string, order []first.Criterion) (record.WebResult, error) {
	result, err := r.lastResult(ctx, address, order)
	return result, wrap.Error(err, "last result of an address")
}

func (r Reader) lastResult(ctx context.Context, address string, order []first.Criterion) (record.WebResult, error) {
	states, err := database.List(ctx, r.conn, func(row pgx.Row) (s pageState, err error) {
		return s, row.Scan(&s.outcome, &s.page, &s.document, &s.working, &s.asked, &s.state, &s.compared, &s.comparedAt)
	}, `SELECT p.fate, p.id, p.doc_id, s.job_id <> 0, p.asked_at, COALESCE(d.state, ''), COALESCE(v.compared, ''), v.compared_at
		FROM web_pages p JOIN web_sites s ON s.id = p.site_id LEFT JOIN documents d ON d.id = p.doc_id LEFT
			JOIN web_versions v ON v.doc_id = p.doc_id
		WHERE p.address = $1 ORDER BY p.doc_id DESC, p.id`, said(address))
	if err != nil {
		return record.WebResult{}, err
	}
	if len(states) == 0 {
		return record.WebResult{State: record.WebUnknown}, nil
	}
	s := states[0]
	result := record.WebResult{Document: s.document}
	if s.asked != nil {
		result.At = s.asked.UTC()
	}
	switch {
	case s.document == 0 && s.outcome == record.WebWaiting && s.working:
		result.State = record.WebFetching
	case s.document == 0 && s.outcome == record.WebWaiting:
		result.State = record.WebQueued
	case s.document == 0:
		result.State, result.Why = record.WebUndetermined, string(s.outcome)
	case s.state == string(record.DocumentFailed) || s.compared == "failed":
		result.State, result.Why = record.WebUndetermined, whyFailed
	case s.compared != "done":
		result.State, result.Why = record.WebFetching, whyComparing
	default:
		if s.comparedAt != nil {
			result.At = s.comparedAt.UTC()
		}
		return r.judge(ctx, result, order)
	}
	return result, nil
}

// judge determines for a compared document whether another was first.
func (r Reader) judge(ctx context.Context, result record.WebResult, order []first.Criterion) (record.WebResult, error) {
	if r.rights != nil {
		verified, err := r.rights.Verified(ctx, []int64{result.Document})
		if err != nil {
			return result, err
		}
		result.Verified = verified[result.Document]
	}
	pairs, err := database.List(ctx, r.conn, scanPair, `SELECT `+pairColumns+pairTables+` WHERE r.doc_id = $1 OR r.source_id = $1`,
		result.Document)
	if err == nil {
		err = r.verify(ctx, pairs)
	}
	if err != nil {
		return result, err
	}
	result.State = record.WebOriginal
	// Of the others those that were first count before those of which it is not told, and
	// these before the rest; among them rights, then likeness, then time, then the number.
	rank := map[first.Which]int{first.B: 0, first.Neither: 1, first.A: 2}
	type judged struct {
		pair    record.Repeat
		outcome first.Outcome
	}
	var all []judged
	for _, p := range pairs {
		if p.Page.Document != result.Document {
			p.Page, p.Other, p.OfOther = p.Other, p.Page, !p.OfOther
		}
		all = append(all, judged{p, p.Decide(order)})
	}
	if len(all) == 0 {
		return result, nil
	}
	nearest := slices.MinFunc(all, func(a, b judged) int {
		rights := func(j judged) int {
			if j.pair.Other.Verified {
				return 0
			}
			return 1
		}
		return cmp.Or(
			cmp.Compare(rank[a.outcome.First], rank[b.outcome.First]), cmp.Compare(rights(a), rights(b)),
			cmp.Compare(b.pair.Page.Share, a.pair.Page.Share),
			compareDays(a.pair.Other.Published, b.pair.Other.Published), cmp.Compare(a.pair.Other.Document, b.pair.Other.Document))
	})
	switch nearest.outcome.First {
	case first.B:
		result.State, result.Why = record.WebRepeats, string(nearest.outcome.By)
	case first.Neither:
		result.State, result.Why = record.WebUndetermined, whyTie
	default:
		result.Why = string(nearest.outcome.By)
	}
	o := nearest.pair.Other
	result.Nearest = &record.WebNearest{
		Document: o.Document, Published: o.Published, Similarity: float64(nearest.pair.Page.Share) / 10_000, Verified: o.Verified,
		Check: nearest.pair.Check, Source: nearest.pair.Source(),
	}
	if !o.Application {
		result.Nearest.Address, result.Nearest.Title, result.Nearest.Site = o.Address, o.Title, o.Site
	}
	return result, nil
}

// compareDays puts the earlier of two times of publication first, as far as they are stated
// alike, and what is unknown last.
func compareDays(a, b string) int {
	if (a == "") != (b == "") {
		return -cmp.Compare(a, b)
	}
	return strings.Compare(a, b)
}
