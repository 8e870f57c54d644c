package picture

import (
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"
)

func TestScaled(t *testing.T) {
	// Dots on every fourth pixel of a row, which single steps would pass over.
	p := image.NewNRGBA(image.Rect(5, 5, 805, 805))
	for y := 5; y < 805; y++ {
		for x := 5; x < 805; x += 4 {
			p.SetNRGBA(x, y, color.NRGBA{A: 255})
		}
	}
	got := scaled(p, p.Rect, 100, 100).RGBAAt(50, 50)
	if got.R < 180 || got.R > 200 || got.A != 255 {
		t.Errorf("a quarter of ink on transparent ground is %v", got)
	}
}

func TestPointsOf(t *testing.T) {
	for s, want := range map[string]float32{"12pt": 12, " 1in": 72, "2.54cm": 72, "25.4mm": 72, "96px": 72, "50%": 0, "": 0, "x": 0, "-3pt": 0, "7": 0} {
		if got := Points(s); math.Abs(float64(got-want)) > 0.01 {
			t.Errorf("%q: got %v, want %v", s, got, want)
		}
	}
}

func TestPictureTooLarge(t *testing.T) {
	var file strings.Builder
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 400, 400))); err != nil {
		t.Fatal(err)
	}
	data := file.String()
	p := &Picture{Width: 300, Height: 300, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(data)), nil }}
	if _, err := p.Draw(200, 400*400*5-1); !errors.Is(err, errPicture) {
		t.Errorf("got %v, want errPicture", err)
	}
	p.Crop = [4]float32{0, 0.5, 0, 0}
	if got, err := p.Draw(72, 400*400*5); err != nil || got.Rect != image.Rect(0, 0, 300, 300) {
		t.Errorf("got %v, %v", got, err)
	}
}
