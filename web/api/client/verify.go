package client

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"
)

// ErrSignature reports a message that the server did not sign, or that is too old.
var ErrSignature = errors.New("the signature does not fit")

// Verify reports whether a message to a webhook was signed by the server: signature is the header
// Zhiwen-Signature, body what came. A message whose time is further from now than tolerance
// is refused; 0 looks at no time.
func Verify(secret, signature string, body []byte, now time.Time, tolerance time.Duration) error {
	var seconds, sum string
	for part := range strings.SplitSeq(signature, ",") {
		switch name, value, _ := strings.Cut(strings.TrimSpace(part), "="); name {
		case "t":
			seconds = value
		case "v1":
			sum = value
		}
	}
	given, err := hex.DecodeString(sum)
	at, err2 := strconv.ParseInt(seconds, 10, 64)
	if err != nil || err2 != nil {
		return ErrSignature
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(seconds + "."))
	mac.Write(body)
	if !hmac.Equal(mac.Sum(nil), given) {
		return ErrSignature
	}
	if age := now.Sub(time.Unix(at, 0)); tolerance > 0 && (age > tolerance || age < -tolerance) {
		return ErrSignature
	}
	return nil
}
