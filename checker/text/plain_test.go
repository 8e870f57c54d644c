package text_test

import (
	"strings"
	"testing"

	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
	"zhiwen/extract"
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
		{"one code point for several", "㍿甲㎏乙㋀", "株式会社甲 kg 乙 1 月"},
		{"nothing", "，。！", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := text.Plain(texttest.Document(c.in)); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	// A line may end within a paragraph, and a paragraph without a stop.
	d := &extract.Document{Text: "甲乙\n丙丁\n戊己", Paragraphs: []extract.Paragraph{{Span: extract.Span{Start: 0, End: 5}}, {Span: extract.Span{Start: 6, End: 8}}}}
	if got, want := text.Plain(d), "甲乙丙丁\n戊己"; got != want {
		t.Errorf("in paragraphs %q, want %q", got, want)
	}
}

// Each byte leads to what it is of in the document.
func TestPlainPlaces(t *testing.T) {
	d := texttest.Document("用 Ｎeural、機械，\n㎏與SPSS。𠮷土")
	plain, places := text.PlainPlaces(d)
	runes := []rune(d.Text)
	for word, want := range map[string]string{"neural": "Ｎeural", "机械": "機械", "kg": "㎏", "spss": "SPSS", "𠮷": "𠮷", "土": "土"} {
		at := strings.Index(plain, word)
		if at < 0 {
			t.Fatalf("%q is not in %q", word, plain)
		}
		if got := string(runes[places[at] : places[at+len(word)-1]+1]); got != want {
			t.Errorf("%q is of %q, want %q", word, got, want)
		}
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
