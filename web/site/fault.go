package site

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"zhiwen/checker/record"
)

// Errors that any request can have.
var (
	// ErrBadInput reports a request that cannot be understood.
	ErrBadInput = errors.New("the request cannot be understood")
	// ErrForm reports a form with more in it than is taken.
	ErrForm = errors.New("the form is too large")

	errNoRoute   = errors.New("no such page")
	errMethod    = errors.New("method not allowed")
	errOrigin    = errors.New("the request comes from another site")
	errHost      = errors.New("the request names another host")
	errForwarded = errors.New("the request came by a proxy, and there are no accounts")
	errLogin     = errors.New("nobody has logged in")
	errForbidden = errors.New("the account may not do this")
	errSetup     = errors.New("there are no accounts yet")

	errToken = fmt.Errorf("a program: %w", errLogin)
	errScope = fmt.Errorf("by this token: %w", errForbidden)

	// ErrScope refuses what a token is not for, or its account.
	ErrScope = errScope
)

// Fault is one line of the error table: how an error is told to the reader.
// The messages "fault.NAME.title" and "fault.NAME.advice" say what is wrong
// and what to do.
type Fault struct {
	Err    error
	Status int
	Name   string
	// NameOf returns a name that depends on the error, in place of Name; nil is Name.
	NameOf func(error) string
}

// ownFaults are the faults that any request can have.
var ownFaults = []Fault{
	{Err: record.ErrNotFound, Status: http.StatusNotFound, Name: "not-found"},
	{Err: errNoRoute, Status: http.StatusNotFound, Name: "no-route"},
	{Err: errMethod, Status: http.StatusMethodNotAllowed, Name: "method"},
	{Err: ErrBadInput, Status: http.StatusBadRequest, Name: "bad-input"},
	{Err: errOrigin, Status: http.StatusForbidden, Name: "origin"},
	{Err: errHost, Status: http.StatusMisdirectedRequest, Name: "host"},
	{Err: ErrForm, Status: http.StatusRequestEntityTooLarge, Name: "form"},
	{Err: errToken, Status: http.StatusUnauthorized, Name: "token"},
	{Err: errLogin, Status: http.StatusUnauthorized, Name: "login"},
	{Err: errScope, Status: http.StatusForbidden, Name: "scope"},
	{Err: errForbidden, Status: http.StatusForbidden, Name: "forbidden"},
	{Err: errSetup, Status: http.StatusForbidden, Name: "setup"},
	{Err: errForwarded, Status: http.StatusForbidden, Name: "forwarded"},
	{Err: errKind, Status: http.StatusUnsupportedMediaType, Name: "json-kind"},
	{Err: errUTF8, Status: http.StatusBadRequest, Name: "json-utf8"},
	{Err: errBody, Status: http.StatusRequestEntityTooLarge, Name: "body"},
	{Err: errJSON, Status: http.StatusBadRequest, Name: "json"},
	{Err: errInvalid, Status: http.StatusUnprocessableEntity, Name: "invalid"},
	{Err: errSlowBody, Status: http.StatusRequestTimeout, Name: "slow-body"},
	{Err: errUploads, Status: http.StatusTooManyRequests, Name: "uploads"},
	{Err: errRate, Status: http.StatusTooManyRequests, Name: "rate"},
	{Err: record.ErrReadOnly, Status: http.StatusServiceUnavailable, Name: "read-only"},
	{Err: record.ErrUnreachable, Status: http.StatusServiceUnavailable, Name: "database"},
	{Err: record.ErrDamaged, Status: http.StatusInternalServerError, Name: "stored-damaged"},
	{Err: record.ErrCrowded, Status: http.StatusServiceUnavailable, Name: "crowded"},
	{Err: context.DeadlineExceeded, Status: http.StatusServiceUnavailable, Name: "slow"},
}

// internal is told for every error that is not in the table; only it is logged.
var internal = Fault{Status: http.StatusInternalServerError, Name: "internal"}

// statusGone is logged when the client has left; nobody receives it.
const statusGone = 499

// Faults returns the whole error table, in the order in which it is asked.
func (s *Site) Faults() []Fault { return slices.Concat(s.config.Faults, ownFaults, []Fault{internal}) }

// Fault finds the line for err; one that is told as the server's own fault where there is none.
func (s *Site) Fault(err error) Fault {
	err = s.cause(err)
	for _, table := range [][]Fault{s.config.Faults, ownFaults} {
		for _, f := range table {
			if errors.Is(err, f.Err) {
				if f.NameOf != nil {
					f.Name = f.NameOf(err)
				}
				return f
			}
		}
	}
	return internal
}

// cause returns the known cause of an error of the store.
func (s *Site) cause(err error) error {
	if s.config.Cause == nil {
		return err
	}
	return s.config.Cause(err)
}

// Internal reports whether the fault is the server's; such faults are logged.
func (f Fault) Internal() bool { return f.Status == http.StatusInternalServerError }
