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

// Figures and tables float: they stand where a page or a column ends and interrupt the sentence
// that runs on there.

const maxFloat = 240 // most paragraphs of figures, tables and captions that may interrupt one sentence

// captionSentence matches the start of a sentence about a figure.
var captionSentence = char.Pattern(`^(?:Fig|FIG|Tab|TAB|Algorithm)[a-zA-Z]*\.?\s?\d+(?:[.\-]\d+)*\s+\p{Ll}`)

// isCaption reports whether s begins the caption of a figure or a table.
func isCaption(s string) bool {
	return captionStart().MatchString(s) && !captionSentence().MatchString(s)
}

var captionStart = char.Pattern(`^(?:(?:续?[图表]|圖)\s?\d|(?:Fig|FIG|Tab|TAB|Algorithm|算法)[a-zA-Z]*\.?\s?\d)`)

// joinFloats joins text that a figure or a table interrupts. Floats on the page where the text
// begins move before it, as notes do, so that the text of each page stays together; the others
// follow it.
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
			at := len(out) // keeps a heading with its paragraph
			for at > 0 && l.heads(out[at-1], p) {
				at--
			}
			out = slices.Insert(out, at, floats[:own]...)
			// The other floats follow the paragraph, which may be interrupted once more.
			rest := append([]*pdfParagraph{p}, floats[own:]...)
			list = append(rest, list[next+1:]...)
			i = 0
		}
		out = append(out, p)
	}
	return out
}

// breaksAtFloat reports whether a paragraph of running text ends with a full line and in the middle
// of a sentence.
func (l layout) breaksAtFloat(p *pdfParagraph) bool {
	last := p.lines[len(p.lines)-1]
	if !p.running() || p.loose || last.Text == "" || !sized(last) || isCaption(p.lines[0].Text) {
		return false
	}
	if last.Size < (1-sameSize)*l.body || last.Size > largeTitle*l.body {
		return false
	}
	end := char.Last(last.Text)
	within := unicode.IsLetter(end) || unicode.IsDigit(end) || strings.ContainsRune("，、,-）)]］", end)
	return within && last.Right-last.X1 < lastWord*last.Size && last.X1-last.X0 >= proseWidth*last.Size
}

const (
	sameSize    = 0.03 // share by which the sizes of one text may differ
	sameMeasure = 0.1  // share by which the widths of two columns may differ when something hangs out of one
	lastWord    = 2.5  // font sizes that may be left at the end of a full line
)

// behindFloats returns the index of the paragraph that continues list[i] after figures, tables and
// notes, or -1.
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
		apart := x.loose || x.kind == extract.Cell || x.kind == extract.Box || x.kind == extract.Footnote
		if caption || apart || first.Size < 0.95*last.Size || l.labels(x) {
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

// labels reports whether a paragraph consists of labels of a figure: short lines away from the
// margin on a page of running text, no larger than that text.
func (l layout) labels(x *pdfParagraph) bool {
	for _, o := range x.lines {
		if o.Turned || o.Bold && !l.bold || o.Size > largeTitle*l.body || o.X1-o.X0 >= blockWidth*o.Measure ||
			o.X0-o.Left < labelInset*max(o.Size, 4) {
			return false
		}
	}
	return x.running() && l.prose[x.lines[0].Page] && draft.NumberClass(x.lines[0].Text) == draft.NoNumber && !bulleted(x.lines[0].Text)
}

// font sizes; least distance of a figure's labels from the margin, more than a paragraph's indent
const labelInset = 3

const maxFeet = 4 // most paragraphs at the foot of a column about the paper: its rights, its authors

// below reports whether a paragraph stands below a line in the same column.
func below(last *page.Line, x *pdfParagraph) bool {
	first := x.lines[0]
	return x.running() && first.Page == last.Page && first.Column == last.Column && first.Y1 <= last.Y0
}

// behindFeet reports whether only the foot of its own column stands between line last and x, which
// begins in another column, and the words show that they belong together.
func (l layout) behindFeet(between []*pdfParagraph, last *page.Line, x *pdfParagraph) bool {
	first := x.lines[0]
	if len(between) > maxFeet || first.Page <= last.Page && first.Column <= last.Column {
		return false
	}
	within := inWord(last.Text, first.Text) || inSentence(last.Text, first.Text) && unicode.IsLower(char.First(first.Text))
	return within && !slices.ContainsFunc(between, func(p *pdfParagraph) bool { return !below(last, p) })
}

// alikeWide reports whether the columns of two lines have the same width, although headings may
// hang out of one of them.
func alikeWide(a, b *page.Line) bool {
	within := max(edgeDrift, sameMeasure*b.Measure)
	return page.Abs(a.Measure-b.Measure) <= within || page.Abs(a.Right-a.Left-b.Right+b.Left) <= within
}

// behindPage reports whether line first is on a later page of running text than last and may
// continue its sentence whatever stands between: by its words, or because justified Chinese text
// breaks off at the margin.
func (l layout) behindPage(last, first *page.Line) bool {
	if first.Page == last.Page || !l.prose[last.Page] || !l.prose[first.Page] || labelStart().MatchString(first.Text) {
		return false
	}
	return inWord(last.Text, first.Text) || inSentence(last.Text, first.Text) && unicode.IsLower(char.First(first.Text)) ||
		last.Flush && char.Wide(char.First(first.Text))
}

// heads reports whether h is a heading right above p.
func (l layout) heads(h, p *pdfParagraph) bool {
	x, first := h.lines[0], p.lines[0]
	above := x.Page == first.Page && x.Column == first.Column && x.Y0 > first.Y0
	if !h.running() || h.loose || len(h.lines) != 1 || x.Text == "" || !above {
		return false
	}
	return x.Bold && !l.bold || x.Size > largeTitle*l.body || draft.HeadingClass(x.Text, x.Bold) != draft.NoNumber
}

// goesOnThere reports whether paragraph x may begin within the sentence that line last breaks off.
func (l layout) goesOnThere(last *page.Line, x *pdfParagraph) bool {
	first := x.lines[0]
	if !x.running() || first.Text == "" || first.Turned || first.Page > last.Page+1 {
		return false
	}
	alike := page.Abs(first.Size-last.Size) <= sameSize*last.Size && first.Bold == last.Bold && alikeWide(first, last)
	if !alike || first.X0-first.Left > 0.9*first.Size {
		return false
	}
	if draft.NumberClass(first.Text) != draft.NoNumber || bulleted(first.Text) || page.ItemStart().MatchString(first.Text) {
		return false
	}
	if first.Page == last.Page && (first.Column < last.Column || first.Column == last.Column && first.Y0 >= last.Y0) {
		return false
	}
	r := char.First(first.Text)
	return unicode.IsLower(r) || char.Wide(r) && char.Wide(char.Last(last.Text)) || strings.ContainsRune("，、,-", char.Last(last.Text))
}
