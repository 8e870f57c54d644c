package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"zhiwen/checker"
	"zhiwen/checker/exclude"
	"zhiwen/checker/library"
	"zhiwen/checker/search"
	"zhiwen/checker/text/word"
	"zhiwen/web"
)

// place says where the library is. It is part of every command that opens it.
type place struct {
	Data        string `type:"path" env:"ZHIWEN_DATA" placeholder:"DIR" help:"Data folder; by default zhiwen in the user's data folder ($$XDG_DATA_HOME or ~/.local/share)."`
	DatabaseURL string `env:"DATABASE_URL" placeholder:"URL" help:"PostgreSQL database, postgres://…; by default SQLite in the data folder."`
	New         bool   `help:"Begin anew where the database, or the signing key, of before is lost."`
}

// roleTable says what is added to the table of roles. It is part of every command
// that makes an engine.
type roleTable struct {
	Roles string `type:"existingfile" env:"ZHIWEN_ROLES" placeholder:"FILE" help:"TOML file that adds to the table of section roles, headings and words (docs/exclusion.md has its form)."`
}

// parameters gives the settings of an engine of a profile. What is wrong with the
// file is said, and the error is errReported.
func (r roleTable) parameters(t terminal, profile string) (checker.Parameters, error) {
	parameters := checker.DefaultParameters(profile)
	if r.Roles == "" {
		return parameters, nil
	}
	var err error
	parameters.Roles, err = exclude.Load(r.Roles)
	var faults exclude.TableFaults
	if !errors.As(err, &faults) {
		return parameters, err
	}
	language, err := t.language()
	if err != nil {
		return parameters, err
	}
	for _, f := range faults {
		place := filepath.Base(r.Roles)
		switch {
		case f.Line > 0:
			place = language.Text("cli.rolesLine", "File", place, "Line", f.Line, "Column", f.Column)
		case f.Entry > 0:
			place = language.Text("cli.rolesEntry", "File", place, "Number", f.Entry, "Name", f.Name)
		}
		fmt.Fprintf(t.err, "%s: %s\n", place, web.RoleFault(language, &f.Fault))
	}
	return parameters, errReported
}

// folder gives the data folder, with its default filled in.
func (p place) folder(t terminal) (string, error) {
	if p.Data != "" {
		return p.Data, nil
	}
	if dir := t.getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "zhiwen"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("no data folder: set ZHIWEN_DATA (%w)", err)
	}
	return filepath.Join(home, ".local", "share", "zhiwen"), nil
}

// installation is an open library with the engine that fits it.
type installation struct {
	folder string
	engine *checker.Engine
	roles  *exclude.Table // that the engine was made with; nil is the built-in one
	store  *library.Store
	search *search.Index
}

// open opens the library, or makes an empty one, with an engine of the default
// profile.
func (p place) open(ctx context.Context, t terminal, r roleTable, log *slog.Logger) (*installation, error) {
	folder, err := p.folder(t)
	if err != nil {
		return nil, err
	}
	parameters, err := r.parameters(t, checker.DefaultProfile)
	if err != nil {
		return nil, err
	}
	engine, err := newEngine(parameters)
	if err != nil {
		return nil, err
	}
	left, err := leftBehind(folder)
	if err != nil {
		return nil, err
	}
	existing := len(left) > 0 && !p.New
	if existing && p.DatabaseURL == "" && !library.HasFile(folder) { // before an empty one is made
		return nil, p.lost(t, "lost.database", "Folder", folder, "Left", left[0])
	}
	store, err := library.Open(ctx, library.Config{DatabaseURL: p.DatabaseURL, DataDir: folder, IndexKey: engine.IndexKey(), Existing: existing})
	if errors.Is(err, library.ErrMissing) {
		return nil, p.lost(t, "lost.database", "Folder", folder, "Left", left[0])
	}
	if err != nil {
		return nil, err
	}
	index, err := openSearch(filepath.Join(folder, searchFolder), store, log)
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return &installation{folder: folder, engine: engine, roles: parameters.Roles, store: store, search: index}, nil
}

// leftBehind names what of an installation lies in a folder beside its database: the
// signing key, and a full-text index that has something in it.
func leftBehind(folder string) (left []string, err error) {
	for _, name := range []string{keyFile, filepath.Join(searchFolder, "store")} {
		_, err := os.Stat(filepath.Join(folder, name))
		if err == nil {
			left = append(left, name)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return left, nil
}

// lost says that something is missing that was there, and what to do.
func (p place) lost(t terminal, key string, args ...any) error {
	language, err := t.language()
	if err != nil {
		return err
	}
	fmt.Fprintln(t.err, "zhiwen: "+language.Text(key, args...))
	return errReported
}

// searchFolder is the full-text index in the data folder.
const searchFolder = "search"

// openSearch opens the full-text index, and begins a new one where the old one
// cannot be used: the jobs fill it again from the library.
func openSearch(dir string, store *library.Store, log *slog.Logger) (*search.Index, error) {
	words, err := word.Open("")
	if err != nil {
		return nil, err
	}
	texts := func(ctx context.Context, id int64) (string, error) {
		d, err := store.Extraction(ctx, id)
		if err != nil {
			return "", err
		}
		return d.Text, nil
	}
	index, err := search.Open(dir, words, texts)
	if errors.Is(err, search.ErrDamaged) || errors.Is(err, search.ErrOutdated) {
		log.Warn("the full-text index is made anew", "reason", err)
		if err := search.Remove(dir); err != nil {
			return nil, err
		}
		index, err = search.Open(dir, words, texts)
	}
	return index, err
}

// close closes what open opened.
func (i *installation) close() error { return errors.Join(i.search.Close(), i.store.Close()) }
