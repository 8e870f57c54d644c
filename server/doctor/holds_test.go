package doctor

import (
	"regexp"
	"slices"
	"testing"

	"zhiwen"
)

// Of each table that there is it is known what it holds.
func TestHolds(t *testing.T) {
	tables := regexp.MustCompile(`(?m)^CREATE TABLE (\w+)`).FindAllStringSubmatch(zhiwen.Schema, -1)
	if len(tables) < 40 {
		t.Fatalf("%d tables", len(tables))
	}
	for _, table := range append(tables, []string{"", "river_job"}) {
		if holds := Holds(table[1]); !slices.Contains(Holdings, holds) {
			t.Errorf("table %s: not known what it holds", table[1])
		}
	}
}
