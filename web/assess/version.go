package assess

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
	"zhiwen/web/report"
)

// Version is a document of the library with nearly the text of another.
type Version struct {
	record.Document
	Name  string
	Alike int // thousandths
}

// VersionsOf gives the versions of a document that are in the library, most alike first.
// find gives their numbers, documents what they are.
func VersionsOf(ctx context.Context, document int64, find func(context.Context, int64) ([]record.Version, error), documents func(context.Context, record.Filter) ([]record.Document, int, error)) ([]Version, error) {
	found, err := find(ctx, document)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	ids := make([]int64, len(found))
	for i, v := range found {
		ids[i] = v.Document
	}
	named, _, err := documents(ctx, record.Filter{IDs: ids})
	if err != nil {
		return nil, fmt.Errorf("versions of document %d: %w", document, err)
	}
	var out []Version
	for _, v := range found {
		i := slices.IndexFunc(named, func(d record.Document) bool { return d.ID == v.Document })
		if i >= 0 { // else it is gone meanwhile
			out = append(out, Version{named[i], report.NameOf(named[i].Identity), int(v.Resemblance * 1000)})
		}
	}
	return out, nil
}

// VersionsSaid names versions in one line, each with how much of it is alike.
func VersionsSaid(l *catalogue.Language, versions []Version) string {
	said := make([]string, len(versions))
	for i, v := range versions {
		said[i] = l.Text("versions.said", "Name", v.Name, "Share", l.Percent(v.Alike, 1000))
	}
	return strings.Join(said, l.Text("app.semicolon"))
}
