package backup

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
	"sync"
	"time"

	"zhiwen/server/installation"
	"zhiwen/server/terminal"

	"filippo.io/age"

	schema "zhiwen"
	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
)

// RestoreCommand restores a backup, or only reads it through.
type RestoreCommand struct {
	installation.Place
	Identity   string `type:"existingfile" placeholder:"FILE" help:"File with the age key that the archive is encrypted for."`
	Passphrase string `type:"existingfile" placeholder:"FILE" help:"File whose first line is the passphrase of the archive."`
	Check      bool   `help:"Only read the archive and report whether it is complete."`
	File       string `arg:"" type:"existingfile" help:"Archive to restore."`
}

// Run restores a backup into a data folder, or a database, that holds nothing yet.
func (c *RestoreCommand) Run(ctx context.Context, t terminal.Terminal) (err error) {
	language := t.Language()
	folder, err := c.Folder(t)
	if err != nil {
		return err
	}
	parent := folder
	if c.Check {
		parent = os.TempDir()
	} else if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	work, release := "", func() error { return nil }
	if !c.Check {
		if release, err = database.Lock(folder); err != nil {
			return err
		}
		release = sync.OnceValue(release)
		defer func() { err = errors.Join(err, release()) }()
		if work, err = workFolder(parent); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	}
	m, err := c.unpack(work)
	if err != nil {
		fmt.Fprintln(t.Err, "zhiwen: "+language.Text("restore.bad", "File", c.File, "Fault", err))
		return terminal.ErrReported
	}
	if c.Check {
		whole := language.Text("restore.wholeUncounted", "File", c.File, "Made", language.Time(m.Made))
		if m.Holds != nil {
			whole = language.Text("restore.whole", "File", c.File, "Made", language.Time(m.Made), "Documents", m.Holds.Documents, "Checks",
				m.Holds.Checks)
		}
		_, err := fmt.Fprintln(t.Out, whole)
		return err
	}
	switch {
	case m.Schema < schema.FirstSchemaVersion:
		return c.Lost(t, "restore.old", "Program", m.Program, "Schema", m.Schema)
	case m.Schema > schema.SchemaVersion || len(m.Tables) > 0 && m.Schema != schema.SchemaVersion:
		return c.Lost(t, "restore.version", "Program", m.Program, "Schema", m.Schema, "Ours", schema.SchemaVersion)
	case len(m.Tables) > 0 != (c.DatabaseURL != ""):
		return c.Lost(t, "restore.database")
	case c.DatabaseURL != "": // which takes the folder itself
		if err := release(); err != nil {
			return err
		}
		err = c.restoreTables(ctx, t, work, m)
	default:
		err = restoreFiles(work, folder, m)
	}
	if errors.Is(err, fs.ErrExist) {
		return c.Lost(t, "restore.there", "Folder", folder)
	}
	if err != nil {
		return err
	}
	if err := release(); err != nil {
		return err
	}
	act := audit.Act{Action: audit.Restore, Subject: audit.SubjectLibrary, Detail: map[string]string{"made": m.Made.Format(time.RFC3339)}}
	if err := c.RecordBeside(ctx, t, "restore", act); err != nil {
		return err
	}
	_, err = fmt.Fprintln(t.Out, language.Text("restore.done", "Made", language.Time(m.Made)))
	return err
}

// unpack reads an archive through, holds its files against the manifest, and puts them
// into a folder, "" for nowhere.
func (c *RestoreCommand) unpack(folder string) (m manifest, err error) {
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
	_, err = io.Copy(io.Discard, packed) //nolint:gosec // its own checksum comes last, and nothing of it is kept
	return m, err
}

// open decrypts an archive where it is encrypted.
func (c *RestoreCommand) open(in *bufio.Reader) (io.Reader, error) {
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

// workPrefix begins the name of the folder in which an archive is unpacked.
const workPrefix = ".zhiwen-restore-"

// workFolder makes the folder in which an archive is unpacked. It removes what a killed restore left behind: the caller
// holds the lock of the data folder, so nobody else uses it.
func workFolder(parent string) (string, error) {
	left, err := filepath.Glob(filepath.Join(parent, workPrefix+"*"))
	for _, path := range left {
		err = errors.Join(err, os.RemoveAll(path))
	}
	if err != nil {
		return "", err
	}
	return os.MkdirTemp(parent, workPrefix)
}

// restoreFiles puts the files of a backup of SQLite where they belong; nothing that is
// there is replaced. The database comes last: with it the installation is there. Without it, files that are the same as those
// of the backup are of a restore that was killed, and it goes on from there.
func restoreFiles(work, folder string, m manifest) error {
	resumes := !database.HasFile(folder)
	for i := range m.Files {
		file := m.Files[len(m.Files)-1-i]
		to := filepath.Join(folder, file.Name)
		err := os.Link(filepath.Join(work, file.Name), to)
		if errors.Is(err, fs.ErrExist) && resumes && holds(to, file) {
			err = nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// holds reports whether a file equals the one in the archive.
func holds(path string, file archivedFile) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	sum := sha256.New()
	n, err := io.Copy(sum, f)
	return err == nil && n == file.Size && hex.EncodeToString(sum.Sum(nil)) == file.SHA256
}
