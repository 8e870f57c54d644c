// Package draft is the document in the making, for every format: paragraphs as they
// come in, and what is only known when all are there: headings and sections,
// places in tables, disguised characters, notices.
//
// In go paragraphs with what their format says of them (Block), out comes an
// extract.Document. It knows no format.
package draft

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/imprint"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/picture"
)

const (
	// MaxParagraphs bounds the structure as Options.MaxCharacters bounds the text.
	MaxParagraphs = 500_000
	// MaxFlagText is how many code points of kept-out text one flag carries.
	MaxFlagText = extract.MaxFlagText
	// maxFlags: a reviewer reads a handful; the rest is counted in a notice.
	maxFlags = 1_000
	// typedParagraphs keep how they are set: a title page may be among them.
	typedParagraphs = 60
)

// Draft is a Document in the making. Formats either add paragraph after
// paragraph (Add), which writes the separators, or hand over a finished text
// and mark the paragraphs in it (SetText, Mark). Not safe for concurrent use.
type Draft struct {
	Report func(Progress)    // is told of pages being read and recognised; nil for nobody
	OfForm func(string) bool // says whether a line is the label of a form, which is no heading; nil for no line

	text      strings.Builder
	Length    int // code points in text
	Max       int // code points allowed
	Blocks    []Block
	Pages     []extract.Page
	Flags     []extract.Flag
	flagsLeft int // flags beyond maxFlags

	Notices      extract.Notices
	Metadata     extract.Metadata
	Method       string
	Embedded     bool  // the document stands in another one
	PicturePages []int // pages that are pictures, for the error where there is no text

	Breaks      []int // where a format without pages says that one began when the file was last laid out
	StatedPages int   // how many there were then, by what the file says elsewhere

	Placed        []Placed          // of a document without pages
	LargePictures int               // of them, those that may hold text
	Pictures      []extract.Picture // that were read
	Figures       []extract.Figure  // in order, one for each time that a picture is shown
}

// Block is a paragraph whose being a heading is not settled yet.
type Block struct {
	extract.Span
	Kind      extract.ParagraphKind
	Level     int  // of a heading that the file itself marks as one, from 1; 0 unknown
	MayHead   bool // may be a heading by its words alone
	Bold      bool // stands out from the body by weight or size
	StandsOut bool // one line that stands out, in a text that does not
	Face      extract.Face
	Cell      *Cell
	Spot      *Spot  // of a box or a frame; nil where none is stated
	turns     *[]int // in code points of its text: where its look changes; nil where it does not
}

// New returns an empty document that may grow to max code points.
func New(max int) *Draft { return &Draft{Max: max} }

// Room is how many code points may still be added.
func (b *Draft) Room() int { return b.Max - b.Length }

// Placed is a picture where it stands in a document without pages.
type Placed struct {
	Picture *picture.Picture
	Before  int   // how many paragraphs stand before it
	Block   Block // what paragraphs are that are read from it
}

func (b *Draft) checkRoom(add int) error {
	if b.Length+add > b.Max {
		return fmt.Errorf("%w: more than %d characters of text", extract.ErrLimits, b.Max)
	}
	if len(b.Blocks) >= MaxParagraphs {
		return fmt.Errorf("%w: more than %d paragraphs", extract.ErrLimits, MaxParagraphs)
	}
	return nil
}

// Add appends a paragraph; one without visible characters is left out. The
// text is cleaned and trimmed; skipped is how many code points the trimming
// took from the front.
func (b *Draft) Add(s string, m Block) (skipped int, err error) {
	s = char.Clean(s)
	trimmed := strings.TrimLeftFunc(s, unicode.IsSpace)
	skipped = utf8.RuneCountInString(s[:len(s)-len(trimmed)])
	s = strings.TrimRightFunc(trimmed, unicode.IsSpace)
	if !char.HasVisible(s) {
		return skipped, nil
	}
	n := char.Count(s)
	if err := b.checkRoom(n + 1); err != nil {
		return skipped, err
	}
	b.text.Grow(len("\n") + len(s)) // doubles it, where WriteString makes it a quarter larger
	if b.Length > 0 {
		b.text.WriteByte('\n')
		b.Length++
	}
	m.Span = extract.Span{Start: b.Length, End: b.Length + n}
	b.text.WriteString(s)
	b.Length += n
	b.Blocks = append(b.Blocks, m)
	return skipped, nil
}

// Expect makes room at once for a text of so many bytes.
func (b *Draft) Expect(bytes int) { b.text.Grow(bytes) }

// SetText takes a whole text as it is but for cleaning.
func (b *Draft) SetText(s string) (string, error) {
	s = char.Clean(s)
	n := char.Count(s)
	if err := b.checkRoom(n); err != nil {
		return "", err
	}
	b.text.WriteString(s)
	b.Length = n
	return s, nil
}

// Mark adds a paragraph of a text given by setText.
func (b *Draft) Mark(m Block) error {
	if err := b.checkRoom(0); err != nil {
		return err
	}
	b.Blocks = append(b.Blocks, m)
	return nil
}

// Turns says where the look of the paragraph changes that was added last, in code points of
// its text before so many were trimmed from its front. It keeps the places.
func (b *Draft) Turns(places []int, trimmed int) {
	if len(places) < 2 { // one change is no text between pieces of another
		return
	}
	for i := range places {
		places[i] -= trimmed
	}
	b.Blocks[len(b.Blocks)-1].turns = &places
}

// Flag notes a finding; beyond maxFlags they are only counted.
func (b *Draft) Flag(f extract.Flag) {
	if len(b.Flags) >= maxFlags {
		b.flagsLeft++
		return
	}
	f.Text = char.Clean(f.Text)
	if utf8.RuneCountInString(f.Text) > MaxFlagText {
		f.Text = string([]rune(f.Text)[:MaxFlagText]) + "…"
	}
	b.Flags = append(b.Flags, f)
}

// FlagAll notes findings one after the other.
func (b *Draft) FlagAll(list []extract.Flag) {
	for _, f := range list {
		b.Flag(f)
	}
}

// Document settles headings and sections and returns the result, or ErrNoText. Its
// metadata is what the file says of itself.
func (b *Draft) Document() (*extract.Document, error) {
	texts := b.Texts()
	if len(b.Pages) == 0 {
		if moved, err := b.settleOrder(texts); err != nil {
			return nil, err
		} else if moved {
			texts = b.Texts()
		}
		b.Pages = b.storedPages()
	}
	d := &extract.Document{Text: b.text.String(), Pages: b.Pages, Pictures: b.Pictures, Metadata: b.Metadata, Method: b.Method}
	if !char.HasVisible(d.Text) {
		if len(b.PicturePages) > 0 || b.LargePictures > 0 {
			return nil, &extract.PictureError{Pages: b.PicturePages, Pictures: b.LargePictures}
		}
		return nil, fmt.Errorf("%w", extract.ErrNoText)
	}
	levels := settleHeadings(b.Blocks, texts, b.OfForm)
	places := tablePlaces(b.Blocks)
	d.Paragraphs = make([]extract.Paragraph, len(b.Blocks))
	for i, m := range b.Blocks {
		p := extract.Paragraph{Span: m.Span, Kind: m.Kind, Level: levels[i], Place: places[i]}
		if i < typedParagraphs {
			p.Face = m.Face
		}
		if p.Level > 0 {
			p.Kind = extract.Heading
		}
		d.Paragraphs[i] = p
	}
	d.Sections = sections(d.Paragraphs, texts)
	flagDisguises(b, d.Paragraphs, texts, !strings.HasPrefix(b.Method, "pdf") && !strings.HasPrefix(b.Method, "ofd"))
	b.Notices.AddCount(extract.BrokenWords, brokenWords(texts, b.Blocks))
	if b.flagsLeft > 0 {
		b.Notices.Add(extract.Notice{Kind: extract.FlagsLeft, Count: b.flagsLeft})
	}
	slices.SortStableFunc(b.Flags, func(a, c extract.Flag) int { return cmp.Compare(a.Start, c.Start) })
	d.Flags, d.Notices = b.Flags, b.Notices.InOrder()
	d.Figures, d.Imprints = b.settleFigures(), imprint.Version
	return d, nil
}

// Texts returns the texts of the blocks.
func (b *Draft) Texts() []string { return cut(b.text.String(), b.Blocks) }

// VisibleRunes counts the visible characters.
func (b *Draft) VisibleRunes() int {
	n := 0
	for _, r := range b.text.String() {
		if char.Visible(r) {
			n++
		}
	}
	return n
}

// Interleave lets others add paragraphs between those there are: add is called
// before each of them, and at the end, with how many stand before. Flags move
// with the paragraphs they are about.
func (b *Draft) Interleave(add func(before int) error) error {
	return b.arrange(upTo(len(b.Blocks)), add)
}

// arrange is Interleave with the paragraphs in another order.
func (b *Draft) arrange(order []int, add func(before int) error) error {
	old, texts := b.Blocks, b.Texts()
	b.text.Reset()
	b.Length, b.Blocks = 0, nil
	shift := make([]int, len(old)) // by how much each paragraph has moved
	for place, i := range order {
		if err := add(place); err != nil {
			return err
		}
		if _, err := b.Add(texts[i], old[i]); err != nil {
			return err
		}
		shift[i] = b.Blocks[len(b.Blocks)-1].Start - old[i].Start
	}
	if err := add(len(old)); err != nil {
		return err
	}
	// What a place moves by: as much as the paragraph that it stands in or behind.
	moved := func(at int) int {
		if j := sort.Search(len(old), func(j int) bool { return old[j].Start > at }) - 1; j >= 0 {
			return shift[j]
		}
		return 0
	}
	for i := range b.Flags {
		by := moved(b.Flags[i].Start)
		b.Flags[i].Start += by
		b.Flags[i].End += by
	}
	for i := range b.Figures {
		b.Figures[i].Offset += moved(b.Figures[i].Offset)
	}
	for i := range b.Breaks {
		b.Breaks[i] += moved(b.Breaks[i])
	}
	return nil
}

// cut takes the blocks' texts out of text in one pass.
func cut(text string, blocks []Block) []string {
	out := make([]string, len(blocks))
	at, offset := 0, 0 // code points and bytes
	for i, m := range blocks {
		from := char.Advance(text, offset, m.Start-at)
		offset = char.Advance(text, from, m.End-max(m.Start, at))
		at = max(at, m.Start, m.End)
		out[i] = text[from:offset]
	}
	return out
}

// sections returns each heading what follows it up to the next of the same or a
// higher level.
func sections(paragraphs []extract.Paragraph, texts []string) []extract.Section {
	list := []extract.Section{}
	var open []int // indexes into list, of rising level
	last := 0
	for i, p := range paragraphs {
		if p.Kind == extract.Heading {
			for len(open) > 0 && list[open[len(open)-1]].Level >= p.Level {
				list[open[len(open)-1]].End = last
				open = open[:len(open)-1]
			}
			open = append(open, len(list))
			list = append(list, extract.Section{Span: extract.Span{Start: p.Start}, Title: char.OneLine(texts[i]), Level: p.Level})
		}
		if p.Kind != extract.Running { // which stands in none
			last = p.End
		}
	}
	for _, i := range open {
		list[i].End = last
	}
	return list
}

// Text is the text so far.
func (b *Draft) Text() string { return b.text.String() }

// Progress says how far the reading of a file is: how many pages of text it has read of a
// PDF or an OFD file or, after that, recognised.
type Progress struct {
	Read  int `json:"read,omitempty"`
	Done  int `json:"done"`
	Total int `json:"total"`
}

const (
	// ReportEvery is after how many pages it is told how many were read.
	ReportEvery = 50
	// FullPage is how many characters a page of text has at least: thousands of pages
	// with less are no long document.
	FullPage = 100
)

// Recognising tells of pages or pictures being recognised.
func (b *Draft) Recognising(done, total int) {
	if b.Report != nil {
		b.Report(Progress{Done: done, Total: total})
	}
}
