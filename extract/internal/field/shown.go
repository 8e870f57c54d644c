package field

import (
	"zhiwen/extract"
	"zhiwen/extract/internal/field/label"
)

// placesOf returns the paragraphs that have a label as a piece of theirs, once for each
// time.
func placesOf(texts []string, words string) []int {
	key := label.Key(words)
	var out []int
	for i, s := range texts {
		if len(s) < len(key) || !label.Readable(key) {
			continue
		}
		runes := []rune(s)
		for _, p := range label.Pieces(s) {
			if label.Key(string(runes[p.Start:p.End])) == key {
				out = append(out, i)
			}
		}
	}
	return out
}

// Nth says which of the places of a label in a form one is that stands at a code point
// of its text: 1 for the first of several, 0 where there is one or none of them is meant.
func Nth(d *extract.Document, words string, at int) int {
	places := placesOf(paragraphTexts(d, len(d.Paragraphs)), words)
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
		f, ok := label.Named(m.Field)
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
		part := reading{labels: label.BuiltIn().Teach([]extract.Known{m}), pairsOf: map[string][]label.Pair{}, paragraphs: r.paragraphs[from:to], texts: r.texts[from:to]}
		part.form()
		if found := part.best[f]; found.score >= labelFactor*label.TaughtScore {
			r.take(f, found)
		}
		if f == label.Participants && r.persons == nil {
			r.persons, r.personsAt = part.persons, part.personsAt
		}
	}
}
