package host

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"zhiwen/checker/record"
	"zhiwen/server/config"
	"zhiwen/web/auth"
	"zhiwen/web/auth/provider"
)

// Ways say by what people log in, beside passwords, and what becomes of what other
// providers say of them (docs/accounts.md).
type Ways struct {
	OIDC oidcLogin `embed:"" prefix:"oidc-" envprefix:"ZHIWEN_OIDC_"`
	SAML samlLogin `embed:"" prefix:"saml-" envprefix:"ZHIWEN_SAML_"`
	CAS  casLogin  `embed:"" prefix:"cas-" envprefix:"ZHIWEN_CAS_"`

	LoginClaims       []string `env:"ZHIWEN_LOGIN_CLAIMS" default:"preferred_username,uid,user" placeholder:"CLAIM" help:"Claims of institutional logins that give the username; the first one with a value is used."`
	NameClaims        []string `env:"ZHIWEN_NAME_CLAIMS" default:"name,displayName,cn" placeholder:"CLAIM" help:"Claims that give the name, in the same way."`
	InstitutionClaims []string `env:"ZHIWEN_INSTITUTION_CLAIMS" default:"organization,o" placeholder:"CLAIM" help:"Claims that give the institution, in the same way; conflicts of interest are determined from it."`
	RoleRules         []string `env:"ZHIWEN_ROLE_RULES" sep:";" placeholder:"CLAIM=VALUE:ROLE" help:"Roles given by claims of institutional logins, separated by ;. They are determined at each login."`
	DefaultRoles      []string `env:"ZHIWEN_DEFAULT_ROLES" placeholder:"ROLE" help:"Roles of people to whom no rule gives one; if empty, they are refused."`
	NewAccounts       bool     `env:"ZHIWEN_NEW_ACCOUNTS" help:"Create accounts for people at their first institutional login; otherwise only invited people can log in."`
	Passwords         bool     `env:"ZHIWEN_PASSWORDS" default:"true" negatable:"" help:"Users can log in with a password of their own."`
}

// labels are the texts of the button of a log-in.
type labels struct {
	LabelZH string `name:"label-zh" env:"LABEL_ZH" placeholder:"TEXT" help:"Chinese label of its button."`
	LabelEN string `name:"label-en" env:"LABEL_EN" placeholder:"TEXT" help:"English label of its button."`
}

type oidcLogin struct {
	Issuer           string   `env:"ISSUER" placeholder:"URL" help:"OpenID provider for logging in, by its issuer name."`
	ClientID         string   `env:"CLIENT_ID" placeholder:"ID" help:"Client ID of this server at the provider."`
	ClientSecretFile string   `type:"path" env:"CLIENT_SECRET_FILE" placeholder:"FILE" help:"File with the client secret; public clients have none."`
	Scopes           []string `env:"SCOPES" default:"profile,email" placeholder:"SCOPE" help:"Scopes to request in addition to openid."`
	labels
}

type samlLogin struct {
	Metadata    string `env:"METADATA" placeholder:"FILE|URL" help:"Metadata of the SAML identity provider for logging in."`
	Key         string `type:"path" env:"KEY" placeholder:"FILE" help:"Key that signs requests; by default, one is created in the data folder."`
	Certificate string `type:"path" env:"CERTIFICATE" placeholder:"FILE" help:"Certificate of that key."`
	Subject     string `env:"SUBJECT" placeholder:"ATTRIBUTE" help:"Attribute that permanently identifies a person; the default is the persistent NameID."`
	labels
}

type casLogin struct {
	URL string `name:"url" env:"URL" placeholder:"URL" help:"CAS server for logging in."`
	labels
}

// The keys of the providers: accounts are stored with them, and addresses have them.
const (
	byOIDC = "oidc"
	bySAML = "saml"
	byCAS  = "cas"
)

func (l *Ways) any() bool { return l.OIDC.Issuer != "" || l.SAML.Metadata != "" || l.CAS.URL != "" }

// Faults returns what is wrong with the settings of log-ins, of a server that is reached at
// url.
func (l *Ways) Faults(url string) (faults []config.Fault) {
	blame := func(setting, message string, args ...any) {
		faults = append(faults, config.Wrong(setting, message, args...))
	}
	secure := func(setting, value string) {
		if value != "" && provider.CheckURL(value) != nil {
			blame(setting, "login.insecure", "Value", value)
		}
	}
	secure("oidc-issuer", l.OIDC.Issuer)
	secure("cas-url", l.CAS.URL)
	if strings.Contains(l.SAML.Metadata, "://") {
		secure("saml-metadata", l.SAML.Metadata)
	} else if l.SAML.Metadata != "" {
		if _, err := os.Stat(l.SAML.Metadata); err != nil {
			blame("saml-metadata", "noFile", "File", l.SAML.Metadata)
		}
	}
	if l.any() && url == "" {
		blame("url", "login.noURL")
	}
	if l.OIDC.Issuer != "" && l.OIDC.ClientID == "" {
		blame("oidc-client-id", "login.noClient")
	}
	if file := l.OIDC.ClientSecretFile; file != "" {
		if secret, err := secretIn(file); err != nil || secret == "" {
			blame("oidc-client-secret-file", "login.noSecret", "File", file)
		}
	}
	if (l.SAML.Key == "") != (l.SAML.Certificate == "") {
		blame("saml-certificate", "login.noPair")
	} else if l.SAML.Key != "" {
		if _, _, err := readPair(l.SAML.Key, l.SAML.Certificate); err != nil {
			blame("saml-key", "login.badPair", "Reason", err.Error())
		}
	}
	for _, rule := range l.RoleRules {
		if _, err := auth.ReadRoleRule(rule); err != nil {
			blame("role-rules", "login.rule", "Value", rule, "Roles", roleNames())
		}
	}
	for _, role := range l.DefaultRoles {
		if !slices.Contains(record.Roles(), record.Role(role)) {
			blame("default-roles", "login.role", "Value", role, "Roles", roleNames())
		}
	}
	if l.NewAccounts && len(l.RoleRules) == 0 && len(l.DefaultRoles) == 0 {
		blame("new-accounts", "login.noRoles")
	}
	if !l.Passwords && !l.any() {
		blame("passwords", "login.noWay")
	}
	return faults
}

// roleNames returns the roles, as settings name them.
func roleNames() string { return strings.ReplaceAll(record.JoinRoles(record.Roles()), ",", ", ") }

// secretIn reads a secret from a file of its own.
func secretIn(file string) (string, error) {
	b, err := os.ReadFile(file)
	return strings.TrimSpace(string(b)), err
}

// LogIn is that of a server that is reached at url, over its accounts.
func (l *Ways) LogIn(store auth.Store, folder, url string) (*auth.Service, error) {
	url = strings.TrimSuffix(url, "/")
	var outside []auth.Outside
	add := func(key string, x labels, p provider.Provider, err error) error {
		if err != nil {
			return err
		}
		o := auth.Outside{
			Key: key, Labels: map[string]string{"zh": x.LabelZH, "en": x.LabelEN}, Provider: p,
			Login: l.LoginClaims, Name: l.NameClaims, Institution: l.InstitutionClaims,
			Default: record.ReadRoles(strings.Join(l.DefaultRoles, ",")), Join: l.NewAccounts,
		}
		for _, text := range l.RoleRules {
			rule, err := auth.ReadRoleRule(text)
			if err != nil {
				return err
			}
			o.Roles = append(o.Roles, rule)
		}
		outside = append(outside, o)
		return nil
	}
	answer := func(key string) string { return url + "/login/with/" + key + "/answer" }
	after := url + "/login"
	if l.OIDC.Issuer != "" {
		secret := ""
		if l.OIDC.ClientSecretFile != "" {
			var err error
			if secret, err = secretIn(l.OIDC.ClientSecretFile); err != nil {
				return nil, fmt.Errorf("secret of the OpenID client: %w", err)
			}
		}
		p, err := provider.NewOpenID(provider.OpenIDConfig{
			Issuer: l.OIDC.Issuer, ClientID: l.OIDC.ClientID, Secret: secret, Scopes: l.OIDC.Scopes, Answer: answer(byOIDC), After: after,
		})
		if err := add(byOIDC, l.OIDC.labels, p, err); err != nil {
			return nil, err
		}
	}
	if l.SAML.Metadata != "" {
		key, certificate, err := l.SAML.pair(folder)
		if err != nil {
			return nil, err
		}
		p, err := provider.NewSAML(provider.SAMLConfig{
			Provider: l.SAML.Metadata, EntityID: url + "/login/with/saml/metadata", Answer: answer(bySAML), Key: key,
			Certificate: certificate, Subject: l.SAML.Subject,
		})
		if err := add(bySAML, l.SAML.labels, p, err); err != nil {
			return nil, err
		}
	}
	if l.CAS.URL != "" {
		p, err := provider.NewCAS(provider.CASConfig{Server: l.CAS.URL, Answer: answer(byCAS), After: after})
		if err := add(byCAS, l.CAS.labels, p, err); err != nil {
			return nil, err
		}
	}
	options := []auth.Option{auth.WithOutside(outside...)}
	if !l.Passwords {
		options = append(options, auth.WithoutPasswords())
	}
	return auth.New(store, nil, options...), nil
}

// The key that SAML requests are signed by where no other is named.
const (
	samlKeyFile         = "saml-key.pem"
	samlCertificateFile = "saml-certificate.pem"
	// samlLife is how long its certificate holds: whoever gets a new one has to give the
	// provider new metadata.
	samlLife = 10 * 365 * 24 * time.Hour
)

// pair returns the key that requests are signed by, with its certificate, and makes one
// where none is named and there is none.
func (l *samlLogin) pair(folder string) (crypto.Signer, *x509.Certificate, error) {
	if l.Key != "" {
		return readPair(l.Key, l.Certificate)
	}
	keyPath, certificatePath := filepath.Join(folder, samlKeyFile), filepath.Join(folder, samlCertificateFile)
	key, certificate, err := readPair(keyPath, certificatePath)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, certificate, err
	}
	made, err := rsa.GenerateKey(rand.Reader, 3072) // many providers take no other kind
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Zhiwen"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(samlLife),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, made.Public(), made)
	if err != nil {
		return nil, nil, err
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(made)
	if err != nil {
		return nil, nil, err
	}
	// The certificate first: a key without one is made anew.
	for _, f := range []struct {
		path, kind string
		bytes      []byte
	}{{certificatePath, "CERTIFICATE", der}, {keyPath, "PRIVATE KEY", encoded}} {
		if err := os.WriteFile(f.path, pem.EncodeToMemory(&pem.Block{Type: f.kind, Bytes: f.bytes}), 0o600); err != nil {
			return nil, nil, fmt.Errorf("keep the key of SAML requests: %w", err)
		}
	}
	return readPair(keyPath, certificatePath)
}

// readPair reads a key and its certificate.
func readPair(keyPath, certificatePath string) (crypto.Signer, *x509.Certificate, error) {
	keyBlock, err := readPEM(keyPath)
	if err != nil {
		return nil, nil, err
	}
	certificateBlock, err := readPEM(certificatePath)
	if err != nil {
		return nil, nil, err
	}
	certificate, err := x509.ParseCertificate(certificateBlock)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", certificatePath, err)
	}
	key, err := readKey(keyBlock)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", keyPath, err)
	}
	if public, ok := key.Public().(interface{ Equal(crypto.PublicKey) bool }); !ok || !public.Equal(certificate.PublicKey) {
		return nil, nil, fmt.Errorf("%s is the certificate of another key than %s", certificatePath, keyPath)
	}
	return key, certificate, nil
}

func readPEM(path string) ([]byte, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(b)
	if block == nil {
		return nil, fmt.Errorf("%s is no PEM file", path)
	}
	return block.Bytes, nil
}

// readKey reads a key in any of the forms in which OpenSSL writes them.
func readKey(der []byte) (crypto.Signer, error) {
	if key, err := x509.ParsePKCS1PrivateKey(der); err == nil {
		return key, nil
	}
	if key, err := x509.ParseECPrivateKey(der); err == nil {
		return key, nil
	}
	key, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return nil, err
	}
	switch k := key.(type) {
	case *rsa.PrivateKey:
		return k, nil
	case *ecdsa.PrivateKey:
		if k.Curve == elliptic.P256() || k.Curve == elliptic.P384() || k.Curve == elliptic.P521() {
			return k, nil
		}
	}
	return nil, fmt.Errorf("a key of type %T cannot sign requests: use RSA or ECDSA", key)
}
