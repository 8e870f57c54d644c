package web

import (
	"context"
	"maps"
	"slices"
	"time"

	"zhiwen/checker/record"
)

// fakeTasks is what is done to many, with its applications.
type fakeTasks struct {
	tasks map[int64]record.Task
	items map[int64][]record.TaskItem
}

func (s *fakeStore) CreateTask(_ context.Context, t record.Task, items []record.TaskItem) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	t.ID, t.State, t.CreatedAt = s.next, record.TaskRunning, testTime
	if s.done.tasks == nil {
		s.done = fakeTasks{map[int64]record.Task{}, map[int64][]record.TaskItem{}}
	}
	s.done.tasks[t.ID], s.done.items[t.ID] = t, slices.Clone(items)
	return t.ID, nil
}

func (s *fakeStore) Task(_ context.Context, id int64) (record.Task, error) {
	t, err := lookUp(s, s.done.tasks, id)
	s.mu.Lock()
	defer s.mu.Unlock()
	t.Outcomes = map[record.TaskOutcome]int{}
	for _, i := range s.done.items[id] {
		t.Outcomes[i.Outcome]++
		t.Total++
	}
	for _, u := range s.done.tasks {
		if u.Choice.Undoes == id {
			t.UndoneBy = u.ID
		}
	}
	return t, err
}

func (s *fakeStore) Tasks(ctx context.Context, limit, offset int) (out []record.Task, _ error) {
	s.mu.Lock()
	ids := slices.Collect(maps.Keys(s.done.tasks))
	s.mu.Unlock()
	for _, id := range ids {
		t, _ := s.Task(ctx, id)
		out = append(out, t)
	}
	return page(out, limit, offset), nil
}

func (s *fakeStore) TasksAt(context.Context, string, record.TaskState) ([]record.Task, error) {
	return nil, nil
}

func (s *fakeStore) TaskItems(
	_ context.Context, id int64, outcomes []record.TaskOutcome, limit, offset int,
) (out []record.TaskItem, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, i := range s.done.items[id] {
		if len(outcomes) == 0 || slices.Contains(outcomes, i.Outcome) {
			out = append(out, i)
		}
	}
	if limit == 0 {
		return out, nil
	}
	return page(out, limit, offset), nil
}

func (s *fakeStore) BeginItems(_ context.Context, id int64, most int) (out []record.TaskItem, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done.tasks[id].State != record.TaskRunning {
		return nil, record.ErrFinal
	}
	for n, i := range s.done.items[id] {
		if i.Outcome == record.TaskWaiting && len(out) < most {
			s.done.items[id][n].Outcome = record.TaskBegun
			out = append(out, i)
		}
	}
	return out, nil
}

func (s *fakeStore) SettleItems(_ context.Context, id int64, items []record.TaskItem) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, i := range items {
		for n := range s.done.items[id] {
			if s.done.items[id][n].Ordinal == i.Ordinal {
				s.done.items[id][n] = i
			}
		}
	}
	return nil
}

func (s *fakeStore) EndTask(_ context.Context, id int64, state record.TaskState, bytes int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.done.tasks[id]
	if t.State != record.TaskRunning {
		return record.ErrFinal
	}
	t.State, t.Bytes, t.EndedAt = state, bytes, testTime
	s.done.tasks[id] = t
	for n := range s.done.items[id] {
		if i := &s.done.items[id][n]; i.Outcome == record.TaskWaiting {
			i.Outcome = record.TaskGone
		}
	}
	return nil
}

func (s *fakeStore) StaleTasks(context.Context, string, time.Time) ([]int64, error) { return nil, nil }

func (s *fakeStore) DropFile(context.Context, int64) error { return nil }

func (s *fakeStore) ForgetTasks(context.Context, time.Time) error { return nil }
