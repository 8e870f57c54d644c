package highlight

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

// paragraphsOf cuts text at its line ends, as extract promises it.
func paragraphsOf(text string) []extract.Paragraph {
	var out []extract.Paragraph
	start := 0
	runes := []rune(text)
	for i := 0; i <= len(runes); i++ {
		if i == len(runes) || runes[i] == '\n' {
			out = append(out, extract.Paragraph{Span: extract.Span{Start: start, End: i}, Kind: extract.Body})
			start = i + 1
		}
	}
	return out
}

func span(start, end int) extract.Span { return extract.Span{Start: start, End: end} }

func TestCut(t *testing.T) {
	tests := []struct {
		name string
		in   Ranges
		want []Segment // of all paragraphs
	}{
		{
			name: "nothing covered",
			in:   Ranges{Text: "知文\nab"},
			want: []Segment{
				{Span: span(0, 2), Text: "知文", Match: NoRange, Excluded: NoRange, Edit: NoRange, Flag: NoRange},
				{Span: span(3, 5), Text: "ab", Match: NoRange, Excluded: NoRange, Edit: NoRange, Flag: NoRange},
			},
		},
		{
			name: "the better of two overlapping sources, and where each begins and ends",
			in: Ranges{Text: "一二三四五六", Matches: []RankedMatch{
				{Span: span(0, 4), Rank: 1, Source: 8}, {Span: span(2, 6), Rank: 0, Source: 9},
			}},
			want: []Segment{
				{Span: span(0, 2), Text: "一二", Match: 0, Sources: 1, Begins: []int{0}, Excluded: NoRange, Edit: NoRange, Flag: NoRange},
				{
					Span:     span(2, 4),
					Text:     "三四",
					Match:    1,
					Sources:  2,
					Begins:   []int{1},
					Ends:     []int{0},
					Excluded: NoRange,
					Edit:     NoRange,
					Flag:     NoRange,
				},
				{Span: span(4, 6), Text: "五六", Match: 1, Sources: 1, Ends: []int{1}, Excluded: NoRange, Edit: NoRange, Flag: NoRange},
			},
		},
		{
			name: "a match over a paragraph's end",
			in:   Ranges{Text: "ab\ncd", Matches: []RankedMatch{{Span: span(1, 4)}}},
			want: []Segment{
				{Span: span(0, 1), Text: "a", Match: NoRange, Excluded: NoRange, Edit: NoRange, Flag: NoRange},
				{Span: span(1, 2), Text: "b", Match: 0, Sources: 1, Begins: []int{0}, Excluded: NoRange, Edit: NoRange, Flag: NoRange},
				{Span: span(3, 4), Text: "c", Match: 0, Sources: 1, Ends: []int{0}, Excluded: NoRange, Edit: NoRange, Flag: NoRange},
				{Span: span(4, 5), Text: "d", Match: NoRange, Excluded: NoRange, Edit: NoRange, Flag: NoRange},
			},
		},
		{
			name: "a match of nothing but a separator leaves no mark",
			in:   Ranges{Text: "ab\ncd", Matches: []RankedMatch{{Span: span(2, 3)}}},
			want: []Segment{
				{Span: span(0, 2), Text: "ab", Match: NoRange, Excluded: NoRange, Edit: NoRange, Flag: NoRange},
				{Span: span(3, 5), Text: "cd", Match: NoRange, Excluded: NoRange, Edit: NoRange, Flag: NoRange},
			},
		},
		{
			name: "excluded, edited, flagged, a new page, and ranges outside the text",
			in: Ranges{
				Text: "abcdef", Excluded: []extract.Span{span(4, 99)}, Edits: []extract.Span{span(1, 2)},
				Flags: []extract.Span{
					span(3, 3),
					span(6, 6),
					span(4, 5),
				}, Pages: []extract.Page{{Span: span(0, 2), Number: 1}, {Span: span(2, 6), Number: 2}},
				Matches: []RankedMatch{{Span: span(-5, 0)}, {Span: span(6, 12)}},
			},
			want: []Segment{
				{Span: span(0, 1), Text: "a", Match: NoRange, Excluded: NoRange, Edit: NoRange, Flag: NoRange, Page: 1},
				{Span: span(1, 2), Text: "b", Match: NoRange, Excluded: NoRange, Edit: 0, Flag: NoRange},
				{Span: span(2, 3), Text: "c", Match: NoRange, Excluded: NoRange, Edit: NoRange, Flag: NoRange, Page: 2},
				{Span: span(3, 4), Text: "d", Match: NoRange, Excluded: NoRange, Edit: NoRange, Flag: NoRange, Points: []int{0}},
				{Span: span(4, 5), Text: "e", Match: NoRange, Excluded: 0, Edit: NoRange, Flag: 2, Points: []int{2}},
				{Span: span(5, 6), Text: "f", Match: NoRange, Excluded: 0, Edit: NoRange, Flag: NoRange},
				{Span: span(6, 6), Match: NoRange, Excluded: NoRange, Edit: NoRange, Flag: NoRange, Points: []int{1}},
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.in.Paragraphs = paragraphsOf(tt.in.Text)
			var got []Segment
			for _, p := range Cut(tt.in) {
				got = append(got, p.Segments...)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Cut: -want +got\n%s", diff)
			}
		})
	}
}

// check compares Cut with what a look at every single character says.
func check(t *testing.T, in Ranges) {
	t.Helper()
	runes := []rune(in.Text)
	covers := func(s extract.Span, pos int) bool { return s.Start <= pos && pos < s.End }
	any := func(spans []extract.Span, pos int) bool {
		return slices.ContainsFunc(spans, func(s extract.Span) bool { return covers(s, pos) })
	}
	begins, ends := map[int]int{}, map[int]int{}
	for i, p := range Cut(in) {
		at := in.Paragraphs[i].Start
		var text strings.Builder
		for _, s := range p.Segments {
			if s.Start != at {
				t.Fatalf("segment %v does not follow on %d", s.Span, at)
			}
			at = s.End
			text.WriteString(s.Text)
			for _, m := range s.Begins {
				if _, twice := begins[m]; twice {
					t.Fatalf("match %d begins twice", m)
				}
				begins[m] = s.Start
			}
			for _, m := range s.Ends {
				ends[m] = s.End
			}
			for pos := s.Start; pos < s.End; pos++ {
				best, sources := NoRange, map[int]bool{}
				for m, match := range in.Matches {
					if !covers(match.Span, pos) {
						continue
					}
					sources[match.Source] = true
					if best == NoRange || match.Rank < in.Matches[best].Rank {
						best = m
					}
				}
				if s.Match != best || s.Sources != len(sources) {
					t.Fatalf("at %d: match %d of %d sources, want %d of %d", pos, s.Match, s.Sources, best, len(sources))
				}
				if got, want := s.Excluded != NoRange, any(in.Excluded, pos); got != want {
					t.Fatalf("at %d: excluded %t, want %t", pos, got, want)
				}
				if got, want := s.Edit != NoRange, any(in.Edits, pos); got != want {
					t.Fatalf("at %d: edited %t, want %t", pos, got, want)
				}
				if got, want := s.Flag != NoRange, any(in.Flags, pos); got != want {
					t.Fatalf("at %d: flagged %t, want %t", pos, got, want)
				}
			}
		}
		if at != in.Paragraphs[i].End && len(p.Segments) > 0 {
			t.Fatalf("paragraph %d ends at %d, its segments at %d", i, in.Paragraphs[i].End, at)
		}
		if want := string(runes[in.Paragraphs[i].Start:in.Paragraphs[i].End]); text.String() != want {
			t.Fatalf("paragraph %d: text %q, want %q", i, text.String(), want)
		}
	}
	for i, m := range in.Matches {
		visible := slices.ContainsFunc(in.Paragraphs, func(p extract.Paragraph) bool {
			return max(p.Start, m.Start) < min(p.End, m.End)
		})
		_, b := begins[i]
		_, e := ends[i]
		if b != visible || e != visible {
			t.Fatalf("match %d %v: begins %t and ends %t, want %t", i, m.Span, b, e, visible)
		}
	}
}

func randomInput(r *rand.Rand) Ranges {
	var text strings.Builder
	for range r.IntN(60) {
		text.WriteRune([]rune("知文ab\n😀")[r.IntN(6)])
	}
	n := len([]rune(text.String()))
	in := Ranges{Text: text.String(), Paragraphs: paragraphsOf(text.String())}
	one := func() extract.Span {
		start := r.IntN(n+4) - 2
		return span(start, start+r.IntN(12))
	}
	for range r.IntN(8) {
		in.Matches = append(in.Matches, RankedMatch{Span: one(), Rank: r.IntN(3), Source: r.IntN(3)})
	}
	for range r.IntN(3) {
		in.Excluded = append(in.Excluded, one())
		in.Edits = append(in.Edits, one())
		in.Flags = append(in.Flags, one())
	}
	return in
}

func TestCutAgreesWithEveryCharacter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		check(t, randomInput(r))
	}
}

func FuzzCut(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) { check(t, randomInput(rand.New(rand.NewPCG(a, b)))) })
}

// BenchmarkCut is a document of 300 pages with 2,000 overlapping matches.
func BenchmarkCut(b *testing.B) {
	text := strings.Repeat(strings.Repeat("申请书查重", 40)+"\n", 1200)
	in := Ranges{Text: text, Paragraphs: paragraphsOf(text)}
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 2000 {
		start := r.IntN(240000)
		in.Matches = append(in.Matches, RankedMatch{Span: span(start, start+60+r.IntN(900)), Rank: i % 300, Source: i % 300})
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Cut(in)
	}
}
