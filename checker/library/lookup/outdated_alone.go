package lookup

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/internal/wrap"
)

// Checks of documents that belong to no call
//
// A document that was only checked has no units in any table, so nothing can be looked up
// among them. The other way round: the units of the new documents are held in memory, and
// each check's document, whose units are made of its text, asks them.

// OutdatedAlone returns the checks of documents of no call that could come out otherwise with
// what was put into the library since, the newest check first. Of the checks before one (0
// for all) the newest are looked at, most at the most, and of the new documents the newest,
// most at the most. unitsOf gives the fingerprints of the units of a document that is not in
// the library.
func (r Reader) OutdatedAlone(ctx context.Context, before int64, most int,
	unitsOf func(ctx context.Context, document int64) ([]fingerprint.Groups, error)) (record.OutdatedPage, error) {
	page, err := r.outdatedAlone(ctx, before, most, unitsOf)
	return page, wrap.Error(err, "checks of no call that could change")
}

// aloneCheck is a shown check of a document of no call.
type aloneCheck struct {
	document, check, newest int64
	inLibrary               bool
}

func (r Reader) outdatedAlone(ctx context.Context, before int64, most int,
	unitsOf func(context.Context, int64) ([]fingerprint.Groups, error)) (page record.OutdatedPage, err error) {
	checks, err := r.aloneChecks(ctx, before, most+1)
	if err != nil || len(checks) == 0 {
		return page, err
	}
	if len(checks) > most {
		checks = checks[:most]
		page.Next = checks[most-1].check
	}
	oldest, first := checks[0].newest, checks[0].check
	for _, c := range checks {
		oldest, first = min(oldest, c.newest), min(first, c.check)
	}
	fresh, err := r.fresh(ctx, record.NoCall, oldest, first, most+1)
	if err != nil {
		return page, err
	}
	if page.More = len(fresh) > most; page.More {
		fresh = fresh[:most]
	}
	held, err := r.hold(ctx, fresh)
	if err != nil {
		return page, err
	}
	entered := each.Map(fresh, func(x freshDocument) (int64, int64) { return x.document, x.entered })
	for _, c := range checks {
		units, err := r.unitsOfChecked(ctx, c, unitsOf)
		if err != nil {
			return page, err
		}
		var sources []int64
		for _, found := range held.ask(units).candidates(agreeing) {
			id := found.Document
			if id != c.document && (id > c.newest || entered[id] >= c.check) && !slices.Contains(sources, id) {
				sources = append(sources, id)
			}
		}
		if len(sources) > 0 {
			slices.Sort(sources)
			slices.Reverse(sources)
			page.Found = append(page.Found, record.Outdated{Document: c.document, Check: c.check, Sources: sources})
		}
	}
	return page, nil
}

// aloneChecks returns the shown checks of documents of no call which did not see all that is
// in the library now, the newest first.
func (r Reader) aloneChecks(ctx context.Context, before int64, most int) ([]aloneCheck, error) {
	return database.List(ctx, r.conn, func(row pgx.Row) (c aloneCheck, err error) {
		return c, row.Scan(&c.document, &c.check, &c.newest, &c.inLibrary)
	}, `SELECT w.doc_id, w.shown_id, c.newest_id, d.in_library FROM worklist w JOIN checks c ON c.id = w.shown_id
		JOIN documents d ON d.id = w.doc_id
		WHERE w.call_id = 0 AND ($1 = 0 OR w.shown_id < $1) AND d.state = 'ready'
			AND (c.newest_id < (SELECT COALESCE(max(n.id), 0) FROM documents n WHERE n.in_library)
				OR c.id <= (SELECT COALESCE(max(n.entered), 0) FROM documents n WHERE n.in_library))
		ORDER BY w.shown_id DESC LIMIT $2`, before, most)
}

// unitsOfChecked returns the fingerprints of a checked document's units: those that are
// stored, or those that are made.
func (r Reader) unitsOfChecked(ctx context.Context, c aloneCheck,
	make func(context.Context, int64) ([]fingerprint.Groups, error)) ([]fingerprint.Groups, error) {
	if c.inLibrary {
		return r.groupsOf(ctx, c.document)
	}
	return make(ctx, c.document)
}

// heldUnits are units in memory by the values of their groups.
type heldUnits [fingerprint.GroupCount]map[uint32][]int64

// hold reads the units of library documents. Values that very many of them have are left
// out: forms print the same.
func (r Reader) hold(ctx context.Context, documents []freshDocument) (held heldUnits, err error) {
	ids := each.Of(documents, func(d freshDocument) int64 { return d.document })
	groups, err := r.groupsOfEach(ctx, ids)
	if err != nil {
		return held, err
	}
	for g := range held {
		held[g] = map[uint32][]int64{}
	}
	for id, units := range groups {
		for n, unit := range units {
			for g, value := range unit {
				if value < fingerprint.NoGroup {
					held[g][value] = append(held[g][value], id<<ordinalBits|int64(n))
				}
			}
		}
	}
	for g := range held {
		for value, units := range held[g] {
			if len(units) > mostAgreeing {
				delete(held[g], value)
			}
		}
	}
	return held, nil
}

// ask returns the units that agree with those of a document in a group.
func (h heldUnits) ask(units []fingerprint.Groups) agreements {
	found := make(agreements, len(units))
	for n, unit := range units {
		for g, value := range unit {
			if value < fingerprint.NoGroup {
				found.add(n, g, h[g][value])
			}
		}
	}
	return found
}
