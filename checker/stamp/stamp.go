// Package stamp speaks with time stamp services (RFC 3161) and checks what they give:
// that something was there at a time, by the word of somebody else.
//
// In goes the SHA-256 of a file; out come a request, and of the response to it the time and
// who says so. The package sends nothing.
package stamp

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/digitorus/pkcs7"
	"github.com/digitorus/timestamp"
)

// The types of bodies of requests and responses (RFC 3161, 3.4).
const (
	RequestType  = "application/timestamp-query"
	ResponseType = "application/timestamp-reply"
)

// Errors of Read, Check and Certified; test with errors.Is.
var (
	// ErrForm says that a file is no time stamp, or that the signature in it is broken.
	ErrForm = errors.New("not a good time stamp")
	// ErrRefused says that the service has answered and given no time stamp.
	ErrRefused = errors.New("the time stamp service has refused")
	// ErrOther says that a time stamp is of something else.
	ErrOther = errors.New("the time stamp is of another file")
	// ErrStranger says that no given authority certifies who has made a time stamp, or
	// not for time stamps, or not for that time.
	ErrStranger = errors.New("the time stamp is not certified by a given authority")
)

// Sum is the SHA-256 that is stamped.
type Sum [sha256.Size]byte

// nonceBits is how long the number is by which an answer is known to be that of its
// question.
const nonceBits = 64

// Request returns what a service is asked for a stamp of a sum, and the number that the
// response must hold.
func Request(sum Sum) (body []byte, nonce *big.Int, err error) {
	if nonce, err = rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), nonceBits)); err != nil {
		return nil, nil, fmt.Errorf("ask for a time stamp: %w", err)
	}
	q := timestamp.Request{HashAlgorithm: crypto.SHA256, HashedMessage: sum[:], Certificates: true, Nonce: nonce}
	if body, err = q.Marshal(); err != nil {
		return nil, nil, fmt.Errorf("ask for a time stamp: %w", err)
	}
	return body, nonce, nil
}

// Token is a time stamp whose signature is good.
type Token struct {
	Time time.Time // UTC
	By   string    // the name in the certificate of who has made it

	sum    []byte
	hash   crypto.Hash
	nonce  *big.Int
	signed *pkcs7.PKCS7
}

// Read reads the response of a service, as it is kept and given out. The error wraps
// ErrForm or ErrRefused. Whether it is of a file Of says, whether its maker is to be believed Certified.
func Read(response []byte) (t Token, err error) {
	defer func() {
		if p := recover(); p != nil { // the parsers are of bytes from elsewhere
			t, err = Token{}, fmt.Errorf("%w: %v", ErrForm, p)
		}
	}()
	read, err := timestamp.ParseResponse(response)
	if err != nil {
		var form timestamp.ParseError
		if !errors.As(err, &form) && refused(response) {
			return Token{}, fmt.Errorf("%w: %w", ErrRefused, err)
		}
		return Token{}, fmt.Errorf("%w: %w", ErrForm, err)
	}
	signed, err := pkcs7.Parse(read.RawToken)
	if err != nil {
		return Token{}, fmt.Errorf("%w: %w", ErrForm, err)
	}
	by := signed.GetOnlySigner()
	if by == nil {
		return Token{}, fmt.Errorf("%w: it has not one maker with a certificate", ErrForm)
	}
	if err := signed.Verify(); err != nil {
		return Token{}, fmt.Errorf("%w: %w", ErrForm, err)
	}
	return Token{Time: read.Time.UTC(), By: by.Subject.String(), sum: read.HashedMessage, hash: read.HashAlgorithm, nonce: read.Nonce,
		signed: signed}, nil
}

// refused reports whether a response is one that has a status and no time stamp.
func refused(response []byte) bool {
	const smallest = 200 // bytes of any time stamp with its certificate
	return len(response) < smallest
}

// Of checks that a token belongs to a sum; the error is ErrOther.
func (t Token) Of(sum Sum) error {
	if t.hash != crypto.SHA256 || !bytes.Equal(t.sum, sum[:]) {
		return ErrOther
	}
	return nil
}

// Answers reports whether a token is the answer to a request with this number, and no earlier one.
func (t Token) Answers(nonce *big.Int) bool { return t.nonce != nil && t.nonce.Cmp(nonce) == 0 }

// Certified reports whether one of some authorities certifies the maker of a token for time
// stamps, at its time; the error wraps ErrStranger.
func (t Token) Certified(authorities *x509.CertPool) error {
	between := x509.NewCertPool()
	for _, c := range t.signed.Certificates {
		between.AddCert(c)
	}
	_, err := t.signed.GetOnlySigner().Verify(x509.VerifyOptions{
		Roots: authorities, Intermediates: between, CurrentTime: t.Time, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageTimeStamping},
	})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrStranger, err)
	}
	return nil
}

// Authorities reads certificates from a PEM file.
func Authorities(text []byte) (*x509.CertPool, error) {
	pool, n := x509.NewCertPool(), 0
	for len(bytes.TrimSpace(text)) > 0 {
		block, rest := pem.Decode(text)
		if block == nil || block.Type != "CERTIFICATE" {
			break
		}
		c, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("certificate %d: %w", n+1, err)
		}
		pool.AddCert(c)
		n, text = n+1, rest
	}
	if n == 0 {
		return nil, errors.New("there is no certificate in PEM form")
	}
	return pool, nil
}
