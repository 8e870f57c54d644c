package pdf

import (
	"bytes"
	"compress/zlib"
	"io"
	"iter"
	"regexp"
)

// A PDF may have layers (optional content) that viewers do not show. pdfium draws pages without
// them, but returns their characters and does not tell what is in a layer. Therefore the file
// itself is searched for layers that are off. Few files have some; of these, every page is drawn.

const (
	// inflated bytes of one object stream; writers put some hundreds of objects into one
	maxObjectStream  = 8 << 20
	maxObjectStreams = 64 << 20 // inflated bytes of all
	maxStreamHead    = 4 << 10  // bytes from a stream's type to its content
)

// layersOff matches the ways in which a layer is hidden at first: by a list, off from the start or
// for some use, or by the state of others. Each begins with one of layerMarks.
var (
	layersOff  = regexp.MustCompile(`^(?:/OFF\s*(?:\[\s*)?\d|State\s*/OFF|/VE[\s\[]|/A(?:ll|ny)Off\b)`)
	layerMarks = [][]byte{[]byte("/OFF"), []byte("State"), []byte("/VE"), []byte("/AllOff"), []byte("/AnyOff")}
)

// search looks through the unencrypted parts of a PDF for hidden layers and for glyph names that
// pdfium does not know.
func search(data []byte) (layered bool, names compounds) {
	var lists [][]byte
	for part := range plainParts(data) {
		layered = layered || bytes.Contains(part, []byte("/OCProperties"))
		for _, m := range differences().FindAllSubmatch(part, -1) {
			lists = append(lists, m[1])
		}
	}
	return layered && hidesLayers(data), namesIn(lists)
}

// hidesLayers reports whether the unencrypted parts of a PDF with layers have hidden ones.
func hidesLayers(data []byte) bool {
	for part := range plainParts(data) {
		for _, mark := range layerMarks {
			for rest := part; ; {
				i := bytes.Index(rest, mark)
				if i < 0 {
					break
				}
				if layersOff.Match(rest[i:]) {
					return true
				}
				rest = rest[i+len(mark):]
			}
		}
	}
	return false
}

// plainParts returns the file itself and its inflated object streams.
func plainParts(data []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if !yield(data) {
			return
		}
		for rest, room := data, maxObjectStreams; room > 0; {
			i := bytes.Index(rest, []byte("/ObjStm"))
			if i < 0 {
				return
			}
			rest = rest[i+len("/ObjStm"):]
			part := objectStream(rest, min(room, maxObjectStream))
			room -= len(part)
			if !yield(part) {
				return
			}
		}
	}
}

// objectStream inflates the first stream of data up to a limit, or returns nothing if there is none.
func objectStream(data []byte, limit int) []byte {
	i := bytes.Index(data[:min(len(data), maxStreamHead)], []byte("stream"))
	if i < 0 {
		return nil
	}
	z, err := zlib.NewReader(bytes.NewReader(bytes.TrimLeft(data[i+len("stream"):], "\r\n")))
	if err != nil {
		return nil
	}
	part, _ := io.ReadAll(io.LimitReader(z, int64(limit))) // of a damaged stream, the readable part
	return part
}
