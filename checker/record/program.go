package record

import (
	"errors"
	"time"

	"zhiwen/checker/evidence"
)

// Errors of requests of programs; test with errors.Is.
var (
	// ErrOtherRequest says that a request names itself as another one did that asked for
	// something else.
	ErrOtherRequest = errors.New("the key belongs to another request")
	// ErrUnderWay says that the request of a key has not ended yet.
	ErrUnderWay = errors.New("the request of the key is under way")
	// ErrAnswerLost says that the request of a key was carried out, and that its answer was
	// lost with the server that made it.
	ErrAnswerLost = errors.New("the answer to the request of the key is lost")
	// ErrTaken says that a submission has its file already.
	ErrTaken = errors.New("the submission has its file")
	// ErrExpired says that a submission has waited too long for its file.
	ErrExpired = errors.New("the submission has expired")
)

// RequestKey is how a program names a request, so that it is carried out once.
type RequestKey struct {
	Account, Token int64 // who asks
	Key            string
	Fingerprint    string // of what is asked: lower-case hex SHA-256
	Request        string // id under which the record has what is done
}

// ProgramAnswer is what a program was answered.
type ProgramAnswer struct {
	Status   int
	Location string // of what was made, "" for none
	Body     []byte // JSON
}

// Submission is an application that a program has announced and whose file comes afterwards.
type Submission struct {
	ID        int64
	Account   int64 // 0 where there are no accounts
	Identity  evidence.Identity
	ToLibrary bool
	Check     bool
	Call      int64  // 0 is none
	Reference string // number of the application at its agency
	Profile   string // by which it is checked; "" is as its call says
	Document  int64  // that the file became; 0 until it came
	Checked   int64  // the check of it; 0 is none
	CreatedAt time.Time
	ExpiresAt time.Time
	TakenAt   time.Time // zero: its file has not come
}

// ReportLink lets somebody without an account read the report of one check.
type ReportLink struct {
	ID        int64
	Hash      string // lower-case hex SHA-256 of the secret in it
	Check     int64
	Account   int64  // who made it: nobody sees more by it
	Note      string // for whom it is
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    time.Time // the last time; zero is never
	EndedAt   time.Time // before its time; zero is not
}

// Holds reports whether the link opens the report at a time.
func (l ReportLink) Holds(at time.Time) bool { return l.EndedAt.IsZero() && at.Before(l.ExpiresAt) }

// ErrFetch is what every FetchError is.
var ErrFetch = errors.New("the address gives no file")

// FetchError says why an address gave no file.
type FetchError struct {
	Outcome WebOutcome
	Status  int // of the answer; 0 is none
}

// Error implements error.
func (e *FetchError) Error() string { return "the address gives no file: " + string(e.Outcome) }

// Is makes it an ErrFetch.
func (e *FetchError) Is(err error) bool { return err == ErrFetch }

// FetchOutcomes returns the reasons why an address may yield no file.
func FetchOutcomes() []WebOutcome {
	return []WebOutcome{WebPrivate, WebSlow, WebUnreachable, WebStatus, WebGone, WebLarge, WebRedirects, WebKind}
}
