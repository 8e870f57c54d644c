package record

import (
	"errors"
	"fmt"
)

// Errors of stored data; test with errors.Is.
var (
	// ErrNotFound says that there is no such document, check or text.
	ErrNotFound = errors.New("not found")
	// ErrBusy refuses to delete or to change what a job is working on.
	ErrBusy = errors.New("in use by a running job")
	// ErrFinal says that a check is done, failed or cancelled already.
	ErrFinal = errors.New("the check has ended")
	// ErrDecision refuses a decision that does not make sense: an unknown verdict,
	// a missing reason, nobody who decides.
	ErrDecision = errors.New("no such decision")
	// ErrOvertaken refuses a decision whose reviewer has not seen what another
	// one has decided meanwhile.
	ErrOvertaken = errors.New("another reviewer has decided meanwhile")
	// ErrContinued refuses to undo a bulk action when somebody has gone on from what it did.
	ErrContinued = errors.New("somebody has gone on from it")
	// ErrCrowded says that so much of one kind of work is asked for that more would
	// wait too long; it is worth asking again in some seconds.
	ErrCrowded = errors.New("too much of this is asked for at once")
	// ErrNoRoom refuses to store more: the disk would be full.
	ErrNoRoom = errors.New("too little room is left on the disk")
	// ErrUnreachable says that the database does not answer; it is worth asking again.
	ErrUnreachable = errors.New("the database does not answer")
	// ErrReadOnly says that the database can only be read for now, as a standby; it is an ErrUnreachable.
	ErrReadOnly = fmt.Errorf("%w, and can only be read", ErrUnreachable)
	// ErrDamaged says that what is stored cannot be read as it was written.
	ErrDamaged = errors.New("what is stored is damaged")
)
