package doc

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"

	"zhiwen/extract/internal/picture"
)

// The parts of a picture in the data stream (PICF, OfficeArtInlineSpContainer) that are read.
// [MS-ODRAW] names the records.
const (
	picfSize      = 68
	picfShape     = 0x64 // kind of picture whose data follows
	picfFileShape = 0x66 // kind of picture with a name before its data

	artHeader   = 8  // bytes of a record's header
	artEntry    = 36 // bytes of an FBSE before its name
	artEntryAt  = 33 // offset of the length of that name
	artSum      = 16 // bytes of one of a picture's checksums
	artMetafile = 34 // bytes of the header of a metafile
	artPacked   = 32 // offset of how it is packed: 0 by zlib
	artTypeFBSE = 0xF007
	artTypeEMF  = 0xF01A
	artTypeWMF  = 0xF01B
	artTypeJPEG = 0xF01D
	artTypePNG  = 0xF01E
	artTypeTIFF = 0xF029
	artTypeCMYK = 0xF02A // a JPEG too
)

// picture returns the picture at a character, or nil if there is none or its kind is not read.
func (f *docFile) picture(cp int) *picture.Picture {
	head, body := f.pictureData(cp)
	if len(head) < picfSize {
		return nil
	}
	number := func(at int) int { return int(binary.LittleEndian.Uint16(head[at:])) }
	switch number(6) {
	case picfShape:
	case picfFileShape:
		if len(body) == 0 || len(body) <= int(body[0]) {
			return nil
		}
		body = body[1+int(body[0]):]
	default:
		return nil
	}
	// Its original size in twips, and its scale in thousandths.
	const twips, per = 20, 1000
	width := float32(number(0x1C)) * float32(number(0x20)) / per / twips
	height := float32(number(0x1E)) * float32(number(0x22)) / per / twips
	data := artPicture(body)
	if data == nil {
		return nil
	}
	return &picture.Picture{Width: width, Height: height,
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }}
}

// artPicture returns the data of the first picture in a sequence of records.
func artPicture(raw []byte) []byte {
	for len(raw) >= artHeader {
		instance, kind := binary.LittleEndian.Uint16(raw)>>4, binary.LittleEndian.Uint16(raw[2:])
		size := int64(binary.LittleEndian.Uint32(raw[4:]))
		body := raw[artHeader:min(artHeader+size, int64(len(raw)))]
		switch kind {
		case artTypeFBSE:
			if len(body) > artEntry && len(body) >= artEntry+int(body[artEntryAt]) {
				raw = body[artEntry+int(body[artEntryAt]):] // continues inside it
				continue
			}
		case artTypeJPEG, artTypePNG, artTypeTIFF, artTypeCMYK:
			// One or two checksums and a byte precede the data.
			if skip := artSum*(1+int(instance&1)) + 1; len(body) > skip {
				return body[skip:]
			}
		case artTypeEMF, artTypeWMF:
			if skip := artSum * (1 + int(instance&1)); len(body) > skip+artMetafile {
				return metafile(body[skip:])
			}
		}
		raw = raw[artHeader+len(body):]
	}
	return nil
}

// metafile returns a metafile behind its header.
func metafile(raw []byte) []byte {
	packed, raw := raw[artPacked] == 0, raw[artMetafile:]
	if !packed {
		return raw
	}
	r, err := zlib.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil
	}
	out, _ := io.ReadAll(io.LimitReader(r, mostMetafile)) // as much as is undamaged
	return out
}

// mostMetafile bounds an unpacked metafile.
const mostMetafile = 32 << 20
