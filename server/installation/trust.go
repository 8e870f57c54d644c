package installation

import (
	"crypto/x509"
	"os"
	"regexp"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/stamp"
	"zhiwen/internal/wrap"
)

// Signers says whose signatures are believed. It is part of every command that
// looks at signatures.
type Signers struct {
	Key []string `placeholder:"FILE|FINGERPRINT" help:"Public key to trust, in addition to those of the data folder or --database-url."`

	// Known are the keys that are trusted: of the flags, and those of the installation that the
	// command adds.
	Known        []evidence.PublicKey `kong:"-"`
	fingerprints []string
}

var fingerprintForm = regexp.MustCompile(`^[0-9a-f]{32}$`)

// KeyFault is a fault of a setting that names a key.
type KeyFault struct {
	Key  string // as it was typed
	File bool   // it is a file without a public key; else neither a file nor a fingerprint
}

// Error returns the fault in English.
func (f *KeyFault) Error() string { return "--key: no public key: " + f.Key }

// ReadSigners reads the keys that the flags name. The error is a *KeyFault.
func (k *Signers) ReadSigners() error {
	for _, key := range k.Key {
		if fingerprintForm.MatchString(key) {
			k.fingerprints = append(k.fingerprints, key)
			continue
		}
		text, err := os.ReadFile(key)
		if err != nil {
			return &KeyFault{key, false}
		}
		keys, err := evidence.ParsePublicKeys(text)
		if err != nil {
			return &KeyFault{key, true}
		}
		k.Known = append(k.Known, keys...)
	}
	return nil
}

// Trusts reports whether the trusted keys contain one of the keys, each of which belongs to a good
// signature of the same evidence.
func (k *Signers) Trusts(keys []evidence.PublicKey) bool {
	return slices.ContainsFunc(keys, func(key evidence.PublicKey) bool {
		return slices.Contains(k.Known, key) || slices.Contains(k.fingerprints, key.Fingerprint())
	})
}

// Authorities says whose time stamps are believed. It is part of every command that
// looks at them.
type Authorities struct {
	TSACA string `name:"tsa-ca" type:"existingfile" env:"ZHIWEN_TSA_CA" placeholder:"FILE" help:"Certificates (PEM) of the authorities that certify the time stamp service."`
}

// AuthorityPool reads the certificates; nil where none are named.
func (a Authorities) AuthorityPool() (*x509.CertPool, error) {
	if a.TSACA == "" {
		return nil, nil
	}
	text, err := os.ReadFile(a.TSACA)
	if err != nil {
		return nil, err
	}
	pool, err := stamp.Authorities(text)
	return pool, wrap.Error(err, "%s", a.TSACA)
}
