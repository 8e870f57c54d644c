package verify_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
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

// tampered returns a check with two sources, sections, a quotation and decisions, and everything it
// was made of.
func tampered(t testing.TB) (*evidence.Evidence, verify.Texts) {
	t.Helper()
	made.Do(func() {
		var e *evidence.Evidence
		e, made.texts = makeTampered(t)
		var b bytes.Buffer
		if err := evidence.Encode(&b, e); err != nil {
			t.Fatal(err)
		}
		made.file = b.Bytes()
	})
	e, err := evidence.Decode(bytes.NewReader(made.file))
	if err != nil {
		t.Fatal(err)
	}
	return e, made.texts
}

// made is what tampered gives, which is checked once.
var made struct {
	sync.Once
	file  []byte
	texts verify.Texts
}

func makeTampered(t testing.TB) (*evidence.Evidence, verify.Texts) {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 5))
	long, short := texttest.Chinese(r, 8), texttest.Chinese(r, 5)
	reasons := "一、立项依据\n" + texttest.Chinese(r, 10) + "\n" + long + "\n" + texttest.Chinese(r, 10) + "\n" + short +
		"\n他写道：“这是一段足够长的引文，用来看看引文的范围。”\n"
	content := "二、研究内容\n" + texttest.Chinese(r, 10) + "\n" + long
	document := texttest.Document(reasons + content)
	n, all := len([]rune(reasons)), len([]rune(reasons+content))
	document.Sections = []extract.Section{
		{Span: extract.Span{Start: 0, End: n}, Title: "一、立项依据", Level: 1},
		{Span: extract.Span{Start: n, End: all}, Title: "二、研究内容", Level: 1},
	}
	e, err := checker.New(checker.DefaultParameters(checker.DefaultProfile), nil)
	if err != nil {
		t.Fatal(err)
	}
	hash := strings.Repeat("0", 64)
	var sources []*checker.Source
	texts := verify.Texts{Document: document, Sources: map[int64]*extract.Document{}}
	for i, text := range []string{
		texttest.Chinese(r, 20) + "\n" + long + "\n" + texttest.Chinese(r, 20) + "\n" + short + "\n" + texttest.Chinese(r, 3),
		texttest.Chinese(r, 30) + "\n" + long + "\n" + texttest.Chinese(r, 30),
	} {
		id, d := int64(i+1), texttest.Document(text)
		texts.Sources[id] = d
		sources = append(sources, &checker.Source{
			ID: id, Document: d, Units: e.Units(d),
			Identity: evidence.Identity{SHA256: hash, Filename: "source.txt", Applicant: fmt.Sprint("李", id), Title: "题目二"},
		})
	}
	ev, err := e.Check(t.Context(), checker.Input{
		Document: document, Identity: evidence.Identity{SHA256: hash, Filename: "this.txt", Applicant: "王某", Title: "题目一"},
	}, checker.NewMemory(sources, nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(ev.Sources) < 2 || len(ev.Sources[0].Matches) < 2 || len(ev.Excluded) == 0 || len(ev.Sections) < 2 {
		t.Fatalf("%d sources, %d ranges, %d sections: the test shows little", len(ev.Sources), len(ev.Excluded), len(ev.Sections))
	}
	decisions := []evidence.Decision{
		{Subject: evidence.SubjectMatch, ID: int64(ev.Sources[0].Matches[0].ID), Verdict: evidence.Dismissed, Reason: evidence.ReviewCited, Reviewer: "张三", At: time.Unix(0, 0).UTC()},
		{Subject: evidence.SubjectSource, ID: ev.Sources[1].ID, Verdict: evidence.SetAside, Reason: evidence.ReviewOwnWork, Reviewer: "张三", At: time.Unix(0, 0).UTC()},
		{Subject: evidence.SubjectCheck, Verdict: evidence.Explain, Reviewer: "张三", At: time.Unix(0, 0).UTC()},
	}
	again := score.Copy(ev)
	score.Choice{Accepts: func(s *evidence.Source, m *evidence.Match) bool {
		return s.ID != ev.Sources[1].ID && m.ID != ev.Sources[0].Matches[0].ID
	}}.Apply(again, document)
	ev.Decisions = evidence.NewDecisions(again.Scores, decisions)
	if ev.Decisions.Covered >= ev.Scores.Covered {
		t.Fatal("the decisions change nothing")
	}
	return ev, texts
}

// Every kind of tampering is found, by name; what can be found without the
// texts is found without them.
func TestVerifyFindsTampering(t *testing.T) {
	clean, _ := tampered(t)
	const needsTexts = true
	tests := []struct {
		name   string
		change func(e *evidence.Evidence)
		want   verify.Difference // the fields that are set
		texts  bool
	}{
		{"a letter of a quote", func(e *evidence.Evidence) { swap(&e.Sources[0].Matches[0].This, 9) }, verify.Difference{Problem: verify.WrongQuote, Match: clean.Sources[0].Matches[0].ID, Side: verify.ThisSide}, needsTexts},
		{"a letter of a quote, seen in the similarity", func(e *evidence.Evidence) { swap(&e.Sources[0].Matches[0].This, 9) }, verify.Difference{Problem: verify.WrongSimilarity, Match: clean.Sources[0].Matches[0].ID}, false},
		{"a letter of a source's quote", func(e *evidence.Evidence) { swap(&e.Sources[1].Matches[0].Source, 3) }, verify.Difference{Problem: verify.WrongQuote, Match: clean.Sources[1].Matches[0].ID, Side: verify.SourceSide}, needsTexts},
		{"white space of a quote", func(e *evidence.Evidence) { e.Sources[0].Matches[0].This.Text += " " }, verify.Difference{Problem: verify.WrongLength, Match: clean.Sources[0].Matches[0].ID, Side: verify.ThisSide}, false},
		{"an offset", func(e *evidence.Evidence) { e.Sources[0].Matches[0].Source.Offset++ }, verify.Difference{Problem: verify.WrongQuote, Match: clean.Sources[0].Matches[0].ID, Side: verify.SourceSide}, needsTexts},
		{"an offset out of the text", func(e *evidence.Evidence) { e.Sources[0].Matches[0].This.Offset = 1 << 40 }, verify.Difference{Problem: verify.OutOfRange, Match: clean.Sources[0].Matches[0].ID, Side: verify.ThisSide}, false},
		{"an offset that overflows", func(e *evidence.Evidence) { e.Sources[0].Matches[0].Source.Offset = 1<<63 - 1 }, verify.Difference{Problem: verify.OutOfRange, Side: verify.SourceSide}, false},
		{"a length", func(e *evidence.Evidence) { e.Sources[0].Matches[1].This.Length-- }, verify.Difference{Problem: verify.WrongLength, Match: clean.Sources[0].Matches[1].ID}, false},
		{"a page", func(e *evidence.Evidence) { e.Sources[0].Matches[1].This.Page = 3 }, verify.Difference{Problem: verify.WrongPlace, Name: "page", Side: verify.ThisSide}, needsTexts},
		{"a section of a match", func(e *evidence.Evidence) { e.Sources[0].Matches[1].This.Section = "三" }, verify.Difference{Problem: verify.WrongPlace, Name: "section", Want: "三", Got: "一、立项依据"}, needsTexts},
		{"the document's text", func(e *evidence.Evidence) { e.Document.TextSHA256 = strings.Repeat("0", 64) }, verify.Difference{Problem: verify.WrongFact, Name: "text"}, needsTexts},
		{"a source's text", func(e *evidence.Evidence) { e.Sources[1].TextSHA256 = strings.Repeat("0", 64) }, verify.Difference{Problem: verify.WrongFact, Name: "text", Source: clean.Sources[1].ID}, needsTexts},
		{"the number of characters", func(e *evidence.Evidence) { e.Document.Characters++ }, verify.Difference{Problem: verify.WrongFact, Name: "characters"}, needsTexts},
		{"the pages", func(e *evidence.Evidence) { e.Document.Pages = 7 }, verify.Difference{Problem: verify.WrongFact, Name: "pages", Want: "7", Got: "0"}, needsTexts},
		{"the method", func(e *evidence.Evidence) { e.Document.Method = "pdf" }, verify.Difference{Problem: verify.WrongFact, Name: "method"}, needsTexts},
		{"a flag", func(e *evidence.Evidence) { e.Document.Flags = []evidence.Flag{{Kind: "hidden"}} }, verify.Difference{Problem: verify.WrongFact, Name: "flags", Want: "1", Got: "0"}, needsTexts},
		{"a flag's place", func(e *evidence.Evidence) { e.Document.Flags = []evidence.Flag{{Kind: "hidden", Offset: 1 << 30}} }, verify.Difference{Problem: verify.OutOfRange, Name: "flag"}, false},
		{"a notice's pages", func(e *evidence.Evidence) {
			e.Document.Notices = []evidence.Notice{{Kind: "scanned", FirstPage: 1, LastPage: 9}}
		}, verify.Difference{Problem: verify.OutOfRange, Name: "notice", Want: "1-9", Got: "0"}, false},
		{"countable", func(e *evidence.Evidence) { e.Scores.Countable-- }, verify.Difference{Problem: verify.WrongCount, Name: "countable"}, needsTexts},
		{"more countable than there can be", func(e *evidence.Evidence) { e.Scores.Countable = 1 << 40 }, verify.Difference{Problem: verify.WrongCount, Name: "countable"}, false},
		{"covered", func(e *evidence.Evidence) { e.Scores.Covered++ }, verify.Difference{Problem: verify.WrongCount, Name: "covered"}, false},
		{"withoutOwn", func(e *evidence.Evidence) { e.Scores.WithoutOwn = 0 }, verify.Difference{Problem: verify.WrongCount, Name: "withoutOwn", Want: "0"}, false},
		{"largestFull", func(e *evidence.Evidence) { e.Scores.LargestFull-- }, verify.Difference{Problem: verify.WrongCount, Name: "largestFull"}, false},
		{"a kind's score", func(e *evidence.Evidence) { e.Scores.ByKind[0].Characters-- }, verify.Difference{Problem: verify.WrongCount, Name: "kind verbatim"}, false},
		{"a relation's score", func(e *evidence.Evidence) { e.Scores.ByRelation = nil }, verify.Difference{Problem: verify.WrongCount, Name: "relation other", Want: "0"}, false},
		{"a source's score", func(e *evidence.Evidence) { e.Sources[0].Full = 1 }, verify.Difference{Problem: verify.WrongCount, Name: "full", Source: clean.Sources[0].ID, Want: "1"}, false},
		{"what a source is allotted", func(e *evidence.Evidence) { e.Sources[1].Allotted = 1 }, verify.Difference{Problem: verify.WrongCount, Name: "allotted", Source: clean.Sources[1].ID}, false},
		{"what a source alone covers", func(e *evidence.Evidence) { e.Sources[1].Exclusive++ }, verify.Difference{Problem: verify.WrongCount, Name: "exclusive", Source: clean.Sources[1].ID}, false},
		{"how much of a source corresponds", func(e *evidence.Evidence) { e.Sources[1].Theirs++ }, verify.Difference{Problem: verify.WrongCount, Name: "sourceCovered", Source: clean.Sources[1].ID}, false},
		{"what was the applicant's first", func(e *evidence.Evidence) { e.Sources[0].OwnFirst++ }, verify.Difference{Problem: verify.WrongCount, Name: "ownFirst", Source: clean.Sources[0].ID}, false},
		{"what is not cited", func(e *evidence.Evidence) { e.Scores.WithoutQuoted-- }, verify.Difference{Problem: verify.WrongCount, Name: "withoutQuoted"}, false},
		{"a role's score", func(e *evidence.Evidence) {
			e.Scores.ByRole = []evidence.RoleCount{{This: "method", Characters: 7}}
		}, verify.Difference{Problem: verify.WrongCount, Name: "role method-none", Want: "7", Got: "0"}, false},
		{"an origin out of the text", func(e *evidence.Evidence) {
			e.Origins = []evidence.Origin{{Offset: 1 << 40, Length: 1, Source: clean.Sources[0].ID}}
		}, verify.Difference{Problem: verify.OutOfRange, Name: "origin"}, false},
		{"an origin called the applicant's own", func(e *evidence.Evidence) { e.Origins[0].Own = !e.Origins[0].Own }, verify.Difference{Problem: verify.WrongFact, Name: "origin"}, false},
		{"an origin left out", func(e *evidence.Evidence) { e.Origins = e.Origins[1:] }, verify.Difference{Problem: verify.WrongFact, Name: "origin"}, false},
		{"an origin that is too long", func(e *evidence.Evidence) { e.Origins[0].Length++ }, verify.Difference{Problem: verify.WrongFact, Name: "origin"}, false},
		{"the year of a source", func(e *evidence.Evidence) { e.Document.Identity.Year, e.Sources[0].Identity.Year = 2020, 2024 }, verify.Difference{Problem: verify.WrongFact, Name: "origin"}, false},
		{"an origin in no match", func(e *evidence.Evidence) { e.Origins = []evidence.Origin{{Length: 1, Source: clean.Sources[0].ID}} }, verify.Difference{Problem: verify.WrongFact, Name: "origin"}, false},
		{"a run out of its match", func(e *evidence.Evidence) {
			m := &e.Sources[0].Matches[0]
			m.Runs = []evidence.Run{{Op: evidence.Equal, Offset: m.This.Offset, Length: m.This.Length + 1, SourceOffset: m.Source.Offset, SourceLength: 1}}
		}, verify.Difference{Problem: verify.OutOfRange, Name: "run"}, false},
		{"runs that overlap", func(e *evidence.Evidence) {
			m := &e.Sources[0].Matches[0]
			r := evidence.Run{Op: evidence.Moved, Offset: m.This.Offset, Length: 4, SourceOffset: m.Source.Offset, SourceLength: 4}
			m.Runs = []evidence.Run{r, r}
		}, verify.Difference{Problem: verify.Disordered, Name: "run"}, false},
		{"a run called equal", func(e *evidence.Evidence) {
			m := &e.Sources[0].Matches[0]
			m.Runs = []evidence.Run{{Op: evidence.Equal, Offset: m.This.Offset, Length: 4, SourceOffset: m.Source.Offset + 1, SourceLength: 4}}
		}, verify.Difference{Problem: verify.WrongKind, Name: "run"}, false},
		{"a match's score", func(e *evidence.Evidence) { e.Sources[0].Matches[0].Counted = 0 }, verify.Difference{Problem: verify.WrongCount, Name: "counted", Match: clean.Sources[0].Matches[0].ID, Want: "0"}, false},
		{"a section's score", func(e *evidence.Evidence) { e.Sections[1].Covered = 0 }, verify.Difference{Problem: verify.WrongCount, Name: "covered", Section: "二、研究内容", Want: "0"}, false},
		{"a section's countable", func(e *evidence.Evidence) { e.Sections[1].Countable = 1 }, verify.Difference{Problem: verify.WrongCount, Name: "countable", Section: "二、研究内容"}, false},
		{"a section's title", func(e *evidence.Evidence) { e.Sections[1].Title = "三" }, verify.Difference{Problem: verify.WrongPlace, Name: "section"}, needsTexts},
		{"a section's place", func(e *evidence.Evidence) { e.Sections[1].Offset = 3 }, verify.Difference{Problem: verify.Disordered, Name: "section"}, false},
		{"a section out of the text", func(e *evidence.Evidence) { e.Sections[1].Length = 1 << 40 }, verify.Difference{Problem: verify.OutOfRange, Name: "section"}, false},
		{"a removed match", func(e *evidence.Evidence) { e.Sources[0].Matches = e.Sources[0].Matches[1:] }, verify.Difference{Problem: verify.MissingMatch, Match: clean.Sources[0].Matches[0].ID}, false},
		{"the last match removed", func(e *evidence.Evidence) { e.Sources[0].Matches = e.Sources[0].Matches[:1] }, verify.Difference{Problem: verify.WrongCount, Name: "covered"}, false},
		{"a removed source", func(e *evidence.Evidence) { e.Sources = e.Sources[1:] }, verify.Difference{Problem: verify.MissingMatch}, false},
		{"the order of sources", func(e *evidence.Evidence) { slices.Reverse(e.Sources) }, verify.Difference{Problem: verify.Disordered, Name: "source"}, false},
		{"numbers of matches", func(e *evidence.Evidence) {
			m := e.Sources[0].Matches
			m[0].ID, m[1].ID = m[1].ID, m[0].ID
		}, verify.Difference{Problem: verify.Disordered, Name: "match"}, false},
		{"a number without end", func(e *evidence.Evidence) { e.Sources[0].Matches[1].ID = 1 << 50 }, verify.Difference{Problem: verify.MissingMatch, Match: 1<<50 - 1}, false},
		{"a similarity", func(e *evidence.Evidence) { e.Sources[0].Matches[0].Similarity = 0.5 }, verify.Difference{Problem: verify.WrongSimilarity, Want: "0.500", Got: "1.000"}, false},
		{"a kind", func(e *evidence.Evidence) { swap(&e.Sources[0].Matches[0].Source, 9) }, verify.Difference{Problem: verify.WrongKind, Want: "verbatim"}, false},
		{"two quotes of one place", func(e *evidence.Evidence) { e.Sources[1].Matches[0].This = other(e.Sources[0].Matches[0].This) }, verify.Difference{Problem: verify.Contradiction, Match: clean.Sources[1].Matches[0].ID}, false},
		{"a trace's place", func(e *evidence.Evidence) {
			e.Sources[0].Matches[0].Traces = []evidence.Trace{{Kind: evidence.Script, Offset: 1 << 40, Count: 1}}
		}, verify.Difference{Problem: verify.OutOfRange, Name: "trace"}, false},
		{"a relation", func(e *evidence.Evidence) { e.Sources[0].Relation = evidence.SameApplicant }, verify.Difference{Problem: verify.WrongRelation, Want: "same-applicant", Got: "other"}, false},
		{"an applicant", func(e *evidence.Evidence) { e.Sources[0].Identity.Applicant = "王某" }, verify.Difference{Problem: verify.WrongRelation, Got: "same-applicant"}, false},
		{"a title", func(e *evidence.Evidence) { e.Sources[0].Identity.Title = "题目一" }, verify.Difference{Problem: verify.WrongIdentity, Name: "title", Got: "1.000"}, false},
		{"a similarity of titles taken out", func(e *evidence.Evidence) { e.Sources[0].Similar = nil }, verify.Difference{Problem: verify.WrongIdentity, Name: "title"}, false},
		{"an excluded range", func(e *evidence.Evidence) {
			place := e.Sources[0].Matches[0].This.Offset
			e.Excluded = append(e.Excluded, evidence.Excluded{Offset: place, Length: 10, Reason: evidence.ReasonForm, Applied: true})
			slices.SortStableFunc(e.Excluded, func(a, b evidence.Excluded) int { return cmp.Compare(a.Offset, b.Offset) })
		}, verify.Difference{Problem: verify.WrongCount}, false},
		{"a quotation taken out", func(e *evidence.Evidence) { e.Excluded = nil }, verify.Difference{Problem: verify.WrongExclusion, Name: "quotation"}, needsTexts},
		{"a range that counts", func(e *evidence.Evidence) { quotation(e).Applied = true }, verify.Difference{Problem: verify.WrongExclusion, Name: "quotation", Got: "false"}, false},
		{"ranges out of order", func(e *evidence.Evidence) {
			e.Excluded = append(e.Excluded, evidence.Excluded{Offset: 0, Length: 1, Reason: evidence.ReasonQuotation})
		}, verify.Difference{Problem: verify.Disordered, Name: "excluded"}, false},
		{"a range out of the text", func(e *evidence.Evidence) { e.Excluded[0].Length = 1 << 40 }, verify.Difference{Problem: verify.OutOfRange, Name: "excluded"}, false},
		{"a setting", func(e *evidence.Evidence) { e.Set(score.LeastLength, 1000) }, verify.Difference{Problem: verify.WrongCount, Name: "counted", Got: "0"}, false},
		{"a decision about nothing", func(e *evidence.Evidence) { e.Decisions.Decisions[0].ID = 99 }, verify.Difference{Problem: verify.UnknownSubject, Name: "match", Want: "99"}, false},
		{"a decision of nobody", func(e *evidence.Evidence) { e.Decisions.Decisions[0].Reviewer = "" }, verify.Difference{Problem: verify.BadDecision, Name: "match"}, false},
		{"a decision without reason", func(e *evidence.Evidence) { e.Decisions.Decisions[0].Reason = "" }, verify.Difference{Problem: verify.BadDecision, Name: "match"}, false},
		{"a verdict that is none of a match", func(e *evidence.Evidence) { e.Decisions.Decisions[0].Verdict = evidence.Explain }, verify.Difference{Problem: verify.BadDecision, Got: "explain"}, false},
		{"a decision taken out", func(e *evidence.Evidence) { e.Decisions.Decisions = e.Decisions.Decisions[1:] }, verify.Difference{Problem: verify.WrongCount, Name: "decisions.covered"}, false},
		{"another verdict", func(e *evidence.Evidence) { e.Decisions.Decisions[0].Verdict = evidence.Confirmed }, verify.Difference{Problem: verify.WrongCount, Name: "decisions.covered"}, false},
		{"two decisions", func(e *evidence.Evidence) {
			e.Decisions.Decisions = append(e.Decisions.Decisions, e.Decisions.Decisions[2])
		}, verify.Difference{Problem: verify.TwoDecisions, Name: "check"}, false},
		{"a decided score", func(e *evidence.Evidence) { e.Decisions.WithoutOwn-- }, verify.Difference{Problem: verify.WrongCount, Name: "decisions.withoutOwn"}, false},
		{"a decided score without quotations", func(e *evidence.Evidence) { e.Decisions.WithoutQuoted-- }, verify.Difference{Problem: verify.WrongCount, Name: "decisions.withoutQuoted"}, false},
		{"a decided score of one source", func(e *evidence.Evidence) { e.Decisions.LargestFull-- }, verify.Difference{Problem: verify.WrongCount, Name: "decisions.largestFull"}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e, texts := tampered(t)
			if found := verify.Evidence(e, texts); len(found) > 0 {
				t.Fatalf("before the change: %+v", found)
			}
			test.change(e)
			if !test.texts {
				texts = verify.Texts{}
			}
			found := verify.Evidence(e, texts)
			if !slices.ContainsFunc(found, func(d verify.Difference) bool { return like(d, test.want) }) {
				t.Errorf("found %+v\nwant   %+v", found, test.want)
			}
		})
	}
}

// like compares the fields of want that are set.
func like(d, want verify.Difference) bool {
	is := func(a, b string) bool { return b == "" || a == b }
	return d.Problem == want.Problem && (want.Source == 0 || d.Source == want.Source) && (want.Match == 0 || d.Match == want.Match) &&
		is(string(d.Side), string(want.Side)) && is(d.Section, want.Section) && is(d.Name, want.Name) && is(d.Want, want.Want) && is(d.Got, want.Got)
}

// swap puts another character at a place of a passage.
func swap(p *evidence.Passage, at int) {
	runes := []rune(p.Text)
	runes[at] = '鑫'
	p.Text = string(runes)
}

// other returns a passage with the same place and other characters.
func other(p evidence.Passage) evidence.Passage {
	p.Text = strings.Repeat("鑫", p.Length)
	return p
}

// A difference never quotes much of a text.
func TestDifferencesAreShort(t *testing.T) {
	e, texts := tampered(t)
	e.Sources[0].Matches[0].This = other(e.Sources[0].Matches[0].This)
	e.Sources[0].Matches[0].This.Section = strings.Repeat("长", 1e5)
	e.Sections[0].Title = strings.Repeat("长", 1e5)
	found := verify.Evidence(e, texts)
	if len(found) == 0 {
		t.Fatal("nothing was found")
	}
	for _, d := range found {
		if n := len([]rune(d.Want + d.Got + d.Section + d.Name)); n > 200 {
			t.Errorf("%s has %d characters", d.Problem, n)
		}
	}
}

// Whatever a file that follows the schema says, it is looked at to the end.
func FuzzVerify(f *testing.F) {
	e, texts := tampered(f)
	f.Add(evidencetest.Encode(f, e))
	f.Fuzz(func(_ *testing.T, data []byte) {
		if evidence.Validate(data) != nil {
			return
		}
		e, err := evidence.DecodeAny(bytes.NewReader(data))
		if err != nil {
			return
		}
		verify.Evidence(e, verify.Texts{})
		verify.Evidence(e, texts)
	})
}

// quotation returns the first range between quotation marks.
func quotation(e *evidence.Evidence) *evidence.Excluded {
	i := slices.IndexFunc(e.Excluded, func(x evidence.Excluded) bool { return x.Reason == evidence.ReasonQuotation })
	return &e.Excluded[i]
}
