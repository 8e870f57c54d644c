package lookup

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// What of the library came after a check
//
// A check is about the library as it was when it was asked for (checks.newest_id). What
// came later, or was put into the library later than it was stored (documents.entered), and could change its result is found without
// running it: the units of a new
// document ask for those of the applications that agree with them in agreeing groups or
// more, in the index that a check asks too. Chance gives hardly any; a copied passage of
// two units mostly is, one of a sentence may not be. Pages of the web, which come by hundreds a
// day, are not asked for.

// agreeing is how many groups a unit of a new document must share with one of an
// application.
const agreeing = 2

// Outdated returns the applications of a call whose shown check could come out otherwise
// with what was put into the library since, those with most new documents first. Of
// the new documents the newest are asked, most at the most; more says that there were
// others. The error is ErrNotFound where the call is gone.
func (r Reader) Outdated(ctx context.Context, call int64, most int) (found []record.Outdated, more bool, err error) {
	found, more, err = r.outdated(ctx, call, most)
	return found, more, wrap.Error(err, "checks of call %d that could change", call)
}

func (r Reader) outdated(ctx context.Context, call int64, most int) ([]record.Outdated, bool, error) {
	within, err := r.Within(ctx, call)
	if err != nil {
		return nil, false, err
	}
	type shown struct{ check, newest int64 }
	checks := map[int64]shown{}
	oldest, first, inLibrary := int64(-1), int64(-1), map[int64]bool{}
	var document int64
	var s shown
	var kept bool
	if err := r.conn.Each(ctx, []any{&document, &s.check, &s.newest, &kept}, func() error {
		checks[document] = s
		if kept {
			inLibrary[document] = true
		}
		if oldest < 0 || s.newest < oldest {
			oldest = s.newest
		}
		if first < 0 || s.check < first {
			first = s.check
		}
		return nil
	}, `SELECT w.doc_id, w.shown_id, c.newest_id, d.in_library FROM worklist w JOIN checks c ON c.id = w.shown_id
			JOIN documents d ON d.id = w.doc_id
		WHERE w.call_id = $1 AND w.call_id <> 0`, call); err != nil {
		return nil, false, err
	}
	if len(checks) == 0 {
		return nil, false, nil
	}
	// Those of the call itself are seen to when a check ends.
	fresh, err := within.fresh(ctx, call, oldest, first, most+1)
	if err != nil {
		return nil, false, err
	}
	more := len(fresh) > most
	fresh = fresh[:min(most, len(fresh))]
	var units int
	if err := r.conn.QueryRow(ctx, `SELECT COALESCE(sum(units), 0) FROM documents WHERE call_id = $1 AND call_id <> 0`,
		call).Scan(&units); err != nil {
		return nil, false, err
	}
	common := mostAgreeing + 2*units>>fingerprint.GroupBits
	// The applications that are in the library too are found among its units, the others
	// among those of the call.
	among := within
	among.scope = &scope{call: call, collected: inLibrary}
	changed := map[int64]*record.Outdated{}
	for _, x := range fresh {
		id := x.document
		groups, err := r.groupsOf(ctx, id)
		if err != nil {
			return nil, false, err
		}
		candidates, err := among.Candidates(ctx, groups, agreeing, common, id)
		if err != nil {
			return nil, false, err
		}
		for _, c := range candidates {
			s, checked := checks[c.Document]
			if !checked || id <= s.newest && x.entered < s.check {
				continue
			}
			o := changed[c.Document]
			if o == nil {
				o = &record.Outdated{Document: c.Document, Check: s.check}
				changed[c.Document] = o
			}
			if !slices.Contains(o.Sources, id) {
				o.Sources = append(o.Sources, id)
			}
		}
	}
	out := make([]record.Outdated, 0, len(changed))
	for _, o := range changed {
		out = append(out, *o)
	}
	slices.SortFunc(out, func(a, b record.Outdated) int {
		return cmp.Or(cmp.Compare(len(b.Sources), len(a.Sources)), cmp.Compare(a.Document, b.Document))
	})
	return out, more, nil
}

// freshDocument is one that checks may not have seen.
type freshDocument struct{ document, entered int64 }

// fresh returns the documents, none of the call, that came after a document or were put into
// the library when there was a check of some id: these first, then the newest.
func (r Reader) fresh(ctx context.Context, call, newest, check int64, most int) ([]freshDocument, error) {
	const columns = `SELECT id, entered FROM documents WHERE `
	usable := ` AND ` + r.member("") + ` AND web = '' AND call_id <> $3 AND state = 'ready'`
	return database.List(ctx, r.conn, func(row pgx.Row) (x freshDocument, err error) {
		return x, row.Scan(&x.document, &x.entered)
	}, columns+`id > $1`+usable+` UNION `+columns+`entered >= $2 AND entered > 0`+usable+` ORDER BY 2 DESC, 1 DESC LIMIT $4`, newest, check,
		call, most)
}

// mostAgreeing is how many units of a call may have a value, at the least, for it to tell
// something: forms print the same in all of them.
const mostAgreeing = 64
