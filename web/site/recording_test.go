package site

import (
	"testing"
	"time"

	"zhiwen/checker/audit"
)

// Who looks at a page again and again is recorded once for a while.
func TestRecentViews(t *testing.T) {
	var v recentViews
	by, now := audit.Actor{Name: "王"}, time.Unix(1_800_000_000, 0)
	for i, tc := range []struct {
		by   audit.Actor
		path string
		now  time.Time
		want bool
	}{
		{by, "/checks/1", now, false},
		{by, "/checks/1", now.Add(time.Minute), true},
		{by, "/checks/2", now.Add(time.Minute), false},
		{audit.Actor{Name: "李"}, "/checks/1", now.Add(time.Minute), false},
		{by, "/checks/1", now.Add(viewAgain), false},
	} {
		if got := v.again(tc.by, tc.path, tc.now); got != tc.want {
			t.Errorf("%d: %v", i, got)
		}
	}
}
