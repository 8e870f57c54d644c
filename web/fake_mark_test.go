package web

import (
	"context"
	"fmt"
	"slices"

	"zhiwen/checker/record"
)

func (s *fakeStore) Marks(_ context.Context, form int64) ([]record.Mark, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []record.Mark
	for _, m := range s.marks {
		if m.Form == form {
			out = append(out, m)
		}
	}
	return out, nil
}

func (s *fakeStore) DeleteMark(_ context.Context, form, id int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.marks)
	s.marks = slices.DeleteFunc(s.marks, func(m record.Mark) bool { return m.ID == id && m.Form == form })
	if len(s.marks) == n {
		return fmt.Errorf("fake %d: %w", id, record.ErrNotFound)
	}
	return nil
}

// Teach keeps a mark as it comes, but for the faults of its own and beside others.
func (j *fakeJobs) Teach(ctx context.Context, id int64, m record.Mark) error {
	m, err := j.sound(ctx, id, m)
	if err != nil {
		return err
	}
	j.store.mu.Lock()
	defer j.store.mu.Unlock()
	j.store.next++
	m.ID, m.AddedAt = j.store.next, testTime
	j.store.marks = append(j.store.marks, m)
	return nil
}

func (j *fakeJobs) TryMark(ctx context.Context, id int64, m record.Mark) (record.Trial, error) {
	_, err := j.sound(ctx, id, m)
	return j.trial, err
}

func (j *fakeJobs) sound(ctx context.Context, id int64, m record.Mark) (record.Mark, error) {
	d, err := j.store.Document(ctx, id)
	if err != nil {
		return m, err
	}
	if d.Form {
		m.Form = id
	}
	if f, err := j.store.Document(ctx, m.Form); err != nil || !f.Form {
		return m, fmt.Errorf("fake: %w", record.MarkForm)
	}
	if fault := m.Fault(); fault != "" {
		return m, fmt.Errorf("fake: %w", fault)
	}
	marks, err := j.store.Marks(ctx, m.Form)
	if err != nil {
		return m, err
	}
	if fault := m.Beside(marks); fault != "" {
		return m, fmt.Errorf("fake: %w", fault)
	}
	return m, nil
}

func (j *fakeJobs) FormOf(ctx context.Context, _ int64) (int64, error) {
	blank := true
	forms, _, err := j.store.Documents(ctx, record.Filter{Form: &blank})
	if err != nil || len(forms) == 0 {
		return 0, err
	}
	return forms[0].ID, nil
}

func (j *fakeJobs) Rereads(_ context.Context, form int64, withdrawn string) ([]record.Reread, error) {
	j.withdrawn = withdrawn
	return j.rereads[form], nil
}

func (j *fakeJobs) TakeOver(_ context.Context, form int64, _ string, ids []int64) error {
	j.taken = append(j.taken, ids...)
	j.rereads[form] = slices.DeleteFunc(j.rereads[form], func(r record.Reread) bool { return slices.Contains(ids, r.Document.ID) })
	return nil
}
