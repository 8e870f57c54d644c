// Package imprint computes the two fingerprints by which a picture is recognised after it was
// scaled, recompressed, slightly cropped or converted to grey.
//
// Its input is the pixels of a picture. Its output is 64 bits of differences and a string of
// colours. It knows no documents and no picture formats, and uses integers only, so that equal
// pixels have equal fingerprints on every machine.
package imprint

import (
	"image"
	"math/bits"
)

// Version changes whenever equal pictures could get different imprints by the default layout. Imprints of different
// versions (Layout.Version) are not compared.
const Version = 1

// Imprint is the fingerprints of a picture.
type Imprint struct {
	// Hash is a difference hash (N. Krawetz, Kind of Like That, 2013; one of the robust ones in C.
	// Zauner, Implementation and Benchmarking of Perceptual Image Hash Functions, 2010): the
	// picture is averaged to 9 by 8 grey cells, and each bit, row by row from the highest, is set
	// if a cell is lighter than the one to its right.
	Hash uint64
	// Blocks has one letter for each block of a Layout, row by row: the most frequent of its
	// colours among the block's pixels. The eight of the default are the corners of the cube of red, green and
	// blue: K black, R, G, B, Y yellow, M magenta, C cyan, W white. Such strings of dominant colours are the
	// simplest colour layouts (MPEG-7's, ISO/IEC 15938-3, 2002, uses the mean of 8 by 8 blocks; the
	// dominant colour of blocks is from Deng et al., An efficient color representation for image
	// retrieval, 2001).
	Blocks string
}

const (
	hashColumns, hashRows = 9, 8

	// The picture is scaled to this many pixels, which the hash and the default layout divide into whole cells: 16 by
	// 16 for the hash, 12 by 16 for the colours.
	width, height = 144, 128

	// Side is how many pixels the longer side of a picture needs; more add no information. It is
	// twice the scaled width, so that edges are found to a thirtieth of half a cell.
	Side = 2 * width

	// leastSide is the least number of pixels of each side within its margins: twice the rows of
	// the hash.
	leastSide = 2 * hashRows

	// evenness is how much, of 255, the pixels in a line of a margin may differ: as much as JPEG of
	// quality 30 leaves beside an edge.
	evenness = 32

	// difference is how much, of 255, the means of neighbouring cells must differ to be
	// significant. Each is the mean of 256 pixels, so that recompression changes it by less.
	difference = 1

	// leastTold is in how many of the 64 places a picture must differ from its neighbour: a
	// quarter. A blank page, a smooth ground or a single line differs in fewer and resembles
	// thousands of others.
	leastTold = hashRows * (hashColumns - 1) / 4
)

// Of returns the imprint of a picture by a layout, or false if the picture shows too little to be recognised.
// Transparent parts count as white. Margins and frames of one colour around it are ignored.
func (l Layout) Of(p *image.RGBA) (Imprint, bool) {
	within := trimmed(p)
	if within.Dx() < leastSide || within.Dy() < leastSide {
		return Imprint{}, false
	}
	pixels := shrunk(p, within)
	hash, told := differences(pixels)
	return Imprint{Hash: hash, Blocks: l.colours(pixels)}, told >= leastTold
}

// trimmed returns the part of a picture within its margins. Outer rows and columns of any one
// colour are removed, so that a white margin and the frame inside it both go.
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

// even reports whether a row or a column has one colour. Its ends are ignored: in a scaled frame
// two blurred lines meet there, and neither would be even.
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

// at returns a pixel as it appears on white; colours are premultiplied by their opacity.
func at(p *image.RGBA, x, y int) [3]byte {
	i := p.PixOffset(x, y)
	c := p.Pix[i : i+4 : i+4]
	if white := 255 - c[3]; white > 0 {
		return [3]byte{saturated(c[0], white), saturated(c[1], white), saturated(c[2], white)}
	}
	return [3]byte{c[0], c[1], c[2]}
}

func saturated(a, b byte) byte { return byte(min(int(a)+int(b), 255)) }

// shrunk averages a part of a picture to width by height pixels, row by row. Each pixel averages
// the area that it covers.
func shrunk(p *image.RGBA, from image.Rectangle) [][3]byte {
	across := make([][3]uint32, from.Dy()*width) // sums, of from.Dx() in total
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

// overlaps lays n pixels over m places and calls do with the share of each pixel on each place; the
// shares of a place add up to n.
func overlaps(n, m int, do func(source, target int, share uint32)) {
	for s := range n {
		for t := s * m / n; t < m && t*n < (s+1)*m; t++ {
			if share := min((s+1)*m, (t+1)*n) - max(s*m, t*n); share > 0 {
				do(s, t, uint32(share))
			}
		}
	}
}

// differences returns the hash, and in how many places neighbours differ.
func differences(pixels [][3]byte) (hash uint64, told int) {
	const cellWidth, cellHeight = width / hashColumns, height / hashRows
	const scale = 1000 * cellWidth * cellHeight // of the sum of grey in a cell
	for row := range hashRows {
		var cells [hashColumns]int
		for y := row * cellHeight; y < (row+1)*cellHeight; y++ {
			for x, c := range pixels[y*width : (y+1)*width] {
				cells[x/cellWidth] += 299*int(c[0]) + 587*int(c[1]) + 114*int(c[2]) // weights of ITU-R BT.601
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

// Distance returns in how many bits two hashes differ.
func Distance(a, b uint64) int { return bits.OnesCount64(a ^ b) }

const (
	// mostDistance is in how many bits the hashes of one picture differ at most: Krawetz accepts up
	// to 10 of 64 for a variation of the picture.
	mostDistance = 10
	// perBit: one differing bit is allowed for this many places set in either hash, as 10 bits are
	// for 40. A mostly blank picture is identified by a few bits, so fewer may differ.
	perBit = 4
	// leastAgreement is the share of the blocks that must have the same colour: if a tenth of the
	// picture is cropped, blocks move by half a block on average, and about one in three has an
	// edge in it.
	leastAgreement = 2.0 / 3
)

// Near reports whether hashes may be of one picture. It is the part of Same that is used to search
// a whole library.
func Near(a, b uint64) bool {
	d := Distance(a, b)
	return d <= mostDistance && d*perBit <= bits.OnesCount64(a|b)
}

// Same reports whether two imprints by a layout are of one picture, scaled, recompressed, cropped by up to a
// tenth or converted to grey.
func (l Layout) Same(a, b Imprint) bool {
	return Near(a.Hash, b.Hash) && l.Agreement(a.Blocks, b.Blocks) >= leastAgreement
}
