package main

import (
	"context"
	"fmt"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
)

type keyCommand struct {
	installation.Place
	Renew bool `help:"Create a new signing key; the old one stays trusted. Servers use the new key from their next start."`
}

// Run prints the public keys that evidence of this installation is signed with,
// and the ones of before.
func (c *keyCommand) Run(ctx context.Context, t terminal.Terminal) error {
	language := t.Language()
	ctx = audit.By(ctx, installation.Actor("key", t.Getenv))
	get := c.Keys
	if c.Renew {
		get = func(ctx context.Context, t terminal.Terminal, store *library.Store) (*evidence.Keys, error) {
			return c.ChangeKeys(ctx, t, store, (*evidence.Keys).Renew)
		}
	}
	keys, err := get(ctx, t, nil)
	if err != nil {
		return err
	}
	for i, p := range keys.Public() {
		says := []any{"Key", p.Fingerprint(), "Algorithm", language.Text("verify.algorithm." + string(p.Algorithm))}
		text := language.Text("cli.key", says...)
		if i >= keys.Current() {
			text = language.Text("cli.keyBefore", says...)
		}
		if _, err := fmt.Fprintf(t.Out, "%s\n%s", text, p.PEM()); err != nil {
			return err
		}
	}
	return nil
}
