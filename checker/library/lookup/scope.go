package lookup

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"zhiwen/checker/library/database"
	"zhiwen/checker/library/document"
	"zhiwen/internal/each"
)

// scope is what an application of a call is compared with: the library, or some
// collections of it, and the applications of its call.
type scope struct {
	call        int64
	collections []int64 // none: the whole library
	names       []string
	forms       []int64        // none: all blank forms
	withoutWeb  bool           // pages of the web take no part
	pages       map[int64]bool // these, where they take no part
	collected   map[int64]bool // the documents of the collections, and library documents of the call; nil without any
}

// Within returns the documents that applications of a call are compared with: the applications of
// the call, whoever else may see them, and of the library only the collections of the call, if it
// has any. Call 0 is the library itself. The settings of the call are read at once, documents are
// not. The error is ErrNotFound if the call is gone.
func (r Reader) Within(ctx context.Context, id int64) (Reader, error) {
	if id == 0 {
		return r, nil
	}
	c, err := document.NewReader(r.conn).Call(ctx, id)
	if err != nil {
		return r, err
	}
	s := &scope{call: id, collections: c.Collections, forms: c.Forms}
	if len(s.collections) > 0 {
		list := database.IDParameter(r.conn.IsSQLite, s.collections)
		s.names, err = r.conn.Texts(ctx, `SELECT name FROM collections WHERE `+fmt.Sprintf(database.OneOf(r.conn.IsSQLite, "id"),
			1)+` ORDER BY name`, list)
		if err != nil {
			return r, fmt.Errorf("collections of call %d: %w", id, err)
		}
		ids, err := r.conn.IDs(ctx, `SELECT doc_id FROM collection_documents WHERE `+fmt.Sprintf(database.OneOf(r.conn.IsSQLite,
			"collection_id"), 1)+`
			UNION SELECT id FROM documents WHERE call_id = $2 AND call_id <> 0 AND in_library`, list, id)
		if err != nil {
			return r, fmt.Errorf("collections of call %d: %w", id, err)
		}
		s.collected = each.Set(ids)
	}
	if c.Settings.WithoutWeb {
		ids, err := r.conn.IDs(ctx, `SELECT id FROM documents WHERE web <> ''`)
		if err != nil {
			return r, fmt.Errorf("pages of the web: %w", err)
		}
		s.withoutWeb, s.pages = true, make(map[int64]bool, len(ids))
		for _, document := range ids {
			s.pages[document] = true
		}
	}
	r.scope = s
	return r, nil
}

// member returns the condition that documents, under an alias or "", are among those that a check
// is about.
func (r Reader) member(alias string) string {
	library := r.library(alias)
	if r.scope == nil {
		return library
	}
	if alias != "" {
		alias += "."
	}
	if r.scope.withoutWeb {
		library += ` AND ` + alias + `web = ''`
	}
	return `(` + library + ` OR ` + alias + `call_id = ` + strconv.FormatInt(r.scope.call, 10) + `)`
}

// library returns the condition that documents are of the library, or of the collections of it that
// a check is about, pages of the web or not.
func (r Reader) library(alias string) string {
	if alias != "" {
		alias += "."
	}
	library := alias + `in_library`
	if r.scope != nil && len(r.scope.collections) > 0 {
		library += ` AND EXISTS (SELECT 1 FROM collection_documents m WHERE m.doc_id = ` + alias + `id AND m.collection_id IN (` +
			numberList(r.scope.collections) + `))`
	}
	return library
}

// sees reports whether a check compares with the units of a library document; documents of the call
// that are not in the library are looked up separately.
func (s *scope) sees(document int64) bool {
	return s == nil || (s.collected == nil || s.collected[document]) && !s.pages[document]
}

// numberList writes ids for a statement.
func numberList(ids []int64) string {
	texts := each.Of(ids, func(id int64) string { return strconv.FormatInt(id, 10) })
	return strings.Join(texts, ", ")
}
