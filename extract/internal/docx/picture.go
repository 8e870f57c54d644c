package docx

import (
	"strconv"
	"strings"

	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/picture"
)

// docxDrawing is what a drawing, of DrawingML or VML, says of the pictures in
// it as it is read.
type docxDrawing struct {
	width, height float32 // points
	group         bool    // of pictures, each with a size of its own
	last          *picture.Picture
}

// pointEMU is a point in DrawingML's unit.
const pointEMU = 12_700

// note takes sizes from an element.
func (d *docxDrawing) note(s markup.Tag) {
	switch s.Name {
	case "wgp":
		d.group = true
	case "extent", "ext":
		x, _ := strconv.ParseFloat(s.Attr("cx"), 32)
		y, _ := strconv.ParseFloat(s.Attr("cy"), 32)
		w, h := float32(x/pointEMU), float32(y/pointEMU)
		switch {
		case w <= 0 || h <= 0: // an extension, which is spelled the same
		case s.Name == "extent":
			*d = docxDrawing{width: w, height: h}
		case d.group && d.last != nil:
			d.last.Width, d.last.Height = w, h
		}
	case "shape":
		*d = docxDrawing{}
		for property := range strings.SplitSeq(s.Attr("style"), ";") {
			name, value, _ := strings.Cut(property, ":")
			switch strings.TrimSpace(name) {
			case "width":
				d.width = picture.Points(value)
			case "height":
				d.height = picture.Points(value)
			}
		}
	case "srcRect":
		if d.last != nil {
			for i, side := range []string{"l", "t", "r", "b"} {
				v, _ := strconv.ParseFloat(s.Attr(side), 32) // in thousandths of a per cent
				d.last.Crop[i] = min(max(float32(v)/100_000, 0), 1)
			}
		}
	}
}
