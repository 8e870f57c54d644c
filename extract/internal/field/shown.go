package field

import (
	"zhiwen/extract"
	"zhiwen/extract/internal/field/label"
)

// placesOf returns the paragraphs that contain a label as a piece, once for each occurrence.
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

// Nth returns the ordinal, from 1, of the occurrence of a label in a form that stands at code point
// at. It returns 0 if the label occurs only once or not there.
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

// placed reads labels that were marked as one of several occurrences: the values of the others,
// such as 姓名 of a mentor, belong to somebody else. If an application has fewer occurrences than the
// form, it takes nothing.
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
		part := reading{labels: label.BuiltIn().Teach([]extract.Known{m}), pairsOf: map[string][]label.Pair{},
			paragraphs: r.paragraphs[from:to], texts: r.texts[from:to]}
		part.form()
		if found := part.best[f]; found.score >= labelFactor*label.TaughtScore {
			r.take(f, found)
		}
		if f == label.Participants && r.persons == nil {
			r.persons, r.personsAt = part.persons, part.personsAt
		}
	}
}
