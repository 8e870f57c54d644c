// Package check is the pages of checks: how far one is, its report, a document beside a
// source, pages of the original, decisions, everything that is exported, and checks that are made
// again: which could come out otherwise now that the library has grown, and what changed.
package check

import (
	"context"
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/assess"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// Errors that only these pages have.
var (
	// ErrNoPrinter is what Dependencies.Print gives where there is nothing to make a PDF with.
	ErrNoPrinter = errors.New("no browser was found to print with")
	// ErrNoReviewer refuses a decision by nobody.
	ErrNoReviewer = errors.New("a decision needs a name")
	// ErrStatement refuses a statement about shared text without its reason, or without the institution that it names.
	ErrStatement = errors.New("a statement needs a reason, and an institution where it names one")
	// ErrNoStamp says that a time stamp is not there yet, ErrNoStamps that none are made.
	ErrNoStamp  = errors.New("the time stamp is not there yet")
	ErrNoStamps = errors.New("no time stamps are made")
)

// Store is what these pages read, and delete, of the library. Unknown ids give errors
// that wrap record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	assess.Store
	// DocumentChecks returns the checks of one document, newest first.
	DocumentChecks(ctx context.Context, documentID int64) ([]record.Check, error)
	// PaperLeftOf returns how many documents that a call's applications are compared with lack units of the published
	// method.
	PaperLeftOf(ctx context.Context, call int64) (int, error)
	Document(ctx context.Context, id int64) (record.Document, error)
	Documents(ctx context.Context, f record.Filter) ([]record.Document, int, error)
	// Decide adds a reviewer's decision about a done check, who has seen the
	// first of its decisions (record.AnySeen: no matter); the error wraps
	// record.ErrDecision where it makes no sense, record.ErrOvertaken where
	// somebody else has decided meanwhile.
	Decide(ctx context.Context, checkID int64, d evidence.Decision, seen int) error
	// Opinions returns all opinions on a check as a whole, in the order in which they were given;
	// the last one of each person counts (record.StandingOpinions). A deleted check has none.
	Opinions(ctx context.Context, checkID int64) ([]record.Opinion, error)
	// Decisions returns every decision about a check, in order.
	Decisions(ctx context.Context, checkID int64) ([]evidence.Decision, error)
	// GiveOpinion adds what somebody thinks of a done check, or takes it back; the error
	// wraps record.ErrSettled where it has its final verdict.
	GiveOpinion(ctx context.Context, checkID int64, o record.Opinion) error
	Call(ctx context.Context, id int64) (record.Call, error)
	// Assigned reports whether a document is assigned to an account.
	Assigned(ctx context.Context, account, document int64) (bool, error)
	// RoleEntries returns what officers have added to the table of roles, what has
	// ended too, oldest first.
	RoleEntries(ctx context.Context) ([]record.RoleEntry, error)
	// AskStamp notes that something is to have a time stamp, by its SHA-256.
	AskStamp(ctx context.Context, subject record.StampSubject, id int64, sum string) error
	// Stamp returns the time stamp of what has a SHA-256, or that one is waited for; the
	// error wraps record.ErrNotFound where none was asked for.
	Stamp(ctx context.Context, sum string) (record.Stamp, error)
	// DeletionAsked returns the request to delete a check with decisions or opinions, or nil.
	DeletionAsked(ctx context.Context, checkID int64) (*record.DeletionRequest, error)
	// KeepDecided ends such a request; the error wraps record.ErrNotFound if there is none.
	KeepDecided(ctx context.Context, checkID int64) error
	// Calls returns all calls, the newest first.
	Calls(ctx context.Context) ([]record.Call, error)
	// Outdated returns the applications of a call whose shown check could come out otherwise
	// with what came into the library since; most new documents are looked at, more says
	// that there are others.
	Outdated(ctx context.Context, call int64, most int) (found []record.Outdated, more bool, err error)
	// WorkIDs returns the documents that a filter of the work list chooses.
	WorkIDs(ctx context.Context, f record.WorkFilter) ([]int64, error)
}

// Jobs starts and stops checks. It must be safe for concurrent use.
type Jobs interface {
	// Versions returns the library documents with nearly the text of a document that was
	// read, most alike first.
	Versions(ctx context.Context, document int64) ([]record.Version, error)
	// Cancel ends a check that is not final; else the error wraps record.ErrFinal.
	Cancel(ctx context.Context, checkID int64) error
	// Retry checks the document of a check again and returns the new check's id.
	Retry(ctx context.Context, checkID int64, profile string) (int64, error)
	// State keeps whose text it is that several applications share, and queues new checks of those that it is about;
	// it returns for how many.
	State(ctx context.Context, s record.Statement) (int, error)
	// DeleteDecided removes a check with its evidence, and its document if nothing else leads there, and reports whether it
	// is gone: a check with decisions or opinions needs a reason, and the same request of another account. The error wraps
	// record.ErrBusy while the check runs, record.ErrNoReason, or record.ErrOvertaken if the reason has changed.
	DeleteDecided(ctx context.Context, checkID int64, by record.DeletionRequest) (gone bool, err error)
	// CheckAll queues checks of documents and returns for how many: those that have one
	// queued are left alone, and those that cannot be read.
	CheckAll(ctx context.Context, documents []int64) (int, error)
	// OutdatedAlone returns the checks of documents of no call that could come out otherwise
	// with what came into the library since; of the checks before one (0 for all) the newest
	// are looked at, most of them, and most new documents.
	OutdatedAlone(ctx context.Context, before int64, most int) (record.OutdatedPage, error)
}

// Dependencies is what these pages stand on.
type Dependencies struct {
	Store    Store
	Jobs     Jobs
	Assessor *assess.Assessor
	Pictures *site.Pictures
	// Print makes a PDF of a page that stands alone; the error wraps
	// ErrNoPrinter where nothing can. It may be nil, for the same.
	Print func(ctx context.Context, page []byte) ([]byte, error)
	// Sign signs the XML of evidence with decisions; nil leaves it unsigned. What is
	// stored is signed already.
	Sign func(xml []byte) ([]byte, error)
	// Stamps says that a time stamp service is asked for what Store.AskStamp notes.
	Stamps bool
	// SourceContext is how many characters before and after a passage of a source
	// reviewers see.
	SourceContext int
	// Queue returns the place of a report in a list, and what stands around it there, as far as who asks may see it; nil is none.
	Queue func(c *gin.Context, from report.Origin, of record.Document) (report.Queue, error)
	// MaskSources keeps from reviewers whose the sources are.
	MaskSources bool
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
		{Method: get, Path: "/rechecks", Do: p.rechecks, Compress: true},
		{Method: post, Path: "/rechecks", Do: p.recheckAlone},
		{Method: get, Path: "/calls/:id/rechecks", Do: site.Found(p.Store.Call, p.callRechecks), Compress: true},
		{Method: post, Path: "/calls/:id/rechecks", Do: site.ByID(p.recheckCall)},
		{Method: get, Path: "/checks/:id/changes", Do: site.Found(p.Store.Check, p.changes), Compress: true, Act: audit.View},
		{Method: get, Path: "/checks/:id", Do: site.Found(p.Store.Check, p.check), Compress: true, Act: audit.View},
		{Method: get, Path: "/checks/:id/matches/:match", Do: site.ByID(p.passage), Compress: true, Act: audit.View},
		{Method: get, Path: "/checks/:id/sources/:source", Do: site.ByID(p.pair), Compress: true, Act: audit.View},
		{Method: get, Path: "/checks/:id/hints/:hint", Do: site.ByID(p.hint), Compress: true, Act: audit.View},
		{Method: get, Path: "/checks/:id/pages", Do: site.ByID(p.originals), Compress: true, Act: audit.View},
		{Method: get, Path: "/checks/:id/pages/:page/picture", Do: site.Found(p.Store.Check, p.originalPicture)},
		{Method: get, Path: "/checks/:id/sources/:source/pages", Do: site.ByID(p.pairOriginals), Compress: true, Act: audit.View},
		{Method: get, Path: "/checks/:id/sources/:source/pages/:page/picture", Do: site.ByID(p.sourcePicture)},
		{Method: get, Path: "/checks/:id/figures/:figure/picture", Do: site.ByID(p.figurePicture)},
		{Method: get, Path: "/checks/:id/sources/:source/figures/:figure/picture", Do: site.ByID(p.sourceFigurePicture)},
		{Method: get, Path: "/checks/:id/evidence.xml", Do: site.ByID(p.evidence), Act: audit.Export},
		{Method: get, Path: "/checks/:id/decided.xml", Do: site.ByID(p.decidedEvidence), Act: audit.Export},
		{Method: get, Path: "/checks/:id/evidence.tsr", Do: site.ByID(p.evidenceStamp), Act: audit.Export},
		{Method: get, Path: "/checks/:id/decided.tsr", Do: site.ByID(p.decidedStamp), Act: audit.Export},
		{Method: get, Path: "/checks/:id/report.html", Do: p.exportHTML, Compress: true, Act: audit.Export},
		{Method: get, Path: "/checks/:id/report.pdf", Do: p.exportPDF, Act: audit.Print},
		{Method: get, Path: "/checks/:id/sources.csv", Do: site.ByID(p.exportSources), Act: audit.Export},
		{Method: get, Path: "/checks/:id/matches.csv", Do: site.ByID(p.exportMatches), Act: audit.Export},
		{Method: get, Path: "/checks/:id/pictures.csv", Do: site.ByID(p.exportPictures), Act: audit.Export},
		{Method: post, Path: "/checks/:id/decisions", Do: site.ByID(p.decision)},
		{Method: post, Path: "/checks/:id/opinions", Do: site.ByID(p.opinion)},
		{Method: post, Path: "/checks/:id/shared", Do: site.ByID(p.state)},
		{Method: post, Path: "/checks/:id/cancel", Do: site.Acting(p.Jobs.Cancel, report.CheckPath)},
		{Method: post, Path: "/checks/:id/retry", Do: site.Making(NewProgram(s, d).Retry, report.CheckPath)},
		{Method: get, Path: "/checks/:id/delete", Do: site.Found(p.Store.Check, p.askDelete)},
		{Method: post, Path: "/checks/:id/delete", Do: site.ByID(p.deleteCheck)},
	}
}

// assess reads a check as far as the reader of a request may see its sources, and
// counts as the address says; a check that is not done gives assess.ErrNotDone.
func (s *pages) assess(c *gin.Context, id int64) (*report.Assessment, error) {
	choice, err := report.ReadChoice(c.Request.URL.Query())
	if err != nil {
		return nil, err
	}
	var mask func(rank int) string
	if s.MaskSources && !s.Reader(c).SeesAll() {
		l := s.Language(c)
		mask = func(rank int) string { return l.Text("mask.source", "Rank", rank) }
	}
	assessed, err := s.Assessor.Assess(c.Request.Context(), id, choice, mask)
	if err == nil {
		err = s.sealAssessed(c, s.Reader(c), assessed)
	}
	return assessed, err
}
