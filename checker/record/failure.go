package record

import (
	"errors"

	"zhiwen/extract"
)

// FailureName names why a document or a check failed. The values are stable:
// pages translate them, databases keep them.
type FailureName string

// The names of failures. All but the last two are those of extract.Errors.
const (
	FailureUnsupported FailureName = "unsupported"
	FailureEmpty       FailureName = "empty"
	FailureTooLarge    FailureName = "too-large"
	FailureDamaged     FailureName = "damaged"
	FailureEncrypted   FailureName = "encrypted"
	FailureNoText      FailureName = "no-text"
	FailureLimits      FailureName = "limits"
	FailureInterrupted FailureName = "interrupted" // the program ended again and again while it was at it
	FailureInternal    FailureName = "internal"
)

// ErrInterrupted says that work was begun and cut off so often that a person should
// look: nothing is known against the file.
var ErrInterrupted = errors.New("interrupted too often")

// Failure says why a document or a check failed, and what a reader must know to
// do something about it. The zero value is no failure. Failures are equal by ==.
type Failure struct {
	Name FailureName

	// Kind is the kind of the file, of FailureUnsupported; "" where it is unknown.
	Kind extract.Kind
	// Pages lists the pages that are pictures, of FailureNoText, as
	// extract.PictureError lists them: "1-3, 7". "" for none.
	Pages string
	// Pictures is how many pictures there are, of FailureNoText in a document
	// without pages.
	Pictures int
}

// FailureOf returns the failure for an error: errors of package extract have failures of their own,
// all others are FailureInternal, and nil is none.
func FailureOf(err error) Failure {
	if err == nil {
		return Failure{}
	}
	var pictures *extract.PictureError
	if errors.As(err, &pictures) {
		if len(pictures.Pages) == 0 {
			return Failure{Name: FailureNoText, Pictures: pictures.Pictures}
		}
		return Failure{Name: FailureNoText, Pages: pictures.List()}
	}
	var kind *extract.KindError
	if errors.As(err, &kind) {
		return Failure{Name: FailureUnsupported, Kind: kind.Kind}
	}
	if name := extract.ErrorName(err); name != "" {
		return Failure{Name: FailureName(name)}
	}
	if errors.Is(err, ErrInterrupted) {
		return Failure{Name: FailureInterrupted}
	}
	return Failure{Name: FailureInternal}
}

// Err returns the error of package extract that f names, for which FailureOf returns f; nil for
// FailureInternal, for no failure and for unknown names.
func (f Failure) Err() error {
	switch pages := extract.ParsePages(f.Pages); {
	case f.Name == FailureNoText && (len(pages) > 0 || f.Pictures > 0):
		return &extract.PictureError{Pages: pages, Pictures: f.Pictures}
	case f.Name == FailureUnsupported && f.Kind != "":
		return &extract.KindError{Kind: f.Kind}
	case f.Name == FailureInterrupted:
		return ErrInterrupted
	}
	return extract.ErrorNamed(string(f.Name))
}
