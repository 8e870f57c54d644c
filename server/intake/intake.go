// Package intake reads what many applications come in: a folder, a zip archive, and a
// manifest (a table in CSV or XLSX) that says of each file whose it is.
//
// In go a folder or the bytes of an archive and of a manifest; out comes a list of
// items, a file each with what the manifest says of it, and of every file and row that
// cannot be taken, why. Nothing is read beyond the limits, no name leads out of the
// archive, and no fault of one file or row keeps others from being taken. It knows no
// database and does not look into the files.
package intake

import (
	"io"
	"path"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
)

// Limits of an intake.
type Limits struct {
	File  int64 // most bytes of one file
	Total int64 // most bytes of all files of an archive together, unpacked; 0 is no limit
	Files int   // most files of an archive
}

// File is a file as it lies in a folder or an archive.
type File struct {
	Name  string         // path within the folder or archive, with slashes
	Size  int64          // bytes, as far as it is known before it is read
	Fault record.Refusal // why it cannot be read at all, or ""
	// Open returns its bytes. What is read fails beyond the limits, and where an archive is
	// damaged.
	Open func() (io.ReadCloser, error)
}

// Read returns the bytes of a file; FaultOf names the error.
func (f File) Read() ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	return io.ReadAll(r)
}

// Row is what a manifest says of one application.
type Row struct {
	Line      int    // of the manifest, from 1; the heading has 1
	File      string // as written; "" where the number alone says which
	Reference string // number of the application, as the agency gives it
	Identity  evidence.Identity
	Status    record.Status
	Fault     record.Refusal
	Value     string // what the fault is about, as written

	UnreadStatus string // as written, where it is none of the statuses; the row is taken without it
}

// Item is a file with its row, a row without file, or a file without row: either may be
// nil, not both.
type Item struct {
	File  *File
	Row   *Row
	Fault record.Refusal // why it is not taken, or ""
	Value string
}

// Name returns what an item is called in lists.
func (i Item) Name() string {
	switch {
	case i.File != nil:
		return i.File.Name
	case i.Row.File != "":
		return i.Row.File
	}
	return i.Row.Reference
}

// Identity returns what the manifest says of an item, with the name of its file.
func (i Item) Identity() evidence.Identity {
	var id evidence.Identity
	if i.Row != nil {
		id = i.Row.Identity
	}
	if i.File != nil {
		id.Filename = path.Base(i.File.Name)
	}
	return id
}

// Items returns the items of an import as they are stored, those that are taken waiting.
func Items(joined []Item) []record.ImportItem {
	items := make([]record.ImportItem, len(joined))
	for n, j := range joined {
		items[n] = record.ImportItem{Ordinal: n, Name: j.Name(), Outcome: record.OutcomeWaiting, Value: j.Value, Given: j.Identity()}
		if j.Row != nil {
			items[n].Line, items[n].Reference, items[n].Status = j.Row.Line, j.Row.Reference, j.Row.Status
			if j.Fault == "" {
				items[n].Value = j.Row.UnreadStatus
			}
		}
		if j.Fault != "" {
			items[n].Outcome, items[n].Reason = record.OutcomeRefused, string(j.Fault)
		}
	}
	return items
}
