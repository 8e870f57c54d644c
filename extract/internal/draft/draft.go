// Package draft builds a document from any format: it collects paragraphs, then determines what
// depends on the whole document, such as headings and sections, places in tables, disguised
// characters and notices.
//
// Its input is paragraphs with the properties that their format states (Block). Its output is an
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
	// MaxFlagText is the most code points of kept-out text in one flag.
	MaxFlagText = extract.MaxFlagText
	// maxFlags: a reviewer reads a handful; further flags are counted in a notice.
	maxFlags = 1_000
	// typedParagraphs is the number of first paragraphs whose typeface is kept: a title page may be
	// among them.
	typedParagraphs = 60
)

// Draft is a document under construction. Formats either add paragraphs one by one (Add), which
// writes the separators, or set a finished text and mark the paragraphs in it (SetText, Mark). It
// is not safe for concurrent use.
type Draft struct {
	Report func(Progress) // called as pages are read and recognised; may be nil
	// OfForm reports whether a line is the label of a form and so no heading. It may be nil.
	OfForm func(string) bool

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
	Embedded     bool  // the document is embedded in another one
	PicturePages []int // pages that are pictures, for the error if there is no text
	Attached     []Attached

	Breaks      []int // for formats without pages: where pages began at the last layout
	StatedPages int   // number of pages then, from another place in the file

	Placed        []Placed          // in a document without pages
	LargePictures int               // number of those that may hold text
	Pictures      []extract.Picture // pictures that were read
	Figures       []extract.Figure  // in order, once for each time a picture is shown
	Imprints      imprint.Layout    // of Figures
}

// Block is a paragraph that may yet turn out to be a heading.
type Block struct {
	extract.Span
	Kind      extract.ParagraphKind
	Level     int  // of a heading marked in the file, from 1; 0 unknown
	MayHead   bool // its words alone may make it a heading
	Bold      bool // differs from the body by weight or size
	StandsOut bool // a single line in bold or large type in a text that is not
	Face      extract.Face
	Cell      *Cell
	Spot      *Spot  // of a box or a frame; nil if unstated
	turns     *[]int // code points of its text at which its font changes; nil if it does not
}

// New returns an empty document that may grow to max code points.
func New(max int) *Draft { return &Draft{Max: max} }

// Room returns how many code points may still be added.
func (b *Draft) Room() int { return b.Max - b.Length }

// Placed is a picture and its position in a document without pages.
type Placed struct {
	Picture *picture.Picture
	Before  int   // number of paragraphs before it
	Block   Block // properties of the paragraphs read from it
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

// Add appends a paragraph, unless it has no visible characters. The text is cleaned and trimmed;
// skipped is the number of code points trimmed from its start.
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
	b.text.Grow(len("\n") + len(s)) // doubles the buffer, where WriteString grows it by a quarter
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

// Expect reserves room for a text of the given bytes.
func (b *Draft) Expect(bytes int) { b.text.Grow(bytes) }

// SetText sets the whole text, which is only cleaned.
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

// Mark adds a paragraph of a text set by SetText.
func (b *Draft) Mark(m Block) error {
	if err := b.checkRoom(0); err != nil {
		return err
	}
	b.Blocks = append(b.Blocks, m)
	return nil
}

// Turns records where the font changes in the paragraph added last, in code points of its text
// before trimmed code points were removed from its start. It takes ownership of places.
func (b *Draft) Turns(places []int, trimmed int) {
	if len(places) < 2 { // a single change puts no text between pieces of another
		return
	}
	for i := range places {
		places[i] -= trimmed
	}
	b.Blocks[len(b.Blocks)-1].turns = &places
}

// Flag records a finding; findings beyond maxFlags are only counted.
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

// FlagAll records several findings.
func (b *Draft) FlagAll(list []extract.Flag) {
	for _, f := range list {
		b.Flag(f)
	}
}

// Document determines headings and sections and returns the document, or ErrNoText. Its metadata is
// that of the file's properties.
func (b *Draft) Document() (*extract.Document, error) {
	texts := b.Texts()
	if moved, err := b.settleOrder(texts); err != nil {
		return nil, err
	} else if moved {
		texts = b.Texts()
	}
	if len(b.Pages) == 0 {
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
	d.Figures, d.Imprints = b.settleFigures(), b.Imprints.Version()
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

// Interleave lets callers add paragraphs between the existing ones: add is called before each of
// them, and at the end, with the number of paragraphs before. Flags move with their paragraphs.
func (b *Draft) Interleave(add func(before int) error) error {
	return b.arrange(upTo(len(b.Blocks)), add)
}

// arrange does the same as Interleave and also reorders the paragraphs.
func (b *Draft) arrange(order []int, add func(before int) error) error {
	old, texts := b.Blocks, b.Texts()
	b.text.Reset()
	b.Length, b.Blocks = 0, nil
	shift := make([]int, len(old)) // by how much each paragraph moved
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
	moved := mover(old, shift)
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

// mover returns by how much a place moves if the paragraphs move by shift: as much as the one that
// contains or precedes it.
func mover(old []Block, shift []int) func(at int) int {
	return func(at int) int {
		if j := sort.Search(len(old), func(j int) bool { return old[j].Start > at }) - 1; j >= 0 {
			return shift[j]
		}
		return 0
	}
}

// cut returns the blocks' texts, in one pass over text.
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

// sections returns for each heading the text up to the next heading of the same or a higher level.
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
		if p.Kind != extract.Running { // running text is in no section
			last = p.End
		}
	}
	for _, i := range open {
		list[i].End = last
	}
	return list
}

// Text returns the text so far.
func (b *Draft) Text() string { return b.text.String() }

// Progress reports how far a PDF or an OFD file was read: pages read so far, or after that pages
// recognised.
type Progress struct {
	Read  int `json:"read,omitempty"`
	Done  int `json:"done"`
	Total int `json:"total"`
}

const (
	// ReportEvery is the number of pages between two reports.
	ReportEvery = 50
	// FullPage is the least number of characters of a page of text: thousands of pages with fewer
	// are not a long document.
	FullPage = 100
)

// Recognising reports the progress of recognising pages or pictures.
func (b *Draft) Recognising(done, total int) {
	if b.Report != nil {
		b.Report(Progress{Done: done, Total: total})
	}
}
