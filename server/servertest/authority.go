package servertest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"

	"zhiwen/checker/stamp"
)

// Authority is a time stamp service that OpenSSL runs, with the authority that certifies it.
type Authority struct {
	URL string
	CA  string // the file of its certificate
	// Down makes it answer nothing useful, Deaf makes it refuse.
	Down, Deaf atomic.Bool
	// Asked is how often it was asked.
	Asked atomic.Int32
}

// NewAuthority makes an authority in a folder of the test.
func NewAuthority(t *testing.T) *Authority {
	t.Helper()
	if _, err := exec.LookPath("openssl"); err != nil {
		t.Skip("openssl is missing: there is no time stamp service")
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write := func(path string, data []byte) {
		t.Helper()
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	openssl := func(arguments ...string) {
		t.Helper()
		if out, err := exec.Command("openssl", arguments...).CombinedOutput(); err != nil {
			t.Fatalf("openssl %v: %v\n%s", arguments, err, out)
		}
	}
	write(at("tsa.ext"), []byte("extendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature\n"))
	write(at("serial"), []byte("01\n"))
	write(at("tsa.conf"), []byte("[tsa]\ndefault_tsa=t\n[t]\nserial="+at("serial")+"\nsigner_digest=sha256\ndefault_policy=1.2.3.4.1\ndigests=sha256\naccuracy=secs:1\ness_cert_id_alg=sha256\n"))
	openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", at("ca.key"), "-out", at("ca.pem"), "-days", "30", "-subj",
		"/CN=Test authority")
	openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", at("tsa.key"), "-out", at("tsa.csr"), "-subj", "/CN=Test time stamps")
	openssl("x509", "-req", "-in", at("tsa.csr"), "-CA", at("ca.pem"), "-CAkey", at("ca.key"), "-CAcreateserial", "-days", "20", "-extfile",
		at("tsa.ext"), "-out", at("tsa.pem"))
	a := &Authority{CA: at("ca.pem")}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.Asked.Add(1)
		body, err := io.ReadAll(r.Body)
		if a.Down.Load() || err != nil || r.Header.Get("Content-Type") != stamp.RequestType {
			http.Error(w, "down", http.StatusServiceUnavailable)
			return
		}
		if a.Deaf.Load() {
			body = []byte("rubbish") // OpenSSL answers with a refusal
		}
		query := filepath.Join(dir, "query")
		if err := os.WriteFile(query, body, 0o600); err != nil {
			t.Error(err)
			return
		}
		command := exec.Command("openssl", "ts", "-reply", "-queryfile", query, "-config", at("tsa.conf"), "-inkey", at("tsa.key"),
			"-signer", at("tsa.pem"))
		response, err := command.Output()
		if err != nil && len(response) == 0 {
			t.Errorf("openssl ts: %v", err)
		}
		w.Header().Set("Content-Type", stamp.ResponseType)
		_, _ = w.Write(response)
	}))
	t.Cleanup(server.Close)
	a.URL = server.URL
	return a
}
