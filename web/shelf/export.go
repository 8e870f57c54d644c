package shelf

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/xuri/excelize/v2"

	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/site"
)

// What is given out of the library is a manifest that an import reads again, as a table
// or in an archive with the files: its columns have the names that server/intake knows.

// exportPage is how many documents are read at a time.
const exportPage = 500

// columns returns the heads of a manifest.
func columns(text func(string, ...any) string) []string {
	return []string{
		text("manifest.file"), text("manifest.number"), text("manifest.title"), text("manifest.applicant"), text("manifest.participants"),
		text("manifest.institution"), text("manifest.year"), text("manifest.programme"), text("manifest.keywords"), text("manifest.status"),
	}
}

// cells returns the row of a document.
func cells(d record.Document, text func(string, ...any) string) []string {
	i := d.Identity
	people := make([]string, 0, len(i.Participants))
	for _, p := range i.Participants {
		name := p.Name
		if p.Institution != "" {
			name += "（" + p.Institution + "）"
		}
		people = append(people, name)
	}
	status := ""
	if d.Status != "" {
		status = text("status." + string(d.Status))
	}
	return []string{
		fileName(d), d.Reference, i.Title, i.Applicant, strings.Join(people, "；"), i.Institution, site.CountCell(i.Year), i.Programme,
		strings.Join(i.Keywords, "；"), status,
	}
}

// fileName returns what a document's file is called in an archive: under its number, since several
// may have one name.
func fileName(d record.Document) string {
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, path.Base(d.Identity.Filename))
	if name == "." || name == ".." || name == "" {
		name = "file"
	}
	return strconv.FormatInt(d.ID, 10) + "/" + name
}

// each calls do with each document that the address chooses, or all of the library.
func (s *pages) each(c *gin.Context, do func(record.Document) error) error {
	ctx := c.Request.Context()
	x, err := readSelection(c.Request.URL.Query())
	if err != nil {
		return err
	}
	x.all = x.all || len(x.ids) == 0
	ids, err := s.documents(ctx, x, 0)
	if err != nil {
		return err
	}
	for len(ids) > 0 {
		some := ids[:min(exportPage, len(ids))]
		ids = ids[len(some):]
		documents, err := s.Store.Shelf(ctx, record.ShelfQuery{ShelfFilter: record.ShelfFilter{IDs: some}, Descending: true})
		if err != nil {
			return err
		}
		for _, d := range documents {
			if err := do(d); err != nil {
				return err
			}
		}
	}
	return nil
}

// exportTable returns the manifest as CSV.
func (s *pages) exportTable(c *gin.Context) error {
	text := s.Language(c).Text
	return site.GiveTable(c, text("library.title")+".csv", "library.csv", columns(text), func(t *site.Table) error {
		return s.each(c, func(d record.Document) error {
			t.Row(cells(d, text)...)
			return nil
		})
	})
}

// exportSheet returns the manifest as XLSX.
func (s *pages) exportSheet(c *gin.Context) (err error) {
	text := s.Language(c).Text
	f := excelize.NewFile()
	defer func() { err = errors.Join(err, f.Close()) }()
	w, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		return err
	}
	number := 0
	put := func(values []string) error {
		number++
		row := each.Of(values, func(v string) any { return v })
		return w.SetRow("A"+strconv.Itoa(number), row)
	}
	if err := put(columns(text)); err != nil {
		return err
	}
	if err := s.each(c, func(d record.Document) error { return put(cells(d, text)) }); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		return err
	}
	c.Header("Content-Disposition", site.Attachment(text("library.title")+".xlsx", "library.xlsx"))
	c.Data(http.StatusOK, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", b.Bytes())
	return nil
}

// manifestName is that of the manifest in an archive, as an import looks for it.
const manifestName = "manifest.csv"

// exportFiles returns the files as they came, with their manifest. The archive is written
// as it is read; where that fails on the way, the connection is cut, so that nobody takes
// a part for the whole.
func (s *pages) exportFiles(c *gin.Context) error {
	ctx, text := c.Request.Context(), s.Language(c).Text
	if _, err := readSelection(c.Request.URL.Query()); err != nil {
		return err
	}
	c.Header("Content-Disposition", site.Attachment(text("library.title")+".zip", "library.zip"))
	c.Header("Content-Type", "application/zip")
	c.Status(http.StatusOK)
	if c.Request.Method == http.MethodHead {
		return nil
	}
	err := s.writeArchive(ctx, c, text)
	if err == nil {
		return nil
	}
	if !c.Writer.Written() {
		return err
	}
	if ctx.Err() == nil {
		s.Log.ErrorContext(ctx, "export of the library was cut off", "request", site.RequestID(c), "error", err)
	}
	panic(http.ErrAbortHandler) // the answer has begun: only its end can say that it is not whole
}

func (s *pages) writeArchive(ctx context.Context, c *gin.Context, text func(string, ...any) string) error {
	z := zip.NewWriter(c.Writer)
	var manifest bytes.Buffer
	table := site.NewTable(&manifest, columns(text)...)
	err := s.each(c, func(d record.Document) error {
		data, err := s.Store.File(ctx, d.ID)
		if errors.Is(err, record.ErrNotFound) {
			return nil // deleted meanwhile
		}
		if err != nil {
			return err
		}
		header := &zip.FileHeader{Name: fileName(d), Method: zip.Store, Modified: d.CreatedAt} // what people upload is packed already
		w, err := z.CreateHeader(header)
		if err == nil {
			_, err = w.Write(data)
		}
		if err != nil {
			return err
		}
		table.Row(cells(d, text)...)
		return nil
	})
	if err := errors.Join(err, table.Close()); err != nil {
		return err
	}
	w, err := z.CreateHeader(&zip.FileHeader{Name: manifestName, Method: zip.Deflate, Modified: time.Now()})
	if err == nil {
		_, err = io.Copy(w, &manifest)
	}
	return errors.Join(err, z.Close())
}
