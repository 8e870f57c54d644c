package main

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"

	"golang.org/x/image/draw"
)

// change is something that is done to a copied figure.
type change struct {
	name string
	make func(p *image.RGBA, chance *rand.Rand) *image.RGBA
}

var changes = []change{
	{"none", func(p *image.RGBA, _ *rand.Rand) *image.RGBA { return p }},
	{"scaled to 0.3", func(p *image.RGBA, _ *rand.Rand) *image.RGBA { return scaled(p, 0.3) }},
	{"scaled to 0.3–2", func(p *image.RGBA, r *rand.Rand) *image.RGBA { return scaled(p, 0.3+1.7*r.Float64()) }},
	{"JPEG, quality 30", func(p *image.RGBA, _ *rand.Rand) *image.RGBA { return compressed(p, 30) }},
	{"JPEG, quality 30–90", func(p *image.RGBA, r *rand.Rand) *image.RGBA { return compressed(p, 30+r.IntN(61)) }},
	{"cropped, up to 5 % of each length", func(p *image.RGBA, r *rand.Rand) *image.RGBA { return cropped(p, 0.05, r) }},
	{"cropped, up to 10 %", func(p *image.RGBA, r *rand.Rand) *image.RGBA { return cropped(p, 0.1, r) }},
	{"turned to grey", func(p *image.RGBA, _ *rand.Rand) *image.RGBA { return greyed(p) }},
	{"white or black border, up to 4 %", bordered},
	{"scaled, cropped up to 5 %, grey, JPEG", func(p *image.RGBA, r *rand.Rand) *image.RGBA {
		return compressed(greyed(cropped(scaled(p, 0.3+1.7*r.Float64()), 0.05, r)), 30+r.IntN(61))
	}},
}

func scaled(p *image.RGBA, by float64) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, int(float64(p.Rect.Dx())*by), int(float64(p.Rect.Dy())*by)))
	draw.CatmullRom.Scale(out, out.Rect, p, p.Rect, draw.Src, nil)
	return out
}

func compressed(p *image.RGBA, quality int) *image.RGBA {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, p, &jpeg.Options{Quality: quality}); err != nil {
		panic(err) // into memory, of a picture with a size
	}
	back, err := jpeg.Decode(&b)
	if err != nil {
		panic(err)
	}
	return flat(back)
}

// flat returns a picture as pixels from (0, 0).
func flat(p image.Image) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, p.Bounds().Dx(), p.Bounds().Dy()))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, p, p.Bounds().Min, draw.Over)
	return out
}

// cropped cuts up to a share of each length off, from both of its ends together.
func cropped(p *image.RGBA, most float64, r *rand.Rand) *image.RGBA {
	ends := func(n int) (from, to int) {
		off := float64(n) * most * r.Float64()
		from = int(off * r.Float64())
		return from, n - int(off) + from
	}
	x0, x1 := ends(p.Rect.Dx())
	y0, y1 := ends(p.Rect.Dy())
	return flat(p.SubImage(image.Rect(x0, y0, x1, y1)))
}

func greyed(p *image.RGBA) *image.RGBA {
	out := image.NewGray(p.Rect)
	draw.Draw(out, out.Rect, p, p.Rect.Min, draw.Src)
	return flat(out)
}

func bordered(p *image.RGBA, r *rand.Rand) *image.RGBA {
	wide := 1 + int(0.04*r.Float64()*float64(p.Rect.Dx()))
	c := color.Color(color.White)
	if r.IntN(2) == 0 {
		c = color.Black
	}
	out := image.NewRGBA(image.Rect(0, 0, p.Rect.Dx()+2*wide, p.Rect.Dy()+2*wide))
	draw.Draw(out, out.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	draw.Draw(out, image.Rect(wide, wide, wide+p.Rect.Dx(), wide+p.Rect.Dy()), p, p.Rect.Min, draw.Src)
	return out
}
