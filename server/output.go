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
	"strings"
	"unicode"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/server/batch"
	"zhiwen/web/catalogue"
	"zhiwen/web/phrase"
	"zhiwen/web/site"
)

// writeMatches writes one row for each passage with a match that counts, named after its
// kind of most characters: neighbouring matches of one source and what lies between them are
// one passage, as are a summary and what it sums up. Offsets and lengths count code points
// of the extracted text; of UTF-8 text files that is the file itself.
func writeMatches(path string, files, sources []batch.File, results []*evidence.Evidence) error {
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
					site.PlainCell(filepath.Base(files[i].Path)), string(p.kind), strconv.Itoa(p.Offset), strconv.Itoa(p.Length),
					site.PlainCell(sources[s.ID-1].Name), strconv.Itoa(p.SourceOffset), strconv.Itoa(p.SourceLength),
				})
			}
		}
	}
	for i, e := range results {
		if e == nil || e.Hints == nil {
			continue
		}
		for _, h := range e.Hints.Hints {
			if h.FalseAlarms <= e.Hints.Level {
				rows = append(rows, []string{
					site.PlainCell(filepath.Base(files[i].Path)), string(h.Kind), strconv.Itoa(h.This.Offset), strconv.Itoa(h.This.Length),
					site.PlainCell(sources[h.Source-1].Name), strconv.Itoa(h.From.Offset), strconv.Itoa(h.From.Length),
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

// passages returns the matches that count, in the order of their first occurrence.
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

// writeTable prints, for each file, its share and its sources, in words of the language
// and with the shares that the pages show. The columns of unknown width come last.
func writeTable(w io.Writer, l *catalogue.Language, files, sources []batch.File, results []*evidence.Evidence,
	learned []finding.Learned) error {
	var b bytes.Buffer
	for i, e := range results {
		if e == nil {
			continue
		}
		writeScores(&b, l, e, files[i].Path)
		if learned[i].Characters > 0 {
			fmt.Fprintf(&b, "  %s\n", phrase.LearnedSaid(l, learned[i]))
		}
		for _, s := range e.Sources {
			if s.Full == 0 {
				continue
			}
			n := each.Count(s.Matches, func(m evidence.Match) bool { return m.Counted > 0 })
			fmt.Fprintf(&b, "  %s  %s  %s", l.Text("cli.source", "Full", share(l, e, s.Full), "Allotted", share(l, e, s.Allotted),
				"Exclusive", share(l, e, s.Exclusive)),
				padded(l.Count("filter.matches", n), matchesWidth), sources[s.ID-1].Name)
			if t := s.Identity.Title; t != "" {
				fmt.Fprintf(&b, "  %s", t)
			}
			b.WriteByte('\n')
		}
		writeHints(&b, l, sources, e.Hints)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// writeHints prints what may be rewritten, summed up or translated, and along which files the whole may be written, a line each.
func writeHints(w io.Writer, l *catalogue.Language, sources []batch.File, hints *evidence.Hints) {
	if hints == nil {
		return
	}
	for _, h := range hints.Hints {
		if h.FalseAlarms <= hints.Level {
			fmt.Fprintf(w, "  %s\n", l.Text("cli.hint", "Kind", l.Text("cli.hintKind."+string(h.Kind)), "Source", sources[h.Source-1].Name,
				"Start", h.This.Offset, "End", h.This.Offset+h.This.Length, "From", h.From.Offset, "To", h.From.Offset+h.From.Length))
		}
	}
	for _, a := range hints.Along {
		fmt.Fprintf(w, "  %s%s%s\n", l.Text("along.title"), sources[a.Source-1].Name,
			l.Text("along.steps", "Count", len(a.Steps), "Of", a.Of))
	}
}

// writeScores prints the four figures of a file: its overall share with the numbers of characters,
// what is left without the applicant's own applications, what is left without quoted and cited
// text, and the largest share of one source. A last line says what was not compared.
func writeScores(w io.Writer, l *catalogue.Language, e *evidence.Evidence, path string) {
	s := e.Scores
	fmt.Fprintf(w, "%s  %s  %s\n", share(l, e, s.Covered), l.Text("report.of", "Part", s.Covered, "Whole", s.Countable), path)
	if len(s.Doubts) > 0 {
		fmt.Fprintf(w, "  %s %s\n", l.Text("doubt.title"), phrase.DoubtsSaid(l, s.Doubts))
	}
	if s.Covered > 0 {
		fmt.Fprintf(w, "  %s\n", l.Text("cli.figures", "WithoutOwn", share(l, e, s.WithoutOwn),
			"WithoutQuoted", share(l, e, s.WithoutQuoted), "Largest", share(l, e, s.LargestFull)))
	}
	for _, x := range e.Several {
		fmt.Fprintf(w, "  %s\n", phrase.SharedBySeveral(l, x.Applications, x.Applicants, x.Institutions, x.Characters))
	}
}

// writePlaces prints the places of the matches that count of a comparison, a line each.
func writePlaces(w io.Writer, l *catalogue.Language, e *evidence.Evidence) {
	for _, s := range e.Sources {
		for _, m := range s.Matches {
			if m.Counted == 0 {
				continue // in text that takes no part
			}
			fmt.Fprintf(w, "  %s %4s  [%d, %d) = [%d, %d)\n", padded(l.Text("kind."+string(m.Kind)), kindWidth),
				l.Ratio(float64(m.Similarity)),
				m.This.Offset, m.This.Offset+m.This.Length, m.Source.Offset, m.Source.Offset+m.Source.Length)
		}
	}
}

const (
	// shareWidth is the columns of the widest share, 100.0%*.
	shareWidth = 7
	// kindWidth is the columns of the longest names of kinds, in English.
	kindWidth = 18
	// matchesWidth is the columns of a number of matches in English, up to 999.
	matchesWidth = 11
)

// share writes a share of the characters that count as the pages do, right-aligned in its column.
func share(l *catalogue.Language, e *evidence.Evidence, part int) string {
	return fmt.Sprintf("%*s", shareWidth, phrase.ShareSaid(l, record.Share{Part: part, Whole: e.Scores.Countable, Doubts: e.Scores.Doubts}))
}

// padded fills a text up to some columns of a terminal, of which a Chinese character
// takes two.
func padded(s string, columns int) string {
	for _, r := range s {
		if columns--; unicode.Is(unicode.Han, r) {
			columns--
		}
	}
	return s + strings.Repeat(" ", max(columns, 0))
}
