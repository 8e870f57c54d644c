package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"zhiwen/web/catalogue"
)

// version is set by the build (-ldflags "-X main.version=…").
var version = "dev"

// cli is the command line.
type cli struct {
	Serve   serveCommand   `cmd:"" default:"withargs" help:"Run the web app (the default)."`
	Check   checkCommand   `cmd:"" help:"Check files against a folder of files, without a database."`
	Compare compareCommand `cmd:"" help:"Compare two files."`
	Import  importCommand  `cmd:"" help:"Put files into the library."`
	Extract extractCommand `cmd:"" help:"Print the text of files."`
	Verify  verifyCommand  `cmd:"" help:"Check evidence: its signature, and that it agrees with itself and with the files."`
	Backup  backupCommand  `cmd:"" help:"Write the whole library into an archive, while servers run."`
	Restore restoreCommand `cmd:"" help:"Restore an archive into a data folder, or a database, that holds nothing yet."`
	Audit   auditCommand   `cmd:"" help:"Verify or export the record of who did what."`
	Account accountCommand `cmd:"" help:"Make, reset and list accounts, beside a running server too: for the administrator who cannot log in."`
	Key     keyCommand     `cmd:"" help:"Print the public key that evidence is signed with, to be published."`
	Version versionCommand `cmd:"" help:"Print the version."`
}

// terminal is where a command writes and reads its environment.
type terminal struct {
	out, err io.Writer
	getenv   func(string) string
}

// language is that of the terminal's messages: from LC_ALL, LC_MESSAGES or
// LANG.
func (t terminal) language() (*catalogue.Language, error) {
	c, err := catalogue.Open()
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := t.getenv(name); v != "" {
			tag, _, _ := strings.Cut(v, ".")
			if tag == "C" || tag == "POSIX" {
				tag = "en"
			}
			return c.Choose("", strings.ReplaceAll(tag, "_", "-")), nil
		}
	}
	return c.Choose("", "en"), nil
}

// Exit codes.
const (
	exitDone   = 0
	exitFailed = 1 // at least one file could not be used, or the command failed
	exitUsage  = 2
)

// errReported is what a command returns when it has said all there is to say.
var errReported = errors.New("reported")

// run carries out one command line and gives the exit code. It ends early
// when ctx does.
func run(ctx context.Context, args []string, t terminal) int {
	code, exited := exitDone, false
	parser, err := kong.New(&cli{},
		kong.Name("zhiwen"),
		kong.Description("知文 Zhiwen finds copied text in grant applications."),
		kong.Writers(t.out, t.err),
		kong.Exit(func(c int) { code, exited = c, true }),
		kong.Vars{"version": version},
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(t),
	)
	if err != nil {
		fmt.Fprintln(t.err, "zhiwen:", err)
		return exitFailed
	}
	parsed, err := parser.Parse(args)
	if exited { // --help
		return code
	}
	if err != nil {
		fmt.Fprintf(t.err, "zhiwen: %v; see zhiwen --help\n", err)
		return exitUsage
	}
	switch err := parsed.Run(); {
	case errors.Is(err, errReported):
		return exitFailed
	case err != nil:
		fmt.Fprintln(t.err, "zhiwen:", err)
		return exitFailed
	}
	return exitDone
}

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run(t terminal) error {
	_, err := fmt.Fprintln(t.out, "zhiwen", version)
	return err
}
