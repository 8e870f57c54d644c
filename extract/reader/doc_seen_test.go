package reader

import (
	"context"
	"encoding/binary"
	"image"
	"strings"
	"testing"

	"zhiwen/extract"
)

// oldShape is a shape of an old Word file with a text in it.
type oldShape struct {
	left, top, right, bottom int32 // twips
	properties               map[uint16]uint32
	header                   bool // it stands in a header
	text                     oldPara
	picture                  string // the file of the first picture
}

// oldBoxed makes an old Word file of a paragraph at which a shape hangs.
func oldBoxed(t *testing.T, s oldShape) []byte {
	t.Helper()
	le := binary.LittleEndian
	const number = 1026
	o := oldText(withRuns(oldRun{"seen", nil}))
	shapes, boxes, part := 40, 56, boxPart
	if s.header {
		shapes, boxes, part = 41, 58, 7
	}
	o.parts[part] = []oldPara{s.text}
	length := uint32(0)
	for _, r := range s.text.runs {
		length += uint32(len([]rune(r.text)))
	}
	spa := le.AppendUint32(positions(0, 3, 5), number)
	for _, at := range []int32{s.left, s.top, s.right, s.bottom} {
		spa = le.AppendUint32(spa, uint32(at))
	}
	spa = append(spa, make([]byte, 6)...)
	box := append(positions(0, 0, length, length+1), make([]byte, 14)...)
	box = append(le.AppendUint32(box, number), make([]byte, 4+22)...)
	var options []byte
	for n, v := range s.properties {
		options = le.AppendUint32(le.AppendUint16(options, n), v)
	}
	fsp := string(le.AppendUint32(le.AppendUint32(nil, number), 0xA00))
	inner := artRecord(0xCA, 0xF00A, fsp) + artRecord(uint16(len(s.properties)), 0xF00B, string(options))
	container := func(kind uint16, body string) string {
		r := []byte(artRecord(0, kind, body))
		r[0] |= 0xF
		return string(r)
	}
	entry := string(make([]byte, artEntry)) + artRecord(0x6E0, artTypePNG, strings.Repeat("s", artSum+1)+s.picture)
	o.spans = map[int][]byte{shapes: spa, boxes: box, 50: []byte(container(0xF000, artRecord(0, 0xF006, "1234567890123456")+container(0xF001, artRecord(6, artTypeFBSE, entry))) + "\x00" + container(0xF002, container(0xF003, container(0xF004, inner))))}
	return o.write(t)
}

// What a page of a .doc file does not show, by its rows, frames and shapes.
func TestOldWordUnseen(t *testing.T) {
	word := func(properties ...byte) oldPara { return withRuns(oldRun{"SECRET", properties}) }
	para := func(properties ...byte) []byte {
		p := word()
		p.properties = properties
		return oldText(withRuns(oldRun{"seen", nil}), p).write(t)
	}
	white := sprm(sprmRGB, 255, 255, 255, 0)
	shd := func(code uint16, cells ...[]byte) []byte {
		var all []byte
		for _, c := range cells {
			all = append(all, c...)
		}
		return append(sprm(code, byte(len(all))), all...)
	}
	black, clear := []byte{0, 0, 0, 255, 0, 0, 0, 0, 0, 0}, []byte{0, 0, 0, 255, 0, 0, 0, 255, 0, 0}
	cell := func(text string, properties ...byte) oldPara {
		return oldPara{runs: []oldRun{{text, properties}, {"\a", nil}}, properties: sprm(sprmInTable, 1)}
	}
	table := func(cells []oldPara, rows ...[]byte) []byte {
		var all []byte
		for _, r := range rows {
			all = append(all, r...)
		}
		return oldText(append(append([]oldPara{withRuns(oldRun{"seen", nil})}, cells...), oldRow(all...))...).write(t)
	}
	// edges is the definition of a row of cells between these edges, in twips.
	edges := func(flags []byte, at ...int16) []byte {
		body := []byte{byte(len(at) - 1)}
		for _, x := range at {
			body = binary.LittleEndian.AppendUint16(body, uint16(x))
		}
		for _, f := range flags {
			body = append(append(body, f), make([]byte, 19)...)
		}
		return append(sprm(0xD608, byte(len(body)+1), 0), body...)
	}
	inBlack := sprm(sprmRGB, 0, 0, 0, 0)
	box := func(properties map[uint16]uint32, look []byte, edges ...int32) []byte {
		s := oldShape{right: 4000, bottom: 2000, properties: properties, text: word(look...)}
		if len(edges) == 4 {
			s.left, s.top, s.right, s.bottom = edges[0], edges[1], edges[2], edges[3]
		}
		return oldBoxed(t, s)
	}
	for _, c := range []struct {
		name   string
		data   []byte
		hidden bool
	}{
		{"black in a black cell", table([]oldPara{cell("SECRET", inBlack...)}, shd(0xD612, black)), true},
		{"white in a black cell", table([]oldPara{cell("SECRET", white...)}, shd(0xD612, black)), false},
		{"white beside a black cell", table([]oldPara{cell("a"), cell("SECRET", white...)}, shd(0xD612, black, clear)), true},
		{"white in the second cell, which is black", table([]oldPara{cell("a"), cell("SECRET", white...)}, shd(0xD612, clear, black)), false},
		{"white in cells that a style may colour", table([]oldPara{cell("SECRET", white...)}, sprm(0x563A, 20, 0)), false},
		{"a row of a point", table([]oldPara{cell("SECRET")}, sprm(0x9407, 0xEC, 0xFF)), true},
		{"a row beyond the page", table([]oldPara{cell("SECRET")}, edges([]byte{0}, 20000, 22000)), true},
		{"a row on the page", table([]oldPara{cell("SECRET")}, edges([]byte{0}, 0, 4000)), false},
		{"a cell of a point", table([]oldPara{cell("SECRET")}, edges([]byte{0}, 0, 20)), true},
		{"a narrow cell that goes on", table([]oldPara{cell("SECRET"), cell("")}, edges([]byte{1, 2}, 0, 20, 4000)), false},
		{"an indent on both sides", para(append(sprm(0x845E, 0xE8, 0x86), sprm(0x845D, 0x18, 0x79)...)...), true},
		{"off to the left", para(sprm(0x840F, 0x00, 0x88)...), true},
		{"an indent", para(append(sprm(0x845E, 0xA4, 1), sprm(0x8460, 0xA4, 1)...)...), false},
		{"a frame of a point", para(append(sprm(0x841A, 20, 0), sprm(0x442B, 20, 0)...)...), true},
		{"a frame at least a point high", para(append(sprm(0x841A, 0xA0, 0x0F), sprm(0x442B, 20, 0x80)...)...), false},
		{"a frame beyond the page", para(append(append(sprm(0x841A, 0xA0, 0x0F), sprm(0x8418, 0x30, 0x75)...), sprm(0x261B, 0x80)...)...), true},
		{"a frame at the right", para(append(sprm(0x841A, 0xA0, 0x0F), sprm(0x8418, 0xF8, 0xFF)...)...), false},
		{"raised off the page", para0(t, sprm(0x4845, 0xB8, 0x0B)), true},
		{"raised a little", para0(t, sprm(0x4845, 6, 0)), false},
		{"fitted into nothing", para0(t, append(sprm(0xCA76, 8), 10, 0, 0, 0, 1, 0, 0, 0)), true},
		{"white on a pattern of white", para0(t, append(white, append(sprm(0xCA71, 10), 255, 255, 255, 0, 0, 0, 0, 0, 1, 0)...)), true},
		{"white on a pattern of many dots", para0(t, append(white, append(sprm(0xCA71, 10), 0, 0, 0, 0, 255, 255, 255, 0, 12, 0)...)), false},
		{"a box", box(nil, nil), false},
		{"a box of a millimetre", box(nil, nil, 0, 0, 57, 57), true},
		{"a box beyond the page", box(nil, nil, -40000, 0, -36000, 2000), true},
		{"a box that is hidden", box(map[uint16]uint32{0x3BF: 0x20002}, nil), true},
		{"a box as large as its text", box(map[uint16]uint32{0xBF: 0x20002}, nil, 0, 0, 57, 57), false},
		{"white in a box", box(nil, white), true},
		{"white in a white box", box(map[uint16]uint32{0x181: 0xFFFFFF}, white), true},
		{"white in a blue box", box(map[uint16]uint32{0x181: 0xC47244}, white), false},
		{"white in a box of a colour that is not known", box(map[uint16]uint32{0x181: 0x8000004}, white), false},
		{"white in a box without a filling", box(map[uint16]uint32{0x181: 0xC47244, 0x1BF: 0x100000}, white), true},
		{"white in a transparent box", box(map[uint16]uint32{0x181: 0xC47244, 0x182: 0}, white), true},
	} {
		t.Run(c.name, func(t *testing.T) { readUnseen(t, c.data, c.hidden) })
	}
}

// A picture that floats in a .doc file is a picture of it.
func TestOldWordFloating(t *testing.T) {
	file := pngOf(t, image.NewGray(image.Rect(0, 0, 800, 400)))
	for _, c := range []struct {
		name  string
		shape oldShape
		want  []string
	}{
		{"a picture", oldShape{right: 8000, bottom: 4000, properties: map[uint16]uint32{0x4104: 1}, picture: file}, []string{"picture-unread 1"}},
		{"a picture beyond the page", oldShape{left: 40000, right: 48000, bottom: 4000, properties: map[uint16]uint32{0x4104: 1}, picture: file}, nil},
		{"a small picture", oldShape{right: 800, bottom: 400, properties: map[uint16]uint32{0x4104: 1}, picture: file}, nil},
		{"no picture", oldShape{right: 8000, bottom: 4000, properties: map[uint16]uint32{0x4104: 2}, picture: file}, nil},
	} {
		c.shape.text = old("text")
		d, err := Parse(context.Background(), "w.doc", oldBoxed(t, c.shape), extract.Options{CacheDir: testCache, Tesseract: extract.NoTesseract})
		if err != nil {
			t.Fatal(err)
		}
		t.Log(c.name)
		checkNotices(t, d, c.want...)
	}
}

// para0 returns an old Word file with a run that looks so.
func para0(t *testing.T, properties []byte) []byte {
	return oldText(withRuns(oldRun{"seen ", nil}, oldRun{"SECRET", properties})).write(t)
}
