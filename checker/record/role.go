package record

import (
	"slices"
	"time"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
)

// RoleEntry is an entry that an officer has added to the table of roles. What is
// changed is ended, and added anew.
type RoleEntry struct {
	ID int64
	exclude.Entry

	AddedBy string
	AddedAt time.Time
	EndedBy string    // "" while it holds
	EndedAt time.Time // zero while it holds
}

// Holds reports whether checks that begin now use the entry.
func (e RoleEntry) Holds() bool { return e.EndedAt.IsZero() }

// RolesChanged reports whether a check that began then would find other sections or
// other text that takes no part today: whether an entry for one of the documents
// was added or ended since.
func RolesChanged(entries []RoleEntry, began time.Time, documents []evidence.Identity) bool {
	for _, e := range entries {
		if !e.AddedAt.After(began) && !e.EndedAt.After(began) {
			continue // it held then as it does now, or did neither
		}
		if e.AddedAt.After(began) && !e.Holds() {
			continue // it came and went
		}
		if slices.ContainsFunc(documents, e.Applies) {
			return true
		}
	}
	return false
}
