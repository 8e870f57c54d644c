package pdf

import (
	"slices"

	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/pdfium"
	"zhiwen/extract/internal/style"
)

// Text is also invisible if something opaque is drawn over it, if it lies outside its clip, or if
// it is in a hidden layer. The objects of a page only show for which texts that may be so; those
// are doubted, and judge.go judges them.

const (
	coverHigh    = 3     // points; least size of a cover, since smaller text is not readable anyway
	coverOpaque  = 250   // least opacity of a cover, of 255; text under a less opaque cover shows through
	coverOverlap = 0.5   // share of a text's height that is covered or clipped away
	maxCovers    = 4_000 // of a page; more belong to a drawing
	scanShare    = 0.8   // least share of a page covered by a picture of the whole page
	// pages of a file with text under a scan after which further pages are assumed to be alike
	buriedSample = 3
	// points of a clip's outline that are read: frames have five, with round corners twenty
	maxClip = 64
)

// textObject is one of the text objects of a page.
type textObject struct {
	object  pdfium.Object
	mode    pdfium.Mode
	how     visibility
	ink     style.Paint
	hand    uint32        // see page.Glyph
	place   pdfium.Matrix // transforms its space to the page's
	window  page.Box      // visible part of the form that contains it
	area    page.Box      // on the page, once located
	located bool
	doubted bool
}

// doubts holds the texts of a page; some may be invisible.
type doubts struct {
	texts        []*textObject
	located      int                        // number of texts already in under
	under        map[int][]*textObject      // texts that may be drawn over, by height
	covers       int                        // number of covers examined
	fills        map[style.Paint][]page.Box // filled paths, by colour, on which words may stand
	filled       int                        // number of these
	overPictures []cover                    // pictures that cover doubted texts
}

// everywhere is the window of unclipped text.
var everywhere = page.Box{X0: -page.Farthest, Y0: -page.Farthest, X1: page.Farthest, Y1: page.Farthest}

// mayCover reports whether an area is large enough to hide a character.
func mayCover(b page.Box) bool { return min(b.X1-b.X0, b.Y1-b.Y0) >= coverHigh }

// hidesText reports whether an area covers enough of a text to hide a character of it.
func hidesText(b, text page.Box) bool {
	shared := b.Within(text)
	high := text.Y1 - text.Y0
	return shared.Y1-shared.Y0 > coverOverlap*high && shared.X1-shared.X0 > coverOverlap*min(high, text.X1-text.X0)
}

// showsText reports whether a text lies in a window except for less than a character.
func showsText(b, text page.Box) bool {
	shared := b.Within(text)
	high := text.Y1 - text.Y0
	return shared.Y1-shared.Y0 >= coverOverlap*high && shared.X0-text.X0 <= coverOverlap*high && text.X1-shared.X1 <= coverOverlap*high
}

// locate returns the area of a text on the page.
func (r *pageReader) locate(t *textObject) page.Box {
	if !t.located {
		t.located = true
		t.area, _ = r.bounds(t.object, t.place)
	}
	return t.area
}

// locateAll adds the texts found so far to under, where covers look for them.
func (r *pageReader) locateAll() {
	if r.under == nil {
		r.under = map[int][]*textObject{}
	}
	for ; r.located < len(r.texts); r.located++ {
		t := r.texts[r.located]
		if t.how == unpainted {
			continue
		}
		b := r.locate(t)
		for i := page.StripAt(b.Y0); i <= min(page.StripAt(b.Y1), page.StripAt(b.Y0)+page.MaxStrips); i++ {
			r.under[i] = append(r.under[i], t)
		}
	}
}

// cover is an object drawn after texts that may be opaque.
type cover struct {
	object  pdfium.Object
	area    page.Box // on the page
	place   pdfium.Matrix
	window  page.Box
	picture bool
}

// cover doubts the texts found so far that lie under c.
func (r *pageReader) cover(c cover) {
	c.area = c.area.Within(c.window).Within(r.window(c.object, c.place))
	if !mayCover(c.area) || r.covers >= maxCovers {
		return
	}
	r.covers++
	r.locateAll()
	scan := c.picture && r.scan(c.area)
	var opaque *opacity
	asked, hides := !c.picture, false
	for i := page.StripAt(c.area.Y0); i <= min(page.StripAt(c.area.Y1), page.StripAt(c.area.Y0)+page.MaxStrips); i++ {
		for _, t := range r.under[i] {
			if t.doubted || !hidesText(c.area, t.area) {
				continue
			}
			if scan && r.f.buried >= buriedSample {
				r.overlaid = true
				return
			}
			if !asked {
				asked = true
				opaque = r.opacity(c.object, c.place)
			}
			if opaque != nil && !opaque.hides(t.area) {
				continue
			}
			if scan && opaque != nil && !c.object.Transparent() {
				r.overlaid = true
				r.f.buried++
				return
			}
			t.doubted, hides = true, true
		}
	}
	if hides && c.picture {
		r.overPictures = append(r.overPictures, c)
	}
}

// scan reports whether a picture of this size covers the whole page. Text under it was recognised
// in it, as some programs write it.
func (r *pageReader) scan(area page.Box) bool {
	return (area.X1-area.X0)*(area.Y1-area.Y0) > scanShare*r.width*r.height
}

// scanned is like scan for all pictures of the page together: scanners split pages into strips.
func (r *pageReader) scanned() bool {
	over := r.picture > scanShare
	r.overlaid = r.overlaid || over
	return over
}

// window returns the box around the clip of an object.
func (r *pageReader) window(o pdfium.Object, place pdfium.Matrix) page.Box {
	out := everywhere
	clip, ok := o.Clip()
	if !ok {
		return out
	}
	for i := range clip.Outlines() {
		around, ok := outline(clip, i)
		if ok {
			out = out.Within(r.turned(transformed(around, place)))
		}
	}
	return out
}

// outline returns the box around outline i of a clip, or false if it cannot be determined.
func outline(clip pdfium.Clip, i int) (page.Box, bool) {
	n := clip.Points(i)
	if n <= 0 || n > maxClip {
		return page.Box{}, false
	}
	around := page.Box{X0: everywhere.X1, Y0: everywhere.Y1, X1: everywhere.X0, Y1: everywhere.Y0}
	for k := range n {
		x, y, ok := clip.Point(i, k)
		if !ok {
			return page.Box{}, false
		}
		around = page.Box{X0: min(around.X0, x), Y0: min(around.Y0, y), X1: max(around.X1, x), Y1: max(around.Y1, y)}
	}
	return around, true
}

// settleDoubts marks doubtful texts: those that are covered and not written again over the cover,
// those clipped at least in part, and all texts of a file with hidden layers.
func (r *pageReader) settleDoubts() {
	for _, t := range r.texts {
		window := t.window.Within(r.window(t.object, t.place))
		t.doubted = t.doubted || r.f.layered || window != everywhere && !showsText(window, r.locate(t))
	}
	if !slices.ContainsFunc(r.texts, func(t *textObject) bool { return t.doubted }) {
		return
	}
	r.locateAll()
	for _, t := range r.texts {
		if t.doubted && t.how != unpainted && !r.seenAgain(t) {
			t.how = doubtful
		}
	}
}

// seenAgain reports whether a text is written again in the same place and visible there: pdfium
// returns the characters of the first copy only.
func (r *pageReader) seenAgain(t *textObject) bool {
	return slices.ContainsFunc(r.under[page.StripAt(t.area.Y0)], func(o *textObject) bool {
		return !o.doubted && hidesText(t.area, o.area) && o.object.Text(r.text) == ""
	})
}
