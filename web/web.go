// Package web is the pages of Zhiwen put together: what they stand on, who may have
// which (rights.go) and what their errors mean (fault.go).
//
// In go requests and what the store, the jobs and the search know; out come pages in
// Chinese or English, evidence files and events. What pages share is in site; each
// subject has a package of its own, which declares the small interfaces it needs and
// hands back its routes. None of them knows SQL, a job queue or extraction, and none
// works on a document itself: that is what jobs do.
package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"zhiwen/checker/exclude"
	"zhiwen/checker/record"
	"zhiwen/checker/retention"
	"zhiwen/extract"
	"zhiwen/static"
	"zhiwen/templates"
	"zhiwen/web/api"
	"zhiwen/web/assess"
	"zhiwen/web/auth"
	"zhiwen/web/catalogue"
	"zhiwen/web/check"
	"zhiwen/web/claim"
	"zhiwen/web/desk"
	"zhiwen/web/document"
	"zhiwen/web/extension"
	"zhiwen/web/follow"
	"zhiwen/web/live"
	"zhiwen/web/network"
	"zhiwen/web/people"
	"zhiwen/web/phrase"
	"zhiwen/web/repeat"
	"zhiwen/web/report"
	"zhiwen/web/report/highlight"
	"zhiwen/web/setting"
	"zhiwen/web/shelf"
	"zhiwen/web/site"
	"zhiwen/web/task"
	"zhiwen/web/upload"
)

// Store is what the pages need of the library. It must be safe for concurrent use.
type Store interface {
	site.Store
	check.Store
	desk.Store
	document.Store
	claim.Store
	follow.Store
	shelf.Store
	network.Store
	repeat.Store
	live.Store
	people.Store
	setting.Store
	api.Store
	check.Links
	// Ping fails where the store does not answer.
	Ping(ctx context.Context) error
	// TryWrite fails where the store takes no changes.
	TryWrite(ctx context.Context) error
}

// Jobs is what the pages need of those who work. It must be safe for concurrent use.
type Jobs interface {
	extension.Jobs
	api.Jobs
	check.Jobs
	desk.Jobs
	document.Jobs
	follow.Jobs
	shelf.Jobs
	repeat.Jobs
}

// Search is full-text search over the library. It must be safe for concurrent use.
type Search interface {
	shelf.Search
	assess.LikeSearch
}

// Dependencies is what the pages stand on.
type Dependencies struct {
	Store  Store
	Jobs   Jobs
	Search Search
	// Pages draws pages of documents; nil where none can be drawn.
	Pages site.PageDrawer
	// Pieces cuts the text of a page of a form into what can be shown as a label or a
	// value: ranges of code points.
	Pieces func(text string) []extract.Span
	// Print makes a PDF of a page that stands alone; the error wraps
	// check.ErrNoPrinter where nothing can. It may be nil, for the same.
	Print func(ctx context.Context, page []byte) ([]byte, error)
	// Sign signs the XML of evidence with decisions; nil leaves it unsigned. What is
	// stored is signed already.
	Sign func(xml []byte) ([]byte, error)
	// SignText signs the end of the record that is exported; nil leaves it unsigned.
	SignText func(text []byte) string
	// Stamps says that a time stamp service is asked for what Store.AskStamp notes.
	Stamps bool
	// Roles is the table of roles that the program was started with; nil is the
	// built-in one.
	Roles *exclude.Table
	// Started are the settings that the program was started with, to be read.
	Started []setting.Started
	// Rules are the rules of retention of the file that the program was started with, which
	// count instead of those of the page of settings; RulesFile is the file, "" for none.
	Rules     []retention.Rule
	RulesFile string
	// Room fails with an error that wraps record.ErrNoRoom where so many bytes more
	// would leave too little room on the disk; nil never fails.
	Room func(bytes int64) error
	// Whole fails where the stored data is known to be damaged; nil never does.
	Whole func() error
	// Cause makes an error of the store or of the disk one that wraps what is wrong, as
	// record.ErrUnreachable or record.ErrNoRoom; nil leaves all as they are.
	Cause func(error) error
	// Auth is the log-in; nil where there is none, and everybody may everything.
	Auth *auth.Service
	// Version of the program.
	Version string
	// Samples returns the sample applications, the one to check marked so.
	Samples func() ([]record.Upload, error)
}

// Config is the settings of the pages.
type Config struct {
	site.Serving

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
	// Tasks is the folder of what is done to many applications; "" is one in the system's for
	// temporary files.
	Tasks string
	// Stopping is closed when the server begins to shut down; event streams
	// end then. It may be nil.
	Stopping <-chan struct{}
}

// uploadTotalFactor is MaxUploadTotal in files of MaxUpload where nothing is set.
const uploadTotalFactor = 4

// pages is all pages with what they stand on.
type pages struct {
	*site.Site
	Dependencies
	config    Config
	tasks     *task.Runner
	extension []byte                 // the browser extension as an archive
	notReady  atomic.Pointer[string] // what was wrong when /readyz was asked last; nil is nothing
}

// New makes the handler of all pages. It fails where a setting or dependency is
// missing or a template is wrong.
func New(c Config, d Dependencies) (*App, error) {
	p, err := newPages(c, d)
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	h, err := p.Handler(p.routes())
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	return &App{h, p.tasks}, nil
}

// App is all pages, and what they do beside requests.
type App struct {
	http.Handler
	tasks *task.Runner
}

// Start runs the background work of pages, tasks on many applications, until ctx ends; wait returns
// when running work has stopped.
func (a *App) Start(ctx context.Context) (wait func()) { return a.tasks.Start(ctx) }

func newPages(c Config, d Dependencies) (*pages, error) {
	var faults []error
	if c.MaxUpload <= 0 {
		faults = append(faults, errors.New("MaxUpload must be above 0"))
	}
	if c.MaxUploadTotal == 0 {
		c.MaxUploadTotal = uploadTotalFactor * c.MaxUpload
	}
	if d.Jobs == nil || d.Search == nil || d.Samples == nil || d.Pieces == nil {
		faults = append(faults, errors.New("a dependency is missing"))
	}
	s, err := site.New(site.Config{
		Serving: c.Serving, UploadMemory: c.MaxUploadTotal / 2, Store: d.Store, Auth: d.Auth, Rights: rights,
		Faults: faultTable, Cause: d.Cause, Templates: templates.Files, Functions: functions,
	})
	if err := errors.Join(append(faults, err)...); err != nil {
		return nil, err
	}
	archive, err := static.ExtensionArchive()
	if err != nil {
		return nil, err
	}
	if c.Tasks == "" {
		c.Tasks = filepath.Join(os.TempDir(), "zhiwen-tasks")
	}
	return &pages{Site: s, Dependencies: d, config: c, extension: archive}, nil
}

// routes returns those of all packages of pages.
func (p *pages) routes() []site.Route {
	assessor := assess.New(p.Store, p.Log)
	pictures := &site.Pictures{Store: p.Store, Pages: p.Pages}
	uploads := upload.New(p.Site, upload.Config{
		Jobs: p.Jobs, MaxFile: p.config.MaxUpload, MaxTotal: p.config.MaxUploadTotal, Incoming: p.config.Incoming, Room: p.Room,
	})
	checks := check.Dependencies{
		Store: p.Store, Jobs: p.Jobs, Assessor: assessor, Pictures: pictures, Print: p.Print, Sign: p.Sign, Stamps: p.Stamps,
		SourceContext: p.config.SourceContext, MaskSources: p.config.MaskSources,
	}
	work := desk.Dependencies{
		Store: p.Store, Jobs: p.Jobs, Auth: p.Auth, Assessor: assessor, Uploads: uploads, Samples: p.Samples,
		MaskSources: p.config.MaskSources, Temporary: p.config.Incoming, Papers: check.NewPapers(p.Site, checks), Room: p.Room,
	}
	checks.Queue = desk.Queue(p.Site, work)
	p.tasks = desk.NewRunner(p.Site, work, p.config.Tasks)
	work.Tasks = p.tasks
	return slices.Concat(
		check.Routes(p.Site, checks),
		desk.Routes(p.Site, work),
		document.Routes(p.Site, document.Dependencies{
			Store: p.Store, Jobs: p.Jobs, Search: p.Search, Auth: p.Auth, Assessor: assessor, Pictures: pictures, Uploads: uploads,
			Pieces: p.Pieces, Roles: p.Roles,
		}),
		shelf.Routes(p.Site, shelf.Dependencies{Store: p.Store, Jobs: p.Jobs, Search: p.Search, Uploads: uploads}),
		network.Routes(p.Site, p.Store),
		check.Shared(p.Site, checks, p.Store, auth.HashOf),
		api.Routes(p.Site, api.Dependencies{
			Store: p.Store, Jobs: p.Jobs, Checks: check.NewProgram(p.Site, checks), Search: p.Search, Uploads: uploads,
			MaxFile: p.config.MaxUpload, Secret: auth.NewSecret, Desk: desk.NewProgram(p.Site, work), Version: p.Version,
			Stopping: p.config.Stopping,
		}),
		follow.Routes(p.Site, follow.Dependencies{Store: p.Store, Jobs: p.Jobs}),
		claim.Routes(p.Site, claim.Dependencies{Store: p.Store, Auth: p.Auth, Uploads: uploads}),
		repeat.Routes(p.Site, repeat.Dependencies{Store: p.Store, Jobs: p.Jobs, Temporary: p.config.Incoming}),
		extension.Routes(p.Site, p.Jobs, p.extension),
		people.Routes(p.Site, people.Dependencies{Store: p.Store, Auth: p.Auth, Accounts: p.config.Accounts, SignText: p.SignText}),
		setting.Routes(p.Site, setting.Dependencies{Store: p.Store, Started: p.Started, Rules: p.Rules, RulesFile: p.RulesFile}),
		live.Routes(p.Site, live.Dependencies{Store: p.Store, Stopping: p.config.Stopping}),
		p.Routes(),
		[]site.Route{
			site.Free(site.Route{Method: http.MethodGet, Path: "/healthz", Do: p.health}),
			{Method: http.MethodGet, Path: "/readyz", Do: p.ready},
		},
	)
}

// functions returns what templates may call beside those of the site.
func functions(l *catalogue.Language) template.FuncMap {
	all := phrase.Functions(l)
	all["changeOf"], all["sourceName"] = check.SourceOf, check.NameOf
	all["marks"], all["brief"], all["quoted"], all["withdrawal"] = highlight.Marks, report.Brief, report.Quoted, report.WithdrawalOf
	return all
}
