package assess

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/catalogue"
	"zhiwen/web/report"
)

// Version is a document of the library with nearly the text of another.
type Version struct {
	record.Document
	Name  string
	Alike int  // thousandths
	Copy  bool // it is another applicant's, or nothing says whose
}

// Versions are the documents of the library with nearly the text of one.
type Versions []Version

// Own returns those of the same applicant, which are probably versions of the document.
func (v Versions) Own() Versions { return v.which(false) }

// Copies returns the others.
func (v Versions) Copies() Versions { return v.which(true) }

// Beside returns those that are not among the sources of a report, which says more of them.
func (v Versions) Beside(sources []report.Source) Versions {
	return slices.DeleteFunc(v, func(x Version) bool {
		return slices.ContainsFunc(sources, func(s report.Source) bool { return s.ID == x.ID })
	})
}

func (v Versions) which(copies bool) (out Versions) {
	return each.Where(v, func(version Version) bool { return version.Copy == copies })
}

// VersionsOf returns the documents of the library with nearly the text of one, most alike first.
// find returns their numbers, documents what they are.
func VersionsOf(ctx context.Context, document int64, find func(context.Context, int64) ([]record.Version, error),
	documents func(context.Context, record.Filter) ([]record.Document, int, error)) (Versions, error) {
	found, err := find(ctx, document)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	ids := each.Of(found, func(v record.Version) int64 { return v.Document })
	named, _, err := documents(ctx, record.Filter{IDs: ids})
	if err != nil {
		return nil, fmt.Errorf("versions of document %d: %w", document, err)
	}
	var out Versions
	for _, v := range found {
		i := slices.IndexFunc(named, func(d record.Document) bool { return d.ID == v.Document })
		if i >= 0 { // else it is gone meanwhile
			out = append(out, Version{named[i], report.NameOf(named[i].Identity), int(v.Resemblance * 1000), v.Copy})
		}
	}
	return out, nil
}

// VersionsSaid names versions in one line, each with how much of it is alike.
func VersionsSaid(l *catalogue.Language, versions Versions) string {
	said := each.Of(versions, func(v Version) string {
		return l.Text("versions.said", "Name", v.Name, "Share", l.Percent(v.Alike, 1000))
	})
	return strings.Join(said, l.Text("app.semicolon"))
}
