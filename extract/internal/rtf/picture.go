package rtf

import (
	"bytes"
	"io"

	"zhiwen/extract/internal/picture"
)

// rtfPicture is the picture of a \pict group. Sizes are in twips and per cent.
type rtfPicture struct {
	width, height int
	wide, high    int // scale; 0 for none
	from          int // offset of its bytes; 0 if its kind is not read
}

// note applies a control word that ends at offset at.
func (p *rtfPicture) note(name string, value, at int) {
	switch name {
	case "picwgoal":
		p.width = value
	case "pichgoal":
		p.height = value
	case "picscalex":
		p.wide = value
	case "picscaley":
		p.high = value
	case "pngblip", "jpegblip", "emfblip", "wmetafile":
		p.from = at
	}
}

// toPicture returns the picture that ends with raw, or nil if there is none.
func (p *rtfPicture) toPicture(raw []byte) *picture.Picture {
	if p.from == 0 {
		return nil
	}
	const twips, per = 20, 100
	stretched := func(n, by int) float32 {
		if by == 0 {
			by = per
		}
		return float32(n) * float32(by) / per / twips
	}
	body := raw[p.from:]
	return &picture.Picture{Width: stretched(p.width, p.wide), Height: stretched(p.height, p.high), Open: func() (io.ReadCloser, error) {
		return io.NopCloser(&rtfHex{raw: body}), nil
	}}
}

// rtfHex reads bytes written as hexadecimal digits and skips control words and groups among them.
type rtfHex struct {
	raw   []byte
	depth int
}

func (h *rtfHex) Read(out []byte) (n int, err error) {
	high, half := byte(0), false
	for n < len(out) {
		if len(h.raw) == 0 {
			if n == 0 {
				err = io.EOF
			}
			return n, err
		}
		c := h.raw[0]
		h.raw = h.raw[1:]
		switch c {
		case '{':
			h.depth++
			continue
		case '}':
			h.depth--
			continue
		case '\\':
			end := bytes.IndexFunc(h.raw, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' })
			h.raw = h.raw[max(end, 0):]
			continue
		}
		v, ok := hexDigit(c)
		switch {
		case !ok || h.depth != 0:
		case half:
			out[n] = high<<4 | v
			n++
			half = false
		default:
			high, half = v, true
		}
	}
	return n, nil
}

func hexDigit(c byte) (v byte, ok bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c|' ' >= 'a' && c|' ' <= 'f':
		return (c | ' ') - 'a' + 10, true
	}
	return 0, false
}
