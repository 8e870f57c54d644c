package desk

import (
	"context"
	"errors"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/site"
	"zhiwen/web/task"
)

// batch is how many applications are recorded together: after a crash that many are examined again.
const batch = 20

// NewRunner returns the runner of bulk actions, Dependencies.Tasks.
func NewRunner(s *site.Site, d Dependencies, folder string) *task.Runner {
	p := &pages{Site: s, Dependencies: d}
	return task.NewRunner(task.Config{
		Store: d.Store, Log: s.Log, Folder: folder,
		BulkActions: map[record.BulkAction]task.BulkAction{
			record.BulkAssign:  {Each: p.assignOne, Batch: batch},
			record.BulkVerdict: {Each: p.decideOne, Batch: batch},
			record.BulkCheck:   {Each: p.checkOne, Batch: batch},
			record.BulkDelete:  {Each: p.deleteOne, Batch: batch},
			record.BulkEnter:   {Each: p.enterOne, Batch: batch},
			record.BulkUndo:    {Each: p.undoOne, Batch: batch},
			record.BulkPapers:  {Each: p.paperOne, Finish: p.finishPapers, Batch: 1},
		},
		FaultName: func(err error) (string, bool) {
			f := s.Fault(err)
			return f.Name, f.Internal()
		},
		Waits: func(err error) bool {
			f := s.Fault(err)
			return errors.Is(f.Err, record.ErrUnreachable) || errors.Is(f.Err, record.ErrNoRoom)
		},
	})
}

// leaves returns why a bulk action skips an application, or "".
func leaves(d record.BulkAction, w record.WorkItem) record.LeftReason {
	switch d {
	case record.BulkVerdict:
		switch {
		case w.Shown == 0:
			return record.LeftUnchecked
		case !w.Undecided():
			return record.LeftDecided
		}
	case record.BulkCheck:
		switch w.State {
		case record.WorkDone, record.WorkFailed, record.WorkCancelled, record.WorkUnchecked:
		default:
			return record.LeftWorking
		}
	case record.BulkEnter:
		if w.InLibrary {
			return record.LeftShelved
		}
	case record.BulkDelete:
		if w.State == record.WorkRunning {
			return record.LeftWorking
		}
	case record.BulkPapers:
		if w.Shown == 0 {
			return record.LeftUnchecked
		}
	}
	return ""
}

// workItem returns the current row of an application.
func (s *pages) workItem(ctx context.Context, document int64) (record.WorkItem, error) {
	page, err := s.Store.Work(ctx, record.WorkQuery{WorkFilter: record.WorkFilter{IDs: []int64{document}}, Limit: 1})
	if err != nil {
		return record.WorkItem{}, err
	}
	if len(page.Items) == 0 {
		return record.WorkItem{}, record.ErrNotFound
	}
	return page.Items[0], nil
}

// still reads an application anew and reports whether a bulk action is still to be done to it: done
// is that it was, before a server stopped.
func (s *pages) still(ctx context.Context, t record.Task, i record.TaskItem) (w record.WorkItem, done bool, err error) {
	w, err = s.workItem(ctx, i.Document)
	if err != nil {
		return w, false, err
	}
	if why := leaves(t.BulkAction, w); why != "" {
		if i.Again &&
			(why == record.LeftDecided || why == record.LeftShelved || why == record.LeftWorking && t.BulkAction == record.BulkCheck) {
			return w, true, nil
		}
		return w, false, task.Left(why)
	}
	return w, false, nil
}

// decideOne says of one application that there is no concern. It has to be the result that
// was looked at.
func (s *pages) decideOne(ctx context.Context, t record.Task, i record.TaskItem, _ string) error {
	w, done, err := s.still(ctx, t, i)
	if done || err != nil {
		return err
	}
	if w.Shown != i.Check {
		return task.Left(record.LeftChanged)
	}
	return s.Store.Decide(ctx, w.Shown, evidence.Decision{
		Subject: evidence.SubjectCheck, Verdict: evidence.NoConcern, Comment: t.Choice.Remark, Reviewer: t.Choice.Name,
	}, record.AnySeen)
}

// checkOne has one application checked again.
func (s *pages) checkOne(ctx context.Context, t record.Task, i record.TaskItem, _ string) error {
	w, done, err := s.still(ctx, t, i)
	if done || err != nil {
		return err
	}
	_, err = s.Jobs.CheckDocument(ctx, w.Document, "")
	return err
}

// enterOne puts one application that was only checked, or handed in to a call, into the
// library. What cannot be read is left as it is: nothing could be compared with it.
func (s *pages) enterOne(ctx context.Context, t record.Task, i record.TaskItem, _ string) error {
	w, done, err := s.still(ctx, t, i)
	if done || err != nil {
		return err
	}
	n, err := s.Jobs.EnterLibrary(ctx, []int64{w.Document})
	if err != nil || n == 1 {
		return err
	}
	if w, err = s.workItem(ctx, w.Document); err == nil && w.InLibrary { // somebody else was faster
		return task.Left(record.LeftShelved)
	}
	return task.Left(record.LeftWorking)
}

// assignOne returns one application to a reviewer who has nothing to do with its people.
func (s *pages) assignOne(ctx context.Context, t record.Task, i record.TaskItem, _ string) error {
	a, err := s.Auth.Account(ctx, t.Choice.Account)
	if err != nil {
		return err
	}
	d, err := s.Store.Document(ctx, i.Document)
	if err != nil {
		return err
	}
	if site.ConflictOf(a, d) != evidence.Other {
		return task.Left(record.LeftConflict)
	}
	has, err := s.Store.Assigned(ctx, a.ID, i.Document)
	switch {
	case err != nil:
		return err
	case has && !i.Again:
		return task.Left(record.LeftAssigned)
	case has:
		return nil
	}
	return s.Store.Assign(ctx, a.ID, i.Document, t.Choice.Name, t.Choice.Due)
}

// deleteOne deletes an application with its checks; one that is in the library stays
// there, and its checks go.
func (s *pages) deleteOne(ctx context.Context, t record.Task, i record.TaskItem, _ string) error {
	w, _, err := s.still(ctx, t, i)
	if i.Again && errors.Is(err, record.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if !w.InLibrary {
		return leftDecided(s.Jobs.DeleteDocument(ctx, w.Document))
	}
	checks, err := s.Store.DocumentChecks(ctx, w.Document)
	if err != nil {
		return err
	}
	for _, check := range checks {
		if err := s.Store.DeleteCheck(ctx, check.ID); err != nil && !errors.Is(err, record.ErrNotFound) {
			return leftDecided(err)
		}
	}
	return nil
}

// leftDecided replaces record.ErrDecided: a bulk action leaves what has decisions or opinions, which is deleted only from its
// own page, for a reason.
func leftDecided(err error) error {
	if errors.Is(err, record.ErrDecided) {
		return task.Left(record.LeftDecided)
	}
	return err
}
