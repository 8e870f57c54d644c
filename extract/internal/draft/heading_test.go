package draft

import (
	"fmt"
	"strings"
	"testing"
)

func TestNumberClass(t *testing.T) {
	for s, want := range map[string]Class{
		"第一章 绪论": chapter, "Chapter 2 Methods": chapter, "附录A": chapter, "第二节 方法": division, "三、方法": hanList, "（四）方法": hanParen,
		"1、方法": Arabic, "1 方法": Arabic, "12 Introduction": Arabic, "IV. Methods": Arabic, "（1）方法": Paren, "①方法": Paren,
		"1.1 方法": decimal2, "1．2方法": decimal2, "1.2.": decimal2, "1.2.3 Methods": decimal3, "1.2.3.4 方法": decimal4, "1.2.3.4.5.6.7 方法": decimal4,
		"1.2.345 方法": decimal2, "1.2.3.4": decimal3, "1.2": NoNumber, "1.234 方法": NoNumber, "123 方法": NoNumber,
		"3.5 亿元": NoNumber, "12 个月": NoNumber, "2.4 GHz": NoNumber, "方法": NoNumber, "": NoNumber,
	} {
		if got := NumberClass(s); got != want {
			t.Errorf("%q: got %d, want %d", s, got, want)
		}
	}
}

// A heading with n numbers between points is of the class of n, with any text
// behind it.
func TestNumberClassOfPoints(t *testing.T) {
	for _, sign := range []string{".", "．"} {
		number := "1"
		for n := 2; n <= 7; n++ {
			number += sign + fmt.Sprint(n)
			for _, behind := range []string{" 方法", "方法", "、方法", "methods", "．"} {
				if got, want := NumberClass(number+behind), min(decimal2+Class(n-2), decimal4); got != want {
					t.Errorf("%q: got %d, want %d", number+behind, got, want)
				}
			}
		}
	}
}

// The words of headings are known however they are written.
func TestHeadingWords(t *testing.T) {
	for word, want := range headingWords {
		for _, s := range []string{word, strings.ToUpper(word), " " + word + "：", ":" + word} {
			if got := HeadingClass(s, false); got != want {
				t.Errorf("%q: got %d, want %d", s, got, want)
			}
		}
	}
}

// A pattern matches nothing that begins with a character at which it is not looked at.
func TestNumberPatternsFirst(t *testing.T) {
	const beforeHan = 0x3000 // of the Han characters those that begin some pattern are tried
	for r := range rune(1 << 16) {
		if r >= beforeHan && !numberStart(r) {
			continue
		}
		for _, behind := range []string{"", "1章", "一节", "录", "hapter 1", "HAPTER X", "art 2", "ppendix A", "、", "十．", "一）", "1)", "）", ".1 Aims", ". Aims", " Aims", "1、", "V. "} {
			for _, p := range numberPatterns {
				if s := string(r) + behind; p.re().MatchString(s) && !strings.ContainsRune(p.first, r) {
					t.Errorf("%q is matched by %s", s, p.re())
				}
			}
		}
	}
}
