package main

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/duplicate"
	"zhiwen/checker/internal/texttest"
	"zhiwen/internal/testrun"
)

func madeTexts() (out []entry) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 14 {
		out = append(out, entry{name: string(rune('a' + i)), kind: original, text: texttest.Chinese(random, 60)})
	}
	return out
}

// The same texts give the same set, which is read as it was written, and each copy stands
// beside what it was made of.
func TestSet(t *testing.T) {
	made, err := makeSet(madeTexts())
	if err != nil {
		t.Fatal(err)
	}
	again, err := makeSet(madeTexts())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := made.write(dir); err != nil {
		t.Fatal(err)
	}
	read, err := readSet(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, other := range map[string]set{"made again": again, "read": read} {
		if diff := cmp.Diff(made, other, cmp.AllowUnexported(entry{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	texts, kinds := map[string]string{}, map[string]int{}
	for _, e := range made {
		texts[e.name] = e.text
		kinds[e.kind]++
	}
	if len(kinds) != 16 || kinds["joined"] != kinds["edit00"] || kinds["edit00"] == 0 {
		t.Errorf("kinds %v", kinds)
	}
	for _, e := range made {
		switch e.kind {
		case "edit00":
			if e.text != texts[e.bases[0]] {
				t.Errorf("%s is not its base", e.name)
			}
		case "excerpt25", "excerpt50":
			if !strings.Contains(texts[e.bases[0]], e.text) {
				t.Errorf("%s is no excerpt", e.name)
			}
		case "joined":
			if e.text != texts[e.bases[0]]+"\n"+texts[e.bases[1]] {
				t.Errorf("%s is not both", e.name)
			}
		case "homophone":
			if n := len([]rune(e.text)); n != len([]rune(texts[e.bases[0]])) || e.text == texts[e.bases[0]] {
				t.Errorf("%s has %d characters", e.name, n)
			}
		}
	}
	if _, err := makeSet(madeTexts()[:5]); err == nil {
		t.Error("a set of five texts")
	}
}

// Edits leave as much of a text as they say: the longest common subsequence of characters.
func TestEdit(t *testing.T) {
	texts := madeTexts()
	c := newCopier(rand.New(rand.NewPCG(3, 4)), texts[0].text, texts)
	runes := []rune(strings.Join(strings.Fields(texts[1].text), ""))[:1500]
	for _, share := range []float64{0, 0.1, 0.3, 0.6} {
		got := []rune(c.edit(string(runes), share))
		row := make([]int, len(got)+1)
		for _, r := range runes {
			before := 0
			for j, s := range got {
				here := row[j+1]
				if r == s {
					row[j+1] = before + 1
				} else {
					row[j+1] = max(row[j+1], row[j])
				}
				before = here
			}
		}
		// A third of the runs are added beside one character that stays, and what is drawn may
		// agree by chance.
		left := float64(row[len(got)]) / float64(len(runes))
		if left < 1-share-0.05 || left > 1-share*0.5 {
			t.Errorf("share %v: %.2f of the text are left", share, left)
		}
	}
}

func TestScore(t *testing.T) {
	s := set{
		{name: "a"},
		{name: "b"},
		{name: "a1", kind: "x", bases: []string{"a"}},
		{name: "a2", kind: "x", bases: []string{"a"}},
		{name: "ab", kind: "y", bases: []string{"a", "b"}},
	}
	m := s.score([]duplicate.Pair{{A: 0, B: 2}, {A: 2, B: 3}, {A: 1, B: 3}, {A: 1, B: 4}})
	// Found are a-a1 and b-ab of four; a1-a2 counts neither way; b-a2 is wrong.
	if math.Abs(m.recall-0.5) > 1e-9 || math.Abs(m.precision-2.0/3) > 1e-9 || m.byKind["x"] != 0.5 || m.byKind["y"] != 0.5 {
		t.Errorf("%+v", m)
	}
	if got := within([][]int{{0, 2, 3}}); !slices.Equal(got, []duplicate.Pair{{A: 0, B: 2}, {A: 0, B: 3}, {A: 2, B: 3}}) {
		t.Errorf("pairs within a group: %v", got)
	}
	if m := s.score(nil); m.precision != 0 || m.recall != 0 || m.f1() != 0 {
		t.Errorf("nothing found: %+v", m)
	}
}

// Every method has a row, and finds what was not changed.
func TestMeasure(t *testing.T) {
	testrun.NeedWhole(t)
	made, err := makeSet(madeTexts())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := measure(&out, made, duplicate.Methods(), false); err != nil {
		t.Fatal(err)
	}
	column := -1
	seen := map[string]bool{}
	for line := range strings.Lines(out.String()) {
		fields := strings.Fields(strings.ReplaceAll(line, ", single pass", ""))
		if len(fields) > 1 && fields[0] == "method" {
			column = slices.Index(strings.Fields(strings.NewReplacer("print s", "print", "pairs s", "pairs").Replace(line)), "edit00")
		} else if column > 0 && len(fields) > column {
			if seen[fields[0]] = true; fields[column] != "1.00" {
				t.Errorf("of texts that were not changed is found %s: %s", fields[column], line)
			}
		}
	}
	for _, name := range duplicate.Names() {
		if !seen[name] {
			t.Errorf("no row of %s:\n%s", name, out.String())
		}
	}
}

// News are as many and as long as they say, and some repeat others.
func TestNews(t *testing.T) {
	dir := t.TempDir()
	const n = 2000
	if err := writeNews(madeTexts(), dir, n); err != nil {
		t.Fatal(err)
	}
	news, err := os.ReadDir(dir)
	if err != nil || len(news) != n {
		t.Fatalf("%d texts: %v", len(news), err)
	}
	seen, all, repeated := map[string]bool{}, 0, 0
	for _, f := range news {
		b, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all += utf8.RuneCount(b)
		_, own, _ := strings.Cut(string(b), "第 ")
		number, _, _ := strings.Cut(own, " ")
		if seen[number] || number == "" {
			repeated++
		}
		seen[number] = true
	}
	if mean := all / n; mean < newsShortest || mean > newsLongest {
		t.Errorf("%d characters on average", mean)
	}
	if repeated < 150 || repeated > 250 {
		t.Errorf("%d of 2,000 repeat another", repeated)
	}
	if err := writeNews(nil, dir, n); err == nil {
		t.Error("news of no texts")
	}
}

// A stream has stories that come once to five times, in any order; all stores give the same ids, among them the right
// ones.
func TestIDs(t *testing.T) {
	testrun.NeedWhole(t)
	made, err := makeStream(madeTexts(), 100)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := makeStream(madeTexts(), 100); err != nil ||
		!slices.EqualFunc(made, again, func(a, b entry) bool { return a.text == b.text }) {
		t.Errorf("made again, it is another: %v", err)
	}
	ids := make([]int64, len(made))
	stories := map[string]int64{}
	for i, e := range made {
		story := append(e.bases, e.name)[0]
		if stories[story] == 0 {
			stories[story] = int64(len(stories)) + 1
		}
		ids[i] = stories[story]
	}
	if g := made.scoreIDs(ids); g.precision != 1 || g.recall != 1 || g.ids != len(stories) || g.byKind["same"] != 1 || len(stories) < 20 ||
		len(stories) > 50 {
		t.Errorf("of the stories themselves: %+v, %d stories", g, len(stories))
	}
	if g := made.scoreIDs(make([]int64, len(made))); g.recall != 1 || g.precision > 0.1 {
		t.Errorf("of one id for all: %+v", g)
	}
	var out bytes.Buffer
	if err := measureIDs(t.Context(), &out, made, []idStore{memoryIDs(), libraryIDs("")}); err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for line := range strings.Lines(out.String()) {
		for _, store := range []string{"memory", "SQLite"} {
			if label, rest, ok := strings.Cut(line, store); ok {
				rows[strings.TrimSpace(label)] = append(rows[strings.TrimSpace(label)], strings.Join(strings.Fields(rest)[:3], " "))
			}
		}
	}
	if len(rows) != 7 {
		t.Errorf("%d methods:\n%s", len(rows), out.String())
	}
	for label, r := range rows {
		if len(r) != 2 || r[0] != r[1] {
			t.Errorf("%s: memory and SQLite differ: %v", label, r)
		}
	}
	if _, err := makeStream(madeTexts(), 1_000_000); err == nil {
		t.Error("more texts than there are stories for")
	}
}
