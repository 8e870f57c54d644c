package report

import (
	"slices"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
	"zhiwen/web/report/highlight"
)

const (
	// diffTime is how long the differences of one page may take to find; for
	// matches left when it is over the page is loaded again once they are chosen.
	diffTime = 400 * time.Millisecond
	// diffMatchTime is how long those of one match may take; what the library
	// has found by then is coarser, never wrong.
	diffMatchTime = 100 * time.Millisecond
	// diffLength is the most code points of one side: longer passages are
	// nearly always verbatim, and nobody reads them by characters.
	diffLength = 20000
)

// differences gives in what the two sides of the matches differ, as pieces of this
// document and of the source, in no order. The runs of a match say so; in evidence
// that has none, the characters in which its quotes differ are found here, those of
// the match with the id first before all others. late is the ids of the matches for
// which the time was too short.
func differences(matches []evidence.Match, first int, now func() time.Time) (this, source []highlight.Edit, late map[int]bool) {
	stop := now().Add(diffTime)
	d := diffmatchpatch.New()
	d.DiffTimeout = diffMatchTime
	late = map[int]bool{}
	start := max(slices.IndexFunc(matches, func(m evidence.Match) bool { return m.ID == first }), 0)
	for i := range matches {
		m := &matches[(start+i)%len(matches)]
		if len(m.Runs) > 0 {
			this, source = append(this, side{match: m}.edits()...), append(source, side{match: m, source: true}.edits()...)
			continue
		}
		if _, hint := m.Kind.ConfirmedHint(); hint {
			continue // nearly every character differs; the page of the hint has what corresponds
		}
		if m.This.Text == m.Source.Text || m.This.Length > diffLength || m.Source.Length > diffLength {
			continue
		}
		if now().After(stop) {
			late[m.ID] = true
			continue
		}
		left, right := difference(d, []rune(m.This.Text), []rune(m.Source.Text))
		this = appendShifted(this, left, m.This.Offset)
		source = appendShifted(source, right, m.Source.Offset)
	}
	return this, source, late
}

func appendShifted(to []highlight.Edit, spans []extract.Span, by int) []highlight.Edit {
	for _, s := range spans {
		to = append(to, highlight.Edit{Span: extract.Span{Start: s.Start + by, End: s.End + by}, Mark: highlight.Mark(evidence.WayEdited)})
	}
	return to
}

// difference gives the spans of a that are not in b and the other way round,
// joined so that a reader sees words and not single characters. White space is
// not looked at: where lines end says nothing.
func difference(d *diffmatchpatch.DiffMatchPatch, a, b []rune) (onlyA, onlyB []extract.Span) {
	left, leftAt := squeeze(a)
	right, rightAt := squeeze(b)
	i, j := 0, 0
	// Not DiffCleanupSemantic: between long parts of the source that a summary
	// leaves out it would give up what the summary takes.
	for _, edit := range d.DiffCleanupSemanticLossless(d.DiffCleanupEfficiency(d.DiffMainRunes(left, right, false))) {
		n := utf8.RuneCountInString(edit.Text)
		if n == 0 {
			continue
		}
		switch edit.Type {
		case diffmatchpatch.DiffEqual:
			i, j = i+n, j+n
		case diffmatchpatch.DiffDelete:
			onlyA = append(onlyA, extract.Span{Start: leftAt[i], End: leftAt[i+n-1] + 1})
			i += n
		case diffmatchpatch.DiffInsert:
			onlyB = append(onlyB, extract.Span{Start: rightAt[j], End: rightAt[j+n-1] + 1})
			j += n
		}
	}
	return onlyA, onlyB
}

// squeeze gives text without white space, and where each code point stood.
func squeeze(text []rune) (squeezed []rune, places []int) {
	for i, r := range text {
		if !unicode.IsSpace(r) {
			squeezed, places = append(squeezed, r), append(places, i)
		}
	}
	return squeezed, places
}
