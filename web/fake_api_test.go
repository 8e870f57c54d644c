package web

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"zhiwen/checker/duplicate"
	"zhiwen/checker/record"
)

// fakePrograms are what programs have asked for.
type fakePrograms struct {
	answers     map[record.RequestKey]*record.ProgramAnswer
	submissions []record.Submission
	links       []record.ReportLink
	texts       duplicate.MemoryIDs
}

func (s *fakeStore) CheckPage(_ context.Context, f record.CheckFilter) ([]record.Check, error) {
	all := s.list(func(c record.Check) bool {
		d := s.documents[c.Document.ID]
		return !f.Compared && (f.Before == 0 || c.ID < f.Before) && (f.State == "" || c.State == f.State) &&
			(f.Call == 0 || d.Call == f.Call) &&
			(f.Reviewer == 0 || s.assigned[[2]int64{f.Reviewer, d.ID}])
	})
	return page(all, f.Limit, 0), nil
}

func (s *fakeStore) DocumentPage(ctx context.Context, f record.Filter) ([]record.Document, error) {
	all, _, err := s.Documents(ctx, record.Filter{InLibrary: f.InLibrary, Form: f.Form, Year: f.Year, IDs: f.IDs})
	all = slices.DeleteFunc(all, func(d record.Document) bool {
		return f.Before != 0 && d.ID >= f.Before || f.SHA256 != "" && d.Identity.SHA256 != f.SHA256 || f.Call != 0 && d.Call != f.Call ||
			f.State != "" && d.State != f.State || f.Reference != "" && d.Reference != f.Reference
	})
	return page(all, f.Limit, 0), err
}

func (s *fakeStore) BeginRequest(_ context.Context, k record.RequestKey) (*record.ProgramAnswer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for known, answer := range s.programs.answers {
		if known.Account != k.Account || known.Token != k.Token || known.Key != k.Key {
			continue
		}
		switch {
		case known.Fingerprint != k.Fingerprint:
			return nil, record.ErrOtherRequest
		case answer == nil:
			return nil, record.ErrUnderWay
		}
		return answer, nil
	}
	if s.programs.answers == nil {
		s.programs.answers = map[record.RequestKey]*record.ProgramAnswer{}
	}
	s.programs.answers[k] = nil
	return nil, nil
}

func (s *fakeStore) EndRequest(_ context.Context, k record.RequestKey, a *record.ProgramAnswer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.programs.answers[k] = a; a == nil {
		delete(s.programs.answers, k)
	}
	return nil
}

func (s *fakeStore) Announce(_ context.Context, n record.Submission) (int64, error) {
	n.ID, n.CreatedAt, n.ExpiresAt = int64(len(s.programs.submissions)+1), testTime, time.Now().Add(time.Hour)
	s.programs.submissions = append(s.programs.submissions, n)
	return n.ID, nil
}

func (s *fakeStore) Submission(_ context.Context, id int64) (record.Submission, error) {
	if id > int64(len(s.programs.submissions)) {
		return record.Submission{}, record.ErrNotFound
	}
	return s.programs.submissions[id-1], nil
}

func (s *fakeStore) AddReportLink(_ context.Context, l record.ReportLink) (int64, error) {
	l.ID = int64(len(s.programs.links) + 1)
	s.programs.links = append(s.programs.links, l)
	return l.ID, nil
}

func (s *fakeStore) ReportLinks(_ context.Context, check int64) ([]record.ReportLink, error) {
	return slices.DeleteFunc(slices.Clone(s.programs.links), func(l record.ReportLink) bool { return l.Check != check }), nil
}

func (s *fakeStore) ReportLink(_ context.Context, hash string) (record.ReportLink, error) {
	for _, l := range s.programs.links {
		if l.Hash == hash {
			return l, nil
		}
	}
	return record.ReportLink{}, record.ErrNotFound
}

func (s *fakeStore) EndReportLink(_ context.Context, check, id int64) error {
	for i := range s.programs.links {
		if l := &s.programs.links[i]; l.Check == check && l.ID == id {
			l.EndedAt = testTime
			return nil
		}
	}
	return record.ErrNotFound
}

func (s *fakeStore) UseReportLink(context.Context, record.ReportLink) error { return s.unrecorded }

func (s *fakeStore) Account(context.Context, int64) (record.Account, error) {
	return record.Account{ID: 1, Login: "officer", State: record.AccountActive, Roles: []record.Role{record.Officer}}, nil
}

// FetchFile knows one file.
func (j *fakeJobs) FetchFile(_ context.Context, address string, _ int64) (string, io.ReadCloser, error) {
	if address != "https://files.example/a.txt" {
		return "", nil, &record.FetchError{Outcome: record.WebPrivate}
	}
	j.fetched++
	return "a.txt", io.NopCloser(strings.NewReader("a file of the web")), nil
}

func (s *fakeStore) Submissions(_ context.Context, account, before int64, limit int) (out []record.Submission, err error) {
	for _, x := range slices.Backward(s.programs.submissions) {
		if x.Account == account && (before == 0 || x.ID < before) && len(out) < limit {
			out = append(out, x)
		}
	}
	return out, nil
}

func (s *fakeStore) TextID(_ context.Context, stream *duplicate.Stream, a duplicate.Asked) (id int64, isNew bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, isNew = s.programs.texts.ID(stream, a)
	return id, isNew, nil
}

// FindTextID knows no text.
func (s *fakeStore) FindTextID(context.Context, *duplicate.Stream, duplicate.Asked) (int64, error) {
	return 0, nil
}
