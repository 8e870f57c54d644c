package text

// sentenceEnd is the rule by which a sentence ends within a paragraph.
type sentenceEnd struct {
	previous rune // the last code point that can be seen
	stop     bool // a full stop or the like stands before, and at most what belongs to it behind that
	point    bool // it is a '.', or what folds to one
}

// before reports whether a sentence ends before a code point, where a stop stands before it.
func (e *sentenceEnd) before(c class, r rune) bool {
	if c == stop || c == closing || c == point || c == invisible {
		return false
	}
	// "." ends a sentence only before white space, or after closing marks; a
	// full-width one before anything but a word.
	ends := !e.point || isSpace(r) || e.previous != '.' && c != letter
	e.point, e.stop = false, false
	return ends
}

// pass takes a code point.
func (e *sentenceEnd) pass(c class, r rune) {
	switch {
	case c == stop:
		e.stop, e.point = true, false
	case c == point && !e.stop:
		e.stop, e.point = true, true
	}
	if c != invisible {
		e.previous = r
	}
}
