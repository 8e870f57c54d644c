// Package backup writes what an installation holds into an archive, while servers run, and
// restores it where nothing is yet.
//
// An archive is a compressed tar archive of the database and, on SQLite, of the signing
// key, which PostgreSQL keeps in the database; last comes manifest.json, which names
// every file with its size and SHA-256: an archive without it is not whole. Full-text
// search and pictures of pages are not in it, they are made anew. It may be encrypted
// with age (age-encryption.org/v1).
package backup

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"filippo.io/age"

	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
)

// The names in an archive.
const (
	archiveDatabase = "zhiwen.db"
	archiveTables   = "tables/"
	archiveManifest = "manifest.json"
)

// manifest lists the contents of an archive.
type manifest struct {
	Format  int              `json:"format"` // 1
	Program string           `json:"program"`
	Schema  int              `json:"schema"`
	Made    time.Time        `json:"made"`
	Tables  []database.Table `json:"tables,omitempty"` // of PostgreSQL; none is SQLite
	Holds   *library.Held    `json:"holds,omitempty"`  // nil in archives of programs that did not count
	Files   []archivedFile   `json:"files"`
}

type archivedFile struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// writeArchive makes an archive whose files lie at paths, in the order of the
// manifest, which it completes.
func writeArchive(path string, recipients []age.Recipient, m manifest, paths []string) (err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	var sealed io.WriteCloser = nothingToClose{f}
	if len(recipients) > 0 {
		if sealed, err = age.Encrypt(f, recipients...); err != nil {
			return err
		}
	}
	packed := gzip.NewWriter(sealed)
	archive := tar.NewWriter(packed)
	for i := range m.Files {
		if err := addFile(archive, &m.Files[i], paths[i], m.Made); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if err := archive.WriteHeader(&tar.Header{Name: archiveManifest, Mode: 0o600, Size: int64(len(text)), ModTime: m.Made}); err != nil {
		return err
	}
	_, err = archive.Write(text)
	return errors.Join(err, archive.Close(), packed.Close(), sealed.Close(), f.Sync())
}

type nothingToClose struct{ io.Writer }

func (nothingToClose) Close() error { return nil }

// addFile adds a file to an archive and notes its size and hash.
func addFile(archive *tar.Writer, file *archivedFile, path string, made time.Time) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	file.Size = info.Size()
	if err := archive.WriteHeader(&tar.Header{Name: file.Name, Mode: 0o600, Size: file.Size, ModTime: made}); err != nil {
		return err
	}
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(archive, sum), f); err != nil {
		return fmt.Errorf("back up %s: %w", file.Name, err)
	}
	file.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return nil
}

// unpackFile reads one file of an archive into a folder, "" for nowhere.
func unpackFile(in io.Reader, name, folder string) (file archivedFile, err error) {
	base := strings.TrimPrefix(name, archiveTables)
	if base == "" || base != filepath.Base(base) || strings.HasPrefix(base, ".") {
		return file, errors.New("no name of a file of a backup")
	}
	sum := sha256.New()
	var out io.Writer = sum
	if folder != "" {
		f, err := os.OpenFile(filepath.Join(folder, base), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return file, err
		}
		defer func() { err = errors.Join(err, f.Sync(), f.Close()) }()
		out = io.MultiWriter(f, sum)
	}
	n, err := io.Copy(out, in)
	return archivedFile{Name: name, Size: n, SHA256: hex.EncodeToString(sum.Sum(nil))}, err
}
