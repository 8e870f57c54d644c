package picture

import "image"

// Most pictures in Word files are figures, photographs and screenshots, of
// which tesseract reads some letters in a second or two. Pictures of running
// text show lines of it, one below the other, and that is seen in some
// milliseconds: in an upright strip of the picture the ink falls into bands of
// the height of characters with blank between them, and bands of neighbouring
// strips at one height make a line.

// LinesDPI is at what resolution lines are looked for: small letters are still
// five pixels high.
const LinesDPI = 100

// LeastLines is how many lines running text has.
const LeastLines = 3

const (
	stripWidth   = LinesDPI / 3  // three characters of running text, over which a tilted page does not rise by a line
	tileHeight   = LinesDPI      // of a strip, which has one shade of paper: photographs are darker on one side
	leastBand    = LinesDPI / 18 // lower-case letters of seven points
	mostBand     = LinesDPI / 3  // characters of 24 points
	inkContrast  = 50            // of 255 by which ink differs from the paper
	leastCovered = 0.5           // of the columns of a strip that have ink in a band of text; between words there is some blank
	leastInk     = 0.08          // of the area of such a band: a frame has less
	mostInk      = 0.6           // bold characters have less: boxes, bars and photographs more
	lineStrips   = 6             // strips that a line goes through, two inches: labels in figures are shorter
)

// ShowsLines reports whether a picture at LinesDPI may show running text.
func ShowsLines(p *image.RGBA) bool {
	pix := Greys(p)
	w, h := p.Rect.Dx(), p.Rect.Dy()
	var open []lineRun
	lines := 0
	for x := 0; x+stripWidth <= w; x += stripWidth {
		s := strip{h: h, ink: make([]bool, stripWidth*h)}
		s.fill(pix[x:], w)
		s.dropRules()
		next := s.bands()
		for i := range next {
			for _, o := range open {
				if n := &next[i]; o.strips >= n.strips && min(o.to, n.to)-max(o.from, n.from) > (n.to-n.from)/2 {
					n.strips = o.strips + 1
				}
			}
			if next[i].strips == lineStrips {
				lines++
			}
		}
		open = next
	}
	return lines >= LeastLines
}

// lineRun is a stretch of rows with ink, and through how many strips the line
// goes of which it is the end.
type lineRun struct{ from, to, strips int }

// strip is where an upright strip of a picture has ink, row by row.
type strip struct {
	ink []bool
	h   int
}

// fill finds what is of another shade than the paper around it.
func (s strip) fill(pix []byte, stride int) {
	for top := 0; top < s.h; top += tileHeight {
		var count [256]int
		bottom := min(top+tileHeight, s.h)
		for y := top; y < bottom; y++ {
			for _, v := range pix[y*stride : y*stride+stripWidth] {
				count[v]++
			}
		}
		paper := mostNearly(count)
		for y := top; y < bottom; y++ {
			for i, v := range pix[y*stride : y*stride+stripWidth] {
				d := int(v) - paper
				s.ink[y*stripWidth+i] = d > inkContrast || d < -inkContrast
			}
		}
	}
}

// mostNearly returns the shade that most pixels have or nearly have.
func mostNearly(count [256]int) int {
	const near = 8
	best, most := 0, -1
	for v := range count {
		sum := 0
		for _, n := range count[max(v-near, 0):min(v+near+1, len(count))] {
			sum += n
		}
		if sum > most {
			best, most = v, sum
		}
	}
	return best
}

// dropRules takes away what runs down further than a character is high: the
// rules of tables and frames, which would join their rows.
func (s strip) dropRules() {
	for x := range stripWidth {
		from := 0
		for y := 0; y <= s.h; y++ {
			if y < s.h && s.ink[y*stripWidth+x] {
				continue
			}
			if y-from > mostBand {
				for ; from < y; from++ {
					s.ink[from*stripWidth+x] = false
				}
			}
			from = y + 1
		}
	}
}

// bands returns the stretches of rows that look like a piece of a line of text.
func (s strip) bands() []lineRun {
	var out []lineRun
	var columns [stripWidth]bool
	from, ink := 0, 0
	for y := 0; y <= s.h; y++ {
		n := 0
		if y < s.h {
			for i, is := range s.ink[y*stripWidth : (y+1)*stripWidth] {
				if is {
					columns[i] = true
					n++
				}
			}
		}
		if n > 0 {
			ink += n
			continue
		}
		covered := 0
		for _, is := range columns {
			if is {
				covered++
			}
		}
		share := float64(ink) / float64(max(y-from, 1)*stripWidth)
		if y-from >= leastBand && y-from <= mostBand && float64(covered) >= leastCovered*stripWidth && share >= leastInk && share <= mostInk {
			out = append(out, lineRun{from, y, 1})
		}
		columns, from, ink = [stripWidth]bool{}, y+1, 0
	}
	return out
}
