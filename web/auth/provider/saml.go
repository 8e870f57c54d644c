package provider

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"zhiwen/internal/each"

	xrv "github.com/mattermost/xml-roundtrip-validator"

	"github.com/crewjam/saml"
	dsig "github.com/russellhaering/goxmldsig"
)

// SAMLConfig configures this server as the service provider of an identity provider.
type SAMLConfig struct {
	Provider    string // file or https address of its metadata
	EntityID    string // under which it knows us, and where our metadata are
	Answer      string // our address to which browsers post its answers
	Key         crypto.Signer
	Certificate *x509.Certificate
	Subject     string // attribute that names a person for ever; "" is the NameID, which must not be transient
	Clock       Clock
}

// SAML is an identity provider. Its metadata are read when they are first needed, and
// again when they are a day old. It is safe for concurrent use.
type SAML struct {
	config         SAMLConfig
	method         string
	entity, answer *url.URL
	client         *http.Client

	mu     sync.Mutex
	known  *saml.EntityDescriptor
	readAt time.Time
}

// NewSAML makes a provider.
func NewSAML(c SAMLConfig) (*SAML, error) {
	p := &SAML{config: c, client: Client()}
	if strings.Contains(c.Provider, "://") {
		if err := CheckURL(c.Provider); err != nil {
			return nil, fmt.Errorf("saml: metadata: %w", err)
		}
	}
	switch c.Key.(type) {
	case *rsa.PrivateKey:
		p.method = dsig.RSASHA256SignatureMethod
	case *ecdsa.PrivateKey:
		p.method = dsig.ECDSASHA256SignatureMethod
	default:
		return nil, fmt.Errorf("saml: a key of type %T cannot sign: use RSA or ECDSA", c.Key)
	}
	if c.Certificate == nil {
		return nil, errors.New("saml: no certificate")
	}
	public, ok := c.Key.Public().(interface{ Equal(crypto.PublicKey) bool })
	if !ok || !public.Equal(c.Certificate.PublicKey) {
		return nil, errors.New("saml: the certificate is of another key")
	}
	var err error
	if p.entity, err = url.Parse(c.EntityID); err != nil {
		return nil, fmt.Errorf("saml: %w", err)
	}
	if p.answer, err = url.Parse(c.Answer); err != nil {
		return nil, fmt.Errorf("saml: %w", err)
	}
	return p, nil
}

// metadataLife is how long metadata of a provider are not read anew.
const metadataLife = 24 * time.Hour

// metadata returns those of the provider. Old ones hold where no new ones can be had.
func (p *SAML) metadata(ctx context.Context) (*saml.EntityDescriptor, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.config.Clock.Now()
	if p.known != nil && now.Sub(p.readAt) < metadataLife {
		return p.known, nil
	}
	known, err := p.readMetadata(ctx)
	if err != nil && p.known == nil {
		return nil, fmt.Errorf("saml: metadata of the provider: %w: %w", ErrUnreachable, err)
	}
	if err == nil {
		p.known = known
	}
	p.readAt = now
	return p.known, nil
}

func (p *SAML) readMetadata(ctx context.Context) (*saml.EntityDescriptor, error) {
	b, err := p.fetch(ctx)
	if err != nil {
		return nil, err
	}
	if err := xrv.Validate(bytes.NewReader(b)); err != nil {
		return nil, err
	}
	var one saml.EntityDescriptor
	if err := xml.Unmarshal(b, &one); err != nil {
		var several saml.EntitiesDescriptor
		if other := xml.Unmarshal(b, &several); other != nil {
			return nil, err
		}
		providers := each.Where(several.EntityDescriptors, func(e saml.EntityDescriptor) bool { return len(e.IDPSSODescriptors) > 0 })
		if len(providers) != 1 {
			return nil, fmt.Errorf("it describes %d identity providers, not one: keep that of yours in a file", len(providers))
		}
		one = providers[0]
	}
	if one.EntityID == "" || len(one.IDPSSODescriptors) == 0 {
		return nil, errors.New("it describes no identity provider")
	}
	return &one, nil
}

func (p *SAML) fetch(ctx context.Context) ([]byte, error) {
	if !strings.Contains(p.config.Provider, "://") {
		return os.ReadFile(p.config.Provider)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.config.Provider, nil)
	if err != nil {
		return nil, err
	}
	answer, err := p.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", answer.StatusCode)
	}
	return io.ReadAll(answer.Body)
}

// service is us before a provider.
func (p *SAML) service(known *saml.EntityDescriptor) *saml.ServiceProvider {
	format := saml.PersistentNameIDFormat
	if p.config.Subject != "" {
		format = saml.UnspecifiedNameIDFormat
	}
	return &saml.ServiceProvider{
		EntityID: p.config.EntityID, Key: p.config.Key, Certificate: p.config.Certificate, MetadataURL: *p.entity, AcsURL: *p.answer,
		IDPMetadata: known, SignatureMethod: p.method, AuthnNameIDFormat: format, ValidateAudienceRestriction: p.forUs,
	}
}

// forUs refuses an assertion for somebody else, or one that does not state its audience.
func (p *SAML) forUs(a *saml.Assertion) error {
	if a.Conditions == nil || len(a.Conditions.AudienceRestrictions) == 0 {
		return errors.New("it does not say for whom it is")
	}
	for _, r := range a.Conditions.AudienceRestrictions {
		if r.Audience.Value != p.config.EntityID {
			return fmt.Errorf("it is for %q", r.Audience.Value)
		}
	}
	return nil
}

// Metadata returns what a provider has to know of us, as XML.
func (p *SAML) Metadata() ([]byte, error) {
	m := p.service(&saml.EntityDescriptor{}).Metadata()
	for i := range m.SPSSODescriptors {
		// Answers come by POST alone.
		services := &m.SPSSODescriptors[i].AssertionConsumerServices
		*services = (*services)[:1]
		m.SPSSODescriptors[i].ValidUntil = nil
	}
	m.ValidUntil = p.config.Certificate.NotAfter
	b, err := xml.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("saml: our metadata: %w", err)
	}
	return append([]byte(xml.Header), append(b, '\n')...), nil
}

// Begin implements provider.Provider.
func (p *SAML) Begin(ctx context.Context, state string, again bool) (Begun, error) {
	known, err := p.metadata(ctx)
	if err != nil {
		return Begun{}, err
	}
	sp := p.service(known)
	if again {
		sp.ForceAuthn = &again
	}
	to := sp.GetSSOBindingLocation(saml.HTTPRedirectBinding)
	if to == "" {
		return Begun{}, fmt.Errorf("saml: %w: it takes no requests by redirect", ErrUnreachable)
	}
	if err := CheckURL(to); err != nil {
		return Begun{}, fmt.Errorf("saml: %w: %w", ErrUnreachable, err)
	}
	request, err := sp.MakeAuthenticationRequest(to, saml.HTTPRedirectBinding, saml.HTTPPostBinding)
	if err != nil {
		return Begun{}, fmt.Errorf("saml: make a request: %w", err)
	}
	address, err := request.Redirect(url.QueryEscape(state), sp)
	if err != nil {
		return Begun{}, fmt.Errorf("saml: sign a request: %w", err)
	}
	return Begun{Location: address.String(), Kept: request.ID}, nil
}

// Finish implements provider.Provider: the answer is the form that a browser has posted.
func (p *SAML) Finish(ctx context.Context, state, kept string, answer url.Values) (Identity, error) {
	refused := func(err error) error { return fmt.Errorf("saml: %w: %w", ErrAnswer, err) }
	if answer.Get("RelayState") != state || kept == "" {
		return Identity{}, refused(errors.New("another state"))
	}
	known, err := p.metadata(ctx)
	if err != nil {
		return Identity{}, err
	}
	response, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(answer.Get("SAMLResponse")), ""))
	if err != nil {
		return Identity{}, refused(err)
	}
	a, err := p.service(known).ParseXMLResponse(response, []string{kept}, *p.answer)
	if err != nil {
		var invalid *saml.InvalidResponseError
		if errors.As(err, &invalid) {
			err = invalid.PrivateErr
		}
		var status saml.ErrBadStatus
		if errors.As(err, &status) {
			return Identity{}, fmt.Errorf("saml: %w: %w", ErrCancelled, err)
		}
		return Identity{}, refused(err)
	}
	if err := bearer(a); err != nil {
		return Identity{}, refused(err)
	}
	claims := claimsOf(a)
	subject := claims.First(p.config.Subject)
	if p.config.Subject == "" {
		if a.Subject.NameID == nil || a.Subject.NameID.Format == string(saml.TransientNameIDFormat) {
			return Identity{}, refused(errors.New("its NameID is another one each time: name the attribute that identifies people"))
		}
		subject = a.Subject.NameID.Value
	}
	if subject == "" {
		return Identity{}, refused(errors.New("it is of nobody"))
	}
	return Identity{Subject: known.EntityID + "|" + subject, Claims: claims}, nil
}

// bearer refuses an assertion that is not a bearer assertion for the sender of the answer to a
// request: the library checks each confirmation, but accepts an assertion without any.
func bearer(a *saml.Assertion) error {
	if a.Subject == nil || len(a.Subject.SubjectConfirmations) == 0 {
		return errors.New("nothing confirms whom it is about")
	}
	for _, c := range a.Subject.SubjectConfirmations {
		if c.Method != "urn:oasis:names:tc:SAML:2.0:cm:bearer" {
			return fmt.Errorf("it is confirmed by %q", c.Method)
		}
	}
	return nil
}

// nameID is the claim that has the NameID.
const nameID = "NameID"

// claimsOf returns attributes by their names and by their friendly names.
func claimsOf(a *saml.Assertion) Claims {
	claims := Claims{}
	for _, s := range a.AttributeStatements {
		for _, x := range s.Attributes {
			values := each.Of(x.Values, func(v saml.AttributeValue) string { return strings.TrimSpace(v.Value) })
			claims[x.Name] = append(claims[x.Name], values...)
			if x.FriendlyName != "" && x.FriendlyName != x.Name {
				claims[x.FriendlyName] = append(claims[x.FriendlyName], values...)
			}
		}
	}
	if a.Subject != nil && a.Subject.NameID != nil {
		claims[nameID] = []string{a.Subject.NameID.Value}
	}
	return claims
}
