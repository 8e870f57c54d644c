// Package flow holds what formats of flowing text, as word processors write them, have in common:
// paragraphs with attached notes and boxes, fields, list numbers, equations, tables, pictures.
//
// Its input is what the reader of a format finds, piece by piece. Its output is paragraphs in a
// draft, in reading order. It knows neither .docx nor .doc.
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

// Writer adds the paragraphs of a word-processor file to a draft, each followed by its text boxes
// and notes.
type Writer struct {
	Draft     *draft.Draft
	Footnotes map[string][]Paragraph // by id
	Endnotes  map[string][]Paragraph
}

// Paragraph is a paragraph under construction.
type Paragraph struct {
	Text    strings.Builder
	Runes   int
	Block   draft.Block
	Kept    []draft.KeptOut
	Hanging []Paragraph // attached text boxes, notes and pictures
	Notes   []string    // references to notes in it: "f1", "e2"

	Picture *picture.Picture // if the paragraph stands for a picture
	Breaks  []int            // runes of the text at which pages began at the last layout

	turns     []int      // runes of the text at which its font changes
	look      style.Look // of its last characters
	Joined    bool       // its mark was deleted: the next paragraph continues it
	Turned    draft.Turned
	BoldRunes int
	sizes     int        // sum over characters of known size, in half-points
	sized     int        // number of these characters
	gap       bool       // invisible letters take up room before the next ones
	ruby      *Paragraph // ruby with text of its own, above the text
	unread    int        // parts of the page that are in other files
	fields    []openField
	code      strings.Builder // instruction of the outermost open field
}

func (p *Paragraph) Write(s string) {
	if p.Text.Cap() == 0 && s != "" {
		p.Text.Grow(max(len(s), textCapacity))
	}
	p.Text.WriteString(s)
	p.Runes += char.Count(s)
}

// SetSpot sets the position of a paragraph: that of its box, or of its own frame.
func (p *Paragraph) SetSpot(box *draft.Spot, frame style.Frame) {
	p.Block.Spot = box
	if box == nil && frame != (style.Frame{}) {
		p.Block.Spot = &draft.Spot{X: frame.X, Y: frame.Y}
	}
}

// textCapacity is the initial capacity of a paragraph in bytes.
const textCapacity = 128

// Mark adds a mark of package bidi, which does not count as a character.
func (p *Paragraph) Mark(r rune) {
	p.Text.WriteRune(r)
	p.Turned.Marked = true
}

// BreakPage records that a page begins here.
func (p *Paragraph) BreakPage() { p.Breaks = append(p.Breaks, p.Runes) }

// Keep records text that is kept out; successive texts of one kind are joined.
func (p *Paragraph) Keep(kind extract.FlagKind, s string) {
	if n := len(p.Kept); n > 0 && p.Kept[n-1].At == p.Runes && p.Kept[n-1].Kind == kind {
		if len(p.Kept[n-1].Text) < 4*draft.MaxFlagText { // the flag quotes no more
			p.Kept[n-1].Text += s
		}
		return
	}
	p.Kept = append(p.Kept, draft.KeptOut{At: p.Runes, Kind: kind, Text: s})
}

// Hide keeps out everything added so far, as for a cell covered by another one.
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

// Append adds the text of another paragraph, and what was kept out of it, to p.
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

// Put adds characters with look l at a place, or keeps them out.
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

// show adds visible characters.
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

// fillGap adds a blank between two words separated by invisible letters that take up room, since a
// page shows a blank there.
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

// parts reports whether a blank beside r separates words, as it does not in Chinese and Japanese.
func parts(r rune) bool { return char.Visible(r) && (r < firstOfEast || !char.Wide(r)) }

// firstOfEast is the first code point of Chinese, Japanese and Korean signs.
const firstOfEast = 0x2E80

// Emit adds a paragraph and what is attached to it.
func (w *Writer) Emit(p *Paragraph) error {
	before := w.Draft.Length
	if p.Instructing() { // the field continues in another paragraph
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
	if p.Block.Kind != extract.Box && p.Block.Kind != extract.Footnote { // these stand beside the text
		for _, at := range p.Breaks {
			w.Draft.Breaks = append(w.Draft.Breaks, min(max(start+at-skipped, start), w.Draft.Length))
		}
	}
	for i := range p.Hanging {
		if p.Block.Cell != nil {
			p.Hanging[i].Block.Cell = p.Block.Cell
		}
		if picture := p.Hanging[i].Picture; picture != nil {
			w.Draft.Placed = append(w.Draft.Placed,
				draft.Placed{Picture: picture, Before: len(w.Draft.Blocks), Block: draft.Block{Kind: p.Block.Kind, Cell: p.Block.Cell}})
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
		delete(notes, ref[1:]) // each note is written once
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

// Refer records a reference to a note with look l at a place. If the reference is invisible, its
// note is kept out.
func (w *Writer) Refer(p *Paragraph, ref string, l style.Look, at Place) {
	kind := extract.DeletedText
	if !at.Deleted {
		if l.Hidden != style.Yes && at.Room != style.Shut && !p.Instructing() {
			p.Notes = append(p.Notes, ref)
			return
		}
		kind = extract.HiddenText
	}
	for _, n := range w.notes(ref)[ref[1:]] {
		p.Keep(kind, n.Text.String())
	}
}

// notes returns the notes that contain the target of a reference.
func (w *Writer) notes(ref string) map[string][]Paragraph {
	if ref[0] == 'e' {
		return w.Endnotes
	}
	return w.Footnotes
}

// MaxCellParagraphs and MaxCellRunes bound the content of a cell in a real table; forms put whole
// chapters into one cell.
const (
	MaxCellParagraphs = 3
	MaxCellRunes      = 300
)

// settleCell turns the content of a cell that is too large for one into body text, and reports
// whether it did. Tables within it stay tables.
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

// MaxStyleChain is the most styles that may be based on one another, which ends cycles.
const MaxStyleChain = 20

// NamedLevel returns the level of a heading style from its built-in name, which Word keeps in
// English in every language; WPS and converters also write Chinese names.
func NamedLevel(name string) int {
	name = strings.ToLower(strings.ReplaceAll(name, " ", ""))
	for _, prefix := range []string{"heading", "标题"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && len(rest) == 1 && rest[0] >= '1' && rest[0] <= '9' {
			return int(rest[0] - '0')
		}
	}
	return 0
}
