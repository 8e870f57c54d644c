package align

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"zhiwen/checker/internal/texttest"
	"zhiwen/internal/testrun"
)

// sign returns different characters for i below 11172: hangul, no two of which
// sound alike.
func sign(i int) rune { return rune(0xac00 + i) }

// signs makes n characters of so many kinds, from the first-th on.
func signs(r *rand.Rand, n, first, kinds int) string {
	out := make([]rune, n)
	for i := range out {
		out[i] = sign(first + r.IntN(kinds))
	}
	return string(out)
}

// The families are texts made to cost as much as can be: a pair of about n
// symbols each.
var families = []struct {
	name string
	pair func(n int) (query, source string)
}{
	{"one character", func(n int) (string, string) { return twice(strings.Repeat("啊", n)) }},
	{"one word", func(n int) (string, string) { return twice(strings.Repeat("test ", n)) }},
	{"short period", func(n int) (string, string) { return twice(strings.Repeat("甲乙丙", n/3)) }},
	{"period of a seed", func(n int) (string, string) { return twice(strings.Repeat("甲乙丙丁戊", n/5)) }},
	{"periods that differ", func(n int) (string, string) {
		return strings.Repeat("甲乙丙丁戊己", n/6), strings.Repeat("甲乙丙丁戊己庚", n/7)
	}},
	{"period that stands often enough to count", func(n int) (string, string) {
		return twice(strings.Repeat(signs(rand.New(rand.NewPCG(1, 1)), n/mostPlaces, 0, 3000), mostPlaces))
	}},
	{"Thue-Morse", func(n int) (string, string) {
		var b strings.Builder
		for i := range n {
			b.WriteRune([]rune("甲乙")[bits.OnesCount(uint(i))%2])
		}
		return twice(b.String())
	}},
	{"de Bruijn", func(n int) (string, string) {
		s := deBruijn(12, seedWeight)
		return twice(string(s[:min(n, len(s))]))
	}},
	{"two letters", func(n int) (string, string) {
		r := rand.New(rand.NewPCG(2, 2))
		return signs(r, n, 0, 2), signs(r, n, 0, 2)
	}},
	{"ten letters", func(n int) (string, string) {
		r := rand.New(rand.NewPCG(2, 3))
		return signs(r, n, 0, 10), signs(r, n, 0, 10)
	}},
	{"two long words", func(n int) (string, string) {
		r := rand.New(rand.NewPCG(2, 4))
		make := func() string {
			var b strings.Builder
			for range n {
				b.WriteString([]string{"alpha ", "gamma "}[r.IntN(2)])
			}
			return b.String()
		}
		return make(), make()
	}},
	{"sentences of one symbol", func(n int) (string, string) {
		r := rand.New(rand.NewPCG(3, 3))
		make := func() string {
			return strings.Join(strings.Split(signs(r, n, 0, 40), ""), "。")
		}
		return make(), make()
	}},
	{"sentences of one symbol, the same ones", func(n int) (string, string) {
		return twice(strings.Join(strings.Split(signs(rand.New(rand.NewPCG(3, 4)), n, 0, 2000), ""), "。"))
	}},
	{"one sentence", func(n int) (string, string) {
		return twice(signs(rand.New(rand.NewPCG(4, 4)), n, 0, 3000))
	}},
	{"identical sentences", func(n int) (string, string) {
		return twice(strings.Repeat("本项目拟采用的技术路线。", n/11))
	}},
	{"ordinary text", func(n int) (string, string) { return twice(texttest.Chinese(rand.New(rand.NewPCG(5, 5)), n/29)) }},
	{"sentences shuffled", func(n int) (string, string) {
		r := rand.New(rand.NewPCG(6, 6))
		s := strings.SplitAfter(strings.ReplaceAll(texttest.Chinese(r, n/29), "\n", ""), "。")
		source := strings.Join(s, "")
		r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
		return strings.Join(s, ""), source
	}},
	{"stock phrases", func(n int) (string, string) { return islands(n, 14, 55, 1, "") }},
	{"stock phrases in sentences", func(n int) (string, string) { return islands(n, 14, 55, 1, "。") }},
	{"stock phrases that repeat", func(n int) (string, string) { return islands(n, 26, 62, mostPlaces, "。") }},
	{"pieces that join", func(n int) (string, string) { return joining(n) }},
	{"staircase", func(n int) (string, string) { return staircase(n) }},
	{"one long sentence summed up often", func(n int) (string, string) { return summedUp(n, 1) }},
	{"long sentences summed up often", func(n int) (string, string) { return summedUp(n, 5) }},
	{"summaries everywhere", func(n int) (string, string) { return summaries(n) }},
	{"copies on both sides", func(n int) (string, string) { return manyCopies(n, 1, 0, 0) }},
	{"copies with other text between", func(n int) (string, string) { return manyCopies(n, 1, 30, 0) }},
	{"copies that were edited", func(n int) (string, string) { return manyCopies(n, 1, 10, 12) }},
	{"copies of many passages", func(n int) (string, string) { return manyCopies(n, 40, 10, 30) }},
}

// Twice the text is about twice the work, with a level more of runs that are halved (patience) where all runs lie near one
// another. What is looked at is counted, since a
// time would say more of the machine. Seeds may stand more often in a longer
// text, up to mostPlaces times: those that come to be looked at are allowed for.
func TestWorkIsLinear(t *testing.T) {
	testrun.NeedWhole(t)
	const n, most = 20000, 2.8
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			work := func(n int) float64 {
				query, source := f.pair(n)
				s := &Scratch{}
				NewQuery(fold(query)).Align(fold(source), s)
				return float64(s.work)
			}
			one, two := work(n), work(2*n)
			if two > most*one+mostPlaces*2*n {
				t.Errorf("%d symbols take %.0f steps, twice as many %.0f", n, one, two)
			}
		})
	}
}

func twice(s string) (string, string) { return s, s }

// deBruijn makes the sequence of so many kinds of characters in which each
// word of a length stands once.
func deBruijn(kinds, length int) []rune {
	var out []rune
	a := make([]int, kinds*length)
	var make func(t, p int)
	make = func(t, p int) {
		if t > length {
			if length%p == 0 {
				for _, x := range a[1 : p+1] {
					out = append(out, sign(x))
				}
			}
			return
		}
		a[t] = a[t-p]
		make(t+1, p)
		for j := a[t-p] + 1; j < kinds; j++ {
			a[t] = j
			make(t+1, t)
		}
	}
	make(1, 1)
	return out
}

// islands makes texts that share phrases in one order, between what they do
// not share. The source has each so many times.
func islands(n, phrase, between, times int, stop string) (string, string) {
	r := rand.New(rand.NewPCG(7, 7))
	var query, source strings.Builder
	for range n / (phrase + between) / times {
		p := signs(r, phrase, 0, 3000)
		query.WriteString(p + signs(r, between, 4000, 3000) + stop)
		for range times {
			source.WriteString(p + signs(r, between, 8000, 3000) + stop)
		}
	}
	return query.String(), source.String()
}

// joining makes texts whose pieces, far apart in the source, follow each other
// in both.
func joining(n int) (string, string) {
	r := rand.New(rand.NewPCG(8, 8))
	var query, source strings.Builder
	for range n / 270 {
		p := signs(r, 100, 0, 3000)
		query.WriteString(p + "。")
		source.WriteString(p + "。" + signs(r, 170, 8000, 3000) + "。")
	}
	return query.String(), source.String()
}

// staircase makes texts of runs that only the run before keeps together, on the
// one side and the other in turn.
func staircase(n int) (string, string) {
	r := rand.New(rand.NewPCG(9, 9))
	phrases := make([]string, n/52)
	for i := range phrases {
		phrases[i] = signs(r, 12, 0, 3000)
	}
	side := func(first, from int) string {
		order := make([]int, len(phrases))
		for i := range order {
			order[i] = i
		}
		for i := first; i+1 < len(order); i += 2 {
			order[i], order[i+1] = order[i+1], order[i]
		}
		var b strings.Builder
		for _, i := range order {
			b.WriteString(phrases[i] + signs(r, 40, from, 3000))
		}
		return b.String()
	}
	source := side(1, 8000)
	phrases[0] = signs(r, 12, 4000, 3000) // from here on
	return side(0, 4000), source
}

// summedUp makes a source with sentences that are long but say little, and a
// query that says that again and again.
func summedUp(n, sentences int) (string, string) {
	r := rand.New(rand.NewPCG(10, 10))
	copied := signs(r, 30, 2000, 3000) + "。"
	var query, source strings.Builder
	source.WriteString(copied)
	for i := range sentences {
		says := signs(r, 14, 100*i, 100)
		source.WriteString(says + strings.Repeat("啊", n/sentences) + "。")
		query.WriteString(copied)
		for range n / 5 / 14 / sentences {
			query.WriteString(says + "。")
		}
	}
	return query.String(), source.String()
}

// summaries makes a query of many summaries of one source.
func summaries(n int) (string, string) {
	r := rand.New(rand.NewPCG(11, 11))
	var query, source strings.Builder
	var sentences []string
	for range n / 25 {
		sentences = append(sentences, signs(r, 25, 0, 3000)+"。")
	}
	source.WriteString(strings.Join(sentences, ""))
	for range n / 150 {
		from := r.IntN(max(1, len(sentences)-80))
		for k := range 5 {
			query.WriteString(sentences[min(from+16*k, len(sentences)-1)])
		}
		query.WriteString(signs(r, 60, 8000, 3000) + "。")
	}
	return query.String(), source.String()
}

// manyCopies makes texts that consist of copies of some passages of 60 symbols, in the same turn,
// with other text between them and one symbol in so many replaced.
func manyCopies(n, passages, between, one int) (string, string) {
	r := rand.New(rand.NewPCG(12, 12))
	all := make([]string, passages)
	for i := range all {
		all[i] = signs(r, 30, 0, 3000) + "。" + signs(r, 30, 0, 3000) + "。"
	}
	side := func(from int) string {
		var b strings.Builder
		for i := range n / (60 + between) {
			for _, c := range all[i%passages] {
				if one > 0 && c != '。' && r.IntN(one) == 0 {
					c = sign(3000 + r.IntN(1000))
				}
				b.WriteRune(c)
			}
			b.WriteString(signs(r, between, from, 3000))
		}
		return b.String()
	}
	return side(4000), side(8000)
}
