package people

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// Columns are what Fields reads, of accounts a: for statements that join them.
const Columns = `a.id, a.login, a.name, a.institution, a.roles, a.state, a.password, a.totp_secret, a.totp_step, a.recovery,
	a.provider, a.subject, a.created_at, a.seen_at`

// Fields returns the scan targets for Columns. finish is called after scanning and sets the rest.
func Fields(a *record.Account) (targets []any, finish func()) {
	var roles, recovery string
	var seen *time.Time
	return []any{
			&a.ID, &a.Login, &a.Name, &a.Institution, &roles, &a.State, &a.Password, &a.TOTP.Secret, &a.TOTP.LastStep, &recovery,
			&a.Provider, &a.Subject, &a.CreatedAt, &seen,
		}, func() {
			a.Roles, a.CreatedAt, a.TOTP.Recovery = record.ReadRoles(roles), a.CreatedAt.UTC(), splitList(recovery)
			if seen != nil {
				a.SeenAt = seen.UTC()
			}
		}
}

// splitList reads what strings.Join wrote with commas; nothing is no list.
func splitList(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

func scanAccount(row pgx.Row) (record.Account, error) {
	var a record.Account
	targets, finish := Fields(&a)
	if err := row.Scan(targets...); err != nil {
		return record.Account{}, database.NotFound(err)
	}
	finish()
	return a, nil
}

// HasAccounts reports whether there is any account.
func (r Reader) HasAccounts(ctx context.Context) (bool, error) {
	var n int
	if err := r.conn.QueryRow(ctx, `SELECT count(*) FROM (SELECT 1 FROM accounts LIMIT 1) x`).Scan(&n); err != nil {
		return false, fmt.Errorf("look for accounts: %w", err)
	}
	return n > 0, nil
}

// Account returns an account, or ErrNotFound.
func (r Reader) Account(ctx context.Context, id int64) (record.Account, error) {
	a, err := scanAccount(r.conn.QueryRow(ctx, `SELECT `+Columns+` FROM accounts a WHERE a.id = $1`, id))
	return a, wrap.Error(err, "account %d", id)
}

// AccountOf returns the account of a log-in name, in whatever case, or ErrNotFound.
func (r Reader) AccountOf(ctx context.Context, login string) (record.Account, error) {
	a, err := scanAccount(r.conn.QueryRow(ctx, `SELECT `+Columns+` FROM accounts a WHERE a.login_key = $1`,
		database.Storable(record.LoginKey(login))))
	return a, wrap.Error(err, "account of a log-in name")
}

// AccountBy returns the account that a provider knows as subject, or ErrNotFound.
func (r Reader) AccountBy(ctx context.Context, provider, subject string) (record.Account, error) {
	a, err := scanAccount(r.conn.QueryRow(ctx, `SELECT `+Columns+` FROM accounts a WHERE a.provider = $1 AND a.subject = $2`, provider,
		database.Storable(subject)))
	return a, wrap.Error(err, "account of %s", provider)
}

// Accounts returns all accounts, by log-in name.
func (r Reader) Accounts(ctx context.Context) ([]record.Account, error) {
	accounts, err := database.List(ctx, r.conn, scanAccount, `SELECT `+Columns+` FROM accounts a ORDER BY a.login_key`)
	return accounts, wrap.Error(err, "list accounts")
}

// AddAccount stores a new account, whose id and time of making are set, and returns its id. The error is
// ErrLoginTaken where the log-in name is another one's and, with first,
// ErrHasAccounts where there is any other account.
func (s *Store) AddAccount(ctx context.Context, a record.Account, first bool) (id int64, err error) {
	err = s.inTx(ctx, func(tx *transaction) error {
		if err := tx.LockSettings(ctx); err != nil { // two first ones, or two of one name, come one after the other
			return err
		}
		some, err := tx.HasAccounts(ctx)
		if err != nil {
			return err
		}
		if first && some {
			return record.ErrHasAccounts
		}
		switch _, err := tx.AccountOf(ctx, a.Login); {
		case err == nil:
			return record.ErrLoginTaken
		case !errors.Is(err, record.ErrNotFound):
			return err
		}
		err = tx.QueryRow(ctx, `INSERT INTO accounts
			(login, login_key, name, institution, roles, state, password, totp_secret, totp_step, recovery, provider, subject, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, '', 0, '', $8, $9, $10) RETURNING id`,
			database.Storable(a.Login), database.Storable(record.LoginKey(a.Login)), database.Storable(a.Name),
			database.Storable(a.Institution), record.JoinRoles(a.Roles), string(a.State),
			a.Password, a.Provider, database.Storable(a.Subject), database.Now()).Scan(&id)
		tx.Record(act(audit.Add, id, "login", database.Storable(a.Login), "roles", record.JoinRoles(a.Roles)))
		return err
	})
	return id, wrap.Error(err, "add account")
}

// SetAccount changes name, institution, roles and state of an account; locking it ends its
// sessions and tokens. The error is ErrNotFound, or ErrLastAdministrator where nobody
// else who can log in is an administrator.
func (s *Store) SetAccount(ctx context.Context, a record.Account) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		if err := tx.LockSettings(ctx); err != nil { // two administrators who leave at once would leave none
			return err
		}
		led, err := tx.isLed(ctx)
		if err != nil {
			return err
		}
		if err := tx.UpdateRow(ctx, `UPDATE accounts SET name = $2, institution = $3, roles = $4, state = $5 WHERE id = $1`,
			a.ID, database.Storable(a.Name), database.Storable(a.Institution), record.JoinRoles(a.Roles), string(a.State)); err != nil {
			return err
		}
		if a.State == record.AccountLocked {
			if err := tx.shutOut(ctx, a.ID); err != nil {
				return err
			}
		}
		tx.Record(act(audit.Change, a.ID, "state", string(a.State), "roles", record.JoinRoles(a.Roles)))
		still, err := tx.isLed(ctx)
		if err == nil && led && !still {
			err = record.ErrLastAdministrator
		}
		return err
	})
	return wrap.Error(err, "change account %d", a.ID)
}

// SetProvider changes how an account logs in from now on: by a provider, "" for a password. It
// removes the password and the binding to the former provider and ends sessions and links; the
// account is invited until it has logged in. The error is ErrNotFound if it is locked,
// ErrLastAdministrator if nobody could manage accounts any more.
func (s *Store) SetProvider(ctx context.Context, account int64, provider string) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		if err := tx.LockSettings(ctx); err != nil {
			return err
		}
		led, err := tx.isLed(ctx)
		if err != nil {
			return err
		}
		if err := tx.UpdateRow(ctx, `UPDATE accounts SET provider = $2, subject = '', password = '', state = 'invited' WHERE id = $1
			AND state <> 'locked'`,
			account, provider); err != nil {
			return err
		}
		if err := tx.shutOut(ctx, account); err != nil {
			return err
		}
		tx.Record(act(audit.Change, account, "what", "provider", "provider", provider))
		still, err := tx.isLed(ctx)
		if err == nil && led && !still {
			err = record.ErrLastAdministrator
		}
		return err
	})
	return wrap.Error(err, "set provider of account %d", account)
}

// Bind stores the provider's name for an account and activates the account. The error is
// ErrNotFound if it is already bound, uses another provider, or is locked.
func (s *Store) Bind(ctx context.Context, account int64, provider, subject string) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		tx.Record(act(audit.Change, account, "what", "provider", "provider", provider, "state", string(record.AccountActive)))
		return tx.UpdateRow(ctx, `UPDATE accounts SET subject = $3, state = 'active' WHERE id = $1 AND provider = $2 AND subject = ''
			AND state <> 'locked'`,
			account, provider, database.Storable(subject))
	})
	return wrap.Error(err, "bind account %d", account)
}

// isLed reports whether there is an administrator who can log in.
func (r Reader) isLed(ctx context.Context) (bool, error) {
	accounts, err := r.Accounts(ctx)
	return slices.ContainsFunc(accounts, func(a record.Account) bool {
		return a.State == record.AccountActive &&
			a.Has(record.Administrator)
	}), err
}

// shutOut ends all that an account could go on with.
func (tx *transaction) shutOut(ctx context.Context, account int64) error {
	return tx.ExecEach(ctx, account,
		`DELETE FROM sessions WHERE account_id = $1`, `DELETE FROM tokens WHERE account_id = $1`, `DELETE FROM links WHERE account_id = $1`,
	)
}

// SetPassword stores a new password of an account, activates the account if it was invited, and ends its links and all of its
// sessions except keep. If keep is 0, the password was set by another person or through a link, and the account's tokens end too.
// The error is ErrNotFound if the account does not exist or is locked.
func (s *Store) SetPassword(ctx context.Context, account int64, password string, keep int64) error {
	err := s.inTx(ctx, func(tx *transaction) error { return tx.setPassword(ctx, account, password, keep) })
	return wrap.Error(err, "set password of account %d", account)
}

func (tx *transaction) setPassword(ctx context.Context, account int64, password string, keep int64) error {
	if err := tx.UpdateRow(ctx, `UPDATE accounts SET password = $2, state = 'active' WHERE id = $1 AND state <> 'locked'`, account,
		password); err != nil {
		return err
	}
	tx.Record(act(audit.Change, account, "what", "password"))
	if keep == 0 {
		return tx.shutOut(ctx, account)
	}
	if _, err := tx.Exec(ctx, `DELETE FROM links WHERE account_id = $1`, account); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM sessions WHERE account_id = $1 AND id <> $2`, account, keep)
	return err
}

// SetTOTP changes or removes the second factor of an account. was is the former one; if it has
// changed since, as after a code was used meanwhile, the error is ErrOvertaken.
func (s *Store) SetTOTP(ctx context.Context, account int64, was, is record.TOTPState) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		err := tx.UpdateRow(ctx, `UPDATE accounts SET totp_secret = $2, totp_step = $3, recovery = $4
			WHERE id = $1 AND totp_secret = $5 AND totp_step = $6 AND recovery = $7`,
			account, is.Secret, is.LastStep, strings.Join(is.Recovery, ","), was.Secret, was.LastStep, strings.Join(was.Recovery, ","))
		if errors.Is(err, record.ErrNotFound) {
			return record.ErrOvertaken
		}
		if was.Secret != is.Secret { // else a code was taken
			tx.Record(act(audit.Change, account, "what", "second-factor", "is",
				map[bool]string{true: "set", false: "none"}[is.Secret != ""]))
		}
		return err
	})
	return wrap.Error(err, "set second factor of account %d", account)
}
