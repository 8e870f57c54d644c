package flow

import (
	"strings"
	"testing"
)

func TestShownByField(t *testing.T) {
	for _, c := range []struct{ instruction, want string }{
		{` eq \o\ac(○,1)`, "①"},
		{`EQ \o\ac(〇,21)`, "21"},
		{`eq \o\ac(□,√)`, "☑"},
		{`eq \o\ac(□,  )`, ""},
		{`EQ \* jc2 \* "Font:宋体" \* hps10 \o\ad(\s\up 9(zi),字)`, "字"},
		{`EQ \* jc2 \* "Font:宋体" \* hps10 \o\ad(\s\up 9(本项目研究),　　)`, "本项目研究"},
		{`EQ \f(1,2)`, "1/2"},
		{`EQ \r(3,x)+\r(y)`, "3√x+√y"},
		{`EQ \b\bc\{(\a\al\co1(a,b))`, "{a b}"},
		{`EQ \b\lc\[(f(x,y))`, "[f(x,y)"},
		{`EQ \i\su(0,1,x)\s\up8(2)`, "∫01x2"},
		{`EQ a\,b`, "a,b"},
		{`EQ \o(x`, "x"},
		{`EQ \`, ""},
		{"EQ \\f(\x13 SEQ a \x143\x15,\x13 EQ \\f(4,5)\x15)", "3/4/5"},
		{`MACROBUTTON  AcceptAllChanges [单击此处 添加标题]`, "[单击此处 添加标题]"},
		{"MACROBUTTON MTPlaceRef \\* MERGEFORMAT \x13 SEQ MTEqn \\h \x15(\x13 SEQ MTSec \\c \x142\x15.\x13 SEQ MTEqn \x141\x15)", "(2.1)"},
		{`SYMBOL 254 \f "Wingdings" \s 12`, "☑"},
		{`SYMBOL 0xF0A8 \f Wingdings`, "□"},
		{`SYMBOL`, ""},
		{`SYMBOL 254`, ""},
		{`HYPERLINK "http://example.org"`, ""},
		{`EMBED Equation.3`, ""},
		{"EQ " + strings.Repeat(`\f(`, 100), ""},
	} {
		if got := FieldText(c.instruction); got != c.want {
			t.Errorf("%q: got %q, want %q", c.instruction, got, c.want)
		}
	}
}
