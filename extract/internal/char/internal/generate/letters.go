package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/mozillazg/go-pinyin"
	"golang.org/x/net/html"
	"golang.org/x/text/unicode/norm"

	"zhiwen/extract/internal/char"
)

// least is how often a translation must have a pair: single occurrences are names and errors.
const least = 2

// languages are the counted languages, by the names of their files: those most used in each script.
// More of one script would leave few pairs that no language has.
const languages = "deu_1996 fra spa por_PT ita nld swe dan nob fin est hun pol ces slk slv hrv ron_2006 tur azj_latn vie lav lit isl cat " +
	"als gle cym hau_NG yor ewe aka_asante bam uzn_latn uig_latn hsb ibo " +
	"rus ukr bel bul srp_cyrl mkd kaz kir tat uzn_cyrl tgk khk oss kbd abk sah ell_monotonic ell_polytonic arb pes_1 urd uig_arab ckb " +
	"pbu heb ydd " +
	"bod dzo tha lao khm hin mar nep san ben tam tel kan mal guj pan sin kat hye"

// letters writes the pairs of letters, including marks, in the languages of the world's scripts, except pairs of
// Han characters and of plain Latin letters. They are counted in the translations of the Universal Declaration of
// Human Rights, of some 8,000 characters each, which Unicode publishes as one HTML file per language, and in the
// readings of go-pinyin. Each line is a letter and all letters that follow it.
func letters(dir string) error {
	pairs := map[rune]map[rune]bool{}
	for name := range strings.FieldsSeq(languages) {
		text, err := read(filepath.Join(dir, name+".html"))
		if errors.Is(err, os.ErrNotExist) {
			fmt.Fprintln(os.Stderr, "generate: there is no", name)
			continue
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		count(text, least, pairs)
	}
	var readings strings.Builder
	for _, r := range slices.Sorted(maps.Keys(pinyin.PinyinDict)) {
		readings.WriteString(strings.ReplaceAll(pinyin.PinyinDict[r], ",", " ") + " ")
	}
	count(readings.String(), least, pairs)
	for _, first := range slices.Sorted(maps.Keys(pairs)) {
		fmt.Println(string(first) + string(slices.Sorted(maps.Keys(pairs[first]))))
	}
	return nil
}

// read returns the words of an HTML file.
func read(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	var text strings.Builder
	for tokens := html.NewTokenizer(file); ; {
		switch tokens.Next() {
		case html.ErrorToken:
			if err := tokens.Err(); !errors.Is(err, io.EOF) {
				return "", err
			}
			return text.String(), nil
		case html.TextToken:
			text.Write(tokens.Text())
			text.WriteByte(' ')
		}
	}
}

// count adds the pairs that occur at least least times in a text.
func count(text string, least int, pairs map[rune]map[rune]bool) {
	times := map[[2]rune]int{}
	last := rune(0)
	for _, r := range norm.NFC.String(text) {
		r = unicode.ToLower(r)
		if last != 0 && char.PairedLetter(last, r) {
			times[[2]rune{last, r}]++
		}
		last = r
	}
	for p, n := range times {
		if n < least {
			continue
		}
		if pairs[p[0]] == nil {
			pairs[p[0]] = map[rune]bool{}
		}
		pairs[p[0]][p[1]] = true
	}
}
