// Package shelf is the pages of the library: its list with search, counts and what is
// done to many documents at once, its collections, what of it is given out, and imports:
// many files at once, archives and manifests among them, and what became of every file and row.
package shelf

import (
	"context"
	"net/http"
	"strconv"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/web/site"
	"zhiwen/web/upload"
)

// Store is what these pages read, and change, of the library. Unknown ids give errors
// that wrap record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	// Shelf returns a page of the library, CountShelf how many documents a filter chooses,
	// ShelfIDs which, newest first, ShelfFacets what else could be chosen, and ShelfStates how many there are, how many of them are to be
	// read, and how many cannot be.
	Shelf(ctx context.Context, q record.ShelfQuery) ([]record.Document, error)
	CountShelf(ctx context.Context, f record.ShelfFilter) (int, error)
	ShelfStates(ctx context.Context) (all, waiting, failed int, err error)
	ShelfIDs(ctx context.Context, f record.ShelfFilter, most int) ([]int64, error)
	ShelfFacets(ctx context.Context, f record.ShelfFilter) (record.ShelfFacets, error)
	// Removal returns what it means to take documents out of the library.
	Removal(ctx context.Context, documents []int64) (record.Removal, error)
	Documents(ctx context.Context, f record.Filter) ([]record.Document, int, error)
	File(ctx context.Context, documentID int64) ([]byte, error)
	// Verified returns which of some documents somebody has verified rights in.
	Verified(ctx context.Context, documents []int64) (map[int64]bool, error)

	Collections(ctx context.Context) ([]record.Collection, error)
	// CollectionDocuments returns the documents of a collection.
	CollectionDocuments(ctx context.Context, id int64) ([]int64, error)
	// CallsOf returns the calls that are checked against collections, by collection.
	CallsOf(ctx context.Context) (map[int64][]record.Call, error)
	// PutCollection makes a collection if the id is 0, or renames one. It returns the id. The error
	// is ErrNotFound or ErrNameTaken.
	PutCollection(ctx context.Context, id int64, name, by string) (int64, error)
	// Collect puts documents into a collection, or takes them out.
	Collect(ctx context.Context, id int64, documents []int64, in bool) error
	// DeleteCollection deletes a collection; the error wraps record.ErrBusy where a call
	// is checked against it.
	DeleteCollection(ctx context.Context, id int64) error

	// Import returns one import, Imports a page of them, newest first.
	Import(ctx context.Context, id int64) (record.Import, error)
	Imports(ctx context.Context, limit, offset int) ([]record.Import, error)
	// ImportItems returns the items that a filter lists, in their order.
	ImportItems(ctx context.Context, id int64, f record.ItemFilter, limit, offset int) ([]record.ImportItem, error)
	// ImportOutlook returns when the files of an import that wait will be read, and checked where
	// they are to be.
	ImportOutlook(ctx context.Context, id int64) (record.Outlook, error)
	// DeleteImport forgets an import, and no document of it; record.ErrBusy while it runs.
	DeleteImport(ctx context.Context, id int64) error
	// Calls returns all calls, open ones first.
	Calls(ctx context.Context) ([]record.Call, error)
	// Record writes an act of the context's actor to the record of who did what.
	Record(ctx context.Context, a audit.Act) error
}

// Jobs changes documents, in full-text search too. It must be safe for concurrent use.
type Jobs interface {
	// EditDocuments changes library documents together and returns how many were.
	EditDocuments(ctx context.Context, documents []int64, edit record.ShelfEdit) (int, error)
	// LeaveLibrary takes a document out of the library; the error wraps record.ErrBusy
	// while it is being read.
	LeaveLibrary(ctx context.Context, documentID int64) error
	// EnterLibrary puts documents that were only checked into the library and returns how
	// many were.
	EnterLibrary(ctx context.Context, documents []int64) (int, error)
	// Versions returns the library documents with nearly the text of a document that was
	// read, most alike first.
	Versions(ctx context.Context, document int64) ([]record.Version, error)
	// Import stores an import of files and begins with it; it gives its id. The error wraps
	// one of record's where the manifest, or an archive, cannot be read at all.
	Import(ctx context.Context, i record.Import, files []record.Incoming, manifest []byte) (int64, error)
	// CancelImport ends an import; what it has stored stays.
	CancelImport(ctx context.Context, id int64) error
	// RetryImport reads again what could not be read of its documents, and counts them.
	RetryImport(ctx context.Context, id int64) (int, error)
}

// Search is full-text search over the library. It must be safe for concurrent use.
type Search interface {
	Search(ctx context.Context, q search.Query) (search.Result, error)
	// Find returns the documents that are found, newest first, most at the most.
	Find(ctx context.Context, q search.Query, most int) ([]int64, error)
}

// Dependencies is what these pages stand on.
type Dependencies struct {
	Store   Store
	Jobs    Jobs
	Search  Search
	Uploads *upload.Uploads
}

// pages is the site with what these pages need.
type pages struct {
	*site.Site
	Dependencies
}

// Routes returns the routes of these pages.
func Routes(s *site.Site, d Dependencies) []site.Route {
	p := &pages{Site: s, Dependencies: d}
	const get, post = http.MethodGet, http.MethodPost
	address := func(id int64) string { return "/imports/" + strconv.FormatInt(id, 10) }
	return []site.Route{
		{Method: get, Path: "/library", Do: p.list, Compress: true},
		{Method: post, Path: "/library", Do: p.upload, Upload: true},
		{Method: get, Path: "/library.csv", Do: p.exportTable, Act: audit.Export},
		{Method: get, Path: "/library.xlsx", Do: p.exportSheet, Act: audit.Export},
		{Method: get, Path: "/library.zip", Do: p.exportFiles, Act: audit.Export},
		{Method: get, Path: "/library/selection", Do: p.confirm, Compress: true},
		{Method: post, Path: "/library/selection/edit", Do: p.acting(doEdit)},
		{Method: post, Path: "/library/selection/remove", Do: p.acting(doRemove)},
		{Method: post, Path: "/documents/:id/enter", Do: site.ByID(p.enter)},
		{Method: get, Path: "/collections", Do: p.collections, Compress: true},
		{Method: post, Path: "/collections", Do: p.addCollection},
		{Method: post, Path: "/collections/:id", Do: site.ByID(p.renameCollection)},
		{Method: post, Path: "/collections/:id/delete", Do: site.ByID(p.deleteCollection)},
		{Method: get, Path: "/imports", Do: p.imports, Compress: true},
		{Method: post, Path: "/imports", Do: p.takeImport, Upload: true},
		{Method: get, Path: "/imports/:id", Do: site.ByID(p.showImport), Compress: true},
		{Method: get, Path: "/imports/:id/fates.csv", Do: site.ByID(p.importOutcomes), Compress: true},
		{Method: post, Path: "/imports/:id/cancel", Do: site.Acting(d.Jobs.CancelImport, address)},
		{Method: post, Path: "/imports/:id/retry", Do: site.Acting(func(ctx context.Context, id int64) error {
			_, err := d.Jobs.RetryImport(ctx, id)
			return err
		}, address)},
		{Method: post, Path: "/imports/:id/delete", Do: site.Acting(d.Store.DeleteImport, func(int64) string { return "/imports" })},
	}
}
