package align

import (
	"math/rand/v2"
	"strings"
	"testing"

	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// without folds a text without the parts of it that are named, in order.
func without(s string, parts ...string) *text.Text {
	var out []extract.Span
	for _, p := range parts {
		at := find(s, p)
		out = append(out, extract.Span{Start: at.Start, End: at.End})
	}
	return text.New(texttest.Document(s), out...)
}

func aligned(query, source *text.Text) []Match { return NewQuery(query).Align(source, &Scratch{}) }

func TestIdenticalTextsAreOneEqualRun(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 30))
	s := texttest.Chinese(r, 60)
	got := align(s, s)
	if len(got) != 1 || len(got[0].Runs) != 1 || got[0].Runs[0].Op != Equal || slice(s, got[0].Runs[0].Query) != s {
		t.Errorf("found %+v, want one equal run", got)
	}
}

// Paragraphs copied under a prompt of a form, between others, are what is found,
// to the character: neither the prompt that both have, which is kept out, nor what
// stands around.
func TestWhatIsCopiedUnderAPromptIsFoundExactly(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 31))
	prompt := "1．项目的立项依据（研究意义、国内外研究现状及发展动态分析）；"
	for range 50 {
		paragraph := func() string { return strings.ReplaceAll(texttest.Chinese(r, 4), "\n", "") }
		copied := paragraph() + "\n" + paragraph()
		source := prompt + "\n" + paragraph() + "\n" + copied + "\n" + paragraph()
		query := paragraph() + "\n" + prompt + "\n" + copied + "\n" + paragraph()
		got := aligned(without(query, prompt), without(source, prompt))
		if len(got) != 1 || slice(query, got[0].Query) != copied+"\n" && slice(query, got[0].Query) != copied || got[0].symbols(Equal) != got[0].QuerySymbols.End-got[0].QuerySymbols.Start {
			t.Fatalf("found %+v in %q, want %q", got, query, copied)
		}
	}
}

// Sentences of one pattern resemble one another, so that some are matched crosswise:
// passages that are written alike from end to end are one equal run all the same.
func TestSelfSimilarPassagesAreEqual(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 32))
	pick := func(words ...string) string { return words[r.IntN(len(words))] }
	sentence := func() string {
		return pick("试验地", "上述模型", "该流域") + "的第" + pick("二", "三", "四", "五", "六", "七") + "组观测显示，" + pick("植被盖度", "地表温度", "氮沉降量") + "与" +
			pick("叶面积指数", "凋落物分解", "微生物量") + "之间存在显著关系，在" + pick("放牧", "干旱", "增温") + "条件下变化幅度较大，其机理有待通过" +
			pick("同位素示踪", "控制实验", "宏基因组", "模型模拟") + "进一步阐明。\n"
	}
	several := func(n int) string {
		var out strings.Builder
		for range n {
			out.WriteString(sentence())
		}
		return out.String()
	}
	found := 0
	for range 200 {
		copied := several(5)
		query, source := several(4)+copied+several(4), several(6)+copied+several(3)
		for _, m := range align(query, source) {
			if slice(query, m.Query) != slice(source, m.Source) {
				continue
			}
			found++
			if len(m.Runs) != 1 || m.Runs[0].Op != Equal {
				t.Fatalf("%q is in %d runs", slice(query, m.Query), len(m.Runs))
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d passages are written alike", found)
	}
}

// symbols counts those of a match's query in runs of an op.
func (m Match) symbols(op Op) int {
	n := 0
	for _, r := range m.Runs {
		if r.Op == op {
			n += r.QuerySymbols.End - r.QuerySymbols.Start
		}
	}
	return n
}

// What is kept out is in no run, on neither side, and parts a match.
func TestKeptOutTextPartsMatches(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 32))
	a, out, b := texttest.Chinese(r, 6), "本单位的工作条件由学校统一提供。", texttest.Chinese(r, 6)
	s := a + "\n" + out + "\n" + b
	for name, texts := range map[string][2]*text.Text{
		"of the query":  {without(s, out), fold(s)},
		"of the source": {fold(s), without(s, out)},
		"of both":       {without(s, out), without(s, out)},
	} {
		got := aligned(texts[0], texts[1])
		if len(got) != 2 {
			t.Errorf("%s: %d matches, want two", name, len(got))
		}
		at := find(s, out)
		for _, m := range got {
			for _, run := range m.Runs {
				if name != "of the source" && run.Query.meets(at) || name != "of the query" && run.Source.meets(at) {
					t.Errorf("%s: run %+v holds what is kept out at %v", name, run, at)
				}
			}
		}
	}
}

// A long stretch without counterpart parts a match; a short one is a run of it.
func TestGapsPartMatches(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 33))
	line := func() string { return strings.ReplaceAll(texttest.Chinese(r, 3), "\n", "") }
	a, b := line(), line()
	for gap, want := range map[string]int{"某甚": 1, signs(r, 40, 4000, 3000) + "。": 2} {
		for name, texts := range map[string][2]string{"put in": {a + gap + b, a + b}, "left out": {a + b, a + gap + b}} {
			if got := align(texts[0], texts[1]); len(got) != want {
				t.Errorf("%d symbols %s: %d matches, want %d", len([]rune(gap)), name, len(got), want)
			}
		}
	}
}

// A stray mark is none; a few in a row are a disguise. So with homophones.
func TestWaysAreMoreThanChance(t *testing.T) {
	r := rand.New(rand.NewPCG(34, 34))
	s := strings.ReplaceAll(texttest.Chinese(r, 8), "\n", "")
	spoil := func(n int, change func(rune) string) string {
		var b strings.Builder
		for i, c := range []rune(s) {
			if i%25 == 3 && n > 0 && c != '，' && c != '。' {
				n--
				b.WriteString(change(c))
			} else {
				b.WriteRune(c)
			}
		}
		return b.String()
	}
	for n, want := range map[int]Way{1: "", 2: "", 8: Disguised} {
		got := align(spoil(n, func(c rune) string { return string(c) + "\u200b" }), s)
		if len(got) != 1 || got[0].way() != want {
			t.Errorf("%d marks: %+v, want %q", n, got, want)
		}
	}
}

// way is that of the changed runs of a match.
func (m Match) way() Way {
	for _, r := range m.Runs {
		if r.Op == Changed {
			return r.Way
		}
	}
	return ""
}

// Paragraphs that were treated in different ways are matches of their own.
func TestParagraphsOfDifferentTreatmentAreApart(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 35))
	paragraph := func() string { return strings.ReplaceAll(texttest.Chinese(r, 5), "\n", "") }
	a, b, c := paragraph(), paragraph(), paragraph()
	var hidden strings.Builder
	for i, x := range []rune(b) {
		hidden.WriteRune(x)
		if i%10 == 0 {
			hidden.WriteRune('\u200b')
		}
	}
	got := align(a+"\n"+hidden.String()+"\n"+c, a+"\n"+b+"\n"+c)
	if len(got) != 3 || got[0].way() != "" || got[1].way() != Disguised || got[2].way() != "" {
		t.Errorf("found %+v, want three, the second disguised", got)
	}
}

// Web addresses and what both texts say again and again are no match.
func TestWhatTellsNothingIsNoMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 36))
	address := "参见 https://www.example.org/problemset/archive/section/volume/number/article/view/download?language=chinese&format=document 。"
	if got := align(texttest.Chinese(r, 10)+"\n"+address, address+"\n"+texttest.Chinese(r, 10)); len(got) > 0 {
		t.Errorf("an address matches: %+v", got)
	}
	stock := "其平均时间复杂度与最坏时间复杂度都是常数阶"
	say := func() string {
		var b strings.Builder
		for range mostPlaces - 1 {
			b.WriteString(strings.ReplaceAll(texttest.Chinese(r, 2), "\n", "") + stock + "。\n")
		}
		return b.String()
	}
	for _, m := range align(say(), say()) {
		t.Errorf("a stock phrase matches: %+v", m)
	}
	// Two texts that set formulas of one kind, or call the same functions.
	for _, known := range [][2]string{
		{`$$ \alpha_{t+1}(i)=\left[\sum\limits_{j=1}^N\alpha_t(j)a_{ji}\right]b_i(o_{t+1}),\quad i=1,2,\dots,N $$`,
			`$$ \alpha_{t+1}(i)=\left[\sum_{j=1}^N\alpha_t(j)a_{ji}\right]b_i(o_{t+1}),\ i=1,2,\dots,N $$`},
		{`self.embedding = keras.layers.Embedding(vocabulary_size, width); self.encoder = keras.layers.Recurrent(width, return_sequences=True, return_state=True)`,
			`self.embedding = keras.layers.Embedding(vocabulary_size, depth); self.decoder = keras.layers.Recurrent(depth, return_sequences=True, return_state=True)`},
	} {
		for _, m := range align(texttest.Chinese(r, 10)+"\n"+known[0], texttest.Chinese(r, 10)+"\n"+known[1]) {
			t.Errorf("%q matches: %+v", known, m)
		}
	}
}

// What both texts say again and again is a match where it stands in an unbroken run.
// What texts of the same kind all say is nobody's, however seldom the two say it.
func TestWhatAllSayTellsLittle(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 37))
	stock := "项目组成员具有扎实的理论基础和丰富的实践经验，能够按照计划完成全部研究任务"
	changed := strings.ReplaceAll(stock, "能够", "确保") // else it is too long in a row to be anything but copied
	query, source := texttest.Chinese(r, 20)+stock+"。", texttest.Chinese(r, 20)+changed+"。"
	q := text.New(texttest.Document(query))
	single, several := map[uint32]int32{}, map[uint64]int32{}
	said := text.New(texttest.Document(stock)).Char
	for i, x := range said {
		single[x] += 40
		if i > 0 {
			several[text.PairOf(said[i-1], x)] += 40
		}
		if i > 1 {
			several[text.TripleOf(said[i-2], said[i-1], x)] += 40
		}
	}
	for _, c := range []struct {
		name  string
		usage *text.Usage
		want  int
	}{
		{"nothing is known", nil, 1},
		{"they say it", text.NewUsage(single, several, 100_000), 0},
		{"they say its characters in other words", text.NewUsage(single, nil, 100_000), 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := NewQuery(q).Among(func() *text.Usage { return c.usage }).Align(text.New(texttest.Document(source)), &Scratch{}); len(got) != c.want {
				t.Errorf("%d matches, want %d", len(got), c.want)
			}
		})
	}
}

func TestUnbrokenRunsAreMatches(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 37))
	names := strings.Split("名称甲 名称乙 名称丙 名称丁 名称戊 名称己 名称庚 名称辛", " ")
	var said strings.Builder
	for range mostPlaces {
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, n := range names {
			said.WriteString(n + "。" + texttest.Chinese(r, 1))
		}
	}
	row := strings.Join(names, "")
	text := func() string { return said.String() + "\n" + texttest.Chinese(r, 4) }
	if got := align(text()+row+"\n"+texttest.Chinese(r, 4), texttest.Chinese(r, 4)+row+"\n"+texttest.Chinese(r, 4)); len(got) != 1 {
		t.Errorf("found %+v, want the row", got)
	}
}
