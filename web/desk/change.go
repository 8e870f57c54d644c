package desk

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
	"zhiwen/web/phrase"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// mostChanges is how many changes of a call its form lists; the record has them all.
const mostChanges = 20

// changeRow is a change of a call in the list on its form.
type changeRow struct {
	record.CallChange
	Said []string // what is other than before, a line each; of the first all that was set
}

// changes returns the last changes of a call, and whether there are older ones.
func (s *pages) changes(ctx context.Context, l *catalogue.Language, call int64) (rows []changeRow, more bool, err error) {
	changes, err := s.Store.CallChanges(ctx, call, mostChanges+1)
	if err != nil {
		return nil, false, err
	}
	names, err := s.namesIn(ctx, changes)
	if err != nil {
		return nil, false, err
	}
	for i, c := range changes[:min(len(changes), mostChanges)] {
		before := names.said(l, record.Call{State: record.CallOpen}) // of which nothing is set
		if i+1 < len(changes) {
			before = names.said(l, changes[i+1].Call)
		}
		said := slices.DeleteFunc(names.said(l, c.Call), func(line string) bool { return slices.Contains(before, line) })
		rows = append(rows, changeRow{c, said})
	}
	return rows, len(changes) > mostChanges, nil
}

// callNames are what the forms and collections of calls are called, by id.
type callNames struct{ forms, collections map[int64]string }

// namesIn reads what the forms and collections that changes name are called now.
func (s *pages) namesIn(ctx context.Context, changes []record.CallChange) (callNames, error) {
	names := callNames{map[int64]string{}, map[int64]string{}}
	collections, err := s.Store.Collections(ctx)
	if err != nil {
		return names, err
	}
	for _, c := range collections {
		names.collections[c.ID] = c.Name
	}
	forms := map[int64]bool{}
	for _, c := range changes {
		for _, id := range c.Call.Forms {
			forms[id] = true
		}
	}
	if len(forms) == 0 {
		return names, nil
	}
	documents, _, err := s.Store.Documents(ctx, record.Filter{IDs: slices.Sorted(maps.Keys(forms))})
	for _, d := range documents {
		names.forms[d.ID] = report.NameOf(d.Identity)
	}
	return names, err
}

// said returns the settings of a call, one line each; unset ones have a line too, so that their
// removal is shown.
func (n callNames) said(l *catalogue.Language, c record.Call) []string {
	usual := l.Text("calls.said.usual")
	line := func(key, value string) string { return l.Text(key) + l.Text("app.colon") + value }
	named := func(ids []int64, names map[int64]string, none string) string {
		var out []string
		for _, id := range ids {
			name, there := names[id]
			if !there {
				name = fmt.Sprintf("#%d", id) // gone since
			}
			out = append(out, name)
		}
		if len(out) == 0 {
			return l.Text(none)
		}
		return strings.Join(out, l.Text("app.comma"))
	}
	orNone := func(text string) string {
		if text == "" {
			return "–"
		}
		return text
	}
	s := c.Settings
	out := []string{
		line("calls.name", c.Name), line("field.programme", orNone(c.Programme)), line("field.year", orNone(site.CountCell(c.Year))),
		line("calls.deadline", orNone(c.Deadline)), l.Text("calls.state." + string(c.State)),
		line("calls.forms", named(c.Forms, n.forms, "calls.said.allForms")),
		line("calls.collections", named(c.Collections, n.collections, "calls.said.wholeLibrary")),
		line("calls.opinions", strconv.Itoa(s.Wanted())), line("calls.due", orNone(s.Due)),
		l.Text(map[bool]string{true: "calls.withoutWeb", false: "calls.withWeb"}[s.WithoutWeb]),
		line("profile.title", l.Text("profile."+cmp.Or(s.Profile, evidence.DefaultProfile))),
	}
	for _, f := range record.FigureNames() {
		if t, own := s.Thresholds[f]; own {
			out = append(out, phrase.Threshold(l, f, t))
		} else {
			out = append(out, line("figure."+string(f), usual))
		}
	}
	exclude, length, share, level := line("settings.exclude", usual), usual, usual, line("settings.falseAlarms", usual)
	if s.Exclude != nil {
		exclude = phrase.Exclusions(l, s.Exclude)
	}
	if s.LeastLength != nil {
		length = strconv.Itoa(*s.LeastLength)
	}
	if s.LeastShare != nil {
		share = l.Percent(*s.LeastShare, 1000)
	}
	if s.FalseAlarms != nil {
		level = phrase.HintLevel(l, *s.FalseAlarms)
	}
	return append(out, exclude, line("settings.length", length), line("calls.leastShare", share), level)
}
