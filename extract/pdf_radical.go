package extract

import (
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fonts that draw a radical and a character with one shape let files name the
// radical where the character is meant, or both, one behind the other.

// supplementPairs are the radicals of Unicode's supplement, each with the
// character that it stands for (EquivalentUnifiedIdeograph): compatibility
// forms, by which texts are compared, leave these alone, but not the other
// radicals.
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

// characterOf gives the character that a radical stands for; itself, where there
// is none.
func characterOf(r rune) rune {
	if c, ok := supplement()[r]; ok {
		return c
	}
	c, _ := utf8.DecodeRuneInString(norm.NFKC.String(string(r)))
	return c
}

// readRadical puts the character for a radical that nothing else makes one of;
// false where the file has the character too, in the same place.
func (r *pageReader) readRadical(k int, g *glyph) bool {
	if !radical(g.r) {
		return true
	}
	next, ok := r.glyph(k + 1)
	if ok && next.r == characterOf(g.r) && next.x0 == g.x0 && next.x1 == g.x1 && next.y0 == g.y0 {
		return false
	}
	if c, ok := supplement()[g.r]; ok {
		g.r = c
	}
	return true
}
