package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"

	"zhiwen/checker/duplicate"
	"zhiwen/checker/hint"
	"zhiwen/checker/text/word"
	"zhiwen/extract"
	"zhiwen/server/backup"
	"zhiwen/server/config"
	"zhiwen/server/terminal"
	"zhiwen/server/usage"
	"zhiwen/server/verify"
	"zhiwen/web/catalogue"
)

// version is the release, the newest that CHANGELOG.md has.
const version = "1.1.0"

// description is what the program does.
const description = "知文 Zhiwen finds copied text in grant applications."

// cli is the command line.
type cli struct {
	common

	Serve      serveCommand          `cmd:"" default:"withargs" help:"Run the web app (the default)."`
	Check      checkCommand          `cmd:"" help:"Check files against a folder of files, without a database."`
	Compare    compareCommand        `cmd:"" help:"Compare two files."`
	Duplicates duplicatesCommand     `cmd:"" help:"Group files, or documents of the library, with the same or nearly the same text."`
	Import     importCommand         `cmd:"" help:"Add files to the library or to a call."`
	Harvest    harvestCommand        `cmd:"" help:"Fill the library from external sources: repositories (OAI-PMH) and folders."`
	Extract    extractCommand        `cmd:"" help:"Print the text of files."`
	Verify     verify.Command        `cmd:"" help:"Verify evidence: its signature, and whether it agrees with itself and with the files."`
	Backup     makeBackupCommand     `cmd:"" help:"Back up the whole library to an archive, also while servers run."`
	Restore    backup.RestoreCommand `cmd:"" help:"Restore an archive into an empty data folder or database."`
	Doctor     doctorCommand         `cmd:"" help:"Examine the stored data; report what is damaged and what to do."`
	Distribute distributeCommand     `cmd:"" help:"Distribute units and texts over the workers of Citus; the database must be on the coordinator."`
	Retention  retentionCommand      `cmd:"" help:"Delete documents by rule."`
	Audit      auditCommand          `cmd:"" help:"Verify or export the audit log."`
	Account    accountCommand        `cmd:"" help:"Create, reset and list accounts, also while a server runs, for administrators who cannot log in."`
	Config     configCommand         `cmd:"" help:"Check the settings."`
	Key        keyCommand            `cmd:"" help:"Print the public keys that verify evidence, for publication."`
	Remote     remoteCommand         `cmd:"" help:"Use a running server: check files, show results, get files and links to reports."`
	Version    versionCommand        `cmd:"" help:"Print the version."`
}

// common are the settings of all commands.
type common struct {
	SettingsFile string `name:"config" env:"ZHIWEN_CONFIG" placeholder:"FILE" help:"Settings file in TOML, with the names of the flags; the default is /etc/zhiwen/zhiwen.toml if it exists. Flags and environment variables take precedence."`
	LogFormat    string `env:"ZHIWEN_LOG_FORMAT" enum:"auto,text,json" default:"auto" help:"Log format of a server: auto, text or json. auto is text on a terminal and JSON elsewhere."`
	Font         string `type:"existingfile" env:"ZHIWEN_FONT" placeholder:"FILE" help:"Font for PDFs that do not embed their own; the default is a Chinese font on this machine."`
	Tessdata     string `name:"tessdata" type:"existingdir" env:"TESSDATA_PREFIX" placeholder:"DIR" help:"Folder of tesseract language data; the default is that of tesseract."`
	Dict         string `type:"existingdir" env:"ZHIWEN_DICT" placeholder:"DIR" help:"Folder of the word dictionaries; the default is dict beside the program."`
}

// apply hands those on that libraries, and the programs that they start, read from the
// environment.
func (c *common) apply() error {
	var faults []error
	for name, value := range map[string]string{extract.FontEnvironment: c.Font, "TESSDATA_PREFIX": c.Tessdata, word.Environment: c.Dict} {
		if value != "" {
			faults = append(faults, os.Setenv(name, value))
		}
	}
	return errors.Join(faults...)
}

// Exit codes.
const (
	exitDone   = 0
	exitFailed = 1 // at least one file could not be used, or the command failed
	exitUsage  = 2
)

// run carries out one command line and returns the exit code. It ends early
// when ctx does.
func run(ctx context.Context, args []string, t terminal.Terminal) int {
	code, exited := exitDone, false
	var command cli
	var given config.Settings
	parser, err := kong.New(&command,
		kong.Name("zhiwen"),
		kong.Description(description),
		kong.Writers(t.Out, t.Err),
		kong.Exit(func(c int) { code, exited = c, true }),
		flagValues(),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Resolvers(&given),
		kong.Bind(&given),
	)
	if err != nil {
		fmt.Fprintln(t.Err, "zhiwen:", err)
		return exitFailed
	}
	given.Of(parser.Model)
	languages, err := catalogue.Open()
	if err != nil {
		fmt.Fprintln(t.Err, "zhiwen:", err)
		return exitFailed
	}
	language := t.LanguageOf(languages)
	if _, err := usage.Translate(parser, languages, language); err != nil {
		fmt.Fprintln(t.Err, "zhiwen:", err)
		return exitFailed
	}
	parsed, err := parser.Parse(args)
	if exited { // --help
		return code
	}
	if err != nil {
		said := usage.Fault(language, err)
		if fault := (*terminal.Fault)(nil); errors.As(err, &fault) {
			said = fault.Text(language)
		}
		fmt.Fprintln(t.Err, "zhiwen: "+language.Text("cli.usage", "Fault", said))
		return exitUsage
	}
	for _, p := range parsed.Path {
		if p.Flag != nil && !p.Resolved {
			given.Typed(p.Flag.Name)
		}
	}
	if parsed.Command() != configCheck { // it says more
		err = given.Complain(t)
	}
	if err == nil {
		err = command.apply()
	}
	if err == nil {
		t.Logging = command.LogFormat
		err = parsed.Run(t)
	}
	if err != nil && !errors.Is(err, terminal.ErrReported) {
		fmt.Fprintln(t.Err, "zhiwen:", t.Explain(err))
	}
	switch {
	case err == nil:
		return exitDone
	case terminal.Misused(err):
		return exitUsage
	}
	return exitFailed
}

type makeBackupCommand struct{ backup.MakeCommand }

// Run makes a backup.
func (c *makeBackupCommand) Run(ctx context.Context, t terminal.Terminal) error {
	return c.Make(ctx, t, version)
}

type versionCommand struct{}

// Run prints the version and, where it was built from a repository, the commit.
func (versionCommand) Run(t terminal.Terminal) error {
	commit := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = " (" + s.Value[:min(len(s.Value), 12)] + ")"
			}
		}
	}
	_, err := fmt.Fprintf(t.Out, "zhiwen %s%s\n%s\n", version, commit, hint.Attribution)
	return err
}

// flagValues returns what the tags of flags refer to.
func flagValues() kong.Vars {
	return kong.Vars{"version": version, "duplicateMethods": strings.Join(duplicate.Names(), ","), "duplicateMethod": duplicate.Default}
}
