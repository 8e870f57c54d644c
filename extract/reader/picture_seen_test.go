package reader

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"zhiwen/extract/internal/ocr"
	"zhiwen/extract/internal/picture"
)

// A passage as a picture is read where its letters are pale or of the shade of their ground, where it is tilted, and where it is cut
// into strips.
func TestPassageHoweverShown(t *testing.T) {
	t.Parallel()
	needTesseract(t)
	drawn := passage(t)
	plain := image.NewRGBA(image.Rect(0, 0, drawn.Bounds().Dx(), drawn.Bounds().Dy()))
	draw.Draw(plain, plain.Rect, drawn, drawn.Bounds().Min, draw.Src)
	const high = 300 // points
	want := strings.Join(lorem, " ")
	one := func(p image.Image) []image.Image { return []image.Image{p} }
	whole := func(p *image.RGBA, degrees float64) image.Image {
		w, h := picture.Levelled(float64(p.Rect.Dx()), float64(p.Rect.Dy()), degrees)
		out, _ := inclined(p, degrees, image.Pt(int(w), int(h)))
		return out
	}
	var strips []image.Image
	for y := 0; y < plain.Rect.Dy(); y += 37 {
		strips = append(strips, plain.SubImage(image.Rect(0, y, plain.Rect.Dx(), min(y+37, plain.Rect.Dy()))))
	}
	for name, pictures := range map[string][]image.Image{
		"pale":      one(inColours(plain, color.RGBA{R: 205, G: 205, B: 205, A: 255}, color.RGBA{R: 255, G: 255, B: 255, A: 255})),
		"one shade": one(inColours(plain, color.RGBA{R: 200, G: 60, B: 60, A: 255}, color.RGBA{R: 90, G: 160, B: 90, A: 255})),
		"falling":   one(whole(plain, 8)),
		"rising":    one(whole(plain, -14)),
		"strips":    strips,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body, targets := wordPara(strings.Repeat("前文。", 60)), map[string]string{}
			var parts []part
			for i, p := range pictures {
				id := fmt.Sprintf("p%d", i)
				size := p.Bounds()
				scale := float64(high) / float64(plain.Rect.Dy())
				body += `<w:p>` + shownPicture(
					id,
					int(math.Round(float64(size.Dx())*scale)),
					int(math.Round(float64(size.Dy())*scale)),
				) + `</w:p>`
				targets[id] = "media/" + id + ".png"
				parts = append(parts, part{"word/media/" + id + ".png", pngOf(t, p)})
			}
			d := mustExtract(t, linkedFile(t, body, targets, parts...))
			read := strings.Join(paragraphTexts(d)[1:], " ")
			if got := ocr.Agreement(want, read); got < 0.8 {
				t.Errorf("only %.2f of the text was recognised:\n%s", got, read)
			}
		})
	}
}

// inColours returns a picture of black on white in two other colours.
func inColours(p *image.RGBA, ink, paper color.RGBA) image.Image {
	out := image.NewRGBA(p.Rect)
	mix := func(a, b, v uint8) uint8 { return uint8((int(a)*(255-int(v)) + int(b)*int(v)) / 255) }
	for i := 0; i < len(p.Pix); i += 4 {
		v := p.Pix[i]
		out.Pix[i], out.Pix[i+1], out.Pix[i+2], out.Pix[i+3] = mix(ink.R, paper.R, v), mix(ink.G, paper.G, v), mix(ink.B, paper.B, v), 255
	}
	return out
}

// inclined returns a picture on white paper, turned clockwise around its middle, and where its points are
// then.
func inclined(p *image.RGBA, degrees float64, size image.Point) (*image.RGBA, f64.Aff3) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	w, h := float64(p.Rect.Dx()), float64(p.Rect.Dy())
	out := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	turn := f64.Aff3{cos, -sin, float64(size.X)/2 - cos*w/2 + sin*h/2, sin, cos, float64(size.Y)/2 - sin*w/2 - cos*h/2}
	draw.BiLinear.Transform(out, turn, p, p.Rect, draw.Over, nil)
	return out, turn
}
