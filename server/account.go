package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
	"zhiwen/web/auth"
)

// accountCommand manages accounts from the command line, for anybody who may read the data folder
// or the database, which already allows everything.
type accountCommand struct {
	List  accountListCommand  `cmd:"" help:"List the accounts."`
	Add   accountAddCommand   `cmd:"" help:"Create an account and print a one-time link with which its owner sets a password."`
	Reset accountResetCommand `cmd:"" help:"Print a one-time link for a new password. This unlocks the account and removes its two-step verification."`
}

type accountListCommand struct{ installation.Place }

// Run lists the accounts.
func (c *accountListCommand) Run(ctx context.Context, t terminal.Terminal) error {
	store, err := c.Beside(ctx, t)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	accounts, err := auth.New(store, nil).Accounts(ctx)
	if err != nil {
		return err
	}
	for _, a := range accounts {
		fmt.Fprintf(t.Out, "%s\t%s\t%s\t%s\n", a.Login, a.State, record.JoinRoles(a.Roles), a.Name)
	}
	return nil
}

type accountAddCommand struct {
	installation.Place
	Login string   `arg:"" help:"Username."`
	Name  string   `help:"Name shown with decisions."`
	Roles []string `default:"administrator" enum:"administrator,officer,reviewer,rights,auditor" help:"Roles of the account: ${enum}."`
	URL   string   `env:"ZHIWEN_URL" placeholder:"URL" help:"Address at which users reach the app, such as https://zhiwen.example.org; without it, only the path of the link is printed."`
}

// Run makes an account.
func (c *accountAddCommand) Run(ctx context.Context, t terminal.Terminal) error {
	if err := c.begin(ctx, t); err != nil {
		return err
	}
	a := record.Account{Login: c.Login, Name: c.Name, Roles: record.ReadRoles(strings.Join(c.Roles, ","))}
	return c.ActBeside(ctx, t, "account add", func(ctx context.Context, store *library.Store) error {
		_, key, err := auth.New(store, nil).Invite(ctx, a)
		switch {
		case errors.Is(err, auth.ErrLogin):
			return terminal.Misuse("cli.fault.login", "Login", c.Login)
		case errors.Is(err, record.ErrLoginTaken):
			return terminal.Failure("cli.fault.taken", "Login", c.Login)
		case err != nil:
			return err
		}
		return printLink(t, "invited", c.URL, key)
	})
}

// begin creates the library if there is none yet, as the first start of a server does.
func (c *accountAddCommand) begin(ctx context.Context, t terminal.Terminal) error {
	view, err := c.View(ctx, t)
	if err == nil {
		return view.Close()
	}
	if !errors.Is(err, record.ErrNotFound) {
		return nil // what is wrong is told where the library is opened
	}
	i, err := c.Open(ctx, t, installation.RoleTable{}, slog.New(slog.NewTextHandler(t.Err, nil)))
	if err != nil {
		return err
	}
	return i.Close()
}

type accountResetCommand struct {
	installation.Place
	Login string `arg:"" help:"Username."`
	URL   string `env:"ZHIWEN_URL" placeholder:"URL" help:"Address at which users reach the app, such as https://zhiwen.example.org; without it, only the path of the link is printed."`
}

// Run makes a link for a new password.
func (c *accountResetCommand) Run(ctx context.Context, t terminal.Terminal) error {
	return c.ActBeside(ctx, t, "account reset", func(ctx context.Context, store *library.Store) error {
		return c.reset(ctx, t, auth.New(store, nil))
	})
}

func (c *accountResetCommand) reset(ctx context.Context, t terminal.Terminal, people *auth.Service) error {
	accounts, err := people.Accounts(ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(accounts, func(a record.Account) bool { return record.LoginKey(a.Login) == record.LoginKey(c.Login) })
	if i < 0 {
		return terminal.Failure("cli.fault.noAccount", "Login", c.Login)
	}
	key, err := people.Recover(ctx, accounts[i])
	if err != nil {
		return err
	}
	return printLink(t, "reset", c.URL, key)
}

// printLink prints a one-time link of an account that was invited or reset. Where nobody has
// said under which address readers reach the server, that is said, and no address is made up.
func printLink(t terminal.Terminal, what, base, key string) error {
	l := t.Language()
	said := l.Text("cli.link." + what)
	if base == "" {
		said += "\n" + l.Text("cli.link.path")
	}
	_, err := fmt.Fprintf(t.Out, "%s\n%s/link/%s\n", said, strings.TrimSuffix(base, "/"), key)
	return err
}
