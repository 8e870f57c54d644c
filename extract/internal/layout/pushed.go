package layout

import (
	"slices"
	"strings"

	"zhiwen/extract/internal/page"
)

// pushedLines is the number of lines at the head of a page that are searched for a line pushed
// there from the page before.
const pushedLines = 3

// dropPushed removes text off its page that the head of the next page repeats: browsers print a
// heading that did not fit there and leave it below the page too.
func dropPushed(rows [][]*page.Line) {
	for i, lines := range rows[:max(len(rows)-1, 0)] {
		if !slices.ContainsFunc(lines, isHidden) {
			continue
		}
		var head strings.Builder
		n := 0
		for _, l := range rows[i+1] {
			if l.Text != "" && n < pushedLines {
				head.WriteString(lettersOf(l.Text))
				n++
			}
		}
		rows[i] = slices.DeleteFunc(lines, func(l *page.Line) bool {
			s := lettersOf(l.Kept)
			return isHidden(l) && s != "" && strings.HasPrefix(head.String(), s)
		})
	}
}

// isHidden reports whether a line holds only hidden text.
func isHidden(l *page.Line) bool { return l.Text == "" && l.Kept != "" && !l.Mark }
