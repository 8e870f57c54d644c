package extract

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxParagraphs = 500_000 // bounds the structure as Options.MaxCharacters bounds the text
	maxFlags      = 1_000   // a reviewer reads a handful; the rest is counted in a notice
	maxFlagText   = 2_000   // code points of kept-out text that one flag carries
)

// builder puts a Document together. Formats either add paragraph after
// paragraph (add), which writes the separators, or hand over a finished text
// and mark the paragraphs in it (setText, mark).
type builder struct {
	report func(progressReport) // is told of pages being read and recognised; nil for nobody

	text   strings.Builder
	length int // code points in text
	max    int // code points allowed
	blocks []block
	pages  []Page
	flags  []Flag
	lost   int // flags beyond maxFlags

	notices  Notices
	metadata Metadata
	method   string
	within   bool  // the document stands in another one
	pictured []int // pages that are pictures, for the error where there is no text

	placed   []placedPicture // of a document without pages
	large    int             // of them, those that may hold text
	pictures []Picture       // that were read
}

// block is a paragraph whose being a heading is not settled yet.
type block struct {
	Span
	kind  ParagraphKind
	level int  // of a heading that the file itself marks as one, from 1; 0 unknown
	prone bool // may be a heading by its words alone
	bold  bool // stands out from the body by weight or size
	apart bool // one line that stands out, in a text that does not
	cell  *gridCell
}

// newBuilder gives an empty document that may grow to max code points.
func newBuilder(max int) *builder { return &builder{max: max} }

// room is how many code points may still be added.
func (b *builder) room() int { return b.max - b.length }

// placedPicture is a picture where it stands in a document without pages.
type placedPicture struct {
	picture *wordPicture
	before  int   // how many paragraphs stand before it
	block   block // what paragraphs are that are read from it
}

// clean replaces what XML 1.0 cannot hold by a space, one for one, so that
// every text can be quoted in evidence and offsets stay as they are.
func clean(s string) string {
	if utf8.ValidString(s) && !hasForbidden(s) {
		return s
	}
	return strings.Map(cleanRune, s) // which also makes U+FFFD of each invalid byte
}

// hasForbidden says whether valid UTF-8 holds what clean replaces.
func hasForbidden(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' && c != '\n' && c != '\r' {
			return true
		}
	}
	return strings.Contains(s, "\uFFFE") || strings.Contains(s, "\uFFFF")
}

func cleanRune(r rune) rune {
	switch {
	case r == '\t', r == '\n', r == '\r':
		return r
	case r < ' ', r == 0xFFFE, r == 0xFFFF, r >= 0xD800 && r <= 0xDFFF:
		return ' '
	}
	return r
}

// visible says whether r puts ink on paper or stands for a character that
// does: what decides between text and no text.
func visible(r rune) bool {
	if r > ' ' && r < 0x7F || r >= 0x3001 && r <= 0xD7FF {
		return true
	}
	return !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) && r != 0
}

func hasVisible(s string) bool { return strings.IndexFunc(s, visible) >= 0 }

// evident says whether text that was kept out is worth a flag: without a letter
// or a digit hidden text is decoration, such as white dots on slides.
func evident(kind FlagKind, s string) bool {
	if kind != HiddenText {
		return hasVisible(s)
	}
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) >= 0
}

func (b *builder) full(add int) error {
	if b.length+add > b.max {
		return fmt.Errorf("%w: more than %d characters of text", ErrLimits, b.max)
	}
	if len(b.blocks) >= maxParagraphs {
		return fmt.Errorf("%w: more than %d paragraphs", ErrLimits, maxParagraphs)
	}
	return nil
}

// add appends a paragraph; one without visible characters is left out. The
// text is cleaned and trimmed; skipped is how many code points the trimming
// took from the front.
func (b *builder) add(s string, m block) (skipped int, err error) {
	s = clean(s)
	trimmed := strings.TrimLeftFunc(s, unicode.IsSpace)
	skipped = utf8.RuneCountInString(s[:len(s)-len(trimmed)])
	s = strings.TrimRightFunc(trimmed, unicode.IsSpace)
	if !hasVisible(s) {
		return skipped, nil
	}
	n := utf8.RuneCountInString(s)
	if err := b.full(n + 1); err != nil {
		return skipped, err
	}
	if b.length > 0 {
		b.text.WriteByte('\n')
		b.length++
	}
	m.Span = Span{Start: b.length, End: b.length + n}
	b.text.WriteString(s)
	b.length += n
	b.blocks = append(b.blocks, m)
	return skipped, nil
}

// setText takes a whole text as it is but for cleaning.
func (b *builder) setText(s string) (string, error) {
	s = clean(s)
	n := utf8.RuneCountInString(s)
	if err := b.full(n); err != nil {
		return "", err
	}
	b.text.WriteString(s)
	b.length = n
	return s, nil
}

// mark adds a paragraph of a text given by setText.
func (b *builder) mark(m block) error {
	if err := b.full(0); err != nil {
		return err
	}
	b.blocks = append(b.blocks, m)
	return nil
}

// flag notes a finding; beyond maxFlags they are only counted.
func (b *builder) flag(f Flag) {
	if len(b.flags) >= maxFlags {
		b.lost++
		return
	}
	f.Text = clean(f.Text)
	if utf8.RuneCountInString(f.Text) > maxFlagText {
		f.Text = string([]rune(f.Text)[:maxFlagText]) + "…"
	}
	b.flags = append(b.flags, f)
}

// flagAll notes findings one after the other.
func (b *builder) flagAll(list []Flag) {
	for _, f := range list {
		b.flag(f)
	}
}

// document settles headings and sections, fills the metadata and gives the
// result, or ErrNoText.
func (b *builder) document() (*Document, error) {
	d := &Document{Text: b.text.String(), Pages: b.pages, Pictures: b.pictures, Metadata: b.metadata, Method: b.method}
	if !hasVisible(d.Text) {
		if len(b.pictured) > 0 || b.large > 0 {
			return nil, &PictureError{Pages: b.pictured, Pictures: b.large}
		}
		return nil, fmt.Errorf("%w", ErrNoText)
	}
	texts := b.texts()
	levels := settleHeadings(b.blocks, texts)
	places := tablePlaces(b.blocks)
	d.Paragraphs = make([]Paragraph, len(b.blocks))
	for i, m := range b.blocks {
		p := Paragraph{Span: m.Span, Kind: m.kind, Level: levels[i], Place: places[i]}
		if p.Level > 0 {
			p.Kind = Heading
		}
		d.Paragraphs[i] = p
	}
	d.Sections = sections(d.Paragraphs, texts)
	fillMetadata(&d.Metadata, d.Paragraphs, texts)
	flagDisguises(b, d.Paragraphs, texts, !strings.HasPrefix(b.method, "pdf"))
	if b.lost > 0 {
		b.notices.Add(Notice{Kind: FlagsLeft, Count: b.lost})
	}
	slices.SortStableFunc(b.flags, func(a, c Flag) int { return cmp.Compare(a.Start, c.Start) })
	d.Flags, d.Notices = b.flags, b.notices.InOrder()
	return d, nil
}

// texts gives the texts of the blocks.
func (b *builder) texts() []string { return cut(b.text.String(), b.blocks) }

// visibleRunes counts the visible characters.
func (b *builder) visibleRunes() int {
	n := 0
	for _, r := range b.text.String() {
		if visible(r) {
			n++
		}
	}
	return n
}

// interleave lets others add paragraphs between those there are: add is called
// before each of them, and at the end, with how many stand before. Flags move
// with the paragraphs they are about.
func (b *builder) interleave(add func(before int) error) error {
	old, texts := b.blocks, b.texts()
	b.text.Reset()
	b.length, b.blocks = 0, nil
	shift := make([]int, len(old)) // by how much each paragraph has moved
	for i, m := range old {
		if err := add(i); err != nil {
			return err
		}
		if _, err := b.add(texts[i], m); err != nil {
			return err
		}
		shift[i] = b.blocks[len(b.blocks)-1].Start - m.Start
	}
	if err := add(len(old)); err != nil {
		return err
	}
	for i := range b.flags {
		// The paragraph that the flag stands in or behind.
		f := &b.flags[i]
		if j := sort.Search(len(old), func(j int) bool { return old[j].Start > f.Start }) - 1; j >= 0 {
			f.Start += shift[j]
			f.End += shift[j]
		}
	}
	return nil
}

// cut takes the blocks' texts out of text in one pass.
func cut(text string, blocks []block) []string {
	out := make([]string, len(blocks))
	at, offset := 0, 0 // code points and bytes
	forward := func(to int) {
		for at < to && offset < len(text) {
			_, size := utf8.DecodeRuneInString(text[offset:])
			offset += size
			at++
		}
	}
	for i, m := range blocks {
		forward(m.Start)
		from := offset
		forward(m.End)
		out[i] = text[from:offset]
	}
	return out
}

// sections gives each heading what follows it up to the next of the same or a
// higher level.
func sections(paragraphs []Paragraph, texts []string) []Section {
	list := []Section{}
	var open []int // indexes into list, of rising level
	last := 0
	for i, p := range paragraphs {
		if p.Kind == Heading {
			for len(open) > 0 && list[open[len(open)-1]].Level >= p.Level {
				list[open[len(open)-1]].End = last
				open = open[:len(open)-1]
			}
			open = append(open, len(list))
			list = append(list, Section{Span: Span{Start: p.Start}, Title: oneLine(texts[i]), Level: p.Level})
		}
		last = p.End
	}
	for _, i := range open {
		list[i].End = last
	}
	return list
}

// oneLine folds white space to single spaces.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// progressReport says how far the reading of a file is: how many pages of text it has read of a
// PDF or, after that, recognised.
type progressReport struct {
	Read  int `json:"read,omitempty"`
	Done  int `json:"done"`
	Total int `json:"total"`
}

// recognising tells of pages or pictures being recognised.
func (b *builder) recognising(done, total int) {
	if b.report != nil {
		b.report(progressReport{Done: done, Total: total})
	}
}
