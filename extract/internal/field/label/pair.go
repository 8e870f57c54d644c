package label

import (
	"slices"
	"strings"
	"unicode/utf8"

	"zhiwen/extract/internal/char"
)

// Pair is a label in a line and the text after it up to the next label.
type Pair struct {
	Label
	Value string // "" if the label has no value
	Colon bool   // a colon follows the label
}

// MaxLine is the most bytes of a line with labels and values.
const MaxLine = 1_200

const (
	wideGap     = 2  // columns of blanks that separate a value from the next label
	columnGap   = 4  // columns that separate values in columns, in Latin letters too
	wordsBefore = 3  // words that an English label may have before it on its line: Postdoctoral Fellow
	maxSplit    = 12 // tokens of a label at most: 申　请　人, Name of the Principal Investigator
	unknown     = 12 // code points of an unknown label with a colon at most
)

// Pairs returns the labels of a line, each with the text after it.
func (l *Set) Pairs(line string) []Pair {
	if len(line) > MaxLine {
		return nil // running text
	}
	parts := tokens(line)
	type place struct {
		Label
		from, to int // tokens
		known    bool
	}
	var places []place
	for i := 0; i < len(parts); {
		if found, to, ok := l.labelAt(line, parts, i); ok {
			places = append(places, place{found, i, to, true})
			i = to
			continue
		}
		if to, ok := l.unknownLabel(line, parts, i); ok && i > 0 {
			places = append(places, place{from: i, to: to})
			i = to
			continue
		}
		i++
	}
	var out []Pair
	for k, p := range places {
		if !p.known {
			continue
		}
		next := len(parts)
		if k+1 < len(places) {
			next = places[k+1].from
		}
		found := Pair{Label: p.Label, Colon: parts[p.to-1].colon}
		if p.to < next {
			found.Value = line[parts[p.to].from:parts[next-1].to]
		}
		out = append(out, found)
	}
	return out
}

// labelAt returns the longest label that begins with token i, and the index of the token after it.
func (l *Set) labelAt(line string, parts []token, i int) (found Label, to int, ok bool) {
	// within a value, unless a colon shows that it is a label
	within := i > 0 && !parts[i-1].colon && parts[i].gap < wideGap
	if within && strings.HasSuffix(line[parts[i-1].from:parts[i-1].to], ",") {
		return Label{}, 0, false // Name, title:
	}
	if within && i+1 < len(parts) && parts[i+1].gap >= wideGap && !parts[i].colon && single(line, parts[i]) && single(line, parts[i+1]) {
		within = false // 软件学院 专    业: labels are set like this, values are not
	}
	// Without a colon only Chinese labels of several characters count: an English label could be
	// the first word of a sentence, and so could a single character.
	wide := char.Wide(char.First(line[parts[i].from:]))
	if within && !wide && i >= wordsBefore && !slices.ContainsFunc(parts[:i], func(t token) bool { return t.colon }) {
		return Label{}, 0, false // the end of a sentence: at the Northern Institute:
	}
	bare := !within && wide
	// Thesis Title      Faster graphs: an English label before a wide gap
	setApart := !within && !wide && i == 0
	to = min(len(parts), i+maxSplit)
	for k := i; k < to; k++ {
		if parts[k].colon {
			to = k + 1 // a label has no colon in it
			break
		}
	}
	if !bare && !setApart && !parts[to-1].colon {
		return Label{}, 0, false
	}
	for ; to > i; to-- {
		text := line[parts[i].from:parts[to-1].to]
		if !parts[to-1].colon {
			if setApart && to < len(parts) && parts[to].gap >= columnGap {
				if found, ok := l.Find(text); ok && found.Score > 1 {
					return found, to, true
				}
			}
			if setApart {
				continue
			}
			if !bare {
				break
			}
			if to < len(parts) && parts[to].gap < wideGap && (i > 0 || utf8.RuneCountInString(line[parts[to].from:parts[to].to]) == 1) {
				continue // 课 题 名: the label continues
			}
		}
		found, ok := l.Find(text)
		if !ok && i == 0 && parts[to-1].colon {
			found, ok = l.Ending(text)
		}
		if ok && (parts[to-1].colon || utf8.RuneCountInString(Key(text)) > 1) {
			return found, to, true
		}
	}
	return Label{}, 0, false
}

// single reports whether a token is one character.
func single(line string, t token) bool {
	return utf8.RuneCountInString(line[t.from:t.to]) == 1 && char.Wide(char.First(line[t.from:]))
}

// unknownLabel reports whether an unknown label begins with token i: a few characters before a
// colon, separated from the text before them.
func (l *Set) unknownLabel(line string, parts []token, i int) (to int, ok bool) {
	if parts[i].gap < wideGap {
		return 0, false
	}
	for to := i + 1; to <= min(len(parts), i+maxSplit); to++ {
		if _, _, known := l.labelAt(line, parts, to-1); known && to-1 > i {
			return 0, false
		}
		if text := Key(line[parts[i].from:parts[to-1].to]); utf8.RuneCountInString(text) > unknown {
			return 0, false
		}
		if parts[to-1].colon {
			return to, true
		}
	}
	return 0, false
}
