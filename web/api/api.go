// Package api is the interface for programs, /api/v1: the resources of an installation as
// JSON, described by the OpenAPI document that it serves (openapi.yaml).
//
// In go requests with tokens; out come JSON, files and, where something is wrong, problem
// details (RFC 9457) in the caller's language. Who may have what is in the table of rights, as
// of pages, and rows are kept from reviewers as there; what a request does is what a page
// does. It knows no SQL and no job.
package api

import (
	"context"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/duplicate"
	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/checker/setting"
	"zhiwen/extract"
	"zhiwen/web/assess"
	"zhiwen/web/report"
	"zhiwen/web/site"
	"zhiwen/web/upload"
)

// Store is what the interface reads, and keeps, of the library. Unknown ids give errors that
// wrap record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	assess.Shelf
	// Extraction returns the text of a document that was read, with its structure.
	Extraction(ctx context.Context, id int64) (*extract.Document, error)
	Check(ctx context.Context, id int64) (record.Check, error)
	CheckPage(ctx context.Context, f record.CheckFilter) ([]record.Check, error)
	DocumentChecks(ctx context.Context, documentID int64) ([]record.Check, error)
	Document(ctx context.Context, id int64) (record.Document, error)
	DocumentPage(ctx context.Context, f record.Filter) ([]record.Document, error)
	File(ctx context.Context, documentID int64) ([]byte, error)
	Calls(ctx context.Context) ([]record.Call, error)
	Call(ctx context.Context, id int64) (record.Call, error)
	// PutCall stores a call in the name of by; the error wraps record.ErrOvertaken where
	// somebody has changed it since it was read.
	PutCall(ctx context.Context, c record.Call, by string) (int64, error)
	// WorkProgress counts the applications that a filter chooses by how far they are.
	WorkProgress(ctx context.Context, f record.WorkFilter) (record.CallProgress, error)
	// Tasks lists bulk actions, the newest first.
	Tasks(ctx context.Context, limit, offset int) ([]record.Task, error)
	Task(ctx context.Context, id int64) (record.Task, error)
	Webhooks(ctx context.Context) ([]record.Webhook, error)
	HarvestSources(ctx context.Context) ([]record.HarvestSource, error)
	Settings(ctx context.Context) (setting.Values, error)
	// ChangeSetting sets a setting in the name of by, who has seen a change as its newest; the error
	// wraps record.ErrOvertaken where there is a newer one, or is a setting.Fault.
	ChangeSetting(ctx context.Context, name setting.Name, value string, seen int64, by string) error
	Record(ctx context.Context, a audit.Act) error
	// Watch returns a channel that gets a value after a change of one of the checks or documents.
	Watch(checks, documents []int64) (changed <-chan struct{}, stop func())

	// BeginRequest begins the request of a key, or gives the answer that it got before; EndRequest
	// keeps its answer, nil where nothing was done. The errors are record.ErrOtherRequest,
	// record.ErrUnderWay and record.ErrAnswerLost.
	BeginRequest(ctx context.Context, k record.RequestKey) (*record.ProgramAnswer, error)
	EndRequest(ctx context.Context, k record.RequestKey, a *record.ProgramAnswer) error
	// Announce keeps a submission whose file comes afterwards.
	Announce(ctx context.Context, n record.Submission) (int64, error)
	Submission(ctx context.Context, id int64) (record.Submission, error)
	// Submissions lists those of an account with numbers below before, 0 for all, the newest first.
	Submissions(ctx context.Context, account, before int64, limit int) ([]record.Submission, error)
	AddReportLink(ctx context.Context, l record.ReportLink) (int64, error)
	ReportLinks(ctx context.Context, check int64) ([]record.ReportLink, error)
	EndReportLink(ctx context.Context, check, id int64) error
	// TextID returns the permanent id of a text, and reports whether it is a new one; FindTextID gives none, and returns 0
	// for an unknown text.
	TextID(ctx context.Context, s *duplicate.Stream, a duplicate.Asked) (id int64, isNew bool, err error)
	FindTextID(ctx context.Context, s *duplicate.Stream, a duplicate.Asked) (int64, error)
}

// Jobs does what takes time. It must be safe for concurrent use.
type Jobs interface {
	// FetchFile gets a file of the web, by HTTPS and of so many bytes at the most, from no address
	// of this machine or of a private network that is not allowed; close ends it. The error is a
	// record.FetchError, or of the context.
	FetchFile(ctx context.Context, address string, most int64) (name string, body io.ReadCloser, err error)
	// CheckDocument makes a check of a stored document, and returns its number.
	CheckDocument(ctx context.Context, documentID int64, profile string) (int64, error)
	// ChangeIdentity corrects what is known of a document to what change makes of it, while nobody
	// else changes it; change may be called more than once. The error is that of change, or wraps
	// record.ErrBusy while the document is being read.
	ChangeIdentity(ctx context.Context, id int64, change func(record.Document) (evidence.Identity, error)) error
	// DeleteDocumentIf removes a document with its checks where may has no error about it; the error
	// wraps that one, or record.ErrBusy while a job works on it.
	DeleteDocumentIf(ctx context.Context, documentID int64, may func(record.Document) error) error
	// DeleteCall deletes a call, with its applications or without. The error wraps record.ErrHasApplications if it has some
	// that are to stay, or record.ErrDecided if one of them has decisions or opinions.
	DeleteCall(ctx context.Context, id int64, withApplications bool) error
}

// Checks does with checks what their pages do. It must be safe for concurrent use.
type Checks interface {
	// Assess reads a check that is done as far as the reader of a request may see its sources.
	Assess(c *gin.Context, id int64) (*report.Assessment, error)
	Group(ctx context.Context, a *report.Assessment) error
	WithLeft(ctx context.Context, check record.Check) record.Check
	Decide(c *gin.Context, id int64, d evidence.Decision, seen int) error
	GiveOpinion(c *gin.Context, id int64, o evidence.Opinion) error
	// Decisions returns the decisions that the reader of a request may see, and whether others were
	// left out.
	Decisions(c *gin.Context, id int64) (steps []evidence.Decision, left bool, err error)
	Opinions(c *gin.Context, id int64) (report.Opinions, error)
	Retry(ctx context.Context, id int64) (int64, error)
	Cancel(ctx context.Context, id int64) error
	// Delete removes a check and reports whether it is gone: one with decisions or opinions needs a reason, and the same
	// request of another account.
	Delete(c *gin.Context, id int64, reason string) (gone bool, err error)
	// Exports returns the files that are given out of a check; their paths are names.
	Exports() []site.Route
}

// Search is full-text search over the library. It must be safe for concurrent use.
type Search interface {
	Search(ctx context.Context, q search.Query) (search.Result, error)
	assess.LikeSearch
}

// Desk is what the lists of applications are asked for.
type Desk interface {
	// Undo takes back what a bulk action did, and returns the task that does so.
	Undo(c *gin.Context, task int64) (record.Task, error)
	// List answers with the whole list of a call as CSV.
	List(c *gin.Context, call int64) error
	// Fields returns those by which Search filters and sorts; Search returns a page of the work list and what names its
	// end.
	Fields() []string
	Search(c *gin.Context, limit int, after string) (items []record.WorkItem, last string, err error)
	// Papers has the printed reports and the evidence of a whole call packed, and returns the task that does so.
	Papers(c *gin.Context, call int64) (record.Task, error)
	// Packed answers with the file that a task has made. The error is record.ErrNotFound where there is none.
	Packed(c *gin.Context, task int64) error
}

// Dependencies is what the interface stands on.
type Dependencies struct {
	Store   Store
	Jobs    Jobs
	Checks  Checks
	Search  Search
	Uploads *upload.Uploads
	// MaxFile is the most bytes that one file may have.
	MaxFile int64
	// Secret makes the secret of a link and what is stored of it.
	Secret func() (secret, hash string)
	Desk   Desk
	// Version of the program.
	Version string
	// Stopping is closed when the server begins to shut down; who waits is answered then. It may
	// be nil.
	Stopping <-chan struct{}
}

// api is the site with what the interface needs.
type api struct {
	*site.Site
	Dependencies
}

// Routes returns the routes of the interface.
func Routes(s *site.Site, d Dependencies) []site.Route {
	p := &api{s, d}
	const get, post, put, patch, del = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete
	routes := []site.Route{
		{Method: get, Path: "/openapi.yaml", Do: p.document, Compress: true},
		{Method: get, Path: "/openapi.json", Do: p.documentJSON, Compress: true},
		{Method: get, Path: "/server", Do: p.server},

		{Method: get, Path: "/tasks", Do: p.tasks},
		{Method: get, Path: "/tasks/:id", Do: site.Found(p.Store.Task, p.task)},
		{Method: get, Path: "/tasks/:id/papers.zip", Do: site.ByID(p.Desk.Packed), Act: audit.Export},
		{Method: post, Path: "/tasks/:id/undo", Do: site.ByID(p.undo)},

		{Method: post, Path: "/submissions", Do: p.announce, JSON: true},
		{Method: get, Path: "/submissions", Do: p.submissions},
		{Method: get, Path: "/submissions/:id", Do: site.ByID(p.submission)},
		{Method: put, Path: "/submissions/:id/file", Do: site.ByID(p.submit), Upload: true},

		{Method: post, Path: "/checks", Do: p.addCheck, Upload: true},
		{Method: get, Path: "/checks", Do: p.checks, Compress: true},
		{Method: get, Path: "/worklist", Do: p.worklist, Compress: true},
		{Method: get, Path: "/comparisons", Do: p.comparisons, Compress: true},
		{Method: get, Path: "/checks/:id", Do: site.Found(p.Store.Check, p.check)},
		{Method: get, Path: "/checks/:id/wait", Do: site.ByID(p.wait), Stream: true},
		{Method: del, Path: "/checks/:id", Do: site.ByID(p.deleteCheck)},
		{Method: post, Path: "/checks/:id/cancel", Do: site.ByID(p.cancel)},
		{Method: post, Path: "/checks/:id/retry", Do: site.ByID(p.retry)},
		{Method: get, Path: "/checks/:id/sources", Do: site.ByID(p.sources), Compress: true, Act: audit.View},
		{Method: get, Path: "/checks/:id/matches", Do: site.ByID(p.matches), Compress: true, Act: audit.View},
		{Method: get, Path: "/checks/:id/sections", Do: site.ByID(p.sections), Compress: true, Act: audit.View},
		{Method: get, Path: "/checks/:id/hints", Do: site.ByID(p.hints), Compress: true, Act: audit.View},
		{Method: get, Path: "/checks/:id/decisions", Do: site.ByID(p.decisions)},
		{Method: post, Path: "/checks/:id/decisions", Do: site.ByID(p.decide), JSON: true},
		{Method: get, Path: "/checks/:id/opinions", Do: site.ByID(p.opinions)},
		{Method: post, Path: "/checks/:id/opinions", Do: site.ByID(p.giveOpinion), JSON: true},
		{Method: get, Path: "/checks/:id/links", Do: site.ByID(p.links)},
		{Method: post, Path: "/checks/:id/links", Do: site.ByID(p.addLink), JSON: true},
		{Method: del, Path: "/checks/:id/links/:link", Do: site.ByID(p.endLink)},

		{Method: post, Path: "/documents", Do: p.addDocument, Upload: true},
		{Method: get, Path: "/documents", Do: p.documents, Compress: true},
		{Method: get, Path: "/documents/:id", Do: site.Found(p.Store.Document, p.oneDocument)},
		{Method: patch, Path: "/documents/:id", Do: site.ByID(p.describe), JSON: true},
		{Method: del, Path: "/documents/:id", Do: site.ByID(p.deleteDocument)},
		{Method: get, Path: "/documents/:id/file", Do: site.Found(p.Store.Document, p.file), Act: audit.Download},
		{Method: get, Path: "/documents/:id/like", Do: site.ByID(p.like), Compress: true, Act: audit.View},
		{Method: get, Path: "/documents/:id/checks", Do: site.ByID(p.checksOf)},

		{Method: post, Path: "/calls", Do: p.addCall, JSON: true},
		{Method: get, Path: "/calls", Do: p.calls, Compress: true},
		{Method: get, Path: "/calls/:id", Do: site.Found(p.Store.Call, p.call)},
		{Method: patch, Path: "/calls/:id", Do: site.ByID(p.changeCall), JSON: true},
		{Method: del, Path: "/calls/:id", Do: site.ByID(p.deleteCall)},
		{Method: get, Path: "/calls/:id/list.csv", Do: site.ByID(p.list), Act: audit.Export},
		{Method: post, Path: "/calls/:id/papers", Do: site.ByID(p.papers)},

		{Method: post, Path: "/texts", Do: p.textID, JSON: true},

		{Method: get, Path: "/webhooks", Do: p.webhooks},
		{Method: get, Path: "/harvests", Do: p.harvests},
		{Method: get, Path: "/search", Do: p.search, Compress: true},
		{Method: get, Path: "/settings", Do: p.settings},
		{Method: put, Path: "/settings/agency", Do: p.setAgency, JSON: true},
		{Method: put, Path: "/settings/thresholds", Do: p.setThresholds, JSON: true},
		{Method: put, Path: "/settings/counting", Do: p.setCounting, JSON: true},
	}
	for _, r := range d.Checks.Exports() {
		r.Method, r.Path = get, "/checks/:id/"+r.Path
		routes = append(routes, r)
	}
	for i := range routes {
		routes[i].Path = site.Versioned + routes[i].Path
	}
	return routes
}
