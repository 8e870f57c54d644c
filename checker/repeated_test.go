package checker

import (
	"math/rand/v2"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/internal/texttest"
)

// prose makes a text of characters of which there are many, in sentences of 30.
func prose(r *rand.Rand, sentences int) string {
	var b strings.Builder
	for range sentences {
		for range 30 {
			b.WriteRune(rune(0xac00 + r.IntN(11_000)))
		}
		b.WriteString("。")
	}
	return b.String()
}

// copies puts a passage into a text so many times, with some text between.
func copies(r *rand.Rand, passage string, times, between int) string {
	var b strings.Builder
	b.WriteString(prose(r, 10) + "\n")
	for range times {
		b.WriteString(passage + "\n" + prose(r, between) + "\n")
	}
	b.WriteString(prose(r, 10))
	return b.String()
}

// However often the document and the source have a passage, every copy in the document counts,
// and no more than these.
func TestEveryCopyCounts(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	for _, times := range []int{1, 2, 9, 40} {
		for _, there := range []int{1, 9, 40} {
			r := rand.New(rand.NewPCG(1, 1))
			passage := prose(r, 5)
			document, source := copies(r, passage, times, 4), copies(r, passage, there, 3)
			ev, err := e.Check(t.Context(), input(document), library(e, source, prose(r, 40)), nil)
			if err != nil {
				t.Fatal(err)
			}
			want := times * (len([]rune(passage)))
			if got := ev.Scores.Covered; got < want-times || got > want+times {
				t.Errorf("%d copies here and %d there: %d characters are covered, want %d", times, there, got, want)
			}
			if repeated := ev.Document.Repetition; (repeated != nil) != (times > 1) || repeated != nil && repeated.Times != times {
				t.Errorf("%d copies: the repetition is %+v", times, repeated)
			}
		}
	}
}

// Copies of a passage in text that is left out change nothing for those in the rest, and are
// compared apart all the same.
func TestCopiesInTextThatIsLeftOut(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	r := rand.New(rand.NewPCG(2, 2))
	entry := "[1] 张三, 李四. " + strings.TrimSuffix(prose(r, 2), "。") + "[J]. 计算机学报, 2020, 43(1): 1-12.\n"
	passage := prose(r, 5)
	source := prose(r, 20) + "\n" + passage + "\n" + prose(r, 20)
	document := prose(r, 20) + "\n" + strings.Repeat(passage+"\n", 12) + prose(r, 20) + "\n参考文献\n" + strings.Repeat(entry, 12)
	ev, err := e.Check(t.Context(), input(document), library(e, source), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := 12 * len([]rune(passage))
	if got := ev.Scores.Covered; got < want-12 || got > want+12 {
		t.Errorf("%d characters are covered, want %d", got, want)
	}
}

// A library document that repeats a passage has each value in a few units, so that the look-up of
// a large library, which leaves out what very many units have, still finds it.
func TestRepeatedPassagesAreLookedUp(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	r := rand.New(rand.NewPCG(3, 3))
	passage := prose(r, 12)
	source := copies(r, passage, 400, 2)
	units := e.Units(texttest.Document(source))
	for g := range fingerprint.GroupCount {
		times := map[uint32]int{}
		for _, u := range units {
			times[u.Groups[g]]++
		}
		keys := e.query(input(source), nil, exclude.Known{}).groups
		for _, k := range keys {
			if n := times[k[g]]; k[g] != fingerprint.NoGroup && n > placesOfKey {
				t.Errorf("%d units have a value that is asked for, want at most %d", n, placesOfKey)
			}
		}
	}
	q := e.query(input(prose(r, 20)+"\n"+passage+"\n"+prose(r, 20)), nil, exclude.Known{})
	ids, hits, err := e.candidates(t.Context(), q, library(e, source), evidence.Snapshot{Documents: 2 * mostSources, Units: len(units)})
	if err != nil || len(ids) != 1 || len(hits[1]) == 0 {
		t.Errorf("candidates %v with %d hits, error %v, want the source", ids, len(hits[1]), err)
	}
}
