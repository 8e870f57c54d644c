package main

import (
	"context"
	"errors"
	"fmt"

	"zhiwen/server/config"
	"zhiwen/server/doctor"
	"zhiwen/server/host"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"

	stdlog "log"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/kong"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
	"zhiwen/extract"
	"zhiwen/extract/reader"
	"zhiwen/server/crawl"
	"zhiwen/server/drawing"
	"zhiwen/server/sample"
	"zhiwen/server/worker"
	"zhiwen/web"
	"zhiwen/web/auth"
	"zhiwen/web/setting"
	"zhiwen/web/site"
)

type serveCommand struct {
	installation.Place
	installation.RoleTable
	installation.Authorities
	DeletionRules
	host.TLS
	Addr          string   `env:"ZHIWEN_ADDR" default:"127.0.0.1:8080" help:"Address to listen on. If other machines can reach it, users must log in."`
	Hosts         []string `env:"ZHIWEN_HOSTS" placeholder:"HOST" help:"Host names of the app, in addition to localhost."`
	URL           string   `env:"ZHIWEN_URL" placeholder:"URL" help:"Address at which users reach the app, such as https://zhiwen.example.org; required behind a proxy and for institutional logins."`
	Accounts      bool     `env:"ZHIWEN_ACCOUNTS" help:"Users must log in, on this machine too. The first account can only be created with the link that the terminal shows."`
	SourceContext int      `env:"ZHIWEN_SOURCE_CONTEXT" default:"200" placeholder:"CHARACTERS" help:"Number of characters of a source that reviewers see before and after a passage."`
	MaskSources   bool     `env:"ZHIWEN_MASK_SOURCES" help:"Hide the applicants and institutions of sources from reviewers."`
	Metrics       string   `env:"ZHIWEN_METRICS_ADDR" placeholder:"HOST:PORT" help:"Address that serves /metrics for Prometheus, apart from the pages; the default is none. No login is required there."`
	Proxies       []string `name:"trusted-proxies" env:"ZHIWEN_TRUSTED_PROXIES" placeholder:"ADDRESS" help:"Addresses or networks of the proxies in front of the app; the user’s address is taken from them (X-Forwarded-For)."`
	TSA           string   `name:"tsa-url" env:"ZHIWEN_TSA_URL" secret:"url" placeholder:"URL" help:"Time stamp service (RFC 3161) for evidence and the audit log."`
	Rate          int      `env:"ZHIWEN_RATE" default:"1200" placeholder:"REQUESTS" help:"Requests per minute for each logged-in user; 0 means no limit."`
	RateAddress   int      `env:"ZHIWEN_RATE_ADDRESS" default:"300" placeholder:"REQUESTS" help:"Requests per minute for all users at one address who are not logged in; 0 means no limit."`
	MaxUpload     int64    `env:"ZHIWEN_MAX_UPLOAD" default:"50" placeholder:"MB" help:"Maximum file size, in MB."`
	host.Ways

	started []setting.Started // what it was started with, for the page that shows it
}

// Time limits of the server. Uploads of 50 MB over a slow line fit into them;
// event streams set their own.
const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = 10 * time.Minute
	idleTimeout       = 2 * time.Minute
	requestTimeout    = 5 * time.Second  // for requests under way when the server stops
	jobTimeout        = 20 * time.Second // for jobs
)

const (
	// memoryLimit is the memory from which on the collector works harder, so that a
	// server stays below 1 GB: what is in use at the same time has bounds of its own, and
	// what SQLite takes, some 300 MB for large files, is not the collector's.
	// GOMEMLIMIT says otherwise.
	memoryLimit = 512 << 20
	// wordsRoom is how many times the memory of the words in which hints are looked for comes on top: they stay, and each check counts
	// beside them what their blocks have of a window. A limit that what stays reaches would have the collector run all the time.
	wordsRoom = 1.5
	// maxConnections is how many connections are open: fewer than the files that any system lets a
	// process have open, 4,096.
	maxConnections = 2000
)

// Run serves the web app until ctx ends.
func (c *serveCommand) Run(ctx context.Context, t terminal.Terminal, s *config.Settings, parsed *kong.Context) (err error) {
	s.Blame(c.faults())
	if err := s.Complain(t); err != nil {
		return err
	}
	c.tellFolder(t, s)
	for _, h := range s.Holding(parsed) {
		c.started = append(c.started, setting.Started(h))
	}
	log := t.Log()
	ownLimit := t.Getenv("GOMEMLIMIT") == ""
	if ownLimit {
		debug.SetMemoryLimit(memoryLimit)
	}
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		// unwrapped: it is no matter of the database
		return fmt.Errorf("cannot listen on %s: %s; choose another address with --addr or ZHIWEN_ADDR", c.Addr, err.Error())
	}
	defer func() { _ = listener.Close() }() // the server closes it too
	defer func() {
		if ctx.Err() != nil && errors.Is(err, context.Canceled) { // an end that was asked for
			log.Info("stopped before it served", "error", err)
			err = nil
		}
	}()
	inst, err := c.Open(ctx, t, c.RoleTable, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, inst.Close()) }()
	if ownLimit {
		inst.Store.TellSegments(func(bytes int64) { debug.SetMemoryLimit(memoryLimit + int64(wordsRoom*float64(bytes))) })
	}
	return c.serve(ctx, t, log, inst, listener)
}

func (c *serveCommand) serve(ctx context.Context, t terminal.Terminal, log *slog.Logger, inst *installation.Installation,
	listener net.Listener) (err error) {
	log, lost := host.NewGuard(log, inst.Store.Ping, inst.Store.TryWrite)
	maxBytes := c.MaxUpload << 20
	keys, err := c.Keys(ctx, t, inst.Store)
	if err != nil {
		return err
	}
	rules, err := c.LoadRules()
	if err != nil {
		return err
	}
	stamps, err := installation.NewStampService(c.TSA, c.Authorities)
	if err != nil {
		return err
	}
	runner, err := reader.NewRunner(extract.Options{MaxBytes: maxBytes})
	if err != nil {
		return err
	}
	defer runner.Close()
	confined, err := runner.Confinement(ctx)
	if err != nil {
		return err
	}
	if !confined.Files || !confined.Network || !confined.Root {
		log.WarnContext(ctx, "this kernel does not keep readers of files from all they do not need",
			"files", confined.Files, "network", confined.Network, "capabilities", confined.Root)
	}
	drawn := filepath.Join(inst.Folder, installation.PagesFolder)
	pages, err := drawing.Open(inst.Store, runner, drawing.Config{Folder: drawn, Logger: log})
	if err != nil {
		return err
	}
	room := host.NewDisk(inst.Folder)
	secured, err := c.Encrypt(log, c.hosts(), inst.Folder, "zhiwen/"+version)
	if err != nil {
		return err
	}
	whole := new(doctor.Integrity)
	sources := host.Sources{Free: room.Free, Paused: room.Paused, Lost: lost.Unreachable, Faults: whole.Count, Looked: whole.Looked}
	if secured != nil {
		sources.Expires = secured.Expiry
	}
	figures := host.NewFigures(sources)
	printer, err := drawing.NewPrinter(filepath.Join(inst.Folder, installation.PrintFolder))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, printer.Close()) }()
	incoming := filepath.Join(inst.Folder, installation.IncomingFolder)
	if err := errors.Join(os.RemoveAll(incoming), os.MkdirAll(incoming, 0o700)); err != nil {
		return err
	}
	crawled := crawl.New(agentOf(inst.Store))
	pool, err := worker.New(inst.Store, inst.Engine, runner, inst.Search, log, worker.Config{
		MaxUpload: maxBytes, Imports: filepath.Join(inst.Folder, installation.ImportsFolder), Folder: inst.Folder, Sign: keys.Sign,
		Paper:   inst.Paper,
		Deleted: pages.Forget, Prepare: inst.Words.Prepare, Room: room.Room, Ended: figures.Job, Web: crawled, Pages: runner,
	})
	if err != nil {
		return err
	}
	people, err := c.LogIn(inst.Store, inst.Folder, c.URL)
	if err != nil {
		return err
	}
	handler, err := web.New(web.Config{
		Serving: site.Serving{
			Addr: c.Addr, Hosts: c.hosts(), Proxies: c.Proxies, URL: c.URL, Accounts: c.wantsAccounts(), Logger: log,
			Rates: site.Rates{Account: c.Rate, Address: c.RateAddress}, Answered: figures.Request,
		},
		MaxUpload: maxBytes, SourceContext: c.SourceContext, MaskSources: c.MaskSources, Incoming: incoming,
		Tasks: filepath.Join(inst.Folder, "tasks"), Stopping: ctx.Done(),
	}, web.Dependencies{
		Store: inst.Store, Jobs: pool, Search: inst.Search, Pages: pages, Pieces: reader.Pieces, Print: printer.Print,
		Room: room.Room, Whole: whole.Whole, Cause: database.Cause, Sign: keys.Sign, SignText: keys.SignText, Stamps: stamps != nil,
		Roles: inst.Roles, Started: c.started, Rules: rules, RulesFile: c.Retention, Auth: people, Version: version,
		Samples: sample.Uploads,
	})
	if err != nil {
		return err
	}
	clock, err := clockSince(ctx, inst.Store)
	if err != nil {
		return err
	}
	begun := audit.Act{Action: audit.Start, Subject: audit.SubjectProgram, Detail: map[string]string{"version": version}}
	if err := inst.Store.Record(ctx, begun); err != nil {
		return err
	}
	if err := pool.Start(ctx); err != nil {
		return err
	}
	keeping, stopKeeping := context.WithCancel(ctx)
	var kept sync.WaitGroup
	kept.Go(func() { pages.Keep(keeping) })
	kept.Go(handler.Start(keeping))
	kept.Go(func() { lost.Watch(keeping) })
	kept.Go(func() { runDeletion(keeping, log, inst.Store, keys, c.DeletionRules, clock, pages.Forget) })
	if stamps != nil {
		kept.Go(func() { stamps.Keep(keeping, log, inst.Store) })
	}
	kept.Go(func() { whole.Watch(keeping, log, inst.Store, inst.Search, inst.Engine, keys) })
	if c.Metrics != "" {
		listener, err := net.Listen("tcp", c.Metrics)
		if err != nil {
			stopKeeping()
			return fmt.Errorf("cannot serve metrics on %s: %s; choose another address with --metrics or ZHIWEN_METRICS_ADDR", c.Metrics,
				err.Error())
		}
		kept.Go(func() { serveBeside(keeping, log, "metrics", figures.Handler(), listener) })
	}
	if c.HTTPAddr != "" {
		listener, err := net.Listen("tcp", c.HTTPAddr)
		if err != nil {
			stopKeeping()
			return fmt.Errorf("cannot listen on %s: %s; choose another address with --http-addr or ZHIWEN_HTTP_ADDR", c.HTTPAddr,
				err.Error())
		}
		kept.Go(func() { serveBeside(keeping, log, "http://", secured.Plain, listener) })
	}
	kept.Go(func() { worker.RunWebhooks(keeping, log, inst.Store, crawled) })
	kept.Go(func() { room.Watch(keeping, log, inst.Search) })
	kept.Go(func() { signRecord(keeping, log, inst.Store, keys) })
	defer func() { stopKeeping(); kept.Wait() }()
	server := newServer(log, handler)
	served := make(chan error, 1)
	limited := host.NewLimit(maxConnections, c.Proxies).Serve(server, listener)
	if secured == nil {
		go func() { served <- server.Serve(limited) }()
	} else {
		server.TLSConfig = secured.Config
		go func() { served <- server.ServeTLS(limited, "", "") }()
		kept.Go(func() { secured.Keep(keeping, log) })
	}
	fmt.Fprintf(t.Out, "知文 Zhiwen: %s/\n", c.base(listener))
	fmt.Fprintf(t.Out, "data folder: %s\n", inst.Folder)
	if err := c.printSetup(ctx, t, people, listener); err != nil {
		return errors.Join(err, stop(context.WithoutCancel(ctx), log, server, pool))
	}
	fmt.Fprintf(t.Out, "evidence is signed with the key %s\n", keys.Public()[0].Fingerprint())
	if c.SignSM2 {
		fmt.Fprintf(t.Out, "and by SM2 with the key %s\n", keys.Public()[1].Fingerprint())
	}

	var failure error
	select {
	case failure = <-served:
	case <-ctx.Done():
	}
	return errors.Join(failure, stop(context.WithoutCancel(ctx), log, server, pool))
}

// signRecord signs the end of the record: at once what a server has left that was killed, then
// at intervals, and a last time when ctx ends.
func signRecord(ctx context.Context, log *slog.Logger, store *library.Store, keys *evidence.Keys) {
	every := time.NewTicker(audit.SignEvery)
	defer every.Stop()
	sign := func() {
		if err := store.SignHead(context.WithoutCancel(ctx), keys.SignText); err != nil {
			log.WarnContext(ctx, "sign the record", "error", err)
		}
	}
	sign()
	for done := false; !done; {
		select {
		case <-every.C:
		case <-ctx.Done():
			done = true
			last := audit.Act{Action: audit.Stop, Subject: audit.SubjectProgram}
			if err := store.Record(context.WithoutCancel(ctx), last); err != nil {
				log.WarnContext(ctx, "record the end", "error", err)
			}
		}
		sign()
	}
}

// agentOf returns the user agent for fetching web pages: it includes the agency's contact as set at
// the time of each request.
func agentOf(store *library.Store) func(context.Context) string {
	return func(ctx context.Context) string {
		values, err := store.Settings(ctx)
		if err != nil {
			return crawl.Agent(version, "")
		}
		return crawl.Agent(version, values.Web.Contact)
	}
}

// wantsAccounts reports whether nobody gets in without an account.
func (c *serveCommand) wantsAccounts() bool {
	return c.Accounts || site.BeyondMachine(c.Addr, c.hosts())
}

// hosts returns the names under which the app is reached: the one of the URL too.
func (c *serveCommand) hosts() []string {
	u, err := url.Parse(c.URL)
	if err != nil || u.Hostname() == "" {
		return c.Hosts
	}
	return append(slices.Clone(c.Hosts), u.Hostname())
}

// printSetup prints the link that makes the first account, where one is needed: nothing
// else is served before.
func (c *serveCommand) printSetup(ctx context.Context, t terminal.Terminal, people *auth.Service, listener net.Listener) error {
	some, err := people.HasAccounts(ctx)
	if err != nil || some || !c.wantsAccounts() {
		return err
	}
	key, err := people.SetupLink(ctx)
	if err != nil {
		return err
	}
	base := strings.TrimSuffix(c.URL, "/")
	if base == "" {
		base = c.base(listener)
	}
	fmt.Fprintf(t.Out, "There are no accounts yet. The administrator makes the first one here, once and within a day:\n")
	fmt.Fprintf(t.Out, "%s/setup?key=%s\n", base, key)
	return nil
}

// base returns the address of the app for a browser on this machine.
func (c *serveCommand) base(listener net.Listener) string {
	if c.ByHTTPS() {
		return "https://" + address(listener.Addr())
	}
	return "http://" + address(listener.Addr())
}

// newServer makes a server with the limits of time of all.
func newServer(log *slog.Logger, handler http.Handler) *http.Server {
	return &http.Server{
		Handler: handler, ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout, IdleTimeout: idleTimeout,
		ErrorLog: stdlog.New(serveErrors{log}, "", 0),
	}
}

// serveErrors receives the errors of connections from net/http: those that do not speak HTTPS come
// from strangers and do not matter.
type serveErrors struct{ log *slog.Logger }

// Write implements io.Writer.
func (s serveErrors) Write(b []byte) (int, error) {
	level := slog.LevelWarn
	if strings.HasPrefix(string(b), "http: TLS handshake error") {
		level = slog.LevelDebug
	}
	s.log.Log(context.Background(), level, strings.TrimSpace(string(b)))
	return len(b), nil
}

// serveBeside serves, beside the pages, what answers at once, such as metrics or readers of
// http:// who are sent on to https://, until ctx ends.
func serveBeside(ctx context.Context, log *slog.Logger, what string, handler http.Handler, listener net.Listener) {
	server := newServer(log, handler)
	server.WriteTimeout = readHeaderTimeout
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(host.NewLimit(maxConnections, nil).Serve(server, listener)); !errors.Is(err, http.ErrServerClosed) {
		log.ErrorContext(ctx, "an address is not served any more", "what", what, "error", err)
	}
}

// stop ends requests and jobs at the same time, so that none waits for the other.
// Requests that take too long, such as an upload that has stopped coming, are cut
// off: they were not answered, so nothing is lost that anybody counts on.
func stop(ctx context.Context, log *slog.Logger, server *http.Server, pool *worker.Pool) error {
	var jobs error
	var wait sync.WaitGroup
	wait.Go(func() {
		ctx, cancel := context.WithTimeout(ctx, jobTimeout)
		defer cancel()
		jobs = pool.Stop(ctx)
	})
	timed, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	requests := server.Shutdown(timed)
	if errors.Is(requests, context.DeadlineExceeded) {
		log.WarnContext(ctx, "requests under way are cut off")
		requests = server.Close()
	}
	wait.Wait()
	return errors.Join(requests, jobs)
}

// address returns where a browser on this machine finds a listener.
func address(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	if ip := net.ParseIP(strings.Trim(host, "[]")); ip == nil || ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
