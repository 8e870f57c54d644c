package task_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// A task gives its applications in turn, those first that a server had begun and did not
// come to note; what waits when it is cancelled is gone.
func TestTasks(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		of := librarytest.Call(t, s, record.Call{Name: "面上"})
		var items []record.TaskItem
		for n := range 5 {
			doc, check := librarytest.Applied(t, s, librarytest.Named("题目", of), 100, 100, 100, 100, 0, 0)
			items = append(items, record.TaskItem{Ordinal: n + 1, Document: doc, Check: check, Name: "题目", Outcome: record.TaskWaiting})
		}
		items[1].Outcome, items[1].Reason = record.TaskLeft, string(record.LeftDecided)
		id := librarytest.Must(s.CreateTask(ctx, record.Task{
			BulkAction: record.BulkPapers, Call: of, By: "王处", Place: "here", Choice: record.TaskChoice{Remark: "看过"}, Actor: record.TaskActor{Account: 3, Name: "wang"},
		}, items))(t)
		got := librarytest.Must(s.Task(ctx, id))(t)
		if got.Choice.Remark != "看过" || got.Actor.Account != 3 || got.Total != 5 || got.Settled() != 1 || got.State != record.TaskRunning ||
			got.By != "王处" ||
			got.BulkAction != record.BulkPapers {
			t.Errorf("stored %+v", got)
		}
		begin := func(again bool, want ...int) []record.TaskItem {
			t.Helper()
			begun := librarytest.Must(s.BeginItems(ctx, id, 2))(t)
			if len(begun) != len(want) {
				t.Fatalf("begun %+v, want %v", begun, want)
			}
			for n, i := range begun {
				if i.Ordinal != want[n] || i.Again != again {
					t.Errorf("begun %+v, want %v, again %t", begun, want, again)
				}
			}
			return begun
		}
		begin(false, 1, 3)
		begun := begin(true, 1, 3)
		begun[0].Outcome, begun[1].Outcome, begun[1].Reason = record.TaskDid, record.TaskFailed, "no-printer"
		if err := s.SettleItems(ctx, id, begun); err != nil {
			t.Fatal(err)
		}
		begin(false, 4, 5)
		if running := librarytest.Must(s.TasksAt(ctx, "here", record.TaskRunning))(t); len(running) != 1 || running[0].Settled() != 3 {
			t.Errorf("running %+v", running)
		}
		if err := s.EndTask(ctx, id, record.TaskCancelled, 0); err != nil {
			t.Fatal(err)
		}
		if _, err := s.BeginItems(ctx, id, 2); !errors.Is(err, record.ErrFinal) {
			t.Errorf("a task that has ended goes on: %v", err)
		}
		if err := s.EndTask(ctx, id, record.TaskDone, 0); !errors.Is(err, record.ErrFinal) {
			t.Errorf("it ends twice: %v", err)
		}
		if failed := librarytest.Must(s.TaskItems(ctx, id, []record.TaskOutcome{record.TaskFailed}, 0, 0))(t); len(failed) != 1 ||
			failed[0].Reason != "no-printer" ||
			failed[0].Ordinal != 3 {
			t.Errorf("failed %+v", failed)
		}
		if list := librarytest.Must(s.Tasks(ctx, 10, 0))(t); len(list) != 1 || list[0].Outcomes[record.TaskBegun] != 2 {
			t.Errorf("listed %+v", list)
		}
		// What another task undoes is marked with it; what cannot be undone never is.
		verdict := librarytest.Must(s.CreateTask(ctx, record.Task{BulkAction: record.BulkVerdict, Place: "here"}, nil))(t)
		kept := librarytest.Must(s.CreateTask(ctx, record.Task{BulkAction: record.BulkEnter, Place: "here"}, nil))(t)
		choice := record.TaskChoice{Undoes: verdict}
		undo := librarytest.Must(s.CreateTask(ctx, record.Task{BulkAction: record.BulkUndo, Place: "here", Choice: choice}, nil))(t)
		for _, x := range librarytest.Must(s.Tasks(ctx, 10, 0))(t) {
			want := map[int64]int64{verdict: undo}[x.ID]
			if one := librarytest.Must(s.Task(ctx, x.ID))(t); x.UndoneBy != want || one.UndoneBy != want {
				t.Errorf("task %d (not %d) is undone by %d, alone by %d, want %d", x.ID, kept, x.UndoneBy, one.UndoneBy, want)
			}
		}
	})
}

// A file goes when its time has come, or when a document in it was deleted; the task is
// forgotten later.
func TestStaleTasks(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		of := librarytest.Call(t, s, record.Call{Name: "面上"})
		doc, _ := librarytest.Applied(t, s, librarytest.Named("题目", of), 100, 100, 100, 100, 0, 0)
		make := func() int64 {
			t.Helper()
			id := librarytest.Must(
				s.CreateTask(ctx, record.Task{BulkAction: record.BulkPapers, Place: "here"},
					[]record.TaskItem{{Ordinal: 1, Document: doc, Outcome: record.TaskDid}}),
			)(t)
			if err := s.EndTask(ctx, id, record.TaskDone, 7); err != nil {
				t.Fatal(err)
			}
			return id
		}
		id := make()
		stale := func(before time.Time, want int) {
			t.Helper()
			if ids := librarytest.Must(s.StaleTasks(ctx, "here", before))(t); len(ids) != want {
				t.Errorf("%d files are to go, want %d", len(ids), want)
			}
		}
		past, future := time.Now().Add(-time.Hour).UTC(), time.Now().Add(time.Hour).UTC()
		stale(past, 0)
		stale(future, 1)
		if err := s.DeleteDocument(ctx, doc); err != nil {
			t.Fatal(err)
		}
		stale(past, 1)
		if err := errors.Join(s.ForgetTasks(ctx, future), s.DropFile(ctx, id)); err != nil {
			t.Fatal(err)
		}
		stale(past, 0)
		if got := librarytest.Must(s.Task(ctx, id))(t); got.Bytes != 0 || got.State != record.TaskDone {
			t.Errorf("after its file went: %+v", got)
		}
		if err := s.ForgetTasks(ctx, future); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Task(ctx, id); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("it is remembered: %v", err)
		}
	})
}
