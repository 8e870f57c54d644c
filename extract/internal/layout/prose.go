package layout

import (
	"strings"
	"unicode/utf8"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/page"
)

// keepProse keeps the first copy of running heads and feet that are text: sentences of at least
// draft.LeastRunning characters, as in headers of Word files.
func keepProse(list []*edge, pages []*page.Page, drop map[*page.Line]bool) {
	type side struct {
		page int
		top  bool
	}
	sides := map[side][]*edge{}
	var order []side
	for _, e := range list {
		if !drop[e.Line] || e.number || e.Turned {
			continue
		}
		at := side{e.pageIndex, e.Y0 > pages[e.pageIndex].Height/2}
		if sides[at] == nil {
			order = append(order, at)
		}
		sides[at] = append(sides[at], e)
	}
	seen := map[string]bool{}
	for _, at := range order {
		var text strings.Builder
		for _, e := range sides[at] {
			text.WriteString(e.Text + " ")
		}
		closed := char.Closed(text.String())
		if seen[closed] || utf8.RuneCountInString(closed) < draft.LeastRunning || !draft.HasSentence(text.String()) {
			continue
		}
		seen[closed] = true
		for _, e := range sides[at] {
			drop[e.Line] = false
		}
	}
}
