package draft

import (
	"slices"
	"strings"
	"testing"

	"zhiwen/extract"
)

// What was not read surely is flagged where the page's text has it, whatever became of
// its lines: in another order, joined at a hyphen, beside the same words elsewhere.
func TestFlagUnsure(t *testing.T) {
	for _, c := range []struct{ name, page, read, want string }{
		{"a word", "近年来图像识别", "近年来[图像]识别", "近年来[图像]识别"},
		{"a word that stands on the page before", "的是的 研究的方法", "的是的\n研究[的]方法", "的是的 研究[的]方法"},
		{"lines that follow one another", "前\n编号 姓名\n职称 单位\n后", "前\n[编号\n姓名\n职称\n单位]\n后", "前\n[编号 姓名\n职称 单位]\n后"},
		{"lines in another order", "left one left two right one right two", "left one\n[right one\nleft two]\nright two", "left one [left two] [right one] right two"},
		{"a word broken at the end of a line", "the recognition of text", "the recog-\nnition [of] text", "the recognition [of] text"},
		{"a part of a broken word", "the recognition of text", "the [recog-]\nnition of text", "the [recog]nition of text"},
		{"a line that the page has not", "something else", "[nothing of it]", "something else"},
		{"a short line far off", strings.Repeat("行文", 40) + "1", "[1]\n" + strings.Repeat("行文", 40), strings.Repeat("行文", 40) + "1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			const first = "第一页。"
			text := []rune(first + c.page)
			b := New(1000)
			b.Pages = []extract.Page{{Number: 1, Span: extract.Span{End: len([]rune(first))}}, {Number: 2, Span: extract.Span{Start: len([]rune(first)), End: len(text)}}}
			var unsure []extract.Span
			at := 0
			for _, r := range c.read {
				switch r {
				case '[':
					unsure = append(unsure, extract.Span{Start: at})
				case ']':
					unsure[len(unsure)-1].End = at
				default:
					at++
				}
			}
			b.FlagUnsure(text, 2, strings.NewReplacer("[", "", "]", "").Replace(c.read)+"\n", unsure)
			got := slices.Clone(text)
			slices.SortFunc(b.Flags, func(x, y extract.Flag) int { return y.Start - x.Start })
			for _, f := range b.Flags {
				if f.Kind != extract.Unsure || f.Text != strings.ReplaceAll(string(text[f.Start:f.End]), "\n", " ") {
					t.Errorf("flag %+v", f)
				}
				got = slices.Insert(slices.Insert(got, f.End, ']'), f.Start, '[')
			}
			if want := first + c.want; string(got) != want {
				t.Errorf("got %q, want %q", string(got), want)
			}
		})
	}
}
