package installation

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/server/terminal"
)

// KeyFile is the file of the data folder that holds the signing keys of an
// installation on SQLite. Those of one on PostgreSQL are in the database, which
// all its servers share and which one backs up.
const KeyFile = "signing.key"

// Keys returns the signing keys of the installation, and makes them at their
// first use. store is its open library, or nil; where there is none it is
// opened on PostgreSQL alone.
func (p Place) Keys(ctx context.Context, t terminal.Terminal, store *library.Store) (*evidence.Keys, error) {
	return p.ChangeKeys(ctx, t, store, func(old *evidence.Keys) (keys *evidence.Keys, err error) {
		if keys = old; keys == nil {
			keys, err = evidence.NewKeys()
		}
		return keys, err
	})
}

// ChangeKeys stores what change makes of the keys, nil for none yet, with one of SM2 where
// it is to sign, and returns them.
func (p Place) ChangeKeys(ctx context.Context, t terminal.Terminal, store *library.Store,
	change func(*evidence.Keys) (*evidence.Keys, error)) (keys *evidence.Keys, err error) {
	onText := func(old string) (string, error) {
		var before *evidence.Keys
		if old != "" {
			if before, err = evidence.ParseKeys([]byte(old)); err != nil {
				return "", p.unreadableKey(t, err)
			}
		}
		if keys, err = change(before); err != nil {
			return "", err
		}
		made := keys != before
		if p.SignSM2 {
			made = made || !keys.HasSM2()
			if keys, err = keys.WithSM2(); err != nil {
				return "", err
			}
		}
		if !made {
			return old, nil
		}
		text, err := keys.Encode()
		return string(text), err
	}
	folder, err := p.Folder(t)
	if err != nil {
		return nil, err
	}
	if p.DatabaseURL == "" {
		if err := p.keyIsThere(ctx, t, store, folder); err != nil {
			return nil, err
		}
		if err := changeFile(filepath.Join(folder, KeyFile), onText); err != nil || store == nil {
			return keys, err
		}
		return keys, store.NoteKey(ctx, keys.Public()[0].Fingerprint())
	}
	if store == nil {
		engine, engineErr := NewEngine(checker.DefaultParameters(checker.DefaultProfile))
		if engineErr != nil {
			return nil, engineErr
		}
		if store, err = library.Open(ctx, library.Config{DatabaseURL: p.DatabaseURL, DataDir: folder,
			IndexKey: engine.IndexKey()}); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, store.Close()) }()
	}
	if _, err = store.ChangeSigningKeys(ctx, onText); err != nil {
		return nil, err
	}
	return keys, store.SignHead(ctx, keys.SignText) // that they changed is recorded
}

// unreadableKey says of a key file that cannot be read what to do; of keys in a database
// the error is given as it is.
func (p Place) unreadableKey(t terminal.Terminal, reason error) error {
	folder, err := p.Folder(t)
	if err != nil || p.DatabaseURL != "" {
		return errors.Join(reason, err)
	}
	return p.Lost(t, "lost.keyDamaged", "File", filepath.Join(folder, KeyFile), "Reason", reason.Error())
}

// keyIsThere refuses to make a key where the library knows one and its file is gone:
// what was signed with it could not be told from what others sign. store may be nil.
func (p Place) keyIsThere(ctx context.Context, t terminal.Terminal, store *library.Store, folder string) error {
	if store == nil || p.New {
		return nil
	}
	noted, err := store.NotedKey(ctx)
	if err != nil || noted == "" {
		return err
	}
	path := filepath.Join(folder, KeyFile)
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return p.Lost(t, "lost.key", "File", path, "Key", noted)
	}
	if err == nil && info.Size() == 0 {
		return p.unreadableKey(t, errEmptyKey)
	}
	return nil
}

// changeFile writes what change makes of a secret file, "" for one that is not
// there. The file is there whole or not at all, and nobody but its owner reads
// it; one that others can read is refused. Of two programs that make it at once
// one makes it.
func changeFile(path string, change func(string) (string, error)) error {
	old, err := readSecret(path)
	isNew := errors.Is(err, fs.ErrNotExist)
	if err != nil && !isNew {
		return err
	}
	text, err := change(old)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if text == old {
		return nil
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, ".zhiwen-*") // of the owner alone
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(tmp.Name()) }() // gone already where it was renamed
	_, err = tmp.WriteString(text)
	if err := errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	if !isNew {
		return os.Rename(tmp.Name(), path)
	}
	err = os.Link(tmp.Name(), path) // unlike a rename it replaces nothing
	if errors.Is(err, fs.ErrExist) {
		return changeFile(path, change)
	}
	return err
}

// errEmptyKey reports a key file without content.
var errEmptyKey = errors.New("the file is empty")

// errExposed refuses a secret file.
var errExposed = errors.New("others can read this secret file: allow it to its owner alone (chmod 600)")

func readSecret(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("%s: %w", path, errExposed)
	}
	b, err := os.ReadFile(path)
	return string(b), err
}

// KnownKeys returns the public keys of the installation; none where it has none,
// and none is made.
func (p Place) KnownKeys(ctx context.Context, t terminal.Terminal) ([]evidence.PublicKey, error) {
	keys, err := p.storedKeys(t, func() (string, error) {
		view, err := library.OpenView(ctx, library.Config{DatabaseURL: p.DatabaseURL})
		if err != nil {
			return "", err
		}
		text, err := view.SigningKeys(ctx)
		return text, errors.Join(err, view.Close())
	})
	if err != nil || keys == nil {
		return nil, err
	}
	return keys.Public(), nil
}

// storedKeys returns the signing keys of the installation, or nil; on PostgreSQL inDatabase reads
// them.
func (p Place) storedKeys(t terminal.Terminal, inDatabase func() (string, error)) (*evidence.Keys, error) {
	read := inDatabase
	if p.DatabaseURL == "" {
		folder, err := p.Folder(t)
		if err != nil {
			return nil, err
		}
		read = func() (string, error) { return readSecret(filepath.Join(folder, KeyFile)) }
	}
	text, err := read()
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, record.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	}
	keys, err := evidence.ParseKeys([]byte(text))
	if err != nil {
		return nil, p.unreadableKey(t, err)
	}
	return keys, nil
}
