package auth

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base32"
	"errors"
	"image/png"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"zhiwen/checker/record"
)

const (
	issuer = "Zhiwen"
	// codePeriod is how long a code holds (RFC 6238); one before and one after hold too,
	// since clocks differ.
	codePeriod = 30
	// recoveryCodes are for a telephone that is lost: each holds once.
	recoveryCodes  = 10
	recoveryLength = 12 // of 32 letters and digits: 60 bits
	leastSecret    = 20 // bytes, as RFC 4226 wants
	qrSide         = 220
)

// Factor is a second factor that is being set up: nothing of it is stored yet.
type Factor struct {
	Secret string // base32, to be typed where no picture can be taken
	QR     []byte // PNG of the address that apps read
}

// NewFactor makes a second factor for an account.
func (s *Service) NewFactor(a record.Account) (Factor, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: issuer, AccountName: a.Login, SecretSize: leastSecret})
	if err != nil {
		return Factor{}, err
	}
	return factorOf(key)
}

// FactorAgain is the factor of a secret that NewFactor made.
func (s *Service) FactorAgain(a record.Account, secret string) (Factor, error) {
	b, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret)
	if err != nil || len(b) < leastSecret {
		return Factor{}, ErrRefused
	}
	key, err := totp.Generate(totp.GenerateOpts{Issuer: issuer, AccountName: a.Login, Secret: b})
	if err != nil {
		return Factor{}, err
	}
	return factorOf(key)
}

func factorOf(key *otp.Key) (Factor, error) {
	picture, err := key.Image(qrSide, qrSide)
	if err != nil {
		return Factor{}, err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		return Factor{}, err
	}
	return Factor{Secret: key.Secret(), QR: b.Bytes()}, nil
}

// SetFactor gives an account the second factor of a secret, by a code that shows that its
// owner has it, and gives the recovery codes. ErrRefused where the code does not fit.
func (s *Service) SetFactor(ctx context.Context, a record.Account, secret, code string) ([]string, error) {
	if _, err := s.FactorAgain(a, secret); err != nil {
		return nil, err
	}
	state := record.TOTPState{Secret: secret}
	if !s.take(&state, code) {
		return nil, ErrRefused
	}
	var codes []string
	for range recoveryCodes {
		code := strings.ToLower(rand.Text()[:recoveryLength])
		codes = append(codes, code[:4]+"-"+code[4:8]+"-"+code[8:])
		state.Recovery = append(state.Recovery, hashOf(code))
	}
	return codes, s.store.SetTOTP(ctx, a.ID, a.TOTP, state)
}

// EndFactor takes the second factor of an account away.
func (s *Service) EndFactor(ctx context.Context, a record.Account) error {
	return s.store.SetTOTP(ctx, a.ID, a.TOTP, record.TOTPState{})
}

// take says whether a code fits, and notes that it was taken: none holds twice.
func (s *Service) take(state *record.TOTPState, code string) bool {
	code = strings.ToLower(strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, code))
	if i := slices.Index(state.Recovery, hashOf(code)); i >= 0 {
		state.Recovery = slices.Delete(slices.Clone(state.Recovery), i, i+1)
		return true
	}
	now := s.clock().Unix() / codePeriod
	for step := now - 1; step <= now+1; step++ {
		want, err := totp.GenerateCode(state.Secret, time.Unix(step*codePeriod, 0))
		if err == nil && step > state.LastStep && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			state.LastStep = step
			return true
		}
	}
	return false
}

// CheckCode takes a code of an account's second factor. The errors are those of LogIn.
func (s *Service) CheckCode(ctx context.Context, a record.Account, code string, from Client) error {
	name := "code:" + strconv.FormatInt(a.ID, 10)
	if err := s.attempt(ctx, name, from.Address); err != nil {
		return err
	}
	state := a.TOTP
	if state.Secret == "" || !s.take(&state, code) {
		return s.refuse(ctx, a)
	}
	err := s.store.SetTOTP(ctx, a.ID, a.TOTP, state)
	if errors.Is(err, record.ErrOvertaken) { // somebody else has just used it
		return s.refuse(ctx, a)
	}
	if err != nil {
		return err
	}
	return s.succeeded(ctx, name, from.Address)
}

// Pending gives the account of a log-in that waits for a code; ErrNotLoggedIn where there is none.
func (s *Service) Pending(ctx context.Context, cookie string) (record.Account, error) {
	session, a, err := s.session(ctx, cookie)
	if err == nil && !session.Pending {
		err = ErrNotLoggedIn
	}
	return a, err
}

// LogInByCode ends a log-in that waits for a code with a new session. The errors are those of LogIn, and
// ErrNotLoggedIn where none waits.
func (s *Service) LogInByCode(ctx context.Context, cookie, code string, from Client) (Entry, error) {
	a, err := s.Pending(ctx, cookie)
	if err != nil {
		return Entry{}, err
	}
	if err := s.CheckCode(ctx, a, code, from); err != nil {
		return Entry{}, err
	}
	return s.begin(ctx, a, from, false)
}
