package desk

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/catalogue"
	"zhiwen/web/site"
	"zhiwen/web/task"
)

// Papers makes the exported files of one check. It must be safe for concurrent use.
type Papers interface {
	// Paper returns the report as PDF in a language.
	Paper(ctx context.Context, check int64, l *catalogue.Language) ([]byte, error)
	// Evidence returns the XML with what was decided.
	Evidence(ctx context.Context, check int64) ([]byte, error)
	// Sealed reports whether a reader is not to know yet what others have said of a check.
	Sealed(ctx context.Context, reader *site.Viewer, check int64) (bool, error)
}

// paperRoom is what must be free on the disk before a paper is made: far more than the
// paper and the evidence of 300 pages take.
const paperRoom = 64 << 20

// Extensions of the files in the folder of a task, after the ordinal of the application.
const (
	paperEnding    = ".pdf"
	evidenceEnding = ".decided.xml"
)

func partPath(folder string, ordinal int, ending string) string {
	return filepath.Join(folder, strconv.Itoa(ordinal)+ending)
}

// paperOne makes the paper and the evidence of one application. What can be made of both
// is kept where the other fails.
func (s *pages) paperOne(ctx context.Context, t record.Task, i record.TaskItem, folder string) error {
	w, _, err := s.still(ctx, t, i)
	if err != nil {
		return err
	}
	if s.Room != nil {
		if err := s.Room(paperRoom); err != nil {
			return err
		}
	}
	if err := s.Store.Record(ctx, audit.Act{
		Action: audit.Print, Subject: audit.SubjectCheck, ID: w.Shown,
		Detail: map[string]string{"what": string(record.BulkPapers), "task": strconv.FormatInt(t.ID, 10)},
	}); err != nil {
		return err
	}
	xml, failed := s.Papers.Evidence(ctx, w.Shown)
	if failed == nil {
		if err := writePart(partPath(folder, i.Ordinal, evidenceEnding), xml); err != nil {
			return err
		}
	}
	pdf, err := s.Papers.Paper(ctx, w.Shown, s.LanguageOf(t.Choice.Language))
	if err != nil {
		return errors.Join(err, failed)
	}
	return errors.Join(writePart(partPath(folder, i.Ordinal, paperEnding), pdf), failed)
}

// writePart writes a file whole or not at all.
func writePart(path string, data []byte) error {
	if err := os.WriteFile(path+".part", data, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}

// finishPapers packs the files into one archive, with a table of what is in it and what is missing
// and why, and then removes the files.
func (s *pages) finishPapers(ctx context.Context, t record.Task, folder string) (int64, error) {
	path := filepath.Join(folder, task.FileName)
	if made, err := os.Stat(path); err == nil {
		return made.Size(), nil
	}
	parts, err := os.ReadDir(folder)
	if err != nil {
		return 0, err
	}
	var size int64
	for _, part := range parts {
		if info, err := part.Info(); err == nil {
			size += info.Size()
		}
	}
	if s.Room != nil {
		if err := s.Room(size + paperRoom); err != nil {
			return 0, err
		}
	}
	if err := s.writeArchive(ctx, path+".part", t, folder); err != nil {
		return 0, err
	}
	if err := os.Rename(path+".part", path); err != nil {
		return 0, err
	}
	for _, part := range parts {
		if err := os.Remove(filepath.Join(folder, part.Name())); err != nil && !errors.Is(err, os.ErrNotExist) {
			return 0, err
		}
	}
	made, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return made.Size(), nil
}

func (s *pages) writeArchive(ctx context.Context, path string, t record.Task, folder string) (err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	a := archive{pages: s, zip: zip.NewWriter(file), task: t, folder: folder, language: s.LanguageOf(t.Choice.Language), made: time.Now()}
	if err := a.fill(ctx); err != nil {
		return err
	}
	return a.zip.Close()
}

// archive is the file of papers and evidence that is being made.
type archive struct {
	*pages
	zip      *zip.Writer
	task     record.Task
	folder   string
	language *catalogue.Language
	made     time.Time
}

func (a *archive) fill(ctx context.Context) error {
	l := a.language
	var index bytes.Buffer
	table := site.NewTable(&index, l.Text("book.row"), l.Text("work.by.number"), l.Text("field.title"), l.Text("field.applicant"),
		l.Text("field.institution"),
		l.Text("figure."+string(record.FigureOverall)), l.Text("work.by.verdict"), l.Text("tasks.fate"), l.Text("tasks.paper"), "SHA-256",
		l.Text("tasks.evidence"), "SHA-256")
	chosen := selection{ids: []int64{}}
	chosen.list.Descending = true
	for offset := 0; ; offset += exportPage {
		items, err := a.Store.TaskItems(ctx, a.task.ID, nil, exportPage, offset)
		if err != nil {
			return err
		}
		if len(items) == 0 {
			break
		}
		ids := each.Of(items, func(i record.TaskItem) int64 { return i.Document })
		rows := map[int64]record.WorkItem{}
		x := selection{ids: ids}
		if err := a.eachOf(ctx, x, func(w record.WorkItem) error { rows[w.Document] = w; return nil }); err != nil {
			return err
		}
		for _, i := range items {
			w := rows[i.Document]
			if i.Outcome == record.TaskDid {
				chosen.ids = append(chosen.ids, i.Document)
			}
			name := entryName(i, w)
			paper, paperSum, err := a.add("papers/"+name+paperEnding, partPath(a.folder, i.Ordinal, paperEnding), zip.Store)
			if err != nil {
				return err
			}
			xml, xmlSum, err := a.add("evidence/"+name+evidenceEnding, partPath(a.folder, i.Ordinal, evidenceEnding), zip.Deflate)
			if err != nil {
				return err
			}
			verdict := ""
			if w.Verdict != "" {
				verdict = l.Text("verdict." + string(w.Verdict))
			}
			table.Row(strconv.Itoa(i.Ordinal), w.Number, i.Name, w.Applicant, w.Institution, shareCell(l, w, record.FigureOverall), verdict,
				outcomeText(l, i), paper, paperSum, xml, xmlSum)
		}
	}
	if err := table.Close(); err != nil {
		return err
	}
	into, err := a.create("index.csv", zip.Deflate)
	if err != nil {
		return err
	}
	if _, err := into.Write(index.Bytes()); err != nil {
		return err
	}
	if into, err = a.create("index.xlsx", zip.Store); err != nil {
		return err
	}
	w := bookWriter{pages: a.pages, language: l, address: func(path string) string { return a.task.Choice.Base + path }}
	return w.write(ctx, into, chosen)
}

func (a *archive) create(name string, method uint16) (io.Writer, error) {
	return a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: a.made})
}

// add puts a file into the archive, and returns its name there and its SHA-256; both are ""
// where it was not made.
func (a *archive) add(name, path string, method uint16) (as, sum string, err error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return "", "", nil
	}
	if err != nil {
		return "", "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	into, err := a.create(name, method)
	if err != nil {
		return "", "", err
	}
	hash := sha256.New()
	if _, err := io.Copy(io.MultiWriter(into, hash), file); err != nil {
		return "", "", err
	}
	return name, hex.EncodeToString(hash.Sum(nil)), nil
}

// mostEntryName is the most characters of a name in an archive: programs that unpack it
// have to find room in a path of 260.
const mostEntryName = 60

// entryName returns the name of the files of an application in an archive: in its order, with its
// number and title, in characters that every system accepts.
func entryName(i record.TaskItem, w record.WorkItem) string {
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`\/:*?"<>|`, r) || unicode.IsControl(r) || !unicode.IsPrint(r) {
			return '_'
		}
		return r
	}, strings.Join(strings.Fields(w.Number+" "+i.Name), " "))
	if runes := []rune(name); len(runes) > mostEntryName {
		name = string(runes[:mostEntryName])
	}
	return strings.TrimRight(fmt.Sprintf("%04d %s", i.Ordinal, name), " .")
}
