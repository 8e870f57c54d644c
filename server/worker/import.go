package worker

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"zhiwen/checker/audit"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/server/intake"
)

// Imports
//
// What comes in many is kept in a folder of the server until each file is stored, a few
// in one transaction with the note of their outcome. So a server that ends in the middle
// goes on where it was, and what comes a second time is noticed by its bytes and its
// number. Nothing is read by an import: that is for the jobs of the documents.

const (
	// importFiles and importBytes are how many files, and bytes of them, are stored in one
	// transaction: others have to wait for it on SQLite.
	importFiles, importBytes = 16, 32 << 20
	// mostFiles and mostBytes are the most files of an archive and what they may unpack to.
	mostFiles, mostBytes = 100_000, 200 << 30
	// importPause is between two tries where the database or the disk does not take files.
	importPause = 5 * time.Second
)

// Import stores an import of files and begins with it; it gives its id. files name what
// came and where its bytes lie, which are moved away from there; archives among them
// are opened. The error wraps one of package intake's where the manifest, or an archive, cannot
// be read at all, and nothing is kept then.
func (p *Pool) Import(ctx context.Context, i record.Import, files []record.Incoming, manifest []byte) (id int64, err error) {
	folder := rand.Text()
	if err := os.MkdirAll(filepath.Join(p.config.Imports, folder), 0o700); err != nil {
		return 0, fmt.Errorf("import: %w", err)
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(filepath.Join(p.config.Imports, folder))
		}
	}()
	var rows []intake.Row
	if manifest != nil {
		if rows, err = intake.Manifest(manifest); err != nil {
			return 0, fmt.Errorf("import: %w", err)
		}
	}
	all, places, own, err := p.receive(folder, files, manifest == nil)
	if err != nil {
		return 0, fmt.Errorf("import: %w", err)
	}
	i.Place = p.place(folder)
	if manifest == nil {
		rows = own
	}
	items := intake.Items(intake.Join(all, rows))
	for n, place := range places { // items begin with the files, in their order
		items[n].Place = place
	}
	id, err = p.store.CreateImport(ctx, i, items)
	if err != nil {
		return 0, err
	}
	if i, err = p.store.Import(ctx, id); err != nil {
		return 0, err
	}
	p.carryOut(i)
	return id, nil
}

// receive moves files into the folder of an import and lists what they hold, with the
// place of each. With own, a manifest that lies in an archive is read and is no file of
// the import; rows is nil where there is none.
func (p *Pool) receive(
	folder string, files []record.Incoming, own bool,
) (all []intake.File, places []string, rows []intake.Row, err error) {
	for n, f := range files {
		place := folder + "/" + strconv.Itoa(n) + strings.ToLower(filepath.Ext(f.Name))
		if err := os.Rename(f.Path, filepath.Join(p.config.Imports, place)); err != nil {
			return nil, nil, nil, err
		}
		one, err := p.openParcel(place, f.Name)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		manifest := -1
		if own && rows == nil {
			rows, manifest, err = intake.OwnManifest(one.files)
		}
		_ = one.Close()
		if err != nil {
			return nil, nil, nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		for at := range one.files {
			if at != manifest {
				places = append(places, place+"#"+strconv.Itoa(at))
				all = append(all, one.files[at])
			}
		}
	}
	return all, places, rows, nil
}

// parcel is a file that came, open: itself or, of an archive, the files in it.
type parcel struct {
	io.Closer
	files []intake.File
}

// openParcel opens what lies in a place; name is what it came as.
func (p *Pool) openParcel(place, name string) (*parcel, error) {
	at := filepath.Join(p.config.Imports, place)
	limits := intake.Limits{File: p.config.MaxUpload, Total: mostBytes, Files: mostFiles}
	if filepath.Ext(place) != archiveExtension {
		whole, err := intake.Single(at, name, limits)
		return &parcel{io.NopCloser(nil), []intake.File{whole}}, err
	}
	file, err := os.Open(at)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	files, err := intake.Archive(file, info.Size(), limits)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &parcel{file, files}, nil
}

// archiveExtension matches the extensions of archives that are opened, in small letters.
const archiveExtension = ".zip"

// place returns how the folder of an import on this server is named in the database.
func (p *Pool) place(folder string) string {
	return ImportPlace(filepath.Join(p.config.Imports, folder))
}

// ImportPlace returns how the database names the folder of an import on this machine.
func ImportPlace(path string) string {
	host, _ := os.Hostname()
	return host + ":" + path
}

// resumeImports goes on with the imports whose files are here, and removes the files of
// those that have ended.
func (p *Pool) resumeImports(ctx context.Context) error {
	folders, err := os.ReadDir(p.config.Imports)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, folder := range folders {
		running, err := p.store.RunningImports(ctx, p.place(folder.Name()))
		if err != nil {
			return err
		}
		if len(running) == 0 {
			if err := os.RemoveAll(filepath.Join(p.config.Imports, folder.Name())); err != nil {
				return err
			}
		}
		for _, i := range running {
			p.carryOut(i)
		}
	}
	return nil
}

// carryOut stores the files of an import that wait, beside all else that the pool does.
func (p *Pool) carryOut(i record.Import) {
	if p.background == nil {
		return // Start begins with it
	}
	ctx := audit.By(p.background, audit.Actor{Name: i.By})
	p.running.Go(func() {
		folder := filepath.Base(i.Place[strings.LastIndexByte(i.Place, ':')+1:])
		parcels := map[string]*parcel{}
		defer func() {
			for _, one := range parcels {
				_ = one.Close()
			}
		}()
		for {
			more, err := p.importSome(ctx, i, parcels)
			switch {
			case ctx.Err() != nil:
				return // the next start goes on
			case err == nil && more:
				continue
			case err != nil && !errors.Is(err, record.ErrFinal) && !errors.Is(err, record.ErrNotFound):
				p.log.WarnContext(ctx, "an import waits", "import", i.ID, "error", err)
				select {
				case <-ctx.Done():
				case <-time.After(importPause):
				}
				continue
			}
			if err := os.RemoveAll(filepath.Join(p.config.Imports, folder)); err != nil {
				p.log.WarnContext(ctx, "files of an import stay", "import", i.ID, "error", err)
			}
			return
		}
	})
}

// arrival is an item whose bytes are read.
type arrival struct {
	item   record.ImportItem
	data   []byte
	reason string // why it is refused, or ""
}

// importSome stores the next items of an import with their outcomes, or ends it where none
// waits; more says that some may be left.
func (p *Pool) importSome(ctx context.Context, i record.Import, parcels map[string]*parcel) (more bool, err error) {
	if p.config.Room != nil {
		if err := p.config.Room(importBytes); err != nil {
			return false, err
		}
	}
	items, err := p.store.ImportItems(ctx, i.ID, record.ItemFilter{Outcomes: []record.Outcome{record.OutcomeWaiting}}, importFiles, 0)
	if err != nil {
		return false, err
	}
	if len(items) == 0 {
		return false, p.store.InTx(ctx, func(tx *library.Tx) error { return tx.EndImport(ctx, i.ID, record.ImportDone) })
	}
	var batch []arrival
	var size int
	for _, item := range items {
		if size > importBytes {
			break
		}
		a := arrival{item: item}
		a.data, a.reason = p.bytesOf(item, parcels)
		size += len(a.data)
		batch = append(batch, a)
	}
	return true, p.store.InTx(ctx, func(tx *library.Tx) error {
		for _, a := range batch {
			if err := p.importOne(ctx, tx, i, a); err != nil {
				return err
			}
		}
		return nil
	})
}

// bytesOf reads an item, or says why it cannot be read.
func (p *Pool) bytesOf(item record.ImportItem, parcels map[string]*parcel) (data []byte, reason string) {
	place, index, _ := strings.Cut(item.Place, "#")
	one := parcels[place]
	if one == nil {
		var err error
		if one, err = p.openParcel(place, item.Name); err != nil {
			p.log.Warn("a file of an import cannot be opened", "place", place, "error", err)
			return nil, string(record.RefusalDamaged)
		}
		parcels[place] = one
	}
	at, err := strconv.Atoi(index)
	if err != nil || at < 0 || at >= len(one.files) {
		return nil, string(record.RefusalDamaged)
	}
	data, err = one.files[at].Read()
	return data, string(intake.FaultOf(err))
}

// errCallWent reports a call that was deleted beside the transaction that stores something of it;
// the next try says so. It is not ErrNotFound, which is of an import that has gone.
var errCallWent = errors.New("the call of an import was deleted")

// importOne stores one item unless it was there, and notes its outcome.
func (p *Pool) importOne(ctx context.Context, tx *library.Tx, i record.Import, a arrival) error {
	settle := func(f record.Outcome, reason string, document int64) error {
		return tx.SettleItem(ctx, i.ID, a.item.Ordinal, f, reason, document)
	}
	if a.reason != "" {
		return settle(record.OutcomeRefused, a.reason, 0)
	}
	u := record.Upload{
		Identity: a.item.Given, Data: a.data, ToLibrary: i.ToLibrary, Check: i.Check,
		Call: i.Call, Reference: a.item.Reference, Status: a.item.Status,
	}
	if err := p.refuse(u); err != nil {
		return settle(record.OutcomeRefused, string(record.FailureOf(err).Name), 0)
	}
	if i.Call != 0 {
		switch _, err := tx.Call(ctx, i.Call); {
		case errors.Is(err, record.ErrNotFound): // deleted since the import began
			return settle(record.OutcomeRefused, string(record.RefusalCall), 0)
		case err != nil:
			return err
		}
	}
	sum := sha256.Sum256(a.data)
	document, as, err := tx.Arrived(ctx, hex.EncodeToString(sum[:]), a.item.Reference, i.Call)
	if err != nil {
		return err
	}
	if document != 0 {
		return settle(as, "", document)
	}
	receipts := make([]record.Receipt, 1)
	if err := p.submit(ctx, tx, []record.Upload{u}, receipts, lane{batch: true, since: i.CreatedAt}); err != nil {
		if errors.Is(err, record.ErrNotFound) {
			return errCallWent
		}
		return err
	}
	return settle(record.OutcomeStored, "", receipts[0].Document)
}

// CancelImport ends an import; what it has stored stays. The error is record.ErrFinal
// where it has ended.
func (p *Pool) CancelImport(ctx context.Context, id int64) error {
	return p.store.InTx(ctx, func(tx *library.Tx) error { return tx.EndImport(ctx, id, record.ImportCancelled) })
}

// RetryImport reads again what could not be read of an import's documents, and says how
// many these are.
func (p *Pool) RetryImport(ctx context.Context, id int64) (n int, err error) {
	items, err := p.store.ImportItems(ctx, id, record.ItemFilter{Outcomes: []record.Outcome{record.OutcomeStored}, Unread: true}, 0, 0)
	if err != nil {
		return 0, err
	}
	for _, item := range items {
		switch err := p.rereadDocument(ctx, item.Document, lane{batch: true}); {
		case err == nil:
			n++
		case !errors.Is(err, record.ErrFinal) && !errors.Is(err, record.ErrNotFound):
			return n, err
		}
	}
	return n, nil
}
