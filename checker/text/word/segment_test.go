package word

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/yanyiwu/gojieba"

	"zhiwen/internal/testrun"
)

// same fails unless a text is cut as gojieba cuts it.
func same(t *testing.T, c *Cutter, s string) {
	t.Helper()
	for _, mode := range []struct {
		cut  func(string) []Word
		mode gojieba.TokenizeMode
	}{{c.Cut, gojieba.DefaultMode}, {c.CutSearch, gojieba.SearchMode}} {
		got, want := mode.cut(s), c.jiebaCut(s, mode.mode)
		if slices.Equal(got, want) {
			continue
		}
		for i := range got {
			if i >= len(want) || got[i] != want[i] {
				t.Fatalf("cut as %q …, by gojieba as %q …", spelled(s, got)[max(0, i-3):min(len(got), i+6)], spelled(s, want)[max(0, i-3):min(len(want), i+6)])
			}
		}
		t.Fatalf("%d words, by gojieba %d", len(got), len(want))
	}
	want := c.jiebaCut(s, gojieba.DefaultMode)
	// Twice, since what was asked for once is found another way.
	for range 2 {
		words, err := c.Known(s)
		if err != nil {
			t.Fatal(err)
		}
		known := slices.Collect(words)
		if len(known) != len(want) {
			t.Fatalf("%d known words of %d", len(known), len(want))
		}
		s := clean(s)
		for i, w := range want {
			word := s[w.Start:w.End]
			l, err := c.Lexicon()
			if err != nil {
				t.Fatal(err)
			}
			said := Known{Word: w}
			if Spoken(word) {
				said = Known{w, l.Of(Hash(word)), Hash(word), true}
			}
			if known[i] != said {
				t.Fatalf("%q is known as %+v", word, known[i])
			}
		}
	}
}

// Words are those of gojieba, each of them, with and without the words within words: of words of the dictionary side by side, of
// characters by chance, and of both with what is no Chinese. ZHIWEN_WORDS is a folder of
// plain texts that are cut too.
func TestCutAsGojieba(t *testing.T) {
	c := open(t)
	for _, s := range []string{
		"小明硕士毕业于中国科学院计算所，后在日本京都大学深造", "他来到了网易杭研大厦", "杭研", "云计算区块链韩玉鉴赏蓝翔",
		"T恤AA制3.14e-5 c++ v1.2.3. 12.5.", "乾隆爺龘靐齉", "𠮷野家，𠀀𠀁。\t\r\n", "é中ü文ñ", "。，。 ，", "한국어カタカナひらがな",
	} {
		same(t, c, s)
	}
	random := rand.New(rand.NewPCG(11, 12))
	words := dictionaryWords(t, c)
	others := []rune("的一是在不了有和人这abcXYZ0189.-_ ，。、；\t\né𠮷龘あ")
	for range testrun.Rounds(400, 40) {
		var b strings.Builder
		for range 60 {
			word := []rune(words[random.IntN(len(words))])
			switch random.IntN(4) {
			case 0: // a part of a word
				word = word[random.IntN(len(word)):]
			case 1:
				word = word[:1+random.IntN(len(word))]
			case 2:
				word = append(word, others[random.IntN(len(others))])
			}
			b.WriteString(string(word))
		}
		same(t, c, b.String())
	}
	for range testrun.Rounds(400, 40) {
		var b strings.Builder
		for range 60 {
			if random.IntN(5) == 0 {
				b.WriteRune(others[random.IntN(len(others))])
			} else {
				b.WriteRune(rune(0x4e00 + random.IntN(0x5200)))
			}
		}
		same(t, c, b.String())
	}
	dir := os.Getenv("ZHIWEN_WORDS")
	if dir == "" {
		return
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no texts in %s: %v", dir, err)
	}
	n := 0
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		same(t, c, string(data))
		n += len(data)
	}
	t.Logf("%d bytes of %d texts cut as by gojieba", n, len(files))
}

// dictionaryWords returns the words of the main dictionary.
func dictionaryWords(t *testing.T, c *Cutter) []string {
	t.Helper()
	main, err := readText(c.paths[0])
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for line := range lines(main) {
		word, _, _ := strings.Cut(line, " ")
		out = append(out, word)
	}
	return out
}

// A user's dictionary weighs as gojieba has it: words with and without frequency and tag,
// single characters, characters beyond the first plane, and words that the main one has too; and so does a word
// that stands twice in the main one.
func TestCutAsGojiebaWithUserWords(t *testing.T) {
	testrun.NeedWhole(t)
	dir := t.TempDir()
	from := filepath.Dir(open(t).paths[0])
	for _, name := range Files() {
		data, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		switch name {
		case "jieba.dict.utf8":
			data = append(data, "循环的 900000 n\n循环的 1 n\n钻研土 1 n\n钻研土 900000 n\n"...)
		case "user.dict.utf8":
			data = []byte("冻土退化区\n碳循 n\n土壤有 200000 n\n研 5 v\n机制 1 n\n𠮷野家\n野𠀀𠀁 n\n𠀂 n\n\n多 余 列 数\n")
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"冻土退化区土壤有机碳循环的机制研究", "钻研土壤有机研", "余列多数", "在𠮷野家和𠮷野，野𠀀与野𠀀𠀁，𠀂𠀂"} {
		same(t, c, s)
	}
}

func BenchmarkCutGojieba(b *testing.B) {
	c := open(b)
	s := strings.Repeat("本项目拟研究多源异构数据的隐私保护融合方法，建立可解释的评价指标体系。\n", 1000)
	c.loadJieba()
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		c.jiebaCut(s, gojieba.DefaultMode)
	}
}

func BenchmarkPrepare(b *testing.B) {
	paths := open(b).paths
	b.ReportAllocs()
	for b.Loop() {
		if _, err := readSegmenter(paths); err != nil {
			b.Fatal(err)
		}
	}
}
