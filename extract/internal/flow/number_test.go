package flow

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A level that is skipped counts as begun, and a list that says where it
// starts does so with the next of its paragraphs, of whatever level.
func TestNumbering(t *testing.T) {
	levels := map[int]Level{0: {Text: "%1", Start: 1, Format: "decimal"}, 1: {Text: "%1.%2", Start: 1, Format: "decimal"}, 2: {Text: "%1.%2.%3", Start: 1, Format: "decimal"}}
	n := NewNumbering()
	n.Abstract["a"] = levels
	n.Num["1"], n.Num["2"] = "a", "a"
	n.Override["2"] = map[int]int{0: 5, 1: 3}
	var got []string
	for _, p := range []struct {
		list  string
		level int
	}{{"1", 1}, {"1", 0}, {"1", 2}, {"1", 1}, {"2", 1}, {"2", 0}, {"2", 1}, {"1", 1}} {
		got = append(got, n.Next(p.list, p.level))
	}
	if diff := cmp.Diff([]string{"1.1 ", "2 ", "2.1.1 ", "2.2 ", "5.3 ", "6 ", "6.3 ", "6.4 "}, got); diff != "" {
		t.Errorf("numbers (-want +got):\n%s", diff)
	}
}

// A level may go on counting behind some of the levels above it.
func TestNumberingThatGoesOn(t *testing.T) {
	n := NewNumbering()
	n.Num["1"] = "a"
	n.Abstract["a"] = map[int]Level{
		0: {Text: "%1", Start: 1, Format: "chineseCounting"}, 1: {Text: "%2", Start: 1, Format: "decimal", Keeps: 1}, 2: {Text: "%1-%2-%3", Start: 1, Format: "lowerLetter", Keeps: 1, Legal: true},
	}
	var got []string
	for _, level := range []int{0, 1, 2, 1, 2, 0, 1, 2} {
		got = append(got, n.Next("1", level))
	}
	if diff := cmp.Diff([]string{"一 ", "1 ", "1-1-1 ", "2 ", "1-2-2 ", "二 ", "3 ", "2-3-1 "}, got); diff != "" {
		t.Errorf("numbers (-want +got):\n%s", diff)
	}
}

func TestBullets(t *testing.T) {
	for text, want := range map[string]string{"": "", "\uF06C": "• ", "-": "• ", "o": "• ", "注：": "注： "} {
		if got := (Level{Text: text}).bullet(0); got != want {
			t.Errorf("bullet %q: got %q, want %q", text, got, want)
		}
	}
	if got := (Level{Text: "\uF0A7"}).bullet(4); got != "◦ " {
		t.Errorf("level 4: got %q", got)
	}
}
