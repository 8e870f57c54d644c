package extract

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"
)

// hang hangs texts of a drawing on a paragraph, each as a text box.
func hang(p *wordParagraph, texts []string, deleted bool) {
	for _, s := range texts {
		inner := wordParagraph{block: block{kind: Box}}
		inner.put(s, look{}, deleted, anyPaint)
		p.after = append(p.after, inner)
	}
}

// drawnTexts gives the paragraphs of a text in a drawing.
func drawnTexts(e element) []string {
	var list []string
	font := ""
	for _, n := range e {
		last := len(list) - 1
		switch n.name {
		case "p":
			list = append(list, "")
		case "r", "fld":
			font = ""
		case "latin", "sym":
			font = attrOf(n.attrs, "typeface")
		case "br":
			if last >= 0 {
				list[last] += "\n"
			}
		case "t":
			if last >= 0 {
				list[last] += symbols(font, n.text)
			}
		}
	}
	return list
}

// diagram reads the texts of a SmartArt drawing from the part with its data.
func (w *docxWalk) diagram(p *wordParagraph, id string, deleted bool) error {
	raw, err := w.linkedPart(id)
	if err != nil {
		return err
	}
	texts, err := diagramTexts(raw)
	hang(p, texts, deleted)
	return err
}

// diagramLink says that a point of a drawing stands below another one, with
// the point that is the arrow behind it.
type diagramLink struct {
	order       string
	below, sign string
}

// diagramTexts gives the texts in the order of the drawing's outline. What is
// broken has no text.
func diagramTexts(raw string) ([]string, error) {
	var points []string
	texts, kinds, links := map[string][]string{}, map[string]string{}, map[string][]diagramLink{}
	err := eachElement(raw, []string{"pt", "cxn"}, func(e element) {
		if e.name() == "pt" {
			id := e.attr("modelId")
			points, kinds[id], texts[id] = append(points, id), e.attr("type"), drawnTexts(e.child("t"))
		} else if kind := e.attr("type"); kind == "" || kind == "parOf" {
			from := e.attr("srcId")
			links[from] = append(links[from], diagramLink{e.attr("srcOrd"), e.attr("destId"), e.attr("sibTransId")})
		}
	})
	if errors.Is(err, ErrLimits) {
		return nil, err
	}
	for _, list := range links {
		slices.SortStableFunc(list, func(a, b diagramLink) int {
			return cmp.Or(cmp.Compare(len(a.order), len(b.order)), cmp.Compare(a.order, b.order)) // numbers
		})
	}
	// From the drawing itself down; then what hangs on nothing.
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

// chart reads what a chart says in words, on one line: titles and the names of
// what it shows, without the numbers.
func (w *docxWalk) chart(p *wordParagraph, id string, deleted bool) error {
	raw, err := w.linkedPart(id)
	if err != nil {
		return err
	}
	var words []string
	add := func(s string) {
		if s = oneLine(s); strings.IndexFunc(s, unicode.IsLetter) >= 0 && !slices.Contains(words, s) {
			words = append(words, s)
		}
	}
	err = eachElement(raw, []string{"rich", "strCache"}, func(e element) {
		if e.name() == "rich" {
			add(strings.Join(drawnTexts(e), " "))
			return
		}
		for c := range e.children() {
			if len(words) < maxChartWords {
				add(c.child("v").text())
			}
		}
	})
	if errors.Is(err, ErrLimits) {
		return err
	}
	hang(p, []string{strings.Join(words, "\t")}, deleted)
	return nil
}

// maxChartWords is how many names a chart is read for; nobody can read more on
// a page.
const maxChartWords = 500
