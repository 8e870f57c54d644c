package web

import (
	"errors"
	"net/http"
	"slices"

	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/api"
	"zhiwen/web/assess"
	"zhiwen/web/auth"
	"zhiwen/web/check"
	"zhiwen/web/desk"
	"zhiwen/web/document"
	"zhiwen/web/extension"
	"zhiwen/web/phrase"
	"zhiwen/web/report"
	"zhiwen/web/site"
	"zhiwen/web/upload"
)

// faultTable is the one table of what errors of the pages mean; the first line whose
// error is in the chain counts. What any request can have is in site (fault.go). Those of
// files are extract.Errors, under the same names.
var faultTable = slices.Concat([]site.Fault{
	// First: whatever is wrong with a sample, it is not the reader's file.
	{Err: desk.ErrSample, Status: http.StatusInternalServerError, Name: "internal"},
	{Err: api.ErrChanged, Status: http.StatusPreconditionFailed, Name: "changed"},
	{Err: api.ErrCursor, Status: http.StatusBadRequest, Name: "cursor"},
	{Err: api.ErrKey, Status: http.StatusBadRequest, Name: "request-key"},
	{Err: api.ErrFileKind, Status: http.StatusUnsupportedMediaType, Name: "file-kind"},
	{Err: check.ErrLinkEnded, Status: http.StatusNotFound, Name: "link-ended"},
	{Err: record.ErrOtherRequest, Status: http.StatusUnprocessableEntity, Name: "other-request"},
	{Err: record.ErrUnderWay, Status: http.StatusConflict, Name: "under-way"},
	{Err: record.ErrAnswerLost, Status: http.StatusConflict, Name: "answer-lost"},
	{Err: record.ErrTaken, Status: http.StatusConflict, Name: "taken"},
	{Err: record.ErrExpired, Status: http.StatusGone, Name: "expired"},
	{Err: record.ErrFetch, Status: http.StatusUnprocessableEntity, Name: "fetch", NameOf: fetchName},
	{Err: extension.ErrNone, Status: http.StatusBadRequest, Name: "json"},
	{Err: extension.ErrMany, Status: http.StatusUnprocessableEntity, Name: "addresses-many"},
	{Err: report.ErrNotHeld, Status: http.StatusBadRequest, Name: "bad-input"},
	{Err: report.ErrChoice, Status: http.StatusBadRequest, Name: "bad-input"},
	{Err: check.ErrNoReviewer, Status: http.StatusUnprocessableEntity, Name: "no-reviewer"},
	{Err: check.ErrStatement, Status: http.StatusUnprocessableEntity, Name: "statement"},
	{Err: check.ErrNoPrinter, Status: http.StatusNotImplemented, Name: "no-printer"},
	{Err: assess.ErrNeverDone, Status: http.StatusConflict, Name: "never-done"},
	{Err: assess.ErrNotDone, Status: http.StatusConflict, Name: "not-done"},
	{Err: check.ErrNoStamp, Status: http.StatusConflict, Name: "no-stamp"},
	{Err: check.ErrNoStamps, Status: http.StatusNotImplemented, Name: "no-stamps"},
	{Err: record.ErrDecision, Status: http.StatusUnprocessableEntity, Name: "decision"},
	{Err: record.ErrSettled, Status: http.StatusConflict, Name: "settled"},
	{Err: check.ErrNotFinal, Status: http.StatusForbidden, Name: "not-final"},
	{Err: site.ErrOpinionFirst, Status: http.StatusForbidden, Name: "opinion-first"},
	{Err: check.ErrNotOwn, Status: http.StatusForbidden, Name: "not-own"},
	{Err: check.ErrNotAsked, Status: http.StatusForbidden, Name: "not-asked"},
	{Err: record.ErrOvertaken, Status: http.StatusConflict, Name: "overtaken"},
	{Err: record.ErrContinued, Status: http.StatusConflict, Name: "continued"},
	{Err: upload.ErrNoFile, Status: http.StatusUnprocessableEntity, Name: "no-file"},
	{Err: record.ErrHeading, Status: http.StatusUnprocessableEntity, Name: "heading"},
	{Err: record.ErrManifest, Status: http.StatusUnprocessableEntity, Name: "manifest"},
	{Err: record.ErrArchive, Status: http.StatusUnprocessableEntity, Name: "archive"},
	{Err: upload.ErrTotal, Status: http.StatusRequestEntityTooLarge, Name: "total"},
	{Err: document.ErrConflict, Status: http.StatusConflict, Name: "conflict"},
	{Err: auth.ErrLink, Status: http.StatusNotFound, Name: "link"},
	{Err: record.ErrHasAccounts, Status: http.StatusConflict, Name: "link"},
	{Err: record.ErrBusy, Status: http.StatusConflict, Name: "busy"},
	{Err: record.ErrNoRoom, Status: http.StatusInsufficientStorage, Name: "no-room"},
	{Err: record.ErrHasApplications, Status: http.StatusConflict, Name: "has-applications"},
	{Err: record.ErrDecided, Status: http.StatusConflict, Name: "decided"},
	{Err: record.ErrNoReason, Status: http.StatusConflict, Name: "no-reason"},
	{Err: record.ErrClosed, Status: http.StatusConflict, Name: "closed"},
	{Err: record.ErrClaimState, Status: http.StatusConflict, Name: "claim-state"},
	{Err: record.ErrFinal, Status: http.StatusConflict, Name: "final"},
}, fileFaults())

// fetchName returns the fault of an address that gave no file.
func fetchName(err error) string {
	var fault *record.FetchError
	if errors.As(err, &fault) && slices.Contains(record.FetchOutcomes(), fault.Outcome) {
		return "fetch-" + string(fault.Outcome)
	}
	return "fetch"
}

// fileFaults returns the lines of extract.Errors.
func fileFaults() (list []site.Fault) {
	for _, e := range extract.Errors {
		f := site.Fault{Err: e.Err, Status: http.StatusUnprocessableEntity, Name: e.Name}
		switch {
		case errors.Is(e.Err, extract.ErrTooLarge):
			f.Status = http.StatusRequestEntityTooLarge
		case errors.Is(e.Err, extract.ErrUnsupported):
			f.Status = http.StatusUnsupportedMediaType
			f.NameOf = func(err error) string { return phrase.FaultName(record.FailureOf(err)) }
		}
		list = append(list, f)
	}
	return list
}
