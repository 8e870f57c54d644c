package library

import (
	"errors"
	"strings"

	"zhiwen/extract"
)

// failures pairs the errors of package extract with their names, in the order
// in which they are tried.
var failures = []struct {
	err  error
	name Failure
}{
	{extract.ErrUnsupported, FailureUnsupported},
	{extract.ErrEmpty, FailureEmpty},
	{extract.ErrTooLarge, FailureTooLarge},
	{extract.ErrDamaged, FailureDamaged},
	{extract.ErrEncrypted, FailureEncrypted},
	{extract.ErrNoText, FailureNoText},
	{extract.ErrLimits, FailureLimits},
}

// FailureOf names an error: one of package extract's by its own name, every
// other one FailureInternal, and nil "". That of a file whose pages are
// pictures holds their numbers too.
func FailureOf(err error) Failure {
	if err == nil {
		return ""
	}
	var pictures *extract.PictureError
	if errors.As(err, &pictures) {
		return FailureNoText + pagesMark + Failure(pictures.List())
	}
	for _, f := range failures {
		if errors.Is(err, f.err) {
			return f.name
		}
	}
	return FailureInternal
}

// pagesMark stands between a failure and the pages it is about.
const pagesMark = ":"

// Name gives the failure without pages: one of the constants.
func (f Failure) Name() Failure {
	name, _, _ := strings.Cut(string(f), pagesMark)
	return Failure(name)
}

// Pages lists the pages that f is about, as "1-3, 7"; "" for none.
func (f Failure) Pages() string {
	_, pages, _ := strings.Cut(string(f), pagesMark)
	return pages
}

// Err gives the error of package extract that f names, of which FailureOf gives
// f again; nil for FailureInternal, "" and unknown names.
func (f Failure) Err() error {
	for _, known := range failures {
		if known.name == f.Name() {
			if pages := extract.ParsePages(f.Pages()); len(pages) > 0 {
				return &extract.PictureError{Pages: pages}
			}
			return known.err
		}
	}
	return nil
}
