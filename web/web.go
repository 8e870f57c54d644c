// Package web is the pages: routes, handlers, what is posted, rendering and the
// stream of progress. What a report shows is made in web/report.
//
// In go requests and what the store, the jobs and the search know; out come
// pages in Chinese or English, evidence files and events. The package declares
// the small interfaces it needs. It knows no SQL, no job queue and no
// extraction, and it never works on a document itself: that is what jobs do.
package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/gin-contrib/gzip"
	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/extract"
	"zhiwen/web/auth"
	"zhiwen/web/catalogue"
)

// Store is what the pages read, and delete, of the library. Unknown ids give
// errors that wrap record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	Check(ctx context.Context, id int64) (record.Check, error)
	// Checks gives a page of checks, newest first, and how many there are.
	Checks(ctx context.Context, f record.CheckFilter) ([]record.Check, int, error)
	// DocumentChecks gives the checks of one document, newest first.
	DocumentChecks(ctx context.Context, documentID int64) ([]record.Check, error)
	// Evidence gives the XML of a check that is done.
	Evidence(ctx context.Context, checkID int64) ([]byte, error)
	Document(ctx context.Context, id int64) (record.Document, error)
	// Documents gives a page of documents, newest first, and how many there are.
	Documents(ctx context.Context, f record.Filter) ([]record.Document, int, error)
	// Years gives the years of library documents, latest first.
	Years(ctx context.Context) ([]int, error)
	Extraction(ctx context.Context, documentID int64) (*extract.Document, error)
	File(ctx context.Context, documentID int64) ([]byte, error)
	// Decide adds a reviewer's decision about a done check, who has seen the
	// first of its decisions (record.AnySeen: no matter); the error wraps
	// record.ErrDecision where it makes no sense, record.ErrOvertaken where
	// somebody else has decided meanwhile.
	Decide(ctx context.Context, checkID int64, d evidence.Decision, seen int) error
	// SetLeft notes what the first steps decisions about a check leave of it.
	SetLeft(ctx context.Context, checkID int64, steps int, left record.Tally, doubts []record.Doubt) error
	// Decisions gives every decision about a check, in order.
	Decisions(ctx context.Context, checkID int64) ([]evidence.Decision, error)
	// Verdicts gives what was decided about each of the checks as a whole.
	Verdicts(ctx context.Context, checkIDs []int64) (map[int64]evidence.Verdict, error)
	// Watch gives a channel that gets a value after one of the checks or documents
	// has changed, and maybe without a change. Who watches first and then reads
	// misses nothing.
	Watch(checks, documents []int64) (changed <-chan struct{}, stop func())
	// RoleEntries gives what officers have added to the table of roles, what has
	// ended too, oldest first.
	RoleEntries(ctx context.Context) ([]record.RoleEntry, error)
	// PutRole adds an entry in place of another one, 0 for none, and gives its id;
	// the error wraps record.ErrOvertaken where the other one has ended already.
	PutRole(ctx context.Context, replaces int64, entry exclude.Entry, by string) (int64, error)
	// EndRole takes an entry out; the errors are those of PutRole.
	EndRole(ctx context.Context, id int64, by string) error
	// Marks gives what officers have shown of a blank form, oldest first.
	Marks(ctx context.Context, form int64) ([]record.Mark, error)
	// DeleteMark forgets a mark of a form.
	DeleteMark(ctx context.Context, form, id int64) error
	// Record writes an act of the context's actor to the record of who did what.
	Record(ctx context.Context, a audit.Act) error
	// Entries gives entries of the record, newest first, and whether there are more.
	Entries(ctx context.Context, f audit.Filter, limit int) (entries []audit.Entry, more bool, err error)
	audit.Stored
	// Assigned says whether an application is assigned to an account.
	Assigned(ctx context.Context, account, document int64) (bool, error)
	// Assignments gives to whom an application is assigned.
	Assignments(ctx context.Context, document int64) ([]record.Assignment, error)
	// Assign gives an application to an account.
	Assign(ctx context.Context, account, document int64, by string) error
	// Unassign takes it from the account.
	Unassign(ctx context.Context, account, document int64) error
	// Ping fails where the store does not answer.
	Ping(ctx context.Context) error
	// TryWrite fails where the store takes no changes.
	TryWrite(ctx context.Context) error
	// DeleteCheck removes a check with its evidence; the error wraps
	// record.ErrBusy while it runs.
	DeleteCheck(ctx context.Context, checkID int64) error
}

// Jobs starts and stops work, and removes what it made. It must be safe for concurrent use.
type Jobs interface {
	// Submit stores the good uploads with their jobs, all or none of them, and
	// gives one receipt each, in order.
	Submit(ctx context.Context, uploads []record.Upload) []record.Receipt
	// CheckDocument starts a check of a stored document and gives the check's id.
	CheckDocument(ctx context.Context, documentID int64) (int64, error)
	// Cancel ends a check that is not final; else the error wraps record.ErrFinal.
	Cancel(ctx context.Context, checkID int64) error
	// Retry checks the document of a check again and gives the new check's id.
	Retry(ctx context.Context, checkID int64) (int64, error)
	// RetryDocument tries again to put a failed document into the library.
	RetryDocument(ctx context.Context, documentID int64) error
	// Describe corrects the basic information of a ready document, in the search
	// too; the error wraps record.ErrBusy while it is being read.
	Describe(ctx context.Context, documentID int64, identity evidence.Identity) error
	// Teach keeps where a field stands in a blank form, as it was chosen on the page of
	// a document; the error wraps a record.MarkFault where something is wrong with it.
	Teach(ctx context.Context, documentID int64, m record.Mark) error
	// TryMark gives what a mark would do that Teach would keep; the errors are its.
	TryMark(ctx context.Context, documentID int64, m record.Mark) (record.Trial, error)
	// FormOf gives the blank form that a document is most likely on, 0 for none.
	FormOf(ctx context.Context, documentID int64) (int64, error)
	// Rereads gives the applications on a form that read otherwise since it was shown, or
	// since a mark of a field was taken back.
	Rereads(ctx context.Context, formID int64, withdrawn string) ([]record.Reread, error)
	// TakeOver corrects those of them that are chosen.
	TakeOver(ctx context.Context, formID int64, withdrawn string, documentIDs []int64) error
	// DeleteDocument removes a document with its checks, from the search too;
	// the error wraps record.ErrBusy while a job works on it.
	DeleteDocument(ctx context.Context, documentID int64) error
}

// Search is full-text search over the library. It must be safe for concurrent use.
type Search interface {
	Search(ctx context.Context, q search.Query) (search.Result, error)
}

// Pages draws pages of stored documents. It must be safe for concurrent use.
type Pages interface {
	// Page gives the drawing of page n of a document, from 1; recognised says that its
	// text was read from a picture. The error wraps record.ErrCrowded where too many
	// are asked for at once, one of extract.Errors where the page cannot be drawn.
	Page(ctx context.Context, d record.Document, n int, recognised bool) (*extract.Drawing, error)
}

// Dependencies is what the pages stand on.
type Dependencies struct {
	Store  Store
	Jobs   Jobs
	Search Search
	// Pages draws pages of documents; nil where none can be drawn.
	Pages Pages
	// Pieces cuts the text of a page of a form into what can be shown as a label or a
	// value: ranges of code points.
	Pieces func(text string) []extract.Span
	// Print makes a PDF of a page that stands alone; the error wraps
	// ErrNoPrinter where nothing can. It may be nil, for the same.
	Print func(ctx context.Context, page []byte) ([]byte, error)
	// Sign signs the XML of evidence with decisions; nil leaves it unsigned. What is
	// stored is signed already.
	Sign func(xml []byte) ([]byte, error)
	// SignText signs the end of the record that is exported; nil leaves it unsigned.
	SignText func(text []byte) string
	// Roles is the table of roles that the program was started with; nil is the
	// built-in one.
	Roles *exclude.Table
	// Room fails with an error that wraps record.ErrNoRoom where so many bytes more
	// would leave too little room on the disk; nil never fails.
	Room func(bytes int64) error
	// Auth is the log-in; nil where there is none, and everybody may everything.
	Auth *auth.Service
	// Samples gives the sample applications, the one to check marked so.
	Samples func() ([]record.Upload, error)
}

// Config is the settings of the pages.
type Config struct {
	// Addr is where the server listens. On a loopback address only requests
	// that name a loopback host or one of Hosts are answered, so that a page
	// elsewhere cannot reach the server through a name of its own (DNS
	// rebinding). Elsewhere any host is answered unless Hosts names some.
	Addr  string
	Hosts []string
	// Proxies are the addresses, or networks as 10.0.0.0/8, of proxies that are believed
	// who a client is (X-Forwarded-For); no other is.
	Proxies []string
	// Accounts says that people must log in: where there is no account yet, nothing but
	// the link that makes the first is served. Once there is one they must in any case.
	Accounts bool
	// URL is where readers reach the server, as "https://zhiwen.example.org"; "" is what
	// their browsers say.
	URL string
	// SourceContext is how many characters before and after a passage of a source
	// reviewers see.
	SourceContext int
	// MaskSources keeps from reviewers whose the sources are.
	MaskSources bool
	// MaxUpload is the most bytes one file may have.
	MaxUpload int64
	// MaxUploadTotal is the most bytes of one upload, all files together; 0
	// means four times MaxUpload. Half of it is in memory at a time, or one upload alone:
	// each is kept on disk until it is complete and its turn comes.
	MaxUploadTotal int64
	// Incoming is the folder for uploads that are coming; "" is the system's for
	// temporary files.
	Incoming string
	// Answered is told of every request: its method, the pattern of its path ("" for
	// none), the status and how long it took. It may be nil.
	Answered func(method, route string, status int, took time.Duration)
	// Logger gets one line for every fault that is the server's.
	Logger *slog.Logger
	// Stopping is closed when the server begins to shut down; event streams
	// end then. It may be nil.
	Stopping <-chan struct{}
}

// uploadTotalFactor is MaxUploadTotal in files of MaxUpload where nothing is set.
const uploadTotalFactor = 4

// site is the pages with all they need. But for its lock, its cache and the recent
// views it is not changed after New.
type site struct {
	Dependencies
	config    Config
	log       *slog.Logger
	catalogue *catalogue.Catalogue
	assets    *assets
	pages     *pages
	hosts     *hostRule
	origin    *http.CrossOriginProtection
	cache     cache
	readEvery time.Duration
	sampling  sync.Mutex // held while samples are loaded
	views     recentViews
	limits    *limits
}

// New makes the handler of all pages. It fails where a setting or dependency is
// missing or a template is wrong.
func New(c Config, d Dependencies) (http.Handler, error) {
	s, err := newSite(c, d)
	if err != nil {
		return nil, err
	}
	return s.handler(), nil
}

func newSite(c Config, d Dependencies) (*site, error) {
	var faults []error
	if c.MaxUpload <= 0 {
		faults = append(faults, errors.New("MaxUpload must be above 0"))
	}
	if c.Logger == nil {
		faults = append(faults, errors.New("no Logger"))
	}
	if d.Store == nil || d.Jobs == nil || d.Search == nil || d.Samples == nil || d.Pieces == nil {
		faults = append(faults, errors.New("a dependency is missing"))
	}
	hosts, err := newHostRule(c.Addr, c.Hosts)
	if err != nil {
		faults = append(faults, err)
	}
	gin.SetMode(gin.ReleaseMode)
	if err := gin.New().SetTrustedProxies(c.Proxies); err != nil {
		faults = append(faults, fmt.Errorf("trusted proxies: %w", err))
	}
	if len(faults) > 0 {
		return nil, fmt.Errorf("web: %w", errors.Join(faults...))
	}
	if c.MaxUploadTotal == 0 {
		c.MaxUploadTotal = uploadTotalFactor * c.MaxUpload
	}
	s := &site{
		Dependencies: d, config: c, log: c.Logger, hosts: hosts,
		origin: http.NewCrossOriginProtection(), readEvery: readEvery, limits: newLimits(c.MaxUploadTotal / 2),
	}
	if s.catalogue, err = catalogue.Open(); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	if s.assets, err = newAssets(); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	if s.pages, err = parsePages(s.catalogue, s.assets); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	if err := checkRights(s.routes()); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	return s, nil
}

// handler puts the routes behind the middleware.
func (s *site) handler() http.Handler { return s.serving(s.routes()) }

// serving is the handler of some routes.
func (s *site) serving(routes []route) http.Handler {
	engine := gin.New()
	engine.HandleMethodNotAllowed = true
	engine.ContextWithFallback = true
	engine.RedirectTrailingSlash = true
	_ = engine.SetTrustedProxies(s.config.Proxies) // checked by newSite
	engine.Use(s.admit)
	engine.NoRoute(s.serve(func(*gin.Context) error { return errNoRoute }))
	engine.NoMethod(s.serve(func(*gin.Context) error { return errMethod }))
	// The fastest level: on a fast line a better one would cost more than it saves.
	compress := gzip.Gzip(gzip.BestSpeed)
	for _, r := range routes {
		do := r.do
		if r.act != "" {
			do = s.recorded(r.act, do)
		}
		do = s.placed(r, do)
		if r.method == http.MethodPost && !r.upload {
			do = smallForm(do)
		}
		do = s.guard(r, do)
		handlers := []gin.HandlerFunc{s.serve(do)}
		if r.compress {
			handlers = []gin.HandlerFunc{compress, s.serve(do)}
		}
		engine.Handle(r.method, r.path, handlers...)
		if r.method == http.MethodGet && !r.stream {
			engine.Handle(http.MethodHead, r.path, handlers...)
		}
	}
	return engine
}
