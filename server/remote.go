package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"zhiwen/internal/each"
	"zhiwen/server/terminal"
	"zhiwen/web/api/client"
)

// remoteCommand asks a server by its interface for programs.
type remoteCommand struct {
	Check  remoteCheckCommand  `cmd:"" help:"Have files checked and wait for the results."`
	Status remoteStatusCommand `cmd:"" help:"Show checks: those with these numbers, or the newest."`
	Get    remoteGetCommand    `cmd:"" help:"Get a file of a check, such as evidence.xml or report.pdf."`
	Link   remoteLinkCommand   `cmd:"" help:"Create a link with which people without an account can read a report."`
}

// remoteServer is the server that is asked.
type remoteServer struct {
	Server string `env:"ZHIWEN_SERVER" default:"http://127.0.0.1:8080" placeholder:"URL" help:"Server used by zhiwen remote."`
	Token  string `env:"ZHIWEN_TOKEN" secret:"whole" placeholder:"TOKEN" help:"Token from the page My account for zhiwen remote; not needed where there are no accounts."`
}

func (r remoteServer) client(t terminal.Terminal) *client.Client {
	c := client.New(r.Server, r.Token)
	c.Language = t.Language().Code
	return c
}

// row writes a check as a line: number, state, shares in percent, sources, and what was not
// compared. A share that says nothing is a dash, one that does not say all has an asterisk.
func row(t terminal.Terminal, name string, c client.Check) {
	if c.Scores == nil {
		why := ""
		if c.Failure != nil {
			why = c.Failure.Title + ": " + c.Failure.Detail
		}
		fmt.Fprintf(t.Out, "%d\t%s\t%s\t\t\t\t%s\n", c.ID, name, c.State, why)
		return
	}
	doubts := each.Of(c.Scores.Doubts, func(d client.Doubt) string { return d.Said })
	overall, withoutOwn := remoteShare(c.Scores.Overall), remoteShare(c.Scores.WithoutOwn)
	fmt.Fprintf(t.Out, "%d\t%s\t%s\t%s\t%s\t%d\t%s\n", c.ID, name, c.State, overall, withoutOwn, c.Scores.Sources,
		strings.Join(doubts, "; "))
}

func remoteShare(f client.Figure) string {
	const percent = 100
	switch {
	case f.Share == nil:
		return "—"
	case f.Uncertain:
		return fmt.Sprintf("%.2f%%*", percent**f.Share)
	}
	return fmt.Sprintf("%.2f%%", percent**f.Share)
}

const remoteHead = "check\tfile\tstate\toverall\twithout own\tsources\tfailure or doubts\n"

// lost prints the line of a check of which only the number is known, with the reason.
func lost(t terminal.Terminal, id int64, name string, err error) {
	fmt.Fprintf(t.Out, "%d\t%s\t\t\t\t\t%s\n", id, name, strings.Join(strings.Fields(t.Explain(err)), " "))
}

type remoteCheckCommand struct {
	remoteServer
	Library bool     `help:"Also add the files to the library."`
	Call    int64    `placeholder:"ID" help:"Submit the files to this call."`
	Profile *string  `enum:"default,paper" placeholder:"PROFILE" help:"How texts are compared: ${enum}."` // nil: as the call says
	NoWait  bool     `help:"Do not wait for the results."`
	Files   []string `arg:"" type:"existingfile" help:"Files to check."`
}

// Run sends the files one after the other, then waits for each.
func (c *remoteCheckCommand) Run(ctx context.Context, t terminal.Terminal) error {
	server := c.client(t)
	failed := false
	say := func(name string, err error) {
		failed = true
		fmt.Fprintf(t.Err, "%s: %s\n", name, t.Explain(err))
	}
	sent := map[string]int64{}
	for _, path := range c.Files {
		id, err := c.send(ctx, server, path)
		if err != nil {
			say(path, err)
			continue
		}
		sent[path] = id
	}
	fmt.Fprint(t.Out, remoteHead)
	for _, path := range c.Files {
		id, ok := sent[path]
		if !ok {
			continue
		}
		ask := server.Wait
		if c.NoWait {
			ask = server.Check
		}
		check, err := ask(ctx, id)
		if err != nil {
			lost(t, id, path, err)
			say(path, err)
			continue
		}
		row(t, path, check)
		failed = failed || check.State == "failed"
	}
	if failed {
		return terminal.ErrReported
	}
	return nil
}

func (c *remoteCheckCommand) send(ctx context.Context, server *client.Client, path string) (int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer func() { _ = f.Close() }()
	application := client.Application{Library: c.Library, Call: c.Call}
	if c.Profile != nil {
		application.Profile = *c.Profile
	}
	s, err := server.Announce(ctx, application)
	if err != nil {
		return 0, err
	}
	if s, err = server.Upload(ctx, s.ID, filepath.Base(path), f); err != nil {
		return 0, err
	}
	if s.Check == nil {
		return 0, errors.New("the server has made no check")
	}
	return *s.Check, nil
}

type remoteStatusCommand struct {
	remoteServer
	Checks []int64 `arg:"" optional:"" placeholder:"CHECK" help:"Numbers of checks."`
}

// newest is how many checks are shown where none are named.
const newest = 20

// Run shows checks.
func (c *remoteStatusCommand) Run(ctx context.Context, t terminal.Terminal) error {
	server := c.client(t)
	fmt.Fprint(t.Out, remoteHead)
	show := func(check client.Check) error {
		name, err := fileOf(ctx, server, check)
		if err != nil {
			return err
		}
		row(t, name, check)
		return nil
	}
	if len(c.Checks) > 0 {
		return c.named(ctx, t, server, show)
	}
	shown := 0
	enough := errors.New("enough")
	err := client.Each(ctx, server, fmt.Sprintf("/checks?limit=%d", newest), func(check client.Check) error {
		if err := show(check); err != nil {
			return err
		}
		if shown++; shown == newest {
			return enough
		}
		return nil
	})
	if errors.Is(err, enough) {
		err = nil
	}
	return err
}

// named shows the checks that are named; one that is not there keeps no other back.
func (c *remoteStatusCommand) named(ctx context.Context, t terminal.Terminal, server *client.Client, show func(client.Check) error) error {
	failed := false
	for _, id := range c.Checks {
		check, err := server.Check(ctx, id)
		if err == nil {
			err = show(check)
		}
		var problem *client.Problem
		switch {
		case errors.As(err, &problem) && problem.Status == http.StatusNotFound:
			lost(t, id, "", err)
			fmt.Fprintf(t.Err, "%d: %s\n", id, t.Explain(err))
			failed = true
		case err != nil:
			return err
		}
	}
	if failed {
		return terminal.ErrReported
	}
	return nil
}

// fileOf returns the name of the file of a check, "" where its document is gone or kept from the reader.
func fileOf(ctx context.Context, server *client.Client, check client.Check) (string, error) {
	d, err := server.Document(ctx, check.Document)
	var problem *client.Problem
	if errors.As(err, &problem) && (problem.Status == http.StatusNotFound || problem.Status == http.StatusForbidden) {
		return "", nil
	}
	return d.Identity.Filename, err
}

type remoteGetCommand struct {
	remoteServer
	Check int64  `arg:"" placeholder:"CHECK" help:"Number of the check."`
	Name  string `arg:"" enum:"evidence.xml,decided.xml,report.html,report.pdf,sources.csv,matches.csv" help:"File to get: ${enum}."`
	Out   string `short:"o" placeholder:"FILE" help:"File to write, - for standard output; by default its own name."`
}

// toOutput is the name of standard output.
const toOutput = "-"

// Run writes the file; one that does not come whole is not left.
func (c *remoteGetCommand) Run(ctx context.Context, t terminal.Terminal) (err error) {
	server := c.client(t)
	if c.Out == toOutput {
		return server.File(ctx, c.Check, c.Name, t.Out)
	}
	name := c.Out
	if name == "" {
		name = c.Name
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	err = errors.Join(server.File(ctx, c.Check, c.Name, f), f.Close())
	if err != nil {
		return errors.Join(err, os.Remove(name))
	}
	fmt.Fprintln(t.Out, name)
	return nil
}

type remoteLinkCommand struct {
	remoteServer
	Check int64  `arg:"" placeholder:"CHECK" help:"Number of the check."`
	Note  string `help:"Name of the recipient."`
	Hours int    `default:"24" help:"Number of hours for which the link is valid."`
}

// Run makes a link and prints it.
func (c *remoteLinkCommand) Run(ctx context.Context, t terminal.Terminal) error {
	server := c.client(t)
	link, err := server.Link(ctx, c.Check, c.Note, c.Hours)
	if err != nil {
		return err
	}
	fmt.Fprintln(t.Out, link.Address)
	return nil
}
