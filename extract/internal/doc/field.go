package doc

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/style"
)

// shownByField returns what the field whose instruction is in r displays, or nothing if it has a
// result.
func (w *walk) shownByField(r docRange, base style.Look) string {
	code := w.f.chars[r.start:r.end]
	if code[0] != flow.FieldBegin || len(code) > flow.MaxInstruction {
		return ""
	}
	if code[len(code)-1] == flow.FieldMiddle && r.end < len(w.f.chars) && w.f.chars[r.end] != flow.FieldEnd {
		return ""
	}
	if instruction := char.FromUTF16(code[1 : len(code)-1]); !strings.HasPrefix(strings.TrimLeft(instruction, " "), "FORM") {
		if flow.FieldText(instruction) == "" { // as for most fields
			return ""
		}
		return flow.FieldText(w.visibleText(docRange{r.start + 1, r.end - 1}, base))
	}
	for i := r.start; i < r.end; i++ {
		if w.f.chars[i] == docPicture {
			_, data := w.f.pictureData(i)
			return formData(data)
		}
	}
	return ""
}

// keepUnshown keeps out text of a field's instruction that its result does not contain.
func (w *walk) keepUnshown(p *flow.Paragraph, r docRange) {
	const most = 4_000
	code := w.f.chars[r.start:min(r.end, r.start+most)]
	if len(code) < 2 || code[0] != flow.FieldBegin {
		return
	}
	result := w.f.chars[r.end:min(r.end+most, len(w.f.chars))]
	if end := slices.Index(result, flow.FieldEnd); end >= 0 {
		result = result[:end]
	}
	p.KeepUnshown(char.FromUTF16(code[1:]), char.FromUTF16(result))
}

// visibleText returns the visible characters of a range.
func (w *walk) visibleText(r docRange, base style.Look) string {
	var out strings.Builder
	for i := r.start; i < r.end; {
		to, l := w.run(i, r.end, base)
		if l.Hidden != style.Yes {
			out.WriteString(char.FromUTF16(w.f.chars[i:to]))
		}
		i = to
	}
	return out.String()
}

// pictureData returns the header and the body that the data stream holds for a picture
// (PICFAndOfficeArtData) or a form field (NilPICFAndBinData).
func (f *docFile) pictureData(cp int) (header, body []byte) {
	piece := f.piece(cp)
	if piece == nil {
		return nil, nil
	}
	var raw []byte
	run, _ := runAt(f.looks, piece.offsetOf(cp))
	eachSprm(run.properties, func(code uint16, v []byte) {
		if code == sprmPicture {
			data := f.data()
			raw = data[min(int64(binary.LittleEndian.Uint32(v)), int64(len(data))):]
		}
	})
	if len(raw) < 6 {
		return nil, nil
	}
	size, at := int64(binary.LittleEndian.Uint32(raw)), int64(binary.LittleEndian.Uint16(raw[4:]))
	if size > int64(len(raw)) || at > size {
		return nil, nil
	}
	return raw[:at], raw[at:size]
}

// formData returns what a form field (FFData) displays: the mark in a box or the entry chosen from
// a list.
func formData(raw []byte) string {
	const (
		version = "\xFF\xFF\xFF\xFF"
		fixed   = 10 // bytes before its name
	)
	if len(raw) < fixed || !bytes.HasPrefix(raw, []byte(version)) {
		return ""
	}
	bits := binary.LittleEndian.Uint16(raw[4:])
	kind, chosen := bits&3, int(bits>>2&0x1F)
	r := wordStrings{raw[fixed:]}
	r.skip() // its name
	if kind != flow.FormTick && kind != flow.FormList {
		return ""
	}
	if preset := r.number(); chosen == flow.AsPreset {
		chosen = preset
	}
	if kind == flow.FormTick {
		return flow.FormBox(chosen == 1)
	}
	for range 5 { // format, help, status, macros at its start and end
		r.skip()
	}
	const extended = 0xFFFF
	if r.number() != extended {
		return ""
	}
	entries, extra := r.number(), r.number()
	for i := 0; i < entries && len(r.raw) > 0; i++ {
		s := r.text()
		if i == chosen {
			return s
		}
		r.raw = r.raw[min(extra, len(r.raw)):]
	}
	return ""
}

// wordStrings reads strings with length prefixes.
type wordStrings struct{ raw []byte }

func (r *wordStrings) number() int {
	if len(r.raw) < 2 {
		r.raw = nil
		return 0
	}
	n := int(binary.LittleEndian.Uint16(r.raw))
	r.raw = r.raw[2:]
	return n
}

// text reads a string without a terminator.
func (r *wordStrings) text() string {
	n := min(2*r.number(), len(r.raw))
	s := char.DecodeUTF16(r.raw[:n], false)
	r.raw = r.raw[n:]
	return s
}

// skip skips a string with a terminating zero.
func (r *wordStrings) skip() {
	r.text()
	r.number()
}
