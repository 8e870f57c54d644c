package library_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

func TestView(t *testing.T) {
	librarytest.EachEmpty(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		if _, err := library.OpenView(ctx, c); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("before there is a library: %v, want ErrNotFound", err)
		}
		s := librarytest.Open(t, c) // and open beside the view
		id := load(t, s, library.Prepared{Upload: upload("one"), Document: document("one"), Units: units(3, 1)})[0]
		v := librarytest.Must(library.OpenView(ctx, c))(t)
		defer func() {
			if err := v.Close(); err != nil {
				t.Error(err)
			}
		}()
		d := librarytest.Must(v.Document(ctx, id))(t)
		if ids := librarytest.Must(v.WithHash(ctx, d.Identity.SHA256))(t); !slices.Equal(ids, []int64{id}) {
			t.Errorf("with its hash: %v", ids)
		}
		if ids := librarytest.Must(v.WithHash(ctx, "0"))(t); len(ids) != 0 {
			t.Errorf("with no hash: %v", ids)
		}
		if _, err := v.SigningKeys(ctx); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("keys before there are any: %v, want ErrNotFound", err)
		}
		for _, text := range []string{"first", "second"} {
			if _, err := s.ChangeSigningKeys(ctx, func(old string) (string, error) { return old + text, nil }); err != nil {
				t.Fatal(err)
			}
		}
		if keys := librarytest.Must(v.SigningKeys(ctx))(t); keys != "firstsecond" {
			t.Errorf("keys %q", keys)
		}
		librarytest.Exec(t, s, `UPDATE settings SET value = '1' WHERE name = 'schema'`)
		if _, err := library.OpenView(ctx, c); !errors.Is(err, library.ErrVersion) {
			t.Errorf("of another schema: %v, want ErrVersion", err)
		}
	})
}
