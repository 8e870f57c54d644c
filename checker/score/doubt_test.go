package score_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/extract"
)

func TestDoubts(t *testing.T) {
	flag := func(kind extract.FlagKind, text string) evidence.Flag {
		return evidence.Flag{Kind: string(kind), Text: text}
	}
	pages := func(kind extract.NoticeKind, first, last int) evidence.Notice {
		return evidence.Notice{Kind: string(kind), FirstPage: first, LastPage: last}
	}
	counted := func(kind extract.NoticeKind, n int) evidence.Notice {
		return evidence.Notice{Kind: string(kind), Count: n}
	}
	left := func(offset, length int) evidence.Excluded {
		return evidence.Excluded{Offset: offset, Length: length, Reason: evidence.ReasonBibliography, Applied: true}
	}
	for _, c := range []struct {
		name       string
		characters int
		flags      []evidence.Flag
		notices    []evidence.Notice
		excluded   []evidence.Excluded
		library    evidence.Snapshot
		repeated   *evidence.Repetition
		want       string // kind, what is counted, how much, reason
	}{
		{name: "a text", characters: 9_000, notices: []evidence.Notice{pages(extract.Blank, 3, 3), counted(extract.Signed, 1)}},
		{name: "an empty library", characters: 9_000, library: evidence.Snapshot{Documents: -1}, want: "nothing  0"},
		{name: "hardly any text", characters: 12, want: "few characters 12"},
		{name: "no text", characters: 0, want: "few characters 0"},
		{name: "a document that could not be compared", characters: 9_000, library: evidence.Snapshot{Documents: 4, Uncompared: []evidence.Uncompared{{ID: 3}}}, want: "failed documents 1"},
		{name: "a form that could not be compared", characters: 9_000, library: evidence.Snapshot{Documents: 4, Uncompared: []evidence.Uncompared{{ID: 3, Form: true}}}},
		{name: "the only document could not be compared", characters: 9_000, library: evidence.Snapshot{Documents: 1, Uncompared: []evidence.Uncompared{{ID: 3}}}, want: "nothing  0,failed documents 1"},
		{name: "pages not read", characters: 9_000, notices: []evidence.Notice{pages(extract.Scanned, 2, 4), pages(extract.PageUnread, 4, 4)}, want: "missing pages 3"},
		{name: "parts not read", characters: 9_000, notices: []evidence.Notice{counted(extract.CutOff, 0), counted(extract.ObjectUnread, 2)}, want: "missing parts 3"},
		{name: "garbled parts", characters: 9_000, flags: []evidence.Flag{flag(extract.Garbled, "囗囗")}, want: "garbled  0"},
		{name: "recognised pages", characters: 9_000, notices: []evidence.Notice{pages(extract.Recognised, 1, 2)}, want: "garbled pages 2"},
		{name: "a damaged file", characters: 9_000, notices: []evidence.Notice{counted(extract.NoLayout, 0)}, want: "garbled  0"},
		{name: "hidden text", characters: 9_000, flags: []evidence.Flag{flag(extract.HiddenText, "看 不见"), {Kind: string(extract.Watermark), Text: "草稿", Pages: 3}}, want: "flagged characters 9"},
		{name: "more hidden text than a flag holds", characters: 9_000, flags: []evidence.Flag{flag(extract.HiddenText, strings.Repeat("藏", 2_000)+"…")}, want: "flagged characters 2000+"},
		{name: "other flags", characters: 9_000, flags: []evidence.Flag{flag(extract.ZeroWidth, "a"), flag(extract.Macros, "VBA")}, notices: []evidence.Notice{counted(extract.FlagsLeft, 40)}, want: "flagged places 41"},
		{name: "some invisible characters", characters: 9_000, flags: slices.Repeat([]evidence.Flag{flag(extract.ZeroWidth, "a")}, 9), want: ""},
		{name: "many invisible characters", characters: 9_000, flags: slices.Repeat([]evidence.Flag{flag(extract.ZeroWidth, "a")}, 10), want: "flagged places 10"},
		{name: "two look-alikes", characters: 9_000, flags: slices.Repeat([]evidence.Flag{flag(extract.LookAlike, "a")}, 2), want: ""},
		{name: "three look-alikes", characters: 9_000, flags: slices.Repeat([]evidence.Flag{flag(extract.LookAlike, "a")}, 3), want: "flagged places 3"},
		{name: "more than a fifth left out", characters: 1_000, excluded: []evidence.Excluded{left(0, 100), left(500, 110)}, want: "excluded characters 210 bibliography"},
		{name: "a passage left out", characters: 9_000, excluded: []evidence.Excluded{left(0, 600)}, want: "passage characters 600 bibliography"},
		{name: "more than a fifth repeats itself", characters: 9_000, repeated: &evidence.Repetition{Characters: 1_900, Length: 200, Times: 10}, want: "repeated characters 1900,repeated times 10"},
		{name: "a paragraph twice", characters: 9_000, repeated: &evidence.Repetition{Characters: 200, Length: 200, Times: 2}},
		{name: "all together", characters: 20, flags: []evidence.Flag{flag(extract.Garbled, ""), flag(extract.LookAlike, "")}, notices: []evidence.Notice{pages(extract.NoFont, 1, 1)}, want: "few characters 20,missing pages 1,garbled  0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.library.Documents == 0 {
				c.library.Documents = 3
			}
			e := &evidence.Evidence{Document: evidence.Document{Characters: c.characters, Pages: 5, Flags: c.flags, Notices: c.notices, Repetition: c.repeated}, Excluded: c.excluded, Library: c.library}
			e.Library.Documents = max(e.Library.Documents, 0)
			score.Update(e, &extract.Document{Text: strings.Repeat("字", c.characters)})
			if diff := cmp.Diff(c.want, said(e.Scores.Doubts)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// What a reader has counted after all is no doubt any more.
func TestDoubtsFollowTheChoice(t *testing.T) {
	e := &evidence.Evidence{
		Document: evidence.Document{Characters: 1_000}, Library: evidence.Snapshot{Documents: 1},
		Excluded: []evidence.Excluded{{Length: 600, Reason: evidence.ReasonBibliography, Applied: true}},
	}
	doc := &extract.Document{Text: strings.Repeat("字", 1_000)}
	score.Choice{Exclude: []evidence.Reason{}}.Apply(e, doc)
	if len(e.Scores.Doubts) != 0 {
		t.Errorf("counted, and %v", e.Scores.Doubts)
	}
	score.Choice{Exclude: []evidence.Reason{evidence.ReasonBibliography}}.Apply(e, doc)
	if said(e.Scores.Doubts) != "excluded characters 600 bibliography" {
		t.Errorf("left out, and %v", e.Scores.Doubts)
	}
}

func said(doubts []evidence.Doubt) string {
	var out []string
	for _, d := range doubts {
		count := strconv.Itoa(d.Count)
		if d.Least {
			count += "+"
		}
		out = append(out, strings.TrimSpace(strings.Join([]string{string(d.Kind), string(d.Of), count, string(d.Reason)}, " ")))
	}
	return strings.Join(out, ",")
}
