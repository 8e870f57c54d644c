package drawing

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"zhiwen/extract"
)

// shelf is the drawings on disk: a folder for each file, named by its SHA-256, in
// it a file for each page. It has a line of JSON, which is the drawing without its
// picture, and the picture. What cannot be read is as good as missing. It is safe
// for concurrent use by one process.
type shelf struct {
	folder string
	most   int64 // bytes

	mu    sync.Mutex
	pages map[string]*kept // by path below folder
	total int64
}

// kept is an entry of the cache for the file of a page.
type kept struct {
	size int64
	used time.Time
}

// shelfVersion names how pages are drawn and written down: drawings of another one
// are removed.
var shelfVersion = strconv.Itoa(extract.DrawingVersion)

const (
	// emptyTo is the share of the most bytes down to which drawings are removed
	// when there are more: so that it is not done for each page.
	emptyTo = 0.9
	// unfinished is how the names of files begin that are being written.
	unfinished = "new-"
)

// openShelf opens the folder, and looks what it holds.
func openShelf(folder string, most int64) (*shelf, error) {
	s := &shelf{folder: filepath.Join(folder, shelfVersion), most: most, pages: map[string]*kept{}}
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return nil, err
	}
	versions, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, v := range versions {
		if v.Name() != shelfVersion {
			if err := os.RemoveAll(filepath.Join(folder, v.Name())); err != nil {
				return nil, err
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(s.folder, "*", "*"))
	if err != nil {
		return nil, err
	}
	for _, path := range files {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(info.Name(), unfinished) { // by a process that was ended
			if err := os.Remove(path); err != nil {
				return nil, err
			}
			continue
		}
		s.note(filepath.Base(filepath.Dir(path))+"/"+info.Name(), info.Size(), info.ModTime())
	}
	return s, s.makeRoom()
}

// note adds a page to the cache. The caller holds the lock.
func (s *shelf) note(name string, size int64, used time.Time) {
	if old := s.pages[name]; old != nil {
		s.total -= old.size
	}
	s.pages[name] = &kept{size, used}
	s.total += size
}

// get returns a drawing that is kept.
func (s *shelf) get(name pageName) (*extract.Drawing, bool) {
	path := filepath.Join(s.folder, name.sha256, name.file())
	s.mu.Lock()
	page := s.pages[name.String()]
	if page == nil {
		s.mu.Unlock()
		return nil, false
	}
	now := time.Now()
	page.used = now
	s.mu.Unlock()
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, false
	}
	_ = os.Chtimes(path, now, now) // for the process after this one; without it another page goes first
	d, err := unpack(data)
	return d, err == nil
}

// put keeps a drawing.
func (s *shelf) put(name pageName, d *extract.Drawing) error {
	data, err := pack(d)
	if err != nil {
		return err
	}
	folder := filepath.Join(s.folder, name.sha256)
	// Under the lock, so that the folder is not removed meanwhile.
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(folder, unfinished)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), filepath.Join(folder, name.file()))
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	s.note(name.String(), int64(len(data)), time.Now())
	return s.makeRoom()
}

// makeRoom removes the least recently used drawings if there are too many. The caller holds the
// lock.
func (s *shelf) makeRoom() error {
	if s.total <= s.most {
		return nil
	}
	var names []string
	for name := range s.pages {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(s.pages[a].used.Compare(s.pages[b].used), cmp.Compare(a, b))
	})
	for _, name := range names {
		if float64(s.total) <= emptyTo*float64(s.most) {
			break
		}
		path := filepath.Join(s.folder, filepath.FromSlash(name))
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		_ = os.Remove(filepath.Dir(path)) // where it was the last of its file
		s.total -= s.pages[name].size
		delete(s.pages, name)
	}
	return nil
}

// files returns the files that there are drawings of, by their SHA-256.
func (s *shelf) files() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for name := range s.pages {
		file, _, _ := strings.Cut(name, "/")
		out = append(out, file)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// remove removes all drawings of a file.
func (s *shelf) remove(sha256 string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, page := range s.pages {
		if strings.HasPrefix(name, sha256+"/") {
			s.total -= page.size
			delete(s.pages, name)
		}
	}
	return os.RemoveAll(filepath.Join(s.folder, sha256))
}

// head is the line before the picture.
type head struct {
	extract.Drawing
	Bytes int `json:"bytes"` // of the picture
}

func pack(d *extract.Drawing) ([]byte, error) {
	h := head{*d, len(d.PNG)}
	h.PNG = nil
	line, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	return append(append(line, '\n'), d.PNG...), nil
}

func unpack(data []byte) (*extract.Drawing, error) {
	line, picture, _ := bytes.Cut(data, []byte{'\n'})
	var h head
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, fmt.Errorf("a drawing: %w", err)
	}
	if len(picture) != h.Bytes || h.Bytes == 0 {
		return nil, errors.New("a drawing: its picture is cut off")
	}
	h.PNG = picture
	return &h.Drawing, nil
}
