package record

import (
	"errors"
	"time"
)

// ErrNoReason says that what has decisions or opinions is deleted for a reason alone.
var ErrNoReason = errors.New("the deletion needs a reason")

// DeletionRequest is what somebody asks for who wants a check with decisions or opinions deleted.
type DeletionRequest struct {
	Reason  string
	Account int64  // of who asks; 0 where there are no accounts
	By      string // the name of who asks
	At      time.Time
}

// ConfirmedBy reports whether another request makes a second person ask for the same: another account
// has seen the reason.
func (r DeletionRequest) ConfirmedBy(other DeletionRequest) bool {
	return r.Account != other.Account && r.Reason == other.Reason
}
