package record

import "testing"

func TestIsFormula(t *testing.T) {
	for _, text := range []string{
		"=1", "+1", "-1", "@a", "＝1", "＠a", " =1", "\u00a0=1", "\u3000＝1", "\u200b=1", "\ufeff@a", "\u2066-1", "\u00ad+1", "\u3164=1", "\u2800=1", "\ufe0f=1", "\x00=1", " \u200b \t=1", "\ta", "\ra", "\na",
	} {
		if !IsFormula(text) {
			t.Errorf("%q is taken for plain text", text)
		}
	}
	for _, text := range []string{"", " ", "a=1", "1-2", "题目", " 题目", "'=1", "\u200b", "a\t=1"} {
		if IsFormula(text) {
			t.Errorf("%q is taken for a formula", text)
		}
	}
}
