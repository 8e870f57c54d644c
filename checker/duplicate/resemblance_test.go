package duplicate

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// The estimated resemblance of two versions of a document against the true one of their
// texts in five characters each. ZHIWEN_VERSIONS is a folder of plain texts; without it a made
// text is taken.
func TestResemblance(t *testing.T) {
	texts := []string{madeText(400)}
	if dir := os.Getenv("ZHIWEN_VERSIONS"); dir != "" {
		names, err := filepath.Glob(filepath.Join(dir, "*.txt"))
		if err != nil || len(names) == 0 {
			t.Fatalf("no texts in %s: %v", dir, err)
		}
		texts = nil
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(b))
		}
	}
	w := openWords(t)
	printed := func(s string) Print { return printOf(t, w, unit{}, s) }
	random := rand.New(rand.NewPCG(1, 2))
	var worst, sum float64
	n := 0
	for i, whole := range texts {
		a := printed(whole)
		if len(a) < 100 {
			continue // too short for versions
		}
		if got := Resemblance(a, printed(whole)); got != 1 {
			t.Errorf("text %d resembles itself by %.3f", i, got)
		}
		for _, changed := range []float64{0.02, 0.1, 0.3, 0.6, 0.9} {
			version := versionOf(whole, changed, random)
			truth, got := fiveGrams(whole, version), Resemblance(a, printed(version))
			t.Logf("text %d, %2.0f %% of sentences changed: true %.3f, estimated %.3f", i, 100*changed, truth, got)
			off := max(got-truth, truth-got)
			worst, sum, n = max(worst, off), sum+off, n+1
			if got > truth+0.1 || got < truth-0.3 { // of made texts, without paragraphs of one subject, it is less than of real ones
				t.Errorf("estimated %.3f of %.3f", got, truth)
			}
		}
	}
	t.Logf("%d versions: off by %.3f on average, %.3f at most", n, sum/float64(n), worst)
}

// versionOf changes some sentences of a text: each is left out, or its characters are
// put in another order.
func versionOf(whole string, part float64, random *rand.Rand) string {
	var b strings.Builder
	for _, sentence := range strings.SplitAfter(whole, "。") {
		runes := []rune(sentence)
		switch {
		case random.Float64() >= part:
			b.WriteString(sentence)
		case random.IntN(2) == 0:
		default:
			random.Shuffle(len(runes), func(i, j int) { runes[i], runes[j] = runes[j], runes[i] })
			b.WriteString(string(runes))
		}
	}
	return b.String()
}

// fiveGrams returns the resemblance of two texts in runs of five letters and digits.
func fiveGrams(a, b string) float64 {
	grams := func(s string) map[string]bool {
		var kept []rune
		for _, r := range s {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				kept = append(kept, r)
			}
		}
		out := map[string]bool{}
		for i := 0; i+5 <= len(kept); i++ {
			out[string(kept[i:i+5])] = true
		}
		return out
	}
	left, right := grams(a), grams(b)
	shared := 0
	for g := range left {
		if right[g] {
			shared++
		}
	}
	return float64(shared) / float64(max(1, len(left)+len(right)-shared))
}

// madeText returns a text of many different sentences.
func madeText(sentences int) string {
	random := rand.New(rand.NewPCG(3, 4))
	const characters = "针对区域生态系统碳循环过程研究方法模型数据验证分析结果显示土壤水分温度变化影响机制不同尺度观测实验设计提出理论框架优化算法学习网络结构特征提取关键技术应用示范平台建设评价指标体系"
	from := []rune(characters)
	var b strings.Builder
	for n := range sentences {
		if n%4 == 0 {
			b.WriteString("\n")
		}
		for range 20 + random.IntN(30) {
			b.WriteRune(from[random.IntN(len(from))])
		}
		b.WriteString("。")
	}
	return b.String()
}
