package auth

import (
	"bytes"
	"cmp"
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

// Factor is a second factor that is being set up.
type Factor struct {
	Secret string // base32, to be typed where no picture can be taken
	QR     []byte // PNG of the address that apps read
}

// factorLife is how long a second factor may take to be set up.
const factorLife = 30 * time.Minute

// factorFlow returns where the secret of a second factor is kept that a session sets up: it never
// comes back from the browser.
func factorFlow(session int64) string {
	return hashOf("factor of session " + strconv.FormatInt(session, 10))
}

// BeginFactor begins to set up a second factor by a session: Factor shows it, SetFactor
// takes it.
func (s *Service) BeginFactor(ctx context.Context, session int64) error {
	b := make([]byte, leastSecret)
	_, _ = rand.Read(b) // never fails
	now := s.clock()
	return s.store.PutFlow(ctx, record.Flow{Hash: factorFlow(session),
		Kept: base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b), ExpiresAt: now.Add(factorLife)}, now)
}

// Factor returns the second factor that a session of an account has begun to set up; ErrFlow where
// it has not, or too long ago.
func (s *Service) Factor(ctx context.Context, a record.Account, session int64) (Factor, error) {
	secret, err := s.begunFactor(ctx, session)
	if err != nil {
		return Factor{}, err
	}
	b, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret)
	if err != nil {
		return Factor{}, err
	}
	key, err := totp.Generate(totp.GenerateOpts{Issuer: issuer, AccountName: a.Login, Secret: b})
	if err != nil {
		return Factor{}, err
	}
	return factorOf(key)
}

// begunFactor returns the secret of the second factor that a session has begun to set up; ErrFlow
// where it has not, or too long ago.
func (s *Service) begunFactor(ctx context.Context, session int64) (string, error) {
	f, err := s.store.Flow(ctx, factorFlow(session), s.clock())
	return f.Kept, refusal(err, ErrFlow)
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

// SetFactor completes the second factor that a session has begun to set up, given a code that shows that its owner has it, and
// returns the recovery codes. The error is ErrRefused if the code is wrong, and ErrFlow if nothing was begun or it took too long.
func (s *Service) SetFactor(ctx context.Context, a record.Account, session int64, code string) ([]string, error) {
	secret, err := s.begunFactor(ctx, session)
	if err != nil {
		return nil, err
	}
	state := record.TOTPState{Secret: secret}
	if fits, err := s.take(ctx, &state, code); err != nil || !fits {
		return nil, cmp.Or(err, ErrRefused)
	}
	if _, err := s.store.TakeFlow(ctx, factorFlow(session), s.clock()); err != nil {
		return nil, refusal(err, ErrFlow)
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

// codeKept is how long a code that was taken is known by itself. Only a clock that was set back makes a code of the past
// hold again; more than a week is no slip of it.
const codeKept = 7 * 24 * time.Hour

// take reports whether a code fits, and notes that it was taken: none holds twice, not even where the clock is set back.
func (s *Service) take(ctx context.Context, state *record.TOTPState, code string) (bool, error) {
	code = strings.ToLower(strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, code))
	if i := slices.Index(state.Recovery, hashOf(code)); i >= 0 {
		state.Recovery = slices.Delete(slices.Clone(state.Recovery), i, i+1)
		return true, nil
	}
	if state.Secret == "" {
		return false, nil
	}
	now := s.clock()
	current := now.Unix() / codePeriod
	for step := current - 1; step <= current+1; step++ {
		want, err := totp.GenerateCode(state.Secret, time.Unix(step*codePeriod, 0))
		if err != nil || subtle.ConstantTimeCompare([]byte(want), []byte(code)) != 1 {
			continue
		}
		// A last step of the future was taken before the clock was set back. It says nothing about the codes of now, or the
		// account would be locked out until then; that they were taken is known by themselves.
		if step <= state.LastStep && state.LastStep <= current+1 {
			continue
		}
		taken := hashOf("code of " + state.Secret + " at " + strconv.FormatInt(step, 10))
		known, err := s.store.Familiar(ctx, taken, now)
		if err != nil {
			return false, err
		}
		if !known {
			state.LastStep = step
			return true, s.store.SetFamiliar(ctx, taken, now, now.Add(codeKept))
		}
	}
	return false, nil
}

// CheckCode takes a code of an account's second factor. The errors are those of LogIn.
func (s *Service) CheckCode(ctx context.Context, a record.Account, code string, from Client) error {
	name := "code:" + strconv.FormatInt(a.ID, 10)
	if err := s.attempt(ctx, name, from.Address); err != nil {
		return err
	}
	state := a.TOTP
	fits, err := s.take(ctx, &state, code)
	if err != nil {
		return err
	}
	if !fits {
		return s.refuse(ctx, a)
	}
	err = s.store.SetTOTP(ctx, a.ID, a.TOTP, state)
	if errors.Is(err, record.ErrOvertaken) { // somebody else has just used it
		return s.refuse(ctx, a)
	}
	if err != nil {
		return err
	}
	return s.succeeded(ctx, name, from.Address)
}

// Pending returns the account of a log-in that waits for a code; ErrNotLoggedIn where there is none.
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
