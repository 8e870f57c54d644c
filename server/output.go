package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"

	"zhiwen/checker/evidence"
)

// writeMatches writes one row for each passage with a match that counts, named after its
// kind of most characters: neighbouring matches of one source and what lies between them are
// one passage, as are a summary and what it sums up. Offsets and lengths count code points
// of the extracted text; of UTF-8 text files that is the file itself.
func writeMatches(path string, files, sources []file, results []*evidence.Evidence) error {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	rows := [][]string{{"suspicious", "type", "this_offset", "this_length", "source", "source_offset", "source_length"}}
	for i, e := range results {
		if e == nil {
			continue
		}
		for _, s := range e.Sources {
			for _, p := range passages(s.Matches) {
				rows = append(rows, []string{
					filepath.Base(files[i].path), string(p.kind), strconv.Itoa(p.Offset), strconv.Itoa(p.Length),
					sources[s.ID-1].name, strconv.Itoa(p.SourceOffset), strconv.Itoa(p.SourceLength),
				})
			}
		}
	}
	if err := w.WriteAll(rows); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return writeWhole(path, b.Bytes())
}

// passageRow is what a row of matches says.
type passageRow struct {
	evidence.Extent
	kind evidence.Kind
}

// passages gives those of the matches that count, in the order of their first ones.
func passages(matches []evidence.Match) []passageRow {
	var out []passageRow
	counted := map[evidence.Extent]map[evidence.Kind]int{}
	for _, m := range matches {
		if m.Counted == 0 {
			continue // of too few characters, say
		}
		if counted[m.Extent] == nil {
			counted[m.Extent] = map[evidence.Kind]int{}
			out = append(out, passageRow{Extent: m.Extent})
		}
		counted[m.Extent][m.Kind] += m.Counted
	}
	for i := range out {
		of := counted[out[i].Extent]
		for _, kind := range slices.Sorted(maps.Keys(of)) {
			if of[kind] > of[out[i].kind] {
				out[i].kind = kind
			}
		}
	}
	return out
}

// writeTable prints, for each file, its share and its sources. The columns of
// unknown width come last, since Chinese characters are two columns wide.
func writeTable(w io.Writer, files, sources []file, results []*evidence.Evidence) error {
	var b bytes.Buffer
	for i, e := range results {
		if e == nil {
			continue
		}
		writeScores(&b, e, files[i].path)
		for _, s := range e.Sources {
			if s.Full == 0 {
				continue
			}
			n := 0
			for _, m := range s.Matches {
				if m.Counted > 0 {
					n++
				}
			}
			fmt.Fprintf(&b, "  %s full  %s allotted  %s exclusive  %3d matches  %s", percent(s.Full, e.Scores.Countable),
				percent(s.Allotted, e.Scores.Countable), percent(s.Exclusive, e.Scores.Countable), n, sources[s.ID-1].name)
			if t := s.Identity.Title; t != "" {
				fmt.Fprintf(&b, "  %s", t)
			}
			b.WriteByte('\n')
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// writeScores prints the four figures of a file: its overall share with the numbers of
// characters, and below what is left without the applicant's own applications, without
// what is quoted or cited, and the largest share of one source.
func writeScores(w io.Writer, e *evidence.Evidence, path string) {
	s := e.Scores
	fmt.Fprintf(w, "%s  %d/%d  %s\n", percent(s.Covered, s.Countable), s.Covered, s.Countable, path)
	if s.Covered > 0 {
		fmt.Fprintf(w, "  %s without own  %s without quoted  %s largest\n",
			percent(s.WithoutOwn, s.Countable), percent(s.WithoutQuoted, s.Countable), percent(s.LargestFull, s.Countable))
	}
}

func percent(part, whole int) string {
	if whole == 0 {
		return "  0.0 %"
	}
	return fmt.Sprintf("%5.1f %%", 100*float64(part)/float64(whole))
}
