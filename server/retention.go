package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"zhiwen/checker/audit"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/checker/retention"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
	"zhiwen/web/catalogue"
)

// retentionCommand deletes documents by rule, beside a running server too.
type retentionCommand struct {
	Preview     retentionPreviewCommand     `cmd:"" help:"List what the rules would delete now, and why other documents are kept."`
	Run         retentionRunCommand         `cmd:"" help:"Delete documents by the rules and store a signed certificate."`
	Hold        retentionHoldCommand        `cmd:"" help:"Put a document on hold: no rule deletes it."`
	Release     retentionReleaseCommand     `cmd:"" help:"Let the rules apply to a document again."`
	Certificate retentionCertificateCommand `cmd:"" help:"List the certificates of deletion, or print one."`
}

// retentionRun holds what the commands of retention share.
type retentionRun struct {
	installation.Place
	DeletionRules
}

// begin reads the rules and opens the library.
func (c *retentionRun) begin(ctx context.Context, t terminal.Terminal) (*catalogue.Language, []retention.Rule, *library.Store, error) {
	l := t.Language()
	store, err := c.Beside(ctx, t)
	if err != nil {
		return nil, nil, nil, err
	}
	rules, err := c.Holding(ctx, store)
	if err == nil && len(rules) == 0 {
		err = errNoRules
	}
	if err != nil {
		return nil, nil, nil, errors.Join(err, store.Close())
	}
	return l, rules, store, nil
}

var errNoRules = terminal.Failure("cli.fault.noRules")

type retentionPreviewCommand struct{ retentionRun }

// Run prints a line a document that a rule chooses.
func (c *retentionPreviewCommand) Run(ctx context.Context, t terminal.Terminal) (err error) {
	l, rules, store, err := c.begin(ctx, t)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	at := time.Now()
	documents, err := store.Retained(ctx, at.Add(-retention.Youngest(rules)))
	if err != nil {
		return err
	}
	gone := 0
	for _, d := range documents {
		rule, kept := retention.Choose(rules, d, at)
		if rule == nil {
			continue
		}
		says := []any{"Document", strconv.FormatInt(d.ID, 10), "Rule", rule.Name, "Came", l.Time(d.Came)}
		line := terminal.Missing
		switch kept {
		case retention.KeptOpen:
			line += l.Text("retention.open", says...)
		case retention.KeptHeld:
			line += l.Text("retention.held", says...)
		case retention.KeptBusy:
			line += l.Text("retention.busy", says...)
		default:
			gone++
			line = terminal.Wrong + l.Text("retention.goes", says...)
		}
		if _, err := fmt.Fprintln(t.Out, line); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintln(t.Out, l.Count("retention.preview", gone))
	return err
}

type retentionRunCommand struct{ retentionRun }

// Run deletes by rule.
func (c *retentionRunCommand) Run(ctx context.Context, t terminal.Terminal) (err error) {
	l, rules, store, err := c.begin(ctx, t)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	keys, err := c.Keys(ctx, t, store)
	if err != nil {
		return err
	}
	var n int
	var certificates []int64
	err = c.Act(ctx, t, store, "retention run", func(ctx context.Context) (err error) {
		n, certificates, err = deleteByRule(ctx, store, keys, rules, audit.ActorOf(ctx).Name)
		return err
	})
	for _, id := range certificates {
		fmt.Fprintln(t.Out, l.Text("retention.certificate", "Number", strconv.FormatInt(id, 10)))
	}
	fmt.Fprintln(t.Out, l.Count("retention.done", n))
	return err
}

type retentionHoldCommand struct {
	installation.Place
	Document int64  `arg:"" help:"Number of the document."`
	Reason   string `required:"" help:"Reason for keeping it."`
}

// Run keeps a document.
func (c *retentionHoldCommand) Run(ctx context.Context, t terminal.Terminal) error {
	return c.ActBeside(ctx, t, "retention hold", func(ctx context.Context, store *library.Store) error {
		return store.Hold(ctx, c.Document, c.Reason, audit.ActorOf(ctx).Name)
	})
}

type retentionReleaseCommand struct {
	installation.Place
	Document int64 `arg:"" help:"Number of the document."`
}

// Run lets the rules have a document again.
func (c *retentionReleaseCommand) Run(ctx context.Context, t terminal.Terminal) error {
	return c.ActBeside(ctx, t, "retention release", func(ctx context.Context, store *library.Store) error {
		return store.Release(ctx, c.Document)
	})
}

type retentionCertificateCommand struct {
	installation.Place
	Number int64 `arg:"" optional:"" help:"Number of the certificate to print; without it, all are listed."`
}

// Run lists certificates, or prints one as it was signed.
func (c *retentionCertificateCommand) Run(ctx context.Context, t terminal.Terminal) (err error) {
	l := t.Language()
	store, err := c.Beside(ctx, t)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	all, err := store.Deletions(ctx)
	if err != nil {
		return err
	}
	for _, d := range all {
		if c.Number == d.ID {
			_, err := t.Out.Write(d.Certificate)
			return err
		}
		if c.Number == 0 {
			said := l.Text("retention.listed", "Number", strconv.FormatInt(d.ID, 10), "Time", l.Time(d.At), "Documents",
				l.Number(d.Documents))
			if _, err := fmt.Fprintln(t.Out, said); err != nil {
				return err
			}
		}
	}
	if c.Number != 0 {
		return fmt.Errorf("certificate %d: %w", c.Number, record.ErrNotFound)
	}
	return nil
}
