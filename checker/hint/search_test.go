package hint

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Several segments are as one, and a document that is left out is not found.
func TestSegments(t *testing.T) {
	c := cutter(t)
	subjects := []string{"冻土退化与路基沉降", "深度学习与图像识别", "湖泊沉积与古气候重建", "城市交通流量预测模型", "钙钛矿太阳能电池稳定性"}
	var all []Indexed
	for i, s := range subjects {
		_, folded, words := wordsOf(t, c, strings.Repeat("本项目研究"+s+"，分析"+s+"的影响因素并建立模型。\n", 6))
		all = append(all, Indexed{int64(i + 1), NewIndex(words, folded)})
	}
	_, _, words := wordsOf(t, c, "课题考察湖泊的沉积物，由此重建古代气候的变化，讨论气候的影响因素。")
	ask := c.Query(words)
	one := NewSearcher([]*Segment{NewSegment(all)}, Chinese, 0).Search(ask)
	two := NewSearcher([]*Segment{NewSegment(all[:2]), NewSegment(all[2:])}, Chinese, 0).Search(ask)
	if len(one.Best) == 0 || one.Best[0].Document != 3 {
		t.Fatalf("best %+v, want document 3", one.Best)
	}
	if !slices.Equal(one.Best, two.Best) || one.Mean != two.Mean || one.Dev != two.Dev {
		t.Errorf("one shelf %+v\ntwo %+v", one, two)
	}
	without := NewSearcher([]*Segment{NewSegment(all)}, Chinese, 3).Search(ask)
	for _, p := range without.Best {
		if p.Document == 3 {
			t.Error("the document that is left out was found")
		}
	}
}

// A document that says one thing again and again does not make its words common: it is found as well as
// if it said it once.
func TestRepeatedBlocks(t *testing.T) {
	const documents = 700
	r := rand.New(rand.NewPCG(2, 2))
	shelve := func(times int) *Segment {
		var all []Indexed
		for id := int64(1); id <= documents; id++ {
			x := &Index{Blocks: []Block{{End: 100}}}
			if id == 7 {
				x.Blocks = make([]Block, times)
				for i := range times {
					x.Blocks[i] = Block{Start: int32(100 * i), End: int32(100*i + 100)}
					for term := range uint32(20) {
						x.Terms = append(x.Terms, Term{ID: 1000 + term, Block: int32(i)})
					}
				}
			} else {
				for range 20 {
					x.Terms = append(x.Terms, Term{ID: r.Uint32N(900)})
				}
			}
			all = append(all, Indexed{id, x})
		}
		return NewSegment(all)
	}
	var ask []QueryTerm
	for term := range uint32(20) {
		ask = append(ask, QueryTerm{Word: 1000 + term, Terms: []Choice{{Term: 1000 + term, Share: 1}}})
	}
	once, often := NewSearcher([]*Segment{shelve(1)}, Chinese, 0).Search(ask), NewSearcher([]*Segment{shelve(300)}, Chinese, 0).Search(ask)
	if len(often.Best) == 0 || often.Best[0].Document != 7 || often.Best[0].Score < 0.9*once.Best[0].Score {
		t.Errorf("best %+v, want document 7 with the score of %+v", often.Best, once.Best)
	}
}

// A library that is larger than what is chosen of it is pruned, and ranks as it does when it is read whole: documents of words
// that are as unevenly common as those of a language, each window having some of a place of one of them.
func TestPruned(t *testing.T) {
	const documents, blocks, terms = 3 * mostChosen, 6, 25
	r := rand.New(rand.NewPCG(1, 1))
	word := func() uint32 { return uint32(math.Exp(r.Float64() * math.Log(50_000))) } // Zipf's law
	var all []Indexed
	for id := int64(1); id <= documents; id++ {
		x := &Index{}
		for b := range blocks {
			x.Blocks = append(x.Blocks, Block{Start: int32(100 * b), End: int32(100*b + 100), Follows: b > 0})
			for range terms {
				x.Terms = append(x.Terms, Term{word(), int32(b)})
			}
		}
		slices.SortFunc(x.Terms, func(a, b Term) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Block, b.Block)) })
		x.Terms = slices.Compact(x.Terms)
		all = append(all, Indexed{id, x})
	}
	segments := []*Segment{NewSegment(all[:1000]), NewSegment(all[1000:])}
	pruned, whole := NewSearcher(segments, Chinese, 0), NewSearcher(segments, Chinese, 0)
	whole.most = math.MaxInt
	const windows = 100
	found := 0
	for n := range windows {
		source := all[r.IntN(len(all))]
		var query []QueryTerm
		seen := map[uint32]bool{}
		ask := func(term uint32) {
			if !seen[term] {
				seen[term] = true
				query = append(query, QueryTerm{Word: term, Terms: []Choice{{term, 1}}})
			}
		}
		for _, x := range source.Index.Terms {
			if x.Block/2 == 1 && r.IntN(3) == 0 {
				ask(x.ID)
			}
		}
		for len(query) < 40 {
			ask(word())
		}
		p, w := pruned.Search(query), whole.Search(query)
		if p.Best[0] != w.Best[0] || p.Best[0].Document != source.ID {
			t.Errorf("window %d: %+v first, %+v of the whole, made of %d", n, p.Best[0], w.Best[0], source.ID)
		}
		if a, b := p.above(p.Best[0].Score), w.above(w.Best[0].Score); math.Abs(a/b-1) > 0.05 {
			t.Errorf("window %d: %.2f above the others, %.2f of the whole", n, a, b)
		}
		for _, place := range p.Best {
			if slices.Contains(w.Best, place) {
				found++
			}
		}
	}
	if share := float64(found) / (windows * best); share < 0.99 {
		t.Errorf("%.3f of the best places are those of the whole", share)
	}
}

// The best place of each document is that of the definition: of all places of one, two, three or five blocks that begin and end with
// a block that has something, the first of those with the highest sum for its length.
func TestBestPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		var all []Indexed
		for id := range int64(1 + r.IntN(30)) {
			x := &Index{}
			for b := range r.IntN(12) {
				x.Blocks = append(x.Blocks, Block{
					Start: int32(100 * b), End: int32(100*b + 100), Follows: r.IntN(5) > 0, Language: Language(r.IntN(5) / 4),
				})
				for term := range uint32(r.IntN(40)) {
					x.Terms = append(x.Terms, Term{term, int32(b)})
				}
			}
			all = append(all, Indexed{id + 1, x})
		}
		s := NewSegment(all)
		tally := NewSearcher([]*Segment{s}, Chinese, 0).tallies[0]
		for range r.IntN(len(s.blocks) + 1) {
			tally.add([]uint32{r.Uint32N(uint32(len(s.blocks)))}, float32(1+r.IntN(3)), false)
		}
		tally.score()
		for n := range s.ids {
			want := 0.0
			var place Place
			base, last := int(s.first[n]), int(s.first[n+1])
			for from := base; from < last; from++ {
				sum, terms := float32(0), 0
				for to := from + 1; to <= from+int(s.run[Chinese][from]) && tally.sums[from] > 0; to++ {
					sum, terms = sum+tally.sums[to-1], terms+int(s.size[to-1])
					if value := float64(sum) * lengthNorm(terms); lengths[to-from] && tally.sums[to-1] > 0 && value > want {
						want, place = value, Place{s.ids[n], from - base, to - base, s.blocks[from].Start, s.blocks[to-1].End, value}
					}
				}
			}
			if got := tally.scores[n]; got != want {
				t.Fatalf("score %v, want %v", got, want)
			}
			if want > 0 && tally.place(n, 1) != place {
				t.Fatalf("place %+v, want %+v", tally.place(n, 1), place)
			}
		}
	}
}
