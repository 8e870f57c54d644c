package locate

import (
	"image"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

// drawn sets lines on a drawing: each character is a box of 10 by 10 pixels, lines are
// 20 apart. Of a line "at:text" the characters begin at column at.
func drawn(lines ...string) *extract.Drawing {
	d := &extract.Drawing{Width: 1000, Height: 1000}
	for y, line := range lines {
		column := 0
		if at, text, ok := strings.Cut(line, ":"); ok {
			column, line = len(at), text
		}
		for i, r := range []rune(line) {
			if r != ' ' {
				d.Characters += string(r)
				d.Boxes = append(d.Boxes, [4]int{10 * (column + i), 20 * y, 10 * (column + i + 1), 20*y + 10})
			}
		}
	}
	return d
}

func TestMark(t *testing.T) {
	for _, c := range []struct {
		name, text, passage string
		drawing             *extract.Drawing
		want                []image.Rectangle
		found               int
	}{
		{
			"in order", "the first line\nand the second", "first line\nand", drawn("the first line", "and the second"),
			[]image.Rectangle{image.Rect(40, 0, 140, 10), image.Rect(0, 20, 30, 30)}, 12,
		},
		{
			"in another order", "left one left two right one right two", "right one right two", drawn("left one", "...........:right one", "left two", "...........:right two"),
			[]image.Rectangle{image.Rect(110, 20, 200, 30), image.Rect(110, 60, 200, 70)}, 16,
		},
		{
			"with a running head that the text does not have", "a study of copies begins", "a study of copies", drawn("studies of copies", "a study of copies begins"),
			[]image.Rectangle{image.Rect(0, 20, 170, 30)}, 14,
		},
		{
			"with a hyphen that the text does not have", "the explanation of all", "explanation", drawn("the expla-", "nation of all"),
			[]image.Rectangle{image.Rect(40, 0, 90, 10), image.Rect(0, 20, 60, 30)}, 11,
		},
		{
			"of another width", "ABC项目（一）研究", "ABC项目(一)研究", drawn("ＡＢＣ项目（一）研究"),
			[]image.Rectangle{image.Rect(0, 0, 100, 10)}, 8,
		},
		{
			"what the page does not show", "some words that nobody has drawn", "nobody has drawn", drawn("quite other things"),
			nil, -1,
		},
		{
			"characters that run down", "竖排文字", "竖排文字", &extract.Drawing{Width: 100, Height: 100, Characters: "竖排文字", Boxes: [][4]int{{50, 0, 60, 10}, {50, 10, 60, 20}, {50, 20, 60, 30}, {50, 30, 60, 40}}},
			[]image.Rectangle{image.Rect(50, 0, 60, 40)}, 4,
		},
		{
			"a drawing without places", "some words", "words", &extract.Drawing{Width: 100, Height: 100, Characters: "words"},
			nil, 0,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := []rune(strings.ReplaceAll(strings.ReplaceAll(c.text, "（", "("), "）", ")"))
			before, _, ok := strings.Cut(string(text), c.passage)
			if !ok {
				t.Fatal("the text does not have the passage")
			}
			start := len([]rune(before))
			got, found, letters := Find(text, c.drawing).Mark(extract.Span{Start: start, End: start + len([]rune(c.passage))})
			if c.found >= 0 && found != c.found {
				t.Errorf("%d of %d letters are found, want %d", found, letters, c.found)
			}
			if c.found < 0 && found == letters {
				t.Error("all letters are found where there are none")
			}
			if diff := cmp.Diff(c.want, got); c.found >= 0 && diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A page that is made to be compared for ever is not.
func TestFindBounded(t *testing.T) {
	var text, shown strings.Builder
	for i := range extract.DrawingCharacters / 10 {
		text.WriteString("ababababab"[:1+i%9] + "c")
		shown.WriteString("babababab"[:1+i%8] + "d")
	}
	letters, places := []rune(text.String()), []rune(shown.String())
	found := newTiling(letters, places, make([]bool, len(places)))
	for _, length := range seeds {
		found.tile(length)
		found.fill()
	}
	if found.left < -len(places)*mostPlaces {
		t.Errorf("%d comparisons more than are allowed", -found.left)
	}
}

// FuzzFind: whatever is drawn, a character is used once, and stands for one that is
// equal to it.
func FuzzFind(f *testing.F) {
	f.Add("the first line and the second", "and the second the first line")
	f.Add("一二三一二三一二三", "一二三")
	f.Add("aaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaa")
	f.Fuzz(func(t *testing.T, text, shown string) {
		d := drawn(strings.ReplaceAll(shown, ":", ""))
		p := Find([]rune(text), d)
		used := map[int]bool{}
		letters := []rune(d.Characters)
		for i, at := range p.at {
			if at == nowhere {
				continue
			}
			if used[at] {
				t.Fatalf("character %d of the drawing is used twice", at)
			}
			used[at] = true
			if folded(p.text[i]) != folded(letters[at]) {
				t.Fatalf("%q stands for %q", letters[at], p.text[i])
			}
		}
		areas, found, all := p.Mark(extract.Span{Start: -1, End: len(text) + 1})
		if found > all || len(areas) > len(letters) {
			t.Fatalf("%d areas, %d of %d", len(areas), found, all)
		}
	})
}

func BenchmarkFind(b *testing.B) {
	// A full page, whose columns the file writes row by row.
	var text, shown strings.Builder
	for column := range 2 {
		for row := range 60 {
			for i := range 25 {
				text.WriteRune('一' + rune((column*7919+row*104729+i*1299709)%9000))
			}
		}
	}
	runes := []rune(text.String())
	for row := range 60 {
		for column := range 2 {
			shown.WriteString(string(runes[(column*60+row)*25:][:25]))
		}
	}
	d := drawn(shown.String())
	b.ReportAllocs()
	for b.Loop() {
		Find(runes, d)
	}
}
