package style

// Look is what decides whether a run is seen, each part unset until some
// style or the run itself sets it.
type Look struct {
	Hidden Set // w:vanish
	Ink    Paint
	Ground Paint
	Size   int // half-points, 0 unset
	Bold   Set // w:b
	Edged  Set // embossed, outlined or with a shadow: seen in any colour
}

// Set is a property that may be unset.
type Set int8

// The values of a Set.
const (
	Unset Set = iota
	No
	Yes
)

// Over lays l over base.
func (l Look) Over(base Look) Look {
	if l.Hidden == Unset {
		l.Hidden = base.Hidden
	}
	if l.Ink == NoPaint {
		l.Ink = base.Ink
	}
	if l.Ground == NoPaint {
		l.Ground = base.Ground
	}
	if l.Size == 0 {
		l.Size = base.Size
	}
	if l.Bold == Unset {
		l.Bold = base.Bold
	}
	if l.Edged == Unset {
		l.Edged = base.Edged
	}
	return l
}

// TinyHalfPoints and below is a size nobody can read: 2.5 points.
const TinyHalfPoints = 5

// SetIf gives yes or no.
func SetIf(is bool) Set {
	if is {
		return Yes
	}
	return No
}
