package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"zhiwen/extract/internal/char"
)

const (
	wordsKept    = 4_000
	perLine      = 16
	leastArticle = 20 // occurrences of "the" in a file of English
)

// words writes the words of four letters and more that most sources use in English. Each folder in dir is a source; its files are
// plain text or Markdown.
func words(dir string) error {
	sources, files := map[string]map[string]bool{}, map[string]int{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		inside, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		source, _, _ := strings.Cut(inside, string(filepath.Separator))
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		found := map[string]bool{}
		articles := 0
		for field := range strings.FieldsSeq(string(text)) {
			if field == "the" {
				articles++
			} else if word := strings.TrimRight(field, ".,;:!?"); char.EnglishLetters(word) {
				found[word] = true
			}
		}
		if articles < leastArticle {
			return nil
		}
		for word := range found {
			if sources[word] == nil {
				sources[word] = map[string]bool{}
			}
			sources[word][source] = true
			files[word]++
		}
		return nil
	})
	if err != nil {
		return err
	}
	list := slices.SortedFunc(maps.Keys(sources), func(a, b string) int {
		return cmp.Or(len(sources[b])-len(sources[a]), files[b]-files[a], strings.Compare(a, b))
	})
	list = list[:min(wordsKept, len(list))]
	slices.Sort(list)
	for line := range slices.Chunk(list, perLine) {
		fmt.Println(strings.Join(line, " "))
	}
	return nil
}
