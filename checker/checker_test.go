package checker

import (
	"bytes"
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text/word"
	"zhiwen/extract"
	"zhiwen/extract/imprint"
	"zhiwen/internal/testrun"
)

func newEngine(t testing.TB, profile string) *Engine {
	t.Helper()
	var words *word.Cutter
	if evidence.Published(profile) {
		var err error
		if words, err = word.Open(""); err != nil {
			t.Fatal(err)
		}
	}
	e, err := New(DefaultParameters(profile), words)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// library makes a library of texts, with ids from 1.
func library(e *Engine, texts ...string) *Memory {
	var sources []*Source
	for i, s := range texts {
		d := texttest.Document(s)
		sources = append(sources, &Source{
			ID: int64(i + 1), Document: d, Units: e.Units(d),
			Identity: evidence.Identity{SHA256: strings.Repeat("0", 64), Filename: "source.txt"},
		})
	}
	return e.NewMemory(sources, nil)
}

func input(s string) Input {
	return Input{Document: texttest.Document(s), Identity: evidence.Identity{SHA256: strings.Repeat("1", 64), Filename: "this.txt"}}
}

func byID(texts ...string) map[int64]string {
	m := map[int64]string{}
	for i, s := range texts {
		m[int64(i+1)] = s
	}
	return m
}

func check(t testing.TB, e *Engine, in Input, lib Library) *evidence.Evidence {
	t.Helper()
	ev, err := e.Check(context.Background(), in, lib, nil)
	if err != nil {
		t.Fatal(err)
	}
	verified(t, ev, in, lib)
	return ev
}

// TestPlantedPassages is the small built-in set: passages of about 250
// characters planted into other text, a way of hiding each.
func TestPlantedPassages(t *testing.T) {
	tests := []struct {
		kind   evidence.Kind
		least  float64 // of the similarity
		change func(*rand.Rand, string) string
	}{
		{evidence.Verbatim, 1, func(_ *rand.Rand, s string) string { return s }},
		{evidence.Homophone, 0.3, func(_ *rand.Rand, s string) string {
			return strings.NewReplacer("究", "就", "目", "木", "型", "形", "法", "发", "数", "树", "构", "够", "制", "志", "分", "芬", "系", "细", "实", "时", "提", "题").Replace(s)
		}},
		{evidence.Disguised, 1, func(_ *rand.Rand, s string) string {
			return strings.NewReplacer("。", "\u200b。", "研", "研\u200b", "分", "分\u200d", "学", "学\ufeff").Replace(s)
		}},
		{evidence.Script, 1, func(_ *rand.Rand, s string) string {
			return strings.NewReplacer("网络", "網絡", "学习", "學習", "机制", "機制", "实验", "實驗", "数据", "數據", "经济", "經濟", "细胞", "細胞", "结", "結", "论", "論", "语", "語", "临", "臨", "临床", "臨床", "验", "驗", "测", "測", "图", "圖", "应", "應", "过", "過", "问题", "問題").Replace(s)
		}},
		{evidence.Reordered, 0.9, func(_ *rand.Rand, s string) string {
			parts := strings.SplitAfter(s, "。")
			slices.Reverse(parts)
			return strings.Join(parts, "")
		}},
		{evidence.Near, 0.6, func(r *rand.Rand, s string) string {
			runes := []rune(s)
			for i := range runes {
				if runes[i] != '。' && r.IntN(12) == 0 {
					runes[i] = '某'
				}
			}
			return string(runes)
		}},
	}
	e := newEngine(t, DefaultProfile)
	for _, test := range tests {
		t.Run(string(test.kind), func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 1))
			documents := testrun.Rounds(30, 5)
			texts := make([]string, documents)
			for i := range texts {
				texts[i] = texttest.Chinese(r, 40)
			}
			var passages []string
			for i := range documents {
				p := strings.ReplaceAll(texttest.Chinese(r, 8), "\n", "")
				passages = append(passages, p)
				texts[i] = texts[i][:strings.Index(texts[i], "\n")] + "\n" + p + texts[i][strings.Index(texts[i], "\n"):]
			}
			lib := library(e, texts...)
			for i, p := range passages {
				s := texttest.Chinese(r, 15) + test.change(r, p) + texttest.Chinese(r, 15)
				ev := check(t, e, input(s), lib)
				evidencetest.Quotes(t, ev, s, byID(texts...))
				if len(ev.Sources) != 1 || ev.Sources[0].ID != int64(i+1) || len(ev.Sources[0].Matches) != 1 {
					t.Errorf("passage of document %d: %d sources, want that alone, with one match", i+1, len(ev.Sources))
					continue
				}
				m := ev.Sources[0].Matches[0]
				if m.Kind != test.kind || float64(m.Similarity) < test.least {
					t.Errorf("kind %s with similarity %.3f, want %s with at least %.2f", m.Kind, float64(m.Similarity), test.kind, test.least)
				}
				hiding := test.kind == evidence.Homophone || test.kind == evidence.Disguised || test.kind == evidence.Script
				if ofKind := slices.ContainsFunc(m.Traces, func(x evidence.Trace) bool { return x.Kind == test.kind }); ofKind != hiding {
					t.Errorf("traces %v of kind %s", m.Traces, test.kind)
				}
				if want := len([]rune(p)); m.Source.Length < want*9/10 || m.Source.Length > want*11/10 {
					t.Errorf("%d characters of the source, want about %d", m.Source.Length, want)
				}
			}
		})
	}
}

func TestTraces(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	source := "本项目拟基于深度图神经网络研究遥感影像的语义理解方法，并构建可解释的推理模型，服务于生态环境监测。"
	this := strings.NewReplacer("基于", "矶于", "神经", "神\u200b经", "模", "\u200b模", "的", "\u200b的").Replace(source) + "Naïve cafe\u0301"
	ev := check(t, e, input(this), library(e, source+"Naive café"))
	if len(ev.Sources) != 1 || len(ev.Sources[0].Matches) != 1 {
		t.Fatalf("sources %+v", ev.Sources)
	}
	m := ev.Sources[0].Matches[0]
	want := []evidence.Trace{
		{Kind: evidence.Disguised, Offset: 10, Count: 4, This: "U+200B"},
	}
	if diff := cmp.Diff(want, m.Traces); diff != "" || m.Kind != evidence.Disguised {
		t.Errorf("kind %s, traces:\n%s", m.Kind, diff)
	}
	evidencetest.Encode(t, ev)
}

func TestIdenticalDocumentsMatchWholly(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for name, s := range map[string]string{
		"Chinese": texttest.Chinese(r, 60),
		"English": texttest.English(r, 60),
		"mixed":   texttest.Chinese(r, 20) + "\n" + texttest.English(r, 20),
	} {
		t.Run(name, func(t *testing.T) {
			e := newEngine(t, DefaultProfile)
			ev := check(t, e, input(s), library(e, texttest.Chinese(r, 50), s, texttest.English(r, 50)))
			if ev.Scores.Covered != ev.Scores.Countable {
				t.Errorf("%d of %d characters covered, want all", ev.Scores.Covered, ev.Scores.Countable)
			}
			visible := 0
			for _, c := range s {
				if !unicode.IsSpace(c) {
					visible++
				}
			}
			if ev.Scores.Countable != visible {
				t.Errorf("%d countable characters, want %d", ev.Scores.Countable, visible)
			}
		})
	}
}

func TestDocumentIsNotItsOwnSource(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	s := texttest.Chinese(rand.New(rand.NewPCG(3, 3)), 40)
	in := input(s)
	in.ID = 1
	if ev := check(t, e, in, library(e, s)); len(ev.Sources) != 0 {
		t.Errorf("%d sources, want none", len(ev.Sources))
	}
}

func TestUnrelatedDocumentsComeBackClean(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	r := rand.New(rand.NewPCG(4, 4))
	var texts []string
	for range 50 {
		texts = append(texts, texttest.Chinese(r, 60), texttest.English(r, 40))
	}
	lib := library(e, texts...)
	for range 10 {
		if ev := check(t, e, input(texttest.Chinese(r, 60)), lib); ev.Scores.Covered != 0 {
			t.Errorf("%d characters covered, want none", ev.Scores.Covered)
		}
	}
}

// twoSources returns a document that copies one passage from two sources and another from one of
// them.
func twoSources() (document string, sources []string) {
	r := rand.New(rand.NewPCG(5, 5))
	a, b := texttest.Chinese(r, 8), texttest.Chinese(r, 5)
	document = "# 一、立项依据\n" + texttest.Chinese(r, 10) + "\n" + a + "\n# 二、研究内容\n" + texttest.Chinese(r, 10) + "\n" + b + "\n" + texttest.Chinese(r, 5)
	sources = []string{
		texttest.Chinese(r, 20) + "\n" + a + "\n" + texttest.Chinese(r, 20) + "\n" + b + "\n" + texttest.Chinese(r, 3),
		texttest.Chinese(r, 30) + "\n" + a + "\n" + texttest.Chinese(r, 30),
	}
	return document, sources
}

func TestScoresAddUp(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	document, texts := twoSources()
	lib := library(e, texts...)
	lib.sources[1].Identity.Applicant, lib.sources[1].Identity.Institution = "张 三", "某大学"
	in := input(document)
	in.Identity.Applicant, in.Identity.Institution = "张三", "某大学"
	ev := check(t, e, in, lib)
	evidencetest.Encode(t, ev)
	evidencetest.Quotes(t, ev, document, byID(texts...))
	if len(ev.Sources) != 2 || ev.Sources[0].ID != 1 || ev.Sources[1].ID != 2 {
		t.Fatalf("sources %+v, want 1 and 2", ev.Sources)
	}
	first, second := ev.Sources[0], ev.Sources[1]
	if first.Allotted+second.Allotted != ev.Scores.Covered {
		t.Errorf("exclusive %d + %d, want %d", first.Allotted, second.Allotted, ev.Scores.Covered)
	}
	if first.Full != ev.Scores.LargestFull || second.Full == 0 || second.Allotted > second.Full/10 {
		t.Errorf("full %d and %d, exclusive %d and %d", first.Full, second.Full, first.Allotted, second.Allotted)
	}
	if first.Relation != evidence.Unknown || second.Relation != evidence.SameApplicant {
		t.Errorf("relations %s and %s", first.Relation, second.Relation)
	}
	if ev.Scores.WithoutOwn != first.Full {
		t.Errorf("without own work %d, want %d", ev.Scores.WithoutOwn, first.Full)
	}
	sum := func(counts []evidence.Count) (n int) {
		for _, c := range counts {
			n += c.Characters
		}
		return n
	}
	if sum(ev.Scores.ByKind) != ev.Scores.Covered || sum(ev.Scores.ByRelation) != ev.Scores.Covered {
		t.Errorf("by kind %v, by relation %v, want %d in all", ev.Scores.ByKind, ev.Scores.ByRelation, ev.Scores.Covered)
	}
	countable, covered := 0, 0
	for _, s := range ev.Sections {
		countable += s.Countable
		covered += s.Covered
	}
	if countable != ev.Scores.Countable || covered != ev.Scores.Covered {
		t.Errorf("sections hold %d/%d, want %d/%d", covered, countable, ev.Scores.Covered, ev.Scores.Countable)
	}
	last := 0
	var sections []string
	for _, m := range first.Matches {
		if m.ID <= last {
			t.Error("matches are not numbered in the order of the document")
		}
		last = m.ID
		sections = append(sections, m.This.Section)
	}
	if diff := cmp.Diff([]string{"一、立项依据", "二、研究内容"}, sections); diff != "" {
		t.Errorf("sections of the matches:\n%s", diff)
	}
}

func TestEqualInputGivesEqualBytes(t *testing.T) {
	document, texts := twoSources()
	var want []byte
	for range 5 {
		e := newEngine(t, DefaultProfile)
		var b bytes.Buffer
		if err := evidence.Encode(&b, check(t, e, input(document), library(e, texts...))); err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = b.Bytes()
		} else if !bytes.Equal(want, b.Bytes()) {
			t.Fatal("the evidence differs from run to run")
		}
	}
}

// TestPaperProfileEqualsBruteForce: the profile finds exactly the pairs of
// units with at least two equal groups and a small Hamming distance, in both forms.
func TestPaperProfileEqualsBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for _, p := range []Parameters{
		{Profile: PaperProfile, MinGroups: 2, MaxDistance: 2},
		{Profile: PaperProfile, MinGroups: 1, MaxDistance: 30},
		{Profile: PaperProfile, MinGroups: 3, MaxDistance: 0},
		{Profile: ShortPaperProfile, MinGroups: 2, MaxDistance: 2},
		{Profile: ShortPaperProfile, MinGroups: 1, MaxDistance: 20},
		{Profile: ShortPaperProfile, MinGroups: 6, MaxDistance: 2},
	} {
		p.Imprints = imprint.Version
		e := &Engine{parameters: p, profile: newEngine(t, p.Profile).profile}
		agree := func(g, h fingerprint.Groups) (n int) {
			theirs := e.profile.scheme.Split(nil, h)
			for i, v := range e.profile.scheme.Split(nil, g) {
				if v == theirs[i] {
					n++
				}
			}
			return n
		}
		var texts []string
		for range 20 {
			texts = append(texts, texttest.Chinese(r, 40))
		}
		lib := library(e, texts...)
		// Lines of sources, some with a word changed.
		var lines []string
		for _, s := range texts {
			line := strings.Split(s, "\n")[r.IntN(5)]
			if r.IntN(2) == 0 {
				line = strings.Replace(line, "研究", "探究", 1)
			}
			lines = append(lines, line)
		}
		d := texttest.Document(strings.Join(lines, "\n"))
		type hit struct {
			source                 int64
			start, end, from, end2 int
		}
		want := map[hit]bool{}
		for _, u := range e.Units(d) {
			for _, s := range lib.sources {
				for _, v := range s.Units {
					if agree(u.Groups, v.Groups) >= p.MinGroups && u.Groups.Distance(v.Groups) <= p.MaxDistance {
						want[hit{s.ID, u.Start, u.End, v.Start, v.End}] = true
					}
				}
			}
		}
		if len(want) == 0 {
			t.Fatalf("%+v: nothing to find", p)
		}
		got := map[hit]bool{}
		for _, s := range check(t, e, Input{Document: d, Identity: input("").Identity}, lib).Sources {
			for _, m := range s.Matches {
				got[hit{s.ID, m.This.Offset, m.This.Offset + m.This.Length, m.Source.Offset, m.Source.Offset + m.Source.Length}] = true
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%+v:\n%s", p, diff)
		}
	}
}

// Fingerprints are stored. If this fails, something that makes them has
// changed (this code, the pinyin or the script tables): libraries must be
// indexed again, so Version must change.
func TestFingerprintsStayAsTheyAre(t *testing.T) {
	text := "近年來，深度圖神經網絡在社交网络分析、药物发现与推荐系统等领域取得了显著进展，Graph Neural Networks 的可解释性研究仍有不足。"
	for profile, want := range map[string]fingerprint.Groups{
		DefaultProfile: {734318, 29889, 977865, 1024257, 454145},
		PaperProfile:   {42896, 446618, 620457, 376700, 399092}, // it is not stored: of the command line alone

		ShortPaperProfile: {42896, 446618, 620457, 376700 & 15},
	} {
		s := text
		if evidence.Published(profile) { // which leaves out paragraphs of one sentence
			s += "本项目拟研究节点、边与子图的归因。"
		}
		units := newEngine(t, profile).Units(texttest.Document(s))
		if len(units) != 1 {
			t.Fatalf("%d units, want 1", len(units))
		}
		if diff := cmp.Diff(want, units[0].Groups); diff != "" {
			t.Errorf("%s, engine version %s:\n%s", profile, Version, diff)
		}
	}
}

func TestMemoryCandidatesEqualBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	random := func() (g fingerprint.Groups) {
		for i := range g {
			g[i] = r.Uint32N(6) // so that groups agree often
		}
		return g
	}
	var sources []*Source
	for id := range int64(20) {
		s := &Source{ID: id + 1, Document: &extract.Document{}}
		for range 10 {
			s.Units = append(s.Units, fingerprint.Unit{Groups: random()})
		}
		sources = append(sources, s)
	}
	m := NewMemory(sources, nil)
	queries := make([]fingerprint.Groups, 50)
	for i := range queries {
		queries[i] = random()
		if i%5 == 0 {
			queries[i][i%len(queries[i])] = fingerprint.NoGroup
		}
	}
	for least := 1; least <= fingerprint.GroupCount; least++ {
		var want []Candidate
		for q, g := range queries {
			for _, s := range sources {
				for o, u := range s.Units {
					agree := uint8(0)
					for i := range g {
						if g[i] == u.Groups[i] {
							agree |= 1 << i
						}
					}
					if bits.OnesCount8(agree) >= least && s.ID != 5 {
						want = append(want, Candidate{q, s.ID, o, agree})
					}
				}
			}
		}
		got, err := m.Candidates(context.Background(), queries, least, 0, 5)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("at least %d groups:\n%s", least, diff)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for name, p := range map[string]Parameters{
		"profile":         {Profile: "x", MinGroups: 1},
		"groups":          {Profile: DefaultProfile, MinGroups: 6},
		"paper-64":        {Profile: ShortPaperProfile, MinGroups: 2},
		"distance":        {Profile: DefaultProfile, MinGroups: 1, MaxDistance: 101},
		"length":          {Profile: DefaultProfile, MinGroups: 1, MinLength: -1},
		"share":           {Profile: DefaultProfile, MinGroups: 1, MinShare: 1001},
		"paper, no words": {Profile: PaperProfile, MinGroups: 1},
	} {
		if _, err := New(p, nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestCheckEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	e := newEngine(t, DefaultProfile)
	document, texts := twoSources()
	if _, err := e.Check(ctx, input(document), library(e, texts...), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestEmptyDocuments(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	_, texts := twoSources()
	for _, s := range []string{"", "\n\n", "短", "。。。"} {
		ev := check(t, e, input(s), library(e, append(texts, s)...))
		if len(ev.Sources) != 0 {
			t.Errorf("%q has %d sources", s, len(ev.Sources))
		}
		evidencetest.Encode(t, ev)
	}
}
