package search

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text/word"
)

// A run without a blank becomes terms of bounded length that follow one another and together are
// the run; words are looked for in a bounded piece at a time.
func TestLongRuns(t *testing.T) {
	for _, tt := range []struct {
		name, run string
		terms     int
	}{
		{"as long as may be", strings.Repeat("a", maxTerm), 1},
		{"one more", strings.Repeat("a", maxTerm+1), 2},
		{"of several bytes", strings.Repeat("ы", 10*maxTerm), 10},
		{"marks alone", strings.Repeat("\u0301", 3*maxTerm), 3},
		{"digits", strings.Repeat("0123456789", 40*maxTerm), 400},
		{"Chinese", strings.Repeat("字", 3*maxHan), 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			whole := func(s string) []word.Word {
				if n := utf8.RuneCountInString(s); n > maxHan {
					t.Errorf("words are looked for in %d characters", n)
				}
				return []word.Word{{Start: 0, End: len(s)}}
			}
			tokens := tokenizer{han: whole}.Tokenize([]byte("x " + tt.run))[1:]
			if len(tokens) != tt.terms {
				t.Fatalf("%d terms, want %d", len(tokens), tt.terms)
			}
			var all strings.Builder
			for i, token := range tokens {
				if i > 0 && (token.Start != tokens[i-1].End || token.Position <= tokens[i-1].Position) {
					t.Errorf("the term %d stands at %d, position %d", i, token.Start, token.Position)
				}
				all.Write(token.Term)
			}
			if all.String() != tt.run {
				t.Error("the terms are not the run")
			}
		})
	}
}

// What stands as one long run is found by all of it.
func TestFindLongRun(t *testing.T) {
	s := newShelf(t)
	for id, run := range []string{strings.Repeat("acgt", maxTerm), numbers(1000), strings.Repeat("a", maxTerm)} {
		s.put(t, int64(id+1), evidence.Identity{Title: "序列"}, "序列 "+run+"。")
		found, err := s.Search(t.Context(), Query{Text: run, Limit: 10})
		if err != nil || len(ids(found)) != 1 {
			t.Errorf("%.20s: %v, %v", run, ids(found), err)
		}
	}
}

func numbers(to int) string {
	var b strings.Builder
	for i := range to {
		b.WriteString(strconv.Itoa(i))
	}
	return b.String()
}

// Of a text as much is in the index as may be, to the character.
func TestBegin(t *testing.T) {
	for _, tt := range []struct{ more, want int }{{0, MaxText}, {1, MaxText}, {-1, MaxText - 1}} {
		text := strings.Repeat("字", MaxText+tt.more)
		part, n := begin(text)
		if n != tt.want || part != text[:tt.want*len("字")] {
			t.Errorf("of %d characters %d are in the index", MaxText+tt.more, n)
		}
	}
}
