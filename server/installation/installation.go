// Package installation opens what a command works on: the data folder or the database, its
// signing keys, full-text search, and the engine that fits them. What is lost that was there
// is not made anew unless that is asked for. A StampService gets time stamps for what it signs.
package installation

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/hint"
	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/checker/text/word"
	"zhiwen/server/terminal"
	"zhiwen/web/phrase"
)

// Place says where the library is. It is part of every command that opens it.
type Place struct {
	Data        string `type:"path" env:"ZHIWEN_DATA" placeholder:"DIR" help:"Data folder; the default is zhiwen in the user’s data folder ($$XDG_DATA_HOME or ~/.local/share)."`
	DatabaseURL string `env:"DATABASE_URL" secret:"url" placeholder:"URL" help:"PostgreSQL database, postgres://…; the default is SQLite in the data folder."`
	SignSM2     bool   `name:"sign-sm2" env:"ZHIWEN_SIGN_SM2" help:"Also sign with SM2 (with SM3), in addition to Ed25519."`
	New         bool   `help:"Start with a new database or signing key if the earlier one is lost."`
}

// RoleTable says what is added to the table of roles. It is part of every command
// that makes an engine.
type RoleTable struct {
	Roles string `type:"existingfile" env:"ZHIWEN_ROLES" placeholder:"FILE" help:"TOML file with additions to the table of section roles, headings and words (for its format, see docs/exclusion.md)."`
}

// Parameters returns the settings of an engine of a profile. What is wrong with the
// file is said, and the error is terminal.ErrReported.
func (r RoleTable) Parameters(t terminal.Terminal, profile string) (checker.Parameters, error) {
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
	language := t.Language()
	for _, f := range faults {
		place := filepath.Base(r.Roles)
		switch {
		case f.Line > 0:
			place = language.Text("cli.rolesLine", "File", place, "Line", f.Line, "Column", f.Column)
		case f.Entry > 0:
			place = language.Text("cli.rolesEntry", "File", place, "Number", f.Entry, "Name", f.Name)
		}
		fmt.Fprintf(t.Err, "%s: %s\n", place, phrase.RoleFault(language, &f.Fault))
	}
	return parameters, terminal.ErrReported
}

// Folder returns the data folder, with its default filled in.
func (p Place) Folder(t terminal.Terminal) (string, error) {
	if p.Data != "" {
		return p.Data, nil
	}
	if dir := t.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "zhiwen"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("no data folder: set ZHIWEN_DATA (%w)", err)
	}
	return filepath.Join(home, ".local", "share", "zhiwen"), nil
}

// Installation is an open library with the engine that fits it.
type Installation struct {
	Folder string
	Engine *checker.Engine
	Paper  *checker.Engine // of the published method
	Roles  *exclude.Table  // that the engine was made with; nil is the built-in one
	Store  *library.Store
	Search *search.Index
	Words  *word.Cutter // what Search cuts text with; its dictionaries may be loading still
}

// Open opens the library, or makes an empty one, with an engine of the default
// profile. The dictionaries of words are loaded meanwhile and afterwards.
func (p Place) Open(ctx context.Context, t terminal.Terminal, r RoleTable, log *slog.Logger) (*Installation, error) {
	folder, err := p.Folder(t)
	if err != nil {
		return nil, err
	}
	parameters, err := r.Parameters(t, checker.DefaultProfile)
	if err != nil {
		return nil, err
	}
	if parameters, err = WithHints(parameters); err != nil {
		return nil, err
	}
	engine, err := NewEngine(parameters)
	if err != nil {
		return nil, err
	}
	left, err := leftBehind(folder)
	if err != nil {
		return nil, err
	}
	existing := len(left) > 0 && !p.New
	if existing && p.DatabaseURL == "" && !database.HasFile(folder) { // before an empty one is made
		return nil, p.Lost(t, "lost.database", "Folder", folder, "Left", left[0])
	}
	words, err := word.Open("")
	if err != nil {
		return nil, err
	}
	go words.Prepare()
	published, err := r.Parameters(t, checker.PaperProfile)
	if err != nil {
		return nil, err
	}
	paper, err := checker.New(published, words)
	if err != nil {
		return nil, err
	}
	store, err := library.Open(ctx, library.Config{DatabaseURL: p.DatabaseURL, DataDir: folder, IndexKey: engine.IndexKey(),
		Existing: existing})
	if errors.Is(err, library.ErrMissing) {
		return nil, p.Lost(t, "lost.database", "Folder", folder, "Left", left[0])
	}
	if err != nil {
		return nil, err
	}
	index, err := openSearch(filepath.Join(folder, SearchFolder), words, store, log)
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return &Installation{
		Folder: folder, Engine: engine, Paper: paper, Roles: parameters.Roles, Store: store, Search: index, Words: words,
	}, nil
}

// leftBehind names what of an installation lies in a folder beside its database: the
// signing key, and a full-text index that has something in it.
func leftBehind(folder string) (left []string, err error) {
	for _, name := range []string{KeyFile, filepath.Join(SearchFolder, "store")} {
		_, err := os.Stat(filepath.Join(folder, name))
		if err == nil {
			left = append(left, name)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return left, nil
}

// Lost says that something is missing that was there, and what to do.
func (p Place) Lost(t terminal.Terminal, key string, args ...any) error {
	language := t.Language()
	fmt.Fprintln(t.Err, "zhiwen: "+language.Text(key, args...))
	return terminal.ErrReported
}

// The folders in the data folder.
const (
	SearchFolder   = "search"   // the full-text index
	IncomingFolder = "incoming" // uploads that are coming
	ImportsFolder  = "imports"  // files of imports that are under way, a folder each
	PagesFolder    = "pages"    // pictures of pages, by the hashes of files
	PrintFolder    = "print"    // reports that are being printed
)

// openSearch opens the full-text index, and begins a new one where the old one
// cannot be used: the jobs fill it again from the library.
func openSearch(dir string, words *word.Cutter, store *library.Store, log *slog.Logger) (*search.Index, error) {
	index, err := search.Open(dir, words, store.Text)
	if errors.Is(err, search.ErrDamaged) || errors.Is(err, search.ErrOutdated) {
		log.Warn("the full-text index is made anew", "reason", err)
		if err := search.Remove(dir); err != nil {
			return nil, err
		}
		index, err = search.Open(dir, words, store.Text)
	}
	return index, err
}

// View opens the database of the installation to read it.
func (p Place) View(ctx context.Context, t terminal.Terminal) (*library.View, error) {
	folder, err := p.Folder(t)
	if err != nil {
		return nil, err
	}
	return library.OpenView(ctx, library.Config{DatabaseURL: p.DatabaseURL, DataDir: folder})
}

// Inspect is View for examining stored data.
func (p Place) Inspect(ctx context.Context, t terminal.Terminal) (*library.View, error) {
	folder, err := p.Folder(t)
	if err != nil {
		return nil, err
	}
	return library.OpenInspect(ctx, library.Config{DatabaseURL: p.DatabaseURL, DataDir: folder})
}

// Beside opens the library beside its server.
func (p Place) Beside(ctx context.Context, t terminal.Terminal) (*library.Store, error) {
	folder, err := p.Folder(t)
	if err != nil {
		return nil, err
	}
	store, err := library.OpenBeside(ctx, library.Config{DatabaseURL: p.DatabaseURL, DataDir: folder})
	if errors.Is(err, record.ErrNotFound) {
		return nil, terminal.Failure("cli.fault.noLibrary", "Path", folder)
	}
	return store, err
}

// WithHints returns parameters with which possible rewritings, summaries and translations are looked for. The error says
// that the dictionaries of words are missing or damaged.
func WithHints(p checker.Parameters) (checker.Parameters, error) {
	words, err := word.Open("")
	if err != nil {
		return p, err
	}
	p.Hints = hint.NewMeans(words)
	return p, nil
}

// NewEngine makes an engine.
func NewEngine(p checker.Parameters) (*checker.Engine, error) {
	var words *word.Cutter
	if evidence.Published(p.Profile) {
		var err error
		if words, err = word.Open(""); err != nil {
			return nil, err
		}
	}
	return checker.New(p, words)
}

// Close closes what open opened.
func (i *Installation) Close() error { return errors.Join(i.Search.Close(), i.Store.Close()) }
