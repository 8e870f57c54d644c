package lookup

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sort"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker"
	"zhiwen/checker/library/database"
	"zhiwen/extract"
	"zhiwen/internal/each"
	"zhiwen/internal/wrap"
)

// Glances implements checker.Library in two queries of one snapshot: the texts of the documents that there
// are, without structures, and the places of the units that are asked for. Where texts and units lie on other
// machines than documents, which there are is asked before. Documents that are not ready or not in
// the library are left out like unknown ones.
func (r Reader) Glances(ctx context.Context, asked []checker.Asked) (glances []*checker.Glance, err error) {
	if len(asked) == 0 {
		return nil, nil
	}
	ids := each.Of(asked, func(a checker.Asked) int64 { return a.ID })
	err = r.inSnapshot(ctx, func(r Reader) error {
		found := map[int64]*checker.Glance{}
		there, texts := ids, `SELECT d.id, t.text FROM documents d JOIN texts t ON t.doc_id = d.id
			WHERE `+r.member("d")+` AND d.state = 'ready' AND `+fmt.Sprintf(database.OneOf(r.conn.IsSQLite, "d.id"), 1)
		if r.conn.IsSpread {
			var err error
			there, err = r.conn.IDs(ctx, `SELECT d.id FROM documents d
				WHERE `+r.member("d")+` AND d.state = 'ready' AND `+fmt.Sprintf(database.OneOf(r.conn.IsSQLite, "d.id"), 1),
				database.IDParameter(r.conn.IsSQLite, ids))
			if err != nil {
				return err
			}
			texts = `SELECT doc_id, text FROM texts WHERE ` + fmt.Sprintf(database.OneOf(r.conn.IsSQLite, "doc_id"), 1)
		}
		err := r.each(ctx, texts, there, func(row pgx.Rows) error {
			g := &checker.Glance{Units: map[int]extract.Span{}}
			var text string
			if err := row.Scan(&g.ID, &text); err != nil {
				return err
			}
			g.Text = newPlainText(text)
			found[g.ID] = g
			glances = append(glances, g)
			return nil
		})
		if err != nil {
			return err
		}
		var units []int64 // as in candidates
		for _, a := range asked {
			if found[a.ID] == nil {
				continue
			}
			for _, ordinal := range a.Ordinals {
				units = append(units, a.ID<<ordinalBits|int64(ordinal))
			}
		}
		keys := units
		if r.conn.IsSpread {
			slices.Sort(units)
			keys = there
		}
		for _, table := range r.unitTables() {
			err := r.each(ctx, r.unitPlaces(table), keys, func(row pgx.Rows) error {
				var id int64
				var ordinal int
				var u extract.Span
				if err := row.Scan(&id, &ordinal, &u.Start, &u.End); err != nil {
					return err
				}
				if g := found[id]; g != nil && (!r.conn.IsSpread || isAsked(units, id, ordinal)) {
					g.Units[ordinal] = u
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return glances, wrap.Error(err, "glance at %d documents", len(ids))
}

// isAsked reports whether a unit is one of those with these numbers, which are in order.
func isAsked(units []int64, document int64, ordinal int) bool {
	_, found := slices.BinarySearch(units, document<<ordinalBits|int64(ordinal))
	return found
}

// unitPlaces returns the statement for the places of units by their numbers. Each is looked up by the primary key. Where
// they lie on many machines it is for all units of documents, by the documents' numbers: each shard gives those that it has.
func (r Reader) unitPlaces(table string) string {
	const columns = `SELECT s.doc_id, s.ordinal, s.start_offset, s.end_offset FROM `
	document, ordinal := fmt.Sprintf(`u.value >> %d`, ordinalBits), fmt.Sprintf(`u.value & %d`, 1<<ordinalBits-1)
	switch {
	case r.conn.IsSQLite:
		return columns + `json_each($1) u CROSS JOIN ` + table + ` s WHERE s.doc_id = ` + document + ` AND s.ordinal = ` + ordinal
	case r.conn.IsSpread:
		return columns + table + ` s WHERE s.doc_id = ANY ($1)`
	}
	return columns + `unnest($1::BIGINT[]) u (value) JOIN ` + table + ` s ON s.doc_id = ` + document + ` AND s.ordinal = (` + ordinal +
		`)::INTEGER`
}

// each calls do for every row of a query whose parameter is ids.
func (r Reader) each(ctx context.Context, sql string, ids []int64, do func(pgx.Rows) error) error {
	rows, err := r.conn.Query(ctx, sql, database.IDParameter(r.conn.IsSQLite, ids))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// plainText is a text whose parts can be read. It is valid UTF-8.
type plainText struct {
	text   string
	length int     // code points
	marks  []int32 // how many code points begin before every markEvery-th byte
}

// markEvery is a multiple of 8, the bytes that are counted at once.
const markEvery = 512

func newPlainText(text string) *plainText {
	p := &plainText{text: text, marks: make([]int32, 0, len(text)/markEvery+1)}
	for at := 0; ; at += markEvery {
		p.marks = append(p.marks, int32(p.length))
		if at+markEvery >= len(text) {
			p.length += codePoints(text[at:])
			return p
		}
		p.length += codePoints(text[at : at+markEvery])
	}
}

// codePoints counts the code points that begin in valid UTF-8: its bytes but those that continue one, 10xxxxxx. A text
// is counted whole though little of it is read, so it is done eight bytes at a time, in a fifth of the time.
func codePoints(s string) int {
	const lowest = 0x0101010101010101
	n := len(s)
	for ; len(s) >= 8; s = s[8:] {
		x := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		n -= bits.OnesCount64(x >> 7 & ^(x >> 6) & lowest)
	}
	for i := range len(s) {
		if s[i]&0xc0 == 0x80 {
			n--
		}
	}
	return n
}

// Length implements checker.Excerpts.
func (p *plainText) Length() int { return p.length }

// Excerpt implements checker.Excerpts.
func (p *plainText) Excerpt(start, end int) (string, error) {
	return p.text[p.byteOf(start):p.byteOf(end)], nil
}

// byteOf returns where a code point begins, or the end of the text.
func (p *plainText) byteOf(point int) int {
	if point >= p.length {
		return len(p.text)
	}
	mark := sort.Search(len(p.marks), func(i int) bool { return int(p.marks[i]) > point }) - 1 // the first mark is 0
	left := point - int(p.marks[mark])
	for at := mark * markEvery; ; at++ {
		if p.text[at]&0xc0 == 0x80 {
			continue
		}
		if left == 0 {
			return at
		}
		left--
	}
}
