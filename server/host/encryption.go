package host

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"zhiwen/server/config"
)

// TLS says how readers reach the server by HTTPS without a proxy: with the
// certificate of two files, or with certificates that it gets for itself.
type TLS struct {
	TLSCert       string `name:"tls-cert" type:"existingfile" env:"ZHIWEN_TLS_CERT" placeholder:"FILE" help:"Certificate (PEM) with the chain to its root; the app is then served over HTTPS. It is read again when it changes."`
	TLSKey        string `name:"tls-key" type:"existingfile" env:"ZHIWEN_TLS_KEY" placeholder:"FILE" help:"Private key of the certificate (PEM)."`
	ACME          bool   `name:"acme" env:"ZHIWEN_ACME" help:"Obtain certificates for --url and --hosts by ACME and accept the authority’s terms. Port 443 must lead to this server, or port 80 to --http-addr."`
	ACMEEmail     string `name:"acme-email" env:"ZHIWEN_ACME_EMAIL" placeholder:"ADDRESS" help:"E-mail address at which the authority can contact you."`
	ACMEDirectory string `name:"acme-directory" env:"ZHIWEN_ACME_DIRECTORY" default:"https://acme-v02.api.letsencrypt.org/directory" placeholder:"URL" help:"Certificate authority; the default is Let’s Encrypt."`
	ACMERoot      string `name:"acme-root" type:"existingfile" env:"ZHIWEN_ACME_ROOT" placeholder:"FILE" help:"Root certificates (PEM) for the server of an authority run by your own institution."`
	HTTPAddr      string `name:"http-addr" env:"ZHIWEN_HTTP_ADDR" placeholder:"HOST:PORT" help:"Address to listen on for redirecting http:// to https:// and for answering the authority."`
}

// ByHTTPS reports whether the server speaks HTTPS itself.
func (e *TLS) ByHTTPS() bool { return e.ACME || e.TLSCert != "" }

// Faults returns the faults of its settings, for a server that is reached as hosts.
func (e *TLS) Faults(hosts []string) (faults []config.Fault) {
	blame := func(setting, message string, args ...any) {
		faults = append(faults, config.Wrong(setting, message, args...))
	}
	switch {
	case e.TLSCert != "" && e.TLSKey == "":
		blame("tls-cert", "tlsPair", "Other", "tls-key")
	case e.TLSKey != "" && e.TLSCert == "":
		blame("tls-key", "tlsPair", "Other", "tls-cert")
	case e.TLSCert != "":
		if _, err := tls.LoadX509KeyPair(e.TLSCert, e.TLSKey); err != nil {
			blame("tls-cert", "tlsBad", "Reason", err.Error())
		}
	}
	if e.ACME {
		if e.TLSCert != "" {
			blame("acme", "acmeOrFiles")
		}
		if len(certified(hosts)) == 0 {
			blame("acme", "acmeHosts")
		}
		if !strings.HasPrefix(e.ACMEDirectory, "https://") {
			blame("acme-directory", "acmeDirectory", "Value", e.ACMEDirectory)
		}
	}
	if e.ACMERoot != "" {
		if pem, err := os.ReadFile(e.ACMERoot); err != nil || !x509.NewCertPool().AppendCertsFromPEM(pem) {
			blame("acme-root", "acmeRoot", "File", e.ACMERoot)
		}
	}
	if e.HTTPAddr != "" && !e.ByHTTPS() {
		blame("http-addr", "httpAddr")
	}
	return faults
}

// certified returns the names for which an authority issues certificates.
func certified(hosts []string) (names []string) {
	for _, h := range hosts {
		if net.ParseIP(h) == nil && strings.Contains(h, ".") && !strings.HasSuffix(h, ".localhost") {
			names = append(names, strings.ToLower(h))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Secured is how a server encrypts.
type Secured struct {
	Config *tls.Config
	// Plain answers readers and the authority on the address of http://.
	Plain http.Handler
	// Keep gets certificates before anybody asks, until ctx ends.
	Keep func(ctx context.Context, log *slog.Logger)
	// expires is until when the certificate that was shown last holds; 0 is none yet.
	expires atomic.Int64
}

// Expiry is until when the certificate that was shown last holds, in seconds since 1970; 0
// is none yet.
func (s *Secured) Expiry() int64 { return s.expires.Load() }

// Encrypt makes it, nil where the server does not; certificates of an authority are kept
// in the data folder. The program names itself to the authority.
func (e *TLS) Encrypt(log *slog.Logger, hosts []string, folder, program string) (*Secured, error) {
	toHTTPS := http.HandlerFunc(redirect)
	s := &Secured{Plain: toHTTPS, Keep: func(context.Context, *slog.Logger) {}}
	switch {
	case !e.ByHTTPS():
		return nil, nil
	case e.TLSCert != "":
		files := &certificateFiles{cert: e.TLSCert, key: e.TLSKey, log: log, every: lookEvery}
		if err := files.load(); err != nil {
			return nil, err
		}
		s.Config = &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}, GetCertificate: files.get}
	default:
		manager, err := e.manager(certified(hosts), filepath.Join(folder, "acme"), program)
		if err != nil {
			return nil, err
		}
		s.Config = manager.TLSConfig() // which answers the authority too
		s.Config.MinVersion = tls.VersionTLS12
		s.Plain = manager.HTTPHandler(toHTTPS)
		s.Keep = func(ctx context.Context, log *slog.Logger) { fetchAll(ctx, log, manager, certified(hosts)) }
	}
	get := s.Config.GetCertificate
	s.Config.GetCertificate = func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		certificate, err := get(hello)
		if err == nil && certificate.Leaf != nil && !slices.Contains(hello.SupportedProtos, acme.ALPNProto) {
			s.expires.Store(certificate.Leaf.NotAfter.Unix())
		}
		return certificate, err
	}
	return s, nil
}

func (e *TLS) manager(hosts []string, cache, program string) (*autocert.Manager, error) {
	client := &acme.Client{DirectoryURL: e.ACMEDirectory, UserAgent: program}
	if e.ACMERoot != "" {
		pem, err := os.ReadFile(e.ACMERoot)
		if err != nil {
			return nil, err
		}
		roots := x509.NewCertPool()
		roots.AppendCertsFromPEM(pem) // Faults has seen that there are some
		client.HTTPClient = &http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment,
			TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots}}}
	}
	allow := autocert.HostWhitelist(hosts...)
	policy := func(ctx context.Context, host string) error {
		if name, _, err := net.SplitHostPort(host); err == nil { // of a request by http:// on another port than 80
			host = name
		}
		return allow(ctx, host)
	}
	return &autocert.Manager{Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(cache), HostPolicy: policy, Email: e.ACMEEmail,
		Client: client}, nil
}

// redirect sends a reader on to the same page by HTTPS. Other requests than for pages are
// refused: what they carry has gone over the line already.
func redirect(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "use https://", http.StatusForbidden)
		return
	}
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	w.Header().Set("Cache-Control", "no-store")
	//nolint:gosec // to the host that was asked for, or the one of the settings
	http.Redirect(w, r, "https://"+host+r.URL.RequestURI(), http.StatusMovedPermanently)
}

const (
	// lookEvery is how often the files of a certificate are looked at, when somebody asks
	// for it.
	lookEvery = time.Second
	// fetchAgain is how long one waits after an authority has refused: it counts failures.
	fetchAgain = 15 * time.Minute
)

// fetchAll gets certificates that are not there yet, so that no reader waits for them, and
// so that what is wrong stands in the log.
func fetchAll(ctx context.Context, log *slog.Logger, manager *autocert.Manager, hosts []string) {
	for _, host := range hosts {
		for {
			_, err := manager.GetCertificate(&tls.ClientHelloInfo{
				ServerName: host, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
				SignatureSchemes: []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256}, SupportedCurves: []tls.CurveID{tls.CurveP256},
			})
			if err == nil {
				log.InfoContext(ctx, "there is a certificate", "host", host)
				break
			}
			log.WarnContext(ctx, "no certificate was got; it is tried again", "host", host, "error", err)
			select {
			case <-time.After(fetchAgain):
			case <-ctx.Done():
				return
			}
		}
	}
}

// certificateFiles is the certificate of two files, which are read again when they change.
// It is safe for concurrent use.
type certificateFiles struct {
	cert, key string
	log       *slog.Logger
	every     time.Duration

	mu      sync.Mutex
	current *tls.Certificate
	looked  time.Time
	seen    [2]fileState
}

// fileState changes with a file.
type fileState struct {
	size     int64
	modified time.Time
}

func (c *certificateFiles) states() (states [2]fileState, err error) {
	for i, path := range []string{c.cert, c.key} {
		info, err := os.Stat(path)
		if err != nil {
			return states, err
		}
		states[i] = fileState{info.Size(), info.ModTime()}
	}
	return states, nil
}

// load reads the files.
func (c *certificateFiles) load() error {
	states, err := c.states()
	if err != nil {
		return err
	}
	certificate, err := tls.LoadX509KeyPair(c.cert, c.key)
	c.seen = states // what is wrong is said once
	if err != nil {
		return fmt.Errorf("%s: %w", c.cert, err)
	}
	c.current = &certificate
	return nil
}

// get returns the certificate in the files, or the last good one: while one file has been written
// and the other has not, they do not match.
func (c *certificateFiles) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.looked) < c.every {
		return c.current, nil
	}
	c.looked = time.Now()
	states, err := c.states()
	if errors.Is(err, fs.ErrNotExist) || err == nil && states == c.seen {
		return c.current, nil
	}
	if err == nil {
		err = c.load()
	}
	if err != nil {
		c.log.Warn("the certificate is not read again", "error", err)
	} else {
		c.log.Info("the certificate has changed", "until", c.current.Leaf.NotAfter)
	}
	return c.current, nil
}
