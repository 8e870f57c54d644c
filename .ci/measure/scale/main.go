// Command scale measures what a large library costs, with made units whose values are as
// unevenly common as those of real texts.
//
//	scale values DIR…                       how common the values of the texts (.txt, .md) of folders are
//	scale distribute -url URL [-shards N]   makes an empty database's tables and distributes them, as zhiwen distribute does
//	scale load -url URL -units N            loads units until the library has N, makes indexes, vacuums
//	scale candidates -url URL               times what a check asks the library for
//	scale checks -url URL|-dir DIR -texts DIR  times whole checks in a library of documents made of a folder of texts
//	scale call -url URL|-dir DIR -texts DIR   times the checks of a growing call against itself and such a library
//
// URL is that of a PostgreSQL database, empty or of an earlier load; a database that zhiwen
// distribute has spread is filled and asked in the same way. docs/scale.md has the tables.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

// hintsUsage is what -hints says.
const hintsUsage = "folder of dictionaries, as make build has in bin/dict: hints are looked for too, in a library that was filled with it"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errors.New("one of values, distribute, load, candidates, checks and call is to be named")
	}
	flags := flag.NewFlagSet("scale "+args[0], flag.ContinueOnError)
	switch args[0] {
	case "values":
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		return printValues(flags.Args())
	case "load":
		var l loading
		flags.StringVar(&l.url, "url", "", "database")
		flags.IntVar(&l.units, "units", 2_000_000, "how many units there are to be")
		flags.IntVar(&l.writers, "writers", 2, "connections that load at a time")
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		return l.run(ctx)
	case "distribute":
		var url string
		var shards int
		flags.StringVar(&url, "url", "", "database on a coordinator of Citus")
		flags.IntVar(&shards, "shards", 0, "how many; 0 is the usual number")
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		store, err := open(ctx, url)
		if err != nil {
			return err
		}
		defer func() { _ = store.Close() }() // all is committed
		state, err := store.Distribute(ctx, shards)
		fmt.Printf("%d shards on %d workers\n", state.Shards, state.Workers)
		return err
	case "candidates":
		var a asking
		flags.StringVar(&a.url, "url", "", "database")
		flags.IntVar(&a.documents, "documents", 40, "how many documents ask")
		flags.IntVar(&a.atOnce, "at-once", 1, "how many of them at a time")
		flags.StringVar(&a.before, "before", "", "shell command before each document, as one that restarts the database and drops caches")
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		return a.run(ctx)
	case "checks":
		var c checking
		flags.StringVar(&c.url, "url", "", "database")
		flags.StringVar(&c.dir, "dir", "", "folder of a SQLite database, in place of -url")
		flags.StringVar(&c.texts, "texts", "", "folder of texts (.txt, .md), from which documents are made")
		flags.IntVar(&c.documents, "documents", 9000, "how many the library has")
		flags.IntVar(&c.joined, "joined", 2, "texts of the folder that make a document")
		flags.IntVar(&c.checked, "checked", 40, "how many documents are checked")
		flags.IntVar(&c.characters, "characters", 22_500, "of a checked document")
		flags.IntVar(&c.atOnce, "at-once", 1, "how many are checked at a time")
		flags.IntVar(&c.rounds, "rounds", 1, "how often all are checked")
		flags.StringVar(&c.profile, "profile", "", "file for a profile of the processor time of the checks")
		flags.StringVar(&c.hints, "hints", "", hintsUsage)
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		return c.run(ctx)
	case "call":
		var c crossing
		flags.StringVar(&c.url, "url", "", "database")
		flags.StringVar(&c.dir, "dir", "", "folder of a SQLite database, in place of -url")
		flags.StringVar(&c.texts, "texts", "", "folder of texts (.txt, .md), from which the library was made")
		flags.IntVar(&c.documents, "documents", 9000, "how many of the library's documents applications may copy from")
		flags.IntVar(&c.joined, "joined", 2, "texts of the folder that make a document of the library")
		flags.StringVar(&c.sizes, "applications", "250,500,1000", "how many the call has, growing")
		flags.IntVar(&c.characters, "characters", 8000, "of an application, at the most")
		flags.IntVar(&c.atOnce, "at-once", 2, "how many are checked at a time")
		flags.StringVar(&c.hints, "hints", "", hintsUsage)
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		return c.run(ctx)
	}
	return fmt.Errorf("there is no %q, only values, distribute, load, candidates, checks and call", args[0])
}
