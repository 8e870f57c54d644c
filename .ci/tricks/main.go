// Command tricks measures whether copied text passes as clean: it writes files that hide, dilute or feign copied text in
// eight formats, checks them with `zhiwen check`, and says of each trick whether the program found the text, flagged the
// file, or neither. It is a module of its own and shares no code with the program.
//
//	tricks eval -zhiwen PROGRAM -root DIR [-work DIR] [-page FILE] [-only PREFIX]
//	tricks real -zhiwen PROGRAM -root DIR [-work DIR] DIR…
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

func main() {
	if err := start(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "tricks:", err)
		os.Exit(1)
	}
}

func start(args []string) error {
	if len(args) == 0 || args[0] != "eval" && args[0] != "real" {
		return fmt.Errorf("say eval or real")
	}
	var zhiwen, root, work, page, only string
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.StringVar(&zhiwen, "zhiwen", "bin/zhiwen", "the program")
	flags.StringVar(&root, "root", ".", "the folder of the project")
	flags.StringVar(&work, "work", "", "scratch folder, kept; a temporary one where it is not given")
	flags.StringVar(&page, "page", "", "the page of the docs whose tables are written")
	flags.StringVar(&only, "only", "", "tricks whose names begin so, parted by commas")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if work == "" {
		dir, err := os.MkdirTemp("", "tricks-")
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(dir) }()
		work = dir
	}
	work, err := filepath.Abs(work)
	if err != nil {
		return err
	}
	if zhiwen, err = filepath.Abs(zhiwen); err != nil {
		return err
	}
	for _, part := range []string{"files", "library", "libraries", "convert"} {
		if err := os.RemoveAll(filepath.Join(work, part)); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(work, 0o755); err != nil { //nolint:gosec // scratch
		return err
	}
	m := &measurement{program: program{zhiwen, work}, only: only}
	if m.zh, m.en, m.library, err = contents(root); err != nil {
		return err
	}
	if args[0] == "real" {
		return m.real(os.Stdout, flags.Args())
	}
	if _, err := exec.LookPath("soffice"); err == nil {
		m.doc = true
	} else {
		fmt.Fprintln(os.Stderr, "LibreOffice is not installed: no .doc files are made")
	}
	cases, err := m.measure(tricks())
	if err != nil {
		return err
	}
	if page != "" {
		if err := writePage(page, cases); err != nil {
			return err
		}
	}
	return list(os.Stdout, cases)
}
