package evidence

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"

	"github.com/emmansun/gmsm/sm2"
	"github.com/emmansun/gmsm/smx509"
)

// The types of PEM blocks.
const (
	pemPrivate = "PRIVATE KEY" // PKCS #8
	pemPublic  = "PUBLIC KEY"  // SubjectPublicKeyInfo
)

// Algorithm is a signature algorithm.
type Algorithm string

// The algorithms. SM2 is that of GB/T 32918.2 with SM3 as hash and the usual identity
// 1234567812345678; its signatures have the form of GB/T 35276 (DER).
const (
	Ed25519 Algorithm = "Ed25519"
	SM2     Algorithm = "SM2-SM3"
)

// PublicKey checks signatures. Equal keys are equal by ==.
type PublicKey struct {
	Algorithm Algorithm

	der string // SubjectPublicKeyInfo
}

// Fingerprint returns the name by which people compare keys: the first 32 hexadecimal digits of the
// SHA-256 of the key in its standard form (DER).
func (p PublicKey) Fingerprint() string {
	sum := sha256.Sum256([]byte(p.der))
	return hex.EncodeToString(sum[:16])
}

// PEM returns the key as a text file for publication.
func (p PublicKey) PEM() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: pemPublic, Bytes: []byte(p.der)})
}

// verifies reports whether a signature of a text was made with the key.
func (p PublicKey) verifies(text, signature []byte) bool {
	key, err := smx509.ParsePKIXPublicKey([]byte(p.der))
	if err != nil {
		return false
	}
	switch key := key.(type) {
	case ed25519.PublicKey:
		return p.Algorithm == Ed25519 && ed25519.Verify(key, text, signature)
	case *ecdsa.PublicKey:
		return p.Algorithm == SM2 && sm2.VerifyASN1WithSM2(key, nil, text, signature)
	}
	return false
}

// publicKey returns the public key of a private one.
func publicKey(private crypto.Signer) PublicKey {
	der, err := smx509.MarshalPKIXPublicKey(private.Public())
	if err != nil {
		panic(err) // cannot happen for these types of keys
	}
	if _, national := private.(*sm2.PrivateKey); national {
		return PublicKey{SM2, string(der)}
	}
	return PublicKey{Ed25519, string(der)}
}

func parsePublic(der []byte) (PublicKey, error) {
	key, err := smx509.ParsePKIXPublicKey(der)
	if err != nil {
		return PublicKey{}, err
	}
	p := PublicKey{Ed25519, string(der)}
	switch curve, _ := key.(*ecdsa.PublicKey); {
	case curve != nil && sm2.IsSM2PublicKey(curve):
		p.Algorithm = SM2
	default:
		if _, ok := key.(ed25519.PublicKey); !ok {
			return PublicKey{}, fmt.Errorf("a key of type %T, neither of Ed25519 nor of SM2", key)
		}
	}
	again, err := smx509.MarshalPKIXPublicKey(key)
	if err != nil || !bytes.Equal(again, der) {
		return PublicKey{}, errors.New("a key in an unusual form")
	}
	return p, nil
}

// ParsePublicKeys reads the public keys of a PEM file. A file without keys, or with anything else in
// it, is an error.
func ParsePublicKeys(text []byte) ([]PublicKey, error) {
	var out []PublicKey
	for len(bytes.TrimSpace(text)) > 0 {
		block, rest := pem.Decode(text)
		if block == nil {
			return nil, errors.New("public keys: there is something else in the file")
		}
		text = rest
		if block.Type != pemPublic {
			return nil, fmt.Errorf("public keys: there is a block %q", block.Type)
		}
		p, err := parsePublic(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("public keys: %w", err)
		}
		out = append(out, p)
	}
	if len(out) == 0 {
		return nil, errors.New("public keys: there are none")
	}
	return out, nil
}

// Keys are the keys of an installation: those that sign now, and the public keys of those that
// signed before. They are immutable and safe for concurrent use.
type Keys struct {
	private  ed25519.PrivateKey
	national *sm2.PrivateKey // nil if there is none
	signs    bool            // national signs too
	retired  []PublicKey
}

// NewKeys generates a key.
func NewKeys() (*Keys, error) { return (*Keys)(nil).Renew() }

// Renew generates a new key to sign with, and a new SM2 key if there was one; the old ones stay
// known. k may be nil.
func (k *Keys) Renew() (*Keys, error) {
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, fmt.Errorf("make a key: %w", err)
	}
	out := &Keys{private: private}
	if k == nil {
		return out, nil
	}
	out.retired, out.signs = k.Public(), k.signs
	if k.national == nil {
		return out, nil
	}
	if out.national, err = sm2.GenerateKey(rand.Reader); err != nil {
		return nil, fmt.Errorf("make a key of SM2: %w", err)
	}
	return out, nil
}

// WithSM2 returns keys whose SM2 key signs beside the other; it generates one if there is none.
func (k *Keys) WithSM2() (*Keys, error) {
	out := *k
	out.signs = true
	if k.national != nil {
		return &out, nil
	}
	var err error
	if out.national, err = sm2.GenerateKey(rand.Reader); err != nil {
		return nil, fmt.Errorf("make a key of SM2: %w", err)
	}
	return &out, nil
}

// HasSM2 reports whether there is an SM2 key, even if it does not sign.
func (k *Keys) HasSM2() bool { return k.national != nil }

// ParseKeys reads the output of Encode. Its errors never contain a key.
func ParseKeys(text []byte) (*Keys, error) {
	key, rest, err := parsePrivate(text)
	if err != nil {
		return nil, err
	}
	private, ok := key.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("signing key: the first is a key of type %T, not of Ed25519", key)
	}
	k := &Keys{private: private}
	if block, _ := pem.Decode(rest); block != nil && block.Type == pemPrivate {
		if key, rest, err = parsePrivate(rest); err != nil {
			return nil, err
		}
		if k.national, ok = key.(*sm2.PrivateKey); !ok {
			return nil, fmt.Errorf("signing key: the second is a key of type %T, not of SM2", key)
		}
	}
	if len(bytes.TrimSpace(rest)) > 0 {
		if k.retired, err = ParsePublicKeys(rest); err != nil {
			return nil, fmt.Errorf("signing key: %w", err)
		}
	}
	return k, nil
}

// parsePrivate reads the private key at the beginning of a PEM file.
func parsePrivate(text []byte) (key any, rest []byte, err error) {
	block, rest := pem.Decode(text)
	if block == nil || block.Type != pemPrivate {
		return nil, nil, errors.New("signing key: it does not begin with a private key")
	}
	if key, err = smx509.ParsePKCS8PrivateKey(block.Bytes); err != nil {
		return nil, nil, errors.New("signing key: the private key cannot be read")
	}
	return key, rest, nil
}

// Encode returns the keys as a PEM file: the private key, the SM2 key if there is one, then the
// public keys that signed before. The file is secret.
func (k *Keys) Encode() ([]byte, error) {
	der, err := x509.MarshalPKCS8PrivateKey(k.private)
	if err != nil {
		return nil, fmt.Errorf("signing key: %w", err)
	}
	out := pem.EncodeToMemory(&pem.Block{Type: pemPrivate, Bytes: der})
	if k.national != nil {
		if der, err = smx509.MarshalPKCS8PrivateKey(k.national); err != nil {
			return nil, fmt.Errorf("signing key of SM2: %w", err)
		}
		out = append(out, pem.EncodeToMemory(&pem.Block{Type: pemPrivate, Bytes: der})...)
	}
	for _, p := range k.retired {
		out = append(out, p.PEM()...)
	}
	return out, nil
}

// Public returns the public keys: that of the current key, the SM2 key if there is one, then the
// older ones, newest first.
func (k *Keys) Public() []PublicKey {
	out := []PublicKey{publicKey(k.private)}
	if k.national != nil {
		out = append(out, publicKey(k.national))
	}
	return append(out, k.retired...)
}

// Current returns how many of Public are current keys.
func (k *Keys) Current() int { return len(k.Public()) - len(k.retired) }

// signNational signs a text with SM2. Equal texts and keys have equal signatures: the nonce is
// derived only from the key and the text.
func (k *Keys) signNational(text []byte) ([]byte, error) {
	return k.national.SignWithSM2(zeros{}, nil, text)
}

// zeros is the random source that sm2 mixes with the key and the text to make the nonce. With
// zeros the nonce is a secret function of key and text, as in RFC 6979.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
