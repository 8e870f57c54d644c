package duplicate

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

func locate(t *testing.T, w *Words, d *extract.Document) *Located {
	t.Helper()
	l, err := winnowing{}.Locate(w.NewText(d))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// sharedTexts returns the passages of a text that are in another one.
func sharedTexts(t *testing.T, w *Words, of, other string) (out []string) {
	t.Helper()
	d := texttest.Document(of)
	runes := []rune(d.Text)
	for _, s := range locate(t, w, d).Shared(locate(t, w, texttest.Document(other))) {
		out = append(out, string(runes[s.Start:s.End]))
	}
	return out
}

// The fingerprints that have places are those of the print, and each place is that of its run.
func TestLocate(t *testing.T) {
	w := openWords(t)
	d := texttest.Document("摘要\n" + texttest.Chinese(rand.New(rand.NewPCG(1, 2)), 40) + "\n一、研究内容\nNeural networks classify ２００ soil samples of each site.")
	l := locate(t, w, d)
	var values []uint64
	compared := 0
	runes := []rune(d.Text)
	for _, p := range l.prints {
		values = append(values, p.value)
		span := extract.Span{Start: l.spans[p.word].Start, End: l.spans[p.word+winnowingRun-1].End}
		words, _, err := w.placed(texttest.Document(string(runes[span.Start:span.End])))
		if err != nil {
			t.Fatal(err)
		}
		if len(words) != winnowingRun { // cut alone, its words are others
			continue
		}
		if compared++; runs(words, winnowingRun)[0] != p.value {
			t.Errorf("%q is not the run of its fingerprint", string(runes[span.Start:span.End]))
		}
	}
	if compared < len(values)/2 {
		t.Errorf("%d places of %d were compared", compared, len(values))
	}
	if diff := cmp.Diff(printOf(t, w, winnowing{}, d.Text), distinct(slices.Clone(values))); diff != "" {
		t.Error(diff)
	}
}

// Passages are shown as they are written in the text, as long as they are equal.
func TestShared(t *testing.T) {
	w := openWords(t)
	const (
		soil  = "冻土退化过程中土壤有机碳分解的微生物调控机制，以及氮素循环的季节变化规律"
		river = "黄河上游流域泥沙输移与河床演变的耦合模型需要长期观测资料支撑"
		own   = "量子点发光器件的界面电荷注入效率决定显示面板的使用寿命"
		alien = "儿童语言习得早期阶段的韵律感知能力与阅读障碍风险有关"
	)
	for _, c := range []struct {
		name, text, other string
		want              []string
	}{
		{"nothing", own + "。", alien + "。", nil},
		{"one", own + "。" + soil + "。" + own + "。", alien + "。" + soil + "。", []string{soil}},
		{"written in another way", own + "。凍土退化過程中土壤有機碳分解的微生物調控機制。", alien + "。冻土退化过程中土壤有机碳分解的微生物调控机制。", []string{"凍土退化過程中土壤有機碳分解的微生物調控機制"}},
		{"two in another order", river + "。" + own + "。" + soil + "。", soil + "。" + alien + "。" + river + "。", []string{river, soil}},
		{"two that touch", river + "。" + soil + "。", soil + "。" + alien + "。" + river + "。", []string{river + "。" + soil}},
		{"the longer of two", own + "。" + soil + "。", alien + "。冻土退化过程中土壤有机碳分解的微生物调控机制。" + alien + "。" + soil + "。", []string{soil}},
		{"of an empty text", soil, "", nil},
	} {
		if diff := cmp.Diff(c.want, sharedTexts(t, w, c.text, c.other)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// symbols returns a text without what is between its symbols.
func symbols(s string) string {
	return strings.Join(strings.Fields(text.Plain(texttest.Document(s))), "")
}

// Whatever is copied in whole sentences is found where it is, and what is shown is in both.
func TestSharedOfCopies(t *testing.T) {
	w := openWords(t)
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		source := strings.Split(texttest.Chinese(r, 30), "\n")
		taken := strings.Join(source[:min(2, len(source))], "\n")
		copied := texttest.Chinese(r, 20) + "\n" + taken + "\n" + texttest.Chinese(r, 20)
		passages := sharedTexts(t, w, copied, strings.Join(source, "\n"))
		if !slices.ContainsFunc(passages, func(p string) bool { return len(p)*10 >= len(taken)*9 }) {
			t.Errorf("%d bytes were copied; found are %q", len(taken), passages)
		}
		for _, p := range passages {
			if !strings.Contains(symbols(strings.Join(source, "\n")), symbols(p)) {
				t.Errorf("%q is not in the source", p)
			}
		}
	}
}
