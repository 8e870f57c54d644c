package extract

import (
	"strconv"
	"strings"
)

// docxDrawing is what a drawing, of DrawingML or VML, says of the pictures in
// it as it is read.
type docxDrawing struct {
	width, height float32 // points
	group         bool    // of pictures, each with a size of its own
	last          *wordPicture
}

// pointEMU is a point in DrawingML's unit.
const pointEMU = 12_700

// note takes sizes from an element.
func (d *docxDrawing) note(s xmlTag) {
	switch s.name {
	case "wgp":
		d.group = true
	case "extent", "ext":
		x, _ := strconv.ParseFloat(s.attr("cx"), 32)
		y, _ := strconv.ParseFloat(s.attr("cy"), 32)
		w, h := float32(x/pointEMU), float32(y/pointEMU)
		switch {
		case w <= 0 || h <= 0: // an extension, which is spelled the same
		case s.name == "extent":
			*d = docxDrawing{width: w, height: h}
		case d.group && d.last != nil:
			d.last.width, d.last.height = w, h
		}
	case "shape":
		*d = docxDrawing{}
		for property := range strings.SplitSeq(s.attr("style"), ";") {
			name, value, _ := strings.Cut(property, ":")
			switch strings.TrimSpace(name) {
			case "width":
				d.width = pointsOf(value)
			case "height":
				d.height = pointsOf(value)
			}
		}
	case "srcRect":
		if d.last != nil {
			for i, side := range []string{"l", "t", "r", "b"} {
				v, _ := strconv.ParseFloat(s.attr(side), 32) // in thousandths of a per cent
				d.last.crop[i] = min(max(float32(v)/100_000, 0), 1)
			}
		}
	}
}
