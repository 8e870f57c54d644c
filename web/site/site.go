// Package site is what every page of Zhiwen stands on: routes and how they are
// served, rights, who reads, rendering, faults, limits, drawn pages of documents and
// the record of what is given out.
//
// In go a route table, a table of rights, a table of faults and the few things
// of the store that every request needs; out comes one http.Handler. Packages of
// pages get a *Site, hand back their routes, and ask it for the language, the
// reader and the page around what they show. The package knows no page but its own
// small ones (the stylesheet, the switch of the language, the page of a fault).
package site

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gin-contrib/gzip"
	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
	"zhiwen/checker/setting"
	"zhiwen/web/auth"
	"zhiwen/web/catalogue"
)

// Store is what rights and the record need of the library. Unknown ids give errors
// that wrap record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	Check(ctx context.Context, id int64) (record.Check, error)
	Document(ctx context.Context, id int64) (record.Document, error)
	// Assigned reports whether an application is assigned to an account.
	Assigned(ctx context.Context, account, document int64) (bool, error)
	// Unsaid returns the applications that are assigned to an account and on which it has yet
	// to give one of several opinions.
	Unsaid(ctx context.Context, account int64) ([]int64, error)
	// Claiming reports whether rights are claimed here: a website is followed, or somebody has claimed something.
	Claiming(ctx context.Context) (bool, error)
	// Settings returns what is set on the page of settings and holds.
	Settings(ctx context.Context) (setting.Values, error)
	// Record writes an act of the context's actor to the record of who did what.
	Record(ctx context.Context, a audit.Act) error
}

// Serving is how a server serves its pages.
type Serving struct {
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
	// Rates are how many requests are answered.
	Rates Rates
	// Answered is told of every request: its method, the pattern of its path ("" for
	// none), the status and how long it took. It may be nil.
	Answered func(method, route string, status int, took time.Duration)
	// Logger gets one line for every fault that is the server's.
	Logger *slog.Logger
}

// Config is what a site is made of.
type Config struct {
	Serving

	// UploadMemory is how many bytes of uploads are in memory at a time.
	UploadMemory int64
	Store        Store
	// Auth is the log-in; nil where there is none, and everybody may everything.
	Auth *auth.Service
	// Rights says who may have which route.
	Rights Rights
	// Faults says which errors mean what. The first line whose error is in the chain
	// counts; errors of this package have lines behind them.
	Faults []Fault
	// Cause makes an error of the store one that wraps what is wrong, as
	// record.ErrUnreachable; nil leaves all as they are.
	Cause func(error) error
	// Templates has layout.html, the pages in page and what they share in partial.
	Templates fs.FS
	// Functions are what templates may call beside those of this package.
	Functions func(*catalogue.Language) template.FuncMap
}

// Site serves routes. But for its recent views and its parsed templates it is not
// changed after New; it is safe for concurrent use.
type Site struct {
	// Log gets one line for every fault that is the server's.
	Log *slog.Logger

	config    Config
	catalogue *catalogue.Catalogue
	assets    *assets
	pages     *pages
	hosts     *hostRule
	origin    *http.CrossOriginProtection
	views     recentViews
	limits    *limits
	limiters  *limiters
	senders   *senders
}

// New makes a site. It fails, with all there is to say, where a setting is missing or
// a template is wrong.
func New(c Config) (*Site, error) {
	var faults []error
	if c.Logger == nil {
		faults = append(faults, errors.New("no Logger"))
	}
	if c.Store == nil {
		faults = append(faults, errors.New("no Store"))
	}
	hosts, err := newHostRule(c.Addr, c.Hosts)
	if err != nil {
		faults = append(faults, err)
	}
	gin.SetMode(gin.ReleaseMode)
	if err := gin.New().SetTrustedProxies(c.Proxies); err != nil {
		faults = append(faults, fmt.Errorf("trusted proxies: %w", err))
	}
	// Behind a proxy the Host of a request may lack the port that browsers name as their origin.
	origin := http.NewCrossOriginProtection()
	if u, err := url.Parse(c.URL); err == nil && u.Host != "" {
		err = origin.AddTrustedOrigin(u.Scheme + "://" + strings.ToLower(u.Host))
		if err != nil {
			faults = append(faults, fmt.Errorf("URL: %w", err))
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	s := &Site{
		Log: c.Logger, config: c, hosts: hosts, origin: origin,
		limits: newLimits(c.UploadMemory), limiters: newLimiters(c.Rates.Now), senders: newSenders(),
	}
	if s.catalogue, err = catalogue.Open(); err != nil {
		return nil, err
	}
	if s.assets, err = newAssets(); err != nil {
		return nil, err
	}
	if s.pages, err = s.parsePages(); err != nil {
		return nil, err
	}
	return s, nil
}

// Handler puts routes behind the middleware. It fails where a
// route has no line in the table of rights, or a line no route.
func (s *Site) Handler(routes []Route) (http.Handler, error) {
	if err := s.config.Rights.check(routes); err != nil {
		return nil, err
	}
	engine := gin.New()
	engine.HandleMethodNotAllowed = true
	engine.ContextWithFallback = true
	engine.RedirectTrailingSlash = true
	_ = engine.SetTrustedProxies(s.config.Proxies) // checked by New
	engine.Use(s.admit)
	engine.NoRoute(s.serve(func(*gin.Context) error { return errNoRoute }))
	engine.NoMethod(s.serve(func(*gin.Context) error { return errMethod }))
	// The fastest level: on a fast line a better one would cost more than it saves.
	compress := gzip.Gzip(gzip.BestSpeed)
	for _, r := range routes {
		do := r.Do
		if r.shows() {
			do = leavingOut(do)
		}
		if r.Act != "" {
			do = s.recorded(r.Act, do)
		}
		do = s.placed(r, do)
		if r.Method == http.MethodPost && !r.Upload && !r.JSON {
			do = smallForm(do)
		}
		do = s.guard(r, s.bounded(r, do))
		handlers := []gin.HandlerFunc{s.serve(do)}
		if r.Compress {
			handlers = []gin.HandlerFunc{compress, s.serve(do)}
		}
		engine.Handle(r.Method, r.Path, handlers...)
		if r.Method == http.MethodGet && !r.Stream {
			engine.Handle(http.MethodHead, r.Path, handlers...)
		}
	}
	return engine, nil
}
