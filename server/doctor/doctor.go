// Package doctor looks whether what an installation has stored is whole: the database,
// files against their hashes, texts and units, evidence against its signatures, the record
// of who did what, full-text search against the library, and whether files of the data folder
// belong to nothing.
//
// In goes an open library; out come faults, each with the documents and checks that it
// concerns. It changes nothing, and one thing that is damaged hides no other. It knows no
// pages and no languages.
package doctor

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/internal/each"
)

// Kind is a kind of fault, or of examined data.
type Kind string

// The kinds. The catalogue has what each means and what to do ("doctor.fault.KIND").
const (
	Database  Kind = "database"  // below its rows, or a row that cannot be read
	Orphan    Kind = "orphan"    // rows of what is not there
	File      Kind = "file"      // other bytes than were uploaded, or none
	Value     Kind = "value"     // a row of which a page cannot read something
	Text      Kind = "text"      // of a document: missing, cut or not to be read
	Units     Kind = "units"     // of a document, by either method: some are missing or others
	Evidence  Kind = "evidence"  // missing, changed or not to be read
	Signature Kind = "signature" // evidence that is signed by a key that is not of here
	Record    Kind = "record"    // changed or cut
	Search    Kind = "search"    // full-text search lacks documents, or has others
	Leftover  Kind = "leftover"  // files of the data folder that belong to nothing

	Uncompared Kind = "uncompared" // a document that checks had to leave out, since the program failed at it
)

// Kinds are all of them, in the order in which they are looked for.
var Kinds = []Kind{Database, Orphan, Value, File, Text, Units, Evidence, Uncompared, Signature, Record, Search, Leftover}

// Fault is one thing that is wrong.
type Fault struct {
	Kind      Kind
	Table     string  // of the database, where one is damaged
	Documents []int64 // that are concerned, by number
	Checks    []int64
	Detail    string // for engineers: what was found
}

// Library is the stored data that is examined; library.Reader implements it.
type Library interface {
	audit.Stored
	// CheckColumns compares the columns by which entries are found with the entries.
	CheckColumns(ctx context.Context) error
	// CheckEnd compares the newest entry with what is never made without one.
	CheckEnd(ctx context.Context) error
	Structure(ctx context.Context, thorough bool) ([]database.Damage, error)
	Orphans(ctx context.Context) ([]string, error)
	EachDocument(ctx context.Context, do func(library.StoredDocument) error) error
	StoredAs(ctx context.Context, documentID int64) (library.StoredDocument, error)
	EachDone(ctx context.Context, do func(check int64) error) error
	// NamedDocuments and NamedChecks give the numbers that other tables name.
	NamedDocuments(ctx context.Context) ([]int64, error)
	NamedChecks(ctx context.Context) ([]int64, error)
	Check(ctx context.Context, id int64) (record.Check, error)
	StoredFile(ctx context.Context, sha256 string) (data []byte, size int64, err error)
	// FilesOfClaims returns the files of all claims, ClaimFile one with its bytes.
	FilesOfClaims(ctx context.Context) ([]record.StoredClaimFile, error)
	ClaimFile(ctx context.Context, claim int64, ordinal int) (record.ClaimFile, []byte, error)
	Extraction(ctx context.Context, documentID int64) (*extract.Document, error)
	Units(ctx context.Context, documentID int64) (units []fingerprint.Unit, ordinals []int, err error)
	// StoredPaper is Units of the published method, and how many are noted.
	StoredPaper(ctx context.Context, documentID int64) (units []fingerprint.Unit, ordinals []int, noted int, err error)
	Evidence(ctx context.Context, checkID int64) ([]byte, error)
	// EachBadValue calls do with every row that pages could not read whole, and rest after each that was looked at.
	EachBadValue(ctx context.Context, do func(library.BadValue), rest func() error) error
	// FindingsOf returns the findings of a check as they are stored.
	FindingsOf(ctx context.Context, check int64) (string, error)
	Revisions(ctx context.Context) (map[int64]int64, error)
	RunningImports(ctx context.Context, place string) ([]record.Import, error)
}

// Config says how to look.
type Config struct {
	// Thorough looks at the indexes of the database too.
	Thorough bool
	// Pause is the part of the time that is spent waiting, from 0 to below 1, so that who
	// works meanwhile is not slowed down.
	Pause float64
	// MakeUnits makes the units of a text as the library's were made; nil does not compare.
	MakeUnits func(*extract.Document) []fingerprint.Unit
	// Keys are the public keys of the installation; none: signatures are looked at alone.
	Keys []evidence.PublicKey
	// Search returns the revisions of the documents that full-text search has; nil looks at
	// none.
	Search func(ctx context.Context) (map[int64]int64, error)
	// Settle is how long full-text search may lack a document before that is a fault: a
	// server at work puts it there soon. While the documents that it lacks get fewer, it is waited for.
	Settle time.Duration
	// Folder is the data folder, in which files are looked for that belong to nothing; "" is
	// none.
	Folder string
	// AtWork says that a server works in the folder.
	AtWork bool
	// Report is told of each fault when it is found; nil for nobody.
	Report func(Fault)
}

// Result holds what was examined and the faults found.
type Result struct {
	Documents, Files, Checks, Entries int
	Searched                          bool // full-text search was looked at
	Faults                            []Fault
}

// Count returns how many faults of a kind there are.
func (r *Result) Count(k Kind) (n int) {
	return each.Count(r.Faults, func(f Fault) bool { return f.Kind == k })
}

// Look looks at everything. The error is the context's, or that of a database that does
// not answer: what has been found so far comes with it.
func Look(ctx context.Context, l Library, c Config) (*Result, error) {
	x := &look{library: l, config: c, result: &Result{}}
	for _, part := range []func(context.Context) error{x.database, x.values, x.documents, x.claims, x.evidence, x.record, x.search,
		x.leftovers} {
		if err := part(ctx); err != nil {
			return x.result, fmt.Errorf("look whether all is whole: %w", err)
		}
	}
	return x.result, nil
}

type look struct {
	library Library
	config  Config
	result  *Result
	stored  map[string]bool   // the files of documents, by hash
	left    map[int64][]int64 // the checks that left a document out, by its number
}

func (x *look) fault(f Fault) {
	x.result.Faults = append(x.result.Faults, f)
	if x.config.Report != nil {
		x.config.Report(f)
	}
}

// ends returns the error if it ends the examination; damaged data does not.
func ends(err error) error { return database.Lasting(err) }

// rest waits for the part of the time that a piece of work is to be followed by.
func (x *look) rest(ctx context.Context, begun time.Time) error {
	if x.config.Pause <= 0 {
		return ctx.Err()
	}
	wait := time.Duration(float64(time.Since(begun)) * x.config.Pause / (1 - x.config.Pause))
	select {
	case <-time.After(wait):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (x *look) database(ctx context.Context) error {
	found, err := x.library.Structure(ctx, x.config.Thorough)
	for _, d := range found {
		x.fault(Fault{Kind: Database, Table: d.Table, Detail: d.Detail})
	}
	if err != nil {
		return err
	}
	orphans, err := x.library.Orphans(ctx)
	for _, detail := range orphans {
		x.fault(Fault{Kind: Orphan, Detail: detail})
	}
	return err
}

// values looks at what pages read of all rows.
func (x *look) values(ctx context.Context) error {
	begun := time.Now()
	return x.library.EachBadValue(ctx, func(b library.BadValue) {
		f := Fault{Kind: Value, Table: b.Table, Detail: b.Detail}
		if b.Document != 0 {
			f.Documents = []int64{b.Document}
		}
		if b.Check != 0 {
			f.Checks = []int64{b.Check}
		}
		x.fault(f)
	}, func() error {
		err := x.rest(ctx, begun)
		begun = time.Now()
		return err
	})
}

// changed reports whether a document is not what it was any more when it was listed: it was
// deleted, or indexed anew, and nothing is wrong.
func (x *look) changed(ctx context.Context, d library.StoredDocument) bool {
	now, err := x.library.StoredAs(ctx, d.ID)
	return errors.Is(err, record.ErrNotFound) || err == nil && now != d
}

// file returns the fault of a stored file, or "".
func (x *look) file(ctx context.Context, hash string) (fault string, err error) {
	data, size, err := x.library.StoredFile(ctx, hash)
	sum := sha256.Sum256(data)
	switch {
	case err != nil:
		return err.Error(), ends(err)
	case hex.EncodeToString(sum[:]) != hash:
		return fmt.Sprintf("file %s: its bytes have the hash %x", hash, sum), nil
	case int64(len(data)) != size:
		return fmt.Sprintf("file %s: %d bytes, %d are noted", hash, len(data), size), nil
	}
	return "", nil
}

// evidence looks at the evidence of all checks that are done.
func (x *look) evidence(ctx context.Context) error {
	x.left = map[int64][]int64{}
	err := x.allEvidence(ctx)
	for _, id := range slices.Sorted(maps.Keys(x.left)) {
		x.fault(Fault{Kind: Uncompared, Documents: []int64{id}, Checks: x.left[id],
			Detail: fmt.Sprintf("document %d: left out of %d checks", id, len(x.left[id]))})
	}
	return err
}

func (x *look) allEvidence(ctx context.Context) error {
	looked := map[int64]bool{}
	err := x.library.EachDone(ctx, func(check int64) error {
		looked[check] = true
		return x.check(ctx, check)
	})
	if err == nil || ends(err) != nil {
		return err
	}
	// Their table cannot be read through: those that are left are known by their evidence.
	fault := Fault{Kind: Database, Table: "checks", Detail: err.Error()}
	ids, err := x.library.NamedChecks(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if looked[id] {
			continue
		}
		if _, err := x.library.Check(ctx, id); err != nil {
			if ends(err) != nil {
				return err
			}
			fault.Checks = append(fault.Checks, id)
		}
		if err := x.check(ctx, id); err != nil {
			return err
		}
	}
	x.fault(fault)
	return nil
}

// check looks at the evidence of one check.
func (x *look) check(ctx context.Context, check int64) error {
	begun := time.Now()
	x.result.Checks++
	if text, err := x.library.FindingsOf(ctx, check); err == nil && finding.Damaged(text) {
		x.fault(Fault{Kind: Value, Table: "checks", Checks: []int64{check}, Detail: fmt.Sprintf("findings of check %d", check)})
	}
	xml, err := x.library.Evidence(ctx, check)
	if err != nil {
		if ends(err) != nil {
			return err
		}
		if _, gone := x.library.Check(ctx, check); errors.Is(gone, record.ErrNotFound) {
			return nil // it was deleted meanwhile
		}
		x.fault(Fault{Kind: Evidence, Checks: []int64{check}, Detail: err.Error()})
		return nil
	}
	if kind, detail := x.wrongEvidence(check, xml); kind != "" {
		x.fault(Fault{Kind: kind, Checks: []int64{check}, Detail: fmt.Sprintf("evidence of check %d: %s", check, detail)})
	}
	return x.rest(ctx, begun)
}

// wrongEvidence returns the fault of the evidence of a check, or "", and records which documents it left out.
// Evidence stored without a signature must be readable.
func (x *look) wrongEvidence(check int64, xml []byte) (kind Kind, detail string) {
	keys, err := evidence.Verify(xml)
	if err != nil && !errors.Is(err, evidence.ErrUnsigned) {
		return Evidence, err.Error()
	}
	decoded, err := evidence.Decode(bytes.NewReader(xml))
	if err != nil {
		return Evidence, err.Error()
	}
	for _, u := range decoded.Library.Uncompared {
		x.left[u.ID] = append(x.left[u.ID], check)
	}
	if len(keys) > 0 && len(x.config.Keys) > 0 &&
		!slices.ContainsFunc(keys, func(k evidence.PublicKey) bool { return slices.Contains(x.config.Keys, k) }) {
		return Signature, "signed with the key " + keys[0].Fingerprint()
	}
	return "", ""
}

// record verifies the record of who did what.
func (x *look) record(ctx context.Context) error {
	var chain audit.Chain
	err := audit.Each(ctx, x.library, func(text []byte, hash string) error {
		x.result.Entries++
		if _, err := chain.Add(text); err != nil {
			return err
		}
		if number, end := chain.End(); end.String() != hash {
			return &audit.Fault{Kind: audit.FaultBroken, Number: number}
		}
		return nil
	}, func(s audit.SignedHead) error {
		number, hash := chain.End()
		h, err := audit.DecodeHead([]byte(s.Head))
		if err == nil {
			_, err = evidence.VerifyText([]byte(s.Head), s.Signature)
		}
		if err != nil || h.Number != number || h.Hash != hash {
			return &audit.Fault{Kind: audit.FaultHead, Number: h.Number}
		}
		return nil
	})
	if err == nil {
		err = x.library.CheckColumns(ctx)
	}
	if err == nil {
		err = x.library.CheckEnd(ctx)
	}
	if err != nil && ends(err) == nil {
		x.fault(Fault{Kind: Record, Detail: err.Error()})
		return nil
	}
	return err
}

// search compares full-text search with the library.
func (x *look) search(ctx context.Context) error {
	if x.config.Search == nil {
		return nil
	}
	x.result.Searched = true
	for before := math.MaxInt; ; {
		other, all, err := x.unsearched(ctx)
		switch {
		case err != nil && ends(err) != nil:
			return err
		case errors.Is(database.Cause(err), record.ErrDamaged): // the library, which is said already
			return nil
		case err != nil:
			x.fault(Fault{Kind: Search, Detail: err.Error()})
			return nil //nolint:nilerr // what cannot be read is what it found
		case len(other) == 0:
			return nil
		case x.config.Settle <= 0 || len(other) >= before: // while it catches up there are fewer each time
			x.fault(Fault{Kind: Search, Documents: other, Detail: fmt.Sprintf("%d of %d documents", len(other), all)})
			return nil
		}
		before = len(other)
		select {
		case <-time.After(x.config.Settle):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// unsearched returns the documents that full-text search lacks, or has of before, and how
// many there are.
func (x *look) unsearched(ctx context.Context) (other []int64, all int, err error) {
	have, err := x.config.Search(ctx)
	if err != nil {
		return nil, 0, err
	}
	want, err := x.library.Revisions(ctx)
	if err != nil {
		return nil, 0, err
	}
	for id, revision := range want {
		if got, found := have[id]; !found || got != revision {
			other = append(other, id)
		}
	}
	slices.Sort(other)
	return other, len(want), nil
}
