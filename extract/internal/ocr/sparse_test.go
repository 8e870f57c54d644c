package ocr

import (
	"context"
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
		ctx, cancel := context.WithTimeout(t.Context(), c.deadline)
		r := Recogniser{deadline: 10 * time.Minute}
		got := r.readAgain(ctx, nil, c.first, func(*image.RGBA, ...string) (Text, error) { return c.second, c.fails })
		cancel()
		var doubted []string
		for _, part := range got.Unsure() {
			doubted = append(doubted, part...)
		}
		if !slices.Equal(doubted, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, doubted, c.want)
		}
	}
}

// Lines that have few others between them are one place to look at.
func TestUnsureParts(t *testing.T) {
	got := linesOf("?a", "b", "?c", "d", "e", "f", "g", "h", "i", "j", "?k").Unsure()
	if len(got) != 2 || !slices.Equal(got[0], []string{"a", "c"}) || !slices.Equal(got[1], []string{"k"}) {
		t.Errorf("got %q", got)
	}
}
