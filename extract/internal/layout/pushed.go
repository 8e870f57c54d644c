package layout

import (
	"slices"
	"strings"

	"zhiwen/extract/internal/page"
)

// pushedLines is how many lines at the head of a page are looked at for one that was pushed
// there from the page before.
const pushedLines = 3

// dropPushed takes out what is off its page and stands in the same words at the head of the
// next: browsers print a heading there that did not fit, and leave it below the page too.
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

// isHidden reports whether nothing of a line is seen.
func isHidden(l *page.Line) bool { return l.Text == "" && l.Kept != "" && !l.Mark }
