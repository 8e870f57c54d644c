package picture

import (
	"image"

	"zhiwen/internal/each"
)

// Most pictures in Word files are figures, photographs and screenshots, in which tesseract takes a
// second or two to read some letters. Pictures of running text show lines, one below the other, and
// that takes only milliseconds to see: in a vertical strip of the picture the ink forms bands of
// the height of characters with blank space between them, and bands of neighbouring strips at one
// height form a line.

// LinesDPI is the resolution at which lines are searched: small letters are still five pixels high.
const LinesDPI = 100

// LeastLines is the least number of lines of running text.
const LeastLines = 3

const (
	// three characters of running text, over which a tilted line rises by less than a line
	stripWidth  = LinesDPI / 3
	tileHeight  = LinesDPI      // of a strip with one shade of paper: photographs are darker on one side
	leastBand   = LinesDPI / 18 // lower-case letters of seven points
	mostBand    = LinesDPI / 3  // characters of 24 points
	inkContrast = 50            // of 255, by which ink differs from the paper
	// where all of it is paler, as much as half of it, but no less than this: fainter letters nobody reads
	faintContrast = 14
	// least share of a strip's columns with ink in a band of text; words have blanks between them
	leastCovered = 0.5
	leastInk     = 0.08 // least share of ink in the area of such a band: a frame has less
	// most share of ink: bold characters have less; boxes, bars and photographs more
	mostInk    = 0.6
	lineStrips = 6 // least strips in a line, two inches: labels in figures are shorter
)

// ShowsLines reports whether a picture at LinesDPI may show running text.
func ShowsLines(p *image.RGBA) bool { return showsLines(Greys(p), p.Rect.Dx(), p.Rect.Dy()) }

// showsLines looks for lines of usual letters, and for those of letters twice as large.
func showsLines(pix []byte, w, h int) bool {
	if hasLines(pix, w, h) {
		return true
	}
	small, w, h := halved(pix, w, h)
	return hasLines(small, w, h)
}

// halved returns a picture in shades of grey at half of its size.
func halved(pix []byte, w, h int) (small []byte, wide, high int) {
	wide, high = w/2, h/2
	small = make([]byte, 0, wide*high)
	for y := range high {
		for x := range wide {
			at := 2*y*w + 2*x
			small = append(small, byte((int(pix[at])+int(pix[at+1])+int(pix[at+w])+int(pix[at+w+1]))/4))
		}
	}
	return small, wide, high
}

func hasLines(pix []byte, w, h int) bool {
	if h < leastBand {
		return false // a rule, of which halved may leave no row
	}
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

// lineRun is a range of rows with ink, and the number of strips in the line that ends with it.
type lineRun struct{ from, to, strips int }

// strip marks the ink in a vertical strip of a picture, row by row.
type strip struct {
	ink []bool
	h   int
}

// fill marks the pixels that differ in shade from the paper around them.
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
		contrast := contrastOf(count, paper)
		for y := top; y < bottom; y++ {
			for i, v := range pix[y*stride : y*stride+stripWidth] {
				d := int(v) - paper
				s.ink[y*stripWidth+i] = d > contrast || d < -contrast
			}
		}
	}
}

// contrastOf returns by how much ink differs from the paper, of which a tile has so many pixels of each shade.
func contrastOf(count [256]int, paper int) int {
	const lettersAtLeast = 20 // pixels, which specks do not have
	for d := 2 * inkContrast; d > 2*faintContrast; d-- {
		n := 0
		for v, c := range count {
			if v >= paper+d || v <= paper-d {
				n += c
			}
		}
		if n >= lettersAtLeast {
			return d / 2
		}
	}
	return faintContrast
}

// mostNearly returns the shade that most pixels have or nearly have.
func mostNearly(count [256]int) int {
	const near = 8
	best, most := 0, -1
	for v := range count {
		sum := each.Sum(count[max(v-near, 0):min(v+near+1, len(count))], func(n int) int { return n })
		if sum > most {
			best, most = v, sum
		}
	}
	return best
}

// dropRules removes vertical runs higher than a character: rules of tables and frames, which would
// join their rows.
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

// bands returns the ranges of rows that look like a piece of a line of text.
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
		if y-from >= leastBand && y-from <= mostBand && float64(covered) >= leastCovered*stripWidth && share >= leastInk &&
			share <= mostInk {
			out = append(out, lineRun{from, y, 1})
		}
		columns, from, ink = [stripWidth]bool{}, y+1, 0
	}
	return out
}
