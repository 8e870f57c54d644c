package picture

import (
	"image"

	"golang.org/x/image/draw"
)

// A picture of text can be cut into strips, too few lines each to be told from a figure. Word shows them one below the other as one.

const (
	mostStrip  = 150  // points: a higher picture has enough lines by itself
	mostStrips = 200  // pictures of one stack
	likeWidth  = 0.03 // share by which the widths of strips may differ
)

// Stacks reports whether a picture continues another one below it, as strips of one do. The sizes of both are known.
func (p *Picture) Stacks(below *Picture) bool {
	d := p.Width - below.Width
	return p.Width >= leastPictureWidth && max(d, -d) <= likeWidth*p.Width && p.Height < mostStrip && below.Height < mostStrip
}

// Stack makes one picture of some that stack, at most mostStrips of them.
func Stack(parts []*Picture) *Picture {
	parts = parts[:min(len(parts), mostStrips)]
	out := &Picture{Width: parts[0].Width, Parts: parts}
	for _, p := range parts {
		out.Height += p.Height
	}
	return out
}

// drawParts is Draw of a picture that is made of others.
func (p *Picture) drawParts(dpi int, budget int64) (*image.RGBA, error) {
	scale := float32(dpi) / 72
	out := image.NewRGBA(image.Rect(0, 0, max(int(p.Width*scale), 1), max(int(p.Height*scale), 1)))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	below := float32(0)
	for _, part := range p.Parts {
		top := int(below * scale)
		below += part.Height
		whole, from, err := part.decode(budget)
		if err != nil {
			return nil, err
		}
		drawn := scaled(whole, from, out.Rect.Dx(), max(int(below*scale)-top, 1))
		draw.Draw(out, drawn.Rect.Add(image.Pt(0, top)), drawn, image.Point{}, draw.Src)
	}
	return out, nil
}
