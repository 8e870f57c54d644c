package duplicate

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/yanyiwu/gojieba"

	"zhiwen/checker/text"
	"zhiwen/extract"
)

// The usual initials are those of the words of gojieba's dictionary, each as often as it
// stands there.
func TestUsualInitials(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(gojieba.DICT_DIR, "jieba.dict.utf8"))
	if err != nil {
		t.Fatal(err)
	}
	var counts [len(initialLetters)]float64
	all := 0.0
	for line := range bytes.Lines(data) {
		fields := strings.Fields(string(line))
		n, err := strconv.ParseFloat(fields[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		for _, sound := range text.New(&extract.Document{Text: fields[0]}).Sound {
			if at := letterAt[text.Initial(sound)]; sound&text.WordBit == 0 && at >= 0 {
				counts[at] += n
				all += n
			}
		}
	}
	var got []string
	for i := range counts {
		counts[i] *= 1000 / all
		got = append(got, fmt.Sprintf("%.1f", counts[i]))
		if math.Abs(counts[i]-commonInitials[i]) > 0.06 {
			t.Errorf("%c: %.1f, not %.1f", initialLetters[i], counts[i], commonInitials[i])
		}
	}
	if t.Failed() {
		t.Log(strings.Join(got, ", "))
	}
}

// Digits lie between 0 and the level, both of which are there, and numbers of other digits
// are others.
func TestPinyinDigits(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 18))
	for _, levels := range []int{1, 3, 7, 9} {
		seen := map[uint64][len(initialLetters)]int{}
		for range 500 {
			var counts [len(initialLetters)]int
			for range 60 {
				counts[random.IntN(len(counts))]++
			}
			d := digits(counts, levels)
			if slices.Min(d[:]) != 0 || slices.Max(d[:]) != levels {
				t.Fatalf("levels %d: digits %v", levels, d)
			}
			// Twice the text has the same digits: frequencies count, not numbers.
			doubled := counts
			for i := range doubled {
				doubled[i] *= 2
			}
			if got := digits(doubled, levels); got != d {
				t.Fatalf("levels %d: digits %v of the text twice, %v of it once", levels, got, d)
			}
			n := number(d, levels)
			if before, ok := seen[n]; ok && before != d {
				t.Fatalf("levels %d: %v and %v are both %d", levels, before, d, n)
			}
			seen[n] = d
		}
	}
	// Of usual Chinese nothing is left but what was rounded.
	var usual [len(initialLetters)]int
	for i, x := range commonInitials {
		usual[i] = int(x * 10)
	}
	usual[3] += 500 // 5 % more of d
	d := digits(usual, 9)
	if d[3] != 9 {
		t.Errorf("digits %v: the fourth letter stands out", d)
	}
}

// Number writes digits in the order of the alphabet to the base of the levels.
func TestPinyinNumber(t *testing.T) {
	var d [len(initialLetters)]int
	d[len(d)-1], d[len(d)-2], d[0] = 3, 1, 2
	if got, want := number(d, 3), uint64(3+1*4+2<<44); got != want {
		t.Errorf("%d, want %d", got, want)
	}
	d[len(d)-1], d[0] = 1, 1
	if got, want := number(d, 1), uint64(1+1*2+1<<22); got != want {
		t.Errorf("%d, want %d", got, want)
	}
}

// Homophones change nothing, a sentence before shifts no window, and windows are of whole
// sentences.
func TestPinyinWindows(t *testing.T) {
	w := openWords(t)
	const whole = "冻土退化过程中土壤有机碳分解的微生物调控机制仍不清楚。稀土永磁材料是高效电机的关键而其矫顽力远低于理论值。联邦学习让医疗机构在不共享数据的前提下共同训练一个模型。"
	const heard = "洞土退化过程中土壤有机碳分姐的微生物调控机制仍不清楚。西土永磁材料是高效电机的关键而其娇顽力远低于理论值。联邦学习让医疗机构在不共享数据的前提下共同训练一个模型。"
	one := printOf(t, w, pinyin{}, whole)
	if got := printOf(t, w, pinyin{}, heard); !slices.Equal(one, got) {
		t.Errorf("by sound: %v, not %v", got, one)
	}
	later := printOf(t, w, pinyin{}, "珊瑚白化与海水温度的异常升高有关。"+whole)
	if n := text.Shared(one, later); n != len(one) || len(one) == 0 {
		t.Errorf("with a sentence before %d of %d windows are left", n, len(one))
	}
}
