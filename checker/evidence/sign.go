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

// A signed file ends with two lines that an unsigned one has not: the element
// signature and, again, the end of the root. What is signed is the file without
// its last two lines, byte for byte, so that no form of XML has to be agreed on
// and any tool can check it.
//
// A second signature, by SM2, stands in a line before them, as a comment: it is of what
// stands before that line, and the first is of the line too. So a program that does
// not know it reads the file as any other.

// Errors of Verify; test with errors.Is.
var (
	// ErrUnsigned says that a file has no signature.
	ErrUnsigned = errors.New("not signed")
	// ErrBroken says that a file or its signature has changed since it was signed.
	ErrBroken = errors.New("the signature does not belong to the file")
)

// end is what Encode ends evidence with.
const end = "\n</evidence>\n"

// What the lines of signatures begin with; neither stands in a file otherwise, since
// texts have no "<" of their own.
const (
	signatureStart = "<signature"
	nationalStart  = "<!--signature"
)

// Sign adds the signature to what Encode wrote, both where a key of SM2 signs too. Equal
// bytes and keys give equal bytes.
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

// signatureLine is what the line of a signature has of it.
var signatureLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`publicKey="([^"]+)">([^<]+)<`) })

// Verify checks the signatures of a file and returns the public keys that they were
// made with, that of the first one first, which the file itself names: whether one of them is to be trusted is
// for the caller to say. The error is ErrUnsigned, or ErrBroken.
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

// lastLine returns where the last line of a text begins that has no line end.
func lastLine(text []byte) int { return bytes.LastIndexByte(text, '\n') + 1 }

// verifyLines checks the signature that lines are, as write writes them.
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

// SignText signs a text that is no evidence, as the head of the record: it gives a
// line for each key that signs, which names the algorithm, the public key and the signature, parted
// by line ends. No text that
// is signed so may pass for evidence, so it must not end as evidence does.
func (k *Keys) SignText(text []byte) string {
	lines := []string{signatureOfText(publicKey(k.private), ed25519.Sign(k.private, text))}
	if k.signs {
		value, err := k.signNational(text)
		if err != nil {
			panic(err) // chance never fails here
		}
		lines = append(lines, signatureOfText(publicKey(k.national), value))
	}
	return strings.Join(lines, "\n")
}

func signatureOfText(p PublicKey, value []byte) string {
	return strings.Join([]string{string(p.Algorithm), encode([]byte(p.der)), encode(value)}, " ")
}

// VerifyText checks what SignText gave for a text and returns the public keys that it was
// made with: whether one of them is to be trusted is for the caller to say. The error is
// ErrBroken.
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
