package extract

import (
	"strings"
	"unicode/utf8"
)

// wordWriter hands the paragraphs of a Word file, of whatever generation, to
// the builder: each with its text boxes and notes behind it.
type wordWriter struct {
	b         *builder
	footnotes map[string][]wordParagraph // by id
	endnotes  map[string][]wordParagraph
}

// wordParagraph is one paragraph on its way to the builder.
type wordParagraph struct {
	text  strings.Builder
	runes int
	block block
	kept  []keptOut
	after []wordParagraph // text boxes, notes and pictures that hang on it
	notes []string        // "f1", "e2": references in it

	picture *wordPicture // that it stands for

	boldRunes int
	fields    []openField
	code      strings.Builder // of the outermost field whose instruction is being read
}

// keptOut is text that is not part of what a reader sees.
type keptOut struct {
	at   int // code points from the paragraph's start
	kind FlagKind
	text string
}

func (p *wordParagraph) write(s string) {
	p.text.WriteString(s)
	p.runes += utf8.RuneCountInString(s)
}

// keep notes text that stays out; neighbours of one kind are joined.
func (p *wordParagraph) keep(kind FlagKind, s string) {
	if n := len(p.kept); n > 0 && p.kept[n-1].at == p.runes && p.kept[n-1].kind == kind {
		if len(p.kept[n-1].text) < 4*maxFlagText { // the flag shows no more
			p.kept[n-1].text += s
		}
		return
	}
	p.kept = append(p.kept, keptOut{at: p.runes, kind: kind, text: s})
}

// put adds characters that look as l says, or keeps them out. ground is what is
// behind them where they have no background of their own.
func (p *wordParagraph) put(s string, l look, deleted bool, ground paint) {
	switch {
	case s == "":
	case deleted:
		p.keep(DeletedText, s)
	case l.hidden == yes, l.size > 0 && l.size <= tinyHalfPoints, l.edged != yes && l.ink.vanishes(l.ground.or(ground).or(white)):
		p.keep(HiddenText, s)
	default:
		p.write(s)
		if l.bold == yes {
			p.boldRunes += utf8.RuneCountInString(s)
		}
	}
}

// emit adds a paragraph and what hangs on it.
func (w *wordWriter) emit(p *wordParagraph) error {
	before := w.b.length
	p.block.bold = p.runes > 0 && p.boldRunes*10 >= p.runes*9
	skipped, err := w.b.add(p.text.String(), p.block)
	if err != nil {
		return err
	}
	start := before
	if added := w.b.length > before; added && before > 0 {
		start++ // the separator
	}
	for _, k := range p.kept {
		if evident(k.kind, k.text) {
			at := min(max(start+k.at-skipped, start), w.b.length)
			w.b.flag(Flag{Span: Span{Start: at, End: at}, Kind: k.kind, Text: k.text})
		}
	}
	for i := range p.after {
		if p.block.cell != nil {
			p.after[i].block.cell = p.block.cell
		}
		if picture := p.after[i].picture; picture != nil {
			w.b.placed = append(w.b.placed, placedPicture{picture, len(w.b.blocks), block{kind: p.block.kind, cell: p.block.cell}})
			continue
		}
		if err := w.emit(&p.after[i]); err != nil {
			return err
		}
	}
	for _, ref := range p.notes {
		notes := w.footnotes
		if ref[0] == 'e' {
			notes = w.endnotes
		}
		list := notes[ref[1:]]
		delete(notes, ref[1:]) // a note is printed once
		for i := range list {
			if p.block.cell != nil {
				list[i].block.cell = p.block.cell
			}
			if err := w.emit(&list[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxCellParagraphs is how many paragraphs a cell of a real table has; forms
// put whole chapters into one cell.
const (
	maxCellParagraphs = 3
	maxCellRunes      = 300
)

// settleCell makes body text of a cell that holds more than a cell's worth,
// and says whether it did. Tables within it stay tables.
func settleCell(list []*wordParagraph) bool {
	runes, filled := 0, 0
	for _, p := range list {
		if p.runes > 0 {
			runes += p.runes
			filled++
		}
	}
	if filled <= maxCellParagraphs && runes <= maxCellRunes {
		return false
	}
	for _, p := range list {
		if p.block.kind == Cell && p.block.cell == nil {
			p.block.kind = Body
		}
	}
	return true
}

// maxStyleChain is how many styles one may be based on, one on the other, which ends circles.
const maxStyleChain = 20

// namedLevel knows the built-in names of heading styles, which Word keeps in
// English in every language; WPS and converters also write Chinese ones.
func namedLevel(name string) int {
	name = strings.ToLower(strings.ReplaceAll(name, " ", ""))
	for _, prefix := range []string{"heading", "标题"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && len(rest) == 1 && rest[0] >= '1' && rest[0] <= '9' {
			return int(rest[0] - '0')
		}
	}
	return 0
}
