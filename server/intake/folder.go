package intake

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"

	"zhiwen/checker/record"
)

const (
	// mostDepth is how many folders deep a folder is looked through.
	mostDepth = 40
	// longestKey is how many bytes of a path are kept, as an index can hold them.
	longestKey = 1500
	// raw marks the key of a path that is no UTF-8.
	raw = "base64:"
)

// Errors of a folder as a whole; test with errors.Is.
var (
	ErrMissing  = errors.New("the folder is not there")
	ErrNoFolder = errors.New("it is no folder")
	ErrClosed   = errors.New("the folder may not be read")
	ErrFiles    = errors.New("the folder has more files than can be watched")
)

// Errors of a file.
var (
	ErrGone     = errors.New("the file is not there any more")
	ErrChanged  = errors.New("the file was changed while it was read")
	ErrNoFile   = errors.New("it is no regular file within the folder")
	ErrTooLarge = errors.New("the file is larger than is allowed")
)

// WatchedFolder is an open folder. It is safe for concurrent use.
type WatchedFolder struct{ root *os.Root }

// OpenWatched opens a folder. The error wraps one of those of a folder as a whole.
func OpenWatched(path string) (*WatchedFolder, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, whole(err)
	}
	return &WatchedFolder{root}, nil
}

// Close closes it.
func (f *WatchedFolder) Close() error { return f.root.Close() }

// whole tells why a folder cannot be read.
func whole(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: %w", ErrMissing, err)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%w: %w", ErrClosed, err)
	case errors.Is(err, syscall.ENOTDIR), strings.Contains(err.Error(), "not a directory"):
		return fmt.Errorf("%w: %w", ErrNoFolder, err)
	}
	return fmt.Errorf("%w: %w", ErrClosed, err)
}

// WatchedFile is a file of a folder.
type WatchedFile struct {
	Key   string // that finds it again: its path with slashes, or that in base64 where it is no UTF-8
	Name  string // its path as people read it
	Stamp string // its size and time: equal as long as nobody has changed it
	// Reason is why it cannot be taken: record.HarvestNotFile, or record.HarvestLongName where its
	// path is longer than can be kept; "" for none.
	Reason string
}

// WatchedFiles is what a folder has.
type WatchedFiles struct {
	Files  []WatchedFile // by name
	Closed []string      // paths of folders in it that may not be read, as keys of files in them begin
}

// Within reports whether a file of a key may be in a folder that could not be read.
func (l *WatchedFiles) Within(key string) bool {
	return slices.ContainsFunc(l.Closed, func(at string) bool { return strings.HasPrefix(pathOf(key), at+"/") })
}

// Sweep lists the files of a folder and of those in it, without hidden ones, what systems put
// beside files, files that programs have not finished, and manifests. The error is ErrFiles
// where there are more than so many, ErrClosed where the folder itself cannot be listed, or of the context.
func (f *WatchedFolder) Sweep(ctx context.Context, most int) (*WatchedFiles, error) {
	l := &WatchedFiles{}
	type place struct {
		path  string
		depth int
	}
	for queue := []place{{".", 0}}; len(queue) > 0; {
		at := queue[0]
		queue = queue[1:]
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		entries, err := f.entries(at.path)
		if err != nil {
			if at.depth == 0 {
				return nil, whole(err)
			}
			if !errors.Is(err, fs.ErrNotExist) { // it went meanwhile
				l.Closed = append(l.Closed, at.path)
			}
			continue
		}
		for _, e := range entries {
			inner := e.Name()
			if at.depth > 0 {
				inner = at.path + "/" + e.Name()
			}
			if Beside(inner) || e.IsDir() && e.Name() == "lost+found" || unfinished(e.Name()) && !e.IsDir() {
				continue
			}
			if e.IsDir() {
				if at.depth < mostDepth {
					queue = append(queue, place{inner, at.depth + 1})
				} else {
					l.Closed = append(l.Closed, inner)
				}
				continue
			}
			entry, ok := f.entry(inner, e)
			if !ok || entry.Reason == "" && f.isManifest(inner) {
				continue
			}
			if len(l.Files) == most {
				return nil, ErrFiles
			}
			l.Files = append(l.Files, entry)
		}
	}
	slices.SortFunc(l.Files, func(a, b WatchedFile) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Key, b.Key)) })
	return l, nil
}

func (f *WatchedFolder) entries(at string) ([]os.DirEntry, error) {
	d, err := f.root.Open(at)
	if err != nil {
		return nil, err
	}
	defer func() { _ = d.Close() }()
	return d.ReadDir(-1)
}

// entry describes a file; ok is false where it went meanwhile.
func (f *WatchedFolder) entry(inner string, e os.DirEntry) (entry WatchedFile, ok bool) {
	entry = WatchedFile{Key: keyOf(inner), Name: readable(inner)}
	if len(entry.Key) > longestKey {
		entry.Key, entry.Reason = fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(inner))), string(record.HarvestLongName)
		return entry, true
	}
	info, err := f.root.Stat(inner) // of what a link leads to, within the folder
	if errors.Is(err, fs.ErrNotExist) && e.Type()&fs.ModeSymlink == 0 {
		return entry, false
	}
	if err != nil || !info.Mode().IsRegular() {
		entry.Reason = string(record.HarvestNotFile)
		return entry, true
	}
	entry.Stamp = stampOf(info)
	return entry, true
}

// stampOf is size and time of a file.
func stampOf(info fs.FileInfo) string {
	return fmt.Sprintf("%d %s", info.Size(), info.ModTime().UTC().Format(time.RFC3339Nano))
}

// unfinished reports whether a name is one under which programs write what they have not finished.
func unfinished(name string) bool {
	name = strings.ToLower(name)
	for _, ending := range []string{".part", ".partial", ".filepart", ".crdownload", ".download", ".tmp", ".swp", ".lock"} {
		if strings.HasSuffix(name, ending) {
			return true
		}
	}
	return false
}

// keyOf returns the key of a path.
func keyOf(inner string) string {
	if utf8.ValidString(inner) && !strings.HasPrefix(inner, raw) {
		return inner
	}
	return raw + base64.RawURLEncoding.EncodeToString([]byte(inner))
}

// pathOf returns the path of a key.
func pathOf(key string) string {
	if encoded, ok := strings.CutPrefix(key, raw); ok {
		if inner, err := base64.RawURLEncoding.DecodeString(encoded); err == nil {
			return string(inner)
		}
	}
	return key
}

// readable returns a path as people read it: one that is no UTF-8 as GB 18030, in which Chinese
// Windows writes names.
func readable(inner string) string {
	if utf8.ValidString(inner) {
		return inner
	}
	parts := strings.Split(inner, "/")
	for i, p := range parts {
		if utf8.ValidString(p) {
			continue
		}
		decoded, err := simplifiedchinese.GB18030.NewDecoder().String(p)
		if err != nil || strings.ContainsRune(decoded, utf8.RuneError) {
			decoded = strings.ToValidUTF8(p, "\uFFFD")
		}
		parts[i] = decoded
	}
	return strings.Join(parts, "/")
}

// Stamp returns size and time of a file as they are now. The error is ErrGone, ErrNoFile, or of the
// system.
func (f *WatchedFolder) Stamp(key string) (string, error) {
	info, err := f.root.Stat(pathOf(key))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", ErrGone
	case err != nil && !errors.Is(err, fs.ErrPermission):
		return "", fmt.Errorf("%w: %w", ErrNoFile, err)
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", ErrNoFile
	}
	return stampOf(info), nil
}

// Read reads a file that has a stamp, of at most so many bytes. The error is ErrGone, ErrNoFile,
// ErrTooLarge, ErrChanged where it has another stamp by the end, or of the system.
func (f *WatchedFolder) Read(key, stamp string, most int64) ([]byte, error) {
	// Not blocking: what was a file may be a pipe by now.
	file, err := f.root.OpenFile(pathOf(key), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, ErrGone
	case err != nil:
		return nil, err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, ErrNoFile
	case stampOf(info) != stamp:
		return nil, ErrChanged
	case info.Size() > most:
		return nil, ErrTooLarge
	}
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > most {
		return nil, ErrTooLarge
	}
	if info, err = file.Stat(); err != nil {
		return nil, err
	}
	if stampOf(info) != stamp || info.Size() != int64(len(data)) {
		return nil, ErrChanged
	}
	return data, nil
}

// FolderManifest is a table that says of files whose they are.
type FolderManifest struct {
	Rows []Row
	Name string    // its path as people read it
	At   time.Time // when it was last changed
	Err  error     // why it cannot be read; those of intake.Manifest
}

// Manifest returns the manifest in the folder of a path ("." is the watched one), or nil if there is none
// or several, since then it is unclear which one applies.
func (f *WatchedFolder) Manifest(at string) *FolderManifest {
	entries, err := f.entries(at)
	if err != nil {
		return nil
	}
	var found *FolderManifest
	for _, e := range entries {
		inner := path.Join(at, e.Name())
		if !e.Type().IsRegular() || !ManifestName(inner) {
			continue
		}
		m := f.manifest(inner)
		if m == nil {
			continue
		}
		if found != nil {
			return nil
		}
		found = m
	}
	return found
}

// mostManifest is how many bytes a manifest may have.
const mostManifest = 64 << 20

func (f *WatchedFolder) manifest(inner string) *FolderManifest {
	info, err := f.root.Stat(inner)
	if err != nil {
		return nil
	}
	m := &FolderManifest{Name: readable(inner), At: info.ModTime()}
	data, err := f.Read(keyOf(inner), stampOf(info), mostManifest)
	if err == nil {
		m.Rows, err = Manifest(data)
	}
	if m.Err = err; err != nil && !CertainManifest(inner) {
		return nil // a list of something else
	}
	return m
}

// isManifest reports whether a file is a manifest, and no document.
func (f *WatchedFolder) isManifest(inner string) bool {
	return ManifestName(inner) && f.manifest(inner) != nil
}

// Folders returns the folders of a file, from its own up to the watched one, with the file's name
// as people read it from there.
func Folders(key string) (at, names []string) {
	inner := pathOf(key)
	for dir := path.Dir(inner); ; dir = path.Dir(dir) {
		name := inner
		if dir != "." {
			name = strings.TrimPrefix(inner, dir+"/")
		}
		at, names = append(at, dir), append(names, readable(name))
		if dir == "." {
			return at, names
		}
	}
}
