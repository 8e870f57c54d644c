package field

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
)

// Pieces gives what stands by itself in a text of a form, as spans of its code points:
// cells and lines are cut at colons and at what is left open to be filled in, so that
// each label is one piece, the characters of 项 目 名 称 together. The marks around
// brackets and boxes stay with their words.
func Pieces(text string) []extract.Span {
	var out []extract.Span
	at := 0 // code points before the line
	for line := range strings.SplitAfterSeq(text, "\n") {
		var open []token
		flush := func() {
			if len(open) > 0 {
				from, to := open[0].from, open[len(open)-1].to
				if piece := line[from:to]; readable(piece) {
					start := at + utf8.RuneCountInString(line[:from])
					out = append(out, extract.Span{Start: start, End: start + utf8.RuneCountInString(piece)})
				}
			}
			open = nil
		}
		for _, t := range tokens(line) {
			if t.gap >= wideGap {
				flush()
			}
			if open = append(open, t); t.colon {
				flush()
			}
		}
		flush()
		at += utf8.RuneCountInString(line)
	}
	return out
}

// readable says whether a text has more than marks.
func readable(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// placesOf gives the paragraphs that have a label as a piece of theirs, once for each
// time.
func placesOf(texts []string, label string) []int {
	key := labelKey(label)
	var out []int
	for i, s := range texts {
		if len(s) < len(key) || !readable(key) {
			continue
		}
		runes := []rune(s)
		for _, p := range Pieces(s) {
			if labelKey(string(runes[p.Start:p.End])) == key {
				out = append(out, i)
			}
		}
	}
	return out
}

// Nth says which of the places of a label in a form one is that stands at a code point
// of its text: 1 for the first of several, 0 where there is one or none of them is meant.
func Nth(d *extract.Document, label string, at int) int {
	places := placesOf(paragraphTexts(d, len(d.Paragraphs)), label)
	if len(places) < 2 {
		return 0
	}
	for n, i := range places {
		if p := d.Paragraphs[i]; p.Start <= at && at < p.End {
			return n + 1
		}
	}
	return 0
}

// placed reads the labels that were shown at one of several places: what stands behind
// others of the same words (姓名 of a mentor) is somebody else's. Where an application has
// fewer places than the form, nothing is said.
func (r *reading) placed(known []extract.Known) {
	for _, m := range known {
		f, ok := fieldNamed(m.Field)
		if !ok || m.Nth == 0 || m.Label == "" {
			continue
		}
		places := placesOf(r.texts, m.Label)
		if len(places) < m.Nth {
			continue
		}
		from, to := places[m.Nth-1], len(r.texts)
		for _, next := range places[m.Nth:] {
			if next > from {
				to = next
				break
			}
		}
		m.Nth = 0
		part := reading{labels: builtIn().teach([]extract.Known{m}), pairsOf: map[string][]pair{}, paragraphs: r.paragraphs[from:to], texts: r.texts[from:to]}
		part.form()
		if found := part.best[f]; found.score >= labelFactor*taughtScore {
			r.take(f, found)
		}
		if f == participantField && r.persons == nil {
			r.persons, r.personsAt = part.persons, part.personsAt
		}
	}
}
