package auth

import (
	"context"
	"strings"
	"time"

	"zhiwen/checker/record"
)

const (
	// tokenPrefix tells tokens from other secrets where one is found.
	tokenPrefix = "zhiwen_"
	// MostTokenLife is the most days that a token holds.
	MostTokenLife = 366
	// tokenTouch is how often the use of a token is noted.
	tokenTouch = time.Hour
)

// NewToken makes a token of an account, and returns its secret, which is stored nowhere.
func (s *Service) NewToken(ctx context.Context, account int64, name string, scopes []string, days int) (string, error) {
	secret, hash := newSecret(tokenPrefix)
	life := time.Duration(min(max(days, 1), MostTokenLife)) * 24 * time.Hour
	return secret, s.store.AddToken(ctx, record.Token{Hash: hash, Account: account, Name: name, Scopes: scopes,
		ExpiresAt: s.clock().Add(life)})
}

// Token returns the token of a secret with its account; ErrNotLoggedIn where it has expired or its account is not
// active.
func (s *Service) Token(ctx context.Context, secret string) (record.Token, record.Account, error) {
	if !strings.HasPrefix(secret, tokenPrefix) {
		return record.Token{}, record.Account{}, ErrNotLoggedIn
	}
	t, a, err := s.store.Token(ctx, hashOf(secret))
	if err != nil {
		return t, a, refusal(err, ErrNotLoggedIn)
	}
	now := s.clock()
	if a.State != record.AccountActive || !t.ExpiresAt.After(now) {
		return t, a, ErrNotLoggedIn
	}
	if now.Sub(t.UsedAt) >= tokenTouch {
		err = s.store.TouchToken(ctx, t.ID, now)
	}
	return t, a, err
}

// Tokens returns the tokens of an account, the newest first.
func (s *Service) Tokens(ctx context.Context, account int64) ([]record.Token, error) {
	return s.store.Tokens(ctx, account)
}

// EndToken ends a token of an account, all of them where the id is 0.
func (s *Service) EndToken(ctx context.Context, account, id int64) error {
	return s.store.EndToken(ctx, account, id)
}
