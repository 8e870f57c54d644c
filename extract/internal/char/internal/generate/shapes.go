package main

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"os"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/encoding/simplifiedchinese"

	"zhiwen/extract/internal/char"
)

// pixels is the size of drawn characters: eight pixels per field.
const pixels = 64

// shapes writes the shapes of the characters of GB 2312, Latin letters and digits, as a font draws them.
func shapes(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	f, err := sfnt.Parse(aligned(data))
	if err != nil {
		return err
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: pixels, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return err
	}
	var runes, shapes bytes.Buffer
	count := uint16(0)
	for r := rune('0'); r < 0xA000; r++ {
		if !wanted(r) {
			continue
		}
		picture := image.NewGray(image.Rect(0, 0, 2*pixels, 2*pixels))
		draw.Draw(picture, picture.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
		d := font.Drawer{Dst: picture, Src: image.NewUniform(color.Black), Face: face, Dot: fixed.P(pixels/2, 3*pixels/2)}
		d.DrawString(string(r))
		dark, ok := char.ShapeFields(picture.Rect, func(x, y int) float32 { return 1 - float32(picture.GrayAt(x, y).Y)/255 })
		if !ok {
			continue
		}
		count++
		_ = binary.Write(&runes, binary.LittleEndian, uint16(r))
		var most float32
		for _, v := range dark {
			most = max(most, v)
		}
		var b byte
		for i, v := range dark {
			b |= byte(min(3, 3.99*v/most)) << (2 * (i % 4))
			if i%4 == 3 {
				shapes.WriteByte(b)
				b = 0
			}
		}
	}
	if err := binary.Write(os.Stdout, binary.LittleEndian, count); err != nil {
		return err
	}
	_, err = os.Stdout.Write(append(runes.Bytes(), shapes.Bytes()...))
	return err
}

// aligned returns the first font of a collection with its tables at multiples of four bytes, as
// package sfnt requires.
func aligned(data []byte) []byte {
	at := binary.BigEndian.Uint32(data[12:]) // of the first font
	n := binary.BigEndian.Uint16(data[at+4:])
	out := bytes.Clone(data[at : at+12+16*uint32(n)])
	for i := range n {
		entry := out[12+16*i:]
		from, size := binary.BigEndian.Uint32(entry[8:]), binary.BigEndian.Uint32(entry[12:])
		binary.BigEndian.PutUint32(entry[8:], uint32(len(out)))
		out = append(out, data[from:from+size]...)
		for len(out)%4 != 0 {
			out = append(out, 0)
		}
	}
	return out
}

// wanted reports whether a character is among those that make up most texts.
func wanted(r rune) bool {
	if r < 0x80 {
		return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
	}
	if r < 0x4E00 {
		return false
	}
	b, err := simplifiedchinese.HZGB2312.NewEncoder().String(string(r))
	return err == nil && len(b) > 2
}
