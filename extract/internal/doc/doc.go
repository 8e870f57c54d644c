// Package doc reads Word files from before 2007, including those of WPS: Word 97 to 2003, Word 6
// and 95, and Word 2, which does not use compound files.
//
// Its input is the bytes of a file. Its output is paragraphs in a draft. richardlehane/mscfb reads
// the compound file; the format in it is Microsoft's [MS-DOC] and its predecessors: piece table,
// property pages, style sheet, lists, fields, notes, text boxes.
package doc

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/richardlehane/mscfb"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/container"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/field"
	"zhiwen/extract/internal/flow"
)

const (
	maxStreams    = 20_000 // of a compound file; Word files with many embedded objects have some hundreds
	summaryStream = "SummaryInformation"
)

// Is reports whether a file was written by Word 2 to 2003.
func Is(data []byte) bool {
	if container.IsCompound(data) {
		return container.HasStream(data, "WordDocument")
	}
	return isWord2(data) && len(data) > oldSpansMore
}

// Read reads a Word file from before 2007. The names of [MS-DOC] are given where its structures are
// read.
func Read(ctx context.Context, b *draft.Draft, data []byte) error {
	b.Method = "doc"
	streams, late := map[string][]byte{"WordDocument": data}, noStream
	if !isWord2(data) {
		var err error
		if streams, late, err = openCompound(b, data); err != nil {
			return err
		}
	}
	main := streams["WordDocument"]
	if main == nil {
		return fmt.Errorf("%w: an Office file of before 2007 that is not a Word document", extract.ErrUnsupported)
	}
	f := &docFile{main: main, data: late}
	if err := f.loadHeader(streams); err != nil {
		return err
	}
	f.loadFormats()
	if err := f.loadPieces(b.Max); err != nil {
		return err
	}
	f.loadStyles()
	f.loadLists()
	if f.clipped {
		b.Notices.Add(extract.Notice{Kind: extract.CutOff})
	}
	w := &walk{Writer: flow.Writer{Draft: b}, ctx: ctx, f: f}
	if err := w.document(); err != nil {
		return err
	}
	b.Metadata = summaryMetadata(streams["\x05"+summaryStream])
	return nil
}

func noStream() []byte { return nil }

// openCompound returns the relevant streams of a compound file by name, without those of embedded
// objects. The data stream, mostly pictures, is read only when late is called.
func openCompound(b *draft.Draft, data []byte) (streams map[string][]byte, late func() []byte, err error) {
	r, err := mscfb.New(wholeSectors(data))
	if err != nil {
		return nil, nil, fmt.Errorf("%w: an Office file that is cut off or broken", extract.ErrDamaged)
	}
	if len(r.File) > maxStreams {
		return nil, nil, fmt.Errorf("%w: %d streams in the Office file", extract.ErrLimits, len(r.File))
	}
	streams, late = map[string][]byte{}, noStream
	seen := map[string]bool{}
	var all int64
	macros := false
	for _, f := range r.File {
		if f.Name == "VBA" || f.Name == "_VBA_PROJECT" {
			macros = true
		}
		name := streamName(f.Name)
		if name == summaryStream && f.Initial == 5 {
			name = "\x05" + name
		}
		if len(f.Path) > 0 || seen[name] {
			continue
		}
		switch name {
		case "EncryptedPackage":
			return nil, nil, fmt.Errorf("%w: an Office file that opens with a password", extract.ErrEncrypted)
		case "WordDocument", "0Table", "1Table", "Data", "\x05" + summaryStream:
		default:
			continue
		}
		// A stream is no larger than the file that holds it, so the sum of the streams read here
		// bounds the memory.
		if all += f.Size; f.Size < 0 || all > int64(len(data))+4096 {
			return nil, nil, fmt.Errorf("%w: its streams are larger than the file", extract.ErrDamaged)
		}
		seen[name] = true
		if name == "Data" {
			late = sync.OnceValue(func() []byte { return readStream(f) })
			continue
		}
		content := readStream(f)
		if len(content) == 0 && name == "WordDocument" {
			return nil, nil, fmt.Errorf("%w: its text cannot be read", extract.ErrDamaged)
		}
		streams[name] = content
	}
	if macros {
		b.Flag(extract.Flag{Kind: extract.Macros, Text: "VBA"})
	}
	return streams, late, nil
}

// readStream reads a stream up to where it is damaged. It reads in chunks because the library takes
// time quadratic in the size of one read.
func readStream(f *mscfb.File) []byte {
	const atOnce = 64 << 10
	content := make([]byte, f.Size)
	for from := 0; from < len(content); {
		n, err := io.ReadFull(f, content[from:min(from+atOnce, len(content))])
		if from += n; err != nil {
			return content[:from]
		}
	}
	return content
}

// streamName returns a stream's name in the spelling of Word: names are case-insensitive, and some
// programs write them in capitals.
func streamName(name string) string {
	for _, s := range []string{"WordDocument", "0Table", "1Table", "Data", summaryStream, "EncryptedPackage"} {
		if strings.EqualFold(name, s) {
			return s
		}
	}
	return name
}

// wholeSectors reads zeros after the end of a file, so that the last sector may be cut short.
type wholeSectors []byte

func (w wholeSectors) ReadAt(p []byte, off int64) (int, error) {
	const sector = 4096 // the larger of the two sizes
	if off < 0 || off >= int64(len(w)) || off+int64(len(p)) > int64(len(w))+sector {
		return 0, io.EOF
	}
	n := copy(p, w[off:])
	clear(p[n:])
	return len(p), nil
}

// docFile is the structure of a Word file, before its text is put in order.
type docFile struct {
	main, table []byte // streams
	data        func() []byte

	lengths [8]uint32 // characters of each part
	spans   []fcLcb   // places in the table stream, by entry of the header

	chars   []uint16 // by character position, in UTF-16; 8-bit pieces are converted
	pieces  []docPiece
	looks   []docRun // character properties, by file position
	paras   []docRun // paragraph properties, by file position
	styles  []docStyle
	numbers *flow.Numbering
	old     *oldWord // only in files from before Word 97
	clipped bool     // pieces lie beyond the end of the stream
}

// docPart is a part of the text; they follow each other in this order.
type docPart int

const (
	mainPart docPart = iota
	footnotePart
	headerPart
	macroPart
	commentPart
	endnotePart
	boxPart
	headerBoxPart
)

// bounds returns the first character position of a part and the one after its last.
func (f *docFile) bounds(p docPart) (start, end int) {
	for i := range p {
		start += int(f.lengths[i])
	}
	end = start + int(f.lengths[p])
	return min(start, len(f.chars)), min(end, len(f.chars))
}

// fcLcb is a range of the table stream.
type fcLcb struct{ offset, length uint32 }

// Indexes of entries in FibRgFcLcb97.
const (
	fibStyles        = 1
	fibFootnoteRefs  = 2
	fibFootnoteTexts = 3
	fibLooks         = 12
	fibParagraphs    = 13
	fibFonts         = 15
	fibText          = 33
	fibShapes        = 40
	fibEndnoteRefs   = 46
	fibEndnoteTexts  = 47
	fibBoxes         = 56
	fibHeaderBoxes   = 58
	fibLists         = 73
	fibOverrides     = 74
)

const (
	fibStart   = 154 // of FibRgFcLcb; the size of everything before it is fixed since Word 97
	fibLengths = 0x4C
	encrypted  = 1 << 8
	secondOne  = 1 << 9 // the table stream is 1Table
	obfuscated = 1 << 15
)

// loadHeader reads the FIB and selects the table stream.
func (f *docFile) loadHeader(streams map[string][]byte) error {
	h := f.main
	if len(h) < 32 {
		return fmt.Errorf("%w: its header is cut off", extract.ErrDamaged)
	}
	switch {
	case isOldWord(h):
		return f.loadOldHeader()
	case binary.LittleEndian.Uint16(h) != wordIdent:
		return fmt.Errorf("%w: it does not begin as Word files do", extract.ErrDamaged)
	}
	flags := binary.LittleEndian.Uint16(h[10:])
	if flags&(encrypted|obfuscated) != 0 {
		return fmt.Errorf("%w: a Word file that opens with a password", extract.ErrEncrypted)
	}
	if len(h) < fibStart {
		return fmt.Errorf("%w: its header is cut off", extract.ErrDamaged)
	}
	for i := range f.lengths {
		f.lengths[i] = binary.LittleEndian.Uint32(h[fibLengths+4*i:])
	}
	n := int(binary.LittleEndian.Uint16(h[fibStart-2:]))
	for i := range n {
		at := fibStart + 8*i
		if at+8 > len(h) {
			break
		}
		f.spans = append(f.spans, fcLcb{binary.LittleEndian.Uint32(h[at:]), binary.LittleEndian.Uint32(h[at+4:])})
	}
	f.table = streams["0Table"]
	if flags&secondOne != 0 || f.table == nil {
		f.table = streams["1Table"]
	}
	if f.table == nil {
		return fmt.Errorf("%w: its table stream is missing", extract.ErrDamaged)
	}
	return nil
}

// span returns a part of the table stream, or nil.
func (f *docFile) span(entry int) []byte {
	if entry >= len(f.spans) {
		return nil
	}
	s := f.spans[entry]
	from := min(int64(s.offset), int64(len(f.table)))
	to := min(from+int64(s.length), int64(len(f.table)))
	return f.table[from:to]
}

// plc reads a PLC: n+1 positions and n entries of size bytes each.
func plc(raw []byte, size int) (positions []uint32, entries []byte) {
	if len(raw) < 4 {
		return nil, nil
	}
	n := (len(raw) - 4) / (4 + size)
	positions = make([]uint32, n+1)
	for i := range positions {
		positions[i] = binary.LittleEndian.Uint32(raw[4*i:])
	}
	return positions, raw[4*(n+1) : 4*(n+1)+n*size]
}

// summaryMetadata reads the file's properties, a [MS-OLEPS] property set. A broken one yields
// nothing.
func summaryMetadata(raw []byte) extract.Metadata {
	const title, author, keywords, codePage = 2, 4, 5, 1
	if len(raw) < 48 {
		return extract.Metadata{}
	}
	section := int64(binary.LittleEndian.Uint32(raw[44:]))
	if section+8 > int64(len(raw)) {
		return extract.Metadata{}
	}
	set := raw[section:]
	values := map[uint32][]byte{}
	n := min(binary.LittleEndian.Uint32(set[4:]), 100)
	for i := range int(n) {
		if 8+8*i+8 > len(set) {
			break
		}
		id, offset := binary.LittleEndian.Uint32(set[8+8*i:]), int64(binary.LittleEndian.Uint32(set[12+8*i:]))
		if offset+8 <= int64(len(set)) {
			values[id] = set[offset:]
		}
	}
	page := 0
	if v := values[codePage]; v != nil {
		page = int(binary.LittleEndian.Uint16(v[4:]))
	}
	text := func(id uint32) string {
		v := values[id]
		if v == nil {
			return ""
		}
		kind, size := binary.LittleEndian.Uint32(v), int64(binary.LittleEndian.Uint32(v[4:]))
		if kind == 31 { // counted in UTF-16
			size, page = 2*size, 1200
		} else if kind != 30 {
			return ""
		}
		s := char.DecodePage(v[8:min(8+size, int64(len(v)))], page)
		s, _, _ = strings.Cut(s, "\x00")
		return s
	}
	return field.Properties(text(title), text(author), text(keywords))
}

// key returns the name of a list.
func key(n int64) string { return strconv.FormatInt(n, 10) }
