package main

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"filippo.io/age"

	schema "zhiwen"
	"zhiwen/checker/audit"
	"zhiwen/checker/library"
)

// A backup is a compressed tar archive of the database and, on SQLite, of the signing
// key, which PostgreSQL keeps in the database; last comes manifest.json, which names
// every file with its size and SHA-256: an archive without it is not whole. Full-text
// search and pictures of pages are not in it, they are made anew. It may be encrypted
// with age (age-encryption.org/v1).

// The names in an archive.
const (
	archiveDatabase = "zhiwen.db"
	archiveTables   = "tables/"
	archiveManifest = "manifest.json"
)

// manifest says what is in an archive.
type manifest struct {
	Format  int             `json:"format"` // 1
	Program string          `json:"program"`
	Schema  int             `json:"schema"`
	Made    time.Time       `json:"made"`
	Tables  []library.Table `json:"tables,omitempty"` // of PostgreSQL; none is SQLite
	Files   []archivedFile  `json:"files"`
}

type archivedFile struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

type backupCommand struct {
	place
	Recipient  []string `placeholder:"AGE1…" help:"Encrypt for the owner of this age key; may be given several times."`
	Passphrase string   `type:"existingfile" placeholder:"FILE" help:"Encrypt with the first line of this file."`
	File       string   `arg:"" type:"path" help:"The archive to make; it must not be there yet."`
}

// Run makes a backup; a server may be at work meanwhile.
func (c *backupCommand) Run(ctx context.Context, t terminal) (err error) {
	language, err := t.language()
	if err != nil {
		return err
	}
	folder, err := c.folder(t)
	if err != nil {
		return err
	}
	recipients, err := c.recipients()
	if err != nil {
		return err
	}
	act := audit.Act{Action: audit.Backup, Subject: audit.SubjectLibrary}
	if err := library.RecordBeside(audit.By(ctx, audit.Actor{Name: "zhiwen backup"}), library.Config{DatabaseURL: c.DatabaseURL, DataDir: folder}, act); err != nil {
		return err
	}
	// Beside the archive there must be room for it in any case; nothing of it goes
	// into a shared folder for temporary files.
	work, err := os.MkdirTemp(filepath.Dir(c.File), ".zhiwen-backup-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	m, paths, err := c.collect(ctx, folder, work)
	if err != nil {
		return err
	}
	out := filepath.Join(work, "archive")
	if err := writeArchive(out, recipients, m, paths); err != nil {
		return err
	}
	if err := os.Link(out, c.File); err != nil { // unlike a rename it replaces nothing
		return err
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(t.out, language.Text("backup.done", "File", c.File, "Size", language.Bytes(info.Size())))
	return err
}

func (c *backupCommand) recipients() (out []age.Recipient, err error) {
	for _, text := range c.Recipient {
		r, err := age.ParseX25519Recipient(text)
		if err != nil {
			return nil, fmt.Errorf("--recipient: %w", err)
		}
		out = append(out, r)
	}
	if c.Passphrase == "" {
		return out, nil
	}
	if len(out) > 0 {
		return nil, errors.New("--passphrase and --recipient exclude each other")
	}
	words, err := firstLine(c.Passphrase)
	if err != nil {
		return nil, err
	}
	r, err := age.NewScryptRecipient(words)
	if err != nil {
		return nil, fmt.Errorf("--passphrase: %w", err)
	}
	return []age.Recipient{r}, nil
}

func firstLine(path string) (string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(string(b), "\n")
	if line = strings.TrimRight(line, "\r"); line == "" {
		return "", fmt.Errorf("%s: its first line is empty", path)
	}
	return line, nil
}

// collect puts what is backed up into a folder and gives, in order, where it lies by
// its name in the archive.
func (c *backupCommand) collect(ctx context.Context, folder, work string) (m manifest, paths []string, err error) {
	m = manifest{Format: 1, Program: version, Schema: schema.SchemaVersion, Made: time.Now().UTC().Truncate(time.Second)}
	add := func(name, path string) {
		m.Files = append(m.Files, archivedFile{Name: name})
		paths = append(paths, path)
	}
	if c.DatabaseURL != "" {
		dir := filepath.Join(work, "tables")
		if err := os.Mkdir(dir, 0o700); err != nil {
			return m, nil, err
		}
		if m.Tables, err = library.DumpPostgres(ctx, c.DatabaseURL, dir); err != nil {
			return m, nil, err
		}
		for _, t := range m.Tables {
			add(archiveTables+t.Name, filepath.Join(dir, t.Name))
		}
		return m, paths, nil
	}
	copied := filepath.Join(work, archiveDatabase)
	if err := library.DumpSQLite(ctx, folder, copied); err != nil {
		return m, nil, err
	}
	add(archiveDatabase, copied)
	key := filepath.Join(folder, keyFile)
	if _, err := os.Stat(key); err == nil {
		add(keyFile, key)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return m, nil, err
	}
	return m, paths, nil
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

type restoreCommand struct {
	place
	Identity   string `type:"existingfile" placeholder:"FILE" help:"File with the age key that the archive is encrypted for."`
	Passphrase string `type:"existingfile" placeholder:"FILE" help:"The archive is encrypted with the first line of this file."`
	Check      bool   `help:"Only read the archive through and say whether it is whole."`
	File       string `arg:"" type:"existingfile" help:"The archive."`
}

// Run restores a backup into a data folder, or a database, that holds nothing yet.
func (c *restoreCommand) Run(ctx context.Context, t terminal) (err error) {
	language, err := t.language()
	if err != nil {
		return err
	}
	folder, err := c.folder(t)
	if err != nil {
		return err
	}
	parent := folder
	if c.Check {
		parent = os.TempDir()
	} else if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	work := ""
	if !c.Check {
		if work, err = os.MkdirTemp(parent, ".zhiwen-restore-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	}
	m, err := c.unpack(work)
	if err != nil {
		fmt.Fprintln(t.err, "zhiwen: "+language.Text("restore.bad", "File", c.File, "Fault", err))
		return errReported
	}
	if c.Check {
		_, err := fmt.Fprintln(t.out, language.Text("restore.whole", "File", c.File, "Made", language.Time(m.Made), "Files", language.Number(len(m.Files))))
		return err
	}
	switch {
	case m.Schema > schema.SchemaVersion || len(m.Tables) > 0 && m.Schema != schema.SchemaVersion:
		return c.lost(t, "restore.version", "Program", m.Program, "Schema", m.Schema, "Ours", schema.SchemaVersion)
	case len(m.Tables) > 0 != (c.DatabaseURL != ""):
		return c.lost(t, "restore.database")
	case c.DatabaseURL != "":
		err = c.restoreTables(ctx, t, work, m)
	default:
		err = restoreFiles(work, folder, m)
	}
	if errors.Is(err, fs.ErrExist) {
		return c.lost(t, "restore.there", "Folder", folder)
	}
	if err != nil {
		return err
	}
	act := audit.Act{Action: audit.Restore, Subject: audit.SubjectLibrary, Detail: map[string]string{"made": m.Made.Format(time.RFC3339)}}
	if m.Schema == schema.SchemaVersion { // an older one has no record yet
		if err := library.RecordBeside(audit.By(ctx, audit.Actor{Name: "zhiwen restore"}), library.Config{DatabaseURL: c.DatabaseURL, DataDir: folder}, act); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintln(t.out, language.Text("restore.done", "Made", language.Time(m.Made)))
	return err
}

// unpack reads an archive through, holds its files against the manifest, and puts them
// into a folder, "" for nowhere.
func (c *restoreCommand) unpack(folder string) (m manifest, err error) {
	f, err := os.Open(c.File)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	in, err := c.open(bufio.NewReader(f))
	if err != nil {
		return m, err
	}
	packed, err := gzip.NewReader(in)
	if err != nil {
		return m, err
	}
	archive := tar.NewReader(packed)
	var found []archivedFile
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return m, errors.New("it ends too soon")
		}
		if err != nil {
			return m, err
		}
		if h.Name == archiveManifest {
			break
		}
		file, err := unpackFile(archive, h.Name, folder)
		if err != nil {
			return m, fmt.Errorf("%s: %w", h.Name, err)
		}
		found = append(found, file)
	}
	if err := json.NewDecoder(archive).Decode(&m); err != nil {
		return m, fmt.Errorf("%s: %w", archiveManifest, err)
	}
	if m.Format != 1 {
		return m, fmt.Errorf("it has the format %d, this program knows 1", m.Format)
	}
	if len(found) != len(m.Files) {
		return m, fmt.Errorf("it has %d files, its manifest names %d", len(found), len(m.Files))
	}
	for i, file := range found {
		if file != m.Files[i] {
			return m, fmt.Errorf("%s is not what its manifest names", file.Name)
		}
	}
	_, err = io.Copy(io.Discard, packed) // its own checksum comes last
	return m, err
}

// open decrypts an archive where it is encrypted.
func (c *restoreCommand) open(in *bufio.Reader) (io.Reader, error) {
	const header = "age-encryption.org/"
	if begin, _ := in.Peek(len(header)); string(begin) != header {
		return in, nil
	}
	var identities []age.Identity
	switch {
	case c.Passphrase != "":
		words, err := firstLine(c.Passphrase)
		if err != nil {
			return nil, err
		}
		i, err := age.NewScryptIdentity(words)
		if err != nil {
			return nil, err
		}
		identities = []age.Identity{i}
	case c.Identity != "":
		text, err := os.ReadFile(c.Identity)
		if err != nil {
			return nil, err
		}
		if identities, err = age.ParseIdentities(strings.NewReader(string(text))); err != nil {
			return nil, err
		}
	default:
		return nil, errors.New("it is encrypted: name the key with --identity, or the file of the passphrase with --passphrase")
	}
	return age.Decrypt(in, identities...)
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

// restoreFiles puts the files of a backup of SQLite where they belong; nothing that is
// there is replaced. The database comes last: with it the installation is there.
func restoreFiles(work, folder string, m manifest) error {
	for i := range m.Files {
		name := m.Files[len(m.Files)-1-i].Name
		if err := os.Link(filepath.Join(work, name), filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	return nil
}
