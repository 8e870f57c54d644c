package picture

import (
	"image"
	"math"
	"slices"

	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
)

// Pages that were photographed, and pictures that were turned, have lines that rise or fall. Tesseract reads them when they do so by a
// few degrees.

const (
	mostTilt = 24 // degrees
	tiltStep = 1
	// levelTilt is by how many degrees lines may rise and be found as they are.
	levelTilt = 3
	// leastGain is how many times as much rows differ along the lines as along the edges of the picture.
	leastGain = 1.3
)

// TiltedLines is ShowsLines of a picture whose lines may fall to the right, or rise, by up to mostTilt degrees, and returns by how many
// they fall.
func TiltedLines(p *image.RGBA) (shows bool, degrees float64) {
	pix, w, h := Greys(p), p.Rect.Dx(), p.Rect.Dy()
	if tilt := tiltOf(pix, w, h); tilt != 0 {
		if level, height := sheared(pix, w, h, tilt); showsLines(level, w, height) {
			return true, tilt
		}
	}
	return showsLines(pix, w, h), 0
}

// tiltOf returns by how many degrees the rows of ink of a picture fall if they are parted best along such lines, or 0.
func tiltOf(pix []byte, w, h int) float64 {
	var count [256]int
	for _, v := range pix {
		count[v]++
	}
	paper := mostNearly(count)
	contrast := contrastOf(count, paper)
	var ink []image.Point
	for i, v := range pix {
		if d := int(v) - paper; d > contrast || d < -contrast {
			ink = append(ink, image.Pt(i%w, i/w))
		}
	}
	if len(ink) == 0 || float64(len(ink)) > mostInk*float64(len(pix)) {
		return 0
	}
	best, most := 0.0, leastGain*parted(ink, w, h, 0)
	for d := -float64(mostTilt); d <= mostTilt; d += tiltStep {
		if v := parted(ink, w, h, d); math.Abs(d) > levelTilt && v > most {
			best, most = d, v
		}
	}
	return best
}

// parted measures how much the rows of ink along lines that fall by some degrees differ from their neighbours.
func parted(ink []image.Point, w, h int, degrees float64) float64 {
	slope := math.Tan(degrees * math.Pi / 180)
	margin := int(math.Abs(slope)*float64(w)) + 1
	rows := make([]int, h+2*margin)
	falls := make([]int, w)
	for x := range falls {
		falls[x] = margin - int(math.Round(slope*float64(x)))
	}
	for _, at := range ink {
		rows[at.Y+falls[at.X]]++
	}
	sum := 0.0
	for i := 1; i < len(rows); i++ {
		d := float64(rows[i] - rows[i-1])
		sum += d * d
	}
	return sum
}

// sheared moves the columns of a picture so that lines which fall by some degrees are level.
func sheared(pix []byte, w, h int, degrees float64) (out []byte, height int) {
	slope := math.Tan(degrees * math.Pi / 180)
	margin := int(math.Abs(slope)*float64(w)) + 1
	height = h + 2*margin
	paper := pix[0]
	out = slices.Repeat([]byte{paper}, w*height)
	for x := range w {
		fall := margin - int(math.Round(slope*float64(x)))
		for y := range h {
			out[(y+fall)*w+x] = pix[y*w+x]
		}
	}
	return out, height
}

// Level returns a picture, drawn at dpi, turned so that its lines of text are level, and by how many degrees they fell: 0 where it shows
// none that are not level, and is returned as it is.
func Level(p *image.RGBA, dpi int) (level *image.RGBA, degrees float64) {
	small := p
	if dpi > LinesDPI {
		small = scaled(p, p.Rect, max(p.Rect.Dx()*LinesDPI/dpi, 1), max(p.Rect.Dy()*LinesDPI/dpi, 1))
	}
	if _, tilt := TiltedLines(small); tilt != 0 {
		return turned(p, tilt), tilt
	}
	return p, 0
}

// Levelled returns the size of a picture after it was turned by some degrees.
func Levelled(w, h, degrees float64) (wide, high float64) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return w*math.Abs(cos) + h*math.Abs(sin), w*math.Abs(sin) + h*math.Abs(cos)
}

// turned turns a picture whose lines fall by some degrees so that they are level, on paper of the shade of its corner.
func turned(p *image.RGBA, degrees float64) *image.RGBA {
	sin, cos := math.Sincos(-degrees * math.Pi / 180)
	w, h := float64(p.Rect.Dx()), float64(p.Rect.Dy())
	wide, high := Levelled(w, h, degrees)
	out := image.NewRGBA(image.Rect(0, 0, int(wide), int(high)))
	draw.Draw(out, out.Rect, image.NewUniform(p.At(p.Rect.Min.X, p.Rect.Min.Y)), image.Point{}, draw.Src)
	turn := f64.Aff3{cos, -sin, wide/2 - cos*w/2 + sin*h/2, sin, cos, high/2 - sin*w/2 - cos*h/2}
	draw.BiLinear.Transform(out, turn, p, p.Rect, draw.Over, nil)
	return out
}
