package main

import (
	"context"
	"errors"
	"fmt"
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

	"golang.org/x/net/netutil"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/extract"
	"zhiwen/extract/reader"
	"zhiwen/server/drawing"
	"zhiwen/server/sample"
	"zhiwen/server/worker"
	"zhiwen/web"
	"zhiwen/web/auth"
)

type serveCommand struct {
	place
	roleTable
	Addr          string   `env:"ZHIWEN_ADDR" default:"127.0.0.1:8080" help:"Where to listen. Beyond this machine people must log in."`
	Hosts         []string `env:"ZHIWEN_HOSTS" placeholder:"HOST" help:"Host names under which the app is reached, beside localhost."`
	URL           string   `env:"ZHIWEN_URL" placeholder:"URL" help:"Where readers reach the app, as https://zhiwen.example.org; needed behind a proxy and for log-ins of other providers."`
	Accounts      bool     `env:"ZHIWEN_ACCOUNTS" help:"People must log in, on this machine too. Without accounts only the link that the terminal shows makes the first."`
	SourceContext int      `env:"ZHIWEN_SOURCE_CONTEXT" default:"200" placeholder:"CHARACTERS" help:"How much of a source reviewers see before and after a passage."`
	MaskSources   bool     `env:"ZHIWEN_MASK_SOURCES" help:"Reviewers do not see whose the sources are."`
	Metrics       string   `env:"ZHIWEN_METRICS_ADDR" placeholder:"HOST:PORT" help:"Where to serve /metrics for Prometheus, apart from the pages; by default nowhere. Nobody logs in there."`
	Proxies       []string `name:"trusted-proxies" env:"ZHIWEN_TRUSTED_PROXIES" placeholder:"ADDRESS" help:"Addresses or networks of proxies before the app, which are believed who a reader is (X-Forwarded-For)."`
	MaxUpload     int64    `env:"ZHIWEN_MAX_UPLOAD" default:"50" placeholder:"MB" help:"Largest file, in MB."`
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
	// server stays below 1 GB: what is in use at the same time has bounds of its own.
	// GOMEMLIMIT says otherwise.
	memoryLimit = 768 << 20
	// maxConnections is how many connections are open; others wait to be accepted.
	maxConnections = 2000
)

// Run serves the web app until ctx ends.
func (c *serveCommand) Run(ctx context.Context, t terminal) (err error) {
	if c.SourceContext < 0 {
		return fmt.Errorf("reviewers cannot see %d characters around a passage: set ZHIWEN_SOURCE_CONTEXT to 0 or more", c.SourceContext)
	}
	if c.MaxUpload < 1 || c.MaxUpload > 4096 {
		return fmt.Errorf("the largest file must be 1 to 4096 MB, not %d: set ZHIWEN_MAX_UPLOAD", c.MaxUpload)
	}
	if u, err := url.Parse(c.URL); c.URL != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "") {
		return fmt.Errorf("%q is not where readers reach the app: set ZHIWEN_URL to something like https://zhiwen.example.org", c.URL)
	}
	log := slog.New(slog.NewTextHandler(t.err, nil))
	if t.getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w; choose another address with --addr or ZHIWEN_ADDR", c.Addr, err)
	}
	defer func() { _ = listener.Close() }() // the server closes it too
	inst, err := c.open(ctx, t, c.roleTable, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, inst.close()) }()
	return c.serve(ctx, t, log, inst, listener)
}

func (c *serveCommand) serve(ctx context.Context, t terminal, log *slog.Logger, inst *installation, listener net.Listener) error {
	maxBytes := c.MaxUpload << 20
	keys, err := c.keys(ctx, t, inst.store)
	if err != nil {
		return err
	}
	runner, err := reader.NewRunner(extract.Options{MaxBytes: maxBytes})
	if err != nil {
		return err
	}
	confined, err := runner.Confinement(ctx)
	if err != nil {
		return err
	}
	if !confined.Files || !confined.Network {
		log.WarnContext(ctx, "this kernel does not keep readers of files from all they do not need", "files", confined.Files, "network", confined.Network)
	}
	pages, err := drawing.Open(inst.store, runner, drawing.Config{Folder: filepath.Join(inst.folder, "pages"), Logger: log})
	if err != nil {
		return err
	}
	room := newDisk(inst.folder)
	figures := newMetrics(room)
	printer, err := newPrinter(filepath.Join(inst.folder, "print"))
	if err != nil {
		return err
	}
	incoming := filepath.Join(inst.folder, "incoming")
	if err := errors.Join(os.RemoveAll(incoming), os.MkdirAll(incoming, 0o700)); err != nil {
		return err
	}
	pool, err := worker.New(inst.store, inst.engine, runner, inst.search, log, worker.Config{MaxUpload: maxBytes, Sign: keys.Sign, Deleted: pages.Forget, Room: room.room, Ended: figures.job})
	if err != nil {
		return err
	}
	people := auth.New(inst.store, nil)
	handler, err := web.New(web.Config{
		Addr: c.Addr, Hosts: c.hosts(), Proxies: c.Proxies, URL: c.URL, Accounts: c.wantsAccounts(), SourceContext: c.SourceContext, MaskSources: c.MaskSources,
		MaxUpload: maxBytes, Incoming: incoming, Logger: log, Answered: figures.request, Stopping: ctx.Done(),
	}, web.Dependencies{Store: inst.store, Jobs: pool, Search: inst.search, Pages: pages, Pieces: reader.Pieces, Print: printer.print, Room: room.room, Sign: keys.Sign, SignText: keys.SignText, Roles: inst.roles, Auth: people, Samples: sample.Uploads})
	if err != nil {
		return err
	}
	if err := inst.store.Record(ctx, audit.Act{Action: audit.Start, Subject: audit.SubjectProgram, Detail: map[string]string{"version": version}}); err != nil {
		return err
	}
	if err := pool.Start(ctx); err != nil {
		return err
	}
	keeping, stopKeeping := context.WithCancel(ctx)
	var kept sync.WaitGroup
	kept.Go(func() { pages.Keep(keeping) })
	if c.Metrics != "" {
		listener, err := net.Listen("tcp", c.Metrics)
		if err != nil {
			stopKeeping()
			return fmt.Errorf("cannot serve metrics on %s: %w; choose another address with --metrics or ZHIWEN_METRICS_ADDR", c.Metrics, err)
		}
		kept.Go(func() { figures.serve(keeping, log, listener) })
	}
	kept.Go(func() { room.watch(keeping, log, inst.search) })
	kept.Go(func() { signRecord(keeping, log, inst.store, keys) })
	defer func() { stopKeeping(); kept.Wait() }()
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout, IdleTimeout: idleTimeout,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(netutil.LimitListener(listener, maxConnections)) }()
	fmt.Fprintf(t.out, "知文 Zhiwen: http://%s/\n", address(listener.Addr()))
	fmt.Fprintf(t.out, "data folder: %s\n", inst.folder)
	if err := c.printSetup(ctx, t, people, listener); err != nil {
		return errors.Join(err, stop(context.WithoutCancel(ctx), log, server, pool))
	}
	fmt.Fprintf(t.out, "evidence is signed with the key %s\n", keys.Public()[0].Fingerprint())

	var failure error
	select {
	case failure = <-served:
	case <-ctx.Done():
	}
	return errors.Join(failure, stop(context.WithoutCancel(ctx), log, server, pool))
}

// headEvery is how often the end of the record is signed, where there is a new one:
// what is changed by somebody who has the database and not the key is noticed where it
// is older than this.
const headEvery = 5 * time.Minute

// signRecord signs the end of the record at intervals, and a last time when ctx ends.
func signRecord(ctx context.Context, log *slog.Logger, store *library.Store, keys *evidence.Keys) {
	every := time.NewTicker(headEvery)
	defer every.Stop()
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
		if err := store.SignHead(context.WithoutCancel(ctx), keys.SignText); err != nil {
			log.WarnContext(ctx, "sign the record", "error", err)
		}
	}
}

// wantsAccounts says whether nobody gets in without an account.
func (c *serveCommand) wantsAccounts() bool {
	return c.Accounts || web.BeyondMachine(c.Addr, c.hosts())
}

// hosts are the names under which the app is reached: the one of the URL too.
func (c *serveCommand) hosts() []string {
	u, err := url.Parse(c.URL)
	if err != nil || u.Hostname() == "" {
		return c.Hosts
	}
	return append(slices.Clone(c.Hosts), u.Hostname())
}

// printSetup prints the link that makes the first account, where one is needed: nothing
// else is served before.
func (c *serveCommand) printSetup(ctx context.Context, t terminal, people *auth.Service, listener net.Listener) error {
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
		base = "http://" + address(listener.Addr())
	}
	fmt.Fprintf(t.out, "There are no accounts yet. The administrator makes the first one here, once and within a day:\n%s/setup?key=%s\n", base, key)
	return nil
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

// address is where a browser on this machine finds a listener.
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
