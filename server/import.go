package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"zhiwen/checker/audit"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/extract"
	"zhiwen/extract/reader"
	"zhiwen/server/batch"
	"zhiwen/server/installation"
	"zhiwen/server/intake"
	"zhiwen/server/terminal"
	"zhiwen/web/assess"
	"zhiwen/web/catalogue"
	"zhiwen/web/phrase"
	"zhiwen/web/site"
)

type importCommand struct {
	installation.Place
	installation.RoleTable
	Manifest string   `type:"existingfile" placeholder:"FILE" help:"Manifest in CSV or XLSX; by default manifest.csv or a table called …清单 among the files. Columns, in Chinese or English: file, number, title, applicant, participants, institution, year, programme, keywords, status."`
	Call     string   `placeholder:"NAME" help:"Call, by name or number, to submit the applications to; they are then not added to the library."`
	NewCall  bool     `help:"Create the call of --call if it does not exist."`
	Check    bool     `help:"Have the server check them."`
	Outcomes string   `aliases:"fates" placeholder:"FILE" help:"Write the outcome of each file and row to this CSV file."`
	Files    []string `arg:"" name:"file" help:"Files, folders or ZIP archives."`
}

// importBatch is how many documents go into the library in one transaction.
const importBatch = 32

// Run puts files into the library, or a call. What is there already, by its bytes or its
// number, is left as it is: an import that was cut off goes on when it is run again.
func (c *importCommand) Run(ctx context.Context, t terminal.Terminal) (err error) {
	r, err := batch.NewReader(t)
	if err != nil {
		return err
	}
	defer r.Close()
	joined, done, err := c.list(r.Language)
	if err != nil {
		return err
	}
	defer done()
	inst, err := c.Open(ctx, t, c.RoleTable, slog.New(slog.NewTextHandler(t.Err, nil)))
	if err != nil {
		return err
	}
	defer func() {
		if e := inst.Close(); err == nil {
			err = e
		}
	}()
	im := intaking{Installation: inst, reader: r, joined: joined}
	im.run = record.Import{Name: strings.Join(c.Files, " "), ToLibrary: c.Call == "", Check: c.Check}
	err = c.Act(ctx, t, inst.Store, "import", func(ctx context.Context) (err error) {
		im.run.By = audit.ActorOf(ctx).Name
		if c.Call != "" {
			if im.run.Call, err = callNamed(ctx, inst.Store, r.Language, c.Call, c.NewCall); err != nil {
				return err
			}
		}
		return im.carryOut(ctx)
	})
	if im.run.ID == 0 { // it did not begin
		return err
	}
	items, e := inst.Store.ImportItems(context.WithoutCancel(ctx), im.run.ID, record.ItemFilter{}, 0, 0)
	if err = errors.Join(err, e); err != nil {
		return err
	}
	versions, err := im.versions(ctx, items)
	if err != nil {
		return err
	}
	failed := im.tell(t, items, versions)
	if c.Outcomes != "" {
		if err := writeOutcomes(c.Outcomes, r.Language, items, versions); err != nil {
			return err
		}
	}
	if failed {
		return terminal.ErrReported
	}
	return nil
}

// list reads the list of files to import; done closes it.
func (c *importCommand) list(language *catalogue.Language) (joined []intake.Item, done func(), err error) {
	var files []intake.File
	var open []io.Closer
	done = func() {
		for _, f := range open {
			_ = f.Close()
		}
	}
	var manifest os.FileInfo // is no application, where it lies among them
	if c.Manifest != "" {
		manifest, _ = os.Stat(c.Manifest) // reading it says what is wrong with it
	}
	for _, path := range c.Files {
		some, closer, err := openIntake(path)
		if closer != nil {
			open = append(open, closer)
		}
		if err != nil {
			done()
			return nil, nil, sayIntake(language, path, err)
		}
		if manifest != nil {
			some = slices.DeleteFunc(some, func(f intake.File) bool {
				return isFile(path, manifest) || isFile(filepath.Join(path, filepath.FromSlash(f.Name)), manifest)
			})
		}
		files = append(files, some...)
	}
	var rows []intake.Row
	if c.Manifest != "" {
		data, err := os.ReadFile(c.Manifest)
		if err == nil {
			rows, err = intake.Manifest(data)
		}
		if err != nil {
			done()
			return nil, nil, sayIntake(language, c.Manifest, err)
		}
	} else {
		own, at, err := intake.OwnManifest(files)
		if err != nil {
			done()
			return nil, nil, sayIntake(language, files[at].Name, err)
		}
		if at >= 0 {
			rows, files = own, slices.Delete(files, at, at+1)
		}
	}
	return intake.Join(files, rows), done, nil
}

// isFile reports whether a path leads to a file.
func isFile(path string, file os.FileInfo) bool {
	found, err := os.Stat(path)
	return err == nil && os.SameFile(found, file)
}

// sayIntake describes a fault of an archive or a manifest as a whole in a language.
func sayIntake(language *catalogue.Language, path string, err error) error {
	for name, fault := range map[string]error{"heading": record.ErrHeading, "manifest": record.ErrManifest, "archive": record.ErrArchive} {
		if errors.Is(err, fault) {
			return fmt.Errorf("%s: %s%s%s", path, language.Text("fault."+name+".title"), language.Text("app.stop"),
				language.Text("fault."+name+".advice"))
		}
	}
	return fmt.Errorf("%s: %w", path, err)
}

// openIntake lists the files of a folder or an archive, or the one file that it is.
func openIntake(path string) ([]intake.File, io.Closer, error) {
	limits := intake.Limits{File: extract.DefaultMaxBytes, Files: 1 << 20}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, nil, err
	case info.IsDir():
		files, err := intake.Folder(path, limits)
		return files, nil, err
	case strings.EqualFold(filepath.Ext(path), ".zip"):
		archive, err := os.Open(path)
		if err != nil {
			return nil, nil, err
		}
		files, err := intake.Archive(archive, info.Size(), limits)
		return files, archive, err
	}
	file, err := intake.Single(path, filepath.Base(path), limits)
	return []intake.File{file}, nil, err
}

// callNamed returns the call of a name or number; where there is none, it makes one of this
// name, if told to.
func callNamed(ctx context.Context, store *library.Store, language *catalogue.Language, name string, create bool) (int64, error) {
	calls, err := store.Calls(ctx)
	if err != nil {
		return 0, err
	}
	for _, c := range calls {
		if c.Name == name || strconv.FormatInt(c.ID, 10) == name {
			return c.ID, nil
		}
	}
	if create {
		return store.PutCall(ctx, record.Call{Name: name, State: record.CallOpen}, audit.ActorOf(ctx).Name)
	}
	return 0, errors.New(language.Text("cli.noCall", "Name", name))
}

// intaking is an import that is carried out by the command line.
type intaking struct {
	*installation.Installation
	reader *batch.Reader
	run    record.Import
	joined []intake.Item
}

// carryOut stores the import and takes its files in, some at a time.
func (im *intaking) carryOut(ctx context.Context) (err error) {
	items := intake.Items(im.joined)
	if im.run.ID, err = im.Store.CreateImport(ctx, im.run, items); err != nil {
		return err
	}
	state := record.ImportCancelled
	defer func() {
		end := context.WithoutCancel(ctx)
		err = errors.Join(err, im.Store.InTx(end, func(tx *library.Tx) error { return tx.EndImport(end, im.run.ID, state) }))
	}()
	bar := im.reader.Bar(len(items), im.reader.Language.Text("cli.reading"))
	defer func() { _ = bar.Finish() }()
	for batch := range slices.Chunk(items, importBatch) {
		taken := make([]taken, len(batch))
		group, within := errgroup.WithContext(ctx)
		group.SetLimit(runtime.GOMAXPROCS(0))
		for n, item := range batch {
			group.Go(func() (err error) {
				if item.Outcome == record.OutcomeWaiting {
					taken[n], err = im.read(within, item)
				}
				return errors.Join(err, bar.Add(1))
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		if err := im.keep(ctx, batch, taken); err != nil {
			return err
		}
	}
	state = record.ImportDone
	return nil
}

// taken is the result for an item: a document to be stored, or its outcome.
type taken struct {
	prepared library.Prepared // Document is nil where its outcome is known
	outcome  record.Outcome
	reason   string
	document int64 // that was there
}

// read reads an item, unless it was there already.
func (im *intaking) read(ctx context.Context, item record.ImportItem) (t taken, err error) {
	told := batch.File{Path: item.Name}
	defer func() {
		if ctx.Err() != nil {
			err = ctx.Err()
			return
		}
		if err != nil { // of this file alone
			reason := record.FailureOf(err).Name
			if reason == record.FailureInternal { // whose cause no outcome says
				told.Err = err
			}
			t, err = taken{outcome: record.OutcomeRefused, reason: string(reason)}, nil
		}
		im.reader.Complain([]batch.File{told})
	}()
	err = batch.Alone(func() (err error) {
		t, err = im.prepare(ctx, item, &told)
		return err
	})
	return t, err
}

// prepare makes the stored form of an item; told receives the messages about its file.
func (im *intaking) prepare(ctx context.Context, item record.ImportItem, told *batch.File) (t taken, err error) {
	data, err := im.joined[item.Ordinal].File.Read()
	if err != nil {
		return taken{outcome: record.OutcomeRefused, reason: string(intake.FaultOf(err))}, nil
	}
	sum := sha256.Sum256(data)
	hash := hex.EncodeToString(sum[:])
	if t.document, t.outcome, err = im.Store.Arrived(ctx, hash, item.Reference, im.run.Call); err != nil || t.document != 0 {
		return t, err
	}
	if err := reader.Misnamed(item.Given.Filename, data); err != nil {
		return t, err
	}
	d, err := im.reader.Extractor.Extract(ctx, item.Given.Filename, data)
	if err != nil {
		return t, err
	}
	units, words, err := im.Engine.Index(d)
	if err != nil {
		return t, err
	}
	told.Notices = d.AllNotices()
	t.prepared = library.Prepared{
		Upload: record.Upload{
			Identity: item.Given, Data: data, ToLibrary: im.run.ToLibrary, Call: im.run.Call, Reference: item.Reference,
			Status: item.Status,
		},
		Document: d, Units: units, Words: words,
	}
	t.prepared.Upload.Identity.SHA256 = hash
	return t, nil
}

// keep stores a batch with the outcomes of its items, and makes it findable.
func (im *intaking) keep(ctx context.Context, items []record.ImportItem, all []taken) error {
	var ids []int64
	var stored []library.Prepared
	err := im.Store.InTx(ctx, func(tx *library.Tx) error {
		ids, stored = nil, nil
		for n, t := range all {
			if items[n].Outcome != record.OutcomeWaiting {
				continue
			}
			if t.prepared.Document != nil { // a file of the same batch may be the same
				var err error
				u := t.prepared.Upload
				if t.document, t.outcome, err = tx.Arrived(ctx, u.Identity.SHA256, u.Reference, u.Call); err != nil {
					return err
				}
			}
			if t.outcome == "" {
				id, err := im.load(ctx, tx, t.prepared)
				if err != nil {
					return err
				}
				t.outcome, t.document = record.OutcomeStored, id
				ids, stored = append(ids, id), append(stored, t.prepared)
			}
			if err := tx.SettleItem(ctx, im.run.ID, items[n].Ordinal, t.outcome, t.reason, t.document); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return im.index(ctx, ids, stored)
}

// load stores a document, and its check where there is to be one.
func (im *intaking) load(ctx context.Context, tx *library.Tx, p library.Prepared) (int64, error) {
	ids, err := tx.Load(ctx, []library.Prepared{p})
	if err != nil {
		return 0, err
	}
	if im.run.Check {
		_, err = tx.CreateCheck(ctx, ids[0])
	}
	return ids[0], err
}

// index adds stored library documents to full-text search. If it is interrupted, the server catches
// up at its start.
func (im *intaking) index(ctx context.Context, ids []int64, prepared []library.Prepared) error {
	var documents []search.Document
	for n, id := range ids {
		stored, err := im.Store.Document(ctx, id)
		if err != nil {
			return err
		}
		if stored.InLibrary {
			documents = append(documents, search.Of(stored, prepared[n].Document.Text))
		}
	}
	return im.Search.PutAll(ctx, documents)
}

// versions returns, by document, the library documents of which those that were stored are
// probably versions.
func (im *intaking) versions(ctx context.Context, items []record.ImportItem) (map[int64]assess.Versions, error) {
	out := map[int64]assess.Versions{}
	for _, item := range items {
		if item.Outcome != record.OutcomeStored || item.State != record.DocumentReady {
			continue
		}
		versions, err := assess.VersionsOf(ctx, item.Document, im.Store.Versions, im.Store.Documents)
		if err != nil {
			return nil, err
		}
		if len(versions) > 0 {
			out[item.Document] = versions
		}
	}
	return out, nil
}

// mostVersions is of how many items it is printed that they are probably versions; the
// table of outcomes has all.
const mostVersions = 20

// tell prints the number of items per outcome, the refused ones with the reason, and probable
// versions of library documents.
func (im *intaking) tell(t terminal.Terminal, items []record.ImportItem, versions map[int64]assess.Versions) (failed bool) {
	language := im.reader.Language
	count, refused := map[record.Outcome]int{}, 0
	for _, item := range items {
		count[item.Outcome]++
		if item.Outcome == record.OutcomeRefused || item.Outcome == record.OutcomeNumber {
			refused++
			name := item.Name
			if name == "" { // a row that names nothing
				name = language.Text("imports.atLine", "Line", item.Line)
			}
			fmt.Fprintf(t.Err, "%s: %s\n", name, phrase.OutcomeText(language, item))
		}
	}
	fmt.Fprintln(t.Out, language.Text("cli.imported",
		"Stored", count[record.OutcomeStored], "Same", count[record.OutcomeSame], "Refused", refused, "All", len(items)))
	said := 0
	for _, item := range items {
		of := versions[item.Document]
		if len(of) == 0 || item.Outcome != record.OutcomeStored {
			continue
		}
		if said++; said > mostVersions {
			continue
		}
		if own := of.Own(); len(own) > 0 {
			fmt.Fprintln(t.Out, language.Text("cli.version", "File", item.Name, "Versions", assess.VersionsSaid(language, own)))
		}
		if copies := of.Copies(); len(copies) > 0 {
			fmt.Fprintln(t.Out, language.Text("cli.copy", "File", item.Name, "Versions", assess.VersionsSaid(language, copies)))
		}
	}
	if said > mostVersions {
		fmt.Fprintln(t.Out, language.Count("cli.versions", said-mostVersions))
	}
	return refused > 0
}

// writeOutcomes writes what became of each item, and of which library document it is probably
// a version: the most alike with its number.
func writeOutcomes(path string, language *catalogue.Language, items []record.ImportItem, versions map[int64]assess.Versions) error {
	var b bytes.Buffer
	table := site.NewTable(&b, "name", "line", "number", "fate", "reason", "document", "versions", "version", "copies")
	for _, item := range items {
		var of assess.Versions
		likest := int64(0)
		if item.Outcome == record.OutcomeStored {
			of = versions[item.Document]
		}
		if own := of.Own(); len(own) > 0 {
			likest = own[0].ID
		}
		table.Row(item.Name, site.CountCell(item.Line), item.Reference, string(item.Outcome), phrase.OutcomeText(language, item),
			site.CountCell(int(item.Document)), assess.VersionsSaid(language, of.Own()), site.CountCell(int(likest)),
			assess.VersionsSaid(language, of.Copies()))
	}
	if err := table.Close(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return writeWhole(path, b.Bytes())
}
