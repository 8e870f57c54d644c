package hint

import (
	"math"
	"slices"
	"testing"
)

// The nearer the subject of a document, the more of its places reach a score without being copied.
func TestSubjectsRate(t *testing.T) {
	for score := -1.5; score <= 1; score += 0.25 {
		tails := &monolingual[Chinese].tails
		other, near, one := tails[OtherSubject].rate(score), tails[NearSubject].rate(score), tails[SameSubject].rate(score)
		if other >= near || near > one {
			t.Errorf("at %v: %v of other subjects, %v near, %v on the subject", score, other, near, one)
		}
	}
	for e, want := range map[float64]Subject{0: OtherSubject, 1.4: OtherSubject, 1.5: NearSubject, 1.9: NearSubject, 2: SameSubject, 3: SameSubject} {
		var f Features
		f[elsewhere] = e
		if got := SubjectOf(f[:]); got != want {
			t.Errorf("elsewhere %v is subject %d, want %d", e, got, want)
		}
	}
}

// featuresOf makes features of a score.
func featuresOf(score, elsewhereOf float64) Features {
	var f Features
	f[bias] = 1
	f[elsewhere] = elsewhereOf
	f[amount] = (score - monolingual[Chinese].score(&f)) / monolingual[Chinese].weights[amount]
	return f
}

// Of a few windows nobody can tell the subject: they count as many, near whatever is found.
func TestShortDocument(t *testing.T) {
	far := Candidate{Alignment: Alignment{Features: featuresOf(0, 0)}}
	near := Candidate{Alignment: Alignment{Features: featuresOf(0, leastNear)}}
	if short, long := far.falseAlarms(4), near.falseAlarms(assumedWindows); math.Abs(short-long) > 1e-9 {
		t.Errorf("%v in a short document, %v in one of %d windows near the subject", short, long, assumedWindows)
	}
	if short, long := far.falseAlarms(4), far.falseAlarms(assumedWindows); short <= long {
		t.Errorf("%v in a short document, %v in one of %d windows", short, long, assumedWindows)
	}
}

// Two short paragraphs are a window of documents that each of them speaks for.
func TestBothSpeak(t *testing.T) {
	windows := []Window{{First: 0, Last: 2}, {First: 2, Last: 4}, {First: 0, Last: 4, Together: true}, {First: 4, Last: 8}}
	s := &search{rankings: make([]Ranking, len(windows))}
	for i, near := range []map[int64]float64{{1: 2, 2: 3}, {1: 1}, {1: 3, 2: 3}, {}} {
		s.rankings[i] = Ranking{Weight: []float64{1}, Near: near}
	}
	for document, want := range map[int64]bool{1: true, 2: false} {
		if got := s.bothSpeak(windows, 2, document); got != want {
			t.Errorf("document %d: %v", document, got)
		}
	}
	if !s.bothSpeak(windows, 0, 3) {
		t.Error("a paragraph by itself needs no other to speak")
	}
	s.rankings[1] = Ranking{} // too short to be asked for
	if !s.bothSpeak(windows, 2, 2) {
		t.Error("a paragraph that was not asked for cannot speak against a document")
	}
}

// A place that has the window as it stands is no rewriting; one of a light rewriting is.
func TestLiteral(t *testing.T) {
	source := "数字化扫描档案可以在断网的阅览室中检索，读者凭证件登记后查看副本，原件只在修复时取出，并由两名馆员同时在场。"
	for text, want := range map[string]bool{
		source: true,
		"扫描成数字的档案，在不联网的阅览室里也可检索。读者出示证件、登记过后便能看到副本；原件唯有修复才取，两名馆员须同时在场。": false,
	} {
		window, region := symbolsOf(text), symbolsOf(source)
		var c Candidate
		c.Features[ordered] = newOrder(window, region, symbolsOf("另一篇文章谈的是水稻的育种和推广，与档案无关，只说明哪些字常见。")).in(region)
		if got := c.literal(); got != want {
			t.Errorf("%s: %v, %v of it in order", text, got, c.Features[ordered])
		}
	}
}

// Of paragraphs together and one of them alone the stronger is kept, whatever documents they point to.
func TestTogetherYields(t *testing.T) {
	words := []Word{{Start: 0, End: 2, Sentence: 0}, {Start: 2, End: 4, Sentence: 0}}
	place := func(window int, document int64, score float64) Candidate {
		c := Candidate{Window: window, Own: words, Region: words}
		c.Document = document
		c.Alignment = Alignment{Features: featuresOf(score, 0), To: 2, Pairs: []Pair{{This: 0, From: 0, Same: true, Weight: 1}, {This: 1, From: 1, Same: true, Weight: 1}}}
		return c
	}
	windows := make([]Window, assumedWindows)
	for i := range windows {
		windows[i] = Window{First: 100 + 2*i, Last: 101 + 2*i}
	}
	windows[0] = Window{First: 0, Last: 2, Start: 0, End: 50}
	windows[1] = Window{First: 0, Last: 4, Start: 0, End: 100, Together: true}
	got := Decide([]Candidate{place(0, 7, 6), place(1, 8, 4)}, windows, 0.3)
	if len(got) != 1 || got[0].Document != 7 {
		t.Errorf("%+v", got)
	}
	got = Decide([]Candidate{place(0, 7, 4), place(1, 8, 6)}, windows, 0.3)
	if !slices.ContainsFunc(got, func(f Found) bool { return f.Document == 8 }) {
		t.Errorf("the stronger of paragraphs together was left out: %+v", got)
	}
}
