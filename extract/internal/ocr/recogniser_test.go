package ocr

import (
	"fmt"
	"image"
	"image/color"
	"testing"
)

func TestTurned(t *testing.T) {
	p := image.NewRGBA(image.Rect(0, 0, 3, 2))
	p.SetRGBA(0, 0, color.RGBA{1, 2, 3, 255}) // the upper left corner
	for degrees, want := range map[int]image.Point{90: {1, 0}, 180: {2, 1}, 270: {0, 2}} {
		if got := turned(p, degrees).RGBAAt(want.X, want.Y); got != (color.RGBA{1, 2, 3, 255}) {
			t.Errorf("turned by %d the corner is not at %v", degrees, want)
		}
	}
}

func TestParseRecognition(t *testing.T) {
	row := func(line, left, conf int, word string) string {
		return fmt.Sprintf("5\t1\t1\t1\t%d\t1\t%d\t%d\t50\t30\t%d\t%s\n", line, left, 100+40*line, conf, word)
	}
	got := parseRecognition([]byte("level\tpage_num\n"+row(1, 100, 90, "深度")+row(1, 150, 80, "学习")+row(1, 200, 96, "deep")+row(1, 260, 94, "net")+
		row(2, 100, 5, "~;")+row(3, 100, -1, "x")+"5\t1\n"+row(4, 100, 90, " ")), 0.36, 842)
	if len(got.Lines) != 1 || got.Lines[0].Text != "深度学习deep net" || got.Lines[0].Size == 0 {
		t.Fatalf("lines: %+v", got.Lines)
	}
	if got.Confidence < 0.89 || got.Confidence > 0.93 {
		t.Errorf("confidence: %v", got.Confidence)
	}
}
