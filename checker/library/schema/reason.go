package schema

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library/database"
)

// excludeMore adds the reasons that came with version 9 to the lists of reasons that were set
// before: prompts that other applications told were the form's, and headers and footers took
// no part. A list in which nothing is left out stays empty.
func excludeMore(ctx context.Context, tx *database.Tx) error {
	for _, stored := range []struct{ table, column, where string }{
		{"setting_changes", "value", "name = 'counting' AND id = (SELECT max(id) FROM setting_changes WHERE name = 'counting')"},
		{"calls", "settings", "settings <> ''"},
	} {
		type setting struct {
			id    int64
			value string
		}
		all, err := database.List(ctx, tx.Conn, func(row pgx.Row) (s setting, err error) { return s, row.Scan(&s.id, &s.value) },
			fmt.Sprintf(`SELECT id, %s FROM %s WHERE %s`, stored.column, stored.table, stored.where))
		if err != nil {
			return fmt.Errorf("reasons of %s: %w", stored.table, err)
		}
		for _, s := range all {
			value, changed, err := withMore(s.value)
			if err == nil && changed {
				_, err = tx.Exec(ctx, fmt.Sprintf(`UPDATE %s SET %s = $2 WHERE id = $1`, stored.table, stored.column), s.id, value)
			}
			if err != nil {
				return fmt.Errorf("reasons of row %d of %s: %w", s.id, stored.table, err)
			}
		}
	}
	return nil
}

// withMore returns settings, as JSON, whose list of reasons has the ones of version 9.
func withMore(value string) (more string, changed bool, err error) {
	if value == "" {
		return value, false, nil
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(value), &all); err != nil {
		return "", false, err
	}
	var reasons []evidence.Reason
	if list, ok := all["exclude"]; !ok {
		return value, false, nil
	} else if err := json.Unmarshal(list, &reasons); err != nil {
		return "", false, err
	}
	if len(reasons) == 0 {
		return value, false, nil
	}
	if slices.Contains(reasons, evidence.ReasonForm) {
		reasons = append(reasons, evidence.ReasonLearned)
	}
	reasons = append(reasons, evidence.ReasonRunning)
	if all["exclude"], err = json.Marshal(reasons); err != nil {
		return "", false, err
	}
	out, err := json.Marshal(all)
	return string(out), true, err
}
