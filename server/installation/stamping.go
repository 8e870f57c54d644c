package installation

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/stamp"
)

// StampService asks one service for time stamps (RFC 3161) of what an installation signs.
type StampService struct {
	url         string
	authorities *x509.CertPool // nil believes anybody
	client      *http.Client
}

// Bounds of one request, and when it is tried again: the service that does not answer is left alone
// for stampPause, then for twice as long, and so on up to stampLongest; what it has
// refused is asked again after stampRefused, as often.
const (
	stampTimeout  = 20 * time.Second
	stampResponse = 256 << 10 // bytes; with a long chain of certificates it has 10 KB
	stampPause    = 15 * time.Second
	stampLongest  = 10 * time.Minute
	stampRefused  = 10 * time.Minute
	// stampLook is how often what is waited for is looked at, stampSearch how often
	// evidence without a stamp is searched for.
	stampLook   = 2 * time.Second
	stampSearch = 30 * time.Second
	stampBatch  = 50
)

// IsURL reports whether a service can be asked under an address.
func IsURL(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}

// NewStampService makes one for a good address; nil where it is "".
func NewStampService(address string, authorities Authorities) (*StampService, error) {
	if address == "" {
		return nil, nil
	}
	pool, err := authorities.AuthorityPool()
	if err != nil {
		return nil, err
	}
	return &StampService{url: address, authorities: pool, client: &http.Client{Timeout: stampTimeout}}, nil
}

// errNotAnswered says that the service could not be asked, or not now.
var errNotAnswered = errors.New("the time stamp service does not answer")

// ask returns the response of the service for a sum, checked. The error wraps errNotAnswered
// or what is wrong with the response.
func (s *StampService) ask(ctx context.Context, sum stamp.Sum) (response []byte, at time.Time, err error) {
	body, nonce, err := stamp.Request(sum)
	if err != nil {
		return nil, at, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(body))
	if err != nil {
		return nil, at, err
	}
	request.Header.Set("Content-Type", stamp.RequestType)
	answer, err := s.client.Do(request)
	if err != nil {
		// The address may hold a password: it is left out.
		var named *url.Error
		if errors.As(err, &named) {
			err = named.Err
		}
		return nil, at, fmt.Errorf("%w: %w", errNotAnswered, err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return nil, at, fmt.Errorf("%w: status %d", errNotAnswered, answer.StatusCode)
	}
	if response, err = io.ReadAll(io.LimitReader(answer.Body, stampResponse)); err != nil {
		return nil, at, fmt.Errorf("%w: %w", errNotAnswered, err)
	}
	token, err := stamp.Read(response)
	if err != nil {
		return nil, at, err
	}
	if err := token.Of(sum); err != nil {
		return nil, at, err
	}
	if !token.Answers(nonce) {
		return nil, at, fmt.Errorf("%w: it answers another request", stamp.ErrForm)
	}
	if s.authorities != nil {
		if err := token.Certified(s.authorities); err != nil {
			return nil, at, err
		}
	}
	return response, token.Time, nil
}

// Keep asks for the time stamps that are missing until ctx ends. Nothing waits for it: what
// has no stamp yet is looked at again and again, and the log says when the service begins to
// fail, and when it is over.
func (s *StampService) Keep(ctx context.Context, log *slog.Logger, store *library.Store) {
	tick := time.NewTicker(stampLook)
	defer tick.Stop()
	var searched, pausedUntil time.Time
	pause := stampPause
	failing := false
	for {
		if now := time.Now(); !now.Before(pausedUntil) {
			if now.Sub(searched) >= stampSearch {
				searched = now
				if _, err := store.AskStamps(ctx, stampBatch); err != nil && ctx.Err() == nil {
					log.WarnContext(ctx, "look for what has no time stamp", "error", err)
				}
			}
			err := s.Round(ctx, store)
			switch {
			case ctx.Err() != nil:
				return
			case err != nil:
				if !failing {
					missing, _ := store.MissingStamps(ctx) // said as 0 where it cannot be counted
					log.WarnContext(ctx, "time stamps are missing; they are asked for again and again", "missing", missing, "error", err)
				}
				failing, pausedUntil = true, now.Add(pause)
				pause = min(2*pause, stampLongest)
			case failing:
				log.InfoContext(ctx, "the time stamp service answers again")
				failing, pause = false, stampPause
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// Round asks for what is due. The error says why the service, or the database, is not to be asked for
// the rest now.
func (s *StampService) Round(ctx context.Context, store *library.Store) error {
	due, err := store.DueStamps(ctx, stampBatch)
	if err != nil {
		return err
	}
	var refused error
	for _, d := range due {
		sum, err := parseSum(d.SHA256)
		if err != nil {
			return err
		}
		response, at, err := s.ask(ctx, sum)
		switch {
		case ctx.Err() != nil:
			return nil //nolint:nilerr // the server ends; it is asked for again at the next start
		case err == nil:
			err = store.KeepStamp(ctx, d.SHA256, response, at)
			if err != nil {
				return err
			}
		case errors.Is(err, errNotAnswered):
			return errors.Join(err, store.FailStamp(ctx, d.SHA256, err.Error(), time.Now()))
		default:
			wait := stampRefused * time.Duration(min(d.Attempts+1, 36))
			if err := store.FailStamp(ctx, d.SHA256, err.Error(), time.Now().Add(wait)); err != nil {
				return err
			}
			if refused == nil { // others may be better off
				refused = err
			}
		}
	}
	return refused
}

// parseSum reads a SHA-256 as it is stored.
func parseSum(text string) (sum stamp.Sum, err error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(sum) {
		return sum, fmt.Errorf("%q is no SHA-256", text)
	}
	return stamp.Sum(b), nil
}
