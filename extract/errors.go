package extract

import "errors"

// The ways in which a file can be unusable. Every error of this package wraps
// exactly one of them (test with errors.Is) or the context's error. Each has a
// message for readers in the web catalogue and on the command line.
var (
	ErrUnsupported = errors.New("this kind of file is not supported")
	ErrEmpty       = errors.New("the file is empty")
	ErrTooLarge    = errors.New("the file is too large")
	ErrDamaged     = errors.New("the file is damaged")
	ErrEncrypted   = errors.New("the file is protected by a password")
	ErrNoText      = errors.New("the file holds no text")
	ErrLimits      = errors.New("the file needs more time or memory than one file may use")
)
