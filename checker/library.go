package checker

import (
	"context"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/hint"
	"zhiwen/extract"
)

// Source is a document of a library, as far as a check needs it.
type Source struct {
	ID       int64 // unique in the library, above 0
	Identity evidence.Identity
	Document *extract.Document  // nil where the library cannot read it: it is not compared, and evidence says so
	Units    []fingerprint.Unit // in order; position is the unit's ordinal
	SameCall bool               // it was handed in to the call of the document that is checked
	Standard bool               // of Library.Forms: the standard text of Identity.Institution, or of all where that is unknown

	prepared prepared
}

// Candidate is a library unit that shares groups with a query.
type Candidate struct {
	Query    int   // index into the queries asked for
	Document int64 // Source.ID
	Ordinal  int   // of the unit in Source.Units
	Groups   uint8 // which groups agree: bit 0 for the first, to bit 4 (bit 5 of short fingerprints)
}

// Asked says which units of a document a first look is at.
type Asked struct {
	ID       int64
	Ordinals []int // of the units, ascending
}

// Library is what a check needs of the past applications. Implementations are
// safe for concurrent use.
type Library interface {
	// Snapshot returns what the library holds now, without the document exclude.
	Snapshot(ctx context.Context, exclude int64) (evidence.Snapshot, error)
	// Candidates returns all library units that share at least minGroups groups
	// with a query, in order of (Query, Document, Ordinal), but none of the
	// document exclude (0 excludes none). A group of fingerprint.NoGroup in a
	// query agrees with none, nor does one whose value more than most units
	// have (0 is no bound), those of exclude not counted. The units of the document's
	// call may be counted by themselves.
	Candidates(ctx context.Context, queries []fingerprint.Groups, minGroups, most int, exclude int64) ([]Candidate, error)
	// DocumentIDs returns the ids of all documents, ascending.
	DocumentIDs(ctx context.Context) ([]int64, error)
	// Forms returns the blank forms and the standard texts of institutions; what
	// stands in them does not count. They are not among the documents.
	Forms(ctx context.Context) ([]*Source, error)
	// Roles returns the entries that officers have added to the table of roles.
	Roles(ctx context.Context) ([]exclude.Entry, error)
	// Glances returns what a first look at documents needs, in any order; those that are
	// gone are left out.
	Glances(ctx context.Context, asked []Asked) ([]*Glance, error)
	// Texts is Sources without their units.
	Texts(ctx context.Context, ids []int64) ([]*Source, error)
	// Sources returns the documents with these ids, in the order of ids; ids
	// that are gone are left out.
	Sources(ctx context.Context, ids []int64) ([]*Source, error)
	// Figures returns for each hash of a figure the documents that have one near it
	// (imprint.Near), by number, without the document exclude: where there are more than
	// figure.MostDocuments, one more than that. unread is how many documents were not read
	// for figures.
	Figures(ctx context.Context, hashes []uint64, exclude int64) (near [][]int64, unread int, err error)
	// Segments returns the words of all documents, as words makes them, and how many documents are not among
	// them since they were not yet read for words.
	Segments(ctx context.Context, words func(*extract.Document) (*hint.Index, error)) (segments []*hint.Segment, unread int, err error)
	// Neighbours returns the documents that are most like one of this identity: the
	// newest of its programme and year, as many as most, and where there are
	// fewer the newest of its year, then of all; and as many of its institution.
	// They are in order of their ids, without the document exclude.
	Neighbours(ctx context.Context, like evidence.Identity, exclude int64, most int) ([]Neighbour, error)

	// Applications returns the documents of applicants of this name, or with this
	// number, as score.NameKey compares them, MostApplications of them in order of
	// their ids, without the document exclude. People of one name may be several.
	Applications(ctx context.Context, applicant, number string, exclude int64) ([]Neighbour, error)
}

// MostApplications is how many documents Library.Applications gives at the most: a
// person has a few applications, a common name in a large library hundreds.
const MostApplications = 100

// Neighbour is a document of the library without its text.
type Neighbour struct {
	ID       int64
	Identity evidence.Identity
}
