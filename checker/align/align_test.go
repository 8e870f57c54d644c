package align

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
)

func fold(s string) *text.Text { return text.New(texttest.Document(s)) }

func align(query, source string) []Match {
	return NewQuery(fold(query)).Align(fold(source), &Scratch{})
}

// slice returns the code points of a span.
func slice(s string, at Span) string { return string([]rune(s)[at.Start:at.End]) }

func TestEqualTextsMatchWholly(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for name, s := range map[string]string{"Chinese": texttest.Chinese(r, 80), "English": strings.TrimSpace(texttest.English(r, 80))} {
		t.Run(name, func(t *testing.T) {
			got := align(s, s)
			n := len([]rune(s))
			if len(got) != 1 || got[0].Query != (Span{0, n}) || got[0].Source != (Span{0, n}) {
				t.Errorf("%d matches, first %+v, want one of [0, %d)", len(got), got, n)
			}
		})
	}
}

func TestUnrelatedTextsDoNotMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 20 {
		if got := align(texttest.Chinese(r, 200), texttest.Chinese(r, 200)); len(got) > 0 {
			t.Errorf("unrelated texts share %+v", got)
		}
	}
}

// planted is a passage of whole sentences in the middle of other text.
func planted(r *rand.Rand, sentences int, change func(string) string) (query, source, inQuery, inSource string) {
	inSource = strings.ReplaceAll(texttest.Chinese(r, sentences), "\n", "")
	inQuery = change(inSource)
	query = texttest.Chinese(r, 20) + "\n" + inQuery + texttest.Chinese(r, 20)
	source = texttest.Chinese(r, 20) + "\n" + inSource + texttest.Chinese(r, 20)
	return
}

// around reports whether two spans of code points differ by few at both ends.
func around(a, b Span, few int) bool {
	return max(a.Start-b.Start, b.Start-a.Start) <= few && max(a.End-b.End, b.End-a.End) <= few
}

func find(s, part string) Span {
	start := len([]rune(s[:strings.Index(s, part)]))
	return Span{start, start + len([]rune(part))}
}

func TestPlantedPassagesAreFound(t *testing.T) {
	// every n-th sentence is treated
	sentences := func(s string) []string { return strings.SplitAfter(strings.TrimSuffix(s, "。"), "。") }
	tests := []struct {
		name      string
		sentences int
		few       int // characters by which a boundary may be off
		change    func(r *rand.Rand, s string) string
	}{
		{"verbatim", 4, 6, func(_ *rand.Rand, s string) string { return s }},
		{"zero-width characters", 4, 6, func(_ *rand.Rand, s string) string { return strings.ReplaceAll(s, "研", "研\u200b") }},
		{"traditional", 4, 6, func(_ *rand.Rand, s string) string {
			return strings.NewReplacer("网络", "網絡", "学习", "學習", "机制", "機制").Replace(s)
		}},
		{"homophones", 4, 6, func(_ *rand.Rand, s string) string {
			return strings.NewReplacer("究", "就", "目", "木", "型", "形", "法", "发", "数", "树", "构", "够").Replace(s)
		}},
		{"one character in twelve replaced", 6, 12, func(r *rand.Rand, s string) string {
			runes := []rune(s)
			for i := range runes {
				if runes[i] != '。' && r.IntN(12) == 0 {
					runes[i] = '某'
				}
			}
			return string(runes)
		}},
		{"sentences in another order", 6, 6, func(r *rand.Rand, s string) string {
			parts := sentences(s)
			parts[len(parts)-1] += "。"
			slices.Reverse(parts)
			return strings.Join(parts, "")
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 3))
			for range 20 {
				query, source, q, s := planted(r, test.sentences, func(s string) string { return test.change(r, s) })
				got := align(query, source)
				if len(got) != 1 || !around(got[0].Query, find(query, q), test.few) || !around(got[0].Source, find(source, s), test.few) {
					t.Fatalf("found %+v, want one at %v of %v", got, find(query, q), find(source, s))
				}
			}
		})
	}
}

func TestRepeatedSourceGivesOneMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	passage := texttest.Chinese(r, 4)
	source := passage + "\n" + texttest.Chinese(r, 30) + "\n" + passage
	got := align(texttest.Chinese(r, 10)+"\n"+passage+"\n"+texttest.Chinese(r, 10), source)
	if len(got) != 1 || slice(source, got[0].Source) != passage {
		t.Errorf("found %+v, want the passage once", got)
	}
}

// Of two places of the source that say much the same, the one is named whose words stand together as
// they do in the query, not the one that has more of them scattered.
func TestPlaceOfTheLongRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	copied := signs(r, 60, 0, 3000)
	// The other place has all but a few of the characters, with one put in after every sixth; the right one has the
	// first 50 as they are.
	var scattered strings.Builder
	for i, c := range []rune(copied) {
		scattered.WriteRune(c)
		if i%6 == 5 {
			scattered.WriteRune([]rune(signs(r, 1, 3000, 3000))[0])
		}
	}
	right := string([]rune(copied)[:50]) + signs(r, 10, 3000, 3000)
	source := signs(r, 300, 6000, 3000) + "。" + scattered.String() + "。" + signs(r, 300, 6000, 3000) + "。" + right + "。" + signs(r, 300, 6000, 3000)
	got := NewQuery(fold(copied)).Align(fold(source), &Scratch{})
	if len(got) != 1 {
		t.Fatalf("%d matches, want one", len(got))
	}
	if at := find(source, right).Start; got[0].Source.Start < at-10 {
		t.Errorf("the passage is said to come from %v, not from %d", got[0].Source, at)
	}
}

// Two passages that were copied from far apart places stay two, though they stand side by side: what
// lies between them in the source was not taken.
func TestFarApartPlacesOfTheSourceStayTwo(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	change := func(s string) string { return strings.ReplaceAll(s, "，", "、并且") } // edited throughout
	first, second := strings.ReplaceAll(texttest.Chinese(r, 5), "\n", ""), strings.ReplaceAll(texttest.Chinese(r, 5), "\n", "")
	source := texttest.Chinese(r, 10) + "\n" + first + texttest.Chinese(r, 60) + "\n" + second + texttest.Chinese(r, 10)
	got := align(change(first)+change(second), source)
	var places []Span
	for _, m := range got {
		if !slices.Contains(places, m.Passage.Source) {
			places = append(places, m.Passage.Source)
		}
	}
	if len(places) != 2 || !around(places[0], find(source, first), 12) || !around(places[1], find(source, second), 12) {
		t.Errorf("the passages stand at %v, want %v and %v", places, find(source, first), find(source, second))
	}
}

// The work is bounded by construction: seeds are at most mostPlaces a symbol.
func TestRepetitiveTextsStayBounded(t *testing.T) {
	for name, s := range map[string]string{
		"one character":  strings.Repeat("啊", 20000),
		"one word":       strings.Repeat("test ", 20000),
		"one phrase":     strings.Repeat("本项目拟采用的技术路线。", 2000),
		"seven phrases":  strings.Repeat("本项目拟采用的技术路线如下所示。", 7) + strings.Repeat("x", 10),
		"table of zeros": strings.Repeat("0 0 0 1 0 0 2 0\n", 2000),
	} {
		t.Run(name, func(t *testing.T) {
			x := fold(s)
			q := NewQuery(x)
			scratch := &Scratch{}
			q.Align(x, scratch)
			if most := mostPlaces * len(x.Sound); len(scratch.runs) > most {
				t.Errorf("%d runs, want at most %d", len(scratch.runs), most)
			}
			for _, d := range scratch.diagonals {
				if d != 0 {
					t.Fatal("scratch is not left clean")
				}
			}
		})
	}
}

// FuzzAlign checks what every alignment must keep to, and of short texts each
// step against its definition.
func FuzzAlign(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 5))
	_, _, q, s := planted(r, 4, func(s string) string { return s })
	f.Add(q, s)
	f.Add("ab ab ab ab ab ab", "ab ab ab ab")
	f.Add(strings.Repeat("重复的话。", 40), strings.Repeat("重复的话。", 30))
	// Pieces that overlap and are joined, found by fuzzing.
	c := func(n int) string { return strings.Repeat("甲乙丙", n) }
	f.Add(c(45)+"甲乙"+c(17)+"癙䔸䙹䲙䔙乔乙丙"+c(14)+"甲乙"+c(3)+"甲乙",
		"甲乙丙丙"+c(58)+"乙丙"+c(7)+"甲乙"+c(43)+"甲乙"+c(136)+"琲乙丙甲乙丙甲{丙"+c(2)+"甸丙"+c(46))
	for range 5 {
		query, source := pair(r)
		f.Add(query, source)
	}
	for _, family := range families {
		query, source := family.pair(900)
		f.Add(query, source)
	}
	f.Fuzz(func(t *testing.T, query, source string) {
		query, source = strings.ToValidUTF8(query, ""), strings.ToValidUTF8(source, "")
		a, b := fold(query), fold(source)
		alignmentHolds(t, a, b)
		if len(a.Sound)*len(b.Sound) <= 10000 { // the references compare everything with everything
			partsAreAsDefined(t, a, b)
		}
	})
}

// BenchmarkAlign compares documents of a folder (ZHIWEN_EVAL, with
// suspicious/ and library/) or, without one, made ones. One operation is one
// pair of documents.
func BenchmarkAlign(b *testing.B) {
	read := func(pattern string) (out []*text.Text) {
		paths, _ := filepath.Glob(pattern)
		for _, p := range paths {
			data, err := os.ReadFile(p)
			if err != nil {
				b.Fatal(err)
			}
			out = append(out, fold(string(data)))
		}
		return out
	}
	var queries, sources []*text.Text
	if dir := os.Getenv("ZHIWEN_EVAL"); dir != "" {
		queries, sources = read(filepath.Join(dir, "zh/suspicious/*.txt")), read(filepath.Join(dir, "zh/library/*.txt"))
		if len(queries) == 0 || len(sources) == 0 {
			b.Fatalf("no texts in %s", dir)
		}
	} else {
		r := rand.New(rand.NewPCG(1, 1))
		for range 10 {
			queries = append(queries, fold(texttest.Chinese(r, 180)))
		}
		for range 100 {
			sources = append(sources, fold(texttest.Chinese(r, 80)))
		}
	}
	scratch := &Scratch{}
	prepared := make([]*Query, len(queries))
	for i, q := range queries {
		prepared[i] = NewQuery(q)
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		prepared[i/len(sources)%len(prepared)].Align(sources[i%len(sources)], scratch)
		i++
	}
	b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "pairs/s")
}

// A passage that was copied and one that was edited stay two, though they
// stand beside each other.
func TestNeighboursOfDifferentTreatmentStayTwo(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	copied, edited := strings.ReplaceAll(texttest.Chinese(r, 5), "\n", ""), strings.ReplaceAll(texttest.Chinese(r, 6), "\n", "")
	source := texttest.Chinese(r, 10) + "\n" + copied + "\n" + texttest.Chinese(r, 30) + "\n" + edited + "\n" + texttest.Chinese(r, 10)
	runes := []rune(edited)
	for i := range runes {
		if i%8 < 3 && runes[i] != '。' {
			runes[i] = []rune("某甚某孰")[i%4]
		}
	}
	query := texttest.Chinese(r, 10) + "\n" + copied + string(runes) + "\n" + texttest.Chinese(r, 10)
	got := align(query, source)
	if len(got) != 2 || !around(got[0].Query, find(query, copied), 6) {
		t.Errorf("found %+v, want two matches, the first at %v", got, find(query, copied))
	}
}
