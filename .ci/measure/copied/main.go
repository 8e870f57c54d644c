// Command copied makes sets of texts that are copies of one another, and measures on such a
// set what each method of checker/duplicate finds.
//
//	copied make TEXTS SET
//	copied measure [-thresholds] [-method NAME [-set NAME=VALUE]] SET
//	copied news TEXTS DIR
//	copied stream TEXTS SET
//	copied ids [-url URL] SET
//
// TEXTS is a folder of plain texts (.txt) that are different from one another. SET gets a
// folder texts and truth.csv, with a row a text: file, kind, and bases, the files that it
// was made of. The same texts give the same set. A pair of a text and one that it was made
// of is to be found; two texts that were made of one are neither right nor wrong, since how
// much they share was not chosen; any other pair is wrong. News makes 17,400 texts as long as news, to measure what many take.
// Stream makes a set of as many whose groups are known: stories that come once to five times, changed. Ids measures on such
// a set the permanent ids that its texts get one after another, in memory, in SQLite and in the empty PostgreSQL database of URL.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"zhiwen/checker/duplicate"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "copied:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 3 && args[0] == "make" {
		texts, err := readTexts(args[1])
		if err != nil {
			return err
		}
		set, err := makeSet(texts)
		if err != nil {
			return fmt.Errorf("%s: %w", args[1], err)
		}
		return set.write(args[2])
	}
	if len(args) == 3 && args[0] == "news" {
		texts, err := readTexts(args[1])
		if err != nil {
			return err
		}
		return writeNews(texts, args[2], newsTexts)
	}
	if len(args) == 3 && args[0] == "stream" {
		texts, err := readTexts(args[1])
		if err != nil {
			return err
		}
		set, err := makeStream(texts, newsTexts)
		if err != nil {
			return fmt.Errorf("%s: %w", args[1], err)
		}
		return set.write(args[2])
	}
	if len(args) > 1 && args[0] == "ids" {
		flags := flag.NewFlagSet("copied ids", flag.ContinueOnError)
		url := flags.String("url", "", "an empty PostgreSQL database, to measure too")
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		set, err := readSet(flags.Arg(0))
		if err != nil {
			return err
		}
		stores := []idStore{memoryIDs(), libraryIDs("")}
		if *url != "" {
			stores = append(stores, libraryIDs(*url))
		}
		return measureIDs(context.Background(), os.Stdout, set, stores)
	}
	flags := flag.NewFlagSet("copied measure", flag.ContinueOnError)
	all := flags.Bool("thresholds", false, "measure at other thresholds than the usual ones too")
	name := flags.String("method", "", "measure this method alone")
	values := map[string]string{}
	flags.Func("set", "set a parameter of that method: NAME=VALUE", func(s string) error {
		parameter, value, _ := strings.Cut(s, "=")
		values[parameter] = value
		return nil
	})
	if len(args) > 0 && args[0] == "measure" {
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		if flags.NArg() == 1 {
			set, err := readSet(flags.Arg(0))
			if err != nil {
				return err
			}
			methods := duplicate.Methods()
			if *name != "" {
				method, err := duplicate.Named(*name)
				if err != nil {
					return err
				}
				if method, err = duplicate.With(method, values); err != nil {
					return err
				}
				methods = []duplicate.Method{method}
			}
			return measure(os.Stdout, set, methods, *all)
		}
	}
	return errors.New("usage: copied make TEXTS SET | copied measure [-thresholds] [-method NAME [-set NAME=VALUE]] SET |" +
		" copied news TEXTS DIR | copied stream TEXTS SET | copied ids [-url URL] SET")
}
