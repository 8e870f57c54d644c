package checker

import (
	"cmp"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"zhiwen/checker/verify"
	"zhiwen/extract"
)

// reworded returns passages in other words that were made of a text, in the order of the text.
func reworded(t *testing.T, set, source string) []string {
	t.Helper()
	f, err := os.Open(filepath.Join(set, "truth.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	type passage struct {
		at   int
		text string
	}
	var all []passage
	for _, r := range rows[1:] {
		if r[4] != source || r[1] != "L2" {
			continue
		}
		host, err := os.ReadFile(filepath.Join(set, "suspicious", r[0]))
		if err != nil {
			t.Fatal(err)
		}
		number := func(i int) int {
			n, err := strconv.Atoi(r[i])
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		all = append(all, passage{number(5), string([]rune(string(host))[number(2) : number(2)+number(3)])})
	}
	slices.SortFunc(all, func(a, b passage) int { return cmp.Compare(a.at, b.at) })
	var out []string
	for _, p := range all {
		out = append(out, p.text)
	}
	return out
}

// A document whose paragraphs say in other words what a library text says, in its order, names that text, and its evidence verifies; in
// the other order it names none.
func TestWrittenAlong(t *testing.T) {
	const texts = "../.ci/measure/rewritten/testdata"
	set := filepath.Join(texts, "subjects")
	e := hintEngine(t)
	var all []string
	ids := map[string]int64{}
	for _, pattern := range []string{set + "/library/t*.txt", texts + "/library/s*.txt", texts + "/composed/suspicious/c*.txt"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range files {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, string(b))
			ids[filepath.Base(name)] = int64(len(all))
		}
	}
	lib := library(e, all...)
	source, passages := ids["t9.txt"], reworded(t, set, "t9.txt")
	in := input(strings.Join(passages, "\n\n"))
	found := check(t, e, in, lib)
	along := found.Hints.Along
	if len(along) != 1 || along[0].Source != source || along[0].Of != len(passages) || len(along[0].Steps) < 2 || along[0].FalseAlarms > 0.05 {
		t.Fatalf("%d passages of document %d: written along %+v", len(passages), source, along)
	}
	sources := map[int64]*extract.Document{}
	for _, s := range found.AllSources() {
		sources[s.ID] = input(all[s.ID-1]).Document
	}
	if wrong := verify.Evidence(found, verify.Texts{Document: in.Document, Sources: sources}); len(wrong) > 0 {
		t.Errorf("verified: %+v", wrong)
	}
	slices.Reverse(passages)
	if backwards := check(t, e, input(strings.Join(passages, "\n\n")), lib); len(backwards.Hints.Along) > 0 {
		t.Errorf("the other way round: %+v", backwards.Hints.Along)
	}
}
