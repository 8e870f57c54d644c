package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"strconv"

	"zhiwen/checker/evidence"
)

// writeMatches writes one row for each match that counts. Offsets and lengths count code points
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
			for _, m := range s.Matches {
				if m.Counted == 0 {
					continue // in a bibliography, say
				}
				rows = append(rows, []string{
					filepath.Base(files[i].path), string(m.Kind), strconv.Itoa(m.This.Offset), strconv.Itoa(m.This.Length),
					sources[s.ID-1].name, strconv.Itoa(m.Source.Offset), strconv.Itoa(m.Source.Length),
				})
			}
		}
	}
	if err := w.WriteAll(rows); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return writeWhole(path, b.Bytes())
}

// writeTable prints, for each file, its share and its sources. The columns of
// unknown width come last, since Chinese characters are two columns wide.
func writeTable(w io.Writer, files, sources []file, results []*evidence.Evidence) error {
	var b bytes.Buffer
	for i, e := range results {
		if e == nil {
			continue
		}
		fmt.Fprintf(&b, "%s  %d/%d  %s\n", percent(e.Scores.Covered, e.Scores.Countable), e.Scores.Covered, e.Scores.Countable, files[i].path)
		for _, s := range e.Sources {
			if s.Full == 0 {
				continue
			}
			fmt.Fprintf(&b, "  %s full  %s allotted  %3d matches  %s", percent(s.Full, e.Scores.Countable), percent(s.Allotted, e.Scores.Countable), len(s.Matches), sources[s.ID-1].name)
			if t := s.Identity.Title; t != "" {
				fmt.Fprintf(&b, "  %s", t)
			}
			b.WriteByte('\n')
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

func percent(part, whole int) string {
	if whole == 0 {
		return "  0.0 %"
	}
	return fmt.Sprintf("%5.1f %%", 100*float64(part)/float64(whole))
}
