package document

import (
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/record"
	"zhiwen/extract"
)

// A failure is stored as its name, followed by detailMark and its detail: a kind of file, a list of
// pages, or picturesMark and a number of pictures.
const (
	detailMark   = ":"
	picturesMark = "pictures "
)

// EncodeFailure returns a failure as the columns of that name hold it; "" for none.
func EncodeFailure(f record.Failure) string {
	name := string(f.Name)
	switch {
	case f.Pictures > 0:
		return name + detailMark + picturesMark + strconv.Itoa(f.Pictures)
	case f.Pages != "":
		return name + detailMark + f.Pages
	case f.Kind != "":
		return name + detailMark + string(f.Kind)
	}
	return name
}

// DecodeFailure reads what EncodeFailure has written. A detail that makes no
// sense is left out.
func DecodeFailure(s string) record.Failure {
	name, detail, _ := strings.Cut(s, detailMark)
	f := record.Failure{Name: record.FailureName(name)}
	switch f.Name {
	case record.FailureNoText:
		if count, ok := strings.CutPrefix(detail, picturesMark); ok {
			f.Pictures, _ = strconv.Atoi(count)
		} else {
			f.Pages = detail
		}
	case record.FailureUnsupported:
		if kind := extract.Kind(detail); slices.Contains(extract.Kinds, kind) {
			f.Kind = kind
		}
	}
	return f
}
