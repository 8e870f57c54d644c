package evidence_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
)

func keys(t testing.TB) *evidence.Keys {
	t.Helper()
	k, err := evidence.NewKeys()
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func sign(t testing.TB, k *evidence.Keys, e *evidence.Evidence) []byte {
	t.Helper()
	file, err := k.Sign(evidencetest.Encode(t, e))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestSign(t *testing.T) {
	k := keys(t)
	for name, e := range map[string]*evidence.Evidence{"full": sample(), "decided": decided()} {
		file := sign(t, k, e)
		if p, err := evidence.Verify(file); err != nil || p != k.Public()[0] {
			t.Errorf("%s: %v, key %s", name, err, p.Fingerprint())
		}
		evidencetest.Validate(t, file)
		if err := evidence.Validate(file); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !bytes.Equal(file, sign(t, k, e)) {
			t.Errorf("%s: signing twice gives different bytes", name)
		}
		// It reads like what is not signed.
		if a, err := evidence.Decode(bytes.NewReader(file)); err != nil || !bytes.Equal(evidencetest.Encode(t, a), evidencetest.Encode(t, e)) {
			t.Errorf("%s: the signed file says something else: %v", name, err)
		}
		if _, err := k.Sign(file); err == nil {
			t.Errorf("%s: it was signed again", name)
		}
	}
	if _, err := k.Sign([]byte("<other/>\n")); err == nil {
		t.Error("something else was signed")
	}
	if _, err := evidence.Verify(evidencetest.Encode(t, sample())); !errors.Is(err, evidence.ErrUnsigned) {
		t.Errorf("without a signature: %v", err)
	}
}

// No byte of a signed file can change, come or go.
func TestSignatureCoversEveryByte(t *testing.T) {
	file := sign(t, keys(t), decided())
	broken := func(what string, i int, changed []byte) {
		if _, err := evidence.Verify(changed); err == nil {
			t.Errorf("%s at byte %d of %d: still good", what, i, len(file))
		}
	}
	for i := range file {
		changed := bytes.Clone(file)
		changed[i] ^= 1 << (i % 8)
		broken("a flipped bit", i, changed)
		broken("a lost byte", i, append(bytes.Clone(file[:i]), file[i+1:]...))
		broken("one more space", i, append(append(bytes.Clone(file[:i]), ' '), file[i:]...))
	}
	broken("a line at the end", len(file), append(bytes.Clone(file), '\n'))
	broken("the whole file again", len(file), append(bytes.Clone(file), file...))
	broken("other line ends", 0, bytes.ReplaceAll(file, []byte("\n"), []byte("\r\n")))
}

func TestSignatureOfAnother(t *testing.T) {
	k := keys(t)
	a, b := string(sign(t, k, sample())), string(sign(t, k, decided()))
	line := regexp.MustCompile(`(?m)^ <signature.*\n`)
	for name, file := range map[string]string{
		"another file's signature": line.ReplaceAllLiteralString(a, line.FindString(b)),
		"another key's signature":  line.ReplaceAllLiteralString(a, line.FindString(string(sign(t, keys(t), decided())))),
		"another key's name":       regexp.MustCompile(`key="[0-9a-f]{32}"`).ReplaceAllString(a, `key="`+keys(t).Public()[0].Fingerprint()+`"`),
		"two signatures":           line.ReplaceAllString(a, "$0$0"),
		"the signature first":      strings.Replace(line.ReplaceAllString(a, ""), " <engine ", line.FindString(a)+" <engine ", 1),
	} {
		if _, err := evidence.Verify([]byte(file)); !errors.Is(err, evidence.ErrBroken) {
			t.Errorf("%s: %v, want ErrBroken", name, err)
		}
	}
	if _, err := evidence.Verify([]byte(line.ReplaceAllString(a, ""))); !errors.Is(err, evidence.ErrUnsigned) {
		t.Errorf("without its signature: %v, want ErrUnsigned", err)
	}
}

func TestKeys(t *testing.T) {
	first := keys(t)
	second, err := first.Renew()
	if err != nil {
		t.Fatal(err)
	}
	third, err := second.Renew()
	if err != nil {
		t.Fatal(err)
	}
	text, err := third.Encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := evidence.ParseKeys(text)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(sign(t, again, sample()), sign(t, third, sample())) {
		t.Error("the key that was read signs otherwise")
	}
	known := again.Public()
	for i, k := range []*evidence.Keys{third, second, first} {
		if len(known) != 3 || known[i] != k.Public()[0] {
			t.Errorf("key %d of %d is not the one it was", i, len(known))
		}
		if f := known[i].Fingerprint(); !regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString(f) {
			t.Errorf("fingerprint %q", f)
		}
	}
	if n := strings.Count(string(text), "PRIVATE"); n != 2 {
		t.Errorf("the private keys of before are kept: %d", n)
	}
	public, err := evidence.ParsePublicKeys(append(known[0].PEM(), known[1].PEM()...))
	if err != nil || len(public) != 2 || public[1] != known[1] {
		t.Errorf("%d public keys, %v", len(public), err)
	}

	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(curve)
	if err != nil {
		t.Fatal(err)
	}
	other := string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}))
	for name, text := range map[string]string{
		"nothing": "", "text": "x", "a public key": string(known[0].PEM()), "half": string(text[:40]), "another kind": other,
		"rubbish behind": string(text) + "x", "two private keys": string(text) + string(text),
	} {
		if _, err := evidence.ParseKeys([]byte(text)); err == nil {
			t.Errorf("%s was taken for keys", name)
		}
	}
	for name, text := range map[string]string{"nothing": "", "a private key": string(text), "another kind": other} {
		if _, err := evidence.ParsePublicKeys([]byte(text)); err == nil {
			t.Errorf("%s was taken for public keys", name)
		}
	}
}

// OpenSSL checks the signature as docs/evidence.md says.
func TestOpenSSL(t *testing.T) {
	for _, tool := range []string{"openssl", "sh", "sed", "base64"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is missing: the signature is not checked by another program", tool)
		}
	}
	manual, err := os.ReadFile("../../docs/evidence.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```sh\n(.*?)```").FindSubmatch(manual)
	if block == nil {
		t.Fatal("docs/evidence.md has no commands")
	}
	k := keys(t)
	good := sign(t, k, decided())
	for name, test := range map[string]struct {
		file []byte
		good bool
	}{
		"good":    {good, true},
		"changed": {bytes.Replace(good, []byte("verbatim"), []byte("reworked"), 1), false},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "FILE.xml"), test.file, 0o600); err != nil {
			t.Fatal(err)
		}
		command := exec.Command("sh", "-c", string(block[1]))
		command.Dir = dir
		out, err := command.CombinedOutput()
		if (err == nil) != test.good || test.good != strings.Contains(string(out), "Signature Verified Successfully") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		if !strings.Contains(string(out), k.Public()[0].Fingerprint()) {
			t.Errorf("%s: the fingerprint is not said\n%s", name, out)
		}
	}
}
