// Package imprint makes the two fingerprints of a picture by which it is known again
// after it was scaled, recompressed, cropped a little or turned to grey.
//
// In goes a picture as pixels, out come 64 bits of differences and a string of
// colours. It knows no documents and no formats of pictures, and calculates with whole
// numbers, so that equal pixels give equal fingerprints on every machine.
package imprint

import (
	"image"
	"math/bits"
	"strings"
)

// Version changes whenever an equal picture could get another imprint. Imprints of
// another version are not compared.
const Version = 1

// Imprint is what is kept of the looks of a picture.
type Imprint struct {
	// Hash is a difference hash (N. Krawetz, Kind of Like That, 2013; as one of the
	// robust ones in C. Zauner, Implementation and Benchmarking of Perceptual Image Hash
	// Functions, 2010): the picture is averaged to 9 by 8 cells of grey, and each bit, row
	// by row from the highest, says that a cell is lighter than the one right of it.
	Hash uint64
	// Blocks has a letter for each of 12 by 8 blocks, row by row: the commonest of eight
	// colours among its pixels. They are the corners of the cube of red, green and blue:
	// K black, R, G, B, Y yellow, M magenta, C cyan, W white. Such strings of dominant
	// colours are the simplest of the colour layouts (MPEG-7's, ISO/IEC 15938-3, 2002, has
	// the mean of 8 by 8 blocks; the dominant colour of blocks is from Deng et al., An
	// efficient color representation for image retrieval, 2001).
	Blocks string
}

const (
	hashColumns, hashRows   = 9, 8
	blockColumns, blockRows = 12, 8

	// The picture is brought to so many pixels, of which both grids have whole cells:
	// 16 by 16 for the hash, 12 by 16 for the colours.
	width, height = 144, 128

	// Side is how many pixels the longer side of a picture needs; more tell nothing:
	// twice what it is brought to, so that its edges are found to half a cell's
	// thirtieth.
	Side = 2 * width

	// leastSide is how many pixels each side has within its margins: as many as the
	// hash has rows, twice.
	leastSide = 2 * hashRows

	// evenness is by how much, of 255, the pixels of a margin's line differ at the most:
	// what JPEG of quality 30 leaves of an edge beside it.
	evenness = 32

	// difference is by how much, of 255, the means of neighbouring cells differ that
	// tell something. Each is of 256 pixels, so that recompression moves it by less.
	difference = 1

	// leastTold is in how many of the 64 places a picture must differ from its
	// neighbour: a quarter. A blank page, a smooth ground or a single line has fewer, and is
	// like thousands of others.
	leastTold = hashRows * (hashColumns - 1) / 4
)

// Of makes the imprint of a picture; false where it shows too little to be known by.
// What is transparent counts as white. Margins and frames of one colour around it are left out.
func Of(p *image.RGBA) (Imprint, bool) {
	within := trimmed(p)
	if within.Dx() < leastSide || within.Dy() < leastSide {
		return Imprint{}, false
	}
	pixels := shrunk(p, within)
	hash, told := differences(pixels)
	return Imprint{Hash: hash, Blocks: colours(pixels)}, told >= leastTold
}

// trimmed returns what of a picture lies within its margins: outer rows and columns of
// one colour go, whichever that is, so that a white margin around a frame goes with it.
func trimmed(p *image.RGBA) image.Rectangle {
	r := p.Rect
	for !r.Empty() {
		switch {
		case even(p, image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+1)):
			r.Min.Y++
		case even(p, image.Rect(r.Min.X, r.Max.Y-1, r.Max.X, r.Max.Y)):
			r.Max.Y--
		case even(p, image.Rect(r.Min.X, r.Min.Y, r.Min.X+1, r.Max.Y)):
			r.Min.X++
		case even(p, image.Rect(r.Max.X-1, r.Min.Y, r.Max.X, r.Max.Y)):
			r.Max.X--
		default:
			return r
		}
	}
	return image.Rectangle{}
}

// even reports whether a row or a column has one colour. Its ends are not looked at: where
// a frame was scaled, two blurred lines meet there, and neither would be even.
func even(p *image.RGBA, line image.Rectangle) bool {
	const ends = 2
	if line.Dx() > 2*ends {
		line.Min.X, line.Max.X = line.Min.X+ends, line.Max.X-ends
	}
	if line.Dy() > 2*ends {
		line.Min.Y, line.Max.Y = line.Min.Y+ends, line.Max.Y-ends
	}
	low, high := [3]byte{255, 255, 255}, [3]byte{}
	for y := line.Min.Y; y < line.Max.Y; y++ {
		for x := line.Min.X; x < line.Max.X; x++ {
			c := at(p, x, y)
			for i, v := range c {
				low[i], high[i] = min(low[i], v), max(high[i], v)
				if int(high[i])-int(low[i]) > evenness {
					return false
				}
			}
		}
	}
	return true
}

// at returns a pixel as it looks on white; colours are multiplied by their opacity.
func at(p *image.RGBA, x, y int) [3]byte {
	i := p.PixOffset(x, y)
	c := p.Pix[i : i+4 : i+4]
	if white := 255 - c[3]; white > 0 {
		return [3]byte{saturated(c[0], white), saturated(c[1], white), saturated(c[2], white)}
	}
	return [3]byte{c[0], c[1], c[2]}
}

func saturated(a, b byte) byte { return byte(min(int(a)+int(b), 255)) }

// shrunk averages a part of a picture to width by height pixels, row by row. Each takes
// what it covers of the pixels that were, by area.
func shrunk(p *image.RGBA, from image.Rectangle) [][3]byte {
	across := make([][3]uint32, from.Dy()*width) // sums of from.Dx() in all
	for y := range from.Dy() {
		row := across[y*width : (y+1)*width]
		overlaps(from.Dx(), width, func(source, target int, share uint32) {
			for i, v := range at(p, from.Min.X+source, from.Min.Y+y) {
				row[target][i] += share * uint32(v)
			}
		})
	}
	sums := make([][3]uint64, width*height)
	overlaps(from.Dy(), height, func(source, target int, share uint32) {
		for x := range width {
			for i, v := range across[source*width+x] {
				sums[target*width+x][i] += uint64(share) * uint64(v)
			}
		}
	})
	area := uint64(from.Dx()) * uint64(from.Dy())
	out := make([][3]byte, len(sums))
	for i, s := range sums {
		for k, v := range s {
			out[i][k] = byte((v + area/2) / area)
		}
	}
	return out
}

// overlaps lays n pixels over m places and tells by how much each pixel lies on each
// place; the shares of a place add up to n.
func overlaps(n, m int, do func(source, target int, share uint32)) {
	for s := range n {
		for t := s * m / n; t < m && t*n < (s+1)*m; t++ {
			if share := min((s+1)*m, (t+1)*n) - max(s*m, t*n); share > 0 {
				do(s, t, uint32(share))
			}
		}
	}
}

// differences makes the hash, and says in how many places neighbours differ.
func differences(pixels [][3]byte) (hash uint64, told int) {
	const cellWidth, cellHeight = width / hashColumns, height / hashRows
	const scale = 1000 * cellWidth * cellHeight // of the sums of grey of a cell
	for row := range hashRows {
		var cells [hashColumns]int
		for y := row * cellHeight; y < (row+1)*cellHeight; y++ {
			for x, c := range pixels[y*width : (y+1)*width] {
				cells[x/cellWidth] += 299*int(c[0]) + 587*int(c[1]) + 114*int(c[2]) // as television weighs them, ITU-R BT.601
			}
		}
		for i := range hashColumns - 1 {
			hash <<= 1
			switch d := cells[i] - cells[i+1]; {
			case d > difference*scale:
				hash |= 1
				told++
			case d < -difference*scale:
				told++
			}
		}
	}
	return hash, told
}

// letters are the names of the eight colours: red is worth 1, green 2, blue 4.
const letters = "KRGYBMCW"

// colours makes the string of blocks. Of two colours that are as common it is the one
// that stands first in letters.
func colours(pixels [][3]byte) string {
	const blockWidth, blockHeight = width / blockColumns, height / blockRows
	var count [blockRows][blockColumns][len(letters)]int
	for i, c := range pixels {
		count[i/width/blockHeight][i%width/blockWidth][c[0]>>7|c[1]>>7<<1|c[2]>>7<<2]++
	}
	var out strings.Builder
	for _, row := range count {
		for _, block := range row {
			most := 0
			for i, n := range block {
				if n > block[most] {
					most = i
				}
			}
			out.WriteByte(letters[most])
		}
	}
	return out.String()
}

// Distance is in how many bits two hashes differ.
func Distance(a, b uint64) int { return bits.OnesCount64(a ^ b) }

const (
	// mostDistance is how many bits of the hashes of one picture differ at the most:
	// Krawetz takes up to 10 of 64 for a variation of the picture.
	mostDistance = 10
	// perBit is for how many of the places in which either picture falls off one may
	// differ, as 10 do for 40: of a picture that is mostly blank, and tells its hash by
	// a few bits, fewer may.
	perBit = 4
	// leastAgreement is the share of the blocks that have the same colour: where a tenth
	// of the picture is cropped, blocks move by half of one on the average, and about
	// one in three has an edge of something in it.
	leastAgreement = 2.0 / 3
)

// Near reports whether hashes may be of one picture. It is the part of Same that is asked
// of a whole library.
func Near(a, b uint64) bool {
	d := Distance(a, b)
	return d <= mostDistance && d*perBit <= bits.OnesCount64(a|b)
}

// Same reports whether two imprints are of one picture, scaled, recompressed, cropped by
// up to a tenth or turned to grey.
func Same(a, b Imprint) bool {
	return Near(a.Hash, b.Hash) && Agreement(a.Blocks, b.Blocks) >= leastAgreement
}

// Agreement is the share of blocks in which two strings agree: in their colour or, where
// one picture has no colours, in being dark or light.
func Agreement(a, b string) float64 {
	if len(a) != len(b) || a == "" {
		return 0
	}
	grey := strings.Trim(a, "KW") == "" || strings.Trim(b, "KW") == ""
	same := 0
	for i := range len(a) {
		if a[i] == b[i] || grey && light(a[i]) == light(b[i]) {
			same++
		}
	}
	return float64(same) / float64(len(a))
}

// light reports whether a colour turned to grey is nearer to white than to black.
func light(letter byte) bool { return strings.IndexByte("GYCW", letter) >= 0 }
