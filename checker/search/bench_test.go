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
