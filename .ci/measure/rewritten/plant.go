package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"unicode/utf8"
)

// planted is a passage of a table of passages.
type planted struct {
	place, length int // of the source, code points
	at            int // of the host, code points
	kind, source  string
	text          string
}

// plant makes a set of tables that name texts and of a folder TEXTS of these texts: library/, host/ and clean/. half chooses the
// hosts, their passages and the clean texts: 1 or 2, or 0 for all.
func plant(tables, texts, out, half string) error {
	named, err := readTable(filepath.Join(tables, "texts.csv"))
	if err != nil {
		return err
	}
	table, err := readTable(filepath.Join(tables, "passages.csv"))
	if err != nil {
		return err
	}
	passages := map[string][]planted{}
	for _, r := range table {
		n := func(i int) int { v, _ := strconv.Atoi(r[i]); return v }
		passages[r[0]] = append(passages[r[0]], planted{place: n(4), length: n(5), at: n(1), kind: r[2], source: r[3], text: r[6]})
	}
	for _, d := range []string{"library", "suspicious"} {
		if err := os.MkdirAll(filepath.Join(out, d), 0o755); err != nil {
			return err
		}
	}
	truth := [][]string{{"suspicious", "type", "this_offset", "this_length", "source", "source_offset", "source_length"}}
	for _, r := range named {
		name, role := r[0], r[1]
		if role != "library" && half != "0" && r[2] != half {
			continue
		}
		b, err := os.ReadFile(filepath.Join(texts, role, name))
		if err != nil {
			return err
		}
		to := "suspicious"
		if role == "library" {
			to = role
		}
		text, rows := insert(name, []rune(string(b)), passages[name])
		truth = append(truth, rows...)
		if err := os.WriteFile(filepath.Join(out, to, name), []byte(string(text)), 0o644); err != nil {
			return err
		}
	}
	f, err := os.Create(filepath.Join(out, "truth.csv"))
	if err != nil {
		return err
	}
	w := csv.NewWriter(f)
	return errors.Join(w.WriteAll(truth), f.Close())
}

// insert puts passages into a host as paragraphs of their own, and returns the rows of the truth about them.
func insert(name string, host []rune, passages []planted) (out []rune, truth [][]string) {
	from := 0
	for _, p := range slices.SortedFunc(slices.Values(passages), func(a, b planted) int { return a.at - b.at }) {
		out = append(append(out, host[from:p.at]...), '\n', '\n')
		truth = append(truth, []string{
			name, p.kind, fmt.Sprint(len(out)), fmt.Sprint(utf8.RuneCountInString(p.text)), p.source, fmt.Sprint(p.place), fmt.Sprint(p.length),
		})
		out = append(append(out, []rune(p.text)...), '\n', '\n')
		from = p.at
	}
	return append(out, host[from:]...), truth
}
