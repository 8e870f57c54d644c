package report

import (
	"slices"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
	"zhiwen/web/report/highlight"
)

// quotes stands in for a source that was deleted: a document of the passages
// that the evidence quotes, in the order of the source, with spans and edits
// moved to where the passages now stand.
func quotes(matches []evidence.Match, likeness highlight.Span,
	edits []highlight.Edit) (*extract.Document, []highlight.Span, []highlight.Edit) {
	order := make([]int, len(matches))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return matches[a].Source.Offset - matches[b].Source.Offset })
	d := &extract.Document{}
	var spans []highlight.Span
	var moved []highlight.Edit
	end := 0
	for _, i := range order {
		m := &matches[i]
		start := end
		for j, line := range strings.Split(m.Source.Text, "\n") {
			if j > 0 || end > 0 {
				d.Text += "\n"
				end++
				if j == 0 {
					start = end
				}
			}
			n := len([]rune(line))
			d.Text += line
			d.Paragraphs = append(d.Paragraphs, extract.Paragraph{Span: extract.Span{Start: end, End: end + n}, Kind: extract.Body})
			end += n
		}
		for _, s := range (side{match: m, source: true}).spans(likeness, true) {
			s.Start, s.End = s.Start-m.Source.Offset+start, s.End-m.Source.Offset+start
			spans = append(spans, s)
		}
		for _, x := range edits {
			if x.Start >= m.Source.Offset && x.End <= m.Source.Offset+m.Source.Length {
				x.Start, x.End = x.Start-m.Source.Offset+start, x.End-m.Source.Offset+start
				moved = append(moved, x)
			}
		}
	}
	return d, spans, moved
}
