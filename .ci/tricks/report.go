package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// list prints what is neither found nor flagged and what is flagged of honest files, with a reason each, and the counts.
func list(w io.Writer, cases []*caseOf) error {
	var b bytes.Buffer
	counts, rows := map[mark]int{}, map[string]bool{}
	falsely, all := 0, 0
	for _, c := range cases {
		rows[c.id] = true
		if c.way == honest {
			if all++; c.mark != found {
				falsely++
			}
			continue
		}
		counts[c.mark]++
	}
	fmt.Fprintf(&b, "%d tricks and honest files; tricks by format: %d found, %d flagged, %d neither; honest files by format: %d, of "+
		"which flagged or wrong %d\n\n",
		len(rows), counts[found], counts[flagged], counts[neither], all, falsely)
	for _, m := range []mark{neither, flagged} {
		for _, group := range grouped(cases, m) {
			c := group[0]
			label := strings.ToUpper(string(m))
			switch {
			case c.way == honest:
				label = "FALSE"
			case m == flagged:
				label = "flagged"
			}
			var in []string
			for _, c := range group {
				in = append(in, string(c.format))
			}
			fmt.Fprintf(&b, "%-7s %s: %s, %s (%s) .%s [%s; right %.1f%%] %.200s\n", label, c.id, c.way, c.name, c.needs, strings.Join(in,
				" ."), c.result.figure, 100*c.plain.share(), c.why)
		}
		b.WriteByte('\n')
	}
	_, err := w.Write(b.Bytes())
	return err
}

// grouped returns the cases with a mark, those of one trick with one outcome together.
func grouped(cases []*caseOf, m mark) [][]*caseOf {
	var out [][]*caseOf
	place := map[string]int{}
	for _, c := range cases {
		if c.mark != m {
			continue
		}
		key := c.id + c.result.figure[:1] + digits.ReplaceAllString(c.why, "")
		if _, ok := place[key]; !ok {
			place[key] = len(out)
			out = append(out, nil)
		}
		out[place[key]] = append(out[place[key]], c)
	}
	return out
}

// The tables of the page stand between these lines.
const (
	tableBegin = "<!-- made by make eval-tricks -->"
	tableEnd   = "<!-- end -->"
)

// writePage replaces the tables of a page.
func writePage(path string, cases []*caseOf) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(old), tableBegin)
	_, after, closed := strings.Cut(rest, tableEnd)
	if !ok || !closed {
		return fmt.Errorf("%s has no lines %q and %q", path, tableBegin, tableEnd)
	}
	page := before + tableBegin + "\n\n" + table(cases) + "\n" + tableEnd + after
	return os.WriteFile(path, []byte(page), 0o644) //nolint:gosec // a page of the docs
}

// symbols are the marks as the tables have them.
var symbols = map[mark]string{found: "✓", flagged: "⚑", neither: "**✗**"}

// namedTricks is how many tricks of one outcome the tables name, namedFound how many found ones of a kind and way: enough
// that the page names more than 150.
const (
	namedTricks = 2
	namedFound  = 3
)

// table writes the counts by what a trick needs, a table of the kinds, and one of the tricks that are not found in every format.
func table(cases []*caseOf) string {
	var b strings.Builder
	counts := map[string]map[mark]int{}
	for _, c := range cases {
		group := c.needs
		if c.way == honest {
			group = "honest files"
		}
		if counts[group] == nil {
			counts[group] = map[mark]int{}
		}
		counts[group][c.mark]++
	}
	rows, tricks := rowsOf(cases)
	fmt.Fprintf(&b, "%d tricks in %d files, and %d honest files:\n\n| needs | found | flagged | neither |\n|---|---|---|---|\n", tricks,
		len(cases)-sum(counts["honest files"]), sum(counts["honest files"]))
	for _, needs := range []string{typing, byHand, editor, tool, shown} {
		c := counts[needs]
		fmt.Fprintf(&b, "| %s | %d | %d | %d |\n", needs, c[found], c[flagged], c[neither])
	}
	h := counts["honest files"]
	fmt.Fprintf(&b, "| honest files: as they are, flagged, wrong | %d | %d | %d |\n", h[found], h[flagged], h[neither])
	writeKinds(&b, cases, rows)
	writeMissed(&b, rows)
	return b.String()
}

// writeKinds writes how many files of each kind and way have which mark, the formats, and names of tricks that are found in
// every format.
func writeKinds(b *strings.Builder, cases []*caseOf, rows []*outcome) {
	type key struct {
		kind string
		way  way
	}
	var keys []key
	var kinds []string
	of := map[key][]*caseOf{}
	for _, c := range cases {
		k := key{c.kind, c.way}
		if of[k] == nil {
			keys = append(keys, k)
		}
		if !slices.Contains(kinds, c.kind) {
			kinds = append(kinds, c.kind)
		}
		of[k] = append(of[k], c)
	}
	slices.SortStableFunc(keys, func(a, b key) int { return cmp.Compare(slices.Index(kinds, a.kind), slices.Index(kinds, b.kind)) })
	names := map[key][]string{}
	for _, r := range rows {
		if k := (key{r.kind, way(r.way)}); r.whole {
			names[k] = append(names[k], r.names[:min(len(r.names), namedTricks)]...)
			names[k] = names[k][:min(len(names[k]), namedFound)]
		}
	}
	b.WriteString("\nBy kind, in files, with tricks that are found in every format:\n\n" +
		"| kind | found, for example | way | ✓ | ⚑ | ✗ | formats |\n|---|---|---|---|---|---|---|\n")
	for _, k := range keys {
		counts, in := map[mark]int{}, map[format]bool{}
		for _, c := range of[k] {
			counts[c.mark]++
			in[c.format] = true
		}
		var files []string
		for _, f := range formats {
			if in[f] {
				files = append(files, string(f))
			}
		}
		fmt.Fprintf(b, "| %s | %s | %s | %d | %d | %d | %s |\n", k.kind, cell(listed(names[k])), k.way, counts[found], counts[flagged],
			counts[neither], formatsOf(files))
	}
}

// writeMissed writes the tricks that are flagged or neither in some format, those first that are neither.
func writeMissed(b *strings.Builder, rows []*outcome) {
	b.WriteString("\nTricks that are not found in every format, and honest files that are flagged:\n\n" +
		"| trick | way | needs | outcome |\n|---|---|---|---|\n")
	missed := slices.DeleteFunc(slices.Clone(rows), func(r *outcome) bool { return r.whole })
	rank := func(r *outcome) int {
		if strings.Contains(r.marks, symbols[neither]) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(missed, func(a, b *outcome) int { return cmp.Compare(rank(a), rank(b)) })
	for _, r := range missed {
		names := listed(r.names[:min(len(r.names), namedTricks)])
		if more := len(r.names) - namedTricks; more > 0 {
			names += fmt.Sprintf("; and %d more", more)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", cell(names), r.way, r.needs, r.marks)
	}
}

// leastShared is from how many words on a beginning that two names share is written once.
const leastShared = 3

// listed returns names with semicolons between. An ellipsis stands for the words that a name shares with the last one that
// is written whole, as many as the name after that shares with it.
func listed(names []string) string {
	var out, whole []string
	left := 0 // so many words the ellipsis stands for; 0: not known yet
	for _, name := range names {
		words, same := strings.Fields(name), 0
		for same < min(len(words), len(whole))-1 && words[same] == whole[same] {
			same++
		}
		if left == 0 && same >= leastShared {
			left = same
		}
		if left > 0 && same >= left {
			name = "… " + strings.Join(words[left:], " ")
		} else {
			whole, left = words, 0
		}
		out = append(out, name)
	}
	return strings.Join(out, "; ")
}

// cell returns text as a cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// formatsOf returns the names of formats; all stands for every format.
func formatsOf(names []string) string {
	if len(names) == len(formats) {
		return "all"
	}
	return strings.Join(names, " ")
}

// outcome is a row of the second table: tricks of one kind, direction and need that have the same
// mark in each format.
type outcome struct {
	kind, way, needs, marks string
	names                   []string
	whole                   bool // found in every format
}

// rowsOf returns the outcomes in the order of the tricks, and counts the tricks.
func rowsOf(cases []*caseOf) (rows []*outcome, tricks int) {
	byTrick := map[string]map[format]*caseOf{}
	var ids []string
	for _, c := range cases {
		if byTrick[c.id] == nil {
			byTrick[c.id] = map[format]*caseOf{}
			ids = append(ids, c.id)
		}
		byTrick[c.id][c.format] = c
	}
	known := map[string]*outcome{}
	for _, id := range ids {
		r, name := &outcome{}, ""
		byMark := map[mark][]string{}
		for _, f := range formats {
			if c := byTrick[id][f]; c != nil {
				r.kind, r.way, r.needs, name = c.kind, string(c.way), c.needs, c.name
				byMark[c.mark] = append(byMark[c.mark], string(f))
			}
		}
		r.whole = len(byMark) == 1 && byMark[found] != nil
		var marks []string
		for _, m := range []mark{found, flagged, neither} {
			if byMark[m] != nil {
				marks = append(marks, symbols[m]+" "+formatsOf(byMark[m]))
			}
		}
		r.marks = strings.Join(marks, ", ")
		if r.way == string(honest) {
			r.needs = ""
		} else {
			tricks++
		}
		key := fmt.Sprint(r.kind, r.way, r.needs, r.marks)
		if known[key] == nil {
			known[key] = r
			rows = append(rows, r)
		}
		known[key].names = append(known[key].names, name)
	}
	var kinds []string
	for _, r := range rows {
		if !slices.Contains(kinds, r.kind) {
			kinds = append(kinds, r.kind)
		}
	}
	slices.SortStableFunc(rows, func(a, b *outcome) int {
		return cmp.Compare(slices.Index(kinds, a.kind), slices.Index(kinds, b.kind))
	})
	return rows, tricks
}

func sum(counts map[mark]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}
