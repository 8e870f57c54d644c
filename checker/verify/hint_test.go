package verify_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/score"
	"zhiwen/checker/verify"
	"zhiwen/extract"
)

// hinted returns a check of a document that says in other words what two others say: one of them is
// a source, of one sentence.
func hinted(t *testing.T) (*evidence.Evidence, verify.Texts) {
	t.Helper()
	e, err := checker.New(checker.DefaultParameters(checker.DefaultProfile), nil)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[int64]*extract.Document{0: texttest.Document(evidencetest.Reworded), 1: texttest.Document(evidencetest.Source), 2: texttest.Document(evidencetest.English)}
	hash := strings.Repeat("0", 64)
	identities := map[int64]evidence.Identity{1: {SHA256: hash, Filename: "s.docx", Applicant: "李某"}, 2: {SHA256: hash, Filename: "e.docx", Applicant: "Wood"}}
	var sources []*checker.Source
	for _, id := range []int64{1, 2} {
		sources = append(sources, &checker.Source{ID: id, Document: texts[id], Units: e.Units(texts[id]), Identity: identities[id]})
	}
	ev, err := e.Compare(t.Context(), checker.Input{Document: texts[0], Identity: evidence.Identity{SHA256: hash, Filename: "d.docx", Applicant: "王某"}}, sources...)
	if err != nil {
		t.Fatal(err)
	}
	evidencetest.AddHints(t, ev, texts, identities, 1, 2)
	if len(ev.Sources) != 1 || len(ev.Hints.Sources) != 1 || ev.Hints.Characters == 0 {
		t.Fatalf("%d sources, hints %+v", len(ev.Sources), ev.Hints)
	}
	return ev, verify.Texts{Document: texts[0], Sources: map[int64]*extract.Document{1: texts[1], 2: texts[2]}}
}

// What is said of hints is held against itself and against the texts.
func TestVerifyHints(t *testing.T) {
	clean, texts := hinted(t)
	for _, x := range []verify.Texts{texts, {}} {
		if found := verify.Evidence(clean, x); len(found) > 0 {
			t.Fatalf("of what is well: %+v", found)
		}
	}
	const needsTexts = true
	swap := func(s string) string { return strings.Repeat("伪", len([]rune(s))) }
	for _, c := range []struct {
		name   string
		change func(e *evidence.Evidence, h *evidence.Hints)
		want   verify.Difference
		texts  bool
	}{
		{"the characters", func(_ *evidence.Evidence, h *evidence.Hints) { h.Characters++ }, verify.Difference{Problem: verify.WrongCount, Name: "hints.characters"}, false},
		{"the characters of a kind", func(_ *evidence.Evidence, h *evidence.Hints) { h.ByKind[0].Characters-- }, verify.Difference{Problem: verify.WrongCount, Name: "hints.kind rewriting"}, false},
		{"the characters of a hint", func(_ *evidence.Evidence, h *evidence.Hints) { h.Hints[0].Counted = 1 }, verify.Difference{Problem: verify.WrongCount, Name: "hint.counted"}, false},
		{"the level", func(_ *evidence.Evidence, h *evidence.Hints) { h.Level = 0.3 }, verify.Difference{Problem: verify.WrongCount, Name: "hints.characters"}, false},
		{"a hint weaker than any", func(_ *evidence.Evidence, h *evidence.Hints) { h.Hints[1].FalseAlarms = 0.9 }, verify.Difference{Problem: verify.WrongHint, Name: "level"}, false},
		{"the number of a match", func(_ *evidence.Evidence, h *evidence.Hints) { h.Hints[0].ID = 1 }, verify.Difference{Problem: verify.WrongHint, Name: "number"}, false},
		{"another order", func(_ *evidence.Evidence, h *evidence.Hints) { slices.Reverse(h.Hints) }, verify.Difference{Problem: verify.WrongHint, Name: "order"}, false},
		{"a document that is not named", func(_ *evidence.Evidence, h *evidence.Hints) { h.Sources = nil }, verify.Difference{Problem: verify.WrongHint, Name: "source"}, false},
		{"a document named in vain", func(_ *evidence.Evidence, h *evidence.Hints) { h.Hints = h.Hints[:2] }, verify.Difference{Problem: verify.WrongHint, Name: "source"}, false},
		{"a relation", func(_ *evidence.Evidence, h *evidence.Hints) { h.Sources[0].Relation = evidence.SameApplicant }, verify.Difference{Problem: verify.WrongRelation}, false},
		{"a length", func(_ *evidence.Evidence, h *evidence.Hints) { h.Hints[0].From.Length++ }, verify.Difference{Problem: verify.WrongLength}, false},
		{"a place out of the source", func(_ *evidence.Evidence, h *evidence.Hints) { h.Hints[0].From.Offset = 1 << 40 }, verify.Difference{Problem: verify.OutOfRange}, false},
		{"a sentence beyond its passage", func(_ *evidence.Evidence, h *evidence.Hints) { h.Hints[0].Pairs[0].Offset-- }, verify.Difference{Problem: verify.WrongHint, Name: "place"}, false},
		{"a word beyond its sentence", func(_ *evidence.Evidence, h *evidence.Hints) { h.Hints[2].Pairs[0].Words[0].SourceLength = 999 }, verify.Difference{Problem: verify.WrongHint, Name: "place"}, false},
		{"words out of order", func(_ *evidence.Evidence, h *evidence.Hints) { slices.Reverse(h.Hints[0].Pairs[0].Words) }, verify.Difference{Problem: verify.WrongHint, Name: "order"}, false},
		{"a quote of the document", func(_ *evidence.Evidence, h *evidence.Hints) { h.Hints[0].This.Text = swap(h.Hints[0].This.Text) }, verify.Difference{Problem: verify.WrongQuote}, needsTexts},
		{"a quote of a source", func(_ *evidence.Evidence, h *evidence.Hints) { h.Hints[0].From.Text = swap(h.Hints[0].From.Text) }, verify.Difference{Problem: verify.WrongQuote}, needsTexts},
		{"a quote of a document without matches", func(_ *evidence.Evidence, h *evidence.Hints) { h.Hints[2].From.Text = swap(h.Hints[2].From.Text) }, verify.Difference{Problem: verify.WrongQuote}, needsTexts},
		{"written along a document that is not named", func(_ *evidence.Evidence, h *evidence.Hints) { h.Along[0].Source = 99 }, verify.Difference{Problem: verify.WrongHint, Name: "source"}, false},
		{"written along a document twice", func(_ *evidence.Evidence, h *evidence.Hints) { h.Along = append(h.Along, h.Along[0]) }, verify.Difference{Problem: verify.WrongHint, Name: "source"}, false},
		{"written along in another order", func(_ *evidence.Evidence, h *evidence.Hints) { slices.Reverse(h.Along[0].Steps) }, verify.Difference{Problem: verify.WrongHint, Name: "order"}, false},
		{"more passages than there are", func(_ *evidence.Evidence, h *evidence.Hints) { h.Along[0].Of = 1 }, verify.Difference{Problem: verify.WrongHint, Name: "level"}, false},
		{"a passage beyond the source", func(_ *evidence.Evidence, h *evidence.Hints) { h.Along[0].Steps[1].From.Offset = 1 << 40 }, verify.Difference{Problem: verify.OutOfRange}, false},
		{"a passage of another length", func(_ *evidence.Evidence, h *evidence.Hints) { h.Along[0].Steps[0].This.Length++ }, verify.Difference{Problem: verify.WrongLength}, false},
		{"a quote that the document is written along", func(_ *evidence.Evidence, h *evidence.Hints) {
			h.Along[0].Steps[0].From.Text = swap(h.Along[0].Steps[0].From.Text)
		}, verify.Difference{Problem: verify.WrongQuote}, needsTexts},
		{"a quote that is written along", func(_ *evidence.Evidence, h *evidence.Hints) {
			h.Along[0].Steps[0].This.Text = swap(h.Along[0].Steps[0].This.Text)
		}, verify.Difference{Problem: verify.WrongQuote}, needsTexts},
		{"the text of such a document", func(_ *evidence.Evidence, h *evidence.Hints) { h.Sources[0].TextSHA256 = strings.Repeat("0", 64) }, verify.Difference{Problem: verify.WrongFact, Name: "text"}, needsTexts},
	} {
		e, err := evidence.DecodeAny(bytes.NewReader(evidencetest.Encode(t, clean)))
		if err != nil {
			t.Fatal(err)
		}
		c.change(e, e.Hints)
		has := func(list []verify.Difference) bool {
			return slices.ContainsFunc(list, func(d verify.Difference) bool { return d.Problem == c.want.Problem && d.Name == c.want.Name })
		}
		found, without := verify.Evidence(e, texts), verify.Evidence(e, verify.Texts{})
		if !has(found) {
			t.Errorf("%s: found %+v, want %+v", c.name, found, c.want)
		}
		if has(without) == c.texts {
			t.Errorf("%s: without texts %+v", c.name, without)
		}
	}
}

// A confirmed hint is in the scores that decisions leave, and they are counted again; what
// nobody can have decided about is told.
func TestVerifyConfirmedHints(t *testing.T) {
	e, texts := hinted(t)
	at := time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)
	decide := func(id int) []evidence.Decision {
		return []evidence.Decision{{Subject: evidence.SubjectMatch, ID: int64(id), Verdict: evidence.Confirmed, Reviewer: "评审", At: at}}
	}
	translation := e.Hints.Hints[2]
	left := score.Copy(e)
	score.Decide(decide(translation.ID)).Choice().Apply(left, texts.Document)
	if got, want := left.Scores.Covered, e.Scores.Covered+translation.Counted; got != want {
		t.Fatalf("%d characters with the translation, want %d", got, want)
	}
	e.Decisions = evidence.NewDecisions(left.Scores, decide(translation.ID))
	for _, x := range []verify.Texts{texts, {}} {
		if found := verify.Evidence(e, x); len(found) > 0 {
			t.Errorf("of what is well: %+v", found)
		}
	}
	e.Decisions.Covered = e.Scores.Covered
	if found := verify.Evidence(e, texts); len(found) != 1 || found[0].Name != "decisions.covered" {
		t.Errorf("without the translation: %+v", found)
	}
	e.Decisions = evidence.NewDecisions(e.Scores, decide(99))
	if found := verify.Evidence(e, texts); len(found) != 1 || found[0].Problem != verify.UnknownSubject {
		t.Errorf("a hint that there is not: %+v", found)
	}
}
