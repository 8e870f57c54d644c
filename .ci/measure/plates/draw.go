package main

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// kind is a way to draw a picture. Those of one kind have one style: they are the
// distractors of one another.
type kind struct {
	name string
	draw func(p *canvas, n int)
}

var kinds = []kind{
	{"bar charts of one style", bars},
	{"line charts of one style", lines},
	{"scatter charts of one style", scatter},
	{"heat maps of one style", heat},
	{"flow diagrams", flow},
	{"photos of one landscape", func(p *canvas, n int) { landscape(p, 1) }},
	{"photos of one dish with cells", cells},
	{"photos of several landscapes", func(p *canvas, n int) { landscape(p, uint64(100+n)) }},
	{"screens of one program", screen},
}

const (
	plateWidth  = 640
	plateHeight = 440
)

// canvas is a picture that is being drawn, with chances of its own.
type canvas struct {
	*image.RGBA
	*rand.Rand
}

// plate draws picture n of a kind; equal numbers give equal pictures.
func plate(k, n int) *image.RGBA {
	p := &canvas{image.NewRGBA(image.Rect(0, 0, plateWidth, plateHeight)), rand.New(rand.NewPCG(uint64(k), uint64(n)))}
	p.box(0, 0, plateWidth, plateHeight, color.RGBA{255, 255, 255, 255})
	kinds[k].draw(p, n)
	return p.RGBA
}

func (p *canvas) box(x0, y0, x1, y1 int, c color.RGBA) {
	draw.Draw(p.RGBA, image.Rect(x0, y0, x1, y1), image.NewUniform(c), image.Point{}, draw.Src)
}

func (p *canvas) line(x0, y0, x1, y1 float64, thick float64, c color.RGBA) {
	steps := int(max(math.Abs(x1-x0), math.Abs(y1-y0))) + 1
	for i := range steps + 1 {
		t := float64(i) / float64(steps)
		p.dot(x0+t*(x1-x0), y0+t*(y1-y0), thick, c)
	}
}

func (p *canvas) dot(x, y, radius float64, c color.RGBA) {
	for v := int(y - radius); v <= int(y+radius); v++ {
		for u := int(x - radius); u <= int(x+radius); u++ {
			if d := (float64(u)-x)*(float64(u)-x) + (float64(v)-y)*(float64(v)-y); d <= radius*radius {
				p.SetRGBA(u, v, c)
			}
		}
	}
}

func (p *canvas) write(x, y int, s string) {
	d := font.Drawer{Dst: p.RGBA, Src: image.Black, Face: basicfont.Face7x13, Dot: fixed.P(x, y)}
	d.DrawString(s)
}

var (
	black  = color.RGBA{0, 0, 0, 255}
	grey   = color.RGBA{170, 170, 170, 255}
	series = []color.RGBA{{31, 119, 180, 255}, {255, 127, 14, 255}, {44, 160, 44, 255}, {214, 39, 40, 255}}
)

// axes draws what all charts have in common: a frame, a grid, numbers and a legend.
func axes(p *canvas, shown int) {
	for i := range 6 {
		y := 40 + i*65
		p.line(60, float64(y), 610, float64(y), 0.6, grey)
		p.write(30, y+4, string(rune('5'-i))+"0")
	}
	p.line(60, 40, 60, 365, 1, black)
	p.line(60, 365, 610, 365, 1, black)
	p.write(300, 410, "time (months)")
	for i := range shown {
		p.box(480, 50+18*i, 500, 60+18*i, series[i])
		p.write(506, 60+18*i, "group "+string(rune('A'+i)))
	}
}

func bars(p *canvas, _ int) {
	axes(p, 2)
	for i := range 8 {
		for k := range 2 {
			high := 20 + p.IntN(290)
			p.box(80+i*66+k*24, 365-high, 100+i*66+k*24, 365, series[k])
		}
	}
}

func lines(p *canvas, _ int) {
	axes(p, 3)
	for k := range 3 {
		y := 60 + 280*p.Float64()
		for i := range 20 {
			next := min(max(y+70*(p.Float64()-0.5), 50), 360)
			p.line(60+27.5*float64(i), y, 87.5+27.5*float64(i), next, 1.5, series[k])
			y = next
		}
	}
}

func scatter(p *canvas, _ int) {
	axes(p, 2)
	for k := range 2 {
		x, y, slope, wide := 150+300*p.Float64(), 120+160*p.Float64(), 1.2*(p.Float64()-0.5), 20+50*p.Float64()
		for range 120 {
			dx := p.NormFloat64() * 80
			p.dot(min(max(x+dx, 62), 605), min(max(y+slope*dx+wide*p.NormFloat64(), 45), 362), 3, series[k])
		}
	}
}

func heat(p *canvas, _ int) {
	for y := range 12 {
		for x := range 16 {
			v := p.Float64()
			p.box(60+x*32, 30+y*30, 92+x*32, 60+y*30, color.RGBA{byte(255 * v), byte(80 + 100*(1-math.Abs(2*v-1))), byte(255 * (1 - v)), 255})
		}
		p.write(20, 50+y*30, "g"+string(rune('a'+y)))
	}
	p.box(590, 30, 610, 390, grey)
}

func flow(p *canvas, _ int) {
	type place struct{ x, y int }
	var all []place
	for row := range 4 {
		count := 1 + p.IntN(4)
		for i := range count {
			all = append(all, place{plateWidth * (2*i + 1) / (2 * count), 60 + row*105})
		}
	}
	for i, a := range all[1:] {
		b := all[p.IntN(i+1)]
		p.line(float64(a.x), float64(a.y), float64(b.x), float64(b.y), 1, black)
	}
	for i, a := range all {
		wide := 45 + p.IntN(30)
		p.box(a.x-wide, a.y-24, a.x+wide, a.y+24, black)
		p.box(a.x-wide+2, a.y-22, a.x+wide-2, a.y+22, []color.RGBA{{221, 235, 247, 255}, {255, 255, 255, 255}, {226, 239, 218, 255}}[p.IntN(3)])
		p.write(a.x-30, a.y+4, "step "+string(rune('A'+i)))
	}
}

// landscape is a photo of hills under a sky; photos of one subject have the same hills,
// from somewhere else, in another light, with other people before them.
func landscape(p *canvas, subject uint64) {
	scene := rand.New(rand.NewPCG(99, subject))
	var waves [3][3][2]float64
	for i := range waves {
		for k := range waves[i] {
			waves[i][k] = [2]float64{10 + 40*scene.Float64(), 2 * math.Pi * scene.Float64()}
		}
	}
	shift, light, zoom := 400*p.Float64(), 0.7+0.5*p.Float64(), 0.7+0.6*p.Float64()
	sunX, sunY := plateWidth*p.Float64(), 40+80*p.Float64()
	for y := range plateHeight {
		for x := range plateWidth {
			u := (float64(x) + shift) * zoom
			c := [3]float64{120 + 0.2*float64(y), 170 + 0.12*float64(y), 235}
			if d := math.Hypot(float64(x)-sunX, float64(y)-sunY); d < 120 {
				c[0], c[1] = c[0]+120-d, c[1]+80*(1-d/120)
			}
			for i, hill := range waves {
				top := float64(150 + 90*i)
				for k, w := range hill {
					top += w[0] * math.Sin(u*float64(k+1)*0.006+w[1])
				}
				if float64(y) > top {
					c = [3]float64{90 - 25*float64(i), 130 - 20*float64(i), 70 - 20*float64(i)}
				}
			}
			noise := 10 * p.NormFloat64()
			p.SetRGBA(x, y, color.RGBA{level(c[0]*light + noise), level(c[1]*light + noise), level(c[2]*light + noise), 255})
		}
	}
	for range 3 + p.IntN(4) {
		x, high := 40+560*p.Float64(), 40+60*p.Float64()
		c := color.RGBA{byte(p.IntN(255)), byte(p.IntN(255)), byte(p.IntN(255)), 255}
		p.box(int(x), int(430-high), int(x+high/3), 430, c)
		p.dot(x+high/6, 430-high-high/8, high/7, color.RGBA{224, 182, 148, 255})
	}
}

// cells is a photo through a microscope.
func cells(p *canvas, _ int) {
	for y := range plateHeight {
		for x := range plateWidth {
			v := 200 - 60*math.Hypot(float64(x)/plateWidth-0.5, float64(y)/plateHeight-0.5) + 8*p.NormFloat64()
			p.SetRGBA(x, y, color.RGBA{level(v), level(v - 30), level(v - 10), 255})
		}
	}
	for range 40 + p.IntN(30) {
		x, y, radius := plateWidth*p.Float64(), plateHeight*p.Float64(), 8+18*p.Float64()
		p.dot(x, y, radius, color.RGBA{190, 120, 170, 255})
		p.dot(x+radius/4, y, radius/2.5, color.RGBA{80, 40, 120, 255})
	}
	p.box(520, 410, 620, 416, black)
}

// screen is a window of a program: the same bars and buttons around other content.
func screen(p *canvas, _ int) {
	p.box(0, 0, plateWidth, 36, color.RGBA{45, 62, 80, 255})
	p.box(0, 36, 130, plateHeight, color.RGBA{236, 240, 241, 255})
	for i := range 8 {
		p.write(16, 64+i*26, "menu item "+string(rune('1'+i)))
	}
	for row := range 16 {
		for x := 150; x < 160+p.IntN(460); x += 8 * (2 + p.IntN(6)) {
			p.box(x, 60+row*23, x+8*(1+p.IntN(5)), 68+row*23, color.RGBA{90, 90, 90, 255})
		}
	}
	p.box(480, 380, 600, 410, color.RGBA{52, 152, 219, 255})
}

func level(v float64) byte { return byte(min(max(v, 0), 255)) }
