// Command peers runs programs that compare texts beside zhiwen over the same plain texts, and says what each takes and
// finds ([docs/peers.md]). It is a module of its own: nothing of it is linked into zhiwen.
//
//	peers run minhash-lsh LIBRARY NEW OUT
//	peers measure FILE COMMAND…
//	peers bench -eval DIR [-corpus DIR,…] -zhiwen PROGRAM [-others DIR] [-limit 10m] [-sizes 1000,9000]
//
// A row a program and task: seconds by the clock, of processors, the highest memory, and what was found.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 5 && args[0] == "run" && args[1] == "minhash-lsh" {
		library, err := filesOf(args[2])
		if err != nil {
			return err
		}
		var fresh []string
		if args[3] != everything {
			if fresh, err = filesOf(args[3]); err != nil {
				return err
			}
		}
		return minhashLSH(library, fresh, args[4])
	}
	if len(args) > 2 && args[0] == "measure" {
		return measured(args[1], args[2:])
	}
	if len(args) == 0 || args[0] != "bench" {
		return fmt.Errorf("say bench or run")
	}
	var b bench
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.StringVar(&b.eval, "eval", "", "folder of the sets zh (library, suspicious, truth.csv) and score")
	corpus := flags.String("corpus", "", "folders of .txt files that fill the library, parted by commas")
	flags.StringVar(&b.zhiwen, "zhiwen", "", "the program")
	flags.StringVar(&b.scripts, "scripts", "", "folder of peers.mjs")
	flags.StringVar(&b.modules, "modules", "", "node_modules that has the programs of npm")
	flags.StringVar(&b.others, "others", "", "folder of further programs")
	flags.StringVar(&b.work, "work", "", "scratch folder")
	flags.DurationVar(&b.limit, "limit", 10*time.Minute, "of one program and task")
	sizes := flags.String("sizes", "1000,9000", "documents of the library")
	only := flags.String("only", "", "programs to run, parted by commas; all where it is empty")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	for _, text := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return fmt.Errorf("-sizes: %q is no number of documents", text)
		}
		b.sizes = append(b.sizes, n)
	}
	if *corpus != "" {
		b.corpus = strings.Split(*corpus, ",")
	}
	if *only != "" {
		b.only = strings.Split(*only, ",")
	}
	// What is interrupted ends what it runs: each has a process group of its own.
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-stop
		b.end()
		os.Exit(130)
	}()
	return b.run()
}

// filesOf returns the files of a folder in order, or a file itself.
func filesOf(at string) ([]string, error) {
	info, err := os.Stat(at)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{at}, nil
	}
	entries, err := os.ReadDir(at)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if e.Type().IsRegular() && strings.HasSuffix(e.Name(), ".txt") {
			out = append(out, filepath.Join(at, e.Name()))
		}
	}
	slices.Sort(out)
	return out, nil
}

func base(file string) string { return filepath.Base(file) }
