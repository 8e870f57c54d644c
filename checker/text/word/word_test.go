package word

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"zhiwen/internal/testrun"
)

func open(t testing.TB) *Cutter {
	t.Helper()
	t.Setenv(Environment, "")
	c, err := Open("")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func spelled(s string, words []Word) []string {
	var got []string
	for _, w := range words {
		got = append(got, s[w.Start:w.End])
	}
	return got
}

func TestCut(t *testing.T) {
	c := open(t)
	tests := []struct {
		name, in string
		want     []string
	}{
		{"empty", "", nil},
		{"sentence", "小明硕士毕业于中国科学院计算所", []string{"小明", "硕士", "毕业", "于", "中国科学院", "计算所"}},
		{"white space kept", "基金 申请\n书", []string{"基金", " ", "申请", "\n", "书"}},
		{"NUL", "国家\x00基金", []string{"国家", "\x00", "基金"}},
		{"invalid byte", "国家\xff\xe5基金", []string{"国家", "\xff", "\xe5", "基金"}},
		{"replacement character", "国家\ufffd基金", []string{"国家", "\ufffd", "基金"}},
		{"only invalid", "\xe5\x9b", []string{"\xe5", "\x9b"}},
		{"outside the BMP", "𠮷野家", []string{"𠮷", "野", "家"}},
		{"Latin and numbers", "用SPSS 2.5分析", []string{"用", "SPSS", " ", "2.5", "分析"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, spelled(tt.in, c.Cut(tt.in))); diff != "" {
				t.Errorf("Cut(%q) (-want +got):\n%s", tt.in, diff)
			}
		})
	}
}

func TestCutSearch(t *testing.T) {
	c := open(t)
	const in = "在中国科学院"
	want := []string{"在", "中国", "科学", "学院", "科学院", "中国科学院"}
	if diff := cmp.Diff(want, spelled(in, c.CutSearch(in))); diff != "" {
		t.Errorf("CutSearch(%q) (-want +got):\n%s", in, diff)
	}
}

// A text of many chunks is cut as its lines are.
func TestCutChunks(t *testing.T) {
	testrun.NeedWhole(t)
	c := open(t)
	line := "国家自然科学基金面上项目申请书，研究内容与技术路线。\n"
	one := spelled(line, c.Cut(line))
	n := 3*chunkBytes/len(line) + 7
	s := strings.Repeat(line, n)
	if got, want := spelled(s, c.Cut(s)), slices.Repeat(one, n); !slices.Equal(got, want) {
		t.Errorf("%d lines gave %d words, %d times one line gives %d", n, len(got), n, len(want))
	}
	unbroken := strings.Repeat("国家自然科学基金", 3*chunkBytes/24)
	tiled(t, unbroken, c.Cut(unbroken))
}

// tiled fails unless the words follow each other without gap from start to end,
// each of whole characters.
func tiled(t *testing.T, s string, words []Word) {
	t.Helper()
	at := 0
	for _, w := range words {
		if w.Start != at || w.End <= w.Start {
			t.Fatalf("word [%d,%d) after %d of %q", w.Start, w.End, at, s)
		}
		if utf8.ValidString(s) && !utf8.ValidString(s[w.Start:w.End]) {
			t.Fatalf("word [%d,%d) splits a character of %q", w.Start, w.End, s)
		}
		at = w.End
	}
	if at != len(s) {
		t.Fatalf("words end at %d of %d bytes of %q", at, len(s), s)
	}
}

func FuzzCut(f *testing.F) {
	c := open(f)
	for _, s := range []string{"", "国家自然科学基金", "a\x00b", "\xff国", "é，。\r\n\t 3.14e-5", "👨‍👩‍👧𠮷"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tiled(t, s, c.Cut(s))
		for _, w := range c.CutSearch(s) {
			if w.Start < 0 || w.End > len(s) || w.Start >= w.End {
				t.Fatalf("word [%d,%d) outside %q", w.Start, w.End, s)
			}
		}
	})
}

// Many goroutines cut at once, the first of them loading the dictionaries, and
// each gets what one alone gets.
func TestConcurrent(t *testing.T) {
	shared := open(t)
	c := &Cutter{paths: shared.paths} // of its own, so that loading is raced too
	texts := []string{
		"本项目拟研究多源异构数据的隐私保护融合方法",
		"小明硕士毕业于中国科学院计算所，后在日本京都大学深造",
		"The quick brown fox 跳过了 lazy dog",
		strings.Repeat("长江中下游湖泊富营养化与蓝藻水华。\n", 200),
	}
	var want [][]Word
	for _, s := range texts {
		want = append(want, shared.Cut(s))
	}
	var group sync.WaitGroup
	for g := range 8 {
		group.Go(func() {
			for i := range 40 {
				k := (g + i) % len(texts)
				if got := c.Cut(texts[k]); !slices.Equal(got, want[k]) {
					t.Errorf("goroutine %d: text %d cut differently", g, k)
					return
				}
			}
		})
	}
	group.Wait()
}

func TestOpenOnce(t *testing.T) {
	a := open(t)
	b, err := Open(filepath.Dir(a.paths[0]))
	if err != nil {
		t.Fatal(err)
	}
	if a != b {
		t.Error("two cutters of one folder")
	}
}

func TestOpenErrors(t *testing.T) {
	from := filepath.Dir(open(t).paths[0])
	tests := []struct {
		name string
		file string
		data string // "" removes the file, "empty" empties it
		want error
	}{
		{"main missing", "jieba.dict.utf8", "", ErrNoDictionary},
		{"stop words missing", "stop_words.utf8", "", ErrNoDictionary},
		{"main cut off", "jieba.dict.utf8", "的 318825 uj\n了 88", ErrDamagedDictionary},
		{"main empty", "jieba.dict.utf8", "empty", ErrDamagedDictionary},
		{"stop words empty", "stop_words.utf8", "empty", ErrDamagedDictionary},
		{"model cut off", "hmm_model.utf8", "#B\n-0.2 -3.1 -3.1 -1.4\n", ErrDamagedDictionary},
		{"model of something else", "hmm_model.utf8", "<html>\n</html>\n", ErrDamagedDictionary},
		{"idf of something else", "idf.utf8", "<!DOCTYPE html>\n", ErrDamagedDictionary},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			for _, name := range Files() {
				if err := os.Symlink(filepath.Join(from, name), filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
			path := filepath.Join(dir, tt.file)
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if tt.data != "" {
				data := strings.TrimPrefix(tt.data, "empty")
				if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			t.Setenv(Environment, dir)
			_, err := Open("")
			if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.file) {
				t.Errorf("got %v, want %v that names %s", err, tt.want, tt.file)
			}
		})
	}
}

// A folder that is named is the only one looked at.
func TestOpenNowhere(t *testing.T) {
	t.Setenv(Environment, filepath.Join(t.TempDir(), "nothing"))
	if _, err := Open(""); !errors.Is(err, ErrNoDictionary) {
		t.Errorf("got %v, want %v", err, ErrNoDictionary)
	}
}

func BenchmarkCut(b *testing.B) {
	c := open(b)
	s := strings.Repeat("本项目拟研究多源异构数据的隐私保护融合方法，建立可解释的评价指标体系。\n", 1000)
	c.Cut("先")
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		c.Cut(s)
	}
}
