package evidence

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// A signed file ends with two lines that an unsigned one has not: the element
// signature and, again, the end of the root. What is signed is the file without
// its last two lines, byte for byte, so that no form of XML has to be agreed on
// and any tool can check it.

// Errors of Verify; test with errors.Is.
var (
	// ErrUnsigned says that a file has no signature.
	ErrUnsigned = errors.New("not signed")
	// ErrBroken says that a file or its signature has changed since it was signed.
	ErrBroken = errors.New("the signature does not belong to the file")
)

// The names of blocks in PEM files.
const (
	pemPrivate = "PRIVATE KEY" // PKCS #8
	pemPublic  = "PUBLIC KEY"  // SubjectPublicKeyInfo
)

// PublicKey is what signatures are checked with. Two that are equal are equal by ==.
type PublicKey [ed25519.PublicKeySize]byte

// der is the key in its standard form.
func (p PublicKey) der() []byte {
	b, err := x509.MarshalPKIXPublicKey(ed25519.PublicKey(p[:]))
	if err != nil {
		panic(err) // not for a key of this type
	}
	return b
}

// Fingerprint is the name by which people compare keys: the first 32
// hexadecimal digits of the SHA-256 of the key's standard form (DER).
func (p PublicKey) Fingerprint() string {
	sum := sha256.Sum256(p.der())
	return hex.EncodeToString(sum[:16])
}

// PEM is the key as a text file, to be published.
func (p PublicKey) PEM() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: pemPublic, Bytes: p.der()})
}

func parsePublic(der []byte) (PublicKey, error) {
	key, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return PublicKey{}, err
	}
	public, ok := key.(ed25519.PublicKey)
	if !ok {
		return PublicKey{}, fmt.Errorf("a key of type %T, not of Ed25519", key)
	}
	p := PublicKey(public)
	if !bytes.Equal(p.der(), der) {
		return PublicKey{}, errors.New("a key in an unusual form")
	}
	return p, nil
}

// ParsePublicKeys reads the public keys of a PEM file. No key is an error, and
// so is anything else in the file.
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

// Keys are those of an installation: the one that signs now, and the public ones
// of those that did before. They are not changed and are safe for concurrent use.
type Keys struct {
	private ed25519.PrivateKey
	retired []PublicKey
}

// NewKeys makes a new key.
func NewKeys() (*Keys, error) { return (*Keys)(nil).Renew() }

// Renew makes a new key to sign with; the old ones stay known. k may be nil.
func (k *Keys) Renew() (*Keys, error) {
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, fmt.Errorf("make a key: %w", err)
	}
	out := &Keys{private: private}
	if k != nil {
		out.retired = k.Public()
	}
	return out, nil
}

// ParseKeys reads what Encode gave. Its errors never hold a key.
func ParseKeys(text []byte) (*Keys, error) {
	block, rest := pem.Decode(text)
	if block == nil || block.Type != pemPrivate {
		return nil, errors.New("signing key: it does not begin with a private key")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, errors.New("signing key: the private key cannot be read")
	}
	private, ok := key.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("signing key: a key of type %T, not of Ed25519", key)
	}
	k := &Keys{private: private}
	if len(bytes.TrimSpace(rest)) > 0 {
		if k.retired, err = ParsePublicKeys(rest); err != nil {
			return nil, fmt.Errorf("signing key: %w", err)
		}
	}
	return k, nil
}

// Encode gives the keys as a PEM file: the private key, then the public keys of
// those before it. It is a secret.
func (k *Keys) Encode() ([]byte, error) {
	der, err := x509.MarshalPKCS8PrivateKey(k.private)
	if err != nil {
		return nil, fmt.Errorf("signing key: %w", err)
	}
	out := pem.EncodeToMemory(&pem.Block{Type: pemPrivate, Bytes: der})
	for _, p := range k.retired {
		out = append(out, p.PEM()...)
	}
	return out, nil
}

// Public gives the public keys, the one of the key that signs now first.
func (k *Keys) Public() []PublicKey {
	current := PublicKey(k.private.Public().(ed25519.PublicKey))
	return append([]PublicKey{current}, k.retired...)
}

// end is what Encode ends evidence with.
const end = "\n</evidence>\n"

// Sign adds the signature to what Encode wrote. Equal bytes and keys give equal
// bytes.
func (k *Keys) Sign(xml []byte) ([]byte, error) {
	if !bytes.HasSuffix(xml, []byte(end)) || bytes.Contains(xml, []byte(signatureStart)) {
		return nil, errors.New("sign evidence: it is not evidence, or signed already")
	}
	signed := xml[:len(xml)-len(end)+1]
	out := bytes.Clone(signed)
	return append(out, signature(k.Public()[0], ed25519.Sign(k.private, signed))...), nil
}

const signatureStart = "<signature"

// signature gives the last two lines of a signed file.
func signature(p PublicKey, value []byte) []byte {
	text := base64.StdEncoding.EncodeToString
	return fmt.Appendf(nil, " %s algorithm=\"Ed25519\" key=\"%s\" publicKey=\"%s\">%s</signature>%s",
		signatureStart, p.Fingerprint(), text(p.der()), text(value), end)
}

// signatureLines is what the last two lines look like; all are equally long.
var signatureLines = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`publicKey="([^"]{60})">([^<]{88})<`) })

// Verify checks the signature of a file and gives the public key that it was
// made with, which the file itself names: whether that key is to be trusted is
// for the caller to say. The error is ErrUnsigned, or ErrBroken.
func Verify(file []byte) (PublicKey, error) {
	if !bytes.Contains(file, []byte(signatureStart)) {
		return PublicKey{}, ErrUnsigned
	}
	length := len(signature(PublicKey{}, make([]byte, ed25519.SignatureSize)))
	if len(file) < length {
		return PublicKey{}, ErrBroken
	}
	signed, lines := file[:len(file)-length], file[len(file)-length:]
	found := signatureLines().FindSubmatch(lines)
	if found == nil {
		return PublicKey{}, ErrBroken
	}
	var parts [2][]byte
	for i := range parts {
		var err error
		if parts[i], err = base64.StdEncoding.Strict().DecodeString(string(found[i+1])); err != nil {
			return PublicKey{}, ErrBroken
		}
	}
	p, err := parsePublic(parts[0])
	if err != nil || !bytes.Equal(lines, signature(p, parts[1])) || !ed25519.Verify(p[:], signed, parts[1]) {
		return PublicKey{}, ErrBroken
	}
	return p, nil
}

// textAlgorithm begins the signature of a text.
const textAlgorithm = "Ed25519"

// SignText signs a text that is no evidence, as the head of the record: it gives one
// line that names the algorithm, the public key and the signature. No text that
// is signed so may pass for evidence, so it must not end as evidence does.
func (k *Keys) SignText(text []byte) string {
	p := k.Public()[0]
	encode := base64.StdEncoding.EncodeToString
	return textAlgorithm + " " + encode(p.der()) + " " + encode(ed25519.Sign(k.private, text))
}

// VerifyText checks what SignText gave for a text and gives the public key that it
// was made with: whether that is to be trusted is for the caller to say. The error is
// ErrBroken.
func VerifyText(text []byte, signature string) (PublicKey, error) {
	words := strings.Split(signature, " ")
	if len(words) != 3 || words[0] != textAlgorithm {
		return PublicKey{}, ErrBroken
	}
	var parts [2][]byte
	for i := range parts {
		var err error
		if parts[i], err = base64.StdEncoding.Strict().DecodeString(words[i+1]); err != nil {
			return PublicKey{}, ErrBroken
		}
	}
	p, err := parsePublic(parts[0])
	if err != nil || !ed25519.Verify(p[:], text, parts[1]) {
		return PublicKey{}, ErrBroken
	}
	return p, nil
}
