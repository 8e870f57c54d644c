package checker_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker"
	"zhiwen/checker/internal/texttest"
	"zhiwen/internal/testrun"
)

var update = flag.Bool("update", false, "write testdata/quality.golden anew")

// What is found of passages that were planted in made-up texts is what it was
// before: a change of detection shows as a change of the golden file, to be
// judged together with the sets of real texts (docs/detection.md).
func TestQuality(t *testing.T) {
	testrun.NeedWhole(t)
	var got strings.Builder
	for _, set := range []struct {
		name string
		*texttest.Set
	}{{"Chinese", texttest.ChineseSet()}, {"English", texttest.EnglishSet()}} {
		for _, exhaustive := range []bool{false, true} {
			p := checker.DefaultParameters(checker.DefaultProfile)
			p.Exhaustive = exhaustive
			e, err := checker.New(p, nil)
			if err != nil {
				t.Fatal(err)
			}
			var library []*checker.Source
			for i, text := range set.Library {
				d := texttest.Document(text)
				library = append(library, &checker.Source{ID: int64(i + 1), Document: d, Units: e.Units(d)})
			}
			memory := checker.NewMemory(library, nil)
			found := findings(t, e, memory, set.Suspicious)
			retrieval := "through the index"
			if exhaustive {
				retrieval = "every text compared"
			}
			fmt.Fprintf(&got, "%s, %s (set %s)\n%s", set.name, retrieval, set.Sum(), set.Table(found))
			accused, matches := map[int]bool{}, 0
			for _, f := range findings(t, e, memory, set.Clean) {
				accused[f.Text] = true
				matches++
			}
			fmt.Fprintf(&got, "%d of %d clean texts with %d matches\n\n", len(accused), len(set.Clean), matches)
		}
	}
	golden := filepath.Join("testdata", "quality.golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, []byte(got.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if len(bytes.TrimSpace(want)) == 0 {
		t.Fatalf("%s is empty", golden)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("detection has changed (-want +got); if it is meant so, run the test with -update:\n%s", diff)
	}
}

// findings returns the matches that count.
func findings(t *testing.T, e *checker.Engine, library checker.Library, texts []string) []texttest.Found {
	t.Helper()
	var found []texttest.Found
	for i, text := range texts {
		ev, err := e.Check(t.Context(), checker.Input{Document: texttest.Document(text)}, library, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range ev.Sources {
			for _, m := range s.Matches {
				if m.Counted > 0 {
					found = append(found, texttest.Found{
						Kind: string(m.Kind), Text: i, Source: int(s.ID - 1),
						This:  texttest.Span{Start: m.This.Offset, End: m.This.Offset + m.This.Length},
						There: texttest.Span{Start: m.Source.Offset, End: m.Source.Offset + m.Source.Length},
					})
				}
			}
		}
	}
	return found
}
