// Package rtf reads Rich Text Format.
//
// Its input is the bytes of a file. Its output is paragraphs in a draft.
package rtf

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/field"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/style"
)

const (
	maxRTFDepth = 2_000 // nested groups; Word's tables of lists reach 20
	maxRTFWord  = 64    // bytes of a control word with its number
)

// Is reports whether a file is RTF, by its beginning in lower case.
func Is(head []byte) bool { return bytes.HasPrefix(head, []byte(`{\rtf`)) }

// Read reads the Rich Text Format, in which Word and many systems exchange documents, often under
// the name .doc.
func Read(ctx context.Context, b *draft.Draft, data []byte) error {
	b.Method = "rtf"
	r := &rtfReader{
		Writer: flow.Writer{Draft: b}, ctx: ctx, raw: data,
		fonts: map[int]rtfFont{}, styles: map[int]rtfStyle{}, characterStyles: map[int]rtfStyle{}, info: map[string]string{},
		defaultFont: noFont, filePage: char.WesternPage, western: char.WesternPage, sheet: style.A4,
	}
	r.tables.Emit = r.Emit
	r.state = rtfState{skipAfter: 1, page: char.WesternPage, font: noFont, paragraph: &rtfParagraph{}}
	r.begin()
	if err := r.read(); err != nil {
		return err
	}
	if r.titled { // otherwise no page shows them
		r.running = append(r.running, r.firstRunning...)
	}
	if r.facing {
		r.running = append(r.running, r.leftRunning...)
	}
	if err := r.EmitRunning(r.running, r.commented); err != nil {
		return err
	}
	b.Metadata = field.Properties(r.info["title"], r.info["author"], r.info["keywords"])
	return nil
}

// rtfState is what a group inherits and restores at its end.
type rtfState struct {
	destination string // "" is the text; "skip" is not read
	look        style.Look
	shade       rtfShade // behind the letters
	deleted     bool
	paragraph   *rtfParagraph
	shape       *rtfShape // the shape that contains the text, or nil
	unseen      bool      // the text's anchor is invisible
	font        int
	symbols     bool // the font is a symbol font
	page        int  // code page of bytes
	skipAfter   int  // bytes that replace a \u in old readers
	note        *rtfNote
	quiet       bool // resets of the paragraph are ignored
	inner       int  // 1 within the definition of a row in a nested table
	asian       bool // properties apply to Chinese characters
	nested      bool // within a field in another one's instruction
}

// rtfNote collects a footnote or a text box attached to a paragraph, or a header.
type rtfNote struct {
	into  *[]flow.Paragraph
	kind  extract.ParagraphKind
	outer *flow.Paragraph
	depth int
}

type rtfFont struct {
	name string
	page int
}

// rtfStyle is an entry of the style sheet. It states all properties of its text, so that the style
// it is based on does not matter.
type rtfStyle struct {
	name      string
	level     int
	look      style.Look
	paragraph *rtfParagraph
}

type rtfReader struct {
	flow.Writer
	ctx    context.Context
	raw    []byte
	offset int
	state  rtfState
	stack  []rtfState
	p      *flow.Paragraph
	depth  int // number of tables around the paragraph

	running, leftRunning, firstRunning []flow.Paragraph // headers and footers of all, left and first pages

	commented []flow.Paragraph // the comments

	facing, titled bool // left and first pages have their own headers

	tables flow.Nesting
	rows   [2][]flow.CellShape // definition of the current row, of an outer and an inner table
	shades [2][]style.Paint    // backgrounds of its cells
	shade  rtfShade            // of the cell being defined
	high   [2]int              // its exact height in twips; 0 if it follows the text
	grows  [2]bool             // its cells grow with their text
	cells  [2]int              // number of its completed cells
	next   flow.CellShape      // definition of the cell whose edge comes next
	left   float32             // left edge of the row

	look style.Look // of the text being added to a paragraph
	at   flow.Place

	bytes []byte // not yet decoded
	text  []byte // before these, of one look, not yet part of the paragraph
	skip  int    // characters still to be skipped after a \u
	half  rune   // first half of a surrogate pair
	word  strings.Builder

	instruction strings.Builder // of a field
	form        rtfForm         // of the current field
	picture     rtfPicture      // begun last

	sheet style.Sheet // the largest page

	field  rtfField // the last one with a complete instruction
	info   map[string]string
	fonts  map[int]rtfFont
	styles map[int]rtfStyle

	characterStyles map[int]rtfStyle

	defaultFont int    // font of text before the first font is named
	filePage    int    // code page of bytes in fonts that state none
	western     int    // actual code page of bytes stated to be Western
	number      int    // of the font or style being defined
	ofLetters   bool   // the style being defined is a character style
	level       int    // outline level of the style being defined
	property    string // name of a shape's property, with its value in value
	value       string
	colours     []style.Paint
	colour      style.Paint // being defined
}

func (r *rtfReader) begin() {
	kind := extract.Body
	if r.state.note != nil {
		kind = r.state.note.kind
	}
	old := r.p
	r.p = &flow.Paragraph{Block: draft.Block{Kind: kind, MayHead: kind == extract.Body}}
	if old != nil {
		r.p.Block.Level = old.Block.Level // until \pard
	}
}

func (r *rtfReader) read() error {
	for n := 0; r.offset < len(r.raw); n++ {
		if n%4096 == 0 {
			if err := r.ctx.Err(); err != nil {
				return err
			}
		}
		switch c := r.raw[r.offset]; c {
		case '{':
			if !r.halfRead() {
				r.flush()
			}
			if len(r.stack) >= maxRTFDepth {
				return fmt.Errorf("%w: groups nested deeper than %d", extract.ErrLimits, maxRTFDepth)
			}
			r.stack = append(r.stack, r.state)
			r.offset++
		case '}':
			if n := len(r.stack); !r.halfRead() || n > 0 && r.stack[n-1].destination != r.state.destination {
				r.flush()
			}
			r.show()
			r.offset++
			if err := r.close(); err != nil {
				return err
			}
		case '\\':
			if err := r.control(); err != nil {
				return err
			}
		case '\r', '\n':
			r.offset++
		default:
			if n := plainRun(r.raw[r.offset:]); n > 1 && r.skip == 0 && len(r.bytes) == 0 {
				r.gather(string(r.raw[r.offset : r.offset+n]))
				r.offset += n
				continue
			}
			r.offset++
			r.char(c)
		}
	}
	r.flush()
	for len(r.stack) > 0 { // the file was cut off
		if err := r.close(); err != nil {
			return err
		}
	}
	if err := r.end(); err != nil {
		return err
	}
	return r.tables.Reach(0)
}

// plainRun counts the bytes before the next special one.
func plainRun(raw []byte) int {
	for i, c := range raw {
		if c >= 0x80 || c == '{' || c == '}' || c == '\\' || c == '\r' || c == '\n' {
			return i
		}
	}
	return len(raw)
}

// char adds a plain byte of the text.
func (r *rtfReader) char(c byte) {
	if r.skip > 0 {
		r.skip--
		return
	}
	if c < 0x80 && !r.halfRead() {
		r.decode()
		r.gatherRune(rune(c))
		return
	}
	r.bytes = append(r.bytes, c)
}

// halfRead reports whether only the first half of a two-byte character was read.
func (r *rtfReader) halfRead() bool { return len(r.bytes) > 0 && halfOpen(r.bytes, r.page()) }

// halfOpen reports whether raw ends with the first half of a two-byte character.
func halfOpen(raw []byte, page int) bool {
	if page != 936 && page != 950 && page != 932 && page != 949 {
		return false
	}
	i := 0
	for i < len(raw) {
		if i++; raw[i-1] >= 0x81 {
			i++
		}
	}
	return i > len(raw)
}

// noFont is the font number before a font is named.
const noFont = -1

// page returns the code page of the following bytes. For text before a font is named, it is that of
// the default font, if that has its own.
func (r *rtfReader) page() int {
	if r.state.font != noFont || r.state.destination != "" {
		return r.state.page
	}
	if f := r.fonts[r.defaultFont]; f.page > char.SymbolPage && f.page != char.WesternPage {
		return f.page
	}
	return r.state.page
}

// flush adds everything read so far, before the look or the place changes.
func (r *rtfReader) flush() {
	r.decode()
	r.show()
}

// decode decodes the bytes read so far.
func (r *rtfReader) decode() {
	if len(r.bytes) == 0 {
		return
	}
	page := r.page()
	if page == char.WesternPage {
		if p := char.RunPage(r.bytes); p != page {
			r.western = p // also for pieces that are too short to decide
		}
		if len(r.bytes) > 1 {
			page = r.western
		}
	}
	s := char.DecodePage(r.bytes, page)
	r.bytes = r.bytes[:0]
	r.gather(s)
}

// gather is put for text that arrives in pieces: text of one look is combined.
func (r *rtfReader) gather(s string) {
	if r.gathers() {
		r.text = append(r.text, s...)
		return
	}
	r.put(s)
}

// gatherRune is gather for one character.
func (r *rtfReader) gatherRune(c rune) {
	if r.gathers() {
		r.text = utf8.AppendRune(r.text, c)
		return
	}
	r.put(string(c))
}

// gathers reports whether text goes unchanged into the paragraph.
func (r *rtfReader) gathers() bool { return r.state.destination == "" && !r.state.symbols }

// show adds the gathered text to the paragraph.
func (r *rtfReader) show() {
	if len(r.text) > 0 {
		look, at := r.surroundings()
		r.p.Put(string(r.text), look, at)
		r.text = r.text[:0]
	}
}

// put adds characters to the destination of the current group.
func (r *rtfReader) put(s string) {
	r.show()
	switch r.state.destination {
	case "":
		if f := r.fonts[r.state.font]; f.page == char.SymbolPage {
			s = strings.Map(func(c rune) rune {
				if c > ' ' && c < 0x100 {
					return c + 0xF000
				}
				return c
			}, s)
			s = char.Symbols(f.name, s)
		}
		look, at := r.surroundings()
		r.p.Put(s, look, at)
	case "sn":
		r.property += s
	case "sv":
		r.value += s
	case "fldinst":
		if r.instruction.Len() < utf8.UTFMax*flow.MaxInstruction && r.state.look.Hidden != style.Yes {
			r.instruction.WriteString(s)
		}
	case "ffl":
		r.form.entries[len(r.form.entries)-1] += s
	case "fonttbl", "stylesheet":
		for i, part := range strings.Split(s, ";") {
			if i > 0 {
				r.define()
			}
			r.write(part)
		}
	case "colortbl":
		for range strings.Count(s, ";") {
			r.colours = append(r.colours, r.colour)
			r.colour = style.NoPaint
		}
	case "title", "author", "keywords":
		if len(r.info[r.state.destination]) < draft.MaxFlagText {
			r.info[r.state.destination] += s
		}
	}
}

// write collects the name of a font or style.
func (r *rtfReader) write(s string) {
	if r.word.Len() < 4*maxRTFWord {
		r.word.WriteString(s)
	}
}

// define ends the definition of a font or style.
func (r *rtfReader) define() {
	name := strings.TrimSpace(r.word.String())
	r.word.Reset()
	if r.state.destination == "fonttbl" {
		f := r.fonts[r.number]
		f.name = name
		r.fonts[r.number] = f
		return
	}
	if r.level == 0 {
		r.level = flow.NamedLevel(name)
	}
	styles := r.styles
	if r.ofLetters {
		styles = r.characterStyles
	}
	styles[r.number] = rtfStyle{name, r.level, r.state.look, r.state.paragraph}
	r.number, r.level, r.ofLetters = 0, 0, false
	r.state.look, r.state.shade, r.state.paragraph = style.Look{}, rtfShade{}, &rtfParagraph{}
}

// close ends a group.
func (r *rtfReader) close() error {
	n := len(r.stack)
	if n == 0 {
		return nil
	}
	old := r.state
	r.state = r.stack[n-1]
	r.stack = r.stack[:n-1]
	r.skip = 0
	switch {
	case old.destination == "sv" && r.state.destination != "sv" && n > 1:
		r.shaped()
	case old.destination == "pict" && (r.state.destination == "" || r.state.destination == "sv"):
		if shown := r.picture.toPicture(r.raw[:r.offset]); shown != nil && !old.deleted && old.look.Hidden != style.Yes {
			r.p.Hanging = append(r.p.Hanging, flow.Paragraph{Picture: shown})
		}
	case old.destination == "fldinst" && r.state.destination == "":
		if r.form.kind != 0 {
			r.put(r.form.fieldText())
		} else {
			r.put(flow.FieldText(r.instruction.String()))
		}
		r.show()
		r.field = rtfField{len(r.stack), r.instruction.String(), r.p, r.p.Text.Len()}
	case r.field.depth > 0 && n == r.field.depth:
		r.show()
		if r.field.p == r.p {
			r.p.KeepUnshown(r.field.code, r.p.Text.String()[r.field.at:])
		}
		r.field = rtfField{}
	case old.nested && !r.state.nested:
		r.instruction.WriteRune(flow.FieldEnd)
	}
	if old.note == nil || old.note == r.state.note {
		return nil
	}
	// The note ends. Its last paragraph has no mark of its own.
	last := r.p
	r.p, r.depth = old.note.outer, old.note.depth
	if last.Runes > 0 || len(last.Kept) > 0 {
		*old.note.into = append(*old.note.into, *last)
	}
	return nil
}

// end ends a paragraph.
func (r *rtfReader) end() error {
	p := r.p
	r.begin()
	if p.Runes == 0 && len(p.Kept) == 0 && len(p.Hanging) == 0 {
		return nil
	}
	p.SetSpot(r.state.shape.spot(), r.state.paragraph.frame)
	if r.state.note != nil {
		*r.state.note.into = append(*r.state.note.into, *p)
		return nil
	}
	return r.tables.Paragraph(p, r.depth)
}

// control reads a control word or symbol.
func (r *rtfReader) control() error {
	r.offset++
	if r.offset >= len(r.raw) {
		return nil
	}
	c := r.raw[r.offset]
	if c < 'A' || c > 'z' || c > 'Z' && c < 'a' {
		r.offset++
		r.symbol(c)
		return nil
	}
	from := r.offset
	for r.offset < len(r.raw) && (r.raw[r.offset]|0x20) >= 'a' && (r.raw[r.offset]|0x20) <= 'z' && r.offset-from < maxRTFWord {
		r.offset++
	}
	word := r.raw[from:r.offset]
	from = r.offset
	if r.offset < len(r.raw) && r.raw[r.offset] == '-' {
		r.offset++
	}
	for r.offset < len(r.raw) && r.raw[r.offset] >= '0' && r.raw[r.offset] <= '9' && r.offset-from < maxRTFWord {
		r.offset++
	}
	value, has := number(r.raw[from:r.offset])
	if r.offset < len(r.raw) && r.raw[r.offset] == ' ' {
		r.offset++
	}
	if string(word) == "bin" { // arbitrary bytes
		r.offset += min(max(value, 0), len(r.raw)-r.offset)
		return nil
	}
	if string(word) == "u" && has {
		r.unicode(value)
		return nil
	}
	r.flush()
	return r.keyword(string(word), value, has)
}

// number parses digits with an optional minus sign and reports whether they are a number.
func number(digits []byte) (value int, ok bool) {
	if len(digits) > 5 || len(digits) > 0 && digits[0] == '-' { // longer than the code of a character
		value, err := strconv.Atoi(string(digits))
		return value, err == nil
	}
	for _, c := range digits {
		value = value*10 + int(c-'0')
	}
	return value, len(digits) > 0
}

func (r *rtfReader) symbol(c byte) {
	switch c {
	case '\'':
		if r.offset+2 > len(r.raw) {
			r.offset = len(r.raw)
			return
		}
		v, err := strconv.ParseUint(string(r.raw[r.offset:r.offset+2]), 16, 8)
		r.offset += 2
		switch {
		case err != nil:
		case r.skip > 0:
			r.skip--
		default:
			r.bytes = append(r.bytes, byte(v))
		}
		return
	}
	r.flush()
	switch c {
	case '*':
		// The group is skipped unless keyword knows its name and undoes this. Within a group \*
		// means nothing.
		if r.state.destination == "" && bytes.HasSuffix(bytes.TrimRight(r.raw[:r.offset-2], "\r\n "), []byte("{")) {
			r.state.destination = "skip"
		}
	case '~':
		r.put("\u00A0")
	case '_':
		r.put("-")
	case '{', '}', '\\':
		if r.skip > 0 {
			r.skip--
			return
		}
		r.put(string(rune(c)))
	case '\r', '\n': // equivalent to \par
		_ = r.keyword("par", 0, false)
	}
}

// unicode reads a \u, whose number may be negative, and the replacement after it for readers that
// do not know it.
func (r *rtfReader) unicode(value int) {
	r.decode()
	c := rune(uint16(value))
	r.skip = r.state.skipAfter
	switch {
	case c >= 0xD800 && c < 0xDC00:
		r.half = c
	case c >= 0xDC00 && c < 0xE000:
		if r.half != 0 {
			r.gatherRune((r.half-0xD800)<<10 + c - 0xDC00 + 0x10000)
		}
		r.half = 0
	case c >= 0xF000 && c <= 0xF0FF && r.state.quiet:
		r.put(flow.Bullets[0]) // its level follows later
	case c >= 0xF000 && c <= 0xF0FF:
		r.put(char.Symbol(r.fonts[r.state.font].name, c))
	default:
		r.gatherRune(c)
	}
}
