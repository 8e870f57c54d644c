// Package document is the pages of documents: forms and standard texts, one document with its basic information, where fields of a form
// stand, roles of sections, and to whom an application is assigned.
package document

import (
	"context"
	"net/http"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/assess"
	"zhiwen/web/auth"
	"zhiwen/web/site"
	"zhiwen/web/upload"
)

// Store is what these pages read, and change, of the library. Unknown ids give errors
// that wrap record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	Document(ctx context.Context, id int64) (record.Document, error)
	// Documents returns a page of documents, newest first, and how many there are.
	Documents(ctx context.Context, f record.Filter) ([]record.Document, int, error)
	// DocumentChecks returns the checks of one document, newest first.
	DocumentChecks(ctx context.Context, documentID int64) ([]record.Check, error)
	Extraction(ctx context.Context, documentID int64) (*extract.Document, error)
	File(ctx context.Context, documentID int64) ([]byte, error)
	// Verified returns which of some documents somebody has verified rights in.
	Verified(ctx context.Context, documents []int64) (map[int64]bool, error)
	// RoleEntries returns what officers have added to the table of roles, what has
	// ended too, oldest first.
	RoleEntries(ctx context.Context) ([]record.RoleEntry, error)
	// PutRole adds an entry in place of another one, 0 for none, and returns its id;
	// the error wraps record.ErrOvertaken where the other one has ended already.
	PutRole(ctx context.Context, replaces int64, entry exclude.Entry, by string) (int64, error)
	// EndRole takes an entry out; the errors are those of PutRole.
	EndRole(ctx context.Context, id int64, by string) error
	// Marks returns what officers have shown of a blank form, oldest first.
	Marks(ctx context.Context, form int64) ([]record.Mark, error)
	// DeleteMark forgets a mark of a form.
	DeleteMark(ctx context.Context, form, id int64) error
	// Assignments returns the accounts that an application is assigned to, by log-in name.
	Assignments(ctx context.Context, document int64) ([]record.Assignment, error)
	// Assign hands an application to an account, until a day (YYYY-MM-DD); "" is that of
	// its call or, where the account has it already, as it is.
	Assign(ctx context.Context, account, document int64, by, due string) error
	// Unassign takes it from the account.
	Unassign(ctx context.Context, account, document int64) error
	// ShelfStates counts the documents of the library: all, those still to be read, and those that
	// cannot be. It reads only indexes: the failed ones are the rest.
	ShelfStates(ctx context.Context) (all, waiting, failed int, err error)
	// Record writes an act of the context's actor to the record of who did what.
	Record(ctx context.Context, a audit.Act) error
}

// Jobs starts work on documents, and removes what it made. It must be safe for concurrent use.
type Jobs interface {
	// Versions returns the library documents with nearly the text of a document that was
	// read, most alike first.
	Versions(ctx context.Context, document int64) ([]record.Version, error)
	// CheckDocument starts a check of a stored document and returns the check's id.
	CheckDocument(ctx context.Context, documentID int64, profile string) (int64, error)
	// RetryDocument tries again to put a failed document into the library.
	RetryDocument(ctx context.Context, documentID int64) error
	// Describe corrects the basic information of a ready document, in the search
	// too; the error wraps record.ErrBusy while it is being read.
	Describe(ctx context.Context, documentID int64, identity evidence.Identity) error
	// Teach keeps where a field stands in a blank form, as it was chosen on the page of
	// a document; the error wraps a record.MarkFault where something is wrong with it.
	Teach(ctx context.Context, documentID int64, m record.Mark) error
	// TryMark returns what a mark would do that Teach would keep; the errors are its.
	TryMark(ctx context.Context, documentID int64, m record.Mark) (record.Trial, error)
	// FormOf returns the blank form that a document is most likely on, 0 for none.
	FormOf(ctx context.Context, documentID int64) (int64, error)
	// Rereads returns the applications on a form that read otherwise since it was shown, or
	// since a mark of a field was taken back.
	Rereads(ctx context.Context, formID int64, withdrawn string) ([]record.Reread, error)
	// TakeOver corrects those of them that are chosen.
	TakeOver(ctx context.Context, formID int64, withdrawn string, documentIDs []int64) error
	// DeleteDocument removes a document with its checks, from the search too;
	// the error wraps record.ErrBusy while a job works on it.
	DeleteDocument(ctx context.Context, documentID int64) error
}

// Dependencies is what these pages stand on.
type Dependencies struct {
	Store    Store
	Jobs     Jobs
	Search   assess.LikeSearch
	Auth     *auth.Service // nil where there is no log-in
	Assessor *assess.Assessor
	Pictures *site.Pictures
	Uploads  *upload.Uploads
	// Pieces cuts the text of a page of a form into what can be shown as a label or a
	// value: ranges of code points.
	Pieces func(text string) []extract.Span
	// Roles is the table of roles that the program was started with; nil is the
	// built-in one.
	Roles *exclude.Table
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
	return []site.Route{
		{Method: get, Path: "/forms", Do: p.formList, Compress: true},
		{Method: post, Path: "/forms", Do: p.uploadForms, Upload: true},
		{Method: get, Path: "/templates", Do: p.formsMoved},
		{Method: get, Path: "/roles", Do: p.roleList, Compress: true},
		{Method: post, Path: "/roles", Do: p.addRole},
		{Method: post, Path: "/roles/:id", Do: site.ByID(p.saveRole)},
		{Method: post, Path: "/roles/:id/end", Do: site.ByID(p.endRole)},
		{Method: get, Path: "/documents/:id", Do: site.ByID(p.document), Compress: true, Act: audit.View},
		{Method: get, Path: "/documents/:id/file", Do: site.Found(p.Store.Document, p.documentFile), Act: audit.Download},
		{Method: get, Path: "/documents/:id/pages", Do: site.ByID(p.sheet), Compress: true, Act: audit.View},
		{Method: get, Path: "/documents/:id/pages/:page/picture", Do: site.ByID(p.picture)},
		{Method: post, Path: "/documents/:id/check", Do: site.ByID(p.checkDocument)},
		{Method: post, Path: "/documents/:id/details", Do: site.Found(p.Store.Document, p.describe)},
		{Method: post, Path: "/documents/:id/marks", Do: site.ByID(p.addMark)},
		{Method: get, Path: "/documents/:id/mark", Do: site.ByID(p.mark), Compress: true, Act: audit.View},
		{Method: get, Path: "/documents/:id/mark/:page/picture", Do: site.ByID(p.picture)},
		{Method: post, Path: "/documents/:id/marks/:mark/delete", Do: site.ByID(p.deleteMark)},
		{Method: get, Path: "/documents/:id/rereads", Do: site.ByID(p.rereads), Compress: true},
		{Method: post, Path: "/documents/:id/rereads", Do: site.ByID(p.takeOver)},
		{Method: post, Path: "/documents/:id/retry", Do: site.Acting(p.Jobs.RetryDocument, func(int64) string { return "/library" })},
		{Method: post, Path: "/documents/:id/delete", Do: site.Found(p.Store.Document, p.deleteDocument)},
		{Method: post, Path: "/documents/:id/reviewers", Do: site.ByID(p.assign)},
		{Method: post, Path: "/documents/:id/reviewers/:account/end", Do: site.ByID(p.unassign)},
	}
}
