package record_test

import (
	"slices"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
)

func TestLists(t *testing.T) {
	for text, want := range map[string][]string{
		"": nil,
		" 冻土; 碳循环，遥感、\n模型 ;":    {"冻土", "碳循环", "遥感", "模型"},
		"钙钛矿（铅、锡），LED (a, b)":   {"钙钛矿（铅、锡）", "LED (a, b)"},
		"钙钛矿（铅、锡，电池":            {"钙钛矿（铅", "锡", "电池"},
		"一）、二（三、四）":             {"一）", "二（三", "四）"},
		"permafrost,carbon; ,x": {"permafrost", "carbon", "x"},
	} {
		if got := record.ReadKeywords(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string][]evidence.Person{
		"李四/副教授（乙大学、丙研究所）；王五":   {{Name: "李四", Title: "副教授", Institution: "乙大学、丙研究所"}, {Name: "王五"}},
		"Li Si (A, B), Wang Wu": {{Name: "Li Si", Institution: "A, B"}, {Name: "Wang Wu"}},
		"李四（乙大学、王五":             {{Name: "李四", Institution: "乙大学"}, {Name: "王五"}},
		" ， ":                   nil,
	} {
		if got := record.ReadPeople(text); !slices.Equal(got, want) {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

func TestLine(t *testing.T) {
	if got, want := record.Line(" 冻土\u202e的\r\n碳\x00循\ufffd环\t模型\u0085 "), "冻土的 碳循环 模型"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
