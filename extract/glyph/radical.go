package glyph

import (
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// supplementPairs are the radicals of Unicode's supplement, each followed by the character that it
// stands for (EquivalentUnifiedIdeograph). Compatibility folding, used to compare texts, leaves
// these unchanged, but not the other radicals.
const supplementPairs = "⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺈刀⺉刂⺊卜⺋㔾⺌小⺍小⺎兀⺏尣⺐尢⺒巳⺓幺⺔彑⺕彐⺖忄⺗心⺘扌⺙攵⺛旡⺜日⺝月⺞歺⺟母⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬⺧牛⺨犭" +
	"⺩王⺫目⺬示⺭礻⺯糹⺰纟⺱罓⺲罒⺳㓁⺴冗⺶羊⺹耂⺺肀⺻聿⺼肉⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻈讠⻉贝⻋车⻌辶⻍辶⻎辶⻏邑⻐钅⻑長⻒镸⻓长⻔门⻖阝⻗雨⻘青⻙韦" +
	"⻚页⻛风⻜飞⻝食⻟飠⻠饣⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟"

var supplement = sync.OnceValue(func() map[rune]rune {
	m := map[rune]rune{}
	pairs := []rune(supplementPairs)
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return m
})

// IsRadical reports whether r is a radical.
func IsRadical(r rune) bool { return r >= 0x2F00 && r <= 0x2FD5 || r >= 0x2E80 && r <= 0x2EF3 }

// OfRadical returns the character that a radical stands for, and any other code point unchanged.
func OfRadical(r rune) rune {
	if !IsRadical(r) {
		return r
	}
	if c, ok := supplement()[r]; ok {
		return c
	}
	c, _ := utf8.DecodeRuneInString(norm.NFKC.String(string(r)))
	return c
}

// RadicalTwin is Character for the compatibility forms from U+F900 to U+FAFF too, which old code tables
// contain twice: fonts name both forms for one shape.
func RadicalTwin(r rune) rune {
	if r < 0xF900 || r > 0xFAFF {
		return OfRadical(r)
	}
	c, _ := utf8.DecodeRuneInString(norm.NFC.String(string(r)))
	return c
}
