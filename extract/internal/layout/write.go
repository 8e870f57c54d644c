package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
)

// pageWriter adds paragraphs to a draft and records where pages begin.
type pageWriter struct {
	b      *draft.Draft
	count  int
	body   float32
	bold   bool  // running text itself counts as bold
	starts []int // of the pages seen so far
	kept   []keptFlag
}

// keptFlag is excluded text of a page.
type keptFlag struct {
	extract.Flag
	page int
}

// paragraph joins the lines of p, with a blank between them only if the script uses blanks.
func (w *pageWriter) paragraph(p *pdfParagraph) error {
	var text strings.Builder
	runes := 0
	type turn struct{ page, at int }
	var turns []turn
	var looks []int // where the font changes
	bold, size := true, float32(0)
	var kept []draft.KeptOut
	last := rune(0)
	for i, l := range p.lines {
		if l.Kept != "" {
			kind := extract.HiddenText
			if l.Mark {
				kind = extract.Watermark
			}
			kept = append(kept, draft.KeptOut{At: runes, Kind: kind, Text: l.Kept})
		}
		if l.Struck != "" {
			kept = append(kept, draft.KeptOut{At: runes, Kind: extract.DeletedText, Text: l.Struck})
		}
		s := strings.TrimSpace(l.Text)
		if s == "" {
			turns = append(turns, turn{l.Page, runes})
			continue
		}
		if i > 0 && last != 0 {
			glue := lineEnd
			if !p.lined || !l.Listing {
				glue = lineGlue(last, char.First(s), text.String())
			}
			switch glue {
			case lineEnd:
				text.WriteByte('\n')
				runes++
			case dropHyphen:
				t := strings.TrimSuffix(text.String(), "-")
				text.Reset()
				text.WriteString(t)
				runes--
			case blankGlue:
				text.WriteByte(' ')
				runes++
			case noGlue:
			}
		}
		turns = append(turns, turn{l.Page, runes})
		for _, at := range l.Turns {
			looks = append(looks, runes+at)
		}
		text.WriteString(s)
		runes += utf8.RuneCountInString(s)
		last = char.Last(s)
		bold = bold && l.Bold
		size = max(size, l.Size)
	}
	before := w.b.Length
	m := draft.Block{Kind: p.kind, Cell: p.cell, MayHead: p.kind == extract.Body && !p.loose && !p.lined && len(p.lines) <= 3}
	if len(p.lines) > 0 && p.kind != extract.Running {
		m.Spot = &draft.Spot{X: float64(p.lines[0].X0), Y: -float64(p.lines[0].Y1)}
	}
	m.Bold = bold && len(p.lines) > 0 || w.body > 0 && size > 1.15*w.body
	m.Face = extract.Face{Points: math.Round(2*float64(size)) / 2, Bold: bold && len(p.lines) > 0}
	m.StandsOut = !p.lined && len(p.lines) == 1 && (bold && !w.bold || w.body > 0 && size > 1.15*w.body)
	skipped, err := w.b.Add(text.String(), m)
	if err != nil {
		return err
	}
	start := before
	if w.b.Length > before {
		w.b.Turns(looks, skipped)
		start += min(before, 1) // the separator
	}
	for _, t := range turns {
		w.reach(t.page, min(max(start+t.at-skipped, start), w.b.Length))
	}
	for _, k := range kept {
		w.keep(min(max(start+k.At-skipped, start), w.b.Length), k, p.lines[0].Page)
	}
	return nil
}

// keep records text that was kept out at a place. Successive texts at one place on one page become
// one finding, such as the labels of a cropped figure.
func (w *pageWriter) keep(at int, k draft.KeptOut, number int) {
	if n := len(w.kept); n > 0 && w.kept[n-1].Start == at && w.kept[n-1].Kind == k.Kind && w.kept[n-1].page == number {
		w.kept[n-1].Text += "\n" + strings.TrimSpace(k.Text)
		return
	}
	w.kept = append(w.kept, keptFlag{extract.Flag{Span: extract.Span{Start: at, End: at}, Kind: k.Kind, Text: strings.TrimSpace(k.Text)},
		number})
}

const (
	// least letters and digits of a hidden text, wide ones count twice: shorter ones are tiny
	// indices
	leastHidden = 4
	figureWords = 30 // most letters and digits of a line that may be labels of a figure
	figureParts = 3  // least partly hidden lines on a page that become one finding
	manyCrumbs  = 40 // signs of a document hidden in smaller pieces, above which these are flagged too
)

// gathered merges the many short hidden texts of one page into one finding: the labels of a figure
// whose parts cover one another.
func gathered(list []keptFlag) []keptFlag {
	short := func(f keptFlag) bool {
		if f.Kind != extract.HiddenText {
			return false
		}
		for line := range strings.SplitSeq(f.Text, "\n") {
			if signs(line) > figureWords {
				return false
			}
		}
		return true
	}
	count, first := map[int]int{}, map[int]int{}
	for _, f := range list {
		if short(f) {
			count[f.page] += 1 + strings.Count(f.Text, "\n")
		}
	}
	var out []keptFlag
	for _, f := range list {
		if !short(f) || count[f.page] < figureParts {
			out = append(out, f)
			continue
		}
		if at, ok := first[f.page]; ok {
			out[at].Text += "\n" + f.Text
			continue
		}
		first[f.page] = len(out)
		out = append(out, f)
	}
	return out
}

// united merges equal texts kept out on several pages, such as a label covered on each slide, into
// one finding at the first place and counts the pages.
func united(list []keptFlag) []extract.Flag {
	type words struct {
		kind extract.FlagKind
		text string
	}
	pages := map[words]map[int]bool{}
	for _, f := range list {
		w := words{f.Kind, f.Text}
		if pages[w] == nil {
			pages[w] = map[int]bool{}
		}
		pages[w][f.page] = true
	}
	told := map[words]bool{}
	var out []extract.Flag
	for _, f := range list {
		w := words{f.Kind, f.Text}
		if n := len(pages[w]); n > 1 {
			if told[w] {
				continue
			}
			told[w], f.Pages = true, n
		}
		out = append(out, f.Flag)
	}
	return out
}

// signs counts the letters and digits of a text; wide ones count twice.
func signs(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			n += char.Columns(r)
		}
	}
	return n
}

// reach records that the page begins at or before code point at.
func (w *pageWriter) reach(number, at int) {
	for len(w.starts) < number {
		w.starts = append(w.starts, at)
	}
}

func (w *pageWriter) finish() {
	crumbs := 0 // signs in pieces that are too small
	for _, f := range w.kept {
		if f.Kind == extract.HiddenText && signs(f.Text) < leastHidden {
			crumbs += signs(f.Text)
		}
	}
	shown := slices.DeleteFunc(w.kept, func(f keptFlag) bool {
		return !draft.Evident(f.Kind, f.Text) || f.Kind == extract.HiddenText && signs(f.Text) < leastHidden && crumbs <= manyCrumbs
	})
	for _, f := range united(gathered(shown)) {
		w.b.Flag(f)
	}
	w.reach(w.count, w.b.Length)
	if len(w.starts) > 0 {
		w.starts[0] = 0
	}
	for i, start := range w.starts {
		end := w.b.Length
		if i+1 < len(w.starts) {
			end = w.starts[i+1]
		}
		w.b.Pages = append(w.b.Pages, extract.Page{Span: extract.Span{Start: start, End: end}, Number: i + 1})
	}
}

type glue int

const (
	noGlue glue = iota
	blankGlue
	dropHyphen
	lineEnd
)

// lineGlue returns what joins a line that ends with a and a line that begins with b.
func lineGlue(a, b rune, before string) glue {
	switch {
	case a == '-' && unicode.IsLower(b):
		if r, _ := utf8.DecodeLastRuneInString(strings.TrimSuffix(before, "-")); unicode.IsLetter(r) {
			return dropHyphen
		}
		return noGlue
	case a == '-' || a == '/':
		return noGlue
	case char.Wide(a) || char.Wide(b):
		return noGlue
	}
	return blankGlue
}
