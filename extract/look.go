package extract

// look is what decides whether a run is seen, each part unset until some
// style or the run itself sets it.
type look struct {
	hidden set // w:vanish
	ink    paint
	ground paint
	size   int // half-points, 0 unset
	bold   set // w:b
	edged  set // embossed, outlined or with a shadow: seen in any colour
}

// set is a property that may be unset.
type set int8

const (
	unset set = iota
	no
	yes
)

// over lays l over base.
func (l look) over(base look) look {
	if l.hidden == unset {
		l.hidden = base.hidden
	}
	if l.ink == noPaint {
		l.ink = base.ink
	}
	if l.ground == noPaint {
		l.ground = base.ground
	}
	if l.size == 0 {
		l.size = base.size
	}
	if l.bold == unset {
		l.bold = base.bold
	}
	if l.edged == unset {
		l.edged = base.edged
	}
	return l
}

// tinyHalfPoints and below is a size nobody can read: 2.5 points.
const tinyHalfPoints = 5

// setIf gives yes or no.
func setIf(is bool) set {
	if is {
		return yes
	}
	return no
}
