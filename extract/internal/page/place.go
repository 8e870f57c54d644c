package page

// SetAt returns the box of a character of a width and a size, in points, whose base line begins at
// x, y. For a slanted character it is the box after turning back about its middle.
func (b Bearing) SetAt(x, y, width, size float32) Box {
	sin, cos := sincos(float32(b.Degrees()))
	along, up := width/2, (0.5-underLine)*size
	x, y = x+along*cos-up*sin, y+along*sin+up*cos
	w, h := width/2, size/2
	if b.Quarter%2 == 1 {
		w, h = h, w
	}
	return Box{x - w, y - h, x + w, y + h}
}

// Follow returns what no file writes between a and the following b, a line end or a blank, or 0 if
// b follows directly.
func Follow(a, b *Glyph) rune {
	if a.Quarter%2 == 1 { // rows are made after turning the page
		return 0
	}
	return gap(a, b)
}

// gap returns what stands between a and the following b, which are written in one direction: a line end, a blank, or 0.
func gap(a, b *Glyph) rune {
	switch {
	case a.Quarter != b.Quarter:
		return 0
	case Abs(a.Y0+a.Y1-b.Y0-b.Y1)/2 > apartFrom*max(a.Y1-a.Y0, b.Y1-b.Y0, 1):
		return '\n'
	case b.X0-a.X1 > blankFrom*max(a.Size, b.Size, 1):
		return ' '
	}
	return 0
}
