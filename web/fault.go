package web

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/auth"
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
	errForm     = errors.New("the form is too large")
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
// Those of files are extract.Errors, under the same names.
var faults = slices.Concat(ownFaults, fileFaults(), []fault{{context.DeadlineExceeded, http.StatusServiceUnavailable, "slow"}})

var ownFaults = []fault{
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
	{errForm, http.StatusRequestEntityTooLarge, "form"},
	{errLogin, http.StatusUnauthorized, "login"},
	{errForbidden, http.StatusForbidden, "forbidden"},
	{errSetup, http.StatusForbidden, "setup"},
	{errConflict, http.StatusConflict, "conflict"},
	{auth.ErrLink, http.StatusNotFound, "link"},
	{record.ErrHasAccounts, http.StatusConflict, "link"},
	{errNotDone, http.StatusConflict, "not-done"},
	{record.ErrBusy, http.StatusConflict, "busy"},
	{record.ErrCrowded, http.StatusServiceUnavailable, "crowded"},
	{record.ErrNoRoom, http.StatusInsufficientStorage, "no-room"},
	{record.ErrFinal, http.StatusConflict, "final"},
}

// fileFaults gives the lines of extract.Errors.
func fileFaults() (list []fault) {
	for _, e := range extract.Errors {
		status := http.StatusUnprocessableEntity
		switch {
		case errors.Is(e.Err, extract.ErrTooLarge):
			status = http.StatusRequestEntityTooLarge
		case errors.Is(e.Err, extract.ErrUnsupported):
			status = http.StatusUnsupportedMediaType
		}
		list = append(list, fault{e.Err, status, e.Name})
	}
	return list
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

// failureName gives the name of a fault for a stored failure, so that a file
// refused at upload and one that failed in its job are told alike; one that is
// unknown here is told as internal.
func failureName(f record.Failure) string {
	name := string(f.Name)
	if f.Name == record.FailureInterrupted {
		return name
	}
	if extract.ErrorNamed(name) == nil {
		return "internal-job"
	}
	if f.Kind != "" {
		return name + "-" + string(f.Kind)
	}
	return name
}
