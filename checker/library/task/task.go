// Package task is the SQL of tasks, the bulk actions to many applications that are done beside
// requests: the tables tasks and task_items.
//
// In go tasks with their applications, and what became of each; out come records, and the
// applications that are next. It does nothing to applications, and does not know what a
// bulk action is.
package task

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// Reader reads tasks.
type Reader struct{ conn database.Conn }

// NewReader returns a Reader of a database or a transaction.
func NewReader(c database.Conn) Reader { return Reader{c} }

// Store changes tasks. It is safe for concurrent use.
type Store struct{ trail *trail.Store }

// New returns the Store of the database of a record.
func New(record *trail.Store) *Store { return &Store{record} }

// transaction is a transaction with the reads of Reader as of now.
type transaction struct {
	*trail.Tx
	Reader
}

func (s *Store) inTx(ctx context.Context, do func(*transaction) error) error {
	return s.trail.InTx(ctx, func(tx *trail.Tx) error { return do(&transaction{tx, NewReader(tx.Conn)}) })
}

// CreateTask stores a task that runs, with its applications, and returns its id.
func (s *Store) CreateTask(ctx context.Context, t record.Task, items []record.TaskItem) (id int64, err error) {
	choice, err := json.Marshal(t.Choice)
	if err != nil {
		return 0, fmt.Errorf("store task: %w", err)
	}
	actor, err := json.Marshal(t.Actor)
	if err != nil {
		return 0, fmt.Errorf("store task: %w", err)
	}
	err = s.inTx(ctx, func(tx *transaction) error {
		err := tx.QueryRow(ctx, `INSERT INTO tasks (deed, call_id, choice, actor, place, state, bytes, created_by, created_at, ended_at)
			VALUES ($1, $2, $3, $4, $5, 'running', 0, $6, $7, NULL) RETURNING id`,
			string(t.BulkAction), t.Call, database.Storable(string(choice)), database.Storable(string(actor)), database.Storable(t.Place),
			database.Storable(t.By), database.Now()).Scan(&id)
		if err != nil {
			return err
		}
		for _, i := range items {
			if _, err := tx.Exec(ctx, `INSERT INTO task_items (task_id, ordinal, doc_id, check_id, name, fate, reason)
				VALUES ($1, $2, $3, $4, $5, $6, $7)`,
				id, i.Ordinal, i.Document, i.Check, database.Storable(i.Name), string(i.Outcome), i.Reason); err != nil {
				return err
			}
		}
		a := trail.Counted(audit.Add, audit.SubjectTask, id, len(items))
		a.Detail["what"] = string(t.BulkAction)
		tx.Record(a)
		return nil
	})
	return id, wrap.Error(err, "store task")
}

const taskColumns = `id, deed, call_id, choice, actor, place, state, bytes, created_by, created_at, ended_at`

func scanTask(row pgx.Row) (t record.Task, err error) {
	var choice, actor string
	var ended *time.Time
	if err := row.Scan(&t.ID, &t.BulkAction, &t.Call, &choice, &actor, &t.Place, &t.State, &t.Bytes, &t.By, &t.CreatedAt,
		&ended); err != nil {
		return t, database.NotFound(err)
	}
	t.CreatedAt = t.CreatedAt.UTC()
	if ended != nil {
		t.EndedAt = ended.UTC()
	}
	return t, errors.Join(
		database.Decode(record.StoredTask, t.ID, choice, &t.Choice),
		database.Decode(record.StoredTask, t.ID, actor, &t.Actor),
	)
}

// Task returns a task, or ErrNotFound.
func (r Reader) Task(ctx context.Context, id int64) (record.Task, error) {
	t, err := scanTask(r.conn.QueryRow(ctx, `SELECT `+taskColumns+` FROM tasks WHERE id = $1`, id))
	if err = record.LeaveOut(ctx, err); err == nil {
		err = r.countTask(ctx, &t)
	}
	if one := []record.Task{t}; err == nil {
		err = r.markUndone(ctx, one)
		t = one[0]
	}
	return t, wrap.Error(err, "task %d", id)
}

// Tasks returns tasks, newest first; limit 0 is no limit.
func (r Reader) Tasks(ctx context.Context, limit, offset int) ([]record.Task, error) {
	var c database.Conditions
	clause := c.Limit(limit, offset)
	return r.tasks(ctx, ` ORDER BY id DESC`+clause, c.Args...)
}

// TasksAt returns the tasks of a server in a state, oldest first.
func (r Reader) TasksAt(ctx context.Context, place string, state record.TaskState) ([]record.Task, error) {
	return r.tasks(ctx, ` WHERE place = $1 AND state = $2 ORDER BY id`, place, string(state))
}

func (r Reader) tasks(ctx context.Context, rest string, args ...any) ([]record.Task, error) {
	tasks, err := database.List(ctx, r.conn, scanTask, `SELECT `+taskColumns+` FROM tasks`+rest, args...)
	for i := range tasks {
		if err == nil {
			err = r.countTask(ctx, &tasks[i])
		}
	}
	if err == nil {
		err = r.markUndone(ctx, tasks)
	}
	return tasks, wrap.Error(err, "list tasks")
}

// markUndone fills in which tasks undo what others did.
func (r Reader) markUndone(ctx context.Context, tasks []record.Task) error {
	of := map[int64]*record.Task{}
	oldest := int64(math.MaxInt64)
	for i := range tasks {
		if t := &tasks[i]; t.BulkAction.CanUndo() {
			of[t.ID] = t
			oldest = min(oldest, t.ID)
		}
	}
	if len(of) == 0 {
		return nil
	}
	undoing, err := database.List(record.LeavingOut(ctx), r.conn, scanTask, `SELECT `+taskColumns+` FROM tasks
		WHERE deed = $1 AND id > $2 ORDER BY id`, string(record.BulkUndo), oldest)
	if err != nil {
		return fmt.Errorf("tasks that undo others: %w", err)
	}
	for _, u := range undoing {
		if t := of[u.Choice.Undoes]; t != nil {
			t.UndoneBy = u.ID
		}
	}
	return nil
}

// countTask fills in how many applications a task has, by outcome.
func (r Reader) countTask(ctx context.Context, t *record.Task) (err error) {
	t.Outcomes, t.Total, err = database.CountBy[record.TaskOutcome](ctx, r.conn,
		`SELECT fate, count(*) FROM task_items WHERE task_id = $1 GROUP BY fate`, t.ID)
	return err
}

// TaskItems returns applications of a task in their order: those with one of the outcomes, or
// all where there is none; limit 0 is no limit.
func (r Reader) TaskItems(ctx context.Context, id int64, outcomes []record.TaskOutcome, limit, offset int) ([]record.TaskItem, error) {
	c := &database.Conditions{IsSQLite: r.conn.IsSQLite}
	c.Add(`task_id = $%d`, id)
	database.AmongFew(c, `fate`, outcomes)
	clause := c.Limit(limit, offset)
	items, err := database.List(ctx, r.conn, func(row pgx.Row) (i record.TaskItem, err error) {
		return i, row.Scan(&i.Ordinal, &i.Document, &i.Check, &i.Name, &i.Outcome, &i.Reason)
	}, `SELECT ordinal, doc_id, check_id, name, fate, reason FROM task_items`+c.Where()+` ORDER BY ordinal`+clause, c.Args...)
	return items, wrap.Error(err, "applications of task %d", id)
}

// BeginItems returns the next applications of a task, most at the most, and notes that they
// are begun. Those that were begun before come first, and say so. The error is
// record.ErrFinal where the task has ended.
func (s *Store) BeginItems(ctx context.Context, id int64, most int) (items []record.TaskItem, err error) {
	err = s.inTx(ctx, func(tx *transaction) (err error) {
		// Locked, so that it does not end meanwhile.
		if err := tx.LockRow(ctx, `tasks WHERE id = $1 AND state = 'running'`, id); err != nil {
			return record.ErrFinal
		}
		if items, err = tx.TaskItems(ctx, id, []record.TaskOutcome{record.TaskBegun}, most, 0); err != nil {
			return err
		}
		for i := range items {
			items[i].Again = true
		}
		if len(items) > 0 {
			return nil
		}
		if items, err = tx.TaskItems(ctx, id, []record.TaskOutcome{record.TaskWaiting}, most, 0); err != nil || len(items) == 0 {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE task_items SET fate = 'begun' WHERE task_id = $1 AND fate = 'waiting' AND ordinal <= $2`, id,
			items[len(items)-1].Ordinal)
		return err
	})
	return items, wrap.Error(err, "go on with task %d", id)
}

// SettleItems stores the outcomes of started applications. It clears the names of deleted ones.
func (s *Store) SettleItems(ctx context.Context, id int64, items []record.TaskItem) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		for _, i := range items {
			if _, err := tx.Exec(ctx, `UPDATE task_items SET fate = $3, reason = $4, name = $5 WHERE task_id = $1 AND ordinal = $2
				AND fate = 'begun'`,
				id, i.Ordinal, string(i.Outcome), i.Reason, database.Storable(i.Name)); err != nil {
				return err
			}
		}
		return nil
	})
	return wrap.Error(err, "note what became of applications of task %d", id)
}

// EndTask ends a task that runs, with the size of the file that it has made; applications
// that still wait are gone. The error is record.ErrFinal where it has ended.
func (s *Store) EndTask(ctx context.Context, id int64, state record.TaskState, bytes int64) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		if err := tx.UpdateRow(ctx, `UPDATE tasks SET state = $2, bytes = $3, ended_at = $4 WHERE id = $1 AND state = 'running'`, id,
			string(state), bytes, database.Now()); err != nil {
			return record.ErrFinal
		}
		tx.Record(audit.Act{Action: audit.End, Subject: audit.SubjectTask, ID: id, Detail: map[string]string{"state": string(state)}})
		_, err := tx.Exec(ctx, `UPDATE task_items SET fate = 'gone' WHERE task_id = $1 AND fate = 'waiting'`, id)
		return err
	})
	return wrap.Error(err, "end task %d", id)
}

// StaleTasks returns the tasks of a server whose file is to go: it was made before a time, or
// a document in it was deleted since.
func (r Reader) StaleTasks(ctx context.Context, place string, before time.Time) ([]int64, error) {
	ids, err := r.conn.IDs(ctx, `SELECT t.id FROM tasks t WHERE t.place = $1 AND t.bytes > 0 AND (t.ended_at < $2 OR EXISTS (
		SELECT 1 FROM task_items i WHERE i.task_id = t.id AND i.fate IN ('done', 'failed') AND NOT EXISTS (SELECT 1 FROM documents d
			WHERE d.id = i.doc_id))) ORDER BY t.id`,
		place, before)
	return ids, wrap.Error(err, "look for files that are to go")
}

// DropFile records that the file of a task is gone.
func (s *Store) DropFile(ctx context.Context, id int64) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		detail := map[string]string{"what": string(record.BulkPapers)}
		tx.Record(audit.Act{Action: audit.Delete, Subject: audit.SubjectTask, ID: id, Detail: detail})
		return tx.UpdateRow(ctx, `UPDATE tasks SET bytes = 0 WHERE id = $1`, id)
	})
	return wrap.Error(err, "drop the file of task %d", id)
}

// ForgetTasks forgets the tasks that ended before a time, with the names in them.
func (s *Store) ForgetTasks(ctx context.Context, before time.Time) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		const old = `state <> 'running' AND bytes = 0 AND ended_at < $1`
		if _, err := tx.Exec(ctx, `DELETE FROM task_items WHERE task_id IN (SELECT id FROM tasks WHERE `+old+`)`, before); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM tasks WHERE `+old, before)
		return err
	})
	return wrap.Error(err, "forget tasks")
}
