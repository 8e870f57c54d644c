package librarytest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

// Upload returns an upload with bytes of its own.
func Upload(name string) record.Upload {
	return record.Upload{
		Identity: evidence.Identity{Filename: name + ".txt"},
		Data:     []byte("bytes of " + name),
	}
}

// Document returns a document of one paragraph.
func Document(text string) *extract.Document {
	n := len([]rune(text))
	return &extract.Document{
		Text:       text,
		Paragraphs: []extract.Paragraph{{Span: extract.Span{Start: 0, End: n}, Kind: extract.Body}},
		Sections:   []extract.Section{},
		Method:     "txt",
	}
}

// Units returns units, other ones for another seed.
func Units(n int, seed uint32) []fingerprint.Unit {
	u := make([]fingerprint.Unit, n)
	for i := range u {
		u[i] = fingerprint.Unit{Start: i * 10, End: i*10 + 10}
		for j := range u[i].Groups {
			u[i].Groups[j] = (seed*7919 + uint32(i)*31 + uint32(j)) % (1 << fingerprint.GroupBits)
		}
	}
	return u
}

// Groups draws groups from few values, so that chance agreements are
// common, or from all values.
func Groups(r *rand.Rand, values uint32) (g fingerprint.Groups) {
	for i := range g {
		g[i] = r.Uint32N(values)
	}
	return g
}

// Create stores an upload, and returns its id.
func Create(t testing.TB, s *library.Store, u record.Upload) (id int64) {
	t.Helper()
	InTx(t, s, func(ctx context.Context, tx *library.Tx) (err error) {
		ids, err := tx.CreateDocuments(ctx, []record.Upload{u})
		if err == nil {
			id = ids[0]
		}
		return err
	})
	return id
}

// Load puts documents into the library and returns their ids.
func Load(t testing.TB, s *library.Store, documents ...library.Prepared) []int64 {
	t.Helper()
	return Must(s.Load(context.Background(), documents))(t)
}

// InTx calls do with a transaction that is committed.
func InTx(t testing.TB, s *library.Store, do func(ctx context.Context, tx *library.Tx) error) {
	t.Helper()
	ctx := context.Background()
	if err := s.InTx(ctx, func(tx *library.Tx) error { return do(ctx, tx) }); err != nil {
		t.Fatal(err)
	}
}

// Call stores a call.
func Call(t testing.TB, s *library.Store, c record.Call) int64 {
	t.Helper()
	c.State = record.CallOpen
	id, err := s.PutCall(context.Background(), c, "王处")
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// Applied stores an application of a call whose check is done with the figures, in a
// thousand characters.
func Applied(t testing.TB, s *library.Store, u record.Upload, figures ...int) (doc, check int64) {
	t.Helper()
	InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
		ids, err := tx.CreateDocuments(ctx, []record.Upload{u})
		if err != nil {
			return err
		}
		doc = ids[0]
		if err := tx.SetExtraction(ctx, doc, Document(u.Identity.Title)); err != nil {
			return err
		}
		if u.Call != 0 {
			if err := tx.SaveUnits(ctx, doc, Units(int(doc), 1)); err != nil {
				return err
			}
		}
		if len(figures) == 0 {
			return nil
		}
		if check, err = tx.CreateCheck(ctx, doc); err != nil {
			return err
		}
		if err := tx.StartCheck(ctx, check); err != nil {
			return err
		}
		parts := map[record.PartName]int{record.PartBasic: figures[1] * 10, "rationale": figures[2] * 10}
		if figures[3] == 0 {
			parts = nil
		}
		return tx.FinishCheck(ctx, check, record.Summary{
			Parts: parts, Countable: 1000, Rank: figures[0], Flags: figures[4], Unread: figures[5],
			Tally: record.Tally{Covered: figures[0], Others: figures[1], Quoted: figures[2], Largest: figures[3],
				Sources: figures[0] / 100},
		}, []byte("<evidence/>"))
	})
	return doc, check
}

// Named returns an upload of a title to a call, 0 for none.
func Named(title string, call int64) record.Upload {
	u := Upload(title)
	u.Identity.Title, u.Call = title, call
	return u
}

// Work returns a page of the work list, of a hundred rows where the query does not say.
func Work(t testing.TB, s *library.Store, q record.WorkQuery) record.WorkPage {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 100
	}
	page, err := s.Work(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// Documents returns the documents of a page.
func Documents(p record.WorkPage) (ids []int64) {
	for _, w := range p.Items {
		ids = append(ids, w.Document)
	}
	return ids
}

// SomeWork makes a call of twelve applications, and two of none.
func SomeWork(t testing.TB, s *library.Store) (of int64, ids []int64) {
	t.Helper()
	of = Call(t, s, record.Call{Name: "面上"})
	for i := range 14 {
		u := Named(fmt.Sprintf("Ａ%c 题目%d", 'a'+rune(i%3), i), of)
		if i >= 12 {
			u.Call = 0
		}
		u.Identity.Applicant, u.Identity.Institution, u.Identity.Year = "王小"+string(rune('一'+i)), []string{"甲大学", "乙研究所"}[i%2], 2020+i%4
		u.Identity.Programme, u.Identity.Number = "面上", fmt.Sprintf("N-%02d", 40-i)
		if i == 3 {
			doc, _ := Applied(t, s, u)
			ids = append(ids, doc)
			continue
		}
		doc, check := Applied(t, s, u, i%5*100, i%4*100, i%3*100, i%2*100, i%3, i%4)
		ids = append(ids, doc)
		if i == 5 || i == 7 {
			d := evidence.Decision{Subject: evidence.SubjectCheck, Verdict: evidence.NoConcern, Reviewer: "张三"}
			if err := s.Decide(context.Background(), check, d, record.AnySeen); err != nil {
				t.Fatal(err)
			}
		}
	}
	return of, ids
}
