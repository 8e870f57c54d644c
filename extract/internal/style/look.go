package style

// Look is what decides whether a run is seen, each part unset until some
// style or the run itself sets it.
type Look struct {
	Hidden Set // w:vanish
	Ink    Paint
	Edge   Paint // of what is drawn around the letters: an outline, a shadow, a glow
	Ground Paint
	Bold   Set
	Struck Set    // a line goes through the letters: see TakenBack
	Hand   uint32 // stands for font, slant, lines and what else is only told apart; 0 unset

	Size  int // half-points, 0 unset
	Scale int // per cent of it that raised and lowered letters have; 0 unset
	Width int // of the letters, in per cent of what the font has; 0 unset
	Gap   int // added behind each letter, in twips
	Fit   int // twips that the run is squeezed or stretched into; 0 unset
	Line  int // height of the lines: twips, or below 0 in 240ths of what the font has; 0 unset
	Raise int // of the letters above the line, in half-points, below 0 under it; 0 unset
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
	Inherit(&l.Hidden, base.Hidden)
	Inherit(&l.Bold, base.Bold)
	Inherit(&l.Struck, base.Struck)
	Inherit(&l.Hand, base.Hand)
	Inherit(&l.Ink, base.Ink)
	Inherit(&l.Edge, base.Edge)
	Inherit(&l.Ground, base.Ground)
	Inherit(&l.Size, base.Size)
	Inherit(&l.Scale, base.Scale)
	Inherit(&l.Width, base.Width)
	Inherit(&l.Gap, base.Gap)
	Inherit(&l.Fit, base.Fit)
	Inherit(&l.Line, base.Line)
	Inherit(&l.Raise, base.Raise)
	return l
}

// Styled lays the look l of one kind of style over that of another kind, as a character's
// over a paragraph's, in the way of word processors: a toggle that both turn on is off.
func (l Look) Styled(base Look) Look {
	l.Hidden, l.Bold, l.Struck = toggled(l.Hidden, base.Hidden), toggled(l.Bold, base.Bold), toggled(l.Struck, base.Struck)
	return l.Over(base)
}

func toggled(own, base Set) Set {
	if own == Unset {
		return base
	}
	return SetIf((own == Yes) != (base == Yes))
}

// SetHand notes that a property that is only told apart has a value.
func (l *Look) SetHand(property, value uint32) { l.Hand = (l.Hand*31+property)*31 + value + 1 }

// SetEdge says that something is drawn around the letters in a colour of its own, or
// that one way of doing so is off.
func (l *Look) SetEdge(on bool) {
	switch {
	case on:
		l.Edge = AnyPaint
	case l.Edge == NoPaint:
		l.Edge = Bare
	}
}

// Inherit sets what is unset.
func Inherit[T comparable](own *T, base T) {
	var unset T
	if *own == unset {
		*own = base
	}
}

// SetIf returns Yes or No.
func SetIf(is bool) Set {
	if is {
		return Yes
	}
	return No
}
