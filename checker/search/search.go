// Package search is the full-text search over the library: titles, applicants,
// institutions, programmes, keywords and the texts themselves.
//
// Documents go in by their number (Put), a line from a search box goes in
// (Search), and numbers, marked passages and counts by year come out. The
// package knows neither the database nor pages; the index in its folder can
// always be made anew from the library.
//
// An index keeps the words of a text and where they stand: 70 KB for a document
// of 37 KB, measured on Chinese books (11 KB without the places, but then no
// phrase can be found). The text itself, another 22 KB, is not kept: passages
// are cut from what Texts returns for the few documents shown.
package search

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"sync"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	"github.com/blevesearch/bleve/v2/analysis/token/unicodenorm"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"
	index "github.com/blevesearch/bleve_index_api"
	bolt "go.etcd.io/bbolt/errors"
	"golang.org/x/sync/semaphore"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/text/word"
	"zhiwen/extract"
)

// Errors of Open. All but ErrInUse are cured by removing the folder and putting
// the library's documents into a new index.
var (
	ErrDamaged  = errors.New("search index damaged")
	ErrOutdated = errors.New("search index made by another version")
	ErrInUse    = errors.New("search index in use by another process")
)

// version names how terms are made. An index made otherwise would not find what
// is in it.
const version = "3"

// versionKey is where an index keeps its version.
const versionKey = "zhiwen/version"

// openTimeout is how long to wait for another process to let go of the index:
// one that is just ending.
const openTimeout = "3s"

// The fields of a document in the index, and in Fragment.Field.
const (
	FieldTitle       = "title"
	FieldApplicant   = "applicant"
	FieldInstitution = "institution"
	FieldProgramme   = "programme"
	FieldKeywords    = "keywords"
	FieldText        = "text"

	fieldApplicantExact = "applicant_exact"
	fieldRevision       = "revision"
)

// shelved returns the field of the index that holds what a document is divided or sorted by, as it
// stands: shelved("year"), shelved("title").
func shelved(name string) string { return "shelf_" + name }

// unknown stands for a value that is not known, for an index has no field without one.
const unknown = "\x00"

// MaxText is the most characters of a document's text that are in the index, and of all texts that
// are made ready for it at a time: about 700 full pages, which take some 300 MB while they are cut into
// terms and these are sorted with their places. A page of a document that has more says so.
const MaxText = 1_000_000

// begin returns the part of a text that is in the index, and how many characters it has.
func begin(text string) (part string, characters int) {
	for i := range text {
		if characters == MaxText {
			return text[:i], characters
		}
		characters++
	}
	return text, characters
}

// Texts returns the text of a document as it was put into the index.
type Texts func(ctx context.Context, id int64) (string, error)

// Index is a search index. It is safe for concurrent use until Close.
type Index struct {
	dir   string
	open  sync.RWMutex // held to read while the index is used
	bleve bleve.Index  // nil while it is suspended
	texts Texts
	text  analysis.Analyzer   // of what is written
	name  analysis.Analyzer   // of names
	exact analysis.Analyzer   // of whole names
	room  *semaphore.Weighted // characters that are made ready
}

// Open opens the index in dir, or makes an empty one where dir is missing or
// empty. words cuts Chinese; all indexes of a process use the one opened last.
// texts returns the passages to show; with nil, none are shown from texts.
//
// Where single files of an index are lost, bleve goes back to an older state of
// it without an error. Whoever has the library compares its documents with
// Revisions after opening.
// Errors wrap ErrDamaged, ErrOutdated, ErrInUse or are of the file system.
func Open(dir string, words *word.Cutter, texts Texts) (*Index, error) {
	if words == nil {
		return nil, fmt.Errorf("open search index %s: no words to cut with", dir)
	}
	cutter.Store(words)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open search index: %w", err)
	}
	// It holds the words of confidential texts, whatever the folder was before.
	if err := os.Chmod(dir, 0o700); err != nil { //nolint:gosec // a folder, which its owner enters
		return nil, fmt.Errorf("open search index: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("open search index: %w", err)
	}
	open := reopen
	if len(entries) == 0 {
		open = create
	}
	b, err := guard(open, dir)
	if err != nil {
		return nil, fmt.Errorf("open search index %s: %w", dir, err)
	}
	m := b.Mapping()
	return &Index{
		dir:   dir,
		bleve: b,
		texts: texts,
		text:  m.AnalyzerNamed(textAnalyser),
		name:  m.AnalyzerNamed(nameAnalyser),
		exact: m.AnalyzerNamed(exactAnalyser),
		room:  semaphore.NewWeighted(MaxText),
	}, nil
}

// guard calls open and turns a panic, which is what some of bleve's files give
// when their bytes are not what they should be, into ErrDamaged. They are mapped
// into memory: bytes that point out of a file that was cut are a fault, which
// would end the program.
func guard(open func(string) (bleve.Index, error), dir string) (b bleve.Index, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			b, err = nil, fmt.Errorf("%w: %v", ErrDamaged, p)
		}
	}()
	return open(dir)
}

func create(dir string) (bleve.Index, error) {
	m, err := newMapping()
	if err != nil {
		return nil, err
	}
	b, err := bleve.NewUsing(dir, m, scorch.Name, scorch.Name, map[string]any{"bolt_timeout": openTimeout})
	if err != nil {
		return nil, err
	}
	if err := b.SetInternal([]byte(versionKey), []byte(version)); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

func reopen(dir string) (bleve.Index, error) {
	b, err := bleve.OpenUsing(dir, map[string]any{"bolt_timeout": openTimeout})
	switch {
	case errors.Is(err, bolt.ErrTimeout):
		return nil, ErrInUse
	case errors.Is(err, fs.ErrPermission):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	got, err := b.GetInternal([]byte(versionKey))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrDamaged, err), b.Close())
	}
	if string(got) != version {
		return nil, errors.Join(fmt.Errorf("%w: %q, this one is %q", ErrOutdated, got, version), b.Close())
	}
	return b, nil
}

// newMapping returns how documents become terms.
func newMapping() (*mapping.IndexMappingImpl, error) {
	m := bleve.NewIndexMapping()
	m.ScoringModel = index.BM25Scoring
	m.DefaultAnalyzer = textAnalyser
	m.IndexDynamic, m.StoreDynamic, m.DocValuesDynamic = false, false, false
	err := m.AddCustomTokenFilter(foldName, map[string]any{"type": unicodenorm.Name, "form": unicodenorm.NFKC})
	if err != nil {
		return nil, err
	}
	for name, parts := range map[string]struct {
		tokenizer string
		filters   []string
	}{
		textAnalyser:  {wordName, []string{foldName, lowercase.Name, en.SnowballStemmerName}},
		nameAnalyser:  {characterName, []string{foldName, lowercase.Name}},
		exactAnalyser: {characterName, []string{foldName, lowercase.Name, exactJoin}},
	} {
		err := m.AddCustomAnalyzer(name, map[string]any{
			"type":          custom.Name,
			"char_filters":  []string{simplifyName},
			"tokenizer":     parts.tokenizer,
			"token_filters": parts.filters,
		})
		if err != nil {
			return nil, err
		}
	}

	field := func(analyser string, store bool) *mapping.FieldMapping {
		return &mapping.FieldMapping{Type: "text", Analyzer: analyser, Index: true, Store: store, IncludeTermVectors: true}
	}
	exact := field(exactAnalyser, false)
	exact.Name = fieldApplicantExact
	revision := field(keyword.Name, false)
	revision.IncludeTermVectors = false
	revision.DocValues = true // listed

	d := bleve.NewDocumentStaticMapping()
	d.AddFieldMappingsAt(FieldTitle, field(textAnalyser, true))
	d.AddFieldMappingsAt(FieldApplicant, field(nameAnalyser, true), exact)
	d.AddFieldMappingsAt(FieldInstitution, field(textAnalyser, true))
	d.AddFieldMappingsAt(FieldProgramme, field(textAnalyser, true))
	d.AddFieldMappingsAt(FieldKeywords, field(textAnalyser, true))
	d.AddFieldMappingsAt(FieldText, field(textAnalyser, false))
	for name := range shelfFields(Document{}) {
		f := field(keyword.Name, false)
		f.IncludeTermVectors = false
		f.DocValues = true // counted, and sorted by
		d.AddFieldMappingsAt(name, f)
	}
	d.AddFieldMappingsAt(fieldRevision, revision)
	m.DefaultMapping = d
	return m, nil
}

// Close writes what is left to write and lets go of the folder. The index must
// not be used afterwards.
func (x *Index) Close() error {
	if err := x.Suspend(); err != nil {
		return fmt.Errorf("close search index: %w", err)
	}
	return nil
}

// Document is one document to put into an index.
type Document struct {
	ID       int64
	Revision int64             // which state of the document this is; see Revisions
	Identity evidence.Identity // year and all that is written; hash and file name are not searched
	Status   record.Status
	Format   extract.Format
	Text     string
}

// shelfFields returns what a document is divided and sorted by, by the field of the index.
func shelfFields(d Document) map[string]any {
	out := map[string]any{}
	put := func(name, value string) {
		if value == "" {
			value = unknown
		}
		out[shelved(name)] = value
	}
	year := ""
	if d.Identity.Year != 0 {
		year = strconv.Itoa(d.Identity.Year)
	}
	put(string(record.ShelfYear), year)
	put(string(record.ShelfInstitution), d.Identity.Institution)
	put(string(record.ShelfProgramme), d.Identity.Programme)
	put(string(record.ShelfStatus), string(d.Status))
	put(string(record.ShelfFormat), string(d.Format))
	put(string(record.ShelfByTitle), d.Identity.Title)
	put(string(record.ShelfByApplicant), d.Identity.Applicant)
	return out
}

// Of returns a document of the library as it goes into an index.
func Of(d record.Document, text string) Document {
	return Document{ID: d.ID, Revision: d.Revision, Identity: d.Identity, Status: d.Status, Format: d.Format, Text: text}
}

// Put stores a document under its number, in place of one that was there. When
// it returns without error, the document is found and is on disk.
func (x *Index) Put(ctx context.Context, d record.Document, text string) error {
	return x.PutAll(ctx, []Document{Of(d, text)})
}

// PutAll is Put for many documents; where it fails some may be there. Most of the
// time of a Put is spent waiting for the disk and merging; fifty documents at a time
// are stored several times as fast as one by one.
func (x *Index) PutAll(ctx context.Context, documents []Document) error {
	done, err := x.use()
	if err != nil {
		return err
	}
	defer done()
	for len(documents) > 0 {
		batch, characters := 0, 0
		for _, d := range documents {
			_, n := begin(d.Text)
			if batch > 0 && characters+n > MaxText {
				break
			}
			batch, characters = batch+1, characters+n
		}
		if err := x.putBatch(ctx, documents[:batch], characters); err != nil {
			return err
		}
		documents = documents[batch:]
	}
	return nil
}

// putBatch indexes documents with the given number of characters, all or none.
func (x *Index) putBatch(ctx context.Context, documents []Document, characters int) error {
	if err := x.room.Acquire(ctx, int64(characters)); err != nil {
		return fmt.Errorf("put %d documents into the search index: %w", len(documents), err)
	}
	defer x.room.Release(int64(characters))
	batch := x.bleve.NewBatch()
	for _, d := range documents {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("put document %d into the search index: %w", d.ID, err)
		}
		text, _ := begin(d.Text)
		fields := map[string]any{
			FieldTitle:       d.Identity.Title,
			FieldApplicant:   d.Identity.Applicant,
			FieldInstitution: d.Identity.Institution,
			FieldProgramme:   d.Identity.Programme,
			FieldKeywords:    d.Identity.Keywords,
			FieldText:        text,
			fieldRevision:    strconv.FormatInt(d.Revision, 10),
		}
		maps.Copy(fields, shelfFields(d))
		if err := batch.Index(key(d.ID), fields); err != nil {
			return fmt.Errorf("put document %d into the search index: %w", d.ID, err)
		}
	}
	if err := x.bleve.Batch(batch); err != nil {
		return fmt.Errorf("put %d documents into the search index: %w", len(documents), err)
	}
	return nil
}

// Delete removes a document. One that is not there is no error.
func (x *Index) Delete(ctx context.Context, id int64) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("delete document %d from the search index: %w", id, err)
	}
	done, err := x.use()
	if err != nil {
		return err
	}
	defer done()
	if err := x.bleve.Delete(key(id)); err != nil {
		return fmt.Errorf("delete document %d from the search index: %w", id, err)
	}
	return nil
}

// Count returns the number of documents in the index.
func (x *Index) Count() (uint64, error) {
	done, err := x.use()
	if err != nil {
		return 0, err
	}
	defer done()
	n, err := x.bleve.DocCount()
	if err != nil {
		return 0, fmt.Errorf("count the search index: %w", err)
	}
	return n, nil
}

// Revisions returns the numbers of all documents in the index, each with the
// revision that was put there.
func (x *Index) Revisions(ctx context.Context) (map[int64]int64, error) {
	done, err := x.use()
	if err != nil {
		return nil, err
	}
	defer done()
	revisions, err := x.revisions(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the search index: %w", err)
	}
	return revisions, nil
}

func (x *Index) revisions(ctx context.Context) (revisions map[int64]int64, err error) {
	advanced, err := x.bleve.Advanced()
	if err != nil {
		return nil, err
	}
	reader, err := advanced.Reader()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	values, err := reader.DocValueReader([]string{fieldRevision})
	if err != nil {
		return nil, err
	}
	all, err := reader.DocIDReaderAll()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, all.Close()) }()
	revisions = map[int64]int64{}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		internal, err := all.Next()
		if err != nil || internal == nil {
			return revisions, err
		}
		external, err := reader.ExternalID(internal)
		if err != nil {
			return nil, err
		}
		id, err := number(external)
		if err != nil {
			return nil, fmt.Errorf("document %q: %w", external, err)
		}
		var revision string
		if err := values.VisitDocValues(internal, func(_ string, term []byte) { revision = string(term) }); err != nil {
			return nil, fmt.Errorf("revision of document %d: %w", id, err)
		}
		if revisions[id], err = strconv.ParseInt(revision, 10, 64); err != nil {
			return nil, fmt.Errorf("revision of document %d: %w", id, err)
		}
	}
}

// key returns the name of a document in the index; keys sort as their numbers do.
func key(id int64) string { return fmt.Sprintf("%016x", uint64(id)) }

func number(key string) (int64, error) {
	id, err := strconv.ParseUint(key, 16, 64)
	return int64(id), err
}

// Remove deletes the index in dir, which must not be open, so that Open makes an
// empty one. It refuses a folder that holds something else.
func Remove(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return fmt.Errorf("remove search index: %w", err)
	}
	for _, e := range entries {
		if name := e.Name(); name != "store" && name != "index_meta.json" && name != "index_meta.json_temp" {
			return fmt.Errorf("remove search index: %s is no part of one", filepath.Join(dir, name))
		}
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return fmt.Errorf("remove search index: %w", err)
		}
	}
	return nil
}
