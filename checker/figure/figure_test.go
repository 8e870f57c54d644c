package figure

import (
	"slices"
	"strings"
	"testing"

	"zhiwen/checker/internal/texttest"
	"zhiwen/extract"
	"zhiwen/extract/imprint"
)

var blocks = strings.Repeat("KWRG", 24)

func TestPack(t *testing.T) {
	want := []uint64{0, 1, 1 << 63, 0x0123456789abcdef}
	got, err := Unpack(Pack(want))
	if err != nil || !slices.Equal(want, got) {
		t.Errorf("got %x, %v", got, err)
	}
	if got, err := Unpack(nil); err != nil || len(got) != 0 {
		t.Errorf("of nothing %x, %v", got, err)
	}
	if _, err := Unpack(make([]byte, 12)); err == nil {
		t.Error("half a hash is read")
	}
}

func TestIn(t *testing.T) {
	d := &extract.Document{Figures: []extract.Figure{
		{Hash: 0xF0F0F0F0F0F0F0F0, Blocks: blocks}, {Hash: 0x0F0F0F0F0F0F0F03, Blocks: blocks}, {Hash: 0x0F0F0F0F0F0F0F0E, Blocks: blocks},
		{Hash: 0x0F0F0F0F0F0F0F0F, Blocks: strings.Repeat("W", 96)},
	}}
	if got := In(d, extract.Figure{Hash: 0x0F0F0F0F0F0F0F0F, Blocks: blocks}); got != 2 {
		t.Errorf("figure %d is taken for the nearest", got)
	}
	if got := In(d, extract.Figure{Hash: 0xFFFFFFFF00000000, Blocks: blocks}); got != -1 {
		t.Errorf("figure %d is taken for another", got)
	}
}

// Figures that were read later stand where they stood in the text of before.
func TestPlaced(t *testing.T) {
	text := "第一段\n第二段\n第三段"
	fresh := texttest.Document(text)
	fresh.Imprints = imprint.Version
	fresh.Figures = []extract.Figure{{Offset: 3, Hash: 1}, {Offset: 7, Hash: 2}, {Offset: 11, Hash: 3}}
	for _, c := range []struct {
		name   string
		stored *extract.Document
		want   []int
	}{
		{"the same text", texttest.Document(text), []int{3, 7, 11}},
		{"with what was recognised", texttest.Document("第一段\n图中的字\n第二段\n第三段"), []int{3, 12, 16}},
		{"of another reader", texttest.Document("标题\n第一段\n第2段\n第三段"), []int{6, 6, 14}},
		{"nothing of it", texttest.Document("别的"), []int{0, 0, 0}},
	} {
		var got []int
		for _, f := range Placed(c.stored, fresh) {
			got = append(got, f.Offset)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	paged := texttest.Document("扫描\n第一页\n第二页")
	paged.Pages = []extract.Page{{Number: 1, Span: extract.Span{End: 6}}, {Number: 2, Span: extract.Span{Start: 7, End: 10}}}
	fresh.Figures = []extract.Figure{{Offset: 3, Page: 2}}
	if got := Placed(paged, fresh); got[0].Offset != 7 {
		t.Errorf("on page 2 it stands at %d", got[0].Offset)
	}
	if fresh.Figures[0].Offset != 3 {
		t.Error("what was read is changed")
	}
}
