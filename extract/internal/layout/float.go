package layout

import (
	"slices"
	"strings"
	"unicode"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/page"
)

// Figures and tables float: they stand within a paragraph where a page or a column ends,
// and part its sentence.

const maxFloat = 240 // paragraphs of figures and tables, with their captions, that one sentence goes around

// captionSentence is how a sentence about a figure begins.
var captionSentence = char.Pattern(`^(?:Fig|FIG|Tab|TAB|Algorithm)[a-zA-Z]*\.?\s?\d+(?:[.\-]\d+)*\s+\p{Ll}`)

// isCaption reports whether a paragraph that begins so is the caption of a figure or a table.
func isCaption(s string) bool {
	return captionStart().MatchString(s) && !captionSentence().MatchString(s)
}

var captionStart = char.Pattern(`^(?:(?:续?[图表]|圖)\s?\d|(?:Fig|FIG|Tab|TAB|Algorithm|算法)[a-zA-Z]*\.?\s?\d)`)

// joinFloats joins what goes on behind a figure or a table with what broke off before
// it. What is on the page of the beginning goes before it, as notes do, so that the text
// of each page stays together, the rest behind it.
func (l layout) joinFloats(list []*pdfParagraph) []*pdfParagraph {
	var out []*pdfParagraph
	for i := 0; i < len(list); i++ {
		p := list[i]
		for l.breaksAtFloat(p) {
			next := l.behindFloats(list, i)
			if next < 0 {
				break
			}
			floats, x := slices.Clone(list[i+1:next]), list[next]
			p.lines = append(p.lines, x.lines...)
			own := 0
			for own < len(floats) && floats[own].lines[0].Page == list[i].lines[0].Page {
				own++
			}
			at := len(out) // its heading stays with it
			for at > 0 && l.heads(out[at-1], p) {
				at--
			}
			out = slices.Insert(out, at, floats[:own]...)
			// The rest stays behind the paragraph, which may break off once more.
			rest := append([]*pdfParagraph{p}, floats[own:]...)
			list = append(rest, list[next+1:]...)
			i = 0
		}
		out = append(out, p)
	}
	return out
}

// breaksAtFloat reports whether a paragraph of running text ends with a full line and
// without the end of a sentence.
func (l layout) breaksAtFloat(p *pdfParagraph) bool {
	last := p.lines[len(p.lines)-1]
	if p.kind != extract.Body || p.cell != nil || p.loose || last.Text == "" || last.Size == 0 || last.Turned || isCaption(p.lines[0].Text) || last.Size < (1-sameSize)*l.body || last.Size > largeTitle*l.body {
		return false
	}
	end := char.Last(last.Text)
	return last.Right-last.X1 < lastWord*last.Size && last.X1-last.X0 >= proseWidth*last.Size && (unicode.IsLetter(end) || unicode.IsDigit(end) || strings.ContainsRune("，、,-）)]］", end))
}

const (
	sameSize    = 0.03 // of it, by which sizes of one text differ
	sameMeasure = 0.1  // of it, by which the widths of two columns do, of which something hangs out
	lastWord    = 2.5  // font sizes at the end of a full line
)

// behindFloats returns the paragraph that goes on with the one at i behind figures,
// tables and notes; -1 for none.
func (l layout) behindFloats(list []*pdfParagraph, i int) int {
	last := list[i].lines[len(list[i].lines)-1]
	captions := 0
	for k := i + 1; k < len(list) && k <= i+maxFloat; k++ {
		x := list[k]
		first := x.lines[0]
		caption := isCaption(first.Text)
		if caption {
			captions++
		}
		float := caption || x.loose || x.kind == extract.Cell || x.kind == extract.Box || x.kind == extract.Footnote || first.Size < 0.95*last.Size || l.labels(x)
		if float {
			continue
		}
		if (captions > 0 || l.behindPage(last, first) || l.behindFeet(list[i+1:k], last, x)) && l.goesOnThere(last, x) {
			return k
		}
		if k-i <= maxFeet && below(last, x) {
			continue
		}
		return -1
	}
	return -1
}

// labels reports whether a paragraph is words of a figure: short lines off the margin on a page
// of running text, no larger than that.
func (l layout) labels(x *pdfParagraph) bool {
	for _, o := range x.lines {
		if o.Turned || o.Bold && !l.bold || o.Size > largeTitle*l.body || o.X1-o.X0 >= blockWidth*o.Measure || o.X0-o.Left < labelInset*max(o.Size, 4) {
			return false
		}
	}
	return x.kind == extract.Body && x.cell == nil && l.prose[x.lines[0].Page] && draft.NumberClass(x.lines[0].Text) == draft.NoNumber && !bulleted(x.lines[0].Text)
}

const labelInset = 3 // font sizes from the margin to the words of a figure at least: paragraphs have less

const maxFeet = 4 // paragraphs at the foot of a column that tell of the paper: its rights, its authors

// below reports whether a paragraph stands below a line, in its column.
func below(last *page.Line, x *pdfParagraph) bool {
	first := x.lines[0]
	return x.kind == extract.Body && x.cell == nil && first.Page == last.Page && first.Column == last.Column && first.Y1 <= last.Y0
}

// behindFeet reports whether nothing is between a line and what begins in another column but
// what stands at the foot of its own, and the words say that they belong together.
func (l layout) behindFeet(between []*pdfParagraph, last *page.Line, x *pdfParagraph) bool {
	first := x.lines[0]
	return len(between) <= maxFeet && (first.Page > last.Page || first.Column > last.Column) && (inWord(last.Text, first.Text) || inSentence(last.Text, first.Text) && unicode.IsLower(char.First(first.Text))) &&
		!slices.ContainsFunc(between, func(p *pdfParagraph) bool { return !below(last, p) })
}

// alikeWide reports whether the columns of two lines are of one width: headings may hang out of
// one of them.
func alikeWide(a, b *page.Line) bool {
	within := max(edgeDrift, sameMeasure*b.Measure)
	return page.Abs(a.Measure-b.Measure) <= within || page.Abs(a.Right-a.Left-b.Right+b.Left) <= within
}

// behindPage reports whether the line first is on a later page of running text than last, and may
// go on with its sentence whatever stands between: by its words, or as justified Chinese does.
func (l layout) behindPage(last, first *page.Line) bool {
	if first.Page == last.Page || !l.prose[last.Page] || !l.prose[first.Page] || labelStart().MatchString(first.Text) {
		return false
	}
	return inWord(last.Text, first.Text) || inSentence(last.Text, first.Text) && unicode.IsLower(char.First(first.Text)) || last.Flush && char.Wide(char.First(first.Text))
}

// heads reports whether h is a heading right above p.
func (l layout) heads(h, p *pdfParagraph) bool {
	x, first := h.lines[0], p.lines[0]
	return h.kind == extract.Body && h.cell == nil && !h.loose && len(h.lines) == 1 && x.Page == first.Page && x.Column == first.Column && x.Y0 > first.Y0 && x.Text != "" &&
		(x.Bold && !l.bold || x.Size > largeTitle*l.body || draft.HeadingClass(x.Text, x.Bold) != draft.NoNumber)
}

// goesOnThere reports whether paragraph x begins in the midst of the sentence in which the
// line last ends.
func (l layout) goesOnThere(last *page.Line, x *pdfParagraph) bool {
	first := x.lines[0]
	if x.kind != extract.Body || x.cell != nil || first.Text == "" || first.Turned || first.Page > last.Page+1 ||
		page.Abs(first.Size-last.Size) > sameSize*last.Size || first.Bold != last.Bold || !alikeWide(first, last) ||
		first.X0-first.Left > 0.9*first.Size || draft.NumberClass(first.Text) != draft.NoNumber || bulleted(first.Text) || page.ItemStart().MatchString(first.Text) {
		return false
	}
	if first.Page == last.Page && (first.Column < last.Column || first.Column == last.Column && first.Y0 >= last.Y0) {
		return false
	}
	r := char.First(first.Text)
	return unicode.IsLower(r) || char.Wide(r) && char.Wide(char.Last(last.Text)) || strings.ContainsRune("，、,-", char.Last(last.Text))
}
