package doc

import "testing"

func TestOldLevelThatGoesOn(t *testing.T) {
	for _, c := range []struct {
		flags, limit byte
		want         int
	}{{0, 0, 0}, {8, 0, 3}, {8, 2, 1}, {8, 9, 0}} {
		raw := make([]byte, listEntry+2)
		raw[5], raw[26] = c.flags, c.limit
		l, ok := (&levelReader{raw: raw}).next(3)
		if !ok || l.Keeps != c.want {
			t.Errorf("flags %d, limit %d: keeps %d (%v), want %d", c.flags, c.limit, l.Keeps, ok, c.want)
		}
	}
}
