package docx

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/style"
)

// hang adds texts of a drawing to a paragraph, each as a text box.
func hang(p *flow.Paragraph, texts []string, deleted bool) {
	for _, s := range texts {
		inner := flow.Paragraph{Block: draft.Block{Kind: extract.Box}}
		inner.Put(s, &style.Look{}, &flow.Place{Ground: style.AnyPaint, Deleted: deleted})
		p.Hanging = append(p.Hanging, inner)
	}
}

// drawnTexts returns the paragraphs of a text in a drawing.
func drawnTexts(e markup.Element) []string {
	var list []string
	font := ""
	for _, n := range e {
		last := len(list) - 1
		switch n.Name {
		case "p":
			list = append(list, "")
		case "r", "fld":
			font = ""
		case "latin", "sym":
			font = n.Attrs.Of("typeface")
		case "br":
			if last >= 0 {
				list[last] += "\n"
			}
		case "t":
			if last >= 0 {
				list[last] += char.Symbols(font, n.Text)
			}
		}
	}
	return list
}

// diagram reads the texts of a SmartArt drawing from the part with its data.
func (w *walk) diagram(p *flow.Paragraph, id string, deleted bool) error {
	raw, err := w.linkedPart(id)
	if err != nil {
		return err
	}
	texts, err := diagramTexts(raw)
	hang(p, texts, deleted)
	return err
}

// diagramLink places a point of a drawing below another one; sign is the point of the arrow before
// it.
type diagramLink struct {
	order       string
	below, sign string
}

// diagramTexts returns the texts in the order of the drawing's outline. Broken parts have no text.
func diagramTexts(raw string) ([]string, error) {
	var points []string
	texts, kinds, links := map[string][]string{}, map[string]string{}, map[string][]diagramLink{}
	err := markup.Each(raw, []string{"pt", "cxn"}, func(e markup.Element) {
		if e.Name() == "pt" {
			id := e.Attr("modelId")
			points, kinds[id], texts[id] = append(points, id), e.Attr("type"), drawnTexts(e.Child("t"))
		} else if kind := e.Attr("type"); kind == "" || kind == "parOf" {
			from := e.Attr("srcId")
			links[from] = append(links[from], diagramLink{e.Attr("srcOrd"), e.Attr("destId"), e.Attr("sibTransId")})
		}
	})
	if errors.Is(err, extract.ErrLimits) {
		return nil, err
	}
	for _, list := range links {
		slices.SortStableFunc(list, func(a, b diagramLink) int {
			return cmp.Or(cmp.Compare(len(a.order), len(b.order)), cmp.Compare(a.order, b.order)) // numbers
		})
	}
	// From the drawing itself downwards, then unconnected points.
	slices.SortStableFunc(points, func(a, b string) int { return cmp.Compare(diagramRank(kinds[a]), diagramRank(kinds[b])) })
	var out []string
	seen := map[string]bool{}
	for _, root := range points {
		for open := []string{root}; len(open) > 0; {
			id := open[len(open)-1]
			open = open[:len(open)-1]
			if seen[id] {
				continue
			}
			seen[id] = true
			out = append(out, texts[id]...)
			for _, l := range slices.Backward(links[id]) {
				open = append(open, l.sign, l.below)
			}
		}
	}
	return out, nil
}

func diagramRank(kind string) int {
	if kind == "doc" {
		return 0
	}
	return 1
}

// chart reads the words of a chart on one line: its titles and the names of its data, without the
// numbers.
func (w *walk) chart(p *flow.Paragraph, id string, deleted bool) error {
	raw, err := w.linkedPart(id)
	if err != nil {
		return err
	}
	var words []string
	add := func(s string) {
		if s = char.OneLine(s); strings.IndexFunc(s, unicode.IsLetter) >= 0 && !slices.Contains(words, s) {
			words = append(words, s)
		}
	}
	err = markup.Each(raw, []string{"rich", "strCache"}, func(e markup.Element) {
		if e.Name() == "rich" {
			add(strings.Join(drawnTexts(e), " "))
			return
		}
		for c := range e.Children() {
			if len(words) < maxChartWords {
				add(c.Child("v").Text())
			}
		}
	})
	if errors.Is(err, extract.ErrLimits) {
		return err
	}
	hang(p, []string{strings.Join(words, "\t")}, deleted)
	return nil
}

// maxChartWords is the most names read from a chart; nobody can read more on a page.
const maxChartWords = 500
