package label

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPieces(t *testing.T) {
	for text, want := range map[string][]string{
		"项 目 名 称：＿＿＿＿":         {"项 目 名 称"},
		"姓名：张三　　性别：男\n学 院\t数学": {"姓名", "张三", "性别", "男", "学 院", "数学"},
		"Name of PI: ____":     {"Name of PI"},
		"：＿＿":                  nil,
		"□ 重点":                 {"□ 重点"},
	} {
		var got []string
		runes := []rune(text)
		for _, p := range Pieces(text) {
			got = append(got, string(runes[p.Start:p.End]))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}
