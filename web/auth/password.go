package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"zhiwen/checker/record"
)

// The cost of a hash: the first of the settings that OWASP's password storage cheat
// sheet calls equally strong, with 46 MiB and one pass, as it takes the least time for
// the same strength. Two at once take 92 MiB; who comes third waits.
const (
	hashMemory   = 46 << 10 // KiB
	hashPasses   = 1
	hashThreads  = 1
	hashSalt     = 16 // bytes
	hashLength   = 32 // bytes
	hashesAtOnce = 2
)

// The rule of new passwords. Ten characters of any kind are out of reach of who guesses
// against the delays, if they are not what is guessed first; the most keeps a hash from
// taking long.
const (
	LeastPassword = 10 // characters
	MostPassword  = 200
	// LeastDifferent refuses aaaaaaaaaa and 1212121212.
	LeastDifferent = 5
	// tellingLogin is from how many characters a log-in name must not stand in a password.
	tellingLogin = 3
	// leastOwn is how many characters there must be beside what everybody tries.
	leastOwn = 5
)

// PasswordFault is a fault of a new password.
type PasswordFault string

// The faults of passwords.
const (
	PasswordShort  PasswordFault = "short"
	PasswordLong   PasswordFault = "long"
	PasswordSame   PasswordFault = "same"   // too few different characters
	PasswordLogin  PasswordFault = "login"  // the log-in name stands in it
	PasswordCommon PasswordFault = "common" // it is what is tried first
)

// PasswordError refuses a new password; it wraps ErrPassword.
type PasswordError struct{ Fault PasswordFault }

func (e *PasswordError) Error() string { return ErrPassword.Error() + ": " + string(e.Fault) }

// Unwrap returns ErrPassword.
func (e *PasswordError) Unwrap() error { return ErrPassword }

// common are what passwords are made of that are tried first: rows of keys, of letters and
// of digits, forwards and backwards, and some words.
var common = func() (list []string) {
	for _, row := range []string{"01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "1q2w3e4r5t6y7u8i9o0p",
		"1qaz2wsx3edc4rfv5tgb6yhn7ujm", "!@#$%^&*()"} {
		runes := []rune(row)
		slices.Reverse(runes)
		for _, r := range []string{row, string(runes)} {
			for n := len(r); n >= 4; n-- { // the longest first
				for i := 0; i+n <= len(r); i++ {
					list = append(list, r[i:i+n])
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
	return append(list, "password", "passw0rd", "p@ssword", "p@ssw0rd", "welcome", "iloveyou", "admin", "root", "zhiwen", "woaini",
		"5201314", "1314520", "密码", "指纹", "知文")
}()

// NewPassword reports whether a password can be one of a log-in name; the error is a
// PasswordError.
func NewPassword(login, password string) error {
	length, different := 0, map[rune]bool{}
	for _, r := range password {
		length++
		different[r] = true
	}
	lower := strings.ToLower(password)
	rest := lower
	for _, x := range common {
		rest = strings.ReplaceAll(rest, x, "")
	}
	var fault PasswordFault
	switch {
	case !utf8.ValidString(password), length < LeastPassword:
		fault = PasswordShort
	case length > MostPassword:
		fault = PasswordLong
	case len(different) < LeastDifferent:
		fault = PasswordSame
	case utf8.RuneCountInString(record.LoginKey(login)) >= tellingLogin && strings.Contains(lower, record.LoginKey(login)):
		fault = PasswordLogin
	case utf8.RuneCountInString(rest) < leastOwn:
		fault = PasswordCommon
	default:
		return nil
	}
	return &PasswordError{fault}
}

// hash makes the PHC string of a password.
func (s *Service) hash(ctx context.Context, password string) (string, error) {
	if err := s.takeTurn(ctx); err != nil {
		return "", err
	}
	defer func() { <-s.hashing }()
	salt := make([]byte, hashSalt)
	_, _ = rand.Read(salt) // never fails
	key := argon2.IDKey([]byte(password), salt, hashPasses, hashMemory, hashThreads, hashLength)
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, hashMemory, hashPasses, hashThreads, b64.EncodeToString(salt),
		b64.EncodeToString(key)), nil
}

// takeTurn waits until there is room for another hash.
func (s *Service) takeTurn(ctx context.Context) error {
	select {
	case s.hashing <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

var errPHC = errors.New("not the PHC form of an argon2id hash")

// Bounds of what a stored hash may ask for, so that a damaged one takes no more than
// memory has.
const (
	mostMemory = 1 << 20 // KiB
	mostPasses = 16
)

// verify reports whether a password has the hash of a PHC string, of whatever cost.
func (s *Service) verify(ctx context.Context, phc, password string) (bool, error) {
	parts := strings.Split(phc, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" {
		return false, errPHC
	}
	var version, memory, passes, threads uint32
	if _, err := fmt.Sscanf(parts[2], "v=%d", &version); err != nil || version != argon2.Version {
		return false, errPHC
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &passes, &threads); err != nil ||
		memory > mostMemory || passes < 1 || passes > mostPasses || threads < 1 || threads > 255 {
		return false, errPHC
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return false, errPHC
	}
	key, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil || len(key) == 0 {
		return false, errPHC
	}
	if utf8.RuneCountInString(password) > MostPassword {
		return false, nil
	}
	if err := s.takeTurn(ctx); err != nil {
		return false, err
	}
	defer func() { <-s.hashing }()
	got := argon2.IDKey([]byte(password), salt, passes, memory, uint8(threads), uint32(len(key)))
	return subtle.ConstantTimeCompare(got, key) == 1, nil
}

// nobody is a hash that no password has, of the same cost as others: a name that nobody
// has takes as long to refuse as a wrong password.
var nobody = fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, hashMemory, hashPasses, hashThreads,
	strings.Repeat("A", 22), strings.Repeat("A", 43))
