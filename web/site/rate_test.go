package site

import (
	"testing"
	"time"
)

// A minute's worth comes at once, then as much as the rate has, each name by itself; who is
// refused is told how long to wait, and it is enough.
func TestRate(t *testing.T) {
	now := time.Unix(0, 0)
	l := newLimiters(func() time.Time { return now })
	for i := range 60 {
		if wait := l.take("a", 60, 1); wait > 0 {
			t.Fatalf("request %d waits %v", i, wait)
		}
	}
	wait := l.take("a", 60, 1)
	if wait <= 0 || wait > time.Second {
		t.Errorf("one too many waits %v", wait)
	}
	if l.take("b", 60, 1) > 0 {
		t.Error("another waits too")
	}
	if costly := l.take("a", 60, 10); costly < 9*time.Second {
		t.Errorf("what counts as ten waits %v", costly)
	}
	now = now.Add(wait)
	if again := l.take("a", 60, 1); again > 0 {
		t.Errorf("after its wait it waits %v", again)
	}
	if l.take("c", 5, 10) > 0 {
		t.Error("what counts for more than a minute's worth is never answered")
	}
}

// However many ask, what is remembered has a bound.
func TestRatesAreForgotten(t *testing.T) {
	now := time.Unix(0, 0)
	l := newLimiters(func() time.Time { return now })
	for i := range 3 * maxRated {
		l.take(string(rune('a'+i%26))+time.Duration(i).String(), 60, 1)
		now = now.Add(time.Millisecond)
		if len(l.all) > maxRated {
			t.Fatalf("%d are remembered", len(l.all))
		}
	}
}

func TestNetwork(t *testing.T) {
	for address, want := range map[string]string{"10.0.0.1": "10.0.0.1", "::ffff:10.0.0.1": "::ffff:10.0.0.1", "2001:db8:1:2:3::4": "2001:db8:1:2::/64", "": ""} {
		if got := network(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}
