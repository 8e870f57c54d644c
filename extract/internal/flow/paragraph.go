// Package flow is what formats of flowing text have in common, as word processors
// write them: paragraphs with what hangs on them, fields, rendered list numbers,
// equations, tables, pictures.
//
// In goes what the reader of a format finds, piece by piece; out go paragraphs to a
// draft, in the order of reading. It knows neither .docx nor .doc.
package flow

import (
	"math"
	"slices"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/picture"
	"zhiwen/extract/internal/style"
)

// Writer hands the paragraphs of a Word file, of whatever generation, to
// the builder: each with its text boxes and notes behind it.
type Writer struct {
	Draft     *draft.Draft
	Footnotes map[string][]Paragraph // by id
	Endnotes  map[string][]Paragraph
}

// Paragraph is one paragraph on its way to the builder.
type Paragraph struct {
	Text    strings.Builder
	Runes   int
	Block   draft.Block
	Kept    []draft.KeptOut
	Hanging []Paragraph // text boxes, notes and pictures that hang on it
	Notes   []string    // "f1", "e2": references in it

	Picture *picture.Picture // that it stands for
	Breaks  []int            // in runes of the text: where the file says that a page began when it was last laid out

	turns     []int      // in runes of the text: where its look changes
	look      style.Look // of its last characters
	Turned    draft.Turned
	BoldRunes int
	sizes     int        // of all its characters of known size, in half-points
	sized     int        // these characters
	gap       bool       // letters that nobody sees take room before what comes next
	ruby      *Paragraph // that is text of its own, above the text
	unread    int        // parts of the page that stand in other files
	fields    []openField
	code      strings.Builder // of the outermost field whose instruction is being read
}

func (p *Paragraph) Write(s string) {
	if p.Text.Cap() == 0 && s != "" {
		p.Text.Grow(max(len(s), usualText))
	}
	p.Text.WriteString(s)
	p.Runes += char.Count(s)
}

// SetSpot notes where a paragraph stands: in a box, or in a frame of its own.
func (p *Paragraph) SetSpot(box *draft.Spot, frame style.Frame) {
	p.Block.Spot = box
	if box == nil && frame != (style.Frame{}) {
		p.Block.Spot = &draft.Spot{X: frame.X, Y: frame.Y}
	}
}

// usualText is for how many bytes a paragraph has room at first.
const usualText = 128

// Mark puts a mark of package bidi into the text; it is no character of it.
func (p *Paragraph) Mark(r rune) {
	p.Text.WriteRune(r)
	p.Turned.Marked = true
}

// BreakPage notes that a page begins here.
func (p *Paragraph) BreakPage() { p.Breaks = append(p.Breaks, p.Runes) }

// Keep notes text that stays out; neighbours of one kind are joined.
func (p *Paragraph) Keep(kind extract.FlagKind, s string) {
	if n := len(p.Kept); n > 0 && p.Kept[n-1].At == p.Runes && p.Kept[n-1].Kind == kind {
		if len(p.Kept[n-1].Text) < 4*draft.MaxFlagText { // the flag shows no more
			p.Kept[n-1].Text += s
		}
		return
	}
	p.Kept = append(p.Kept, draft.KeptOut{At: p.Runes, Kind: kind, Text: s})
}

// Hide keeps out all that was put so far, as of a cell that another one covers.
func (p *Paragraph) Hide() {
	text := p.Text.String()
	p.Text.Reset()
	p.Runes, p.BoldRunes, p.sizes, p.sized, p.Breaks, p.turns = 0, 0, 0, 0, nil, nil
	for i := range p.Kept {
		p.Kept[i].At = 0
	}
	p.Keep(extract.HiddenText, text)
	p.Hanging = slices.DeleteFunc(p.Hanging, func(hung Paragraph) bool { return hung.Picture != nil })
	for i := range p.Hanging {
		p.Hanging[i].Hide()
	}
	if p.ruby != nil {
		p.ruby.Hide()
	}
}

// Append puts the text of another paragraph, and what was kept out of it, behind that of p.
func (p *Paragraph) Append(other *Paragraph) {
	text := other.Text.String()
	if text != "" {
		p.fillGap(text)
	}
	for _, k := range other.Kept {
		p.Kept = append(p.Kept, draft.KeptOut{At: p.Runes + k.At, Kind: k.Kind, Text: k.Text})
	}
	for _, at := range other.Breaks {
		p.Breaks = append(p.Breaks, p.Runes+at)
	}
	p.Write(text)
	p.Turned.Marked = p.Turned.Marked || other.Turned.Marked
	p.BoldRunes, p.sizes, p.sized = p.BoldRunes+other.BoldRunes, p.sizes+other.sizes, p.sized+other.sized
	p.Hanging, p.Notes = append(p.Hanging, other.Hanging...), append(p.Notes, other.Notes...)
}

// Put adds characters that look as l says and stand at a place, or keeps them out.
func (p *Paragraph) Put(s string, l *style.Look, at *Place) {
	switch {
	case s == "":
	case at.Deleted || l.TakenBack() && char.HasVisible(s):
		p.Keep(extract.DeletedText, s)
	case l.Unseen(s, at.Ground):
		p.Keep(extract.HiddenText, s)
		p.gap = p.gap || at.Room != style.Shut && l.Blank()
	default:
		shown := at.Room.Shown(l, s)
		p.show(s[:shown], l)
		if shown < len(s) {
			p.Keep(extract.HiddenText, s[shown:])
		}
	}
}

// show adds characters that are seen.
func (p *Paragraph) show(s string, l *style.Look) {
	if s == "" {
		return
	}
	p.fillGap(s)
	if *l != p.look {
		if p.Runes > 0 {
			p.turns = append(p.turns, p.Runes)
		}
		p.look = *l
	}
	before := p.Runes
	p.Write(s)
	if l.Bold == style.Yes {
		p.BoldRunes += p.Runes - before
	}
	if l.Size > 0 {
		p.sized += p.Runes - before
		p.sizes += l.Size * (p.Runes - before)
	}
}

// fillGap puts a blank between two words that letters part which take room and are
// not seen: a page shows a blank there.
func (p *Paragraph) fillGap(s string) {
	if !p.gap {
		return
	}
	p.gap = false
	before, behind := char.Last(p.Text.String()), char.First(s)
	if parts(before) && parts(behind) {
		p.Write(" ")
	}
}

// parts reports whether a blank beside r parts words: Chinese and Japanese have none.
func parts(r rune) bool { return char.Visible(r) && (r < firstOfEast || !char.Wide(r)) }

// firstOfEast is where the signs of Chinese, Japanese and Korean begin.
const firstOfEast = 0x2E80

// Emit adds a paragraph and what hangs on it.
func (w *Writer) Emit(p *Paragraph) error {
	before := w.Draft.Length
	if p.Instructing() { // it goes on in another paragraph
		p.KeepUnshown(p.code.String(), "")
	}
	w.Draft.Notices.AddCount(extract.ObjectUnread, p.unread)
	p.Block.Bold = p.Runes > 0 && p.BoldRunes*10 >= p.Runes*9
	p.Block.Face.Bold = p.Block.Bold
	if p.sized > 0 {
		p.Block.Face.Points = math.Round(float64(p.sizes)/float64(p.sized)) / 2
	}
	text, stored := draft.AsShown(p.Text.String(), p.Turned)
	skipped, err := w.Draft.Add(text, p.Block)
	if err != nil {
		return err
	}
	if w.Draft.Length > before {
		w.Draft.Turns(p.turns, skipped)
	}
	w.Draft.FlagTurned(stored)
	start := before
	if added := w.Draft.Length > before; added && before > 0 {
		start++ // the separator
	}
	for _, k := range p.Kept {
		if draft.Evident(k.Kind, k.Text) {
			at := min(max(start+k.At-skipped, start), w.Draft.Length)
			w.Draft.Flag(extract.Flag{Span: extract.Span{Start: at, End: at}, Kind: k.Kind, Text: k.Text})
		}
	}
	if p.Block.Kind != extract.Box && p.Block.Kind != extract.Footnote { // which stand beside the text
		for _, at := range p.Breaks {
			w.Draft.Breaks = append(w.Draft.Breaks, min(max(start+at-skipped, start), w.Draft.Length))
		}
	}
	for i := range p.Hanging {
		if p.Block.Cell != nil {
			p.Hanging[i].Block.Cell = p.Block.Cell
		}
		if picture := p.Hanging[i].Picture; picture != nil {
			w.Draft.Placed = append(w.Draft.Placed, draft.Placed{Picture: picture, Before: len(w.Draft.Blocks), Block: draft.Block{Kind: p.Block.Kind, Cell: p.Block.Cell}})
			continue
		}
		if err := w.Emit(&p.Hanging[i]); err != nil {
			return err
		}
	}
	if p.ruby != nil {
		if p.Block.Cell != nil {
			p.ruby.Block.Cell = p.Block.Cell
		}
		if err := w.Emit(p.ruby); err != nil {
			return err
		}
	}
	for _, ref := range p.Notes {
		notes := w.notes(ref)
		list := notes[ref[1:]]
		delete(notes, ref[1:]) // a note is printed once
		for i := range list {
			if p.Block.Cell != nil {
				list[i].Block.Cell = p.Block.Cell
			}
			if err := w.Emit(&list[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// Refer notes a reference to a note, which looks as l says and stands at a place. A note goes
// with its reference: where nobody sees that, it is kept out.
func (w *Writer) Refer(p *Paragraph, ref string, l style.Look, at Place) {
	kind := extract.DeletedText
	if !at.Deleted {
		if l.Hidden != style.Yes && at.Room != style.Shut {
			p.Notes = append(p.Notes, ref)
			return
		}
		kind = extract.HiddenText
	}
	for _, n := range w.notes(ref)[ref[1:]] {
		p.Keep(kind, n.Text.String())
	}
}

// notes are the notes among which a reference names one.
func (w *Writer) notes(ref string) map[string][]Paragraph {
	if ref[0] == 'e' {
		return w.Endnotes
	}
	return w.Footnotes
}

// MaxCellParagraphs is how many paragraphs a cell of a real table has; forms
// put whole chapters into one cell.
const (
	MaxCellParagraphs = 3
	MaxCellRunes      = 300
)

// settleCell makes body text of a cell that holds more than a cell's worth,
// and reports whether it did. Tables within it stay tables.
func settleCell(list []*Paragraph) bool {
	runes, filled := 0, 0
	for _, p := range list {
		if p.Runes > 0 {
			runes += p.Runes
			filled++
		}
	}
	if filled <= MaxCellParagraphs && runes <= MaxCellRunes {
		return false
	}
	for _, p := range list {
		if p.Block.Kind == extract.Cell && p.Block.Cell == nil {
			p.Block.Kind = extract.Body
		}
	}
	return true
}

// MaxStyleChain is how many styles one may be based on, one on the other, which ends circles.
const MaxStyleChain = 20

// NamedLevel knows the built-in names of heading styles, which Word keeps in
// English in every language; WPS and converters also write Chinese ones.
func NamedLevel(name string) int {
	name = strings.ToLower(strings.ReplaceAll(name, " ", ""))
	for _, prefix := range []string{"heading", "标题"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && len(rest) == 1 && rest[0] >= '1' && rest[0] <= '9' {
			return int(rest[0] - '0')
		}
	}
	return 0
}
