package repeat

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"time"

	"zhiwen/checker/first"
	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
)

// The plot is drawn in units of its own: a bar a day or, over a longer time, a month.
const (
	plotWidth, plotHeight = 600.0, 90.0
	// mostBars is how many bars can be told apart, and their days be chosen, on a narrow
	// screen.
	mostBars = 62
	// widest is what a bar and the room beside it take at the most: a few days fill no screen.
	widest = 60.0
	// mostLabels is how many bars have their day below them.
	mostLabels = 6
)

// plot is how many pairs were found on each day, or in each month.
type plot struct {
	Monthly bool
	Top     int // of the axis
	Bars    []bar
	Width   float64
	Height  float64
}

// bar is a day or a month of the plot.
type bar struct {
	Day                 string
	Label               string // below it, "" for none
	Anchor              string // of the label
	Count               int
	Said                string
	Link                string // chooses it
	X, Width, Y, Height string
	Middle              string
}

// plotOf draws how many pairs were found over the days of a choice; nil where there is nothing to draw.
func plotOf(l *catalogue.Language, found []record.RepeatDay, x choice, query url.Values) *plot {
	if len(found) == 0 {
		return nil
	}
	counts := map[string]int{}
	from, to := cmp.Or(x.From, found[len(found)-1].Day), cmp.Or(x.To, max(found[0].Day, time.Now().Format(time.DateOnly)))
	p := &plot{Width: plotWidth, Height: plotHeight}
	days := steps(from, to, false)
	if p.Monthly = len(days) > mostBars; p.Monthly {
		days = steps(from, to, true)
		days = days[max(0, len(days)-mostBars):]
	}
	for _, d := range found {
		counts[unitOf(d.Day, p.Monthly)] += d.Pairs
	}
	for _, d := range days {
		p.Top = max(p.Top, counts[d])
	}
	if p.Top == 0 {
		return nil
	}
	step := min(plotWidth/float64(len(days)), widest)
	every := (len(days) + mostLabels - 1) / mostLabels
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
	for i, d := range days {
		b := bar{Day: d, Count: counts[d], Said: l.Count("repeats.onDay", counts[d], "Day", d), Link: chosen(query, d)}
		left, height := float64(i)*step, plotHeight*float64(counts[d])/float64(p.Top)
		b.X, b.Width, b.Y, b.Height, b.Middle = number(left+step*0.1), number(step*0.8), number(plotHeight-height), number(height),
			number(left+step/2)
		if i%every == 0 {
			b.Label, b.Anchor = d[len("2006-"):], "middle"
			if p.Monthly {
				b.Label = d
			}
			if i == 0 && step < widest { // below a narrow bar it would reach over the edge
				b.Anchor, b.Middle = "start", "0"
			}
		}
		p.Bars = append(p.Bars, b)
	}
	return p
}

// unitOf returns the day, or the month of it.
func unitOf(day string, monthly bool) string {
	if monthly {
		return day[:len("2006-01")]
	}
	return day
}

// steps returns the days, or months, from one day to another.
func steps(from, to string, monthly bool) (out []string) {
	start, err := time.Parse(time.DateOnly, from)
	end, e := time.Parse(time.DateOnly, to)
	if err != nil || e != nil {
		return nil
	}
	const most = 40_000 // a century of days
	for t := start; !t.After(end) && len(out) < most; t = t.AddDate(0, 0, 1) {
		if d := unitOf(t.Format(time.DateOnly), monthly); len(out) == 0 || out[len(out)-1] != d {
			out = append(out, d)
		}
	}
	return out
}

// chosen returns the address that chooses a day, or a month, of what a query chooses.
func chosen(query url.Values, unit string) string {
	q := maps.Clone(query)
	q.Del("page")
	from, to := unit, unit
	if t, err := time.Parse("2006-01", unit); err == nil {
		from, to = t.Format(time.DateOnly), t.AddDate(0, 1, -1).Format(time.DateOnly)
	}
	q.Set("from", from)
	q.Set("to", to)
	return home + "?" + q.Encode()
}

// between is how many pairs two sites have, the one whose texts were first before the other.
type between struct {
	A, B  string
	Told  bool // who was first
	Count int
	Width string // of its bar, in hundredths of the longest
}

// mostBetween is how many pairs of sites are listed.
const mostBetween = 12

// betweenSites counts pairs by their sites, most first; left is how many pairs are not listed.
func betweenSites(l *catalogue.Language, pairs []pair) (out []between, left int) {
	counts := map[between]int{}
	for _, x := range pairs {
		b := between{A: siteName(l, x.A), B: siteName(l, x.B), Told: x.Outcome.First != first.Neither}
		if !b.Told && b.A > b.B {
			b.A, b.B = b.B, b.A
		}
		counts[b]++
	}
	for b, n := range counts {
		b.Count = n
		out = append(out, b)
	}
	slices.SortFunc(out, func(a, b between) int {
		told := func(x between) int { return map[bool]int{true: 0, false: 1}[x.Told] }
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(told(a), told(b)), cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
	})
	for _, b := range out[min(len(out), mostBetween):] {
		left += b.Count
	}
	out = out[:min(len(out), mostBetween)]
	for i := range out {
		out[i].Width = strconv.FormatFloat(100*float64(out[i].Count)/float64(out[0].Count), 'f', 1, 64)
	}
	return out, left
}
