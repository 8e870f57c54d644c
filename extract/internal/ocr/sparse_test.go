package ocr

import (
	"errors"
	"image"
	"slices"
	"testing"
	"time"
)

func linesOf(texts ...string) Text {
	var t Text
	for _, s := range texts {
		unsure := s[0] == '?'
		if unsure {
			s = s[1:]
		}
		t.Lines = append(t.Lines, Line{Text: s, Unsure: unsure})
	}
	return t
}

func TestReadAgain(t *testing.T) {
	blocks := linesOf("项目组主要参与者及其分工的说明", "?编|姓|出生年|性|职|单位", "?赵总体一十方案设计与博士")
	cells := linesOf("项目组主要参与者及其分工的说明", "编号", "姓名", "出生年月", "赵雨欣", "总体方案设计")
	for _, c := range []struct {
		name          string
		first, second Text
		fails         error
		deadline      time.Duration // left of ten minutes
		want          []string
	}{
		{"a table", blocks, cells, nil, 9 * time.Minute, []string{"编号", "姓名", "出生年月", "赵雨欣"}},
		{"a text read surely", cells, blocks, nil, 9 * time.Minute, nil},
		{"no time left", blocks, cells, nil, 4 * time.Minute, []string{"编|姓|出生年|性|职|单位", "赵总体一十方案设计与博士"}},
		{"no second reading", blocks, Text{}, errors.New("killed"), 9 * time.Minute, []string{"编|姓|出生年|性|职|单位", "赵总体一十方案设计与博士"}},
		{"a second reading of little", blocks, linesOf("项目组"), nil, 9 * time.Minute, []string{"项目组主要参与者及其分工的说明", "编|姓|出生年|性|职|单位", "赵总体一十方案设计与博士"}},
	} {
		r := Recogniser{deadline: 10 * time.Minute, left: &c.deadline}
		got := r.readAgain(nil, c.first, func(*image.RGBA, ...string) (Text, error) { return c.second, c.fails })
		var doubted []string
		for _, l := range got.Lines {
			if l.Unsure {
				doubted = append(doubted, l.Text)
			}
		}
		if !slices.Equal(doubted, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, doubted, c.want)
		}
	}
}

// Lines that have few others between them are one place to look at, and so are the words of
// a line that stand beside each other.
func TestUnsureParts(t *testing.T) {
	words := func(text string, words ...Word) Line { return Line{Text: text, Words: words} }
	sure, unsure := 96.0, 31.0
	for _, c := range []struct {
		name string
		text Text
		want []string
	}{
		{"lines", linesOf("?a", "b", "?c", "d", "e", "f", "g", "h", "i", "j", "?k"), []string{"a\nb\nc", "k"}},
		{"words", Text{Lines: []Line{words("图的一的的Big Deal。",
			Word{Text: "图的", Confidence: sure}, Word{Text: "一", Confidence: unsure}, Word{Text: "的", Confidence: unsure}, Word{Text: "的", Confidence: sure},
			Word{Text: "Big", Confidence: unsure}, Word{Text: "Deal", Confidence: unsure}, Word{Text: "。", Confidence: unsure})}}, []string{"一的", "Big Deal"}},
		{"words among lines", Text{Lines: []Line{{Text: "first", Unsure: true}, words("in it", Word{Text: "in", Confidence: unsure}, Word{Text: "it", Confidence: sure}),
			{Text: "last", Unsure: true}, words("of its own", Word{Text: "of", Confidence: sure}, Word{Text: "its", Confidence: unsure}, Word{Text: "own", Confidence: sure})}}, []string{"first\nin it\nlast", "its"}},
		{"words that are sure", Text{Lines: []Line{words("in it", Word{Text: "in", Confidence: sure}, Word{Text: "it", Confidence: sure})}}, nil},
	} {
		all, got := []rune(c.text.String()), []string(nil)
		for _, x := range c.text.Unsure() {
			got = append(got, string(all[x.Start:x.End]))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
