package database_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/library/database"
)

// Arguments are numbered in the order in which they came, whatever adds them.
func TestConditions(t *testing.T) {
	for _, test := range []struct {
		name     string
		isSQLite bool
		want     string
		args     []any
	}{
		{"postgres", false, ` WHERE a = $1 AND b AND (c < $2 OR d < $2) AND e = ANY($3::TEXT[]) AND f IN ($4, $5) AND g = ANY($6::BIGINT[]) AND h = ANY($7::BIGINT[]) LIMIT $8 OFFSET $9`,
			[]any{1, 2, []string{"x\uFFFD"}, "y", "z", []int64{3}, []int64{}, 10, 0}},
		{"sqlite", true, ` WHERE a = $1 AND b AND (c < $2 OR d < $2) AND e IN (SELECT value FROM json_each($3)) AND f IN ($4, $5)` +
			` AND g IN (SELECT value FROM json_each($6)) AND h IN (SELECT value FROM json_each($7)) LIMIT $8 OFFSET $9`,
			[]any{1, 2, "[\"x\uFFFD\"]", "y", "z", "[3]", "[]", 10, 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := &database.Conditions{IsSQLite: test.isSQLite}
			c.Add(`a = $%d`, 1)
			c.Is(`b`)
			c.Add(`(c < $%[1]d OR d < $%[1]d)`, 2)
			database.Among(c, "e", []string{"x\xff"})
			database.AmongFew(c, "f", []string{"y", "z"})
			database.AmongNumbers(c, "g", []int{3})
			c.IDs("h", []int64{}) // chooses nothing
			got := c.Where()
			got += c.Limit(10, -1)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(test.args, c.Args); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What is not chosen is no condition, and no limit is no clause.
func TestNoConditions(t *testing.T) {
	c := &database.Conditions{}
	database.Among[string](c, "a", nil)
	database.AmongFew(c, "a", []string{})
	database.AmongNumbers(c, "a", nil)
	c.IDs("a", nil)
	if got := c.Where() + c.Limit(0, 0); got != "" || len(c.Args) != 0 {
		t.Errorf("%q with %v", got, c.Args)
	}
	if got := c.Limit(0, 5); got != ` LIMIT $1 OFFSET $2` || c.Args[1] != 5 {
		t.Errorf("an offset without a limit: %q with %v", got, c.Args)
	}
}
