package library

import (
	"errors"
	"slices"
	"strconv"
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
// pictures holds their numbers too, that of a document of nothing but pictures
// how many they are; that of a file that is not read, its kind.
func FailureOf(err error) Failure {
	if err == nil {
		return ""
	}
	var pictures *extract.PictureError
	if errors.As(err, &pictures) {
		if len(pictures.Pages) == 0 {
			return FailureNoText + detailMark + picturesMark + Failure(strconv.Itoa(pictures.Pictures))
		}
		return FailureNoText + detailMark + Failure(pictures.List())
	}
	var kind *extract.KindError
	if errors.As(err, &kind) {
		return FailureUnsupported + detailMark + Failure(kind.Kind)
	}
	for _, f := range failures {
		if errors.Is(err, f.err) {
			return f.name
		}
	}
	return FailureInternal
}

// detailMark stands between a failure and the pages, or the kind of file, that
// it is about.
const detailMark = ":"

// picturesMark stands before how many pictures a failure is about.
const picturesMark = "pictures "

// Name gives the failure without what it is about: one of the constants.
func (f Failure) Name() Failure {
	name, _, _ := strings.Cut(string(f), detailMark)
	return Failure(name)
}

// Pages lists the pages that f is about, as "1-3, 7"; "" for none.
func (f Failure) Pages() string {
	if f.Name() != FailureNoText || f.Pictures() > 0 {
		return ""
	}
	_, pages, _ := strings.Cut(string(f), detailMark)
	return pages
}

// Pictures gives how many pictures f is about, in a document without pages.
func (f Failure) Pictures() int {
	count, ok := strings.CutPrefix(string(f), string(FailureNoText)+detailMark+picturesMark)
	n, err := strconv.Atoi(count)
	if !ok || err != nil {
		return 0
	}
	return n
}

// Kind gives the kind of file that f is about; "" where it is about none.
func (f Failure) Kind() extract.Kind {
	_, kind, _ := strings.Cut(string(f), detailMark)
	if f.Name() != FailureUnsupported || !slices.Contains(extract.Kinds, extract.Kind(kind)) {
		return ""
	}
	return extract.Kind(kind)
}

// Err gives the error of package extract that f names, of which FailureOf gives
// f again; nil for FailureInternal, "" and unknown names.
func (f Failure) Err() error {
	for _, known := range failures {
		if known.name == f.Name() {
			if pages, n := extract.ParsePages(f.Pages()), f.Pictures(); len(pages) > 0 || n > 0 {
				return &extract.PictureError{Pages: pages, Pictures: n}
			}
			if kind := f.Kind(); kind != "" {
				return &extract.KindError{Kind: kind}
			}
			return known.err
		}
	}
	return nil
}
