package record

import (
	"errors"
	"time"
)

// ErrNoReason says that a check with decisions or opinions is deleted only if a reason is given.
var ErrNoReason = errors.New("the deletion needs a reason")

// DeletionRequest is a request to delete a check with decisions or opinions.
type DeletionRequest struct {
	Reason  string
	Account int64  // of who asks; 0 where there are no accounts
	By      string // the name of who asks
	At      time.Time
}

// ConfirmedBy reports whether another request comes from another account and gives the same reason.
func (r DeletionRequest) ConfirmedBy(other DeletionRequest) bool {
	return r.Account != other.Account && r.Reason == other.Reason
}
