package reader

import (
	"bytes"
	"encoding/binary"
	"io"
	"testing"
	"unicode/utf16"

	"github.com/richardlehane/mscfb"
)

// compoundFile writes streams of the given names as a compound file of 512-byte
// sectors. Streams are filled up so that none is a small one, which live
// elsewhere in the format.
func compoundFile(t testing.TB, streams ...part) []byte {
	t.Helper()
	const sector, free, end, isFAT = 512, 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
	var body bytes.Buffer
	var fat []uint32
	chain := func(data []byte) (first uint32) {
		first = uint32(len(fat))
		n := max((len(data)+sector-1)/sector, 1)
		for i := range n {
			next := uint32(len(fat) + 1)
			if i == n-1 {
				next = end
			}
			fat = append(fat, next)
		}
		body.Write(data)
		body.Write(make([]byte, n*sector-len(data)))
		return first
	}
	entry := func(name string, kind byte, child, right, start, size uint32) []byte {
		e := make([]byte, 128)
		u := utf16.Encode([]rune(name))
		for i, c := range u {
			binary.LittleEndian.PutUint16(e[2*i:], c)
		}
		binary.LittleEndian.PutUint16(e[64:], uint16(2*len(u)+2))
		e[66], e[67] = kind, 1
		for i, v := range []uint32{free, right, child} {
			binary.LittleEndian.PutUint32(e[68+4*i:], v)
		}
		binary.LittleEndian.PutUint32(e[116:], start)
		binary.LittleEndian.PutUint32(e[120:], size)
		return e
	}
	var entries [][]byte
	for i, s := range streams {
		content := []byte(s.content)
		kind := byte(2)
		if s.content == "" {
			kind = 1 // a storage
		} else if len(content) < 4096 {
			content = append(content, make([]byte, 4096-len(content))...)
		}
		right := uint32(i + 2)
		if i == len(streams)-1 {
			right = free
		}
		start, size := uint32(0), uint32(0)
		if kind == 2 {
			start, size = chain(content), uint32(len(content))
		}
		entries = append(entries, entry(s.name, kind, free, right, start, size))
	}
	directory := entry("Root Entry", 5, 1, free, end, 0)
	for _, e := range entries {
		directory = append(directory, e...)
	}
	directoryAt := chain(directory)
	fats := 1
	for fats*128 < len(fat)+fats {
		fats++
	}
	if fats > 109 {
		t.Fatal("too large for this writer")
	}
	fatAt := len(fat)
	for range fats {
		fat = append(fat, isFAT)
	}
	for len(fat)%128 > 0 {
		fat = append(fat, free)
	}
	head := make([]byte, sector)
	copy(head, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")
	for at, v := range map[int]uint16{24: 0x3E, 26: 3, 28: 0xFFFE, 30: 9, 32: 6} {
		binary.LittleEndian.PutUint16(head[at:], v)
	}
	for at, v := range map[int]uint32{44: uint32(fats), 48: directoryAt, 56: 4096, 60: end, 68: end} {
		binary.LittleEndian.PutUint32(head[at:], v)
	}
	for i := range 109 {
		v := uint32(free)
		if i < fats {
			v = uint32(fatAt + i)
		}
		binary.LittleEndian.PutUint32(head[76+4*i:], v)
	}
	out := append(head, body.Bytes()...)
	for _, v := range fat {
		out = binary.LittleEndian.AppendUint32(out, v)
	}
	return out
}

// sprm writes a property.
func sprm(code uint16, operand ...byte) []byte {
	return append([]byte{byte(code), byte(code >> 8)}, operand...)
}

// oldRun is a run of characters with its properties.
type oldRun struct {
	text       string
	properties []byte
}

// oldPara is a paragraph of an old Word file; its last run ends with the mark.
type oldPara struct {
	runs       []oldRun
	style      uint16
	properties []byte
}

func old(text string) oldPara { return oldPara{runs: []oldRun{{text + "\r", nil}}} }

func oldCell(text string) oldPara {
	return oldPara{runs: []oldRun{{text + "\a", nil}}, properties: sprm(sprmInTable, 1)}
}

// oldRow ends a row.
func oldRow(properties ...byte) oldPara {
	return oldPara{runs: []oldRun{{"\a", nil}}, properties: append(append(sprm(sprmInTable, 1), sprm(sprmRowEnd, 1)...), properties...)}
}

// oldFile is an old Word file to be written.
type oldFile struct {
	parts   [8][]oldPara // by docPart
	western bool         // one byte a character
	flags   uint16
	spans   map[int][]byte // further parts of the table stream
	behind  []byte         // stands in the table stream behind the lists
	streams []part
}

// write makes the file: the header, the text, the pages of properties.
func (o oldFile) write(t testing.TB) []byte {
	t.Helper()
	const textAt, pageSize = 1024, 512
	main := make([]byte, textAt)
	type stop struct {
		at         uint32
		namedStyle uint16
		props      []byte
	}
	var looks, paras []stop
	var lengths [8]uint32
	count := uint32(0)
	for i, list := range o.parts {
		for _, p := range list {
			for _, r := range p.runs {
				for _, u := range utf16.Encode([]rune(r.text)) {
					if o.western {
						main = append(main, byte(u))
					} else {
						main = binary.LittleEndian.AppendUint16(main, u)
					}
					count++
					lengths[i]++
				}
				looks = append(looks, stop{at: uint32(len(main)), props: r.properties})
			}
			paras = append(paras, stop{uint32(len(main)), p.style, p.properties})
		}
	}
	pages := func(stops []stop, entry int, packed func(stop) []byte) (plcBte []byte) {
		const perPage = 12
		var firsts, numbers []byte
		from := uint32(textAt)
		for len(stops) > 0 {
			n := min(perPage, len(stops))
			main = append(main, make([]byte, (pageSize-len(main)%pageSize)%pageSize)...)
			number := len(main) / pageSize
			page := make([]byte, pageSize)
			page[511] = byte(n)
			at := 510
			binary.LittleEndian.PutUint32(page, from)
			firsts = binary.LittleEndian.AppendUint32(firsts, from)
			for i, s := range stops[:n] {
				binary.LittleEndian.PutUint32(page[4*i+4:], s.at)
				raw := packed(s)
				at = (at - len(raw)) &^ 1
				if at < 4*(n+1)+entry*n {
					t.Fatal("the properties do not fit a page")
				}
				copy(page[at:], raw)
				page[4*(n+1)+entry*i] = byte(at / 2)
				from = s.at
			}
			numbers = binary.LittleEndian.AppendUint32(numbers, uint32(number))
			main = append(main, page...)
			stops = stops[n:]
		}
		return append(binary.LittleEndian.AppendUint32(firsts, from), numbers...)
	}
	chpx := pages(looks, 1, func(s stop) []byte { return append([]byte{byte(len(s.props))}, s.props...) })
	papx := pages(paras, 13, func(s stop) []byte {
		raw := append([]byte{byte(s.namedStyle), byte(s.namedStyle >> 8)}, s.props...)
		if len(raw)%2 == 0 {
			return append([]byte{0, byte(len(raw) / 2)}, raw...)
		}
		return append([]byte{byte((len(raw) + 1) / 2)}, raw...)
	})
	position := uint32(textAt)
	if o.western {
		position = 2*textAt | 1<<30
	}
	pieces := binary.LittleEndian.AppendUint32(nil, 0)
	pieces = binary.LittleEndian.AppendUint32(pieces, count)
	pieces = append(pieces, 0, 0)
	pieces = binary.LittleEndian.AppendUint32(pieces, position)
	pieces = append(pieces, 0, 0)
	clx := append([]byte{2}, binary.LittleEndian.AppendUint32(nil, uint32(len(pieces)))...)
	spans := map[int][]byte{fibLooks: chpx, fibParagraphs: papx, fibText: append(clx, pieces...), fibStyles: oldStyles()}
	for k, v := range o.spans {
		spans[k] = v
	}
	table := make([]byte, 16)
	binary.LittleEndian.PutUint16(main, 0xA5EC)
	binary.LittleEndian.PutUint16(main[2:], 0xC1)
	binary.LittleEndian.PutUint16(main[10:], secondOne|o.flags)
	for i, n := range lengths {
		binary.LittleEndian.PutUint32(main[fibLengths+4*i:], n)
	}
	const entries = 93
	binary.LittleEndian.PutUint16(main[fibStart-2:], entries)
	for i := range entries {
		raw, ok := spans[i]
		if !ok {
			continue
		}
		binary.LittleEndian.PutUint32(main[fibStart+8*i:], uint32(len(table)))
		binary.LittleEndian.PutUint32(main[fibStart+8*i+4:], uint32(len(raw)))
		table = append(table, raw...)
		if i == fibLists {
			table = append(table, o.behind...)
		}
	}
	return compoundFile(t, append([]part{{"WordDocument", string(main)}, {"1Table", string(table)}}, o.streams...)...)
}

// Styles of the written files by number.
const (
	oldNormal  = 0
	oldHeading = 1 // heading 2, in bold
	oldHidden  = 2 // a character style
	oldTOC     = 3
)

func oldStyles() []byte {
	style := func(built, kind, basedOn int, name string, parts ...[]byte) []byte {
		s := make([]byte, 10)
		binary.LittleEndian.PutUint16(s, uint16(built))
		binary.LittleEndian.PutUint16(s[2:], uint16(basedOn<<4|kind))
		binary.LittleEndian.PutUint16(s[4:], uint16(len(parts)))
		u := utf16.Encode([]rune(name))
		s = binary.LittleEndian.AppendUint16(s, uint16(len(u)))
		for _, c := range append(u, 0) {
			s = binary.LittleEndian.AppendUint16(s, c)
		}
		for _, p := range parts {
			s = append(s, make([]byte, len(s)&1)...)
			s = binary.LittleEndian.AppendUint16(s, uint16(len(p)))
			s = append(s, p...)
		}
		s = append(s, make([]byte, len(s)&1)...)
		return append(binary.LittleEndian.AppendUint16(nil, uint16(len(s))), s...)
	}
	out := []byte{18, 0, 4, 0, 10, 0}
	out = append(out, make([]byte, 14)...)
	out = append(out, style(0, 1, noStyle, "Normal", []byte{0, 0}, nil)...)
	out = append(out, style(2, 1, 0, "heading 2", []byte{1, 0}, sprm(sprmBold, 1))...)
	out = append(out, style(0xFFE, 2, noStyle, "secret", sprm(sprmHidden, 1))...)
	return append(out, style(tocFirst, 1, 0, "toc 1", []byte{3, 0}, nil)...)
}

// positions writes character positions, and size bytes for each but the last.
func positions(size int, at ...uint32) []byte {
	var out []byte
	for _, p := range at {
		out = binary.LittleEndian.AppendUint32(out, p)
	}
	return append(out, make([]byte, size*(len(at)-1))...)
}

// streamsOf returns the streams of a compound file by name.
func streamsOf(t testing.TB, data []byte) map[string][]byte {
	t.Helper()
	r, err := mscfb.New(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	streams := map[string][]byte{}
	for _, f := range r.File {
		if streams[f.Name], err = io.ReadAll(f); err != nil {
			t.Fatal(err)
		}
	}
	return streams
}
