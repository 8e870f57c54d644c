package phrase

import (
	"cmp"

	"zhiwen/checker/first"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/catalogue"
)

// sides name the two sides of an outcome.
var sides = map[first.Which]string{first.A: "a", first.B: "b"}

// Side returns the letter that names one of two texts.
func Side(l *catalogue.Language, w first.Which) string { return l.Text("first.side." + sides[w]) }

// First returns which of two texts was first and what decides; it says so of texts and accuses
// nobody.
func First(l *catalogue.Language, o first.Outcome) string {
	if o.First == first.Neither {
		return l.Text("first.tie")
	}
	return l.Text("first.said", "Side", Side(l, o.First), "By", l.Text("first.criterion."+string(o.By)))
}

// FirstReason returns what one criterion says of two texts.
func FirstReason(l *catalogue.Language, r first.Reason, a, b record.RepeatSide) string {
	share := func(s record.RepeatSide) string { return l.Percent(s.Share, 10_000) }
	when := func(s record.RepeatSide) string {
		return cmp.Or(s.When(), l.Text("first.unknown"))
	}
	views := func(s record.RepeatSide) string {
		if s.Views == 0 {
			return l.Text("first.unknown")
		}
		return l.Number(s.Views)
	}
	key := "first." + string(r.Criterion)
	switch {
	case r.Criterion == first.Rights && r.For == first.Neither:
		key += map[bool]string{true: ".both", false: ".neither"}[a.Verified]
	case r.Criterion == first.Time && r.Known && r.For == first.Neither:
		key += ".same." + string(cmp.Or(r.Precision, extract.Unknown))
	case !r.Known:
		key += ".unknown"
	case r.For == first.Neither:
		key += ".same"
	default:
		key += ".for"
	}
	side := ""
	if r.For != first.Neither {
		side = Side(l, r.For)
	}
	value := map[first.Criterion]func(record.RepeatSide) string{first.Similarity: share, first.Time: when, first.Views: views}[r.Criterion]
	var said [2]string
	if value != nil {
		said = [2]string{value(a), value(b)}
	}
	return l.Text(key, "Side", side, "A", Side(l, first.A), "B", Side(l, first.B), "OfA", said[0], "OfB", said[1])
}
