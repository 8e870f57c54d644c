package pdf

import (
	"slices"

	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/pdfium"
	"zhiwen/extract/internal/style"
)

// Text is not seen either where something opaque is drawn over it, where it
// lies outside of what it is clipped to, and in a layer that viewers do not
// show. What a page is made of only tells of which texts that may be true;
// those are doubted, and pdf_judge.go judges them.

const (
	coverHigh    = 3     // points that a cover measures at least: smaller text nobody reads
	coverOpaque  = 250   // of 255: what shines through a cover that is less opaque can be read
	coverOverlap = 0.5   // of a text's height that a cover lies over, or that is clipped away
	maxCovers    = 4_000 // of a page; more are a drawing
	scanShare    = 0.8   // of a page that is covered by a picture of all of it
	buriedSample = 3     // pages of a file whose text is found under a scan before others are believed to be like them
	maxClip      = 64    // points of the outline of a clip that are looked at: frames have five, with round corners twenty
)

// textObject is one of the texts that a page is made of.
type textObject struct {
	object  pdfium.Object
	mode    pdfium.Mode
	how     visibility
	ink     style.Paint
	hand    uint32        // see page.Glyph
	place   pdfium.Matrix // takes its space to the page's
	window  page.Box      // what is seen of the form it stands in
	area    page.Box      // on the page, once located
	located bool
	doubted bool
}

// doubts are the texts of a page, of which some may not be seen.
type doubts struct {
	texts        []*textObject
	located      int                        // of them, those in under
	under        map[int][]*textObject      // that something may be drawn over, by height
	covers       int                        // that were looked at
	fills        map[style.Paint][]page.Box // paths that words may stand on, by their colour
	filled       int                        // these
	overPictures []cover                    // pictures that cover doubted texts
}

// everywhere is the window of what is not clipped.
var everywhere = page.Box{X0: -page.Farthest, Y0: -page.Farthest, X1: page.Farthest, Y1: page.Farthest}

// mayCover reports whether an area is large enough to hide a character.
func mayCover(b page.Box) bool { return min(b.X1-b.X0, b.Y1-b.Y0) >= coverHigh }

// hidesText reports whether enough of a text lies in an area for a character of it
// not to be seen.
func hidesText(b, text page.Box) bool {
	shared := b.Within(text)
	high := text.Y1 - text.Y0
	return shared.Y1-shared.Y0 > coverOverlap*high && shared.X1-shared.X0 > coverOverlap*min(high, text.X1-text.X0)
}

// showsText reports whether a text lies in a window but for less than a character.
func showsText(b, text page.Box) bool {
	shared := b.Within(text)
	high := text.Y1 - text.Y0
	return shared.Y1-shared.Y0 >= coverOverlap*high && shared.X0-text.X0 <= coverOverlap*high && text.X1-shared.X1 <= coverOverlap*high
}

// locate returns the place of a text on the page.
func (r *pageReader) locate(t *textObject) page.Box {
	if !t.located {
		t.located = true
		t.area, _ = r.bounds(t.object, t.place)
	}
	return t.area
}

// locateAll puts the texts so far where covers look for them.
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

// cover is something that may be opaque, drawn after texts.
type cover struct {
	object  pdfium.Object
	area    page.Box // on the page
	place   pdfium.Matrix
	window  page.Box
	picture bool
}

// cover doubts the texts so far that lie under c.
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

// scan reports whether a picture of this size is all of the page. What lies under
// it is what was recognised in it, as some programs write it.
func (r *pageReader) scan(area page.Box) bool {
	return (area.X1-area.X0)*(area.Y1-area.Y0) > scanShare*r.width*r.height
}

// scanned is scan for the pictures of the page together: scanners cut pages
// into strips.
func (r *pageReader) scanned() bool {
	over := r.picture > scanShare
	r.overlaid = r.overlaid || over
	return over
}

// window returns the box around what an object is clipped to.
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

// outline returns the box around outline i of a clip; false where it cannot be
// told.
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

// settleDoubts notes which texts are doubtful: those that are covered, but for
// what is written once more over the cover, those that are clipped away, at
// least in part, and all of a file with layers that are not shown.
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

// seenAgain reports whether a text is written once more at its place and seen there:
// pdfium hands out the characters of the first only.
func (r *pageReader) seenAgain(t *textObject) bool {
	return slices.ContainsFunc(r.under[page.StripAt(t.area.Y0)], func(o *textObject) bool {
		return !o.doubted && hidesText(t.area, o.area) && o.object.Text(r.text) == ""
	})
}
