package web

import (
	"context"
	"slices"
	"strconv"
	"time"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
	"zhiwen/checker/retention"
	"zhiwen/checker/setting"
)

// fakeSettings are the settings of a fakeStore.
type fakeSettings struct {
	changes   []setting.Change // oldest first
	retained  []retention.Document
	deletions []retention.Deletion
}

func (s *fakeStore) Settings(context.Context) (setting.Values, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := setting.Usual()
	for _, c := range s.settings.changes {
		if err := v.Set(c); err != nil {
			return v, err
		}
	}
	return v, nil
}

func (s *fakeStore) SettingChanges(_ context.Context, name setting.Name, most int) (out []setting.Change, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range slices.Backward(s.settings.changes) {
		if c.Name == name && len(out) < most {
			out = append(out, c)
		}
	}
	return out, nil
}

func (s *fakeStore) ChangeSetting(ctx context.Context, name setting.Name, value string, seen int64, by string) error {
	values, err := s.Settings(ctx)
	if err != nil {
		return err
	}
	if values.Newest[name].ID != seen {
		return record.ErrOvertaken
	}
	s.mu.Lock()
	c := setting.Change{ID: int64(len(s.settings.changes) + 1), Name: name, Value: value, By: by, At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	err = values.Set(c)
	if err == nil {
		s.settings.changes = append(s.settings.changes, c)
	}
	s.mu.Unlock()
	if err != nil {
		return err
	}
	return s.Record(ctx, audit.Act{Action: audit.Change, Subject: audit.SubjectSetting, Detail: map[string]string{"what": string(name), "by": by, "made": strconv.FormatInt(c.ID, 10)}})
}

func (s *fakeStore) Retained(_ context.Context, before time.Time) (out []retention.Document, _ error) {
	for _, d := range s.settings.retained {
		if !d.Came.After(before) {
			out = append(out, d)
		}
	}
	return out, nil
}

func (s *fakeStore) Deletions(context.Context) ([]retention.Deletion, error) {
	return s.settings.deletions, nil
}
