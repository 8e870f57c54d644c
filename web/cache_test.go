package web

import "testing"

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
