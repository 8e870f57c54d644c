package duplicate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text/word"
)

func openWords(t testing.TB) *Words {
	t.Helper()
	c, err := word.Open("")
	if err != nil {
		t.Fatal(err)
	}
	return NewWords(func() (*word.Cutter, error) { return c, nil })
}

// printOf returns the fingerprint of a text.
func printOf(t testing.TB, w *Words, m Method, text string) Print {
	t.Helper()
	p, err := m.Print(w.NewText(texttest.Document(text)))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Every method takes a text for the same as itself, whatever its script, width, case and
// line ends, and as no other on no subject of its own; what is empty is like nothing.
func TestMethods(t *testing.T) {
	w := openWords(t)
	random := rand.New(rand.NewPCG(1, 2))
	one, other := texttest.Chinese(random, 80), texttest.English(random, 80)
	same := "機械學習是人工智能的一個分支，研究計算機怎樣模擬人類的學習行為。\n它用 Ｎｅｕｒａｌ Networks 識別圖像中的物體，並預測冻土的變化。"
	folded := "机械学习是人工智能的一个分支，研究计算机怎样模拟人类的学习行为。\n它用 neural networks 识别图像中的物体，并预测冻土的变化。"
	for _, m := range Methods() {
		t.Run(m.Name(), func(t *testing.T) {
			named, err := Named(m.Name())
			if err != nil || named != m {
				t.Errorf("named %v: %v", named, err)
			}
			limit := m.Limit()
			if !limit.Takes(limit.Default) {
				t.Errorf("the default threshold is not within %+v", limit)
			}
			var prints []Print
			for _, text := range []string{one, "", other, one, "，。！", other, same, folded} {
				prints = append(prints, printOf(t, w, m, text))
			}
			pairs := m.Pairs(prints, limit.Default)
			want := []Pair{{0, 3, 1}, {2, 5, 1}, {6, 7, 1}}
			if diff := cmp.Diff(want, pairs); diff != "" {
				t.Errorf("pairs (-want +got):\n%s", diff)
			}
		})
	}
	if _, err := Named("md5"); err == nil {
		t.Error("there is a method md5")
	}
}

func TestLimitTakes(t *testing.T) {
	for _, c := range []struct {
		limit     Limit
		threshold float64
		want      bool
	}{
		{Limit{Least: 0.05, Default: 0.4, Most: 1}, 0.05, true},
		{Limit{Least: 0.05, Default: 0.4, Most: 1}, 0.04, false},
		{Limit{Least: 0.05, Default: 0.4, Most: 1}, 1.01, false},
		{Limit{Least: 0, Default: 3, Most: 16, Whole: true}, 2.5, false},
		{Limit{Least: 0, Default: 3, Most: 16, Whole: true}, 0, true},
		{Limit{Least: 1, Default: 1, Most: 1}, 1, true},
		{Limit{Least: 1, Default: 1, Most: 1}, 0.5, false},
	} {
		if got := c.limit.Takes(c.threshold); got != c.want {
			t.Errorf("%+v takes %v: %v", c.limit, c.threshold, got)
		}
	}
}

// Groups are what pairs reach; single pass joins only what is like a centre.
func TestGroups(t *testing.T) {
	pairs := []Pair{{0, 2, 0.9}, {2, 3, 0.8}, {3, 5, 0.7}, {1, 4, 0.5}, {0, 6, 0.4}, {5, 6, 0.6}}
	if diff := cmp.Diff([][]int{{0, 2, 3, 5, 6}, {1, 4}}, Groups(8, pairs)); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
	// 3 is like 2, which is no centre: it becomes one, and 5 joins it; 6 is like the centre 0
	// and like 5, which is none.
	if diff := cmp.Diff([][]int{{0, 2, 6}, {1, 4}, {3, 5}}, SinglePass(8, pairs)); diff != "" {
		t.Errorf("single pass (-want +got):\n%s", diff)
	}
	// Of two centres the more alike one, of two as alike the earlier.
	if diff := cmp.Diff([][]int{{1, 2, 3}}, SinglePass(4, []Pair{{0, 2, 0.5}, {1, 2, 0.6}, {0, 3, 0.5}, {1, 3, 0.6}})); diff != "" {
		t.Errorf("single pass (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][]int{{0, 2}}, SinglePass(3, []Pair{{0, 2, 0.5}, {1, 2, 0.5}})); diff != "" {
		t.Errorf("single pass (-want +got):\n%s", diff)
	}
	if got := Groups(3, nil); len(got) != 0 {
		t.Errorf("groups of no pairs: %v", got)
	}
}

// randomSets are sets of few values, so that many are alike; some are empty.
func randomSets(random *rand.Rand, n int) []Print {
	out := make([]Print, n)
	for i := range out {
		from := random.IntN(5) * 10
		var values []uint64
		for range random.IntN(30) {
			values = append(values, uint64(from+random.IntN(25)))
		}
		out[i] = distinct(values)
	}
	return out
}

// The search finds exactly the pairs that comparing each with each finds.
func TestResembling(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		sets := randomSets(random, 40)
		for _, threshold := range []float64{0.05, 0.2, 1.0 / 3, 0.4, 0.6, 0.75, 1} {
			var resemble, contain []Pair
			for i := range sets {
				for j := range i {
					n := 0
					for _, v := range sets[i] {
						if slices.Contains(sets[j], v) {
							n++
						}
					}
					if n == 0 {
						continue
					}
					if l := float64(n) / float64(len(sets[i])+len(sets[j])-n); l >= threshold {
						resemble = append(resemble, Pair{j, i, l})
					}
					if l := float64(n) / float64(min(len(sets[i]), len(sets[j]))); l >= threshold {
						contain = append(contain, Pair{j, i, l})
					}
				}
			}
			if diff := cmp.Diff(inOrder(resemble), Resembling(sets, threshold)); diff != "" {
				t.Fatalf("resembling at %v (-want +got):\n%s", threshold, diff)
			}
			if diff := cmp.Diff(inOrder(contain), containing(sets, threshold)); diff != "" {
				t.Fatalf("containing at %v (-want +got):\n%s", threshold, diff)
			}
		}
	}
}
