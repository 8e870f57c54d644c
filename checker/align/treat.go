package align

// When a way of writing is more than chance, such as a typing error, a program's stray mark or
// another form of a name. Below these limits, other characters with the same sound are an edit and
// the rest is ignored.
const (
	leastOther    = 3    // characters with the same sound, or of another script
	otherShare    = 0.03 // of the symbols
	leastDisguise = 5    // disguised characters and words
	disguiseShare = 0.01
	denseDisguise = 3 // as many suffice if they are dense
	denseShare    = 0.03
)

// OrderShare is the share of moved symbols from which a match is named after its order.
const OrderShare = 0.15

// RewrittenBelow is the share of unchanged symbols below which a match is rewritten, rather than
// edited in places: for two unchanged symbols more than one is changed, and of six clauses one is
// unchanged.
const RewrittenBelow = 2.0 / 3

// Paragraphs that were clearly treated in different ways are separate matches. The treatment of a
// paragraph is clear from leastParagraph symbols on, and a paragraph was clearly edited if the
// share clearlyEdited of them was.
const (
	leastParagraph = 40
	clearlyEdited  = 0.05
	// distance from RewrittenBelow at which a paragraph is clearly edited or clearly rewritten
	clearlyApart = 0.1
)

// treatment counts the symbols of a stretch by how they were treated.
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

// unchangedShare returns the share of unchanged symbols, relative to the longer side.
func (t treatment) unchangedShare() float64 {
	return float64(t.unchanged) / float64(max(t.here, t.there, 1))
}

// Unchanged returns the share of the symbols of a match that occur on both sides, including moved
// ones and those written in another way, relative to the longer side.
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

// reordered reports whether enough of a stretch was moved to name it after that.
func (t treatment) reordered() bool { return share(t.moved, leastMoved, OrderShare, t.all) }

// untouched reports whether a stretch is unchanged except for stray marks.
func (t treatment) untouched() bool {
	return t.edited+t.homophone+t.moved == 0 && !t.has(Disguised) && !t.has(Script)
}

// The ways of stretches that are unchanged, reordered, or reworded.
const (
	untouchedWay Way = "untouched"
	movedWay     Way = "moved"
	rewrittenWay Way = "rewritten"
	muchWay      Way = "much" // between Edited and rewritten
)

// clearly returns how a stretch was treated, or "" if it is too short to tell or was treated in no
// clear way.
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

// alike splits the runs of a match where the treatment changes: unchanged text from changed text,
// and in the latter paragraphs that were clearly treated in different ways.
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

// clearParagraphs splits runs at paragraphs that were clearly treated in another way than the last
// clear one before. Unchanged paragraphs are separated on both sides, so that no edit beside them
// changes their name.
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
				continue // a difference is measured from the last clear one
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

// differ reports whether two ways are clearly different.
func differ(a, b Way) bool {
	words := func(w Way) bool { return w == Edited || w == rewrittenWay || w == muchWay }
	return a != b && !(words(a) && words(b) && (a == muchWay || b == muchWay))
}

// paragraph is the treatment of the part of a paragraph that is in a match.
type paragraph struct {
	treatment
	first int // index of its first run
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

// keepApart cuts before and after the unchanged paragraphs around the i-th.
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
