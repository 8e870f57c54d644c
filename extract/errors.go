package extract

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The ways in which a file can be unusable. Every error of reading wraps exactly one of them (test
// with errors.Is) or the context's error.
var (
	ErrUnsupported = errors.New("this kind of file is not supported")
	ErrEmpty       = errors.New("the file is empty")
	ErrTooLarge    = errors.New("the file is too large")
	ErrDamaged     = errors.New("the file is damaged")
	ErrEncrypted   = errors.New("the file is protected by a password")
	ErrNoText      = errors.New("the file holds no text")
	ErrLimits      = errors.New("the file needs more time or memory than one file may use")
)

// Errors lists them with their names. A name is stable: the reading child process reports it to its
// parent, it is stored with files that could not be read, and it selects the message in the web
// catalogue ("fault.NAME.title", "fault.NAME.advice").
var Errors = []struct {
	Name string
	Err  error
}{
	{"unsupported", ErrUnsupported},
	{"empty", ErrEmpty},
	{"too-large", ErrTooLarge},
	{"damaged", ErrDamaged},
	{"encrypted", ErrEncrypted},
	{"no-text", ErrNoText},
	{"limits", ErrLimits},
}

// ErrorName returns the name of the one of Errors that err wraps, or "".
func ErrorName(err error) string {
	for _, e := range Errors {
		if errors.Is(err, e.Err) {
			return e.Name
		}
	}
	return ""
}

// ErrorNamed returns the one of Errors with a name, or nil.
func ErrorNamed(name string) error {
	for _, e := range Errors {
		if e.Name == name {
			return e.Err
		}
	}
	return nil
}

// PictureError is ErrNoText for a file that contains only pictures that could not be read, as pages
// or in a document without pages.
type PictureError struct {
	Pages    []int // that are pictures, from 1, ascending
	Pictures int   // number of pictures in a document without pages
}

func (e *PictureError) Error() string {
	if len(e.Pages) == 0 {
		return fmt.Sprintf("%s: it holds nothing but %d pictures", ErrNoText, e.Pictures)
	}
	return ErrNoText.Error() + ": pages " + e.List() + " are pictures"
}

// Unwrap returns ErrNoText.
func (e *PictureError) Unwrap() error { return ErrNoText }

// List returns the pages as "1-3, 7", shortened if there are very many.
func (e *PictureError) List() string { return PageList(e.Pages) }

// ParsePages parses the output of List as far as it is readable; what List left out is missing.
func ParsePages(list string) []int {
	var out []int
	for part := range strings.SplitSeq(list, ", ") {
		from, to, ok := strings.Cut(part, "-")
		a, err := strconv.Atoi(from)
		b, err2 := strconv.Atoi(to)
		if !ok {
			b, err2 = a, nil
		}
		if err != nil || err2 != nil || a < 1 || b < a || b-a > DefaultMaxPages {
			continue
		}
		for n := a; n <= b; n++ {
			out = append(out, n)
		}
	}
	return out
}
