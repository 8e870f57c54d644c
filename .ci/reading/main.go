// Command score compares what the reader reads with the texts of another
// program: runs of eight characters that both have, white space aside. Letters
// of full width count as those of usual width, radicals as the characters that
// they are drawn as: a check does not tell them apart, and programs differ in
// which one they make of a font's codes.
//
//	score [-files] [-faults] [-recognise] DIR REFERENCE
//
// Text layers are compared: unless -recognise is given, pages that would need
// tesseract stay without text.
//
// For each file NAME of DIR there is REFERENCE/NAME.txt; files without one, or with
// fewer than 200 characters in it, are counted as unread by the other program and
// left out: of so few runs a running head is half. Where there is a
// REFERENCE/NAME.raw.txt, the same text in another order, it is compared too,
// with what is read and with the first reference: two orders of one program
// agree no better than that. Of the structure it says what share of the text is in
// paragraphs broken off within a sentence, what share of it in or before listings of
// programs, what share in paragraphs that end there in the file too, and what share is in cells
// of one line (structure.go).
// For each format it prints the number of files, the
// mean recall and precision, the mean recall when the text that was kept out as
// hidden counts too (the other programs read it), the lowest recall, the shares of
// the structure over all its text, and times: the median by the clock of reading a file in a child
// process; the median of the processor time that the child took, and what it is a page; and the
// median of the processor time of reading the file in this process, which is 0 for PDF, whose
// reading here would start pdfium anew. The memory of the largest child follows, then the ten files
// of the lowest recall. With -files a line for each file gives recall, precision and recall
// with hidden text, in brackets those against the other order and what the two
// orders agree in. With -faults what is broken off and what is in cells is printed
// as well, to be judged by eye.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"zhiwen/extract"
	"zhiwen/extract/glyph"
	"zhiwen/extract/reader"
)

// gram is the length of the runs of characters that are compared: shorter ones
// are shared by unlike texts, longer ones count each fault several times more.
const gram = 8

// result is what was measured of one file.
type result struct {
	name              string
	recall, precision float64
	kept              float64 // recall of the text together with what was kept out of it as hidden
	breaks            breaks
	faults            []string
	raw               *order
	took              time.Duration // by the clock, in a child
	child, parse      time.Duration // processor time of the child, and of reading in this process
	pages             int
	failed            error
}

// order is what a second order of the reference agrees in.
type order struct{ recall, precision, reference float64 }

func main() {
	reader.ServeChild()
	files := flag.Bool("files", false, "print a line for each file too")
	faults := flag.Bool("faults", false, "print what is broken off and what is in cells of one line")
	recognise := flag.Bool("recognise", false, "have pages recognised where the program would")
	flag.Parse()
	if flag.NArg() != 2 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(flag.Arg(0), flag.Arg(1), *files, *faults, *recognise); err != nil {
		fmt.Fprintln(os.Stderr, "score:", err)
		os.Exit(1)
	}
}

func run(dir, reference string, files, faults, recognise bool) error {
	var o extract.Options
	if !recognise {
		o.Tesseract = extract.NoTesseract
	}
	runner, err := reader.NewRunner(o)
	if err != nil {
		return err
	}
	runner.Close() // each file has a process of its own, whose processor time is known when it has ended
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	formats := map[string][]result{}
	unread := 0
	for _, e := range entries {
		want, err := os.ReadFile(filepath.Join(reference, e.Name()+".txt"))
		if err != nil || visible(string(want)) < leastText {
			unread++
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		raw, _ := os.ReadFile(filepath.Join(reference, e.Name()+".raw.txt")) // empty where there is none
		r, kind := measure(runner, e.Name(), data, string(want), string(raw))
		formats[kind] = append(formats[kind], r)
	}
	if len(formats) == 0 {
		return fmt.Errorf("no file of %s has a reference of %d characters in %s", dir, leastText, reference)
	}
	fmt.Println(
		"format  files  failed  recall  precision  with hidden  lowest  broken off  of it listings  of it in the file  one-line cells  " +
			"median ms (child)  processor ms (child)  a page  processor ms (in process)",
	)
	for _, kind := range slices.Sorted(maps.Keys(formats)) {
		summary(kind, formats[kind])
	}
	fmt.Printf("%d files without a reference of %d characters; the largest child process had %d MB\n", unread, leastText, largest())
	for _, kind := range slices.Sorted(maps.Keys(formats)) {
		printLowest(kind, formats[kind])
	}
	for _, kind := range slices.Sorted(maps.Keys(formats)) {
		for _, r := range formats[kind] {
			if faults {
				printFaults(r)
			}
			if !files {
				continue
			}
			if r.failed != nil {
				fmt.Printf("%s: %v\n", r.name, r.failed)
				continue
			}
			fmt.Printf("%.4f %.4f %.4f", r.recall, r.precision, r.kept)
			if r.raw != nil {
				fmt.Printf(" (%.4f %.4f, %.4f)", r.raw.recall, r.raw.precision, r.raw.reference)
			}
			fmt.Println("", r.name)
		}
	}
	return nil
}

func measure(runner *reader.Runner, name string, data []byte, want, raw string) (r result, kind string) {
	format, _ := reader.Sniff(data)
	kind = cmp.Or(string(format), "none")
	start := time.Now()
	_, before := processor()
	d, err := runner.Extract(context.Background(), name, data)
	_, after := processor()
	r = result{name: name, took: time.Since(start), child: after - before, failed: err}
	if err != nil {
		return r, kind
	}
	if format != extract.PDF { // whose reading in this process starts pdfium anew
		before, _ := processor()
		_, _ = reader.Parse(context.Background(), name, data, extract.Options{Tesseract: extract.NoTesseract})
		after, _ := processor()
		r.parse = after - before
	}
	r.pages = len(d.Pages)
	paragraphs := want
	if format == extract.PDF { // which has lines only
		paragraphs = ""
	}
	r.breaks, r.faults = breaksOf(d, paragraphs)
	got, ref := grams(d.Text), grams(want)
	r.recall, r.precision = compare(got, ref)
	all := []string{d.Text}
	for _, f := range d.Flags {
		if f.Start == f.End {
			all = append(all, f.Text)
		}
	}
	r.kept, _ = compare(grams(strings.Join(all, "\n")), ref)
	if other := grams(raw); len(other) > 0 {
		r.raw = &order{}
		r.raw.recall, r.raw.precision = compare(got, other)
		r.raw.reference, _ = compare(other, ref)
	}
	return r, kind
}

// compare returns the share of the reference's runs that are in got, and of those
// of got that are in the reference.
func compare(got, ref map[string]int) (recall, precision float64) {
	shared, all, own := 0, 0, 0
	for g, n := range ref {
		all += n
		shared += min(n, got[g])
	}
	for _, n := range got {
		own += n
	}
	if all > 0 {
		recall = float64(shared) / float64(all)
	}
	if own > 0 {
		precision = float64(shared) / float64(own)
	}
	return recall, precision
}

func summary(kind string, list []result) {
	var recall, precision, kept float64
	failed, lowest := 0, 1.0
	var took, child, parse []time.Duration
	var paged time.Duration // of files that have pages
	pages := 0
	var all breaks
	for _, r := range list {
		if r.failed != nil {
			failed++
		}
		recall += r.recall
		precision += r.precision
		kept += r.kept
		lowest = min(lowest, r.recall)
		all.add(r.breaks)
		took = append(took, r.took)
		parse = append(parse, r.parse)
		child = append(child, r.child)
		if r.pages > 0 {
			paged += r.child
			pages += r.pages
		}
	}
	slices.Sort(took)
	slices.Sort(parse)
	slices.Sort(child)
	n := float64(len(list))
	fmt.Printf("%-6s %6d %7d  %.4f  %.4f     %.4f       %.4f  %9.2f%%  %13.2f%%  %16.2f%%  %13.2f%%  %17.1f  %20.1f  %6.1f  %25.1f\n", kind,
		len(list), failed, recall/n, precision/n, kept/n, lowest, 100*all.share(all.broken), 100*all.share(all.listed),
		100*all.share(all.stated), 100*all.share(all.cells), millis(took[len(took)/2]), millis(child[len(child)/2]),
		millis(paged)/float64(max(pages, 1)), millis(parse[len(parse)/2]))
	var other order
	files := 0
	for _, r := range list {
		if r.raw != nil {
			files++
			other.recall += r.raw.recall
			other.precision += r.raw.precision
			other.reference += r.raw.reference
		}
	}
	if n := float64(files); files > 0 {
		fmt.Printf("  in the file's order: %.4f  %.4f over %d; the reference's two orders agree in %.4f\n", other.recall/n,
			other.precision/n, files, other.reference/n)
	}
}

// lowestFiles is how many files are named for each format.
const lowestFiles = 10

// printLowest prints the files of a format with the lowest recall.
func printLowest(kind string, list []result) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b result) int { return cmp.Compare(a.recall, b.recall) })
	fmt.Printf("lowest of %s: recall, precision, broken off, one-line cells\n", kind)
	for _, r := range list[:min(len(list), lowestFiles)] {
		if r.failed != nil {
			fmt.Printf("  %s: %v\n", r.name, r.failed)
			continue
		}
		fmt.Printf("  %.4f %.4f %6.2f%% %6.2f%% %s\n", r.recall, r.precision, 100*r.breaks.share(r.breaks.broken),
			100*r.breaks.share(r.breaks.cells), r.name)
	}
}

// printFaults prints what speaks against the paragraphs of a file.
func printFaults(r result) {
	if len(r.faults) == 0 {
		return
	}
	fmt.Printf("%s: %.2f%% broken off, %.2f%% in cells of one line\n", r.name, 100*r.breaks.share(r.breaks.broken),
		100*r.breaks.share(r.breaks.cells))
	for _, f := range r.faults {
		fmt.Println("  " + f)
	}
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// grams counts the runs of eight characters of a text without white space, in
// the forms by which a check compares them.
func grams(s string) map[string]int {
	var b strings.Builder
	for i, r := range s {
		if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
			continue
		}
		c := glyph.RadicalTwin(r)
		if c != r && strings.HasPrefix(s[i+utf8.RuneLen(r):], string(c)) {
			continue // a font that names both for one shape
		}
		b.WriteRune(c)
	}
	runes := []rune(norm.NFKC.String(b.String()))
	m := make(map[string]int, len(runes))
	for i := 0; i+gram <= len(runes); i++ {
		m[string(runes[i:i+gram])]++
	}
	return m
}
