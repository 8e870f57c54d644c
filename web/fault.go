package web

import (
	"context"
	"errors"
	"net/http"

	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/report"
)

// Errors that only a request can have.
var (
	errNoRoute  = errors.New("no such page")
	errMethod   = errors.New("method not allowed")
	errBadInput = errors.New("the request cannot be understood")
	errNoFile   = errors.New("no file was chosen")
	errOrigin   = errors.New("the request comes from another site")
	errHost     = errors.New("the request names another host")
	errTotal    = errors.New("the upload is too large")
	errNotDone  = errors.New("the check is not done")
	errSample   = errors.New("a sample cannot be loaded")
)

// fault is one line of the error table: how an error is told to the reader.
// The messages "fault.NAME.title" and "fault.NAME.advice" say what is wrong
// and what to do.
type fault struct {
	err    error
	status int
	name   string
}

// faults is the error table; the first line whose error is in the chain counts.
var faults = []fault{
	// First: whatever is wrong with a sample, it is not the reader's file.
	{errSample, http.StatusInternalServerError, "internal"},
	{record.ErrNotFound, http.StatusNotFound, "not-found"},
	{errNoRoute, http.StatusNotFound, "no-route"},
	{errMethod, http.StatusMethodNotAllowed, "method"},
	{errBadInput, http.StatusBadRequest, "bad-input"},
	{report.ErrChoice, http.StatusBadRequest, "bad-input"},
	{errNoReviewer, http.StatusUnprocessableEntity, "no-reviewer"},
	{record.ErrDecision, http.StatusUnprocessableEntity, "decision"},
	{record.ErrOvertaken, http.StatusConflict, "overtaken"},
	{ErrNoPrinter, http.StatusNotImplemented, "no-printer"},
	{errNoFile, http.StatusUnprocessableEntity, "no-file"},
	{errOrigin, http.StatusForbidden, "origin"},
	{errHost, http.StatusMisdirectedRequest, "host"},
	{errTotal, http.StatusRequestEntityTooLarge, "total"},
	{errNotDone, http.StatusConflict, "not-done"},
	{record.ErrBusy, http.StatusConflict, "busy"},
	{record.ErrFinal, http.StatusConflict, "final"},
	{extract.ErrTooLarge, http.StatusRequestEntityTooLarge, "too-large"},
	{extract.ErrUnsupported, http.StatusUnsupportedMediaType, "unsupported"},
	{extract.ErrEmpty, http.StatusUnprocessableEntity, "empty"},
	{extract.ErrDamaged, http.StatusUnprocessableEntity, "damaged"},
	{extract.ErrEncrypted, http.StatusUnprocessableEntity, "encrypted"},
	{extract.ErrNoText, http.StatusUnprocessableEntity, "no-text"},
	{extract.ErrLimits, http.StatusUnprocessableEntity, "limits"},
	{context.DeadlineExceeded, http.StatusServiceUnavailable, "slow"},
}

// internal is told for every error that is not in the table; only it is logged.
var internal = fault{nil, http.StatusInternalServerError, "internal"}

// statusGone is written to nobody: the client has left.
const statusGone = 499

// faultOf finds the line for err.
func faultOf(err error) fault {
	for _, f := range faults {
		if errors.Is(err, f.err) {
			if errors.Is(f.err, extract.ErrUnsupported) {
				f.name = failureName(record.FailureOf(err))
			}
			return f
		}
	}
	return internal
}

// failureNames maps the stored failures to names of faults, so that a file
// refused at upload and one that failed in its job are told alike.
var failureNames = map[record.FailureName]string{
	record.FailureUnsupported: "unsupported",
	record.FailureEmpty:       "empty",
	record.FailureTooLarge:    "too-large",
	record.FailureDamaged:     "damaged",
	record.FailureEncrypted:   "encrypted",
	record.FailureNoText:      "no-text",
	record.FailureLimits:      "limits",
	record.FailureInternal:    "internal-job",
}

// failureName gives the name for f; one that is unknown here is told as internal.
func failureName(f record.Failure) string {
	name, ok := failureNames[f.Name]
	if !ok {
		return failureNames[record.FailureInternal]
	}
	if f.Kind != "" {
		return name + "-" + string(f.Kind)
	}
	return name
}
