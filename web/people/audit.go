package people

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
	"zhiwen/web/auth"
	"zhiwen/web/site"
)

// recordRows is how many entries of the record a page shows.
const recordRows = 100

// recordView is the view of page/audit.html.
type recordView struct {
	site.Page
	Filter   recordFilter
	Entries  []recordRow
	Older    string // address of the page with what came before, or ""
	Actions  []audit.Action
	Subjects []audit.Subject
}

// recordFilter is the filter as it was typed.
type recordFilter struct {
	Action  audit.Action
	Subject audit.Subject
	Actor   string
	ID      string
	From    string // days, both included
	To      string
}

// Any reports whether something is chosen.
func (f recordFilter) Any() bool { return f != recordFilter{} }

// recordRow is one entry.
type recordRow struct {
	audit.Entry
	Link string // to what it was done to, "" where that is no more
	Name string // of the document, "" where it is no more
	// Details are the names of what else the entry says, in order.
	Details []string
}

// auditList shows the record of who did what, newest first.
func (s *pages) auditList(c *gin.Context) error {
	filter, chosen, err := recordFilterOf(c)
	if err != nil {
		return err
	}
	entries, more, err := s.Store.Entries(c.Request.Context(), chosen, recordRows)
	if err != nil {
		return err
	}
	v := recordView{Page: s.Page(c, s.Language(c).Text("audit.title")), Filter: filter, Actions: audit.Actions(),
		Subjects: audit.Subjects()}
	v.Section, v.Back = "audit", "/audit"
	known := subjects{pages: s, found: map[subjectKey]recordRow{}}
	for _, e := range entries {
		row, err := known.row(c.Request.Context(), e.Act)
		if err != nil {
			return err
		}
		row.Entry = e
		row.Details = slices.Sorted(maps.Keys(e.Act.Detail))
		v.Entries = append(v.Entries, row)
	}
	if more {
		q := c.Request.URL.Query()
		q.Set("before", strconv.FormatInt(entries[len(entries)-1].Number, 10))
		v.Older = "/audit?" + q.Encode()
	}
	return s.Render(c, http.StatusOK, "audit", v)
}

// recordFilterOf reads the filter of the address.
func recordFilterOf(c *gin.Context) (typed recordFilter, f audit.Filter, err error) {
	typed = recordFilter{
		Action: audit.Action(c.Query("action")), Subject: audit.Subject(c.Query("subject")),
		Actor: site.CleanLine(c.Query("actor"), auth.MostName), From: c.Query("from"), To: c.Query("to"),
	}
	f = audit.Filter{Action: typed.Action, Subject: typed.Subject, Actor: typed.Actor}
	if f.Action != "" && !slices.Contains(audit.Actions(), f.Action) || f.Subject != "" && !slices.Contains(audit.Subjects(), f.Subject) {
		return typed, f, site.ErrBadInput
	}
	if f.ID, err = site.QueryNumber(c, "id"); err != nil {
		return typed, f, err
	}
	if f.ID != 0 {
		typed.ID = strconv.FormatInt(f.ID, 10)
	}
	if f.Before, err = site.QueryNumber(c, "before"); err != nil {
		return typed, f, err
	}
	day := func(text string) (time.Time, error) {
		if text == "" {
			return time.Time{}, nil
		}
		t, err := time.ParseInLocation(time.DateOnly, text, time.Local)
		if err != nil {
			return t, site.ErrBadInput
		}
		return t, nil
	}
	if f.From, err = day(typed.From); err != nil {
		return typed, f, err
	}
	if f.To, err = day(typed.To); err != nil {
		return typed, f, err
	}
	if !f.To.IsZero() {
		f.To = f.To.AddDate(0, 0, 1)
	}
	return typed, f, nil
}

// subjects finds what entries are about, each once.
type subjects struct {
	pages *pages
	found map[subjectKey]recordRow
}

type subjectKey struct {
	subject audit.Subject
	id      int64
}

// row returns the link and the name of the subject of an act.
func (s subjects) row(ctx context.Context, a audit.Act) (recordRow, error) {
	key := subjectKey{a.Subject, a.ID}
	r, known := s.found[key]
	var err error
	if !known {
		r, err = s.look(ctx, a)
		s.found[key] = r
	}
	return r, err
}

func (s subjects) look(ctx context.Context, a audit.Act) (r recordRow, err error) {
	var d record.Document
	switch a.Subject {
	case audit.SubjectDocument:
		d, err = s.pages.Store.Document(ctx, a.ID)
		r.Link = "/documents/" + strconv.FormatInt(a.ID, 10)
	case audit.SubjectCheck:
		var check record.Check
		check, err = s.pages.Store.Check(ctx, a.ID)
		d = check.Document
		r.Link = "/checks/" + strconv.FormatInt(a.ID, 10)
	case audit.SubjectCall:
		var call record.Call
		call, err = s.pages.Store.Call(ctx, a.ID)
		d.Identity.Filename = call.Name
		r.Link = "/calls/" + strconv.FormatInt(a.ID, 10)
	case audit.SubjectAccount:
		if a.ID == 0 || s.pages.Auth == nil {
			return r, nil
		}
		var account record.Account
		account, err = s.pages.Auth.Account(ctx, a.ID)
		d.Identity.Filename = account.Login
	default:
		return r, nil
	}
	if errors.Is(err, record.ErrNotFound) {
		return recordRow{}, nil
	}
	r.Name = d.Identity.Filename
	return r, err
}

// exportRecord returns the whole record with its signed heads.
func (s *pages) exportRecord(c *gin.Context) error {
	c.Header("Content-Disposition", site.Attachment("zhiwen-record.jsonl", "zhiwen-record.jsonl"))
	c.Header("Content-Type", "application/jsonl; charset=utf-8")
	return audit.WriteExport(c.Request.Context(), s.Store, s.SignText, c.Writer)
}
