//go:build !unix

package reader

import (
	"errors"
	"os"
)

// lockFolder fails: a lock that does not end with its owner would be worse.
func lockFolder(*os.File) error { return errors.ErrUnsupported }
