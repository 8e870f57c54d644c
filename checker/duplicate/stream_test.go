package duplicate

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"zhiwen/extract"
)

func streamOf(t *testing.T, m Method, o StreamOptions) *Stream {
	t.Helper()
	if o.Threshold == 0 {
		o.Threshold = m.Limit().Default
	}
	s, ok := NewStream(m, o)
	if !ok {
		t.Fatalf("%s is no method of streams", m.Name())
	}
	return s
}

// A text that shares a sentence with one before it has its id, another text a new one; each keeps its id whatever comes.
func TestStream(t *testing.T) {
	w := openWords(t)
	for _, c := range []struct {
		name    string
		options StreamOptions
		texts   []string
		want    []int64
	}{
		{"joined", StreamOptions{}, []string{"甲乙丙丁戊己。子丑寅卯辰。", "天地玄黄宇宙洪荒。", "子丑寅卯辰。日月盈昃辰宿。", "日月盈昃辰宿。寒来暑往秋。", "甲乙丙丁戊己。子丑寅卯辰。"}, []int64{1, 2, 1, 1, 1}},
		{"around the first", StreamOptions{Centres: true}, []string{"甲乙丙丁戊己。子丑寅卯辰。", "天地玄黄宇宙洪荒。", "子丑寅卯辰。日月盈昃辰宿。", "日月盈昃辰宿。寒来暑往秋。", "子丑寅卯辰。日月盈昃辰宿。"}, []int64{1, 2, 1, 3, 1}},
		{"two shared sentences", StreamOptions{Threshold: 2}, []string{"甲乙丙丁戊己。子丑寅卯辰。", "子丑寅卯辰。日月盈昃辰宿。", "甲乙丙丁戊己。子丑寅卯辰。寒来暑往秋。"}, []int64{1, 2, 1}},
	} {
		s, m := streamOf(t, nshash{}, c.options), &MemoryIDs{}
		for i, text := range c.texts {
			a, ok, err := s.Ask(w.NewText(&extract.Document{Text: text}))
			if err != nil || !ok {
				t.Fatalf("%s, text %d: %v, %v", c.name, i, ok, err)
			}
			known := slices.Contains(c.want[:i], c.want[i])
			if id, isNew := m.ID(s, a); id != c.want[i] || isNew == known {
				t.Errorf("%s, text %d: id %d, new %v; want %d", c.name, i, id, isNew, c.want[i])
			}
		}
	}
	s := streamOf(t, nshash{}, StreamOptions{})
	if _, ok, err := s.Ask(w.NewText(&extract.Document{Text: "。\n"})); ok || err != nil {
		t.Errorf("an empty text: %v, %v", ok, err)
	}
}

// Each way of setting a method has ids of its own, and no other method has any.
func TestStreamKeys(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range []StreamOptions{{}, {Set: map[string]string{"sentences": "7"}}, {Set: map[string]string{"hash": "md5"}}, {Centres: true}, {Threshold: 2}, {Synonyms: "a = b"}} {
		key := streamOf(t, nshash{}, o).Key()
		if seen[key] {
			t.Errorf("%q twice", key)
		}
		seen[key] = true
	}
	if key := streamOf(t, nshash{}, StreamOptions{Set: map[string]string{"sentences": "05"}}).Key(); !seen[key] {
		t.Errorf("%q is that of the default", key)
	}
	if _, ok := NewStream(contained{}, StreamOptions{Threshold: 0.6}); ok {
		t.Error("contained gives ids")
	}
	if got, want := StreamMethods(), []string{"simhash", "nshash", "semantic"}; !slices.Equal(got, want) {
		t.Errorf("methods %v, want %v", got, want)
	}
}

// Simhashes that arrive one by one are grouped as the single pass groups them, with the nearest centre for each.
func TestStreamIsTheSinglePass(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, threshold := range []float64{1, 3, 6} {
		var prints []Print
		for range 300 {
			v := r.Uint64()
			if n := len(prints); n > 0 && r.IntN(3) > 0 {
				v = prints[r.IntN(n)][0]
				for range r.IntN(int(threshold) + 2) {
					v ^= 1 << r.IntN(64)
				}
			}
			prints = append(prints, Print{v})
		}
		s, m := streamOf(t, simhash{}, StreamOptions{Threshold: threshold}), &MemoryIDs{}
		groups := map[int64][]int{}
		for i, p := range prints {
			id, _ := m.ID(s, Asked{whole: uint64(i) + 1, print: p[0], keys: simhash{}.keys(p, threshold)})
			groups[id] = append(groups[id], i)
		}
		var got [][]int
		for _, g := range groups {
			if len(g) > 1 {
				got = append(got, g)
			}
		}
		slices.SortFunc(got, func(a, b []int) int { return a[0] - b[0] })
		want := SinglePass(len(prints), simhash{}.Pairs(prints, threshold))
		if len(want) < 20 || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v bits: %v, want %v", threshold, got, want)
		}
	}
}

// Two simhashes within the threshold share a key.
func TestSimhashKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	for _, threshold := range []int{0, 3, 7, 16} {
		for range 500 {
			a := r.Uint64()
			b := a
			for range threshold {
				b ^= 1 << r.IntN(64)
			}
			of := simhash{}.keys(Print{b}, float64(threshold))
			shared := slices.ContainsFunc(
				simhash{}.keys(Print{a}, float64(threshold)),
				func(k uint64) bool { return slices.Contains(of, k) },
			)
			if len(of) != threshold+1 || !shared {
				t.Fatalf("%d of %d bits differ: %d keys, shared %v", bits.OnesCount64(a^b), threshold, len(of), shared)
			}
		}
	}
}
