package label

import (
	"slices"
	"strings"
	"unicode/utf8"

	"zhiwen/extract/internal/char"
)

// Pair is a label in a line, and what stands behind it up to the next one.
type Pair struct {
	Label
	Value string // "" where nothing stands there
	Colon bool   // behind the label
}

// MaxLine is how many bytes a line of labels and values may have.
const MaxLine = 1_200

const (
	wideGap     = 2  // columns of blanks that part a value from the next label
	columnGap   = 4  // from which values stand in a column of their own, in Latin letters too
	wordsBefore = 3  // of an English label that a line of its own may have: Postdoctoral Fellow
	maxSplit    = 12 // parts that a label is set in: 申　请　人, Name of the Principal Investigator
	unknown     = 12 // code points of a label that is not known but has a colon
)

// Pairs finds the labels of a line with what stands behind each.
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

// labelAt knows the label that begins with a token, the longest one, and returns the
// token behind it.
func (l *Set) labelAt(line string, parts []token, i int) (found Label, to int, ok bool) {
	within := i > 0 && !parts[i-1].colon && parts[i].gap < wideGap // a value, unless a colon says that it is a label
	if within && strings.HasSuffix(line[parts[i-1].from:parts[i-1].to], ",") {
		return Label{}, 0, false // Name, title:
	}
	if within && i+1 < len(parts) && parts[i+1].gap >= wideGap && !parts[i].colon && single(line, parts[i]) && single(line, parts[i+1]) {
		within = false // 软件学院 专    业: so labels are set, and no values
	}
	// Without a colon only Chinese labels count: an English one could be the first word
	// of a sentence, and so could a character alone.
	wide := char.Wide(char.First(line[parts[i].from:]))
	if within && !wide && i >= wordsBefore && !slices.ContainsFunc(parts[:i], func(t token) bool { return t.colon }) {
		return Label{}, 0, false // the end of a sentence: at the Northern Institute:
	}
	bare := !within && wide
	setApart := !within && !wide && i == 0 // Thesis Title      Faster graphs: an English one before a wide gap
	to = min(len(parts), i+maxSplit)
	for k := i; k < to; k++ {
		if parts[k].colon {
			to = k + 1 // a label has no colon within
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
				continue // 课 题 名: the label goes on
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

// unknownLabel reports whether a label that is not known begins with a token: a few
// characters with a colon behind them, apart from what is before.
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
