package providertest

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/xml"
	"io"
	"log"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/crewjam/saml"
	"github.com/crewjam/saml/samlidp"
	"golang.org/x/crypto/bcrypt"
)

// SAMLServer is a SAML identity provider.
type SAMLServer struct {
	URL string // its metadata are at URL/metadata

	store *samlidp.MemoryStore
	idp   *samlidp.Server
}

// KeyPair makes a key with a certificate of itself.
func KeyPair(t testing.TB) (*rsa.PrivateKey, *x509.Certificate) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: t.Name()},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return key, certificate
}

// SAML runs an identity provider until the test ends.
func SAML(t testing.TB, people ...Person) *SAMLServer {
	t.Helper()
	s := &SAMLServer{store: &samlidp.MemoryStore{}}
	hashed, err := bcrypt.GenerateFromPassword([]byte(Password), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range people {
		// The affiliation stands in for an institution, as it says of which one somebody is.
		user := samlidp.User{Name: p.Login, CommonName: p.Name, ScopedAffiliation: p.Institution, Groups: p.Groups,
			Email: p.Login + "@example.org", HashedPassword: hashed}
		if err := s.store.Put("/users/"+p.Login, &user); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.idp.ServeHTTP(w, r) }))
	t.Cleanup(server.Close)
	s.URL = server.URL
	at, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	key, certificate := KeyPair(t)
	s.idp, err = samlidp.New(samlidp.Options{URL: *at, Key: key, Certificate: certificate, Store: s.store,
		Logger: log.New(io.Discard, "", 0)})
	if err != nil {
		t.Fatal(err)
	}
	s.idp.IDP.LoginURL = s.idp.IDP.SSOURL // its form goes on with the log-in
	return s
}

// Know tells the provider of a service, by its metadata.
func (s *SAMLServer) Know(t testing.TB, metadata []byte) {
	t.Helper()
	var service saml.EntityDescriptor
	if err := xml.Unmarshal(metadata, &service); err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPut, s.URL+"/services/"+url.PathEscape("zhiwen"),
		bytes.NewReader(metadata))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode >= http.StatusMultipleChoices {
		t.Fatalf("our metadata are refused: %s", answer.Status)
	}
}

// Rekey has the provider sign by another key than its metadata said.
func (s *SAMLServer) Rekey(t testing.TB) {
	t.Helper()
	s.idp.IDP.Key, s.idp.IDP.Certificate = KeyPair(t)
}

// Shortcut lets the provider begin log-ins by itself, at URL/login/shortcut.
func (s *SAMLServer) Shortcut(t testing.TB, entityID string) {
	t.Helper()
	if err := s.store.Put("/shortcuts/shortcut", &samlidp.Shortcut{Name: "shortcut", ServiceProviderID: entityID}); err != nil {
		t.Fatal(err)
	}
}

// LogIn takes a browser through the provider, and returns the address to which it posts, with
// the form.
func (s *SAMLServer) LogIn(t testing.TB, b *http.Client, location, login string) (to string, form url.Values) {
	t.Helper()
	action, fields := open(t, b, location, "http://never").form(t)
	if fields.Has("password") {
		fields.Set("user", login)
		fields.Set("password", Password)
		action, fields = submit(t, b, action, fields, "http://never").form(t)
	}
	if !fields.Has("SAMLResponse") {
		t.Fatalf("%s is not let in", login)
	}
	return action, fields
}
