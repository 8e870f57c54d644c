package setting

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // logos come as JPEG, too
	"image/png"

	"golang.org/x/image/draw"
)

// Bounds of logos. An uploaded logo is decoded and drawn again, so that only its pixels are kept;
// one larger than needed on paper is scaled down.
const (
	MostLogoBytes  = 1 << 20 // of the file that is handed in
	MostLogoSide   = 4000    // pixels of it
	leastLogoSide  = 16
	mostLogoWidth  = 720 // pixels of what is kept: 6 cm at 300 dpi
	mostLogoHeight = 240
)

// ReadLogo makes a logo of a PNG or JPEG. The error is of Fault where it is another file,
// or too large.
func ReadLogo(file []byte) (*Picture, error) {
	if len(file) > MostLogoBytes {
		return nil, &Fault{"logo", "logoLarge", fmt.Sprint(len(file))}
	}
	c, kind, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil || kind != "png" && kind != "jpeg" {
		return nil, &Fault{"logo", "logoKind", ""}
	}
	if c.Width > MostLogoSide || c.Height > MostLogoSide || c.Width < leastLogoSide || c.Height < leastLogoSide {
		return nil, &Fault{"logo", "logoSize", fmt.Sprintf("%d × %d", c.Width, c.Height)}
	}
	in, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, &Fault{"logo", "logoDamaged", ""}
	}
	// Proportions are kept.
	width, height := c.Width, c.Height
	if width > mostLogoWidth {
		width, height = mostLogoWidth, max(1, height*mostLogoWidth/width)
	}
	if height > mostLogoHeight {
		width, height = max(1, width*mostLogoHeight/height), mostLogoHeight
	}
	out := image.NewNRGBA(image.Rect(0, 0, width, height))
	draw.CatmullRom.Scale(out, out.Bounds(), in, in.Bounds(), draw.Src, nil)
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, out); err != nil {
		return nil, fmt.Errorf("encode a logo: %w", err)
	}
	return &Picture{PNG: b.Bytes(), Width: width, Height: height}, nil
}

// check reports whether a stored logo is one that ReadLogo made.
func (p *Picture) check() error {
	c, err := png.DecodeConfig(bytes.NewReader(p.PNG))
	if err != nil || c.Width != p.Width || c.Height != p.Height || c.Width > mostLogoWidth || c.Height > mostLogoHeight {
		return &Fault{"logo", "logoKind", ""}
	}
	return nil
}
