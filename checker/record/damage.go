package record

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Stored names a kind of stored value that can be damaged by itself.
type Stored string

// The kinds of stored values, except those that Document.Damaged names.
const (
	StoredCall        Stored = "call" // the settings of a call
	StoredCallChange  Stored = "call-change"
	StoredTask        Stored = "task"
	StoredImportItem  Stored = "import-item"
	StoredSite        Stored = "site"
	StoredHarvest     Stored = "harvest"
	StoredHarvestItem Stored = "harvest-item"
	StoredRole        Stored = "role"
	StoredSetting     Stored = "setting" // a change of a setting
	StoredPage        Stored = "page"    // where a document of the web was found
	StoredSubmission  Stored = "submission"
)

// DamagedError says which stored value cannot be read. It wraps ErrDamaged.
type DamagedError struct {
	What Stored
	ID   int64 // of its row
	Err  error
}

// Error implements error.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s %d: %v: %v", e.What, e.ID, ErrDamaged, e.Err)
}

// Unwrap returns what it wraps.
func (e *DamagedError) Unwrap() []error { return []error{ErrDamaged, e.Err} }

// LeftOut are the damaged values that were left out of what was read under a context. It is safe for concurrent use.
type LeftOut struct {
	mu     sync.Mutex
	values []DamagedError
}

type leftOutKey struct{}

// LeavingOut returns a context under which reading goes on where a value is damaged, and what notes such values: for pages, which
// name them. Without it such a value is an error, as it is for whatever changes or gives out something.
func LeavingOut(ctx context.Context) context.Context {
	return context.WithValue(ctx, leftOutKey{}, &LeftOut{})
}

// LeaveOut notes the damaged value of an error and returns nil, or returns the error where it is another one or the context wants
// all values. What was read beside the damaged value is used then.
func LeaveOut(ctx context.Context, err error) error {
	l := LeftOutOf(ctx)
	var damaged *DamagedError
	if l == nil || !errors.As(err, &damaged) {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	same := func(x DamagedError) bool { return x.What == damaged.What && x.ID == damaged.ID }
	if !slices.ContainsFunc(l.values, same) {
		l.values = append(l.values, *damaged)
	}
	return nil
}

// LeftOutOf returns the values left out under a context, or nil if it wants all.
func LeftOutOf(ctx context.Context) *LeftOut {
	l, _ := ctx.Value(leftOutKey{}).(*LeftOut)
	return l
}

// Values returns the values left out so far, in the order in which they were read.
func (l *LeftOut) Values() []DamagedError {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.values)
}
