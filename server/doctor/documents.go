package doctor

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/record"
)

// fileState is the state of a stored file.
type fileState struct {
	fault string  // "" is none
	seen  []int64 // the documents that it concerns
}

// documents looks at the files, texts and units of all documents.
func (x *look) documents(ctx context.Context) error {
	files := map[string]*fileState{} // by hash: documents of equal files share one
	looked := map[int64]bool{}
	err := x.library.EachDocument(ctx, func(d library.StoredDocument) error {
		looked[d.ID] = true
		return x.document(ctx, d, files)
	})
	if err != nil && ends(err) == nil {
		err = x.documentsLeft(ctx, looked, files, err)
	}
	x.result.Files = len(files)
	x.stored = map[string]bool{}
	for hash := range files {
		x.stored[hash] = true
	}
	hashes := []string{}
	for hash, file := range files {
		if len(file.seen) > 0 {
			hashes = append(hashes, hash)
		}
	}
	slices.Sort(hashes)
	for _, hash := range hashes {
		x.fault(Fault{Kind: File, Documents: files[hash].seen, Detail: files[hash].fault})
	}
	return err
}

// claims looks at the files that show that claims are true.
func (x *look) claims(ctx context.Context) error {
	files, err := x.library.FilesOfClaims(ctx)
	if err != nil {
		x.fault(Fault{Kind: Database, Table: "claim_files", Detail: err.Error()})
		return ends(err)
	}
	for _, f := range files {
		begun := time.Now()
		x.result.Files++
		said := ""
		_, data, err := x.library.ClaimFile(ctx, f.Claim, f.Ordinal)
		sum := sha256.Sum256(data)
		switch {
		case errors.Is(err, record.ErrNotFound): // deleted meanwhile
		case err != nil:
			if ended := ends(err); ended != nil {
				return ended
			}
			said = err.Error()
		case hex.EncodeToString(sum[:]) != f.SHA256:
			said = fmt.Sprintf("its bytes have the hash %x", sum)
		case int64(len(data)) != f.Size:
			said = fmt.Sprintf("%d bytes, %d are noted", len(data), f.Size)
		}
		if said != "" {
			x.fault(Fault{Kind: File, Documents: []int64{f.Document},
				Detail: fmt.Sprintf("file %d of claim %d: %s", f.Ordinal, f.Claim, said)})
		}
		if err := x.rest(ctx, begun); err != nil {
			return err
		}
	}
	return nil
}

// document looks at one.
func (x *look) document(ctx context.Context, d library.StoredDocument, files map[string]*fileState) error {
	begun := time.Now()
	x.result.Documents++
	file := files[d.SHA256]
	if file == nil {
		file = &fileState{}
		files[d.SHA256] = file
		var err error
		if file.fault, err = x.file(ctx, d.SHA256); err != nil {
			return err
		}
	}
	if file.fault != "" && !x.changed(ctx, d) {
		file.seen = append(file.seen, d.ID)
	}
	if d.Ready {
		if err := x.text(ctx, d); err != nil {
			return err
		}
	}
	return x.rest(ctx, begun)
}

// documentsLeft looks at the documents that are left where their table cannot be read through,
// one by one by the numbers that other tables name, and says which cannot be read.
func (x *look) documentsLeft(ctx context.Context, looked map[int64]bool, files map[string]*fileState, cause error) error {
	ids, err := x.library.NamedDocuments(ctx)
	if err != nil {
		return err
	}
	fault := Fault{Kind: Database, Table: "documents", Detail: cause.Error()}
	for _, id := range ids {
		if looked[id] {
			continue
		}
		d, err := x.library.StoredAs(ctx, id)
		switch {
		case ends(err) != nil:
			return err
		case err != nil: // one that other tables name is there: it is a row that cannot be found too
			fault.Documents = append(fault.Documents, id)
		default:
			if err := x.document(ctx, d, files); err != nil {
				return err
			}
		}
	}
	x.fault(fault)
	return nil
}
