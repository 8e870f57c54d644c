package search

import (
	"fmt"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
)

// benchText is some 30 KB: an application.
func benchText(i int) string {
	var b strings.Builder
	for n := range 300 {
		fmt.Fprintf(&b, "第%d项任务研究多源异构数据的隐私保护融合方法，在样地%d测定土壤微生物的响应。\n", n, i*n)
	}
	return b.String()
}

func BenchmarkPut(b *testing.B) {
	s := newShelf(b)
	text := benchText(7)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var id int64
	for b.Loop() {
		id++
		if err := s.Put(b.Context(), record.Document{ID: id, Identity: evidence.Identity{Title: "题目"}}, text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	s := newShelf(b)
	for i := range 200 {
		s.put(b, int64(i+1), evidence.Identity{Title: "隐私保护", Applicant: "林晚舟", Year: 2000 + i%20}, benchText(i))
	}
	for _, q := range []string{"林晚舟", "隐私保护 土壤微生物", "“多源异构数据的隐私保护”"} {
		b.Run(q, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Search(b.Context(), Query{Text: q, Limit: 20}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// What the page of the library asks for where a word stands in all of 20,000 short
// documents: facets, the first page and the last.
func BenchmarkFacets(b *testing.B) {
	const size = 20_000
	s := newShelf(b)
	for i := 0; i < size; i += 1000 {
		var batch []Document
		for n := i; n < i+1000; n++ {
			batch = append(batch, Document{ID: int64(n + 1), Status: record.Statuses()[n%4], Format: "docx", Text: benchText(1)[:300], Identity: evidence.Identity{
				Title: fmt.Sprintf("隐私保护第%d号", n), Applicant: "林晚舟", Year: 2018 + n%9, Institution: fmt.Sprintf("第%d大学", n%300), Programme: fmt.Sprintf("类别%d", n%12),
			}})
		}
		if err := s.PutAll(b.Context(), batch); err != nil {
			b.Fatal(err)
		}
	}
	for _, x := range []struct {
		name  string
		query Query
	}{
		{"word of all", Query{Text: "隐私保护"}}, {"word of one", Query{Text: "隐私保护第777号"}}, {"word of all in a year", Query{Text: "隐私保护", Values: of(record.ShelfYear, "2020")}},
		{"by title", Query{Text: "隐私保护", Sort: record.ShelfByTitle}}, {"last page", Query{Text: "隐私保护", Offset: size - 25}},
	} {
		b.Run(x.name, func(b *testing.B) {
			for b.Loop() {
				x.query.Limit = 25
				if r, err := s.Search(b.Context(), x.query); err != nil || len(r.Hits) == 0 {
					b.Fatal(err, r.Total)
				}
			}
		})
	}
}
