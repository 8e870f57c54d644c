package evidence

// Range is a half-open range of code points.
type Range struct{ Start, End int }

// Ranges returns the ranges of the document that a match covers: the runs with text on both sides, in
// order, or the whole passage if the match has no runs.
func (m *Match) Ranges() []Range {
	return ranges(m.Runs, m.This, func(r Run) (int, int) { return r.Offset, r.Length })
}

// SourceRanges returns the corresponding ranges of the source, in order of the document.
func (m *Match) SourceRanges() []Range {
	return ranges(m.Runs, m.Source, func(r Run) (int, int) { return r.SourceOffset, r.SourceLength })
}

func ranges(runs []Run, whole Passage, place func(Run) (offset, length int)) []Range {
	if len(runs) == 0 {
		return []Range{{whole.Offset, whole.Offset + whole.Length}}
	}
	out := make([]Range, 0, len(runs))
	for _, r := range runs {
		offset, length := place(r)
		if !r.Corresponds() || length == 0 {
			continue
		}
		if n := len(out); n > 0 && out[n-1].End == offset {
			out[n-1].End += length
			continue
		}
		out = append(out, Range{offset, offset + length})
	}
	return out
}
