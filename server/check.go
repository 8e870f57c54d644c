package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/hint"
	"zhiwen/extract"
	"zhiwen/extract/imprint"
	"zhiwen/internal/each"
	"zhiwen/server/batch"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
	"zhiwen/web/catalogue"
)

type checkCommand struct {
	installation.Place
	installation.RoleTable
	Library    string   `required:"" type:"existingdir" placeholder:"DIR" help:"Folder of the files to compare with."`
	Exhaustive bool     `help:"Compare with every file, not only with those that the index finds (slower)."`
	Pairs      string   `type:"existingfile" placeholder:"FILE" help:"Compare only the pairs of this CSV file (columns type, suspicious, source)."`
	Forms      string   `type:"existingdir" placeholder:"DIR" aliases:"templates" help:"Folder of blank forms, whose text is not counted."`
	Standard   string   `type:"existingdir" placeholder:"DIR" help:"Folder of an institution’s standard texts, which are not counted."`
	Profile    string   `enum:"default,paper,paper-64" default:"default" help:"How texts are compared: ${enum}."`
	Grid       string   `name:"picture-grid" default:"12x8" placeholder:"COLUMNSxROWS" help:"Blocks of a picture whose colours are compared."`
	Colours    int      `name:"picture-colours" enum:"8,27,64" default:"8" help:"How many colours a block of a picture can have: ${enum}."`
	MinLength  *int     `placeholder:"N" help:"Matches of fewer characters are not counted (default: 20)."`
	MinShare   float64  `placeholder:"PERCENT" help:"Sources with a smaller share of a file are not counted."`
	Hints      string   `default:"0.1" placeholder:"N" help:"Hints of rewriting, summarising and translation: false hints per clean document, at most 0.3; off: no hints."`
	Out        string   `type:"path" placeholder:"DIR" help:"Write NAME.evidence.xml for each file to this folder, signed with the key of the data folder (or of --database-url)."`
	CSV        string   `name:"csv" type:"path" placeholder:"FILE" help:"Write every match and hint to this CSV file."`
	Files      []string `arg:"" name:"file" help:"Files or folders to check."`
}

// Run checks files against a folder.
func (c *checkCommand) Run(ctx context.Context, t terminal.Terminal) error {
	parameters, err := c.Parameters(t, c.Profile)
	if err != nil {
		return err
	}
	layout, ok := imprint.ReadLayout(c.Grid, c.Colours)
	if !ok {
		return terminal.Misuse("cli.fault.grid", "Columns", imprint.MostColumns, "Rows", imprint.MostRows, "Grid", c.Grid)
	}
	parameters.Imprints = layout.Version()
	parameters.Exhaustive = c.Exhaustive
	if c.MinLength != nil {
		parameters.MinLength = *c.MinLength
	}
	parameters.MinShare = int(math.Round(c.MinShare * 10)) // in thousandths
	if c.MinShare < 0 || c.MinShare > 100 || parameters.MinLength < 0 {
		return terminal.Misuse("cli.fault.least")
	}
	if c.Hints != "off" {
		if parameters, err = installation.WithHints(parameters); err != nil {
			return err
		}
		if parameters.HintLevel, err = hintLevel(c.Hints); err != nil {
			return err
		}
	}
	engine, err := installation.NewEngine(parameters)
	if err != nil {
		return err
	}
	var keys *evidence.Keys
	if c.Out != "" { // at once: nobody should wait for a check that cannot be signed
		if keys, err = c.Keys(ctx, t, nil); err != nil {
			return err
		}
	}
	r, err := batch.NewReaderWith(t, extract.Options{Imprints: parameters.Imprints})
	if err != nil {
		return err
	}
	defer r.Close()
	files, err := batch.Find(c.Files)
	if err != nil {
		return err
	}
	sources, err := batch.Find([]string{c.Library})
	if err != nil {
		return err
	}
	if len(sources) == 0 {
		return terminal.Failure("cli.fault.noFiles", "Path", c.Library)
	}
	var pairs map[string][]string
	if c.Pairs != "" {
		if pairs, err = readPairs(c.Pairs); err != nil {
			return err
		}
		if files, sources, err = c.paired(pairs, files, sources); err != nil {
			return err
		}
	}
	loaded, err := load(ctx, engine, r, sources)
	if err != nil {
		return err
	}
	var formFiles []batch.File
	if c.Forms != "" {
		if formFiles, err = batch.Find([]string{c.Forms}); err != nil {
			return err
		}
	}
	forms, err := load(ctx, engine, r, formFiles)
	if err != nil {
		return err
	}
	if c.Standard != "" {
		files, err := batch.Find([]string{c.Standard})
		if err != nil {
			return err
		}
		standard, err := load(ctx, engine, r, files)
		if err != nil {
			return err
		}
		for _, s := range standard {
			// The folder says that it is standard text; of whom its files may not say.
			s.Standard, s.Identity.Institution = true, ""
		}
		forms, formFiles = append(forms, standard...), append(formFiles, files...)
	}
	check := checkWith(engine, pairs, sources, loaded, forms)
	if parameters.Hints != nil && c.Pairs == "" {
		if cutter, err := parameters.Hints.Cutter(); err != nil {
			return err
		} else if !cutter.Translates() {
			fmt.Fprintln(t.Err, r.Language.Text("cli.noTranslations", "Name", hint.DictionaryName))
		}
	}
	results, learned := make([]*evidence.Evidence, len(files)), make([]finding.Learned, len(files))
	err = r.All(ctx, files, r.Language.Text("cli.checking"), func(i int, f *batch.File) error {
		var err error
		id := sourceID(sources, f.Path)
		results[i], err = check(ctx, f, checker.Input{ID: id, InLibrary: id != 0, Identity: f.Identity, Document: f.Document})
		if err != nil {
			return err
		}
		learned[i], _ = finding.LearnedOf(results[i], []rune(f.Document.Text))
		f.Data, f.Document = nil, nil
		return nil
	})
	if err != nil {
		return err
	}
	failed := r.Complain(slices.Concat(sources, formFiles, files))
	if err := c.write(t.Out, r.Language, keys, files, sources, results, learned); err != nil {
		return err
	}
	if failed {
		return terminal.ErrReported
	}
	return nil
}

// hintLevel parses the number of false hints that a clean file may get.
func hintLevel(s string) (evidence.Decimal, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !(v > 0 && v <= float64(evidence.MostFalseAlarms)) {
		return 0, terminal.Misuse("cli.fault.hints", "Value", s, "Most", float64(evidence.MostFalseAlarms))
	}
	return evidence.Round(v), nil
}

// paired returns the files that have listed pairs, and their sources: no others are read. The error names a source that
// the folder does not have.
func (c *checkCommand) paired(pairs map[string][]string, files, sources []batch.File) (checked, needed []batch.File, err error) {
	files = slices.DeleteFunc(files, func(f batch.File) bool { return len(pairs[f.Name]) == 0 })
	wanted := map[string]bool{}
	for _, f := range files {
		for _, name := range pairs[f.Name] {
			wanted[name] = true
		}
	}
	sources = slices.DeleteFunc(sources, func(f batch.File) bool { return !wanted[f.Name] })
	for _, f := range sources {
		delete(wanted, f.Name)
	}
	if len(wanted) > 0 {
		return nil, nil, terminal.Failure("cli.fault.pairSource", "Path", c.Pairs, "Name", slices.Min(slices.Collect(maps.Keys(wanted))),
			"Library", c.Library)
	}
	return files, sources, nil
}

// checkWith returns the way in which a file is checked: against all sources or, if there are pairs, those that are listed
// with it.
func checkWith(
	engine *checker.Engine, pairs map[string][]string, sources []batch.File, loaded, forms []*checker.Source,
) func(context.Context, *batch.File, checker.Input) (*evidence.Evidence, error) {
	if pairs == nil {
		lib := engine.NewMemory(loaded, forms)
		return func(ctx context.Context, _ *batch.File, in checker.Input) (*evidence.Evidence, error) {
			return engine.Check(ctx, in, lib, nil)
		}
	}
	byName := each.Map(loaded, func(s *checker.Source) (string, *checker.Source) { return sources[s.ID-1].Name, s })
	return func(ctx context.Context, f *batch.File, in checker.Input) (*evidence.Evidence, error) {
		var listed []*checker.Source
		for _, name := range pairs[f.Name] {
			if s := byName[name]; s != nil { // else it could not be read, which has been said
				listed = append(listed, s)
			}
		}
		return engine.Compare(ctx, in, listed...)
	}
}

// readPairs reads the sources listed for each file.
func readPairs(path string) (map[string][]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(rows) == 0 {
		return nil, terminal.Failure("cli.fault.noRows", "Path", path)
	}
	this, source := slices.Index(rows[0], "suspicious"), slices.Index(rows[0], "source")
	if this < 0 || source < 0 {
		return nil, terminal.Failure("cli.fault.pairs", "Path", path)
	}
	pairs := map[string][]string{}
	for _, row := range rows[1:] {
		if !slices.Contains(pairs[row[this]], row[source]) {
			pairs[row[this]] = append(pairs[row[this]], row[source])
		}
	}
	return pairs, nil
}

// sourceID returns the id in the library of a file that is itself in its folder,
// so that it is not its own source; else 0.
func sourceID(sources []batch.File, path string) int64 {
	for i := range sources {
		if batch.SamePath(sources[i].Path, path) {
			return int64(i + 1)
		}
	}
	return 0
}

// load makes sources of files; the id of file i is i+1. Files that cannot be
// read are left out.
func load(ctx context.Context, engine *checker.Engine, r *batch.Reader, files []batch.File) ([]*checker.Source, error) {
	var lock sync.Mutex
	var sources []*checker.Source
	err := r.All(ctx, files, r.Language.Text("cli.reading"), func(i int, f *batch.File) error {
		s := &checker.Source{ID: int64(i + 1), Identity: f.Identity, Document: f.Document, Units: engine.Units(f.Document)}
		f.Data, f.Document = nil, nil
		lock.Lock()
		sources = append(sources, s)
		lock.Unlock()
		return nil
	})
	return sources, err
}

// write prints the table and writes the files that were asked for.
func (c *checkCommand) write(out io.Writer, language *catalogue.Language, keys *evidence.Keys, files, sources []batch.File,
	results []*evidence.Evidence, learned []finding.Learned) error {
	if c.Out != "" {
		if err := os.MkdirAll(c.Out, 0o755); err != nil { //nolint:gosec // a folder of the caller, as his umask has it
			return err
		}
		group := errgroup.Group{}
		group.SetLimit(runtime.GOMAXPROCS(0))
		for i, name := range evidenceNames(files) {
			if results[i] != nil {
				group.Go(func() error { return writeEvidence(filepath.Join(c.Out, name), results[i], keys) })
			}
		}
		if err := group.Wait(); err != nil {
			return err
		}
	}
	if c.CSV != "" {
		if err := writeMatches(c.CSV, files, sources, results); err != nil {
			return err
		}
	}
	return writeTable(out, language, files, sources, results, learned)
}

// evidenceNames returns the names of the evidence files: the file's name without
// extension, or with it where two files would share one.
func evidenceNames(files []batch.File) []string {
	stem := func(f batch.File) string {
		base := filepath.Base(f.Path)
		return strings.TrimSuffix(base, filepath.Ext(base))
	}
	stems, names := map[string]int{}, map[string]int{}
	for _, f := range files {
		stems[stem(f)]++
		names[filepath.Base(f.Path)]++
	}
	out := make([]string, len(files))
	seen := map[string]int{}
	for i, f := range files {
		name := stem(f)
		if stems[name] > 1 {
			name = filepath.Base(f.Path)
		}
		if names[filepath.Base(f.Path)] > 1 { // two folders with a file of one name
			seen[name]++
			name = fmt.Sprintf("%s.%d", name, seen[name])
		}
		out[i] = name + ".evidence.xml"
	}
	return out
}

// writeEvidence writes a signed file that is whole or not there.
func writeEvidence(path string, e *evidence.Evidence, keys *evidence.Keys) error {
	var b bytes.Buffer
	if err := evidence.Encode(&b, e); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	signed, err := keys.Sign(b.Bytes())
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return writeWhole(path, signed)
}

func writeWhole(path string, data []byte) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".zhiwen-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(tmp.Name()))
		}
	}()
	if _, err = tmp.Write(data); err != nil {
		return errors.Join(err, tmp.Close())
	}
	if err = tmp.Chmod(0o644); err != nil {
		return errors.Join(err, tmp.Close())
	}
	if err = tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
