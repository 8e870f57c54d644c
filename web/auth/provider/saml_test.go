package provider_test

import (
	"bytes"
	"compress/flate"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	crewjam "github.com/crewjam/saml"
	"github.com/google/go-cmp/cmp"

	"zhiwen/web/auth/provider"
	"zhiwen/web/auth/providertest"
)

const (
	base       = "https://zhiwen.test/login/with/saml"
	entity     = base + "/metadata"
	samlAnswer = base + "/answer"
)

var zhang = providertest.Person{Login: "zhang", Name: "张三", Institution: "某大学", Groups: []string{"officers", "staff"}}

func setUpSAML(t *testing.T) (*providertest.SAMLServer, *provider.SAML, provider.SAMLConfig) {
	t.Helper()
	server := providertest.SAML(t, zhang)
	key, certificate := providertest.KeyPair(t)
	c := provider.SAMLConfig{
		Provider:    server.URL + "/metadata",
		EntityID:    entity,
		Answer:      samlAnswer,
		Key:         key,
		Certificate: certificate,
		Subject:     "uid",
	}
	p, err := provider.NewSAML(c)
	if err != nil {
		t.Fatal(err)
	}
	metadata, err := p.Metadata()
	if err != nil {
		t.Fatal(err)
	}
	server.Know(t, metadata)
	return server, p, c
}

// come takes a new browser through the provider.
func comeSAML(t *testing.T, server *providertest.SAMLServer, p *provider.SAML, state string) (kept string, form url.Values) {
	t.Helper()
	begun, err := p.Begin(t.Context(), state, false)
	if err != nil {
		t.Fatal(err)
	}
	to, form := server.LogIn(t, providertest.Browser(t), begun.Location, "zhang")
	if to != samlAnswer {
		t.Fatalf("it posts to %q", to)
	}
	return begun.Kept, form
}

func TestSAMLLogIn(t *testing.T) {
	server, p, _ := setUpSAML(t)
	kept, form := comeSAML(t, server, p, "STATE")
	got, err := p.Finish(t.Context(), "STATE", kept, form)
	if err != nil {
		t.Fatal(err)
	}
	if got.Subject != server.URL+"/metadata|zhang" {
		t.Errorf("subject %q", got.Subject)
	}
	for name, want := range map[string][]string{
		"uid": {"zhang"}, "urn:oid:0.9.2342.19200300.100.1.1": {"zhang"}, "cn": {"张三"}, "eduPersonAffiliation": {"officers", "staff"}, "scopedAffiliation": {"某大学"},
	} {
		if diff := cmp.Diff(want, got.Claims[name]); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Requests are signed by the key of our metadata.
func TestSignedRequest(t *testing.T) {
	_, p, c := setUpSAML(t)
	begun, err := p.Begin(t.Context(), "STATE", true)
	if err != nil {
		t.Fatal(err)
	}
	_, query, _ := strings.Cut(begun.Location, "?")
	signed, signature, ok := strings.Cut(query, "&Signature=")
	if !ok || !strings.Contains(signed, "RelayState=STATE") || !strings.Contains(signed, "SigAlg=") {
		t.Fatalf("asked with %s", query)
	}
	signature, err = url.QueryUnescape(signature)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := base64.StdEncoding.DecodeString(signature)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(signed))
	public, ok := c.Certificate.PublicKey.(*rsa.PublicKey)
	if !ok {
		t.Fatalf("a key of type %T", c.Certificate.PublicKey)
	}
	if err := rsa.VerifyPKCS1v15(public, crypto.SHA256, sum[:], raw); err != nil {
		t.Error(err)
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	deflated, err := base64.StdEncoding.DecodeString(values.Get("SAMLRequest"))
	if err != nil {
		t.Fatal(err)
	}
	request, err := io.ReadAll(flate.NewReader(bytes.NewReader(deflated)))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`ForceAuthn="true"`, entity, samlAnswer, begun.Kept} {
		if !strings.Contains(string(request), want) {
			t.Errorf("the request lacks %s: %s", want, request)
		}
	}
}

func TestMetadata(t *testing.T) {
	_, p, c := setUpSAML(t)
	b, err := p.Metadata()
	if err != nil {
		t.Fatal(err)
	}
	var m crewjam.EntityDescriptor
	if err := xml.Unmarshal(b, &m); err != nil {
		t.Fatal(err)
	}
	sp := m.SPSSODescriptors[0]
	if m.EntityID != entity || len(sp.AssertionConsumerServices) != 1 || sp.AssertionConsumerServices[0].Location != samlAnswer ||
		!*sp.AuthnRequestsSigned ||
		!*sp.WantAssertionsSigned {
		t.Errorf("metadata %s", b)
	}
	if !strings.Contains(string(b), base64.StdEncoding.EncodeToString(c.Certificate.Raw)) {
		t.Error("they lack the certificate")
	}
	if bytes.Contains(b, []byte("PRIVATE")) {
		t.Error("they have a private key")
	}
}

// edited changes the XML of an answer.
func edited(t *testing.T, form url.Values, change func(string) string) url.Values {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(form.Get("SAMLResponse"))
	if err != nil {
		t.Fatal(err)
	}
	text := change(string(b))
	if text == string(b) {
		t.Error("nothing was changed")
	}
	return url.Values{"RelayState": form["RelayState"], "SAMLResponse": {base64.StdEncoding.EncodeToString([]byte(text))}}
}

func between(text, from, to string) (before, middle, after string) {
	before, rest, _ := strings.Cut(text, from)
	middle, after, _ = strings.Cut(rest, to)
	return before, from + middle + to, after
}

func TestBadSAMLAnswers(t *testing.T) {
	server, p, c := setUpSAML(t)
	bad := func(name string, p *provider.SAML, state, kept string, form url.Values) {
		t.Helper()
		if who, err := p.Finish(t.Context(), state, kept, form); !errors.Is(err, provider.ErrAnswer) {
			t.Errorf("%s: %v, %v", name, who, err)
		}
	}
	kept, form := comeSAML(t, server, p, "STATE")
	bad("another state", p, "OTHER", kept, form)
	bad("unsolicited", p, "STATE", "", form)
	bad("of another request", p, "STATE", "id-of-another", form)
	bad("nothing", p, "STATE", kept, url.Values{"RelayState": {"STATE"}})
	bad("no XML", p, "STATE", kept, url.Values{"RelayState": {"STATE"}, "SAMLResponse": {"AAAA"}})
	// Answers of this provider are encrypted for whom it knows to take them; those below are
	// readable, and so can be changed.
	m, err := p.Metadata()
	if err != nil {
		t.Fatal(err)
	}
	before, _, after := between(string(m), `<KeyDescriptor use="encryption">`, "</KeyDescriptor>")
	server.Know(t, []byte(before+after))
	kept, form = comeSAML(t, server, p, "STATE")
	if _, err := p.Finish(t.Context(), "STATE", kept, form); err != nil {
		t.Fatalf("unchanged: %v", err)
	}
	for name, change := range map[string]func(string) string{
		"of somebody else":   func(s string) string { return strings.ReplaceAll(s, ">zhang<", ">root<") },
		"with another group": func(s string) string { return strings.ReplaceAll(s, ">staff<", ">admin<") },
		"unsigned": func(s string) string {
			for strings.Contains(s, "<ds:Signature") {
				a, _, b := between(s, "<ds:Signature", "</ds:Signature>")
				s = a + b
			}
			return s
		},
		"for later": func(s string) string { return strings.ReplaceAll(s, "NotOnOrAfter=\"2", "NotOnOrAfter=\"3") },
		"failed":    func(s string) string { return strings.ReplaceAll(s, "status:Success", "status:Succes") },
		"for another site": func(s string) string {
			return strings.ReplaceAll(s, "Destination=\"https://zhiwen.test", "Destination=\"https://evil.example")
		},
		"with an entity": func(s string) string {
			return `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>` + strings.ReplaceAll(s, ">zhang<", ">&e;<")
		},
	} {
		text := edited(t, form, change)
		if who, err := p.Finish(t.Context(), "STATE", kept, text); err == nil || name != "failed" && !errors.Is(err, provider.ErrAnswer) {
			t.Errorf("%s: %v, %v", name, who, err)
		}
	}
	// A comment, which signatures leave out, does not cut a name off.
	commented := edited(t, form, func(s string) string { return strings.ReplaceAll(s, ">zhang<", ">zha<!-- -->ng<") })
	if who, err := p.Finish(t.Context(), "STATE", kept, commented); err == nil && who.Claims.First("uid") != "zhang" {
		t.Errorf("with a comment: it is taken to be of %v", who)
	}
	// A second assertion, unsigned, beside the signed one is not the one that counts.
	wrapped := edited(t, form, func(s string) string {
		_, assertion, _ := between(s, "<saml:Assertion", "</saml:Assertion>")
		a, _, b := between(assertion, "<ds:Signature", "</ds:Signature>")
		forged := strings.ReplaceAll(strings.ReplaceAll(a+b, ">zhang<", ">root<"), `ID="id-`, `ID="id-1`)
		return strings.Replace(s, "<saml:Assertion", forged+"<saml:Assertion", 1)
	})
	if who, err := p.Finish(t.Context(), "STATE", kept, wrapped); err == nil && who.Claims.First("uid") != "zhang" {
		t.Errorf("wrapped: it is taken to be of %v", who)
	}
	// The same answer to another service, and the answer of another provider by the same name.
	c.EntityID = "https://another.test/metadata"
	other, err := provider.NewSAML(c)
	if err != nil {
		t.Fatal(err)
	}
	bad("for another service", other, "STATE", kept, form)
	c.EntityID = entity
	server.Rekey(t)
	kept, form = comeSAML(t, server, p, "STATE")
	bad("by another key", p, "STATE", kept, form)
}

// Answers hold for minutes, and clocks may differ by some.
func TestTimes(t *testing.T) {
	server, p, _ := setUpSAML(t)
	now := crewjam.TimeNow
	t.Cleanup(func() { crewjam.TimeNow = now })
	for name, c := range map[string]struct {
		shift time.Duration
		good  bool
	}{
		"at once": {0, true}, "a minute later": {time.Minute, true}, "our clock a minute behind": {-time.Minute, true},
		"ten minutes later": {10 * time.Minute, false}, "ten minutes early": {-10 * time.Minute, false}, "a day later": {24 * time.Hour, false},
	} {
		crewjam.TimeNow = now
		kept, form := comeSAML(t, server, p, "STATE")
		crewjam.TimeNow = func() time.Time { return now().Add(c.shift) }
		_, err := p.Finish(t.Context(), "STATE", kept, form)
		if c.good && err != nil || !c.good && !errors.Is(err, provider.ErrAnswer) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What the provider begins by itself is refused.
func TestUnsolicited(t *testing.T) {
	server, p, _ := setUpSAML(t)
	server.Shortcut(t, entity)
	browser := providertest.Browser(t)
	begun, err := p.Begin(t.Context(), "STATE", false)
	if err != nil {
		t.Fatal(err)
	}
	server.LogIn(t, browser, begun.Location, "zhang")
	_, form := server.LogIn(t, browser, server.URL+"/login/shortcut", "zhang")
	for _, kept := range []string{"", "id-of-a-request"} {
		form.Set("RelayState", "STATE")
		if who, err := p.Finish(t.Context(), "STATE", kept, form); !errors.Is(err, provider.ErrAnswer) {
			t.Errorf("kept %q: %v, %v", kept, who, err)
		}
	}
}

func TestProviderMetadata(t *testing.T) {
	server, _, c := setUpSAML(t)
	c.Provider = server.URL + "/nowhere"
	p, err := provider.NewSAML(c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Begin(t.Context(), "STATE", false); !errors.Is(err, provider.ErrUnreachable) {
		t.Errorf("none: %v", err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"empty": "", "page": "<html></html>", "us": `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="x"/>`} {
		c.Provider = filepath.Join(dir, name)
		if err := os.WriteFile(c.Provider, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if p, err = provider.NewSAML(c); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Begin(t.Context(), "STATE", false); !errors.Is(err, provider.ErrUnreachable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, change := range map[string]func(*provider.SAMLConfig){
		"plain HTTP":     func(c *provider.SAMLConfig) { c.Provider = "http://idp.example.org/metadata" },
		"no key":         func(c *provider.SAMLConfig) { c.Key = nil },
		"no certificate": func(c *provider.SAMLConfig) { c.Certificate = nil },
		"another's":      func(c *provider.SAMLConfig) { _, c.Certificate = providertest.KeyPair(t) },
	} {
		c := c
		change(&c)
		if _, err := provider.NewSAML(c); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
