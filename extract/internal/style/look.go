package style

// Look holds the properties that decide whether a run is visible. Each is unset until a style or
// the run itself sets it.
type Look struct {
	Hidden Set // w:vanish
	Ink    Paint
	Edge   Paint // of what is drawn around the letters: an outline, a shadow, a glow
	Ground Paint
	Bold   Set
	Struck Set    // the letters are crossed out: see TakenBack
	Hand   uint32 // identifies font, slant, lines and other properties by comparison only; 0 unset

	Size  int // half-points, 0 unset
	Scale int // per cent of the size of raised and lowered letters; 0 unset
	Width int // width of the letters in per cent of the font's; 0 unset
	Gap   int // space added after each letter, in twips
	Fit   int // twips into which the run is squeezed or stretched; 0 unset
	Line  int // line height: twips, or if negative 240ths of the font's; 0 unset
	Raise int // height of the letters above the line in half-points, negative below it; 0 unset
}

// Set is a property that may be unset.
type Set int8

// The values of a Set.
const (
	Unset Set = iota
	No
	Yes
)

// Over returns l with unset properties taken from base.
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

// Styled applies the look l of one kind of style, such as a character style, over that of another
// kind, such as a paragraph style, in the way of word processors: a toggle that both switch on is
// off.
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

// SetHand records the value of a property that is only compared.
func (l *Look) SetHand(property, value uint32) { l.Hand = (l.Hand*31+property)*31 + value + 1 }

// SetEdge records that something is drawn around the letters in a colour of its own, or that one
// way of doing so is off.
func (l *Look) SetEdge(on bool) {
	switch {
	case on:
		l.Edge = AnyPaint
	case l.Edge == NoPaint:
		l.Edge = Bare
	}
}

// Inherit sets own to base if it is unset.
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
