package reader

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"zhiwen/extract"
)

// stating puts a text around what is drawn.
func stating(entry, text, drawn string) string {
	var hex strings.Builder
	for _, c := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&hex, "%04X", c)
	}
	return fmt.Sprintf("/Span << /%s <FEFF%s> >> BDC\n%sEMC\n", entry, hex.String(), drawn)
}

// What a page draws is read, whatever text the file states for it.
func TestPDFStatesAnotherText(t *testing.T) {
	needFont(t)
	lines := []string{"本研究提出一种面向异构数据的学习方法", "并在多个公开的数据集上验证其有效性", "结果表明该方法能够缩短训练的时间"}
	others := []string{"今天的天气很好我们一起去公园散步吧", "路边的花都开了孩子们在草地上奔跑着", "傍晚的时候下起了小雨大家都回家去了"}
	drawn := func(state func(i int, s string) string) string {
		out := ""
		for i, s := range lines {
			out += state(i, showHan(12, 72, 700-20*i, s))
		}
		return out
	}
	letters := func(i int, _ string) string {
		out := ""
		other := []rune(others[i])
		for k, r := range []rune(lines[i]) {
			out += stating("ActualText", string(other[k%len(other)]), showHan(12, 72+12*k, 700-20*i, string(r)))
		}
		return out
	}
	for _, c := range []struct {
		name    string
		content string
		flagged bool
	}{
		{"nothing", drawn(func(_ int, s string) string { return s }), false},
		{"lines", drawn(func(i int, s string) string { return stating("ActualText", others[i], s) }), true},
		{"letters", drawn(letters), true},
		{"the page", stating("ActualText", others[0], drawn(func(_ int, s string) string { return s })), true},
		{"nothing instead", drawn(func(_ int, s string) string { return stating("ActualText", "", s) }), false},
		{"nothing that is seen", drawn(func(_ int, s string) string { return stating("ActualText", "\u200B\u0001", s) }), true},
		{"a description", drawn(func(i int, s string) string { return stating("Alt", others[i], s) }), false},
		{"an expansion", drawn(func(i int, s string) string { return stating("E", others[i], s) }), false},
		{"the same", drawn(func(i int, s string) string { return stating("ActualText", lines[i], s) }), false},
		{"the same in other signs", drawn(func(i int, s string) string {
			return stating("ActualText", strings.ReplaceAll(lines[i], "一", "⼀")+"\u00AD", s)
		}), false},
	} {
		d := mustParse(t, pdfFile("", c.content))
		if got, want := strings.ReplaceAll(d.Text, "\n", ""), strings.Join(lines, ""); got != want {
			t.Errorf("%s: got %q, want %q", c.name, got, want)
		}
		flags := 0
		for _, f := range d.Flags {
			if f.Kind == extract.SaysOther {
				flags++
			}
		}
		if flagged := flags == 1; flagged != c.flagged || flags > 1 {
			t.Errorf("%s: flags %v", c.name, d.Flags)
		}
	}
}

// The source of a formula is no other text.
func TestPDFStatesFormulas(t *testing.T) {
	formula := stating("ActualText", `\frac{a}{b}\mathrm{maximum\ likelihood}`, show("F1", 12, 72, 700, "a/b"))
	d := mustParse(t, pdfFile("", formula+show("F1", 12, 72, 680, "is the likelihood of the model.")))
	if !strings.Contains(d.Text, "a/b") || len(d.Flags) > 0 {
		t.Errorf("got %q, %v", d.Text, d.Flags)
	}
}
