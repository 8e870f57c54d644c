package desk

import (
	"context"
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/task"
)

// untouched reports whether an application is still as a task has left it, and how many decisions there are about it: with
// its verdict, nobody has checked it again, nor decided anything about it since; with its reviewer, nobody has given it to
// another or given an opinion; in the library, no check has found text of it there and nobody has put it into a collection.
func (s *pages) untouched(ctx context.Context, t record.Task, i record.TaskItem) (seen int, ok bool, err error) {
	w, err := s.workItem(ctx, i.Document)
	if errors.Is(err, record.ErrNotFound) {
		return 0, false, nil
	}
	if err != nil || w.Shown != i.Check {
		return 0, false, err
	}
	switch t.BulkAction {
	case record.BulkEnter:
		ok, err = s.Store.UntouchedInLibrary(ctx, i.Document)
		return 0, ok, err
	case record.BulkAssign:
		has, err := s.Store.Assigned(ctx, t.Choice.Account, i.Document)
		return 0, has && w.Opinions == 0 && w.Verdict == evidence.Withdrawn, err
	}
	steps, err := s.Store.Decisions(ctx, w.Shown)
	if err != nil || len(steps) == 0 {
		return 0, false, err
	}
	last := steps[len(steps)-1]
	return len(steps), last.Subject == evidence.SubjectCheck && last.Verdict == evidence.NoConcern && last.Reviewer == t.Choice.Name &&
		last.Comment == t.Choice.Remark && !last.At.Before(t.CreatedAt), nil
}

// undoOne takes back what a task did to one application.
func (s *pages) undoOne(ctx context.Context, t record.Task, i record.TaskItem, _ string) error {
	of, err := s.Store.Task(ctx, t.Choice.Undoes)
	if err != nil {
		return err
	}
	seen, ok, err := s.untouched(ctx, of, i)
	if err != nil {
		return err
	}
	if !ok {
		if i.Again {
			return nil // it was taken back before a server stopped
		}
		return task.Left(record.LeftContinued)
	}
	switch of.BulkAction {
	case record.BulkEnter:
		return s.Jobs.LeaveLibrary(ctx, i.Document)
	case record.BulkAssign:
		return s.Store.Unassign(ctx, of.Choice.Account, i.Document)
	}
	return s.Store.Decide(ctx, i.Check, evidence.Decision{Subject: evidence.SubjectCheck, Reviewer: t.Choice.Name}, seen)
}

// undo takes back what a task did, all of it or nothing: the error wraps record.ErrContinued where somebody has gone on
// from what it did to one of its applications.
func (s *pages) undo(c *gin.Context, id int64) (record.Task, error) {
	ctx := c.Request.Context()
	t, err := s.Store.Task(ctx, id)
	if err == nil {
		err = s.mayDo(c, t.BulkAction)
	}
	if err != nil {
		return t, err
	}
	if t.UndoneBy != 0 {
		return t, record.ErrContinued
	}
	if !t.Undoable() {
		return t, record.ErrFinal
	}
	items, err := s.Store.TaskItems(ctx, id, []record.TaskOutcome{record.TaskDid}, 0, 0)
	if err != nil {
		return t, err
	}
	for n, i := range items {
		_, ok, err := s.untouched(ctx, t, i)
		if err != nil {
			return t, err
		}
		if !ok {
			return t, record.ErrContinued
		}
		items[n].Ordinal, items[n].Outcome, items[n].Reason = n+1, record.TaskWaiting, ""
	}
	choice := record.TaskChoice{Undoes: id, Name: s.Signing(c), Language: s.Language(c).Code}
	if choice.Name == "" {
		choice.Name = t.Choice.Name // where there are no accounts and no name is known, it is theirs that stands there
	}
	return s.Tasks.Add(ctx, record.Task{BulkAction: record.BulkUndo, Call: t.Call, Choice: choice, By: s.Signing(c)}, items,
		len(items) <= atOnce)
}

// undoTask takes back what a task did, and leads back.
func (s *pages) undoTask(c *gin.Context, id int64) error {
	t, err := s.undo(c, id)
	if err != nil {
		return err
	}
	to := taskPath(t.ID)
	if from := c.PostForm("list"); from != "" && t.State != record.TaskRunning {
		x, err := s.readSelection(c, map[string][]string{"of": {from}, "in": {c.PostForm("in")}})
		if err != nil {
			return err
		}
		to = back(x.list, string(record.BulkUndo), t.Outcomes[record.TaskDid], t.Total-t.Outcomes[record.TaskDid], t.ID)
	}
	c.Redirect(http.StatusSeeOther, to)
	return nil
}
