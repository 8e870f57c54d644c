package desk

import (
	"net/url"
	"strconv"

	"zhiwen/checker/record"
)

// plot is a histogram of a figure over the applications of a call, drawn as SVG: a bar
// each twentieth of the share, as high as its count against the highest.
type plot struct {
	Figure record.FigureName
	Bars   []plotBar
	Most   int // applications of the highest bar
	Total  int
	Lines  []plotLine // where colours begin
}

// plotBar is one bar; lengths are in the units of the drawing.
type plotBar struct {
	X, Y, Width, Height string
	From, To            int // percent
	Count               int
	Level               int
	Link                string // the applications of the bar
}

// plotLine is where a colour begins.
type plotLine struct {
	X     string
	Level int
}

// The drawing's size, without its margins.
const (
	plotWidth  = 200.0
	plotHeight = 60.0
	plotGap    = 1.0
	// leastBar is how high a bar of one application is at least, so that it is seen.
	leastBar = 1.5
)

// plots draws the figures of a call.
func plots(path string, h record.Histogram, thresholds map[record.FigureName]record.Threshold) (out []plot) {
	for _, f := range record.FigureNames() {
		counts := h[f]
		t := thresholds[f]
		p := plot{Figure: f}
		for _, n := range counts {
			p.Most, p.Total = max(p.Most, n), p.Total+n
		}
		const each = plotWidth / record.HistogramBins
		for i, n := range counts {
			height := 0.0
			if n > 0 {
				height = max(leastBar, plotHeight*float64(n)/float64(p.Most))
			}
			const step = 100 / record.HistogramBins
			b := plotBar{
				X: length(each*float64(i) + plotGap/2), Width: length(each - plotGap), Y: length(plotHeight - height),
				Height: length(height), From: step * i, To: step * (i + 1), Count: n, Level: t.Level(step*i, 100),
			}
			q := url.Values{figureField(f, "from"): {strconv.Itoa(b.From)}}
			if i < len(counts)-1 {
				q.Set(figureField(f, "to"), strconv.Itoa(b.To))
			}
			b.Link = path + "?" + q.Encode()
			p.Bars = append(p.Bars, b)
		}
		for level, at := range []int{t.Notable, t.Grave} {
			if at > 0 {
				p.Lines = append(p.Lines, plotLine{length(plotWidth * float64(at) / 1000), level + 1})
			}
		}
		out = append(out, p)
	}
	return out
}

func length(f float64) string { return strconv.FormatFloat(f, 'f', 1, 64) }
