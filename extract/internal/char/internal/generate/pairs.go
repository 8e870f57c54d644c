package main

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/encoding/traditionalchinese"

	"zhiwen/checker/script"
)

// most is how many pairs are kept. They are a third of the pairs in running text. Twice as many
// would be two fifths, but also twice as many of those that no text has.
const most = 8_000

// pairs writes the most frequent pairs of Han characters in the words of gojieba's dictionary, by the frequencies
// stated there, in simplified and in traditional characters. Each line is a character and all characters that follow it.
func pairs() error {
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yanyiwu/gojieba").Output()
	if err != nil {
		return fmt.Errorf("find gojieba: %w", err)
	}
	file, err := os.Open(filepath.Join(strings.TrimSpace(string(module)), "deps", "cppjieba", "dict", "jieba.dict.utf8"))
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	times := map[[2]rune]int{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 2 {
			continue
		}
		n, err := strconv.Atoi(fields[1])
		if err != nil {
			return fmt.Errorf("%q: %w", lines.Text(), err)
		}
		word := []rune(fields[0])
		if slices.ContainsFunc(word, func(r rune) bool { return !unicode.Is(unicode.Han, r) }) {
			continue
		}
		for i := 1; i < len(word); i++ {
			times[[2]rune{word[i-1], word[i]}] += n
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	pairs := slices.SortedFunc(maps.Keys(times), func(a, b [2]rune) int {
		return cmp.Or(cmp.Compare(times[b], times[a]), slices.Compare(a[:], b[:]))
	})
	pairs = inBothScripts(pairs[:min(most, len(pairs))])
	out := bufio.NewWriter(os.Stdout)
	for i, p := range pairs {
		if i == 0 || pairs[i-1][0] != p[0] {
			if i > 0 {
				_ = out.WriteByte('\n')
			}
			_, _ = out.WriteRune(p[0])
		}
		_, _ = out.WriteRune(p[1])
	}
	_ = out.WriteByte('\n')
	return out.Flush()
}

// inBothScripts adds to simplified pairs the same ones in traditional characters, and sorts them.
func inBothScripts(simplified [][2]rune) [][2]rune {
	traditional := map[rune][]rune{}
	for r := rune(0x4E00); r < 0xA000; r++ {
		if _, err := traditionalchinese.Big5.NewEncoder().String(string(r)); err == nil {
			traditional[script.Simplified(r)] = append(traditional[script.Simplified(r)], r)
		}
	}
	pairs := slices.Clone(simplified)
	for _, p := range simplified {
		for _, a := range traditional[p[0]] {
			for _, b := range traditional[p[1]] {
				pairs = append(pairs, [2]rune{a, b})
			}
		}
	}
	slices.SortFunc(pairs, func(a, b [2]rune) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(pairs)
}
