package char

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// broken reports whether a text of paragraphs has a stretch that is no words.
func broken(text string) bool {
	var w Words
	found := false
	for p := range strings.SplitSeq(text, "\n") {
		found = w.Read(p, nil) || found
	}
	return found
}

const (
	englishWords = "Coastal wetlands bury carbon far faster than forests do, yet they are disappearing at a rate of one to two per cent a year. When a salt marsh is drained for farming or cut off from the tides by a road, the soil that took centuries to build up is exposed to air and gives off its carbon within a decade. "
	chineseWords = "滨海湿地埋藏碳的速度远高于森林，但每年仍以百分之一到二的速度消失。盐沼一旦被排干用于耕作，或者被道路与潮汐隔开，几百年才积累起来的土壤就会暴露在空气中，并在十年之内释放出其中的碳。我们将在三个河口比较不同的恢复措施，测量土壤的厚度、密度和含水量，并根据遥感影像估计植被的面积。"
)

// otherEnglish has more than a hundred different long words.
const otherEnglish = englishWords +
	"The project compares three ways of restoring such marshes on two estuaries of the east coast. In the first, the old sea wall is " +
	"breached and nature is left to do the rest; in the second, channels are dug and dredged mud is spread to raise the surface; in " +
	"the third, young plants of the native reed are set out by hand. Over four years we will measure how quickly mud builds up, how " +
	"much carbon it contains, and which animals return. The results will tell managers which of the methods is worth its price, and " +
	"under which conditions the cheapest of them is enough. Because the tides, the supply of sediment and the history of farming " +
	"differ between the sites, the analysis separates these effects from those of the treatment, and the data will be published in " +
	"full so that other groups in the region can test the conclusions against their own observations. A workshop with fishermen and " +
	"local officials in the last year is to settle how the findings should enter the plan for the coast, and what should be watched " +
	"after the end of the project, since many of the changes that matter become visible only in the course of decades."

const german = "" +
	"Die Wiederherstellung von Salzwiesen gilt als eine der günstigsten Maßnahmen, um Kohlenstoff dauerhaft zu binden. Ob das in der " +
	"Praxis gelingt, hängt davon ab, wie viel Sediment mit der Flut in die Flächen getragen wird, wie lange der Boden in der " +
	"Vergangenheit entwässert war und ob sich die ursprüngliche Vegetation in den ersten Jahren wieder ansiedelt. In diesem Vorhaben " +
	"werden drei Verfahren in zwei Mündungen verglichen und über vier Jahre beobachtet, damit Behörden und Gemeinden künftig wissen, " +
	"welches Verfahren seinen Preis wert ist und unter welchen Bedingungen das billigste genügt."

// chineseProse has three hundred different pairs of characters.
const chineseProse = chineseWords + "恢复工程的效果往往要在多年以后才能看清，因此我们把长期观测放在首位：每个河口布设八条样线，从堤坝一直延伸到低潮带，每年春秋两季记录植物种类、盖度和底栖动物的数量。" +
	"与以往只比较面积的研究不同，这里关注的是功能是否回来了，例如幼鱼有没有重新利用潮沟，沉积物是不是仍在增高。资料整理之后，将请当地管理部门参加讨论，共同确定哪些做法值得推广，哪些代价过大。"

// backwardsOf returns a text backwards.
func backwardsOf(s string) string {
	runes := []rune(s)
	slices.Reverse(runes)
	return string(runes)
}

// inTurn writes lines of n characters forwards and backwards in turn.
func inTurn(s string, n int) string {
	var b strings.Builder
	for i, line := range slices.Collect(slices.Chunk([]rune(s), n)) {
		if i%2 == 1 {
			slices.Reverse(line)
		}
		b.WriteString(string(line) + "\n")
	}
	return b.String()
}

// swapped has every two characters in the opposite order.
func swapped(s string) string {
	runes := []rune(s)
	for i := 1; i < len(runes); i += 2 {
		runes[i-1], runes[i] = runes[i], runes[i-1]
	}
	return string(runes)
}

// wordwise changes each word between blanks.
func wordwise(f func(string) string) func(string) string {
	return func(s string) string {
		words := strings.Fields(s)
		for i, w := range words {
			words[i] = f(w)
		}
		return strings.Join(words, " ")
	}
}

// mixed has the letters of a long word in another order, except the first and the last one.
func mixed(word string) string {
	if len(word) < 4 {
		return word
	}
	runes := []rune(word)
	inner := runes[1 : len(runes)-1]
	slices.Reverse(inner)
	return string(runes)
}

// han returns the Han characters of a text.
func han(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Han, r) {
			return r
		}
		return -1
	}, s)
}

// inColumns writes a text downwards in columns of n characters, with a blank between them.
func inColumns(s string, n int, blank string) string {
	runes := []rune(s)
	var lines []string
	for row := range n {
		var cells []string
		for i := row; i < len(runes); i += n {
			cells = append(cells, string(runes[i]))
		}
		lines = append(lines, strings.Join(cells, blank))
	}
	return strings.Join(lines, "\n")
}

// beside sets two texts beside each other in lines of n characters.
func beside(left, right string, n int, blank string) string {
	var b strings.Builder
	for l, r := []rune(left), []rune(right); len(l) >= n && len(r) >= n; l, r = l[n:], r[n:] {
		b.WriteString(string(l[:n]) + blank + string(r[:n]) + "\n")
	}
	return b.String()
}

// respelt changes the words of four small letters and more.
func respelt(f func(string) string) func(string) string {
	return func(word string) string {
		if !EnglishLetters(strings.TrimRight(word, ".,")) {
			return word
		}
		return f(word)
	}
}

// doubled has each letter twice.
func doubled(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
		if unicode.IsLetter(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// otherOrder writes the words of a text from the last to the first.
func otherOrder(s string) string {
	words := strings.Fields(s)
	slices.Reverse(words)
	return strings.Join(words, " ")
}

// every puts a sign behind every n letters of a word.
func every(n int, sign string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		run := 0
		runes := []rune(s)
		for i, r := range runes {
			b.WriteRune(r)
			if r <= ' ' || strings.ContainsRune(",.，。、", r) {
				run = 0
				continue
			}
			if run++; run%n == 0 && i+1 < len(runes) && runes[i+1] > ' ' {
				b.WriteString(sign)
			}
		}
		return b.String()
	}
}

// weave puts one of several texts, in turn, behind every n characters.
func weave(s string, n int, what ...string) string {
	var b strings.Builder
	for i, r := range []rune(s) {
		b.WriteRune(r)
		if i%n == n-1 {
			b.WriteString(what[i/n%len(what)])
		}
	}
	return b.String()
}

// lastToFirst has pieces of n characters in the opposite order.
func lastToFirst(s string, n int, between string) string {
	var pieces []string
	for piece := range slices.Chunk([]rune(s), n) {
		pieces = append(pieces, string(piece))
	}
	slices.Reverse(pieces)
	return strings.Join(pieces, between)
}

// byRows has the rows of a table of columns that are read downwards, each cell with n characters.
func byRows(s string, columns, n int) string {
	var cells []string
	for runes := []rune(s); len(runes) >= n; runes = runes[n:] {
		cells = append(cells, string(runes[:n]))
	}
	var out []string
	rows := len(cells) / columns
	for row := range rows {
		for column := range columns {
			out = append(out, cells[column*rows+row])
		}
	}
	return strings.Join(out, "\n")
}

// numbered puts a number behind every n characters.
func numbered(s string, n int) string {
	var b strings.Builder
	for i, r := range []rune(s) {
		b.WriteRune(r)
		if i%n == n-1 {
			fmt.Fprint(&b, i/n+1)
		}
	}
	return b.String()
}

// narrow breaks a text into lines of n letters.
func narrow(s string, n int) string {
	var b strings.Builder
	for len(s) > n {
		b.WriteString(strings.TrimSpace(s[:n]) + "\n")
		s = s[n:]
	}
	return b.String() + s
}

func TestWords(t *testing.T) {
	english, chinese := strings.Repeat(englishWords, 3), strings.Repeat(chineseWords, 3)
	replace := func(s string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(s) }
	const traditional = "我們將在三個河口比較不同的恢復措施，測量土壤的厚度、密度和含水量，並根據遙感影像估計植被的面積。與以往只比較面積的研究不同，這裡關注的是功能是否回來了，例如幼魚有沒有重新利用潮溝，" +
		"沉積物是不是仍在增高。資料整理之後，將請當地管理部門參加討論，共同確定哪些做法值得推廣，哪些代價過大。鹽沼一旦被排乾用於耕作，或者被道路與潮汐隔開，幾百年才積累起來的土壤就會暴露在空氣中。" +
		"每個河口佈設八條樣線，從堤壩一直延伸到低潮帶，每年春秋兩季記錄植物種類、蓋度和底棲動物的數量，並請學生參加整理。"
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"English", english, false},
		{"Chinese", chinese, false},
		{"without blanks", replace(english, " ", ""), true},
		{"a blank between all letters", strings.Join(strings.Split(english, ""), " "), true},
		{"dots between letters", every(1, ".")(english), true},
		{"middle dots", every(3, "·")(english), true},
		{"raised digits between characters", every(2, "²")(chinese), true},
		{"tone marks between characters", every(1, "ˊ")(chinese), true},
		{"a Greek letter between characters", every(3, "α")(chinese), true},
		{"measures with raised digits", replace(chineseWords, "土壤", "40 m²的土壤", "面积", "α面积") + chinese, false},
		{"hyphens", every(4, "\u2010")(english), true},
		{"digits for letters", replace(english, "l", "1", "o", "0", "e", "3"), true},
		{"turned letters", replace(english, "a", "ɐ", "e", "ǝ", "r", "ɹ", "h", "ɥ", "i", "ᴉ"), true},
		{"letters between characters", every(3, "a")(chinese), true},
		{"digits between characters", every(3, "7")(chinese), true},
		{"kana between characters", every(3, "っ")(chinese), true},
		{"numbers between characters", numbered(chinese, 4), true},
		{"words between characters", weave(chinese, 4, " river ", " method ", " soil ", " carbon "), true},
		{"own words in brackets", weave(chinese, 4, "（样地）", "（我们）", "（再次测定）"), true},
		{"own words between commas", weave(chinese, 6, "，样地调查，", "，我们，", "，又，"), true},
		{"a line that comes again and again", weave(chinese, 18, "\n申请书正文\n"), true},
		{"own lines between lines", weave(chinese, 18, "\n样地的调查结果如下\n", "\n我们对此作了分析\n", "\n数据见附录的表格\n"), true},
		{"two columns of a table", byRows(chinese+"各地的土壤和植被并不相同，因此需要分别取样，逐一测定，再作综合分析。", 2, 8), true},
		{"pieces from the last to the first", lastToFirst(han(chineseProse), 6, " "), true},
		{"columns with blanks", strings.ReplaceAll(beside(han(chineseProse), han(chineseWords+chineseProse), 6, " "), "\n", " "), true},
		{"cells from the last to the first", lastToFirst(chineseProse, 6, "\n"), true},
		{"four columns of a table", byRows(strings.Repeat(chinese, 2), 4, 3), true},
		{"words with their English names", strings.Repeat("使用机器学习（Machine Learning）方法对遥感影像（RS）进行分类，并结合地理信息系统（GIS）分析。", 20), false},
		{"signs between characters", every(1, "□")(chinese), true},
		{"a cell for each character", strings.Join(strings.Split(chinese, ""), "\n"), true},
		{"cells of yes and no", strings.Repeat("男\n是\n优\n北京\n女\n否\n良\n江苏省\n", 40), false},
		{"years and figures", strings.Repeat("项目于2019年1月启动，2022年12月结束，共投入经费125.6万元，发表论文38篇，其中被引用超过100次的有5篇，培养研究生12人。", 10), false},
		{"punctuation between characters", every(2, "、")(chinese), false},
		{"backwards", backwardsOf(chinese) + "\n" + backwardsOf(chinese), true},
		{"a beginning that is lost", "。" + strings.TrimRight(chinese, "。") + "而", false},
		{"backwards in one paragraph", backwardsOf(han(chineseProse)), true},
		{"clauses backwards", backwardsOf(chineseProse), true},
		{"lines forwards and backwards in turn", inTurn(han(chineseProse), 30), true},
		{"a short passage backwards", chineseWords + backwardsOf(chineseProse[:600]), true},
		{"a palindrome in a text", chineseWords + "潮随暗浪雪山倾，远浦渔舟钓月明。明月钓舟渔浦远，倾山雪浪暗随潮。" + chineseWords, false},
		{"traditional characters backwards", backwardsOf(traditional), true},
		{"traditional characters", traditional, false},
		{"two by two in the other order", swapped(han(chineseProse)), true},
		{"English words backwards", wordwise(backwardsOf)(otherEnglish), true},
		{"English backwards", backwardsOf(otherEnglish), true},
		{"English letters swapped", wordwise(swapped)(otherEnglish), true},
		{"English letters mixed within words", wordwise(mixed)(strings.ToLower(otherEnglish)), true},
		{"a doubled letter in each English word", wordwise(respelt(func(w string) string { return w[:2] + w[1:] }))(otherEnglish), true},
		{"a letter of each word missing", wordwise(respelt(func(w string) string { return w[:2] + w[3:] }))(otherEnglish), true},
		{"a wrong letter in each word", wordwise(respelt(func(w string) string { return w[:1] + "x" + w[2:] }))(otherEnglish), true},
		{"English words in the other order", otherOrder(otherEnglish), true},
		{"English letters twice", doubled(otherEnglish), true},
		{"characters twice", doubled(chineseProse), true},
		{"a few misspelt words", replace(otherEnglish, "wetlands", "wetlnads", "carbon", "carbbon", "forests", "forrests"), false},
		{"more English", otherEnglish, false},
		{"German", german, false},
		{"numbers of characters", strings.Repeat("U+4E2D U+56FD U+6D77 U+6EE8 ", 30), true},
		{"columns read across", inColumns(han(chineseProse), 12, ""), true},
		{"columns with blanks read across", inColumns(han(chineseProse), 12, "　"), true},
		{"a particle after two characters", weave(han(chineseProse), 2, "了"), true},
		{"a particle after three characters", weave(han(chineseProse), 3, "的"), true},
		{"in one row", han(chineseProse), false},
		{"two columns with tabs", beside(han(chineseProse), han(chineseWords+chineseProse), 6, "\t"), true},
		{"two columns with wide blanks", beside(han(chineseProse), han(chineseWords+chineseProse), 6, "    "), true},
		{"a table with tabs", strings.Repeat("申请人姓名\t王小明\n所在单位\t南方海洋大学\n联系电话\t见附表\n研究方向\t滨海湿地\n项目起止年月\t三年\n", 8), false},
		{"a list of names", strings.Repeat("欧阳晓明司马相如诸葛孔明上官婉儿东方朔慕容复令狐冲皇甫嵩尉迟恭长孙无忌公孙胜\n", 8), false},
		{"references to characters", strings.Repeat("&#20013;&#22269;", 30), true},
		{"escapes", strings.Repeat(`\u4e2d\u56fd\u6d77\u6ee8`, 30), true},
		{"hyphens at lines' ends", strings.ReplaceAll(every(4, "-\n")(english), " -\n", " "), true},
		{"narrow lines", narrow(english, 7), true},
		{"quoted for mail", strings.Repeat("=E4=BD=A0=E5=A5=BD=E6=B5=B7=E6=BB=A8=E6=B9=BF=E5=9C=B0", 20), true},
		{"comments between characters", every(5, "<!-- 的 -->")(chinese), true},
		{"references behind sentences", strings.ReplaceAll(chinese, "。", "[3]。"), false},
		{"cells of a table", strings.Repeat("mean\n12.5\nstd dev\n0.7\nYes\nNo\nTotal\np value\n0.05\n", 30), false},
		{"a list of words", strings.Repeat("wetland\nmarsh\ndelta\ncarbon\nmethane\nsulphate\n", 30), false},
		{"a program", strings.Repeat("for i := range w.list {\n\tx.items[i].name = strings.ToLower(w.list[i].value)\n}\n", 20), false},
		{"addresses", strings.Repeat("https://www.example.org/a-long-name-of-a-page-with-many-words ", 20), false},
		{"variables", strings.Repeat("设x为a的倍数，则函数f在区间上连续，且导数大于零，于是存在唯一的解使等式成立。", 20), false},
		{"formulas", strings.Repeat(`\sum_{x=1}^{\left\lfloor\sqrt{n}\right\rfloor}\left(F\left(x\right)-G\left(x-1\right)\right)`+"\n", 20), false},
		{"alternatives", strings.Repeat("rss|atom|jpg|jpeg|gif|png|ico|zip|tgz ", 20), false},
		{"a heading underlined", strings.Repeat("Results of the survey\n=====================\n", 20), false},
		{"options", strings.Repeat("A B C D E F G H ", 60), false},
	} {
		if got := broken(c.text); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	for _, c := range unusualTexts {
		if broken(strings.Repeat(c.text+"\n", 8)) {
			t.Errorf("%s: broken", c.name)
		}
	}
}

func BenchmarkWords(b *testing.B) {
	text := strings.Repeat(chineseWords, 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		broken(text)
	}
}
