package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/binary"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
	"golang.org/x/net/dns/dnsmessage"

	"zhiwen/internal/testrun"
)

// writeCertificate puts a certificate for 127.0.0.1 and its key into files, and returns its
// number.
func writeCertificate(t *testing.T, cert, key string) *big.Int {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	number, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: number, Subject: pkix.Name{CommonName: "zhiwen"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	putFile(t, cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	putFile(t, key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: encoded}))
	return number
}

func putFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// shown returns the certificate that a server shows under a name.
func shown(address, name string, roots *x509.CertPool) (*x509.Certificate, error) {
	conn, err := tls.DialWithDialer(&net.Dialer{Timeout: stepTimeout}, "tcp", address, &tls.Config{ServerName: name, RootCAs: roots, InsecureSkipVerify: roots == nil})
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }()
	return conn.ConnectionState().PeerCertificates[0], nil
}

// The app is served by HTTPS with the certificate of two files, and with the new one when
// they change; cookies are for HTTPS alone, and browsers are told to stay with it.
func TestCertificateFiles(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	first := writeCertificate(t, cert, key)
	plain := freeAddress(t)
	base := serveArguments(t, "--data", t.TempDir(), "--tls-cert", cert, "--tls-key", key, "--http-addr", plain, "--url", "https://zhiwen.example.org")
	address := strings.TrimPrefix(base, "https://")
	if address == base {
		t.Fatalf("%s is no address of HTTPS", base)
	}
	got, err := shown(address, "", nil)
	if err != nil || got.SerialNumber.Cmp(first) != 0 {
		t.Fatalf("certificate %v: %v", got, err)
	}
	client := &http.Client{Transport: &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	request, err := http.NewRequest(http.MethodPost, base+"/language", strings.NewReader("language=en"))
	if err != nil {
		t.Fatal(err)
	}
	request.Host = "zhiwen.example.org"
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.ProtoMajor != 2 || !strings.HasPrefix(answer.Header.Get("Strict-Transport-Security"), "max-age=") {
		t.Errorf("%s, %v", answer.Proto, answer.Header)
	}
	for _, c := range answer.Cookies() {
		if !c.Secure {
			t.Errorf("the cookie %s goes without HTTPS too", c.Name)
		}
	}
	for method, want := range map[string]int{http.MethodGet: http.StatusMovedPermanently, http.MethodPost: http.StatusForbidden} {
		request, err := http.NewRequest(method, "http://"+plain+"/checks?q=1", nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != want || want == http.StatusMovedPermanently && answer.Header.Get("Location") != "https://127.0.0.1/checks?q=1" {
			t.Errorf("%s: %d to %s", method, answer.StatusCode, answer.Header.Get("Location"))
		}
	}
	putFile(t, cert, []byte("half"))
	second := writeCertificate(t, filepath.Join(dir, "cert.new"), key)
	if got, err := shown(address, "", nil); err != nil || got.SerialNumber.Cmp(first) != 0 {
		t.Errorf("while the files do not fit: %v: %v", got, err)
	}
	if err := os.Rename(filepath.Join(dir, "cert.new"), cert); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the new certificate is shown", func() bool {
		got, err := shown(address, "", nil)
		return err == nil && got.SerialNumber.Cmp(second) == 0
	})
}

// Behind a proxy that encrypts, as its address says, browsers are told to stay with HTTPS and
// cookies are for HTTPS alone; what a stranger says of how they came is not believed.
func TestBehindProxy(t *testing.T) {
	ask := func(base, host string) *http.Response {
		t.Helper()
		request, err := http.NewRequest(http.MethodPost, base+"/language", strings.NewReader("language=en"))
		if err != nil {
			t.Fatal(err)
		}
		request.Host = host
		for name, value := range map[string]string{"Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": host} {
			request.Header.Set(name, value)
		}
		client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		answer, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusSeeOther || len(answer.Cookies()) == 0 {
			t.Fatalf("%s: status %d, cookies %v", host, answer.StatusCode, answer.Cookies())
		}
		return answer
	}
	const host = "zhiwen.example.org"
	proxied := serveArguments(t, "--data", t.TempDir(), "--trusted-proxies", "127.0.0.1", "--url", "https://"+host)
	answer := ask(proxied, host)
	if got := answer.Header.Get("Strict-Transport-Security"); !strings.HasPrefix(got, "max-age=31536000") {
		t.Errorf("Strict-Transport-Security: %q", got)
	}
	if !answer.Cookies()[0].Secure {
		t.Errorf("the cookie goes without HTTPS too: %v", answer.Cookies()[0])
	}
	// The proxy hands on no port, and browsers name theirs without HTTPS.
	ported := serveArguments(t, "--data", t.TempDir(), "--trusted-proxies", "127.0.0.1", "--url", "http://"+host+":8080")
	for origin, want := range map[string]int{"http://" + host + ":8080": http.StatusSeeOther, "http://" + host + ":81": http.StatusForbidden, "https://elsewhere.example.org": http.StatusForbidden} {
		request, err := http.NewRequest(http.MethodPost, ported+"/language", strings.NewReader("language=en"))
		if err != nil {
			t.Fatal(err)
		}
		request.Host = host
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("Origin", origin)
		answer, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		if _ = answer.Body.Close(); answer.StatusCode != want {
			t.Errorf("from %s: status %d, want %d", origin, answer.StatusCode, want)
		}
	}
	bare := serveArguments(t, "--data", t.TempDir(), "--hosts", host)
	answer = ask(bare, host)
	if got := answer.Header.Get("Strict-Transport-Security"); got != "" || answer.Cookies()[0].Secure {
		t.Errorf("without a proxy: %q, %v", got, answer.Cookies()[0])
	}
}

// Certificates are got from a real authority (Pebble, in this process), by TLS-ALPN and by
// HTTP, for the names of the server alone, and kept for the next start.
func TestACME(t *testing.T) {
	testrun.NeedWhole(t)
	t.Setenv("PEBBLE_VA_NOSLEEP", "1")
	for _, way := range []string{"tls-alpn-01", "http-01"} {
		t.Run(way, func(t *testing.T) {
			const host = "zhiwen.example.org"
			addr, plain := freeAddress(t), freeAddress(t)
			strange := freeAddress(t) // where nobody listens
			tlsAt, httpAt := addr, strange
			if way == "http-01" {
				tlsAt, httpAt = strange, plain
			}
			directory, authority, roots := newACMEServer(t, portOf(t, httpAt), portOf(t, tlsAt))
			data := t.TempDir()
			arguments := []string{"--data", data, "--addr", addr, "--http-addr", plain, "--url", "https://" + host, "--acme", "--acme-directory", directory, "--acme-root", authority}
			serial := ""
			for start := range 2 {
				t.Run(strconv.Itoa(start), func(t *testing.T) {
					serveArguments(t, arguments...)
					var got *x509.Certificate
					waitFor(t, "a certificate is shown", func() bool { // a server lets nobody wait for it for long
						var err error
						if got, err = shown(addr, host, roots); err != nil {
							t.Log(err)
						}
						return err == nil
					})
					if serial == "" {
						serial = got.SerialNumber.String()
					}
					if got.SerialNumber.String() != serial {
						t.Error("the certificate was not kept")
					}
					if _, err := shown(addr, "elsewhere.example.org", roots); err == nil {
						t.Error("a certificate for another name")
					}
				})
			}
			if info, err := os.Stat(filepath.Join(data, "acme")); err != nil || info.Mode().Perm() != 0o700 {
				t.Errorf("the folder of keys: %v, %v", info, err)
			}
		})
	}
}

// newACMEServer starts an ACME server that looks at its clients at ports of this machine,
// and returns its directory, the file of its own certificate, and its roots.
func newACMEServer(t *testing.T, httpPort, tlsPort int) (directory, certificate string, roots *x509.CertPool) {
	t.Helper()
	quiet := log.New(io.Discard, "", 0)
	store := db.NewMemoryStore()
	signer := ca.New(quiet, store, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {Description: "default"}})
	validator := va.New(quiet, httpPort, tlsPort, false, nameServer(t), store)
	front := wfe.New(quiet, store, validator, signer, []string{"authority.example.org"}, false, false, 1, 1)
	server := httptest.NewTLSServer(front.Handler())
	t.Cleanup(server.Close)
	certificate = filepath.Join(t.TempDir(), "authority.pem")
	putFile(t, certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))
	roots = x509.NewCertPool()
	roots.AppendCertsFromPEM(signer.GetRootCert(0).PEM())
	return server.URL + wfe.DirectoryPath, certificate, roots
}

// nameServer answers every question for an address with this machine's, over TCP.
func nameServer(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = conn.Close() }()
				for answerName(conn) == nil {
				}
			}()
		}
	}()
	return listener.Addr().String()
}

func answerName(conn net.Conn) error {
	var size [2]byte
	if _, err := io.ReadFull(conn, size[:]); err != nil {
		return err
	}
	asked := make([]byte, binary.BigEndian.Uint16(size[:]))
	if _, err := io.ReadFull(conn, asked); err != nil {
		return err
	}
	var m dnsmessage.Message
	if err := m.Unpack(asked); err != nil {
		return err
	}
	m.Response, m.Additionals = true, nil
	for _, q := range m.Questions {
		if q.Type == dnsmessage.TypeA {
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, TTL: 1}, Body: &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}}})
		}
	}
	packed, err := m.Pack()
	if err != nil {
		return err
	}
	_, err = conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(packed))), packed...))
	return err
}

// freeAddress returns an address of this machine where nobody listens at the moment.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

func portOf(t *testing.T, address string) int {
	t.Helper()
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
