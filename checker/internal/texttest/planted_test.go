package texttest

import (
	"strings"
	"testing"
)

// What the truth says of a passage is so: it stands where it says, as its kind
// has changed it.
func TestPassages(t *testing.T) {
	lineEnd := map[string]string{"Chinese": "", "English": " "} // what a passage has in its place
	for name, set := range map[string]*Set{"Chinese": ChineseSet(), "English": EnglishSet()} {
		counts, unchanged := map[string]int{}, map[string]int{}
		for i, p := range set.Passages {
			counts[p.Kind]++
			this := string([]rune(set.Suspicious[p.Text])[p.This.Start:p.This.End])
			there := string([]rune(set.Library[p.Source])[p.There.Start:p.There.End])
			there = strings.ReplaceAll(there, "\n", lineEnd[name])
			if this == there {
				unchanged[p.Kind]++
			}
			switch p.Kind {
			case homophone:
				if len([]rune(this)) != len([]rune(there)) {
					t.Errorf("%s, passage %d (%s): %q of %q", name, i, p.Kind, this, there)
				}
			case invisible:
				if !strings.ContainsAny(this, "\u200b\u200d\u2060\u00ad") {
					t.Errorf("%s, passage %d has nothing invisible", name, i)
				}
			}
		}
		for _, kind := range set.Kinds {
			if counts[kind] < 10 {
				t.Errorf("%s: %d passages of kind %s", name, counts[kind], kind)
			}
			// A short passage can come out of a change as it was.
			if n := unchanged[kind]; kind == verbatim && n != counts[kind] || kind != verbatim && n > counts[kind]/4 {
				t.Errorf("%s: %d of %d passages of kind %s are as in their source", name, n, counts[kind], kind)
			}
		}
	}
}

// The same call gives the same set.
func TestSetsAreTheSame(t *testing.T) {
	if a, b := ChineseSet().Sum(), ChineseSet().Sum(); a != b {
		t.Errorf("%s, then %s", a, b)
	}
}

func TestTable(t *testing.T) {
	set := &Set{Kinds: []string{verbatim, edit30}, Passages: []Passage{
		{verbatim, 0, 0, Span{0, 100}, Span{0, 100}},
		{edit30, 0, 1, Span{200, 300}, Span{0, 100}},
	}}
	got := set.Table([]Found{
		{"verbatim", 0, 0, Span{0, 50}, Span{0, 50}},
		{"verbatim", 0, 0, Span{40, 100}, Span{40, 100}},
		{"near", 0, 0, Span{500, 600}, Span{500, 600}},
		{"near", 1, 1, Span{200, 300}, Span{0, 100}}, // of another text
	})
	want := `verbatim   cases   1 detected 100.0% recall 1.000 precision 1.000 granularity 2.000, verbatim 2
edit30     cases   1 detected   0.0% recall 0.000 precision 0.000 granularity 0.000
all        cases   2 detected  50.0% recall 0.500 precision 0.500 granularity 2.000, near 2, verbatim 2
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
