package pdf

import (
	"math"
	"slices"
	"unicode"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/style"
)

// Fonts of type 3 are drawings. Those of old TeX have a size of 0.1 or 1 and letters of any height,
// so their size is measured from what is drawn.

// silentFrom is the height of a character's box, in sizes, from which the size means nothing: fonts
// state heights of up to 3 sizes.
const silentFrom = 4

// silentBelow is a size of type 3 fonts below which it means nothing: their own matrix may enlarge
// the letters.
const silentBelow = 2.5

// drawnWord is the least number of letters of a tiny text: the parts of large brackets have codes
// of digits and hang below their line.
const drawnWord = 4

// texLigatures are the characters that TeX's text fonts have at codes where Unicode has controls.
// Type 3 fonts seldom define their codes.
var texLigatures = map[rune]string{0x0B: "ff", 0x0C: "fi", 0x0D: "fl", 0x0E: "ffi", 0x0F: "ffl"}

// ligature returns the letters that character k, read as g, stands for, or "". A ligature of TeX
// must have a font without a name, as type 3 fonts are, and stand in a word: TeX's fonts for
// formulas have other characters at these codes.
func (r *pageReader) ligature(k int, g page.Glyph) string {
	code := rune(r.text.Unicode(k))
	if letters := r.f.names[code]; letters != "" && !g.Generated && r.text.Unknown(k) {
		return letters
	}
	parts := texLigatures[code]
	if parts == "" || g.Generated || g.X1 <= g.X0 || r.text.Font(k) != "" {
		return ""
	}
	for _, beside := range []int{k - 1, k + 1} {
		o, ok := r.glyph(beside)
		if ok && unicode.IsLower(o.Rune) && page.Abs(o.Y0-g.Y0) < ligatureDrift*max(g.Size, o.Size) {
			return parts
		}
	}
	return ""
}

// ligatureDrift, in font sizes, is how much the base lines of two letters of a word may differ. An
// index is lower.
const ligatureDrift = 0.1

// Heights of characters above the base line in common fonts, in font sizes.
const (
	highCapital = 0.7
	highSmall   = 0.45
	highHan     = 0.82
)

// ink returns the box of what is drawn of character k. For level text its lower edge is the base
// line. If it cannot be measured, ink returns around, the loose box.
func (r *pageReader) ink(k int, around page.Box) page.Box {
	b, ok := r.text.Box(k)
	if !ok || b.Right < b.Left || b.Top <= b.Bottom {
		return around
	}
	out := page.Box{X0: around.X0, Y0: b.Bottom, X1: around.X1, Y1: b.Top}
	if _, y, ok := r.text.Origin(k); ok && y < out.Y1 {
		out.Y0 = y
	}
	return out
}

// measureDrawn sets the size of characters in fonts that state none. It is measured once per line,
// since a point or an accent alone shows nothing.
func measureDrawn(glyphs []page.Glyph) {
	from := -1
	for i := range glyphs {
		g := &glyphs[i]
		switch {
		case !char.Visible(g.Rune):
		case g.Drawn && from < 0:
			from = i
		case from >= 0 && (!g.Drawn || page.Abs(g.Y0-glyphs[from].Y0) > 1):
			measureRun(glyphs[from:i])
			from = -1
			if g.Drawn {
				from = i
			}
		}
	}
	if from >= 0 {
		measureRun(glyphs[from:])
	}
}

func measureRun(run []page.Glyph) {
	var sizes, heights []float32
	highest := float32(0)
	for _, g := range run {
		if !g.Drawn {
			continue
		}
		high := g.Y1 - g.Y0
		highest = max(highest, high)
		heights = append(heights, high)
		if s := high / expectedHeight(g.Rune); s > 0 && !math.IsInf(float64(s), 0) {
			sizes = append(sizes, s)
		}
	}
	size, tiny := highest, false
	if n := len(sizes); n > 0 {
		slices.Sort(sizes)
		slices.Sort(heights)
		size = sizes[n/2]
		if usual := heights[len(heights)/2]; style.Tiny(float64(size)) && !style.Tiny(float64(usual)) {
			size = usual // a font of signs: dashes have the codes of letters
		}
		tiny = n >= drawnWord && style.Tiny(float64(size))
	}
	size = max(float32(math.Round(float64(2*size))/2), 0.5) // makes lines of one font agree
	for i := range run {
		if g := &run[i]; g.Drawn {
			g.Size = size
			g.Hidden = g.Hidden || tiny
			g.Y0 -= 0.2 * size
			g.Y1 = g.Y0 + size
		}
	}
}

// expectedHeight returns the height of a character in font sizes, or 0 if its height does not
// depend on the font's size.
func expectedHeight(r rune) float32 {
	switch {
	case unicode.Is(unicode.Han, r) && r != '一':
		return highHan
	case r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == 'b', r == 'd', r == 'f', r == 'h', r == 'k', r == 'l':
		return highCapital
	case r >= 'a' && r <= 'z' && r != 'i' && r != 'j' && r != 't':
		return highSmall
	}
	return 0
}
