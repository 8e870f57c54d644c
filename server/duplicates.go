package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"zhiwen/checker/duplicate"
	"zhiwen/checker/record"
	"zhiwen/checker/text/word"
	"zhiwen/extract"
	"zhiwen/internal/each"
	"zhiwen/server/batch"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
	"zhiwen/web/catalogue"
)

type duplicatesCommand struct {
	installation.Place
	Library   bool              `help:"Group the documents of the library."`
	Method    string            `enum:"${duplicateMethods}" default:"${duplicateMethod}" help:"How texts are compared: ${enum} (docs/duplicates.md)."`
	Threshold *float64          `placeholder:"N" help:"Least similarity of two texts in a group, as the method measures it (docs/duplicates.md); for simhash, the most bits that may differ."`
	Set       map[string]string `placeholder:"NAME=VALUE" help:"Set a parameter of the method (docs/duplicates.md); may be repeated."`
	Synonyms  string            `type:"existingfile" placeholder:"FILE" help:"For the method semantic: a file of further synonyms, one line per meaning, words separated by =."`
	Centres   bool              `help:"Compare texts only with the first of each group, in one pass; by default, texts are also joined through others."`
	Ask       bool              `help:"Ask for the permanent id of each file: that of an earlier text with nearly the same text, or a new one; with --library, ids are kept in its database. By default with the method nshash; simhash and semantic also give ids."`
	OnlyKnown bool              `help:"With --library --ask: only look ids up; an unknown text gets none."`
	Passages  bool              `help:"With the method winnowing: below each group, show the passages that its other texts share with the first."`
	CSV       string            `name:"csv" type:"path" placeholder:"FILE" help:"Write one row per file, with its group, to this CSV file."`
	Files     []string          `arg:"" optional:"" name:"file" help:"Files or folders to group."`
}

// Run prints groups of files whose whole texts are the same or nearly so.
func (c *duplicatesCommand) Run(ctx context.Context, t terminal.Terminal) error {
	l := t.Language()
	begin := time.Now()
	words := duplicate.NewWords(func() (*word.Cutter, error) { return word.Open("") })
	if c.Ask && c.Method == duplicate.Default { // which gives no ids
		c.Method = duplicate.DefaultStream
	}
	method, err := c.method(words)
	if fault := methodFault(l, err); fault != "" {
		fmt.Fprintln(t.Err, "zhiwen:", fault)
		return terminal.ErrMisused
	}
	if err != nil {
		return err
	}
	p := fingerprinter{words, method, c.Passages}
	// What the method loads, such as dictionaries, is loaded while the rest begins. An error
	// is that of the first text too.
	go func() { _, _ = p.print(&extract.Document{Text: "字"}) }()
	threshold := method.Limit().Default
	if c.Threshold != nil {
		threshold = *c.Threshold
	}
	if fault := c.fault(l, method, threshold); fault != "" {
		fmt.Fprintln(t.Err, "zhiwen:", fault)
		return terminal.ErrMisused
	}
	if c.Ask {
		return c.ask(ctx, t, p, threshold)
	}
	var names []string
	var texts []printedText
	failed := false
	if c.Library {
		names, texts, err = c.ofLibrary(ctx, t, p)
	} else {
		names, texts, failed, err = ofEach(ctx, t, c.Files, p.print)
	}
	if err != nil {
		return err
	}
	prints := each.Of(texts, func(text printedText) duplicate.Print { return text.Print })
	printed := time.Now()
	pairs := method.Pairs(prints, threshold)
	groups := duplicate.Groups(len(prints), pairs)
	if c.Centres {
		groups = duplicate.SinglePass(len(prints), pairs)
	}
	compared := time.Now()
	out := grouping{names: names, groups: groups}
	if c.Passages {
		if out.passages, err = p.passages(texts, groups); err != nil {
			return err
		}
	}
	if c.CSV != "" {
		if err := out.write(c.CSV); err != nil {
			return err
		}
	}
	if err := out.print(t.Out, l, printed.Sub(begin), compared.Sub(printed)); err != nil {
		return err
	}
	if failed {
		return terminal.ErrReported
	}
	return nil
}

// errNoSynonyms says that a table of synonyms was given to a method that knows none.
var errNoSynonyms = errors.New("only the method semantic takes synonyms")

// method returns the method with its settings.
func (c *duplicatesCommand) method(words *duplicate.Words) (duplicate.Method, error) {
	method, err := duplicate.Named(c.Method)
	if err != nil {
		return nil, err
	}
	if method, err = duplicate.With(method, c.Set); err != nil {
		return nil, err
	}
	if c.Synonyms == "" {
		return method, nil
	}
	table, err := os.ReadFile(c.Synonyms)
	if err != nil {
		return nil, err
	}
	synonyms, err := words.ReadSynonyms(string(table))
	if err != nil {
		return nil, err
	}
	method, ok := duplicate.WithSynonyms(method, synonyms)
	if !ok {
		return nil, errNoSynonyms
	}
	return method, nil
}

// methodFault returns what is wrong with how a method was set, in the reader's language, or nothing.
func methodFault(l *catalogue.Language, err error) string {
	var of *duplicate.ParameterError
	var line *duplicate.SynonymError
	switch {
	case errors.Is(err, errNoSynonyms):
		return l.Text("cli.duplicatesNoSynonyms")
	case errors.As(err, &line):
		return l.Text("cli.duplicatesSynonyms", "Line", line.Line)
	case !errors.As(err, &of):
		return ""
	case of.Parameter == nil:
		return l.Text("cli.duplicatesNoParameter", "Method", of.Method, "Name", of.Name)
	case of.Parameter.Choices != nil:
		choices := strings.Join(of.Parameter.Choices, l.Text("app.comma"))
		return l.Text("cli.duplicatesChoice", "Name", of.Name, "Choices", choices, "Value", of.Value)
	}
	return l.Text("cli.duplicatesParameter", "Name", of.Name, "Least", of.Parameter.Least, "Most", of.Parameter.Most, "Value", of.Value)
}

// fault returns what is wrong with the command line, or nothing.
func (c *duplicatesCommand) fault(l *catalogue.Language, method duplicate.Method, threshold float64) string {
	limit := method.Limit()
	switch {
	case c.Ask && len(c.Files) == 0:
		return l.Text("cli.askNone")
	case c.Ask && !slices.Contains(duplicate.StreamMethods(), method.Name()):
		return l.Text("cli.askMethod", "Method", method.Name(), "Methods", strings.Join(duplicate.StreamMethods(), l.Text("app.comma")))
	case c.OnlyKnown && !(c.Ask && c.Library):
		return l.Text("cli.askKeep")
	case c.Passages && !locates(method):
		return l.Text("cli.duplicatesPassages", "Method", method.Name())
	case c.Library && len(c.Files) > 0 && !c.Ask:
		return l.Text("cli.duplicatesBoth")
	case !c.Library && len(c.Files) == 0:
		return l.Text("cli.duplicatesNone")
	case limit.Takes(threshold):
		return ""
	case limit.Least == limit.Most:
		return l.Text("cli.duplicatesNoThreshold", "Method", method.Name())
	case limit.Whole:
		return l.Text("cli.duplicatesWhole", "Method", method.Name(), "Least", limit.Least, "Most", limit.Most, "Threshold", threshold)
	}
	return l.Text("cli.duplicatesThreshold", "Method", method.Name(), "Least", limit.Least, "Most", limit.Most, "Threshold", threshold)
}

// fingerprinter makes fingerprints of documents.
type fingerprinter struct {
	words  *duplicate.Words
	method duplicate.Method
	keep   bool // the texts too, to show passages
}

// printedText is the fingerprint of a text, with the text if it is kept.
type printedText struct {
	duplicate.Print
	document *extract.Document
}

func (p fingerprinter) print(d *extract.Document) (printedText, error) {
	print, err := p.method.Print(p.words.NewText(d))
	text := printedText{Print: print}
	if p.keep {
		text.document = &extract.Document{Text: d.Text, Paragraphs: d.Paragraphs}
	}
	return text, err
}

// ofEach makes something of each file that could be read, and says which could not.
func ofEach[T any](
	ctx context.Context, t terminal.Terminal, paths []string, of func(*extract.Document) (T, error),
) (names []string, all []T, failed bool, err error) {
	r, err := batch.NewReaderWith(t, extract.Options{NoFields: true}) // texts are compared, and nobody asks whose they are
	if err != nil {
		return nil, nil, false, err
	}
	defer r.Close()
	files, err := batch.Find(paths)
	if err != nil {
		return nil, nil, false, err
	}
	made := make([]T, len(files))
	err = r.All(ctx, files, r.Language.Text("cli.reading"), func(i int, f *batch.File) (err error) {
		made[i], err = of(f.Document)
		f.Data, f.Document = nil, nil
		return err
	})
	if err != nil {
		return nil, nil, false, err
	}
	for i, f := range files {
		if f.Err == nil {
			names, all = append(names, f.Name), append(all, made[i])
		}
	}
	return names, all, r.Complain(files), nil
}

// libraryBatch is how many documents are held in memory at once.
const libraryBatch = 32

// ofLibrary makes the fingerprints of all documents of the library that are ready. A name is
// a file's with the number of the document.
func (c *duplicatesCommand) ofLibrary(
	ctx context.Context,
	t terminal.Terminal,
	p fingerprinter,
) (names []string, texts []printedText, err error) {
	view, err := c.View(ctx, t)
	if errors.Is(err, record.ErrNotFound) {
		l := t.Language()
		fmt.Fprintln(t.Err, "zhiwen:", l.Text("cli.noLibrary"))
		return nil, nil, terminal.ErrReported
	}
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, view.Close()) }()
	ids, err := view.DocumentIDs(ctx)
	if err != nil {
		return nil, nil, err
	}
	for ids := range slices.Chunk(ids, libraryBatch) {
		sources, err := view.Sources(ctx, ids)
		if err != nil {
			return nil, nil, err
		}
		made := make([]printedText, len(sources))
		var group errgroup.Group
		group.SetLimit(runtime.GOMAXPROCS(0))
		for i, s := range sources {
			group.Go(func() (err error) {
				if s.Document == nil {
					return fmt.Errorf("document %d: its text cannot be read (zhiwen doctor says more)", s.ID)
				}
				made[i], err = p.print(s.Document)
				return err
			})
			names = append(names, fmt.Sprintf("%d %s", s.ID, s.Identity.Filename))
		}
		if err := group.Wait(); err != nil {
			return nil, nil, err
		}
		texts = append(texts, made...)
	}
	return names, texts, nil
}

// writeRows writes a CSV file.
func writeRows(path string, rows [][]string) error {
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return writeWhole(path, b.Bytes())
}
