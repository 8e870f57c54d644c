package phrase

import (
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/catalogue"
)

// The signs of shares that are not to be read without their doubts.
const (
	noShare = "—" // in place of a share that says nothing
	mark    = "*" // behind a share of what was compared, which is not all; the doubts have it before them
)

// ShareSaid formats a share of the characters that count. All pages use it, so that no share of 0
// looks clean where text was not compared.
func ShareSaid(l *catalogue.Language, s record.Share) string {
	switch said := l.Percent(s.Part, s.Whole); {
	case !s.Told():
		return noShare
	case s.Marked():
		return said + mark
	default:
		return said
	}
}

// DoubtSaid says what was not compared, how much of it, and why.
func DoubtSaid(l *catalogue.Language, d evidence.Doubt) string {
	key := "doubt." + string(d.Kind)
	switch {
	case d.Of == "":
		return l.Text(key)
	case d.Kind == evidence.DoubtFew && d.Count == 0:
		return l.Text("doubt.none")
	}
	key += "." + string(d.Of)
	if d.Least {
		key += ".least"
	}
	reason := ""
	if d.Reason != "" {
		reason = l.Text("reason." + string(d.Reason))
	}
	return l.Count(key, d.Count, "Reason", reason)
}

// DoubtsSaid says doubts in one line.
func DoubtsSaid(l *catalogue.Language, doubts []evidence.Doubt) string {
	said := each.Of(doubts, func(d evidence.Doubt) string { return DoubtSaid(l, d) })
	return strings.Join(said, l.Text("app.stop"))
}
