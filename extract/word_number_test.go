package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A level that is skipped counts as begun, and a list that says where it
// starts does so with the next of its paragraphs, of whatever level.
func TestNumbering(t *testing.T) {
	levels := map[int]numberLevel{0: {text: "%1", start: 1, format: "decimal"}, 1: {text: "%1.%2", start: 1, format: "decimal"}, 2: {text: "%1.%2.%3", start: 1, format: "decimal"}}
	n := newNumbering()
	n.abstract["a"] = levels
	n.num["1"], n.num["2"] = "a", "a"
	n.override["2"] = map[int]int{0: 5, 1: 3}
	var got []string
	for _, p := range []struct {
		list  string
		level int
	}{{"1", 1}, {"1", 0}, {"1", 2}, {"1", 1}, {"2", 1}, {"2", 0}, {"2", 1}, {"1", 1}} {
		got = append(got, n.next(p.list, p.level))
	}
	if diff := cmp.Diff([]string{"1.1 ", "2 ", "2.1.1 ", "2.2 ", "5.3 ", "6 ", "6.3 ", "6.4 "}, got); diff != "" {
		t.Errorf("numbers (-want +got):\n%s", diff)
	}
}

// A level may go on counting behind some of the levels above it.
func TestNumberingThatGoesOn(t *testing.T) {
	n := newNumbering()
	n.num["1"] = "a"
	n.abstract["a"] = map[int]numberLevel{
		0: {text: "%1", start: 1, format: "chineseCounting"}, 1: {text: "%2", start: 1, format: "decimal", keeps: 1}, 2: {text: "%1-%2-%3", start: 1, format: "lowerLetter", keeps: 1, legal: true},
	}
	var got []string
	for _, level := range []int{0, 1, 2, 1, 2, 0, 1, 2} {
		got = append(got, n.next("1", level))
	}
	if diff := cmp.Diff([]string{"一 ", "1 ", "1-1-1 ", "2 ", "1-2-2 ", "二 ", "3 ", "2-3-1 "}, got); diff != "" {
		t.Errorf("numbers (-want +got):\n%s", diff)
	}
}

func TestBullets(t *testing.T) {
	for text, want := range map[string]string{"": "", "\uF06C": "• ", "-": "• ", "o": "• ", "注：": "注： "} {
		if got := (numberLevel{text: text}).bullet(0); got != want {
			t.Errorf("bullet %q: got %q, want %q", text, got, want)
		}
	}
	if got := (numberLevel{text: "\uF0A7"}).bullet(4); got != "◦ " {
		t.Errorf("level 4: got %q", got)
	}
}

func TestOldLevelThatGoesOn(t *testing.T) {
	for _, c := range []struct {
		flags, limit byte
		want         int
	}{{0, 0, 0}, {8, 0, 3}, {8, 2, 1}, {8, 9, 0}} {
		raw := make([]byte, listEntry+2)
		raw[5], raw[26] = c.flags, c.limit
		l, ok := (&levelReader{raw: raw}).next(3)
		if !ok || l.keeps != c.want {
			t.Errorf("flags %d, limit %d: keeps %d (%v), want %d", c.flags, c.limit, l.keeps, ok, c.want)
		}
	}
}
