package char

import (
	"slices"
	"strings"
	"testing"
)

const (
	lre, rle, lro, rlo, pdf = "\u202A", "\u202B", "\u202D", "\u202E", "\u202C"
	lri, rli, fsi, pdi      = "\u2066", "\u2067", "\u2068", "\u2069"
	rlm                     = "\u200F"
)

func TestShown(t *testing.T) {
	const left, right = false, true
	each := func(before, s, behind string) string {
		var out strings.Builder
		for _, r := range s {
			out.WriteString(before + string(r) + behind)
		}
		return out.String()
	}
	for _, c := range []struct {
		name, in string
		right    bool
		want     string // "" where letters are stored as they are read
	}{
		{"no marks", "研究内容 content", left, ""},
		{"an override", rlo + "容内究研" + pdf, left, "研究内容"},
		{"made by a format", string(OverrideRight) + "容内究研" + string(Pop), left, "研究内容"},
		{"not ended", "题目：" + rlo + "tnetnoc", left, "题目：content"},
		{"within a sentence", "甲" + rlo + "丙乙" + pdf + "丁" + rlo + "己戊" + pdf, left, "甲乙丙丁戊己"},
		{"numbers and brackets", rlo + "。(6202 年) 划计" + pdf, left, "计划 (年 2026)。"},
		{"an override in an override", rlo + "丙" + lro + "甲乙" + pdf + pdf, left, "甲乙丙"},
		{"letter by letter", each(rlo, "研究内容", pdf), left, "容内究研"},
		{"embedded, as it is", rle + "研究内容" + pdf, left, ""},
		{"embedded, letters parted by marks", rle + strings.Join([]string{"容", "内", "究", "研"}, rlm) + pdf, left, "研究内容"},
		{"letters parted by marks, not embedded", strings.Join([]string{"研", "究", "内", "容"}, rlm), left, ""},
		{"letters parted by marks in a paragraph from the right", strings.Join([]string{"容", "内", "究", "研"}, rlm), right, "研究内容"},
		{"isolates", rli + each(lri, "容内究研", pdi) + pdi, left, "研究内容"},
		{"isolates in a paragraph from the right", each(lri, "容内究研", pdi), right, "研究内容"},
		{"isolates in a paragraph from the left", each(rli, "研究内容", pdi), left, ""},
		{"isolates by their first letter", rli + each(fsi, "容内究研", pdi) + pdi, left, "研究内容"},
		{"an override that an isolate has", rlo + "丙" + lri + "甲乙" + pdi + pdf + "丁", left, "甲乙丙丁"},
		{"ended by another's end", rlo + "乙甲" + pdi + pdf + "丙", left, "甲乙丙"},
		{"two lines", rlo + "乙甲\n丁丙" + pdf, left, "甲乙\n丙丁"},
		{"a paragraph from the right", "研究内容 content 2026", right, ""},
		{"signs at its end", "研究内容。", right, ""},
		{"Hebrew", "שלום עולם", right, ""},
		{"Hebrew, embedded", rle + "שלום עולם 12" + pdf + " 研究", left, ""},
		{"Hebrew and English", "שלום abc def עולם", right, ""},
		{"Hebrew and English in a paragraph from the left, with marks", "abc " + rli + "שלום עולם" + pdi + " def", left, ""},
		{"Hebrew in an override of its own direction", rlo + "שלום" + pdf, left, ""},
		{"Hebrew stored as it is seen", lro + "םולש" + pdf, left, "שלום"},
		{"Arabic and English, each isolated", "مرحبا " + lri + "abc" + pdi + " و " + lri + "def" + pdi, right, ""},
	} {
		shown, turned := Shown(c.in, c.right)
		if shown != c.want || turned != (c.want != "") {
			t.Errorf("%s: got %q (%t), want %q", c.name, shown, turned, c.want)
		}
		if c.want != "" && !c.right && !strings.ContainsRune(c.in, OverrideRight) && !MayTurn(c.in) {
			t.Errorf("%s: not looked at", c.name)
		}
	}
}

func TestMayTurn(t *testing.T) {
	for s, want := range map[string]bool{
		"": false, "“甲”—…": false, "\u2029\u2065": false, "甲\u202A": true, "\u202E": true, "a\u2066": true, "a\u2069": true, "a\u206A": false, "\xE2": false, "\xE2\x80": false,
	} {
		if MayTurn(s) != want {
			t.Errorf("%q: want %t", s, want)
		}
	}
}

// Whatever a text has, nothing that is drawn is lost or added, and what is shown is read
// in that order: it has no marks left.
func FuzzShown(f *testing.F) {
	f.Add("a\u202Ebc\u2067d\u202C שלום\n(1.5)\u2069", true)
	f.Add("\u202B\u202E\u202D\u2068ab\u200F\u2069\uFDD0", false)
	f.Fuzz(func(t *testing.T, s string, right bool) {
		s = strings.ToValidUTF8(s, "")
		shown, turned := Shown(s, right)
		if !turned {
			return
		}
		p := newParagraph(s, right)
		p.embed()
		var want []rune
		for i, r := range p.runes {
			if r == '\n' || p.levels[i] >= 0 && p.drawable(i) {
				want = append(want, r)
			}
		}
		pair := func(r rune) rune { // a bracket and its counterpart are the same here
			pairs := []rune(mirrored)
			if k := slices.Index(pairs, r); k >= 0 {
				return pairs[k&^1]
			}
			return r
		}
		got := []rune(shown)
		for _, list := range [][]rune{got, want} {
			for i := range list {
				list[i] = pair(list[i])
			}
			slices.Sort(list)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is shown as %q", s, shown)
		}
		if MayTurn(shown) {
			t.Errorf("%q still has marks", shown)
		}
	})
}
