// Package drawing makes PDFs of pages with a browser of this machine (printer.go), and keeps
// pictures of the pages of stored documents: each is drawn
// once, in the child process that reads such files, and kept on disk beside the
// library.
//
// In go a document's record and the number of a page, out comes the drawing. Who may
// see it is not asked here: a page is only asked for by one who has the document.
// What is kept is bounded, goes with the document's file, and can be deleted at any
// time. The package knows no HTTP.
package drawing

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"zhiwen/checker/record"
	"zhiwen/extract"
)

// Store is where files come from.
type Store interface {
	// File returns the bytes of a document's file.
	File(ctx context.Context, documentID int64) ([]byte, error)
	// KeptFiles returns those of the files, named by their SHA-256, that are stored.
	KeptFiles(ctx context.Context, hashes []string) (map[string]bool, error)
}

// Drawer draws page n of a file; reader.Runner does so in a process of its own.
// Errors that wrap one of package extract's are final.
type Drawer interface {
	Draw(ctx context.Context, name string, data []byte, n int, recognised bool) (*extract.Drawing, error)
	// DrawFigure draws a figure of a file of any format in a child process: the picture as stored,
	// without anything drawn over it. name is used in messages only. The errors are those of Draw,
	// and ErrDamaged if the file has no such figure.
	DrawFigure(ctx context.Context, name string, data []byte, f extract.Figure) (*extract.Drawing, error)
}

// Config sizes what is kept and done. Fields left zero get their defaults.
type Config struct {
	Folder   string        // where drawings are kept; made if it is missing
	MaxBytes int64         // kept on disk; 1 GB, some thousand pages. Those not seen for longest go
	AtOnce   int           // pages drawn at a time; half as many as processors, at least 1
	Waiting  int           // pages that may wait for their turn; 16
	Patience time.Duration // that they wait; 10 seconds
	Longest  time.Duration // that drawing one may take with all that belongs to it; a minute
	Logger   *slog.Logger
}

func (c *Config) setDefaults() {
	if c.MaxBytes == 0 {
		c.MaxBytes = 1 << 30
	}
	if c.AtOnce == 0 {
		c.AtOnce = max(1, runtime.NumCPU()/2)
	}
	if c.Waiting == 0 {
		c.Waiting = 16
	}
	if c.Patience == 0 {
		c.Patience = 10 * time.Second
	}
	if c.Longest == 0 {
		c.Longest = time.Minute
	}
}

// Keeper draws pages and keeps them. It is safe for concurrent use.
type Keeper struct {
	store  Store
	drawer Drawer
	config Config
	shelf  *shelf
	log    *slog.Logger

	flights singleflight.Group // concurrent wishes for one page
	turns   chan struct{}      // a value for each page that is being drawn
	places  chan struct{}      // and for each that waits or is drawn

	mu     sync.Mutex
	failed map[string]failure // pages that cannot be drawn
}

// failure is why a page was not drawn.
type failure struct {
	err  error
	when time.Time
}

const (
	// failureLasts is how long a page that cannot be drawn is not tried again: it
	// costs as much as one that can, or the whole deadline.
	failureLasts = 10 * time.Minute
	maxFailures  = 1000
	// sweepPeriod is how often it is looked which files are gone: documents are
	// deleted by other servers that share the database, too.
	sweepPeriod = time.Minute
)

// Open opens the cache in the folder.
func Open(store Store, drawer Drawer, c Config) (*Keeper, error) {
	c.setDefaults()
	s, err := openShelf(c.Folder, c.MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("drawings: %w", err)
	}
	return &Keeper{
		store: store, drawer: drawer, config: c, shelf: s, log: c.Logger, failed: map[string]failure{},
		turns: make(chan struct{}, c.AtOnce), places: make(chan struct{}, c.AtOnce+c.Waiting),
	}, nil
}

// Page returns the drawing of page n of a document, from 1; recognised says that the
// page's text was. It draws the page where that was not done yet, once for all who
// ask. The error wraps record.ErrNotFound where the document is gone,
// record.ErrCrowded where too many pages are asked for, or what Drawer gives; it is
// the context's where that ends, and the page is drawn nevertheless.
func (k *Keeper) Page(ctx context.Context, d record.Document, n int, recognised bool) (*extract.Drawing, error) {
	drawn, err := k.picture(ctx, d, pageName{sha256: d.Identity.SHA256, number: n, recognised: recognised},
		func(ctx context.Context, data []byte) (*extract.Drawing, error) {
			return k.drawer.Draw(ctx, d.Identity.Filename, data, n, recognised)
		})
	if err != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("page %d of document %d: %w", n, d.ID, err)
	}
	return drawn, err
}

// Figure is Page for a figure of a document.
func (k *Keeper) Figure(ctx context.Context, d record.Document, f extract.Figure) (*extract.Drawing, error) {
	drawn, err := k.picture(ctx, d, pageName{sha256: d.Identity.SHA256, number: f.Page, figure: true, ref: f.Ref},
		func(ctx context.Context, data []byte) (*extract.Drawing, error) {
			return k.drawer.DrawFigure(ctx, d.Identity.Filename, data, f)
		})
	if err != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("picture %d of page %d of document %d: %w", f.Ref, f.Page, d.ID, err)
	}
	return drawn, err
}

// picture returns the cached picture of a name, or draws it.
func (k *Keeper) picture(ctx context.Context, d record.Document, name pageName,
	draw func(ctx context.Context, data []byte) (*extract.Drawing, error)) (*extract.Drawing, error) {
	if drawn, ok := k.shelf.get(name); ok {
		return drawn, nil
	}
	if err := k.failure(name.String()); err != nil {
		return nil, err
	}
	result := k.flights.DoChan(name.String(), func() (any, error) {
		if drawn, ok := k.shelf.get(name); ok { // by a flight that has just ended
			return drawn, nil
		}
		own, cancel := context.WithTimeout(context.WithoutCancel(ctx), k.config.Longest)
		defer cancel()
		drawn, err := k.draw(own, d, name, draw)
		if extract.ErrorName(err) != "" {
			k.noteFailure(name.String(), err)
		}
		return drawn, err
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-result:
		if r.Err != nil {
			return nil, r.Err
		}
		return r.Val.(*extract.Drawing), nil
	}
}

// draw draws a page when its turn has come, and keeps it.
func (k *Keeper) draw(ctx context.Context, d record.Document, name pageName,
	draw func(ctx context.Context, data []byte) (*extract.Drawing, error)) (*extract.Drawing, error) {
	select {
	case k.places <- struct{}{}:
		defer func() { <-k.places }()
	default:
		return nil, record.ErrCrowded
	}
	patience := time.NewTimer(k.config.Patience)
	defer patience.Stop()
	select {
	case k.turns <- struct{}{}:
		defer func() { <-k.turns }()
	case <-patience.C:
		return nil, record.ErrCrowded
	}
	data, err := k.store.File(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	drawn, err := draw(ctx, data)
	if err != nil {
		return nil, err
	}
	if err := k.shelf.put(name, drawn); err != nil {
		k.log.WarnContext(ctx, "a drawing is not kept", "document", d.ID, "drawing", name.file(), "error", err)
	}
	return drawn, nil
}

func (k *Keeper) failure(page string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	f, ok := k.failed[page]
	if ok && time.Since(f.when) > failureLasts {
		delete(k.failed, page)
		return nil
	}
	return f.err
}

func (k *Keeper) noteFailure(page string, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.failed) >= maxFailures {
		clear(k.failed)
	}
	k.failed[page] = failure{err, time.Now()}
}

// Sweep removes the drawings of files that are not stored any more.
func (k *Keeper) Sweep(ctx context.Context) error {
	hashes := k.shelf.files()
	if len(hashes) == 0 {
		return nil
	}
	kept, err := k.store.KeptFiles(ctx, hashes)
	if err != nil {
		return fmt.Errorf("sweep drawings: %w", err)
	}
	for _, h := range hashes {
		if !kept[h] {
			if err := k.shelf.remove(h); err != nil {
				return fmt.Errorf("sweep drawings: %w", err)
			}
		}
	}
	return nil
}

// Keep sweeps at once and from time to time, until ctx ends.
func (k *Keeper) Keep(ctx context.Context) {
	ticker := time.NewTicker(sweepPeriod)
	defer ticker.Stop()
	for {
		k.Forget(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// Forget is Sweep for one who cannot do anything about its error, which is logged:
// after a document was deleted.
func (k *Keeper) Forget(ctx context.Context) {
	if err := k.Sweep(ctx); err != nil && ctx.Err() == nil {
		k.log.ErrorContext(ctx, "keep drawings of stored files only", "error", err)
	}
}

// pageName names a page of a file, or a figure on it.
type pageName struct {
	sha256     string
	number     int
	recognised bool
	figure     bool
	ref        int // of the figure
}

func (n pageName) String() string { return n.sha256 + "/" + n.file() }

// file returns the name of the page's file in the folder of its document's.
func (n pageName) file() string {
	if n.figure {
		return fmt.Sprintf("%d-figure-%d", n.number, n.ref)
	}
	if n.recognised {
		return strconv.Itoa(n.number) + "-recognised"
	}
	return strconv.Itoa(n.number)
}
