package field

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract/internal/char"
)

// pair is a label in a line, and what stands behind it up to the next one.
type pair struct {
	label
	value string // "" where nothing stands there
	colon bool   // behind the label
}

const (
	maxPair     = 1_200 // bytes of a line of labels and values
	wideGap     = 2     // columns of blanks that part a value from the next label
	columnGap   = 4     // from which values stand in a column of their own, in Latin letters too
	wordsBefore = 3     // of an English label that a line of its own may have: Postdoctoral Fellow
	maxSplit    = 12    // parts that a label is set in: 申　请　人, Name of the Principal Investigator
	unknown     = 12    // code points of a label that is not known but has a colon
)

// token is a part of a line between blanks and colons.
type token struct {
	from, to int // bytes
	gap      int // columns of blanks and underscores before it
	colon    bool
}

func tokens(line string) []token {
	var out []token
	gap, from := 0, -1
	end := func(at int) {
		if from >= 0 {
			out = append(out, token{from: from, to: at, gap: gap})
			from, gap = -1, 0
		}
	}
	for at, r := range line {
		switch {
		case r == ':' || r == '：':
			if end(at); len(out) > 0 && gap == 0 || len(out) > 0 && !out[len(out)-1].colon {
				out[len(out)-1].colon = true
			}
			gap = 0
		case r == '\t':
			end(at)
			gap += 2 * wideGap
		case r == '_' || r == '＿' || r == '﹍' || unicode.IsSpace(r) || r == '\uFEFF':
			end(at)
			gap++
		case from < 0:
			from = at
		}
	}
	end(len(line))
	return out
}

// pairs finds the labels of a line with what stands behind each.
func (l *labelSet) pairs(line string) []pair {
	if len(line) > maxPair {
		return nil // running text
	}
	parts := tokens(line)
	type place struct {
		label
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
	var out []pair
	for k, p := range places {
		if !p.known {
			continue
		}
		next := len(parts)
		if k+1 < len(places) {
			next = places[k+1].from
		}
		found := pair{label: p.label, colon: parts[p.to-1].colon}
		if p.to < next {
			found.value = line[parts[p.to].from:parts[next-1].to]
		}
		out = append(out, found)
	}
	return out
}

const (
	longestClose = 60 // code points of a label with a value close behind it
	longestWord  = 10 // code points of such a label
	sureLabel    = 4  // code points of one that is no word of a sentence
)

var wholeHouse = char.Pattern(`^\p{Han}{3,30}(?:大学|学院|研究[院所]|实验室|中心|系)$`)

// closeTo finds a label whose value is close behind it, as in recognised pages: names
// and numbers of people, dates and institutions, which show by themselves where they
// begin, and titles behind what is said of titles only.
func (l *labelSet) closeTo(line string) []pair {
	if len(line) > utf8.UTFMax*longestClose {
		return nil
	}
	if !char.Wide(char.First(line)) { // Name – Jane Doe
		m := dashed().FindStringSubmatch(line)
		if m == nil {
			return nil
		}
		if found, ok := l.find(m[1]); ok {
			return []pair{{label: found, value: m[2], colon: true}}
		}
		return nil
	}
	runes, last := 0, rune(0)
	for at, r := range line {
		ends := l.ends[last]
		if last = r; at == 0 || !ends {
			runes++
			continue
		}
		if runes++; runes > longestWord {
			break
		}
		found, ok := l.whole(line[:at])
		if !ok {
			continue
		}
		value := line[at:]
		switch found.field {
		case applicantField:
			ok = hanName().MatchString(value) && likelyName(value) && personName(value) != ""
		case numberField:
			ok = cleanNumber(value) != ""
		case yearField:
			ok = parseDate(value) != "" && dateAlone().MatchString(value)
		case institutionField:
			ok = utf8.RuneCountInString(line[:at]) >= sureLabel && wholeHouse().MatchString(value)
		case titleField:
			ok = found.score == 3 && utf8.RuneCountInString(line[:at]) >= sureLabel && titleEnd().MatchString(value) && !strings.ContainsAny(value, "，。；、？")
		default:
			ok = false
		}
		if ok {
			return []pair{{label: found, value: value}}
		}
	}
	return nil
}

var dashed = char.Pattern(`^\W{0,3}([A-Za-z][A-Za-z'’ /]{2,40}?)(?:\s+[-–—]+\s+|[–—]+\s*|-\s+)(\S.*)$`)

// labelAt knows the label that begins with a token, the longest one, and gives the
// token behind it.
func (l *labelSet) labelAt(line string, parts []token, i int) (found label, to int, ok bool) {
	within := i > 0 && !parts[i-1].colon && parts[i].gap < wideGap // a value, unless a colon says that it is a label
	if within && strings.HasSuffix(line[parts[i-1].from:parts[i-1].to], ",") {
		return label{}, 0, false // Name, title:
	}
	if within && i+1 < len(parts) && parts[i+1].gap >= wideGap && !parts[i].colon && single(line, parts[i]) && single(line, parts[i+1]) {
		within = false // 软件学院 专    业: so labels are set, and no values
	}
	// Without a colon only Chinese labels count: an English one could be the first word
	// of a sentence, and so could a character alone.
	wide := char.Wide(char.First(line[parts[i].from:]))
	if within && !wide && i >= wordsBefore && !slices.ContainsFunc(parts[:i], func(t token) bool { return t.colon }) {
		return label{}, 0, false // the end of a sentence: at the Northern Institute:
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
		return label{}, 0, false
	}
	for ; to > i; to-- {
		text := line[parts[i].from:parts[to-1].to]
		if !parts[to-1].colon {
			if setApart && to < len(parts) && parts[to].gap >= columnGap {
				if found, ok := l.find(text); ok && found.score > 1 {
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
		found, ok := l.find(text)
		if !ok && i == 0 && parts[to-1].colon {
			found, ok = l.ending(text)
		}
		if ok && (parts[to-1].colon || utf8.RuneCountInString(labelKey(text)) > 1) {
			return found, to, true
		}
	}
	return label{}, 0, false
}

// single says whether a token is one character.
func single(line string, t token) bool {
	return utf8.RuneCountInString(line[t.from:t.to]) == 1 && char.Wide(char.First(line[t.from:]))
}

// unknownLabel says whether a label that is not known begins with a token: a few
// characters with a colon behind them, apart from what is before.
func (l *labelSet) unknownLabel(line string, parts []token, i int) (to int, ok bool) {
	if parts[i].gap < wideGap {
		return 0, false
	}
	for to := i + 1; to <= min(len(parts), i+maxSplit); to++ {
		if _, _, known := l.labelAt(line, parts, to-1); known && to-1 > i {
			return 0, false
		}
		if text := labelKey(line[parts[i].from:parts[to-1].to]); utf8.RuneCountInString(text) > unknown {
			return 0, false
		}
		if parts[to-1].colon {
			return to, true
		}
	}
	return 0, false
}

func cutColon(s string) (name, value string, ok bool) {
	i := strings.IndexAny(s, ":：")
	if i < 0 {
		return "", "", false
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	return s[:i], s[i+size:], true
}
