package database

import (
	"encoding/json"
	"fmt"
	"strings"

	"zhiwen/internal/each"
)

// Conditions are those of a statement, with its arguments.
type Conditions struct {
	IsSQLite bool
	All      []string
	Args     []any
}

// Add adds a condition; %d, or %[1]d where it stands twice, is the number of its argument.
func (c *Conditions) Add(condition string, arg any) {
	c.Args = append(c.Args, arg)
	c.All = append(c.All, fmt.Sprintf(condition, len(c.Args)))
}

// Is adds a condition without an argument.
func (c *Conditions) Is(condition string) { c.All = append(c.All, condition) }

// Contains adds that an expression, in lower case, has a text in it, whatever its case; "" is no condition.
func (c *Conditions) Contains(expression, text string) {
	if text == "" {
		return
	}
	position := `strpos`
	if c.IsSQLite {
		position = `instr`
	}
	c.Add(position+`(lower(`+expression+`), $%d) > 0`, strings.ToLower(Storable(text)))
}

// IDs adds that a column is one of some ids; nil is no condition, an empty list chooses
// nothing.
func (c *Conditions) IDs(column string, ids []int64) {
	if ids != nil {
		c.Add(OneOf(c.IsSQLite, column), IDParameter(c.IsSQLite, ids))
	}
}

// Where returns all conditions as a clause, "" for none.
func (c *Conditions) Where() string {
	if len(c.All) == 0 {
		return ""
	}
	return ` WHERE ` + strings.Join(c.All, ` AND `)
}

// Limit returns the clause of a limit and an offset, which become arguments; limit 0 is none.
func (c *Conditions) Limit(limit, offset int) string {
	if limit <= 0 && offset > 0 {
		limit = 1<<31 - 1 // SQLite has no OFFSET without LIMIT
	}
	if limit <= 0 {
		return ""
	}
	c.Args = append(c.Args, limit, max(offset, 0))
	return fmt.Sprintf(` LIMIT $%d OFFSET $%d`, len(c.Args)-1, len(c.Args))
}

// Among adds that a column of texts is one of some, which may be many; none is no
// condition.
func Among[T ~string](c *Conditions, column string, values []T) {
	if len(values) == 0 {
		return
	}
	texts := each.Of(values, func(v T) string { return Storable(string(v)) })
	if !c.IsSQLite {
		c.Add(column+` = ANY($%d::TEXT[])`, texts)
		return
	}
	list, _ := json.Marshal(texts) // cannot fail
	c.Add(column+` IN (SELECT value FROM json_each($%d))`, string(list))
}

// AmongFew is Among for a few values, each an argument of its own: then an index can also provide
// the order of the rows.
func AmongFew[T ~string](c *Conditions, column string, values []T) {
	if len(values) == 0 {
		return
	}
	places := make([]string, len(values))
	for i, v := range values {
		c.Args = append(c.Args, Storable(string(v)))
		places[i] = fmt.Sprintf(`$%d`, len(c.Args))
	}
	c.Is(column + ` IN (` + strings.Join(places, `, `) + `)`)
}

// AmongNumbers adds that a column of numbers is one of some; none is no condition.
func AmongNumbers(c *Conditions, column string, values []int) {
	if len(values) == 0 {
		return
	}
	numbers := each.Of(values, func(v int) int64 { return int64(v) })
	c.IDs(column, numbers)
}
