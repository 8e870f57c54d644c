package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	schema "zhiwen"

	"filippo.io/age"

	"zhiwen/checker/audit"
	"zhiwen/checker/library"
	"zhiwen/internal/wrap"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
)

// MakeCommand makes a backup.
type MakeCommand struct {
	installation.Place
	Recipient  []string `placeholder:"AGE1…" help:"Encrypt for the owner of this age key; can be given several times."`
	Passphrase string   `type:"existingfile" placeholder:"FILE" help:"Encrypt with the first line of this file as passphrase."`
	File       string   `arg:"" type:"path" help:"Archive to create; it must not exist yet."`
}

// Make makes a backup by a program of a version; a server may be at work meanwhile.
func (c *MakeCommand) Make(ctx context.Context, t terminal.Terminal, program string) (err error) {
	language := t.Language()
	folder, err := c.Folder(t)
	if err != nil {
		return err
	}
	recipients, err := c.recipients()
	if err != nil {
		return err
	}
	if err := c.mayMake(t); err != nil { // before the work is done, and before it is recorded
		return err
	}
	act := audit.Act{Action: audit.Backup, Subject: audit.SubjectLibrary}
	if err := c.RecordBeside(ctx, t, "backup", act); err != nil {
		return err
	}
	// Beside the archive there must be room for it in any case; nothing of it goes
	// into a shared folder for temporary files.
	work, err := os.MkdirTemp(filepath.Dir(c.File), ".zhiwen-backup-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	m, paths, err := c.collect(ctx, folder, work, program)
	if err != nil {
		return err
	}
	out := filepath.Join(work, "archive")
	if err := writeArchive(out, recipients, m, paths); err != nil {
		return err
	}
	if err := os.Link(out, c.File); errors.Is(err, fs.ErrExist) { // unlike a rename it replaces nothing
		return c.Lost(t, "backup.there", "File", c.File)
	} else if err != nil {
		return err
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(t.Out, language.Text("backup.done", "File", c.File, "Size", language.Bytes(info.Size())))
	return err
}

// mayMake refuses a file that is there already, or in a folder that is not.
func (c *MakeCommand) mayMake(t terminal.Terminal) error {
	folder := filepath.Dir(c.File)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return c.Lost(t, "backup.noFolder", "Folder", folder)
	}
	switch _, err := os.Lstat(c.File); {
	case err == nil:
		return c.Lost(t, "backup.there", "File", c.File)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return nil
}

func (c *MakeCommand) recipients() (out []age.Recipient, err error) {
	for _, text := range c.Recipient {
		r, err := age.ParseX25519Recipient(text)
		if err != nil {
			return nil, terminal.Misuse("cli.fault.recipient", "Key", text)
		}
		out = append(out, r)
	}
	if c.Passphrase == "" {
		return out, nil
	}
	if len(out) > 0 {
		return nil, terminal.Misuse("cli.fault.twoKeys")
	}
	words, err := firstLine(c.Passphrase)
	if err != nil {
		return nil, err
	}
	r, err := age.NewScryptRecipient(words)
	return []age.Recipient{r}, wrap.Error(err, "--passphrase")
}

func firstLine(path string) (string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(string(b), "\n")
	if line = strings.TrimRight(line, "\r"); line == "" {
		return "", terminal.Failure("cli.fault.emptyLine", "Path", path)
	}
	return line, nil
}

// collect puts what is backed up into a folder and returns, in order, where it lies by
// its name in the archive.
func (c *MakeCommand) collect(ctx context.Context, folder, work, program string) (m manifest, paths []string, err error) {
	m = manifest{Format: 1, Program: program, Schema: schema.SchemaVersion, Made: time.Now().UTC().Truncate(time.Second)}
	add := func(name, path string) {
		m.Files = append(m.Files, archivedFile{Name: name})
		paths = append(paths, path)
	}
	if c.DatabaseURL != "" {
		dir := filepath.Join(work, "tables")
		if err := os.Mkdir(dir, 0o700); err != nil {
			return m, nil, err
		}
		if m.Tables, m.Holds, err = library.DumpPostgres(ctx, c.DatabaseURL, dir); err != nil {
			return m, nil, err
		}
		for _, t := range m.Tables {
			add(archiveTables+t.Name, filepath.Join(dir, t.Name))
		}
		return m, paths, nil
	}
	copied := filepath.Join(work, archiveDatabase)
	if m.Holds, err = library.DumpSQLite(ctx, folder, copied); err != nil {
		return m, nil, err
	}
	add(archiveDatabase, copied)
	key := filepath.Join(folder, installation.KeyFile)
	if _, err := os.Stat(key); err == nil {
		add(installation.KeyFile, key)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return m, nil, err
	}
	return m, paths, nil
}
