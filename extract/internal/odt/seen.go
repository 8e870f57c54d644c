package odt

import (
	"strconv"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/picture"
	"zhiwen/extract/internal/style"
)

// longestPage is the longer side of a sheet of A4, in points.
const longestPage = 842

// percent reads a part that is written so.
func percent(s string) (float64, bool) {
	number, ok := strings.CutSuffix(s, "%")
	part, err := strconv.ParseFloat(number, 64)
	return part / 100, ok && err == nil
}

// hides reports whether a section is not shown: it says so, or its condition does, as
// the program last found, or as anybody sees.
func hides(s markup.Tag) bool {
	if s.Attr("display") != "condition" {
		return s.Attr("display") == "none"
	}
	_, condition, _ := strings.Cut(s.Attr("condition"), ":")
	condition = strings.ToLower(strings.ReplaceAll(condition, " ", ""))
	return s.Attr("is-hidden") == "true" || condition == "1" || condition == "true" || condition == "1==1" || condition == "1eq1"
}

// kept reads what is not shown at a place, and keeps it out.
func (w *odtWalk) kept(at flow.Place, emit func(*flow.Paragraph) error) error {
	at.Room = style.Shut
	return w.flow(at, func(p *flow.Paragraph) error {
		if len(p.Kept) == 0 {
			return nil
		}
		return emit(p)
	})
}

// shape notes the size, the place and the filling of a frame or a drawn shape.
func (w *odtWalk) shape(t markup.Tag) {
	stated := func(name string) (float32, bool) { return picture.Length(t.Attr(name)), t.Attr(name) != "" }
	wide, hasWidth := stated("width")
	high, hasHeight := stated("height")
	x, _ := stated("x")
	y, _ := stated("y")
	own := w.styled(t.Attr("style-name"))
	w.frame = [2]float32{wide, high}
	w.outside = hasWidth && wide <= 0 || hasHeight && high <= 0 || max(x, y) >= longestPage || x+wide <= -beyondMargin || y+high <= -beyondMargin || t.Attr("display") == "none"
	switch w.fill = own.look.Ground; {
	case own.filled && own.fill != style.NoPaint:
		w.fill = own.fill
	case own.filled:
		w.fill = style.AnyPaint
	case w.fill == style.NoPaint || w.fill == style.Bare: // what lies behind may be another frame or a picture
		if strings.Contains(w.XML.Raw, "draw:image ") || strings.Contains(w.XML.Raw, `draw:fill="`) && !strings.Contains(w.XML.Raw, `draw:fill="none"`) {
			w.fill = style.AnyPaint
		}
	}
}

// beyondMargin is how far outside of its paragraph, in points, a frame may be and still be
// on the page.
const beyondMargin = 144

// inFrame is the place of the text in the last frame, which stands in a text at a place.
// cut says that the frame does not grow with its text.
func (w *odtWalk) inFrame(at flow.Place, cut bool) flow.Place {
	in := flow.Place{Kind: extract.Box, Ground: w.fill.Or(at.Ground), Room: at.Room, Deleted: at.Deleted}
	switch {
	case at.Room == style.Shut:
	case w.outside:
		in.Room = style.Shut
	case cut && w.frame[0] > 0 && w.frame[1] > 0:
		in.Room = style.NewRoom(float64(w.frame[0]), float64(w.frame[1]))
	}
	return in
}
