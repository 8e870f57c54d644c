package evidence

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// A signed file has two more lines than an unsigned one at its end: the element signature and the
// end of the root. The signature is of the file without these two lines, byte for byte, so that no
// canonical form of XML is needed and any tool can check it.
//
// A second signature, by SM2, is a comment in the line before them. It is of the text before that
// line, and the first signature covers the line too. So a program that does not know it reads the
// file like any other.

// Errors of Verify; test with errors.Is.
var (
	// ErrUnsigned means that a file has no signature.
	ErrUnsigned = errors.New("not signed")
	// ErrBroken means that a file or its signature has changed since it was signed.
	ErrBroken = errors.New("the signature does not belong to the file")
)

// end is the end of evidence as Encode writes it.
const end = "\n</evidence>\n"

// The beginnings of the lines of signatures. Files do not contain them elsewhere, because "<" is
// escaped in texts.
const (
	signatureStart = "<signature"
	nationalStart  = "<!--signature"
)

// Sign adds the signature to the output of Encode, and a second one if an SM2 key signs too. Equal
// bytes and keys result in equal bytes.
func (k *Keys) Sign(xml []byte) ([]byte, error) {
	if !bytes.HasSuffix(xml, []byte(end)) || bytes.Contains(xml, []byte(signatureStart)) || bytes.Contains(xml, []byte(nationalStart)) {
		return nil, errors.New("sign evidence: it is not evidence, or signed already")
	}
	signed := bytes.Clone(xml[:len(xml)-len(end)+1])
	if k.signs {
		value, err := k.signNational(signed)
		if err != nil {
			return nil, fmt.Errorf("sign evidence: %w", err)
		}
		signed = append(signed, nationalLine(publicKey(k.national), value)...)
	}
	return append(signed, signature(publicKey(k.private), ed25519.Sign(k.private, signed))...), nil
}

func encode(b []byte) string { return base64.StdEncoding.EncodeToString(b) }

// signature returns the last two lines of a signed file.
func signature(p PublicKey, value []byte) []byte {
	return fmt.Appendf(nil, " %s algorithm=\"%s\" key=\"%s\" publicKey=\"%s\">%s</signature>%s",
		signatureStart, p.Algorithm, p.Fingerprint(), encode([]byte(p.der)), encode(value), end)
}

// nationalLine returns the line of the signature by SM2.
func nationalLine(p PublicKey, value []byte) []byte {
	return fmt.Appendf(nil, " %s algorithm=\"%s\" key=\"%s\" publicKey=\"%s\">%s</signature-->\n",
		nationalStart, p.Algorithm, p.Fingerprint(), encode([]byte(p.der)), encode(value))
}

// signatureLine matches the line of a signature: its public key and its value.
var signatureLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`publicKey="([^"]+)">([^<]+)<`) })

// Verify checks the signatures of a file and returns the public keys that made them, that of the
// first signature first. The file itself names these keys; the caller must decide whether to trust
// one of them. The error is ErrUnsigned or ErrBroken.
func Verify(file []byte) ([]PublicKey, error) {
	if !bytes.Contains(file, []byte(signatureStart)) && !bytes.Contains(file, []byte(nationalStart)) {
		return nil, ErrUnsigned
	}
	if !bytes.HasSuffix(file, []byte(end)) {
		return nil, ErrBroken
	}
	at := lastLine(file[:len(file)-len(end)])
	first, err := verifyLines(file[:at], file[at:], signature)
	if err != nil || first.Algorithm != Ed25519 {
		return nil, ErrBroken
	}
	keys, signed := []PublicKey{first}, file[:at]
	if at = lastLine(bytes.TrimSuffix(signed, []byte("\n"))); bytes.HasPrefix(signed[at:], []byte(" "+nationalStart)) {
		second, err := verifyLines(signed[:at], signed[at:], nationalLine)
		if err != nil || second.Algorithm != SM2 {
			return nil, ErrBroken
		}
		keys, signed = append(keys, second), signed[:at]
	}
	if bytes.Contains(signed, []byte(signatureStart)) || bytes.Contains(signed, []byte(nationalStart)) {
		return nil, ErrBroken
	}
	return keys, nil
}

// lastLine returns where the last line of a text begins; the text does not end with a line end.
func lastLine(text []byte) int { return bytes.LastIndexByte(text, '\n') + 1 }

// verifyLines checks the signature in lines. They must be exactly as write writes them.
func verifyLines(signed, lines []byte, write func(PublicKey, []byte) []byte) (PublicKey, error) {
	found := signatureLine().FindSubmatch(lines)
	if found == nil {
		return PublicKey{}, ErrBroken
	}
	p, value, err := parseSigned(string(found[1]), string(found[2]))
	if err != nil || !bytes.Equal(lines, write(p, value)) || !p.verifies(signed, value) {
		return PublicKey{}, ErrBroken
	}
	return p, nil
}

// parseSigned reads a public key and a signature.
func parseSigned(key, value string) (p PublicKey, signature []byte, err error) {
	der, err := base64.StdEncoding.Strict().DecodeString(key)
	if err != nil {
		return p, nil, err
	}
	if p, err = parsePublic(der); err != nil {
		return p, nil, err
	}
	signature, err = base64.StdEncoding.Strict().DecodeString(value)
	return p, signature, err
}

// SignText signs a text other than evidence, such as the head of the record. It returns one line per
// key that signs, with the algorithm, the public key and the signature; lines are separated by line
// ends. The text must not end like evidence, so that it cannot pass for evidence.
func (k *Keys) SignText(text []byte) string {
	lines := []string{signatureOfText(publicKey(k.private), ed25519.Sign(k.private, text))}
	if k.signs {
		value, err := k.signNational(text)
		if err != nil {
			panic(err) // the source of random bytes never fails
		}
		lines = append(lines, signatureOfText(publicKey(k.national), value))
	}
	return strings.Join(lines, "\n")
}

func signatureOfText(p PublicKey, value []byte) string {
	return strings.Join([]string{string(p.Algorithm), encode([]byte(p.der)), encode(value)}, " ")
}

// VerifyText checks the result of SignText for a text and returns the public keys that made it. The
// caller must decide whether to trust one of them. The error is ErrBroken.
func VerifyText(text []byte, signature string) ([]PublicKey, error) {
	var keys []PublicKey
	for i, line := range strings.Split(signature, "\n") {
		words := strings.Split(line, " ")
		if len(words) != 3 || i > 1 {
			return nil, ErrBroken
		}
		p, value, err := parseSigned(words[1], words[2])
		if err != nil || words[0] != string(p.Algorithm) || p.Algorithm != []Algorithm{Ed25519, SM2}[i] || !p.verifies(text, value) {
			return nil, ErrBroken
		}
		keys = append(keys, p)
	}
	return keys, nil
}
