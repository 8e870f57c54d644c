package desk

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/internal/each"
	"zhiwen/web/assess"
	"zhiwen/web/report"
	"zhiwen/web/workbook"
)

// source is a row of the sheet of sources: a document or, for an application with several versions
// in the library, all versions that a check found, counted as in its report.
type source struct {
	record.Edge               // of the one that covers most
	Versions    []record.Edge // it and the others, the largest share first
	Characters  int           // of the application, that they cover together
}

// sources returns those of an application's shown check, the ones that cover most first.
// Versions are together where both are the applicant's own, or neither is.
func (w *bookWriter) sources(ctx context.Context, item record.WorkItem, edges []record.Edge) ([]source, error) {
	ids := each.Of(edges, func(e record.Edge) int64 { return e.Source })
	groups, err := w.Store.VersionsAmong(ctx, ids)
	if err != nil {
		return nil, err
	}
	type key struct {
		group int // 0 for a document that is alone
		own   bool
	}
	group := map[int64]int{}
	for g, members := range groups {
		for _, id := range members {
			group[id] = g + 1
		}
	}
	var out []source
	place := map[key]int{}
	for _, e := range edges {
		k := key{group[e.Source], e.Relation == evidence.SameApplicant}
		if at, ok := place[k]; ok && k.group != 0 {
			out[at].Versions = append(out[at].Versions, e)
			continue
		}
		place[k] = len(out)
		out = append(out, source{Edge: e, Versions: []record.Edge{e}, Characters: e.Characters})
	}
	if len(out) == len(edges) {
		return out, nil
	}
	together, err := w.together(ctx, item.Shown, groups)
	if err != nil {
		return nil, err
	}
	for i := range out {
		if t, ok := together[out[i].Source]; ok && len(out[i].Versions) > 1 {
			out[i].Characters = t.Full
		}
	}
	return out, nil
}

// together counts what versions of one application cover of a check's document, each
// character once; nothing where the check is gone meanwhile.
func (w *bookWriter) together(ctx context.Context, check int64, groups [][]int64) (map[int64]score.Shared, error) {
	assessed, err := w.Assessor.Assess(ctx, check, report.AsChecked(), nil)
	if errors.Is(err, record.ErrNotFound) || errors.Is(err, assess.ErrNotDone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	assessed.Versions = groups
	out := map[int64]score.Shared{}
	for id, application := range assessed.Applications() {
		out[id] = application.Together
	}
	return out, nil
}

// beginSources makes the sheet of sources with its head.
func (w *bookWriter) beginSources(book *workbook.Book) (err error) {
	w.sheetOfSources, err = book.Sheet(w.language.Text("book.sources"),
		w.columns("book.row", narrow, "work.by.number", medium, "field.title", broad, "field.applicant", medium,
			"book.source", broad, "book.sourceApplicant", medium, "book.sourceInstitution", wide, "book.sourceYear", narrow, "csv.relation",
			medium, "book.sameCall", narrow,
			"book.share", medium, "book.characters", medium, "book.shareOfSource", medium, "book.versions", narrow, "book.otherVersions",
			broad,
			"book.compare", narrow))
	return err
}

// addSources adds the sources of an application. A sheet that is full says so in its last
// row.
func (w *bookWriter) addSources(ctx context.Context, item record.WorkItem, edges []record.Edge, named map[int64]evidence.Identity) error {
	sources, err := w.sources(ctx, item, edges)
	if err != nil {
		return err
	}
	l, sheet := w.language, w.sheetOfSources
	for _, s := range sources {
		switch sheet.Left() {
		case 0:
			return nil
		case 1:
			return sheet.Row(nil, nil, l.Text("book.full"))
		}
		var relations, years, others []string
		for i, v := range s.Versions {
			relations = with(relations, l.Text("relation."+string(v.Relation)))
			if v.Year != 0 {
				years = with(years, strconv.Itoa(v.Year))
			}
			if i > 0 && !w.masked {
				others = append(others, nameOfSource(named[v.Source]))
			}
		}
		var year any = strings.Join(years, l.Text("app.comma"))
		if len(years) < 2 {
			year = count(s.Year)
		}
		sameCall := ""
		if s.SameCall {
			sameCall = l.Text("app.yes")
		}
		identity := named[s.Source]
		share := workbook.Share(0)
		if item.Countable > 0 {
			share = workbook.Share(float64(s.Characters) / float64(item.Countable))
		}
		const whole = 10_000
		if err := sheet.Row(w.number, item.Number, item.Title, item.Applicant, nameOfSource(identity), identity.Applicant,
			identity.Institution, year,
			strings.Join(relations, l.Text("app.comma")), sameCall, share, s.Characters, workbook.Share(float64(s.There)/whole),
			len(s.Versions),
			strings.Join(others, l.Text("app.semicolon")),
			w.link(report.CheckPath(item.Shown)+"/sources/"+strconv.FormatInt(s.Source, 10))); err != nil {
			return err
		}
	}
	return nil
}

// with adds a text to a list unless it is already there.
func with(texts []string, text string) []string {
	if slices.Contains(texts, text) {
		return texts
	}
	return append(texts, text)
}
