package assess

import "testing"

func TestCacheKeepsTheLast(t *testing.T) {
	var c cache
	for i := range int64(cacheSize + 3) {
		c.put(decoded{check: i})
		c.get(0) // is always in use
	}
	if _, ok := c.get(0); !ok {
		t.Error("what was in use has gone")
	}
	if _, ok := c.get(1); ok || len(c.entries) != cacheSize {
		t.Errorf("%d entries, the oldest among them: %t", len(c.entries), ok)
	}
}
