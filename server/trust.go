package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"

	"zhiwen/checker/evidence"
)

// trustedKeys says whose signatures are believed. It is part of every command that
// looks at signatures.
type trustedKeys struct {
	Key []string `placeholder:"FILE|FINGERPRINT" help:"A public key to trust, beside those of the data folder or of --database-url."`

	trusted      []evidence.PublicKey
	fingerprints []string
}

var fingerprintForm = regexp.MustCompile(`^[0-9a-f]{32}$`)

// readKeys reads the keys that the flags name.
func (k *trustedKeys) readKeys() error {
	for _, key := range k.Key {
		if fingerprintForm.MatchString(key) {
			k.fingerprints = append(k.fingerprints, key)
			continue
		}
		text, err := os.ReadFile(key)
		if err != nil {
			return fmt.Errorf("--key: neither a file nor a fingerprint of 32 digits: %w", err)
		}
		keys, err := evidence.ParsePublicKeys(text)
		if err != nil {
			return fmt.Errorf("--key %s: %w", key, err)
		}
		k.trusted = append(k.trusted, keys...)
	}
	return nil
}

// trusts says whether a key is among those.
func (k *trustedKeys) trusts(key evidence.PublicKey) bool {
	return slices.Contains(k.trusted, key) || slices.Contains(k.fingerprints, key.Fingerprint())
}
