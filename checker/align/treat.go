package align

// From when on a way of writing is more than chance: a slip of the hand, a
// program's stray mark, a name in another form. Below, other characters of the same
// sound are an edit and the rest is nothing.
const (
	leastOther    = 3    // characters of the same sound, or of another script
	otherShare    = 0.03 // of the symbols
	leastDisguise = 5    // disguised characters and words
	disguiseShare = 0.01
	denseDisguise = 3 // as many will do where they are
	denseShare    = 0.03
)

// OrderShare is the share of a match's symbols that were moved from which it is named
// after that.
const OrderShare = 0.15

// RewrittenBelow is the share of unchanged symbols under which a match is rewritten, and
// not edited in places: more than one symbol is other for two that stand as they were, and
// of six clauses one is as it was.
const RewrittenBelow = 2.0 / 3

// Paragraphs that were clearly treated in different ways are matches of their own. A
// paragraph tells how it was treated by so many symbols, and was clearly edited where
// this share of them was.
const (
	leastParagraph = 40
	clearlyEdited  = 0.05
	clearlyApart   = 0.1 // paragraphs are edited in one way and rewritten in another where so far from RewrittenBelow
)

// treatment counts the symbols of a stretch by what became of them.
type treatment struct{ all, edited, homophone, script, disguised, moved, here, there, unchanged int }

func (t *treatment) add(r Run) {
	n, there := r.QuerySymbols.End-r.QuerySymbols.Start, r.SourceSymbols.End-r.SourceSymbols.Start
	t.here += n
	t.there += there
	switch r.Op {
	case OnlyThis:
		t.edited += n
		return
	case OnlySource:
		t.edited += there
		return
	case Moved:
		t.moved += n
	}
	t.all += n
	if r.Way != Edited {
		t.unchanged += n
	}
	switch r.Way {
	case Edited:
		t.edited += n
	case Homophone:
		t.homophone += n
	case Script:
		t.script += n
	case Disguised:
		t.disguised += n
	}
}

func share(n, least int, of float64, all int) bool {
	return n >= least && float64(n) >= of*float64(all)
}

// unchangedShare is how much stands as it was, of the longer side.
func (t treatment) unchangedShare() float64 {
	return float64(t.unchanged) / float64(max(t.here, t.there, 1))
}

// Unchanged is the share of the symbols of a match that stand on both sides, moved ones and
// those written in another way among them, of the longer side.
func (m Match) Unchanged() float64 {
	var t treatment
	for _, r := range m.Runs {
		t.add(r)
	}
	return t.unchangedShare()
}

// has reports whether a way of writing is more than chance in a stretch.
func (t treatment) has(w Way) bool {
	switch w {
	case Homophone:
		return share(t.homophone, leastOther, otherShare, t.all)
	case Script:
		return share(t.script, leastOther, otherShare, t.all)
	case Disguised:
		return share(t.disguised, leastDisguise, disguiseShare, t.all) || share(t.disguised, denseDisguise, denseShare, t.all)
	}
	return true
}

// reordered reports whether so much of a stretch was moved that it is named after that.
func (t treatment) reordered() bool { return share(t.moved, leastMoved, OrderShare, t.all) }

// untouched reports whether a stretch was left as it is, but for stray marks.
func (t treatment) untouched() bool {
	return t.edited+t.homophone+t.moved == 0 && !t.has(Disguised) && !t.has(Script)
}

// The ways of what was left as it is, put into another order and said in other words.
const (
	untouchedWay Way = "untouched"
	movedWay     Way = "moved"
	rewrittenWay Way = "rewritten"
	muchWay      Way = "much" // between Edited and that
)

// clearly names how a stretch was treated, or "" where it is too short to tell or was
// treated in no way clearly.
func (t treatment) clearly() Way {
	switch {
	case t.all < leastParagraph:
		return ""
	case t.has(Disguised):
		return Disguised
	case t.has(Homophone):
		return Homophone
	case t.has(Script):
		return Script
	case t.untouched():
		return untouchedWay
	case t.unchangedShare() < RewrittenBelow-clearlyApart:
		return rewrittenWay
	case t.reordered():
		return movedWay
	case t.unchangedShare() < RewrittenBelow+clearlyApart:
		return muchWay
	case float64(t.edited+t.homophone) >= clearlyEdited*float64(t.all):
		return Edited
	}
	return ""
}

// alike parts the runs of a match where its treatment changes: what was left as it is
// from what was not, and of that the paragraphs that were clearly treated in different ways.
func (c *clusters) alike(list []Run) [][]Run {
	var out [][]Run
	for _, part := range c.untouched(list) {
		if part.verbatim {
			out = append(out, part.runs)
		} else {
			out = append(out, c.clearParagraphs(part.runs)...)
		}
	}
	return out
}

// clearParagraphs parts runs where paragraphs begin that were clearly treated in
// another way than the last clear one before. Those that were left as they are keep to
// themselves, so that no edit beside them changes their name.
func (c *clusters) clearParagraphs(list []Run) [][]Run {
	paragraphs := c.paragraphs(list)
	cuts := make([]bool, len(paragraphs)+1)
	last := -1 // the last clear one
	for i, p := range paragraphs {
		way := p.clearly()
		if way == "" {
			continue
		}
		switch {
		case last < 0:
		case !differ(paragraphs[last].clearly(), way):
			if way == muchWay {
				continue // what differs from the last one is seen from there
			}
		case way == untouchedWay:
			keepApart(paragraphs, i, cuts)
		case paragraphs[last].clearly() == untouchedWay:
			keepApart(paragraphs, last, cuts)
		default:
			cuts[i] = true
		}
		last = i
	}
	var out [][]Run
	first, symbols := 0, 0
	for i, p := range paragraphs {
		if cuts[i] && symbols >= leastUntouched {
			out = append(out, list[first:p.first:p.first])
			first, symbols = p.first, 0
		}
		symbols += p.all
	}
	return append(out, list[first:])
}

// differ reports whether two ways are clearly two.
func differ(a, b Way) bool {
	words := func(w Way) bool { return w == Edited || w == rewrittenWay || w == muchWay }
	return a != b && !(words(a) && words(b) && (a == muchWay || b == muchWay))
}

// paragraph is what became of the part of a paragraph that is in a match.
type paragraph struct {
	treatment
	first int // of its runs
}

func (c *clusters) paragraphs(list []Run) []paragraph {
	var out []paragraph
	for i, r := range list {
		if i == 0 || r.QuerySymbols.Start < r.QuerySymbols.End && c.beginsParagraph(r.QuerySymbols.Start) {
			out = append(out, paragraph{first: i})
		}
		out[len(out)-1].add(r)
	}
	return out
}

// keepApart cuts before and behind the paragraphs left as they are that one is among.
func keepApart(paragraphs []paragraph, i int, cuts []bool) {
	begin, end := i, i+1
	for begin > 0 && paragraphs[begin-1].untouched() {
		begin--
	}
	for end < len(paragraphs) && paragraphs[end].untouched() {
		end++
	}
	cuts[begin], cuts[end] = true, true
}

func (c *clusters) beginsParagraph(symbol int) bool {
	s := c.query.Sentences[c.query.SentenceOf(symbol)]
	return s.Paragraph && s.First == symbol
}
