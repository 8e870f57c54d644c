package reader

import (
	"zhiwen/extract"
	"zhiwen/extract/internal/field"
)

// People returns what forms say of who takes part and when, of a document that was
// read by an earlier version, which did not look for it: Number, Date, Participants
// and Cooperating of its Metadata. It needs no file.
func People(d *extract.Document) extract.Metadata { return field.People(d) }
