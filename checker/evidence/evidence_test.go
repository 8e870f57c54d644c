package evidence_test

import (
	"bytes"
	"encoding/xml"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
)

func sample() *evidence.Evidence {
	hash := strings.Repeat("0a", 32)
	return &evidence.Evidence{
		Engine: evidence.Engine{Name: "zhiwen", Version: "1", Profile: "default", Parameters: []evidence.Parameter{{Name: "unit-length", Value: "150"}}},
		Document: evidence.Document{
			ID: 7, InLibrary: true, Characters: 100, Pages: 2, Method: "docx",
			Identity: evidence.Identity{SHA256: hash, Filename: "甲 & \"乙\".docx", Title: "题目<x>", Year: 2026, Keywords: []string{"图", "网"},
				Number: "A-1", Date: "2026-03", Participants: []evidence.Person{{Name: "李某", Institution: "乙所"}, {Name: "赵某"}}, Cooperating: []string{"丙院"}},
			Flags:   []evidence.Flag{{Kind: "hidden", Offset: 3, Length: 0, Text: "white"}},
			Notices: []evidence.Notice{{Kind: "scanned", FirstPage: 1, LastPage: 2}, {Kind: "object-unread", Count: 3}},
		},
		Library:  evidence.Snapshot{Documents: 2, Units: 9, NewestID: 3, Candidates: 2, Aligned: 1},
		Scores:   evidence.Scores{Countable: 90, Covered: 12, WithoutOwn: 12, WithoutQuoted: 9, LargestFull: 12, ByKind: []evidence.Count{{Name: "verbatim", Characters: 12}}, ByRole: []evidence.RoleCount{{This: "rationale", Source: "method", Characters: 12}}},
		Sections: []evidence.SectionScore{{Title: "一、立项依据", Level: 1, Role: "rationale", Length: 50, Countable: 45, Covered: 12}},
		Excluded: []evidence.Excluded{{Offset: 60, Length: 10, Reason: evidence.ReasonBibliography, Applied: true}, {Offset: 80, Length: 3, Reason: evidence.ReasonLearned, Had: 30, Of: 40, Required: 21}},
		Origins:  []evidence.Origin{{Offset: 5, Length: 7, Source: 3, Own: true}},
		Several: []evidence.Several{{
			Applications: 2, Applicants: 2, Institutions: 1, Characters: 4,
			Places: []evidence.Place{{Offset: 5, Length: 4}}, Sources: []evidence.Sharer{{ID: 3, Characters: 4}, {ID: 4, Characters: 4}},
		}},
		Sources: []evidence.Source{{
			ID: 3, Characters: 200, Relation: evidence.Other, Full: 12, Allotted: 12, Exclusive: 12, Theirs: 4, OwnFirst: 2,
			Identity:   evidence.Identity{SHA256: hash, Filename: "b.pdf", Applicant: "王某"},
			Similar:    []evidence.Similarity{{Field: "title", Value: 0.25}},
			References: &evidence.References{This: 8, Source: 9, Shared: []evidence.Reference{{Offset: 60, Length: 4, Text: "[1] "}}},
			Matches: []evidence.Match{{
				ID: 1, Kind: evidence.Verbatim, Similarity: 1, Counted: 4, Reason: evidence.ReasonCommon, Citation: evidence.Cited, Entry: "[1] 王某",
				Runs:   []evidence.Run{{Op: evidence.Equal, Offset: 5, Length: 4, SourceOffset: 9, SourceLength: 3}, {Op: evidence.OnlyThis, Offset: 9, Length: 2, SourceOffset: 12}, {Op: evidence.Changed, Way: evidence.WayEdited, Offset: 11, Length: 1, SourceOffset: 12, SourceLength: 1}},
				This:   evidence.Passage{Offset: 5, Length: 7, Page: 1, Section: "一", Role: "rationale", Text: " 空格\r\n𠀀 "},
				Source: evidence.Passage{Offset: 9, Length: 4, Text: "]]>\t"},
				Traces: []evidence.Trace{{Kind: evidence.Homophone, Offset: 6, Count: 2, This: "矶", Source: "基"}},
			}},
		}},
		Figures: &evidence.Figures{
			Version: 1, Count: 3, Standard: 1, Unread: 2,
			Figures: []evidence.Figure{{
				Looks: evidence.Looks{Number: 2, Offset: 40, Page: 1, Section: "一", Hash: "0123456789abcdef", Blocks: strings.Repeat("KRGYBMCW", 12)},
				Same:  []evidence.SameFigure{{Source: 9, Distance: 1, Looks: evidence.Looks{Number: 1, Hash: "0123456789abcdee", Blocks: strings.Repeat("KRGYBMCW", 12)}}},
			}},
			Sources: []evidence.FigureSource{{ID: 9, Characters: 20, TextSHA256: hash, Relation: evidence.SameInstitution, SameCall: true, Identity: evidence.Identity{SHA256: hash, Filename: "c.docx"}}},
		},
		Hints: &evidence.Hints{
			Level: evidence.DefaultFalseAlarms, Dictionary: true, Unread: 4, Characters: 6, ByKind: []evidence.Count{{Name: "translation", Characters: 6}},
			Hints: []evidence.Hint{{
				ID: 2, Kind: evidence.HintTranslation, Source: 11, FalseAlarms: 0.012, Counted: 6,
				This: evidence.Passage{Offset: 20, Length: 6, Page: 1, Section: "一", Text: "图像分割。 "},
				From: evidence.Passage{Offset: 4, Length: 19, Text: "Image segmentation."},
				Pairs: []evidence.HintPair{{Offset: 20, Length: 5, SourceOffset: 4, SourceLength: 19, Words: []evidence.HintWord{
					{Offset: 20, Length: 2, SourceOffset: 4, SourceLength: 5, Gloss: "image"}, {Offset: 22, Length: 2, SourceOffset: 10, SourceLength: 12},
				}}},
			}},
			Along: []evidence.Along{{Source: 11, FalseAlarms: 0.02, Of: 5, Steps: []evidence.AlongStep{
				{This: evidence.Passage{Offset: 2, Length: 3, Page: 1, Section: "一", Text: "其一。"}, From: evidence.Passage{Offset: 0, Length: 4, Text: "一者也。"}},
				{This: evidence.Passage{Offset: 9, Length: 3, Page: 1, Section: "一", Text: "其二。"}, From: evidence.Passage{Offset: 8, Length: 4, Text: "二者也。"}},
			}}},
			Sources: []evidence.HintSource{{ID: 11, Characters: 30, TextSHA256: hash, Relation: evidence.Other, Identity: evidence.Identity{SHA256: hash, Filename: "d.pdf"}}},
		},
	}
}

// decided returns the sample with what reviewers have made of it.
func decided() *evidence.Evidence {
	e := sample()
	at := time.Date(2026, 11, 21, 10, 42, 0, 123456000, time.UTC)
	e.Decisions = &evidence.Decisions{Countable: 90, Decisions: []evidence.Decision{
		{Subject: evidence.SubjectCheck, Verdict: evidence.Explain, Reviewer: "张三", At: at},
	}}
	for _, subject := range []evidence.Subject{evidence.SubjectCheck, evidence.SubjectSource, evidence.SubjectMatch} {
		for i, verdict := range subject.Verdicts() {
			e.Decisions.Decisions = append(e.Decisions.Decisions, evidence.Decision{
				Subject: subject, ID: int64(i), Verdict: verdict, Reviewer: "李 \"四\"", At: at, Comment: "见 <附件>\n第二行",
			})
		}
	}
	for _, reason := range evidence.ReviewReasons() {
		e.Decisions.Decisions = append(e.Decisions.Decisions, evidence.Decision{
			Subject: evidence.SubjectMatch, ID: 1, Verdict: evidence.Dismissed, Reason: reason, Reviewer: "李四", At: at,
		})
	}
	return e
}

// What has no decisions says nothing of them: stored evidence stays as it is.
func TestWithoutDecisions(t *testing.T) {
	if b := evidencetest.Encode(t, sample()); bytes.Contains(b, []byte("decision")) {
		t.Error("evidence without decisions speaks of them")
	}
}

func TestEncodeAndDecode(t *testing.T) {
	for name, e := range map[string]*evidence.Evidence{
		"full":    sample(),
		"decided": decided(),
		"without matches": {
			Engine:   evidence.Engine{Name: "zhiwen", Version: "1", Profile: "paper"},
			Document: evidence.Document{Identity: evidence.Identity{SHA256: strings.Repeat("0", 64)}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := evidencetest.Encode(t, e)
			got, err := evidence.Decode(bytes.NewReader(b))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(e, got, cmpopts.IgnoreTypes(xml.Name{}), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("decoded evidence differs:\n%s", diff)
			}
		})
	}
}

func TestSchemaRefuses(t *testing.T) {
	var b bytes.Buffer
	if err := evidence.Encode(&b, sample()); err != nil {
		t.Fatal(err)
	}
	evidencetest.Validate(t, b.Bytes()) // skips where there is no xmllint
	for _, change := range [][2]string{
		{`kind="verbatim"`, `kind="plagiarism"`},
		{`sha256="0a`, `sha256="0A`},
		{`similarity="1.000"`, `similarity="1.5"`},
		{"<scores ", "<scores extra=\"1\" "},
	} {
		broken := strings.Replace(b.String(), change[0], change[1], 1)
		if broken == b.String() {
			t.Fatalf("%s is not in the evidence", change[0])
		}
		if valid(t, []byte(broken)) {
			t.Errorf("with %s the evidence is still valid", change[1])
		}
	}
}

// valid runs Validate on a test of its own.
func valid(t *testing.T, xml []byte) bool {
	probe := &recorder{TB: t}
	done := make(chan struct{})
	go func() { // Fatalf ends the goroutine
		defer close(done)
		evidencetest.Validate(probe, xml)
	}()
	<-done
	return !probe.failed
}

type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Fatalf(string, ...any) {
	r.failed = true
	runtime.Goexit()
}

func TestEncodeRefuses(t *testing.T) {
	for name, change := range map[string]func(*evidence.Match){
		"a character that XML has not": func(m *evidence.Match) { m.This.Text = "\x01" + m.This.Text[1:] },
		"a wrong length":               func(m *evidence.Match) { m.Source.Length++ },
		"a similarity above 1":         func(m *evidence.Match) { m.Similarity = 1.01 },
	} {
		t.Run(name, func(t *testing.T) {
			e := sample()
			change(&e.Sources[0].Matches[0])
			if err := evidence.Encode(&bytes.Buffer{}, e); err == nil {
				t.Error("no error")
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	var b bytes.Buffer
	if err := evidence.Encode(&b, sample()); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("<evidence/>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := evidence.Decode(bytes.NewReader(data))
		if err != nil {
			return
		}
		var first bytes.Buffer
		if evidence.Encode(&first, e) != nil {
			return // a number out of range
		}
		again, err := evidence.Decode(bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatalf("what was encoded cannot be decoded: %v", err)
		}
		var second bytes.Buffer
		if err := evidence.Encode(&second, again); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Fatalf("encoding what was decoded differs: %v", err)
		}
	})
}

func TestEncodeRefusesHints(t *testing.T) {
	for name, change := range map[string]func(*evidence.Hint, *evidence.Along){
		"a character that XML has not":      func(h *evidence.Hint, _ *evidence.Along) { h.From.Text = "\x01" + h.From.Text[1:] },
		"a wrong length":                    func(h *evidence.Hint, _ *evidence.Along) { h.This.Length-- },
		"a gloss that XML has not":          func(h *evidence.Hint, _ *evidence.Along) { h.Pairs[0].Words[0].Gloss = "a\x02" },
		"more than every document":          func(h *evidence.Hint, _ *evidence.Along) { h.FalseAlarms = 1.2 },
		"a wrong length of what is along":   func(_ *evidence.Hint, a *evidence.Along) { a.Steps[1].From.Length++ },
		"a character of what is along":      func(_ *evidence.Hint, a *evidence.Along) { a.Steps[0].This.Text = "\x01二。" },
		"along more than in every document": func(_ *evidence.Hint, a *evidence.Along) { a.FalseAlarms = 1.2 },
	} {
		t.Run(name, func(t *testing.T) {
			e := sample()
			change(&e.Hints.Hints[0], &e.Hints.Along[0])
			if err := evidence.Encode(&bytes.Buffer{}, e); err == nil {
				t.Error("no error")
			}
		})
	}
}

// Documents that share a figure, hold what hints point to, or both, are named once.
func TestAllSources(t *testing.T) {
	e := sample()
	e.Hints.Sources = append(e.Hints.Sources, e.Figures.Sources[0])
	var ids []int64
	for _, s := range e.AllSources() {
		ids = append(ids, s.ID)
	}
	if diff := cmp.Diff([]int64{3, 9, 11}, ids); diff != "" {
		t.Error(diff)
	}
}
