package exclude_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
)

// BenchmarkFind looks through applications of 10,000 and 40,000 characters with
// sixteen blank forms and what was learned of eighty neighbours.
func BenchmarkFind(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var forms []*text.Text
	for range 16 {
		forms = append(forms, text.New(document(strings.Split(texttest.Chinese(r, 120), "。")...)))
	}
	who := evidence.Identity{Applicant: "赵甲", Institution: "大学0", Year: 2025}
	var neighbours []exclude.Neighbour
	for i := range 80 {
		neighbours = append(neighbours, neighbour(int64(i), fmt.Sprint("某", i), fmt.Sprint("大学", i%5), append(strings.Split(texttest.Chinese(r, 1600), "。"), "请申请人逐一列举前期试验的样本来源与处理流程，附必要的图表。")...))
	}
	known := exclude.Known{Forms: exclude.NewForms(forms...), Learned: exclude.Learn(who, neighbours)}
	for _, characters := range []int{10_000, 40_000} {
		long := []rune(texttest.Chinese(r, characters/20))
		d := document(strings.Split(string(long[:characters]), "。")...)
		t := text.New(d)
		b.Run(fmt.Sprint("find-", characters), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(d.Text)))
			for b.Loop() {
				exclude.New(d, who, nil).Find(t, known)
			}
		})
	}
	b.Run("learn", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			exclude.Learn(who, neighbours)
		}
	})
	b.Run("forms", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			exclude.NewForms(forms...)
		}
	})
}
