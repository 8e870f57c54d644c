package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
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
)

type serveCommand struct {
	place
	roleTable
	Addr      string   `env:"ZHIWEN_ADDR" default:"127.0.0.1:8080" help:"Where to listen. There is no log-in yet: leave it on this machine, or put a proxy with one before it."`
	Hosts     []string `env:"ZHIWEN_HOSTS" placeholder:"HOST" help:"Host names under which the app is reached, beside localhost."`
	MaxUpload int64    `env:"ZHIWEN_MAX_UPLOAD" default:"50" placeholder:"MB" help:"Largest file, in MB."`
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
	if c.MaxUpload < 1 || c.MaxUpload > 4096 {
		return fmt.Errorf("the largest file must be 1 to 4096 MB, not %d: set ZHIWEN_MAX_UPLOAD", c.MaxUpload)
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
	incoming := filepath.Join(inst.folder, "incoming")
	if err := errors.Join(os.RemoveAll(incoming), os.MkdirAll(incoming, 0o700)); err != nil {
		return err
	}
	pool, err := worker.New(inst.store, inst.engine, runner, inst.search, log, worker.Config{MaxUpload: maxBytes, Sign: keys.Sign, Deleted: pages.Forget, Room: room.room})
	if err != nil {
		return err
	}
	handler, err := web.New(web.Config{
		Addr: c.Addr, Hosts: c.Hosts, MaxUpload: maxBytes, Incoming: incoming, Logger: log, Stopping: ctx.Done(),
	}, web.Dependencies{Store: inst.store, Jobs: pool, Search: inst.search, Pages: pages, Print: newPrinter().print, Room: room.room, Sign: keys.Sign, Roles: inst.roles, Samples: sample.Uploads})
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
