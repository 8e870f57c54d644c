package report

import (
	"strings"
	"testing"
)

func TestBrief(t *testing.T) {
	for title, want := range map[string]string{
		"": "", "一、立项依据": "一、立项依据",
		"（一）立项依据与研究内容（建议8000字以下）：":           "（一）立项依据与研究内容",
		"1．项目的立项依据（研究意义、国内外研究现状）；":           "1．项目的立项依据",
		"（十二）其他（如有）":                         "（十二）其他",
		"2 Methods (at most four pages)":     "2 Methods",
		"1．工作积累：与本项目有关的前期工作和已有成绩。":           "1．工作积累",
		"Chapter 1: Introduction to methods": "Chapter 1: Introduction to met…",
		"2．研究内容与研究目标：请重点阐述。":                 "2．研究内容与研究目标",
		"第二部分研究内容：方法与材料":                     "第二部分研究内容：方法与材料",
		strings.Repeat("长", 40):              strings.Repeat("长", briefLength) + "…",
	} {
		if got := Brief(title); got != want {
			t.Errorf("%q becomes %q, want %q", title, got, want)
		}
	}
}
