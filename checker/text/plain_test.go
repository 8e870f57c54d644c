package text_test

import (
	"testing"

	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
)

func TestPlain(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"empty", "", ""},
		{"traditional", "機械學習。", "机械学习"},
		{"words", "用 Ｎｅｕｒａｌ Networks、é 與SPSS 2.5分析", "用 neural networks e 与 spss 2 5 分析"},
		{"sentences", "一句。两句！\n三句", "一句\n两句\n三句"},
		{"a stop between", "甲，乙、 丙 丁", "甲 乙 丙丁"},
		{"unseen", "土\u200b壤con\u00adtent", "土壤 content"},
		{"look-alike", "сору", "copy"},
		{"nothing", "，。！", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := texttest.Document(c.in)
			if got := text.New(d).Plain(d); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	d := texttest.Document("甲乙丙。丁戊己。")
	if got, want := text.New(d, text.Range{Start: 2, End: 5}).Plain(d), "甲乙\n戊己"; got != want {
		t.Errorf("with a part left out %q, want %q", got, want)
	}
}

func TestInitial(t *testing.T) {
	d := texttest.Document("安土壤知識绿〇a")
	want := []byte{'a', 't', 'r', 'z', 's', 'l', 'l', 0}
	for i, s := range text.New(d).Sound {
		if got := text.Initial(s); got != want[i] {
			t.Errorf("symbol %d: %q, want %q", i, got, want[i])
		}
	}
}
