package picture

import (
	"image"
	"testing"
)

// A rule drawn as a picture has no row when it is halved.
func TestFlatPicture(t *testing.T) {
	for h := range 3 {
		if ShowsLines(image.NewRGBA(image.Rect(0, 0, 541, h))) {
			t.Errorf("a picture %d pixels high shows lines of text", h)
		}
	}
}
