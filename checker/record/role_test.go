package record_test

import (
	"testing"
	"time"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/record"
)

func TestRolesChanged(t *testing.T) {
	at := func(hour int) time.Time { return time.Date(2026, 5, 1, hour, 0, 0, 0, time.UTC) }
	entry := exclude.Entry{Name: "method", Headings: []string{"实施路径"}, Programme: "重点"}
	here := []evidence.Identity{{Programme: "面上项目"}, {Programme: "重点项目"}}
	for _, test := range []struct {
		name    string
		entry   record.RoleEntry
		here    []evidence.Identity
		changed bool
	}{
		{"held then and now", record.RoleEntry{AddedAt: at(1)}, here, false},
		{"gone before", record.RoleEntry{AddedAt: at(1), EndedAt: at(2)}, here, false},
		{"added since", record.RoleEntry{AddedAt: at(4)}, here, true},
		{"ended since", record.RoleEntry{AddedAt: at(1), EndedAt: at(4)}, here, true},
		{"came and went since", record.RoleEntry{AddedAt: at(4), EndedAt: at(5)}, here, false},
		{"added since, of another programme", record.RoleEntry{AddedAt: at(4)}, here[:1], false},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.entry.Entry = entry
			if got := record.RolesChanged([]record.RoleEntry{test.entry}, at(3), test.here); got != test.changed {
				t.Errorf("got %v", got)
			}
		})
	}
}
