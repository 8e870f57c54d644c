package shelf

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// What is done to many documents at once goes in two steps, as on the desk: a page says
// what will happen, its form does it and leads back to the list.

// action is a bulk action on documents.
type action string

// The bulk actions.
const (
	doEdit   action = "edit"
	doRemove action = "remove"
	// nothing is the result if nothing was chosen.
	nothing action = "nothing"
)

// most is how many documents a bulk action is done to: what takes a minute.
var most = map[action]int{doEdit: 5000, doRemove: 2000}

// maxText is the most characters of a value that is set.
const maxText = 300

// bulkActionView is the view of page/shelf-selection.html.
type bulkActionView struct {
	site.Page
	BulkAction  string
	Count       int // documents that it is done to
	TooMany     int // how many can be chosen at the most, where there are more; else 0
	Names       []string
	More        int // documents beyond Names
	Removal     record.Removal
	All         bool
	Of          string
	IDs         []int64
	Return      string
	Collections []record.Collection
	Faults      []site.FieldFault
	Form        url.Values
}

// Statuses returns those that can be set.
func (v bulkActionView) Statuses() []record.Status { return record.Statuses() }

// Value returns what the form had in a field.
func (v bulkActionView) Value(field string) string { return v.Form.Get(field) }

// shownNames is how many of the chosen documents a page names.
const shownNames = 12

// selection is documents that were chosen: some by number or, with All, all of a list.
type selection struct {
	list list
	ids  []int64
	all  bool
	of   string
}

// readSelection reads what is chosen: "doc" repeated, or "all" of the list whose fields
// are in "of".
func readSelection(q url.Values) (x selection, err error) {
	x.of = q.Get("of")
	of, err := url.ParseQuery(x.of)
	if err != nil {
		return x, site.ErrBadInput
	}
	if x.list, err = readList(of); err != nil {
		return x, err
	}
	for _, text := range q["doc"] {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || id < 1 {
			return x, site.ErrBadInput
		}
		if !slices.Contains(x.ids, id) {
			x.ids = append(x.ids, id)
		}
	}
	x.all = q.Get("all") != ""
	return x, nil
}

// documents returns the numbers of the documents of a selection, no more than most and one;
// 0 is all there are.
func (s *pages) documents(ctx context.Context, x selection, most int) ([]int64, error) {
	if most == 0 {
		most = 1<<31 - 2
	}
	switch {
	case !x.all:
		return s.Store.ShelfIDs(ctx, record.ShelfFilter{IDs: append([]int64{}, x.ids...)}, most+1)
	case x.list.Search == "":
		return s.Store.ShelfIDs(ctx, x.list.ShelfFilter, most+1)
	}
	q, err := s.query(ctx, x.list)
	if err != nil {
		return nil, err
	}
	return s.Search.Find(ctx, q, min(most+1, maxFound))
}

// maxFound bounds what a search gives at once: full-text search makes room for as many.
const maxFound = 200_000

// confirm shows what a bulk action will do.
func (s *pages) confirm(c *gin.Context) error {
	q := c.Request.URL.Query()
	x, err := readSelection(q)
	if err != nil {
		return err
	}
	d := action(q.Get("do"))
	switch {
	case d != "" && most[d] == 0:
		return site.ErrBadInput
	case d == "" || !x.all && len(x.ids) == 0:
		c.Redirect(http.StatusSeeOther, back(x.list, nothing, 0, 0))
		return nil
	}
	ids, err := s.documents(c.Request.Context(), x, most[d])
	if err != nil {
		return err
	}
	return s.showConfirm(c, http.StatusOK, d, x, ids, bulkActionView{})
}

func (s *pages) showConfirm(c *gin.Context, status int, d action, x selection, ids []int64, v bulkActionView) (err error) {
	ctx := c.Request.Context()
	v.Page = s.Page(c, s.Language(c).Text("library.do."+string(d)))
	v.Section, v.Back = "library", x.list.address()
	v.BulkAction, v.All, v.Of, v.IDs, v.Return, v.Count = string(d), x.all, x.of, x.ids, x.list.address(), len(ids)
	if len(ids) > most[d] {
		v.TooMany = most[d]
		return s.Render(c, status, "shelf-selection", v)
	}
	named, _, err := s.Store.Documents(ctx, record.Filter{IDs: append([]int64{}, ids[:min(shownNames, len(ids))]...)})
	if err != nil {
		return err
	}
	for _, d := range named {
		v.Names = append(v.Names, report.NameOf(d.Identity))
	}
	v.More = len(ids) - len(v.Names)
	if d == doRemove {
		v.Removal, err = s.Store.Removal(ctx, ids)
	} else {
		v.Collections, err = s.Store.Collections(ctx)
	}
	if err != nil {
		return err
	}
	return s.Render(c, status, "shelf-selection", v)
}

// back returns the address of the list with the result of a bulk action: how many documents it
// changed and how many it left alone.
func back(l list, did action, done, left int) string {
	return l.with(func(q url.Values) {
		q.Set("did", string(did))
		if did != nothing {
			q.Set("done", strconv.Itoa(done))
			q.Set("left", strconv.Itoa(left))
		}
	})
}

// doneView is the result of a bulk action on documents.
type doneView struct {
	BulkAction string
	Done, Left int
}

// done reads what the address says was done.
func (s *pages) done(c *gin.Context) *doneView {
	did := action(c.Query("did"))
	if did != nothing && most[did] == 0 {
		return nil
	}
	v := &doneView{BulkAction: string(did)}
	v.Done, _ = strconv.Atoi(c.Query("done")) // what is no number is nothing
	v.Left, _ = strconv.Atoi(c.Query("left"))
	return v
}

// acting returns the handler that applies a bulk action to the documents chosen in a form.
func (s *pages) acting(d action) site.Action {
	return func(c *gin.Context) error {
		ctx := c.Request.Context()
		x, err := readSelection(c.Request.PostForm)
		if err != nil {
			return err
		}
		if !x.all && len(x.ids) == 0 {
			return site.ErrBadInput
		}
		ids, err := s.documents(ctx, x, most[d])
		if err != nil {
			return err
		}
		var change change
		v := bulkActionView{Form: c.Request.PostForm}
		if d == doEdit {
			change, v.Faults = s.readChange(c)
		}
		if len(v.Faults) > 0 || len(ids) > most[d] {
			return s.showConfirm(c, http.StatusUnprocessableEntity, d, x, ids, v)
		}
		var done int
		if d == doEdit {
			done, err = s.edit(ctx, ids, change)
		} else {
			done, err = s.remove(ctx, ids)
		}
		if err != nil {
			return err
		}
		c.Redirect(http.StatusSeeOther, back(x.list, d, done, len(ids)-done))
		return nil
	}
}

// change is what a form changes of documents.
type change struct {
	record.ShelfEdit
	into, outOf int64 // collections; 0 is none
}

// readChange reads the form of an edit: a field that is empty stays as it is, unless it is
// to be emptied.
func (s *pages) readChange(c *gin.Context) (x change, faults []site.FieldFault) {
	l := s.Language(c)
	fault := func(field, key string) {
		faults = append(faults, site.FieldFault{Field: field, Text: l.Text(key)})
	}
	value := func(field string) *string {
		text := site.CleanLine(c.PostForm(field), maxText)
		if clear := slices.Contains(c.PostFormArray("clear"), field); text == "" && !clear {
			return nil
		} else if text != "" && clear {
			fault(field, "library.eitherOr")
		}
		return &text
	}
	if text := value("year"); text != nil {
		year := 0
		if *text != "" {
			var err error
			if year, err = strconv.Atoi(*text); err != nil || year < 1900 || year > report.MaxYear {
				fault("year", "library.noYear")
			}
		}
		x.Year = &year
	}
	x.Institution, x.Programme = value("institution"), value("programme")
	if text := value("status"); text != nil {
		status := record.Status(*text)
		if status != "" && !slices.Contains(record.Statuses(), status) {
			fault("status", "library.noStatus")
		}
		x.Status = &status
	}
	for name, into := range map[string]*int64{"into": &x.into, "out": &x.outOf} {
		if text := c.PostForm(name); text != "" {
			var err error
			if *into, err = strconv.ParseInt(text, 10, 64); err != nil || *into < 1 {
				fault(name, "library.noCollection")
			}
		}
	}
	if len(faults) == 0 && x.Empty() && x.into == 0 && x.outOf == 0 {
		fault("year", "library.noChange")
	}
	return x, faults
}

// edit changes documents and returns how many it was done to.
func (s *pages) edit(ctx context.Context, ids []int64, x change) (int, error) {
	for id, in := range map[int64]bool{x.into: true, x.outOf: false} {
		if id == 0 {
			continue
		}
		if err := s.Store.Collect(ctx, id, ids, in); err != nil {
			return 0, err
		}
	}
	if !x.Empty() {
		if _, err := s.Jobs.EditDocuments(ctx, ids, x.ShelfEdit); err != nil {
			return 0, err
		}
	}
	return len(ids), nil // what had the values already has them
}

// remove takes documents out of the library and returns how many: those that are being
// read are left alone.
func (s *pages) remove(ctx context.Context, ids []int64) (done int, err error) {
	for _, id := range ids {
		err := s.Jobs.LeaveLibrary(ctx, id)
		switch {
		case err == nil:
			done++
		case errors.Is(err, record.ErrNotFound), errors.Is(err, record.ErrBusy):
		default:
			return done, err
		}
	}
	return done, nil
}

// enter puts a document that was only checked into the library.
func (s *pages) enter(c *gin.Context, id int64) error {
	n, err := s.Jobs.EnterLibrary(c.Request.Context(), []int64{id})
	if err == nil && n == 0 {
		err = record.ErrNotFound
	}
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, site.BackOr(c, "/documents/"+strconv.FormatInt(id, 10)))
	return nil
}
