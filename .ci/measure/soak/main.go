// Command soak runs the real server for a while under load and under what befalls
// servers: kills, orderly stops, a database that stops, a disk that fills, clients that
// are slow or leave. Afterwards it lets the server finish its work, looks whether
// everything that was acknowledged is there once and whole, and prints a table.
//
// make soak runs it; docs/operations.md has the result of an hour. It exits with 1 where
// something was lost, doubled, stuck, or differs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

// options is what a run is told.
type options struct {
	binary    string        // the program
	folder    string        // for data folders, best on a small disk of its own
	small     bool          // folder is on a small disk, which may be filled
	postgres  string        // URL of a PostgreSQL that may be stopped; "" leaves that part out
	control   string        // the script that stops and starts it: COMMAND halt|resume DIR
	place     string        // DIR of that
	length    time.Duration // of the load, of each part
	kills     int           // kill -9 in each part
	readers   int
	uploaders int
	seed      uint64
}

func main() {
	var o options
	flag.StringVar(&o.binary, "binary", "bin/zhiwen", "the program")
	flag.StringVar(&o.folder, "folder", "", "an empty folder for data folders")
	flag.BoolVar(&o.small, "small-disk", false, "the folder is on a disk of its own, which may be filled")
	flag.StringVar(&o.postgres, "postgres", "", "URL of a PostgreSQL that may be stopped")
	flag.StringVar(&o.control, "control", "", "script that takes halt and resume for that PostgreSQL")
	flag.StringVar(&o.place, "place", "", "folder of that PostgreSQL")
	flag.DurationVar(&o.length, "length", 10*time.Minute, "of the load, of each part")
	flag.IntVar(&o.kills, "kills", 30, "kill -9 in each part")
	flag.IntVar(&o.readers, "readers", 50, "people who read")
	flag.IntVar(&o.uploaders, "uploaders", 20, "people who upload")
	flag.Uint64Var(&o.seed, "seed", 1, "of what is random")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// run does both parts, one server on SQLite and two on one PostgreSQL, and prints their
// tables.
func run(ctx context.Context, o options) error {
	if o.folder == "" {
		return errors.New("no folder")
	}
	binary, err := filepath.Abs(o.binary)
	if err != nil {
		return err
	}
	o.binary = binary
	parts := []part{{name: "SQLite, one server", servers: 1}}
	if o.postgres != "" {
		parts = append(parts, part{name: "PostgreSQL, two servers", servers: 2, database: o.postgres})
	} else {
		fmt.Println("PostgreSQL is left out: no -postgres.")
	}
	if !o.small {
		fmt.Println("A full disk is left out: the folder has no small disk of its own.")
	}
	var faults []error
	for i, p := range parts {
		p.folder = filepath.Join(o.folder, fmt.Sprintf("part-%d", i+1))
		r, err := p.run(ctx, o, rand.New(rand.NewPCG(o.seed, uint64(i))))
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		r.print(os.Stdout, p.name)
		if !r.good() {
			faults = append(faults, fmt.Errorf("%s: the table names a fault", p.name))
		}
		if err := os.RemoveAll(p.folder); err != nil {
			return err
		}
	}
	return errors.Join(faults...)
}
