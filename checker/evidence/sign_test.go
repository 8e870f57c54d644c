package evidence_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/internal/testrun"
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

// national returns keys that sign by SM2 too.
func national(t testing.TB) *evidence.Keys {
	t.Helper()
	k, err := keys(t).WithSM2()
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestSign(t *testing.T) {
	t.Run("Ed25519", func(t *testing.T) { testSign(t, keys(t)) })
	t.Run("SM2", func(t *testing.T) { testSign(t, national(t)) })
}

func testSign(t *testing.T, k *evidence.Keys) {
	for name, e := range map[string]*evidence.Evidence{"full": sample(), "decided": decided()} {
		file := sign(t, k, e)
		if p, err := evidence.Verify(file); err != nil || !slices.Equal(p, k.Public()) {
			t.Errorf("%s: %v, keys %v", name, err, p)
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
	t.Run("Ed25519", func(t *testing.T) { testSignatureCoversEveryByte(t, sign(t, keys(t), decided())) })
	t.Run("SM2", func(t *testing.T) { testSignatureCoversEveryByte(t, sign(t, national(t), decided())) })
}

func testSignatureCoversEveryByte(t *testing.T, file []byte) {
	broken := func(what string, i int, changed []byte) {
		if _, err := evidence.Verify(changed); err == nil {
			t.Errorf("%s at byte %d of %d: still good", what, i, len(file))
		}
	}
	step := 17 // each bit in its turn
	if testrun.Whole() {
		step = 1
	}
	for i := 0; i < len(file); i += step {
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

// A program that knows the first signature alone reads a file with both as any other: it
// takes the last two lines, which are of one length, and what stands before them.
func TestSecondSignatureIsNoFaultToOthers(t *testing.T) {
	k := national(t)
	file := sign(t, k, decided())
	const length = len(` <signature algorithm="Ed25519" key="" publicKey=""></signature>`) + 32 + 60 + 88 + len("\n</evidence>\n")
	signed, lines := file[:len(file)-length], file[len(file)-length:]
	found := regexp.MustCompile(`^ <signature algorithm="Ed25519" key="([0-9a-f]{32})" publicKey="([^"]{60})">([^<]{88})</signature>\n</evidence>\n$`).FindSubmatch(lines)
	if found == nil {
		t.Fatalf("the last lines are %s", lines)
	}
	value, err := base64.StdEncoding.DecodeString(string(found[3]))
	if err != nil {
		t.Fatal(err)
	}
	der, err := base64.StdEncoding.DecodeString(string(found[2]))
	if err != nil {
		t.Fatal(err)
	}
	public, err := x509.ParsePKIXPublicKey(der)
	if err != nil || !ed25519.Verify(public.(ed25519.PublicKey), signed, value) {
		t.Errorf("%v: the first signature is not of what stands before it", err)
	}
	if n := strings.Count(string(file), "\n <!--signature algorithm=\"SM2-SM3\" key=\""+k.Public()[1].Fingerprint()); n != 1 {
		t.Errorf("%d second signatures", n)
	}
	// Without the second signature the file is broken: it cannot be taken away unnoticed.
	if _, err := evidence.Verify(regexp.MustCompile(`(?m)^ <!--signature.*\n`).ReplaceAll(file, nil)); !errors.Is(err, evidence.ErrBroken) {
		t.Errorf("without the second signature: %v", err)
	}
}

// The keys of SM2 are kept, renewed and published as the others.
func TestKeysOfSM2(t *testing.T) {
	first := national(t)
	text, err := first.Encode()
	if err != nil {
		t.Fatal(err)
	}
	read, err := evidence.ParseKeys(text)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := evidence.Verify(sign(t, read, sample())); err != nil || len(p) != 1 {
		t.Errorf("keys that nobody told to sign by SM2 do: %v, %v", p, err)
	}
	again, err := read.WithSM2()
	if err != nil || !bytes.Equal(sign(t, again, sample()), sign(t, first, sample())) {
		t.Errorf("the keys that were read sign otherwise: %v", err)
	}
	second, err := first.Renew()
	if err != nil {
		t.Fatal(err)
	}
	public := second.Public()
	if len(public) != 4 || second.Current() != 2 || !slices.Equal(public[2:], first.Public()) || public[1] == public[3] || public[1].Algorithm != evidence.SM2 {
		t.Errorf("keys %v after %v", public, first.Public())
	}
	if p, err := evidence.Verify(sign(t, second, sample())); err != nil || !slices.Equal(p, public[:2]) {
		t.Errorf("renewed: %v, %v", p, err)
	}
	published, err := evidence.ParsePublicKeys(append(public[0].PEM(), public[1].PEM()...))
	if err != nil || !slices.Equal(published, public[:2]) {
		t.Errorf("published %v, %v", published, err)
	}
}

// What is signed for the record has a line a key.
func TestSignTextTwice(t *testing.T) {
	k := national(t)
	signature := k.SignText([]byte("head\n"))
	if p, err := evidence.VerifyText([]byte("head\n"), signature); err != nil || !slices.Equal(p, k.Public()) {
		t.Errorf("%v, %v", p, err)
	}
	first, second, _ := strings.Cut(signature, "\n")
	if p, err := evidence.VerifyText([]byte("head\n"), first); err != nil || len(p) != 1 {
		t.Errorf("the first line alone: %v, %v", p, err)
	}
	for name, bad := range map[string]string{"another text": signature, "the second alone": second, "exchanged": second + "\n" + first, "twice": first + "\n" + first, "nothing": ""} {
		text := "head\n"
		if name == "another text" {
			text = "tail\n"
		}
		if _, err := evidence.VerifyText([]byte(text), bad); !errors.Is(err, evidence.ErrBroken) {
			t.Errorf("%s: %v, want ErrBroken", name, err)
		}
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
	blocks := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllSubmatch(manual, -1)
	if len(blocks) < 2 {
		t.Fatal("docs/evidence.md has no commands")
	}
	k := national(t)
	t.Run("Ed25519", func(t *testing.T) { testOpenSSL(t, string(blocks[0][1]), sign(t, k, decided()), k.Public()[0]) })
	t.Run("SM2", func(t *testing.T) { testOpenSSL(t, string(blocks[1][1]), sign(t, k, decided()), k.Public()[1]) })
}

func testOpenSSL(t *testing.T, commands string, good []byte, key evidence.PublicKey) {
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
		command := exec.Command("sh", "-c", commands)
		command.Dir = dir
		out, err := command.CombinedOutput()
		if (err == nil) != test.good || test.good != regexp.MustCompile(`Signature Verified Successfully|Verified OK`).Match(out) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		if !strings.Contains(string(out), key.Fingerprint()) {
			t.Errorf("%s: the fingerprint is not said\n%s", name, out)
		}
	}
}
