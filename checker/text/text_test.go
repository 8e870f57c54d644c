package text

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/internal/texttest"
	"zhiwen/extract"
)

func TestFolding(t *testing.T) {
	tests := []struct {
		name, a, b string
	}{
		{"radicals", "⻚⾯⻅⻰", "页面见龙"},
		{"case", "Deep Learning", "deep learning"},
		{"full width", "ＢＥＲＴ模型（２０２４）", "bert模型(2024)"},
		{"compatibility", "ﬁnite ㈱", "finite 株"},
		{"accents", "Poincaré naïve", "poincare naive"},
		{"zero-width characters", "图\u200b神\u200d经\ufeff网络 gra\u00adph", "图神经网络 graph"},
		{"look-alikes", "раpеr, Αlpha", "paper, Alpha"},
		{"traditional", "網絡結構與機器學習", "网络结构与机器学习"},
		{"homophones", "政式发布矶于", "正式发布基于"},
		{"punctuation and space", "图，神 经。网\n络", "图神经网络"},
		{"apostrophe", "the model’s", "the models"},
		{"mathematical letters", "𝐆𝐫𝐚𝐩𝐡", "graph"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a, b := New(&extract.Document{Text: test.a}), New(&extract.Document{Text: test.b})
			if diff := cmp.Diff(b.Sound, a.Sound); diff != "" {
				t.Errorf("%q and %q differ:\n%s", test.a, test.b, diff)
			}
		})
	}
}

func TestFoldingKeepsApart(t *testing.T) {
	for _, pair := range [][2]string{
		{"图", "网"}, {"graph", "graphs"}, {"молоко", "moloko"}, {"2024", "2025"}, {"a b", "ab"},
	} {
		a, b := New(&extract.Document{Text: pair[0]}), New(&extract.Document{Text: pair[1]})
		if slices.Equal(a.Sound, b.Sound) {
			t.Errorf("%q and %q fold alike", pair[0], pair[1])
		}
	}
}

func TestCharactersStayBesideSounds(t *testing.T) {
	a, b := New(&extract.Document{Text: "是體"}), New(&extract.Document{Text: "事体"})
	if !slices.Equal(a.Sound, b.Sound) {
		t.Error("是 and 事 sound alike")
	}
	if a.Char[0] == b.Char[0] {
		t.Error("是 and 事 are not the same character")
	}
	if a.Char[1] != b.Char[1] {
		t.Error("體 and 体 are the same character in two scripts")
	}
}

func TestSentences(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"Chinese", "第一句。第二句！第三？", []string{"第一句。", "第二句！", "第三？"}},
		{"closing quotes", "他说“好。”然后走。", []string{"他说“好。”", "然后走。"}},
		{"English", "One two. Three 3.5 four? Five", []string{"One two.", "Three 3.5 four?", "Five"}},
		{"paragraphs", "标题\n正文一。\n\n 正文二", []string{"标题", "正文一。", "正文二"}},
		{"runs of stops", "真的？！好……是的。", []string{"真的？！", "好……", "是的。"}},
		{"stops alone", "。。。\n好。", []string{"好。"}},
		{"nothing", "", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := texttest.Document(test.text)
			runes := []rune(d.Text)
			var got []string
			for _, s := range New(d).Sentences {
				got = append(got, strings.TrimSpace(string(runes[s.Start:s.End])))
			}
			if len(got) == 1 && strings.HasPrefix(test.name, "stops") {
				got[0] = strings.TrimLeft(got[0], "。\n")
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	d := texttest.Document("# 一\n" + texttest.Chinese(r, 60) + "\n# 二\n短。\n# 三\n" + texttest.Chinese(r, 40) + "\n" + strings.Repeat("无句号", 300))
	x := New(d)
	for _, test := range []struct {
		name   string
		length int
		cut    func(*Text, int) []Unit
	}{
		{"disjoint", 75, (*Text).Units},
		{"disjoint", 150, (*Text).Units},
		{"overlapping", 150, (*Text).Overlapping},
	} {
		units := test.cut(x, test.length)
		total, near, covered, last := 0, 0, 0, 0
		for _, u := range units {
			n := u.End - u.Start
			total += n
			covered += u.End - max(u.Start, last)
			last = u.End
			if n > unitMost*test.length+test.length/unitLeast {
				t.Errorf("unit of %d characters, want about %d", n, test.length)
			}
			if n >= test.length*2/3 && n <= test.length*4/3 {
				near++
			}
			for _, s := range d.Sections {
				if u.Start < s.Start && u.End > s.Start {
					t.Errorf("unit [%d, %d) crosses the section at %d", u.Start, u.End, s.Start)
				}
			}
		}
		if near*10 < len(units)*9 {
			t.Errorf("%s: %d of %d units have %d characters but for a third", test.name, near, len(units), test.length)
		}
		if mean := total / len(units); mean < test.length*9/10 || mean > test.length*11/10 {
			t.Errorf("%s units have %d characters on average, want about %d", test.name, mean, test.length)
		}
		if covered*100 < x.Length*97 {
			t.Errorf("%s units of %d hold %d of %d characters", test.name, test.length, covered, x.Length)
		}
		if test.name == "overlapping" {
			if disjoint := len(x.Units(test.length / 2)); len(units) > disjoint {
				t.Errorf("%d units that overlap, more than the %d disjoint ones of half the length", len(units), disjoint)
			}
		}
	}
}

func TestWords(t *testing.T) {
	d := &extract.Document{Text: "研究方法。 graph 研究"}
	w := New(d).Words([]int{0, 2, 4, 6, 11, 12})
	if len(w.Sound) != 4 || w.Sound[0] != w.Sound[3] || w.Sound[0] == w.Sound[1] {
		t.Errorf("symbols %x, want four, first and last equal", w.Sound)
	}
	if got := [2]int32{w.Start[1], w.End[1]}; got != [2]int32{2, 4} {
		t.Errorf("second word at %v, want [2 4]", got)
	}
}

// FuzzNew checks what every text must keep to: offsets in order and in range,
// sentences and units that tile symbols; and that all are as the reference has
// them.
func FuzzNew(f *testing.F) {
	for _, s := range []string{"", "第一句。第二句！", "раpеr ﬁ ㍿ 𝐆 \u200b．’", "a.b.c…\n\n# x\n。。", "\x00\xff\ufeffé́"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "\ufffd")
		d := texttest.Document(s)
		x := New(d)
		n := utf8.RuneCountInString(s)
		if x.Length != n {
			t.Fatalf("length %d, want %d", x.Length, n)
		}
		if len(x.Char) != len(x.Sound) || len(x.Weight) != len(x.Sound) || len(x.Mark) != len(x.Sound) || len(x.Start) != len(x.Sound) || len(x.End) != len(x.Sound) {
			t.Fatal("columns of different length")
		}
		for i := range x.Sound {
			if x.Start[i] < 0 || x.Start[i] >= x.End[i] || int(x.End[i]) > n {
				t.Fatalf("symbol %d at [%d, %d) of %d", i, x.Start[i], x.End[i], n)
			}
			if i > 0 && (x.Start[i] < x.Start[i-1] || x.End[i] < x.End[i-1]) {
				t.Fatalf("symbol %d is before its predecessor", i)
			}
		}
		next, end := 0, 0
		for _, s := range x.Sentences {
			if s.First != next || s.Last <= s.First || s.Start < end || s.End <= s.Start || s.End > n {
				t.Fatalf("sentence %+v after symbol %d, character %d", s, next, end)
			}
			if int(x.Start[s.First]) < s.Start || int(x.End[s.Last-1]) > s.End {
				t.Fatalf("sentence %+v does not hold its symbols", s)
			}
			next, end = s.Last, s.End
		}
		if next != len(x.Sound) {
			t.Fatalf("sentences hold %d of %d symbols", next, len(x.Sound))
		}
		first, at := 0, 0
		last := -1
		for _, u := range x.Overlapping(150) {
			if u.First <= last || u.Before < u.First || u.After > u.Last || u.Before > u.After {
				t.Fatalf("unit %+v after one that begins with symbol %d", u, last)
			}
			last = u.First
		}
		for _, u := range x.Units(75) {
			if u.First < first || u.Last <= u.First || u.Start < at || u.End <= u.Start || u.End > n {
				t.Fatalf("unit %+v after symbol %d, character %d", u, first, at)
			}
			first, at = u.Last, u.End
		}
		isFolded(t, d, x)
		unitsAreAsDefined(t, x)
	})
}

func BenchmarkNew(b *testing.B) {
	text := texttest.Chinese(rand.New(rand.NewPCG(1, 2)), 2000)
	d := texttest.Document(text)
	New(d)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		New(d).Overlapping(150)
	}
}

func TestMarks(t *testing.T) {
	for s, want := range map[string]Mark{
		"文": 0, "A": 0, "ﬁ": 0, "é": 0, "⽔": 0,
		"網": MarkVariant, "раper": MarkLookAlike, "Ａbc": MarkFullWidth, "文\u200b": MarkHidden, "a\u200bb": MarkHidden,
		`\frac`: MarkCode, "（_i）": MarkCode, ".layers": MarkCode, ". layers": 0, "：文": 0,
		"re\u00adact": 0, "文\u0301": 0, "網\u2060": MarkVariant | MarkHidden,
	} {
		if x := New(texttest.Document(s)); len(x.Mark) != 1 || x.Mark[0] != want {
			t.Errorf("marks of %q are %v, want %v", s, x.Mark, want)
		}
	}
}

// All of a web address is marked, its scheme too, and nothing beside it.
func TestAddressesAreMarked(t *testing.T) {
	x := New(texttest.Document("see https://example.org/a-page?id=7 (http) here"))
	for i, mark := range x.Mark {
		if in := x.Start[i] >= 4 && x.End[i] <= 35; in != (mark&MarkAddress != 0) {
			t.Errorf("symbol %d at %d has the mark %v", i, x.Start[i], mark)
		}
	}
}

// What looks like a small l within a word is one, and marked.
func TestLikeL(t *testing.T) {
	plain := New(texttest.Document("millions of small shells"))
	like := New(texttest.Document("mi|Iions of smaII shel|s"))
	if !slices.Equal(plain.Sound, like.Sound) || like.Mark[0]&MarkLookAlike == 0 || like.Mark[1] != 0 {
		t.Errorf("sounds %v and %v, marks %v", plain.Sound, like.Sound, like.Mark)
	}
	if capital := New(texttest.Document("AIDS AI")); slices.ContainsFunc(capital.Mark, func(m Mark) bool { return m != 0 }) {
		t.Errorf("marks %v", capital.Mark)
	}
}

// The published method compares within paragraphs: one of one sentence, and a short one, has no units, and no unit goes beyond one.
func TestUnitsInParagraphs(t *testing.T) {
	sentence := "湿地土壤的有机碳储量受水位、温度与植被共同控制，其分解过程包含好氧与厌氧两个阶段，微生物群落在两个阶段之间更替。"
	one := strings.Repeat("湿地土壤的有机碳储量受水位、温度与植被共同控制，", 8) + "分解包含两个阶段。"
	long := strings.Repeat(sentence, 6)
	x := New(texttest.Document(one + "\n" + long + "\n谢谢。再见。\n" + sentence + sentence))
	begin := len([]rune(one)) + 1
	end := begin + len([]rune(long))
	last := end + len([]rune("\n谢谢。再见。\n"))
	units := x.InParagraphs(150)
	if len(units) < 3 {
		t.Fatalf("%d units", len(units))
	}
	for i, u := range units {
		if within := u.Start >= begin && u.End <= end; !within && u.Start < last {
			t.Errorf("unit %d is [%d, %d), outside of the paragraphs of several sentences, [%d, %d) and from %d on", i, u.Start, u.End,
				begin, end, last)
		}
	}
	if u := units[len(units)-1]; u.Start < last {
		t.Errorf("the last paragraph has no unit: the last one is [%d, %d)", u.Start, u.End)
	}
}
