package hint

import (
	"math"
	"math/rand/v2"
	"testing"

	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

func symbolsOf(s string) []Symbol { return Symbols(text.New(texttest.Document(s))) }

// slowBest is order.best as the method is written down: each symbol of both sides in turn.
func slowBest(o *order, window, region []Symbol) float64 {
	score := make([][]float64, len(window)+1)
	most := 0.0
	for i := range score {
		score[i] = make([]float64, len(region)+1)
		for j := range region {
			if i == 0 {
				break
			}
			v := max(0, score[i-1][j+1]-gap, score[i][j]-gap)
			if w := float64(o.weights[window[i-1].Value]); window[i-1].Value == region[j].Value && w > 0 {
				v = max(v, score[i-1][j]+w)
			}
			score[i][j+1] = v
			most = max(most, v)
		}
	}
	return most
}

func TestOrderIsLocalAlignment(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	made := func(n, of int) []Symbol {
		out := make([]Symbol, n)
		for i := range out {
			out[i] = Symbol{Value: uint32(r.IntN(of)), Start: int32(i)}
		}
		return out
	}
	different := 0
	for n := range 200 {
		window, region, beside := made(1+r.IntN(40), 60), made(r.IntN(80), 60), made(3000, 70)
		o := newOrder(window, beside, region)
		want := slowBest(o, window, region)
		if got := o.best(window, region); math.Abs(got-want) > 1e-3 {
			t.Fatalf("texts %d: %v, want %v", n, got, want)
		}
		if want > 0 {
			different++
		}
	}
	if different < 100 {
		t.Fatalf("only %d texts have something in common: the test shows nothing", different)
	}
}

// A passage in other words keeps more of its characters in their order than one on the same subject does.
func TestOrderTellsRewriting(t *testing.T) {
	source := symbolsOf("水利部门在库区布设了自动雨量站，数据每五分钟传回一次，但山区信号不稳，暴雨时缺测最多，洪水预报因此常常偏小。")
	rewritten := symbolsOf("库区里装了好些自动量雨的站，五分钟回传一回数据，可山里信号时好时坏，越下暴雨越缺数，报出来的洪水也就总比实际小。")
	subject := symbolsOf("山洪预警依靠雨量站和水位站，暴雨之前村干部按名册通知，预报的雨量偏小时转移就会迟缓，信号中断的村要派人敲锣。")
	o := newOrder(rewritten, source, subject)
	if of, other := o.in(source), o.in(subject); of < 2*other || of > 1 {
		t.Errorf("of the source %.2f, of its subject %.2f", of, other)
	}
	if whole := newOrder(source, rewritten, subject).in(source); math.Abs(whole-1) > 1e-3 {
		t.Errorf("of itself a text has %v", whole)
	}
	if share := newOrder(nil).in(source); share != 0 {
		t.Errorf("nothing has %v of a text", share)
	}
}

// Where symbols stand is said in code points of the document, and those of addresses and commands are not among them.
func TestSymbols(t *testing.T) {
	symbols := symbolsOf("凍土，见 https://example.org/frost 与 f_frozen。")
	var places []int32
	for _, s := range symbols {
		places = append(places, s.Start)
	}
	if len(symbols) != 5 || places[0] != 0 || places[1] != 1 || places[2] != 3 || symbols[0].Value != '冻' {
		t.Errorf("%+v", symbols)
	}
	if got := between(symbols, extract.Span{Start: 1, End: 4}); len(got) != 2 || got[0].Start != 1 || got[1].Start != 3 {
		t.Errorf("from 1 to 4: %+v", got)
	}
}
