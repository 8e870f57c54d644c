// Package auth is how people and programs prove who they are: passwords, second
// factors, sessions, one-time links, tokens, and log-ins of other providers.
//
// In go what was typed or sent and from where; out come accounts, the secrets that
// browsers and programs keep, and errors that say no more than a stranger may know.
// It knows no page, no route and no SQL; what an account may do is said elsewhere
// (web/rights.go).
package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
)

// Errors of this package; test with errors.Is.
var (
	// ErrRefused says that a log-in name and a password, or a code, do not fit. It is the
	// same for names that nobody has, for locked accounts and for invited ones.
	ErrRefused = errors.New("log-in refused")
	// ErrNotLoggedIn says that a cookie or a token is of nobody, or not any more.
	ErrNotLoggedIn = errors.New("nobody has logged in")
	// ErrLink says that a one-time link was used, has expired, or never was one.
	ErrLink = errors.New("the link does not hold")
	// ErrPassword refuses a new password that is too short or easy to guess.
	ErrPassword = errors.New("the password is too weak")
	// ErrLogin refuses a log-in name that cannot be one.
	ErrLogin = errors.New("not a log-in name")
	// ErrStale says that somebody has to log in again for what they want to do.
	ErrStale = errors.New("the log-in is too old")
	// ErrNoPasswords says that people log in elsewhere only.
	ErrNoPasswords = errors.New("passwords are switched off")
)

// WaitError refuses a log-in because there were too many failures lately.
type WaitError struct{ Until time.Time }

func (e *WaitError) Error() string { return "too many failures: wait until " + e.Until.String() }

// Store stores accounts and what belongs to them; package library implements it. Unknown ones give
// errors that wrap record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	HasAccounts(ctx context.Context) (bool, error)
	Account(ctx context.Context, id int64) (record.Account, error)
	AccountOf(ctx context.Context, login string) (record.Account, error)
	AccountBy(ctx context.Context, provider, subject string) (record.Account, error)
	Accounts(ctx context.Context) ([]record.Account, error)
	AddAccount(ctx context.Context, a record.Account, first bool) (int64, error)
	FirstAccount(ctx context.Context, link string, at time.Time, a record.Account) (int64, error)
	SetAccount(ctx context.Context, a record.Account) error
	SetPassword(ctx context.Context, account int64, password string, keepSession int64) error
	SetTOTP(ctx context.Context, account int64, was, is record.TOTPState) error
	SetProvider(ctx context.Context, account int64, provider string) error
	Bind(ctx context.Context, account int64, provider, subject string) error

	Session(ctx context.Context, hash string) (record.Session, record.Account, error)
	Sessions(ctx context.Context, account int64) ([]record.Session, error)
	AddSession(ctx context.Context, s record.Session, madeBefore, seenBefore time.Time) error
	TouchSession(ctx context.Context, id int64, at time.Time) error
	EndSession(ctx context.Context, account, id int64) error

	AddLink(ctx context.Context, l record.Link) error
	Link(ctx context.Context, hash string, at time.Time) (record.Link, error)
	UseLink(ctx context.Context, hash string, at time.Time, password string) (int64, error)

	Token(ctx context.Context, hash string) (record.Token, record.Account, error)
	Tokens(ctx context.Context, account int64) ([]record.Token, error)
	AddToken(ctx context.Context, t record.Token) error
	TouchToken(ctx context.Context, id int64, at time.Time) error
	EndToken(ctx context.Context, account, id int64) error

	Attempt(ctx context.Context, subjects []string, at time.Time, forget time.Duration,
		wait func(i, failures int) time.Duration) (time.Time, error)
	Succeeded(ctx context.Context, forgotten string, lowered ...string) error
	Familiar(ctx context.Context, subject string, at time.Time) (bool, error)
	SetFamiliar(ctx context.Context, subject string, at, until time.Time) error

	PutFlow(ctx context.Context, f record.Flow, at time.Time) error
	Flow(ctx context.Context, hash string, at time.Time) (record.Flow, error)
	TakeFlow(ctx context.Context, hash string, at time.Time) (record.Flow, error)

	// Record writes to the record of who did what; what changes something is recorded
	// where it is stored.
	Record(ctx context.Context, a audit.Act) error
}

// Service is the log-in of an installation. It is safe for concurrent use.
type Service struct {
	store   Store
	clock   func() time.Time
	hashing chan struct{} // held while a password is hashed
	known   atomic.Bool   // there are accounts; there always will be then

	outside     []Outside
	noPasswords bool

	delays       sync.Mutex
	delayedUntil map[string]time.Time // pairs of name and address whose tries are not recorded again before
}

// Option is a setting of a log-in.
type Option func(*Service)

// WithOutside lets people log in by other providers.
func WithOutside(providers ...Outside) Option {
	return func(s *Service) { s.outside = append(s.outside, providers...) }
}

// WithoutPasswords refuses passwords: people log in by other providers. A link of the
// command line still lets an administrator in.
func WithoutPasswords() Option { return func(s *Service) { s.noPasswords = true } }

// New makes the log-in over a store. clock returns the time; nil is the real clock.
func New(store Store, clock func() time.Time, options ...Option) *Service {
	if clock == nil {
		clock = time.Now
	}
	s := &Service{store: store, clock: clock, hashing: make(chan struct{}, hashesAtOnce)}
	for _, set := range options {
		set(s)
	}
	return s
}

// HasAccounts reports whether anybody can log in at all.
func (s *Service) HasAccounts(ctx context.Context) (bool, error) {
	if s.known.Load() {
		return true, nil
	}
	some, err := s.store.HasAccounts(ctx)
	if some {
		s.known.Store(true)
	}
	return some, err
}

// newSecret makes what a browser or a program keeps, and the hash that is stored of it.
// Secrets have 130 random bits, so that a plain hash is enough: nothing can be guessed.
func newSecret(prefix string) (secret, hash string) {
	secret = prefix + rand.Text()
	return secret, hashOf(secret)
}

// hashOf returns the stored hash of a secret.
func hashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// NewSecret makes the secret of a link, and the hash that is stored of it.
func NewSecret() (secret, hash string) { return newSecret("") }

// HashOf returns the stored hash of a secret.
func HashOf(secret string) string { return hashOf(secret) }

// refusal replaces "no such account" by an error that strangers may see.
func refusal(err error, as error) error {
	if errors.Is(err, record.ErrNotFound) {
		return fmt.Errorf("%w", as)
	}
	return err
}
