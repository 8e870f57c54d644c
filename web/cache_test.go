package web

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

// What one reader chooses does not reach the next.
func TestCacheIsNotChanged(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	h := s.handler()
	before := text(get(t, h, "/checks/1").page)
	get(t, h, "/checks/1?exclude=none&kind=near&length=50&share=3")
	if after := text(get(t, h, "/checks/1").page); after != before {
		t.Error("the page has changed")
	}
}
