package web

import (
	"context"
	"os"

	"zhiwen/checker/record"
)

// fakeImports is what is imported; nothing is carried out.
type fakeImports struct {
	imports []record.Import
	items   []record.ImportItem // of every import
	files   map[string][]byte   // that came, by name
	table   []byte
	refused error // given back by the next import
	ended   []int64
	again   []int64
}

func (s *fakeStore) Import(_ context.Context, id int64) (record.Import, error) {
	for _, i := range s.imported.imports {
		if i.ID == id {
			return i, nil
		}
	}
	return record.Import{}, record.ErrNotFound
}

func (s *fakeStore) Imports(_ context.Context, limit, offset int) ([]record.Import, error) {
	return page(s.imported.imports, limit, offset), nil
}

func (s *fakeStore) ImportItems(_ context.Context, _ int64, f record.ItemFilter, limit, offset int) (out []record.ImportItem, _ error) {
	for _, i := range s.imported.items {
		if (len(f.Outcomes) == 0 || i.Outcome == f.Outcomes[0]) && (!f.Unread || i.State == record.DocumentFailed) {
			out = append(out, i)
		}
	}
	return page(out, limit, offset), nil
}

func (s *fakeStore) DeleteImport(ctx context.Context, id int64) error {
	i, err := s.Import(ctx, id)
	if err == nil && i.State == record.ImportRunning {
		return record.ErrBusy
	}
	s.imported.imports = nil
	return err
}

func (j *fakeJobs) Import(_ context.Context, i record.Import, files []record.Incoming, manifest []byte) (int64, error) {
	f := &j.store.imported
	if f.refused != nil {
		return 0, f.refused
	}
	f.files, f.table = map[string][]byte{}, manifest
	for _, file := range files {
		data, err := os.ReadFile(file.Path)
		if err != nil {
			return 0, err
		}
		f.files[file.Name] = data
	}
	i.ID, i.State, i.CreatedAt = 7, record.ImportRunning, testTime
	f.imports = append(f.imports, i)
	return i.ID, nil
}

func (j *fakeJobs) CancelImport(_ context.Context, id int64) error {
	j.store.imported.ended = append(j.store.imported.ended, id)
	return nil
}

func (j *fakeJobs) RetryImport(_ context.Context, id int64) (int, error) {
	j.store.imported.again = append(j.store.imported.again, id)
	return 1, nil
}

func (s *fakeStore) CallEdges(context.Context, int64, record.EdgeFilter, int) ([]record.Edge, error) {
	return s.edges, nil
}

func (s *fakeStore) Nodes(_ context.Context, documents []int64) (out []record.Node, err error) {
	for _, id := range documents {
		if d, ok := s.documents[id]; ok {
			w, _ := s.item(d)
			out = append(out, record.Node{Document: id, Title: d.Identity.Title, Filename: d.Identity.Filename, Applicant: d.Identity.Applicant, Call: d.Call, Shown: w.Shown})
		}
	}
	return out, nil
}
