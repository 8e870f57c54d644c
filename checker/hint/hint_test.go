package hint

import (
	"slices"
	"strings"
	"testing"

	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
	"zhiwen/checker/text/word"
	"zhiwen/extract"
)

func cutter(t testing.TB) *Cutter {
	t.Helper()
	words, err := word.Open("")
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCutter(words, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func wordsOf(t testing.TB, c *Cutter, s string) (*extract.Document, *text.Text, []Word) {
	t.Helper()
	d := texttest.Document(s)
	folded := text.New(d)
	return d, folded, c.Words(d, folded)
}

// Words stand where the text has them, traditional ones are simplified, and neither stop words nor code are among them.
func TestWords(t *testing.T) {
	d, _, words := wordsOf(t, cutter(t), "本項目研究凍土的\n退化機制。 The permafrost's thawing was measured in 2019, see https://example.org/frost and f_frozen.")
	runes := []rune(d.Text)
	got := map[string]string{}
	for _, w := range words {
		got[w.Text] = string(runes[w.Start:w.End])
	}
	for text, written := range map[string]string{"冻土": "凍土", "退化": "退化", "机制": "機制", "permafrost": "permafrost's", "thaw": "thawing", "measur": "measured", "2019": "2019"} {
		if got[text] != written {
			t.Errorf("%s stands as %q, want %q", text, got[text], written)
		}
	}
	for _, none := range []string{"的", "the", "was", "frost", "frozen", "example"} {
		if _, ok := got[none]; ok {
			t.Errorf("%s is a word", none)
		}
	}
}

func sameWord(a, b Word) bool {
	return a.Start == b.Start && a.End == b.End && a.Sentence == b.Sentence && a.Text == b.Text && a.Term == b.Term && a.Language == b.Language && a.Number == b.Number
}

// Words at places are those that the whole text has there, wherever the places are.
func TestWordsAt(t *testing.T) {
	c := cutter(t)
	d, folded, words := wordsOf(t, c, strings.Repeat("凍土在溫度升高時退化。含冰量決定沉降的\n多少；The permafrost's thawing was measured in 2019! 模型由观测数据标定，见 https://example.org/frost 。", 5))
	end := len([]rune(d.Text))
	for start := 0; start < end; start += 3 {
		for _, length := range []int{1, 10, 90} {
			places := []extract.Span{{Start: start, End: start + length}, {Start: end - start - length, End: end - start}}
			some := c.WordsAt(d, folded, places)
			if len(some) >= len(words) && length < 90 {
				t.Fatalf("%d of %d words are at %v", len(some), len(words), places)
			}
			for _, p := range places {
				if got, want := within(some, p, false, 0), within(words, p, false, 0); !slices.EqualFunc(got, want, sameWord) {
					t.Fatalf("at %v: %v, want %v", p, got, want)
				}
			}
		}
	}
}

// What was written is read as it was, and damaged bytes are an error or an index whose blocks are there.
func TestIndexEncode(t *testing.T) {
	_, folded, words := wordsOf(t, cutter(t), strings.Repeat("冻土在温度升高时退化，含冰量决定沉降的多少。模型由观测数据标定，并与现场试验比较。\n", 9)+"Permafrost thaws when temperatures rise, and the ice content decides how much the ground settles.\n")
	x := NewIndex(words, folded)
	if len(x.Blocks) < 3 || len(x.Terms) < 20 {
		t.Fatalf("%d blocks, %d terms", len(x.Blocks), len(x.Terms))
	}
	data := x.Encode()
	y, err := Decode(data)
	if err != nil || !slices.Equal(x.Blocks, y.Blocks) || !slices.Equal(x.Terms, y.Terms) {
		t.Fatalf("read %+v, %v", y, err)
	}
	for n := range data {
		for _, bad := range [][]byte{data[:n], append(append(slices.Clone(data[:n]), data[n]^0x55), data[n+1:]...)} {
			y, err := Decode(bad)
			if err != nil {
				continue
			}
			for _, term := range y.Terms {
				if term.Block < 0 || int(term.Block) >= len(y.Blocks) {
					t.Fatalf("cut or changed at %d: block %d of %d", n, term.Block, len(y.Blocks))
				}
			}
		}
	}
}

func TestMeaning(t *testing.T) {
	for gloss, want := range map[string]string{
		"to distribute (goods)": "to distribute", "CL:個|个[ge4]": "", "surname Wang": "", "see also 冻土": "",
		"machine learning": "machine learning", "the act of giving something to somebody who does not want it": "", "a study": "a study",
	} {
		if got := Meaning(gloss); got != want {
			t.Errorf("%q gives %q, want %q", gloss, got, want)
		}
	}
}

// Rates fall with the score, inside the points of a model and beyond.
func TestRate(t *testing.T) {
	tails := &monolingual[Chinese].tails
	for name, points := range map[string]tail{"other": tails[OtherSubject], "near": tails[NearSubject], "same": tails[SameSubject],
		"across": across.tails[OtherSubject]} {
		if !slices.IsSorted(points) {
			t.Errorf("%s: scores %v", name, points)
		}
		last := 1.0
		for s := points[0] - 2; s < points[len(points)-1]+5; s += 0.1 {
			r := points.rate(s)
			if r > last || r <= 0 {
				t.Fatalf("%s: %v at %v after %v", name, r, s, last)
			}
			last = r
		}
	}
}
