package duplicate

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Versions of one application are found as such, and applications that share no more
// than standard paragraphs are not: of each text there are versions with 1, 10 and 30 % of
// the sentences written anew, and every other application has a part of its text in
// common with all. ZHIWEN_VERSIONS is a folder of plain texts, each an application of its
// own; without it texts are made.
func TestGrouping(t *testing.T) {
	texts := groupedTexts(t)
	w := openWords(t)
	printed := func(s string) Print { return printOf(t, w, unit{}, s) }
	random := rand.New(rand.NewPCG(7, 8))
	resembles := func(a, b Print) bool { return Resemblance(a, b) >= LeastResemblance }
	whole := make([]Print, len(texts))
	for i, text := range texts {
		whole[i] = printed(text)
	}
	for _, edited := range []float64{0.01, 0.1, 0.3} {
		found := 0
		for i, text := range texts {
			if resembles(whole[i], printed(rewritten(text, edited, random))) {
				found++
			}
		}
		t.Logf("%2.0f %% of the sentences written anew: %d of %d versions found", 100*edited, found, len(texts))
		if edited < 0.3 && found < len(texts) { // 0.3 is about where versions cease to be found
			t.Errorf("%.0f %% written anew: %d of %d versions found", 100*edited, found, len(texts))
		}
	}
	common := strings.Join(sentencesOf(madeSentences(4000, rand.New(rand.NewPCG(9, 10)))), "")
	for _, shared := range []float64{0, 0.1, 0.3, 0.5} {
		mixed := make([]Print, len(texts))
		for i, text := range texts { // as much standard text as makes such a part of the whole
			n := int(float64(len([]rune(text))) * shared / (1 - shared))
			mixed[i] = printed(text + "\n" + string([]rune(common)[:min(n, len([]rune(common)))]))
		}
		wrong, pairs := 0, 0
		for i := range mixed {
			for j := range i {
				pairs++
				if resembles(mixed[i], mixed[j]) {
					wrong++
				}
			}
		}
		t.Logf("%2.0f %% of the text in common: %d of %d pairs of different applications taken for versions", 100*shared, wrong, pairs)
		if shared <= 0.3 && wrong > 0 {
			t.Errorf("%.0f %% in common: %d of %d pairs of different applications taken for versions", 100*shared, wrong, pairs)
		}
	}
}

func groupedTexts(t *testing.T) (texts []string) {
	t.Helper()
	dir := os.Getenv("ZHIWEN_VERSIONS")
	if dir == "" {
		for i := range 12 {
			texts = append(texts, madeSentences(8000, rand.New(rand.NewPCG(uint64(i), 11))))
		}
		return texts
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if n := len([]rune(string(b))); n >= 3000 && n <= 60_000 && len(texts) < 200 { // the length of applications
			texts = append(texts, string(b))
		}
	}
	if len(texts) < 2 {
		t.Fatalf("%s has no two texts as long as applications", dir)
	}
	return texts
}

// madeSentences returns a text of about so many characters, of words that any application has.
func madeSentences(length int, random *rand.Rand) string {
	from := []rune("针对区域生态系统碳循环过程研究方法模型数据验证分析结果显示土壤水分温度变化影响机制不同尺度观测实验设计提出理论框架优化算法学习网络结构特征提取关键技术应用示范平台建设评价指标体系")
	var b strings.Builder
	for n, at := 0, 0; at < length; n++ {
		words := 20 + random.IntN(30)
		for range words {
			b.WriteRune(from[random.IntN(len(from))])
		}
		b.WriteString("。")
		if n%4 == 3 {
			b.WriteString("\n")
		}
		at += words + 1
	}
	return b.String()
}

func sentencesOf(text string) []string {
	var out []string
	for _, s := range strings.SplitAfter(text, "。") {
		out = append(out, strings.SplitAfter(s, ". ")...)
	}
	return out
}

// rewritten puts other sentences, as long, in the place of a part of a text's.
func rewritten(text string, part float64, random *rand.Rand) string {
	var b strings.Builder
	for _, s := range sentencesOf(text) {
		if n := len([]rune(s)); n > 5 && random.Float64() < part {
			s = string([]rune(madeSentences(n, random))[:n])
		}
		b.WriteString(s)
	}
	return b.String()
}
