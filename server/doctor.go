package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"zhiwen/checker"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/checker/text/word"
	"zhiwen/internal/each"
	"zhiwen/server/doctor"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
	"zhiwen/web/catalogue"
)

type doctorCommand struct {
	installation.Place
	installation.RoleTable
}

// Run looks whether all that is stored is whole; a server may be at work meanwhile.
func (c *doctorCommand) Run(ctx context.Context, t terminal.Terminal) (err error) {
	l := t.Language()
	parameters, err := c.Parameters(t, checker.DefaultProfile)
	if err != nil {
		return err
	}
	engine, err := installation.NewEngine(parameters)
	if err != nil {
		return err
	}
	folder, err := c.Folder(t)
	if err != nil {
		return err
	}
	view, err := c.Inspect(ctx, t)
	if errors.Is(err, record.ErrNotFound) {
		return c.Lost(t, "doctor.nothing", "Folder", folder)
	}
	if cause := database.Cause(err); errors.Is(cause, record.ErrDamaged) {
		return c.Lost(t, "doctor.unreadable", "Reason", err.Error())
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, view.Close()) }()
	keys, err := c.KnownKeys(ctx, t)
	if err != nil && !errors.Is(database.Cause(err), record.ErrDamaged) { // of a damaged database none is known
		return err
	}
	dir := filepath.Join(folder, installation.SearchFolder)
	_, missing := os.Stat(dir)
	unmade := errors.Is(missing, fs.ErrNotExist)
	var revisions func(context.Context) (map[int64]int64, error)
	closeSearch := func() error { return nil }
	if !unmade {
		if revisions, closeSearch, err = searched(dir); err != nil {
			return err
		}
	}
	defer func() { err = errors.Join(err, closeSearch()) }()
	result, err := doctor.Look(ctx, view, doctor.Config{
		Thorough: true, MakeUnits: engine.Units, Keys: keys, Search: revisions, Folder: folder, AtWork: revisions == nil && !unmade,
		Report: func(f doctor.Fault) { fmt.Fprintln(t.Out, terminal.Wrong+faultText(l, f)) },
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(t.Out, l.Text("doctor.looked",
		"Documents", result.Documents, "Files", result.Files, "Checks", result.Checks, "Entries", result.Entries))
	switch {
	case unmade:
		fmt.Fprintln(t.Out, terminal.Missing+l.Text("doctor.searchMissing"))
	case !result.Searched:
		fmt.Fprintln(t.Out, terminal.Missing+l.Text("doctor.searchInUse"))
	}
	if len(result.Faults) == 0 {
		_, err := fmt.Fprintln(t.Out, terminal.Good+l.Text("doctor.good"))
		return err
	}
	for _, kind := range doctor.Kinds {
		if result.Count(kind) > 0 {
			fmt.Fprintln(t.Out, "→ "+l.Text("doctor.advice."+string(kind)))
		}
	}
	return terminal.ErrReported
}

// searched opens the full-text index to read its content, or returns nil if a server has it open.
func searched(dir string) (revisions func(context.Context) (map[int64]int64, error), closeIndex func() error, err error) {
	nothing := func() error { return nil }
	words, err := word.Open("")
	if err != nil {
		return nil, nothing, err
	}
	index, err := search.Open(dir, words, nil)
	switch {
	case errors.Is(err, search.ErrInUse):
		return nil, nothing, nil
	case err != nil:
		return func(context.Context) (map[int64]int64, error) { return nil, err }, nothing, nil
	}
	return index.Revisions, index.Close, nil
}

// mostNamed is how many documents or checks a fault names; the rest is counted.
const mostNamed = 20

// faultText describes a fault: what is wrong, whom it concerns, what was found.
func faultText(l *catalogue.Language, f doctor.Fault) string {
	text := l.Text("doctor.fault." + string(f.Kind))
	if f.Table != "" {
		holds := ""
		if h := doctor.Holds(f.Table); h != "" {
			holds = l.Text("doctor.holds." + string(h))
		}
		text += l.Text("doctor.table", "Table", f.Table, "Holds", holds)
	}
	if len(f.Documents) > 0 {
		text += l.Text("doctor.documents", "Numbers", numbers(l, f.Documents))
	}
	if len(f.Checks) > 0 {
		text += l.Text("doctor.checks", "Numbers", numbers(l, f.Checks))
	}
	return text + " — " + f.Detail
}

func numbers(l *catalogue.Language, ids []int64) string {
	parts := each.Of(ids[:min(len(ids), mostNamed)], func(id int64) string { return strconv.FormatInt(id, 10) })
	if more := len(ids) - mostNamed; more > 0 {
		parts = append(parts, l.Text("doctor.more", "Count", more))
	}
	return strings.Join(parts, ", ")
}
