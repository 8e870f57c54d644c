package pdf

import (
	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/pdfium"
)

// opacity tells where a picture hides what is behind it. Watermarks lie over every page of a file
// and hide nothing; examining the picture once costs less than drawing every page.
type opacity struct {
	grid *opacityGrid
	// The position of its lower left corner on the page, and the vectors from there to the lower
	// right and the upper left corners.
	x, y, rightX, rightY, upX, upY float32
}

// opacityGrid divides a picture of any size into cells, row by row from the top.
type opacityGrid [opacityCells * opacityCells]bool

// pictureKey identifies equal pictures, as far as can be told cheaply.
type pictureKey struct{ packed, width, height int }

const (
	opacityCells   = 256
	opacitySamples = 16 // positions along a text that are checked, in each of three rows
	maxOpacities   = 32 // pictures that are cached
)

// opacity returns where a picture of the page is opaque. If it cannot be determined, it returns
// nil, and the picture counts as opaque everywhere.
func (r *pageReader) opacity(o pdfium.Object, place pdfium.Matrix) *opacity {
	own, ok := o.Matrix()
	if !ok {
		return nil
	}
	size := o.Pixels()
	key := pictureKey{o.Packed(), size.X, size.Y}
	grid, known := r.f.opacities[key]
	if !known {
		grid = r.opacityGrid(o, own)
		if r.f.opacities == nil || len(r.f.opacities) >= maxOpacities {
			r.f.opacities = map[pictureKey]*opacityGrid{}
		}
		r.f.opacities[key] = grid
	}
	if grid == nil {
		return nil
	}
	m := compose(own, place)
	corner := func(x, y float32) (float32, float32) {
		b := r.turned(page.Box{X0: x, Y0: y, X1: x, Y1: y})
		return b.X0, b.Y0
	}
	p := &opacity{grid: grid}
	p.x, p.y = corner(m.E, m.F)
	p.rightX, p.rightY = corner(m.A+m.E, m.B+m.F)
	p.upX, p.upY = corner(m.C+m.E, m.D+m.F)
	p.rightX, p.rightY, p.upX, p.upY = p.rightX-p.x, p.rightY-p.y, p.upX-p.x, p.upY-p.y
	return p
}

// opacityGrid draws a picture alone, or returns nil if that fails. own is its matrix.
func (r *pageReader) opacityGrid(o pdfium.Object, own pdfium.Matrix) *opacityGrid {
	if !o.SetMatrix(pdfium.Matrix{A: opacityCells, D: opacityCells}) {
		return nil
	}
	drawn, width, height := o.Opacity(r.f.document, r.page)
	if !o.SetMatrix(own) || width != opacityCells || height != opacityCells {
		return nil
	}
	out := new(opacityGrid)
	for i, a := range drawn {
		out[i] = a >= coverOpaque
	}
	return out
}

// hides reports whether at least half of a text's area that is under the picture is under its
// opaque parts.
func (p *opacity) hides(text page.Box) bool {
	area := p.rightX*p.upY - p.rightY*p.upX
	if area == 0 {
		return false
	}
	under, hidden := 0, 0
	for i := range opacitySamples {
		for k := range 3 {
			x := text.X0 + (text.X1-text.X0)*(float32(i)+0.5)/opacitySamples - p.x
			y := text.Y0 + (text.Y1-text.Y0)*(float32(k)+0.5)/3 - p.y
			u, v := (x*p.upY-y*p.upX)/area, (p.rightX*y-p.rightY*x)/area
			if u < 0 || v < 0 || u >= 1 || v >= 1 {
				continue
			}
			under++
			if p.grid[min(int((1-v)*opacityCells), opacityCells-1)*opacityCells+int(u*opacityCells)] {
				hidden++
			}
		}
	}
	return under > 0 && 2*hidden >= under
}
