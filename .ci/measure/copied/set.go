package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// entry is one text of a set.
type entry struct {
	name  string
	kind  string
	bases []string // names; none where it is an original
	text  string
}

type set []entry

const (
	original = "original"
	// mostBases is of how many texts copies are made: with 16 each, pairs are enough that one
	// in a thousand shows, and all methods run in minutes.
	mostBases = 100
	// mostOthers is how many texts stand beside them without copies.
	mostOthers = 300
	// shortest and longest are the characters of a text that is used: news to applications.
	shortest, longest = 1000, 60_000
)

// readTexts reads the plain texts of a folder that are of usual length, by name.
func readTexts(dir string) (out []entry, err error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if n := utf8.RuneCount(b); n >= shortest && n <= longest {
			out = append(out, entry{name: strings.TrimSuffix(filepath.Base(name), ".txt"), kind: original, text: string(b)})
		}
	}
	return out, nil
}

// makeSet makes copies of some of the texts. The last of them gives what a form and the
// edits are made of, and is not in the set.
func makeSet(texts []entry) (set, error) {
	const least = 12
	if len(texts) < least {
		return nil, fmt.Errorf("%d texts of %d to %d characters: at least %d are needed", len(texts), shortest, longest, least)
	}
	random := rand.New(rand.NewPCG(17, 4))
	random.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	donor := texts[len(texts)-1].text
	texts = texts[:min(len(texts)-1, mostBases+mostOthers)]
	c := newCopier(random, donor, texts)
	out := set(slices.Clone(texts))
	bases := texts[:min(mostBases, len(texts)*2/3)]
	for i, b := range bases {
		add := func(kind, text string, more ...string) {
			out = append(out, entry{b.name + "-" + kind, kind, append([]string{b.name}, more...), text})
		}
		for _, percent := range []int{0, 10, 20, 30, 40, 50, 60} {
			add(fmt.Sprintf("edit%02d", percent), c.edit(b.text, float64(percent)/100))
		}
		for _, percent := range []int{10, 30, 50} {
			add(fmt.Sprintf("version%d", percent), c.version(b.text, float64(percent)/100))
		}
		add("homophone", c.homophone(b.text))
		add("framed", c.frame(b.text))
		add("excerpt50", c.excerpt(b.text, 0.5))
		add("excerpt25", c.excerpt(b.text, 0.25))
		other := bases[(i+1)%len(bases)]
		add("joined", b.text+"\n"+other.text, other.name)
	}
	slices.SortFunc(out, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return out, nil
}

func (s set) write(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "texts"), 0o755); err != nil {
		return err
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	rows := [][]string{{"file", "kind", "bases"}}
	for _, e := range s {
		if err := os.WriteFile(filepath.Join(dir, "texts", e.name+".txt"), []byte(e.text), 0o644); err != nil {
			return err
		}
		rows = append(rows, []string{e.name, e.kind, strings.Join(e.bases, ";")})
	}
	if err := w.WriteAll(rows); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "truth.csv"), b.Bytes(), 0o644)
}

func readSet(dir string) (set, error) {
	data, err := os.ReadFile(filepath.Join(dir, "truth.csv"))
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s/truth.csv: %w", dir, err)
	}
	var out set
	for _, row := range rows[min(1, len(rows)):] {
		e := entry{name: row[0], kind: row[1]}
		if row[2] != "" {
			e.bases = strings.Split(row[2], ";")
		}
		text, err := os.ReadFile(filepath.Join(dir, "texts", e.name+".txt"))
		if err != nil {
			return nil, err
		}
		e.text = string(text)
		out = append(out, e)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s/truth.csv has no rows", dir)
	}
	return out, nil
}
