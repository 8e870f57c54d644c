package intake

import (
	"archive/zip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"

	"zhiwen/checker/record"
)

// errBeyond says that a file has more bytes than it may have.
var errBeyond = errors.New("the file is larger than is allowed")

// Archive lists the files of a zip archive, in its order, without folders and without
// what systems put beside files (__MACOSX, Thumbs.db, the locks of Word). Names that are
// not written in UTF-8 are read as GB 18030, in which Chinese Windows writes them. A file that
// cannot be taken has its fault; the error wraps record.ErrArchive where nothing can be read.
func Archive(r io.ReaderAt, size int64, l Limits) ([]File, error) {
	archive, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("%w: %w", record.ErrArchive, err)
	}
	var files []File
	var total int64
	for _, entry := range archive.File {
		name, ok := entryName(entry)
		if ok && (strings.HasSuffix(name, "/") || Beside(name)) {
			continue
		}
		if len(files) == l.Files {
			return nil, fmt.Errorf("%w: it has more than %d files", record.ErrArchive, l.Files)
		}
		f := File{Name: name, Size: int64(min(entry.UncompressedSize64, 1<<62)), Open: opener(entry, l.File)}
		switch {
		case !ok || !fs.ValidPath(name) || entry.Mode()&fs.ModeType != 0:
			f.Fault = record.RefusalName
		case entry.Flags&1 != 0:
			f.Fault = record.RefusalEncrypted
		case strings.EqualFold(path.Ext(name), ".zip"):
			f.Fault = record.RefusalNested
		case f.Size > l.File:
			f.Fault = record.RefusalTooLarge
		case l.Total > 0 && total+f.Size > l.Total:
			f.Fault = record.RefusalTotal
		default:
			total += f.Size
		}
		files = append(files, f)
	}
	return files, nil
}

// opener opens an entry; what is read ends with an error beyond the limit, whatever the
// archive says of its size.
func opener(entry *zip.File, limit int64) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) {
		r, err := entry.Open()
		if err != nil {
			return nil, err
		}
		return &bounded{r, limit}, nil
	}
}

// bounded is a reader that fails beyond a limit.
type bounded struct {
	io.ReadCloser
	limit int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.limit -= int64(n); b.limit < 0 {
		return n, errBeyond
	}
	return n, err
}

// FaultOf names why a file could not be read to its end.
func FaultOf(err error) record.Refusal {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, errBeyond):
		return record.RefusalTooLarge
	}
	return record.RefusalDamaged
}

// entryName returns the path of an entry with slashes; ok is false if it is invalid.
func entryName(entry *zip.File) (name string, ok bool) {
	raw := entry.Name
	if unicodeName := unicodePath(entry); unicodeName != "" {
		raw = unicodeName
	} else if entry.NonUTF8 && !utf8.ValidString(raw) {
		decoded, err := simplifiedchinese.GB18030.NewDecoder().String(raw)
		if err != nil {
			return strings.ToValidUTF8(raw, "�"), false
		}
		raw = decoded
	}
	if !utf8.ValidString(raw) || strings.ContainsRune(raw, 0) {
		return strings.ToValidUTF8(strings.ReplaceAll(raw, "\x00", "�"), "�"), false
	}
	return strings.ReplaceAll(raw, `\`, "/"), true
}

// unicodePath returns the name that some programs write beside one in another encoding (Info-ZIP's
// extra field 0x7075), or "" if no such name belongs to the entry.
func unicodePath(entry *zip.File) string {
	const id, head = 0x7075, 5 // version, CRC of the other name
	for extra := entry.Extra; len(extra) >= 4; {
		kind, size := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		if extra = extra[4:]; size > len(extra) {
			return ""
		}
		field := extra[:size]
		extra = extra[size:]
		if kind != id || size <= head || binary.LittleEndian.Uint32(field[1:]) != crc32.ChecksumIEEE([]byte(entry.Name)) {
			continue
		}
		if name := string(field[head:]); utf8.ValidString(name) {
			return name
		}
	}
	return ""
}

// Beside reports whether a file was put there by a program and not by people.
func Beside(name string) bool {
	last := path.Base(name)
	return slices.Contains(strings.Split(name, "/"), "__MACOSX") || strings.HasPrefix(last, ".") || strings.HasPrefix(last, "~$") ||
		strings.EqualFold(last, "thumbs.db") || strings.EqualFold(last, "desktop.ini")
}

// Single returns a file of the disk under a name.
func Single(at, name string, l Limits) (File, error) {
	info, err := os.Stat(at)
	if err != nil {
		return File{}, err
	}
	f := File{Name: name, Size: info.Size(), Open: onDisk(at, l.File)}
	if !info.Mode().IsRegular() {
		f.Fault = record.RefusalName
	} else if f.Size > l.File {
		f.Fault = record.RefusalTooLarge
	}
	return f, nil
}

// onDisk opens a file of the disk; reading beyond the limit is an error.
func onDisk(at string, limit int64) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) {
		file, err := os.Open(at)
		if err != nil {
			return nil, err
		}
		return &bounded{file, limit}, nil
	}
}

// Folder lists the files of a folder and below it, by path, without those that Archive
// leaves out and without hidden folders.
func Folder(root string, l Limits) ([]File, error) {
	var files []File
	err := filepath.WalkDir(root, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if at != root && d.IsDir() && (strings.HasPrefix(d.Name(), ".") || d.Name() == "__MACOSX") {
			return fs.SkipDir
		}
		if d.IsDir() {
			return nil
		}
		relative, err := filepath.Rel(root, at)
		if err != nil {
			return err
		}
		f := File{Name: filepath.ToSlash(relative), Open: onDisk(at, l.File)}
		if Beside(f.Name) {
			return nil
		}
		info, err := d.Info()
		switch {
		case err != nil:
			return err
		case !info.Mode().IsRegular():
			f.Fault = record.RefusalName
		case strings.EqualFold(path.Ext(f.Name), ".zip"):
			f.Fault = record.RefusalNested
		case info.Size() > l.File:
			f.Fault = record.RefusalTooLarge
		}
		f.Size = info.Size()
		files = append(files, f)
		return nil
	})
	return files, err
}
