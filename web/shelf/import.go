package shelf

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/assess"
	"zhiwen/web/phrase"
	"zhiwen/web/site"
	"zhiwen/web/upload"
)

// countedImport is an import whose items can be counted by templates.
type countedImport struct{ record.Import }

// Of returns how many items have an outcome.
func (c countedImport) Of(outcome string) int { return c.Outcomes[record.Outcome(outcome)] }

// importsView is the view of page/imports.html.
type importsView struct {
	site.Page
	Imports  []countedImport
	Calls    []record.Call // that take applications
	Call     int64         // chosen
	Previous int           // number of the page before, 0 for none
	Next     int
}

func (s *pages) imports(c *gin.Context) error {
	ctx := c.Request.Context()
	number, err := site.PageNumber(c)
	if err != nil {
		return err
	}
	call, err := site.QueryNumber(c, "call")
	if err != nil {
		return err
	}
	imports, err := s.Store.Imports(ctx, site.PageSize+1, (number-1)*site.PageSize)
	if err != nil {
		return err
	}
	calls, err := s.Store.Calls(ctx)
	if err != nil {
		return err
	}
	v := importsView{
		Page: s.Page(c, s.Language(c).Text("imports.title"), "upload.js"), Call: call, Previous: number - 1,
		Calls: slices.DeleteFunc(calls, func(c record.Call) bool { return c.State != record.CallOpen }),
	}
	v.Section = "library"
	for _, i := range imports[:min(len(imports), site.PageSize)] {
		v.Imports = append(v.Imports, countedImport{i})
	}
	if len(imports) > site.PageSize {
		v.Next = number + 1
	}
	return s.Render(c, http.StatusOK, "imports", v)
}

// takeImport stores the posted files as an import and redirects to its page.
func (s *pages) takeImport(c *gin.Context) error {
	parcel, err := s.Uploads.Receive(c)
	if err != nil {
		return err
	}
	defer parcel.Discard()
	i := record.Import{Name: nameOf(parcel), By: s.Signing(c), Check: parcel.Field("check") != "", ToLibrary: parcel.Field("library") != ""}
	if call := parcel.Field("call"); call != "" {
		if i.Call, err = strconv.ParseInt(call, 10, 64); err != nil || i.Call < 0 {
			return site.ErrBadInput
		}
	}
	if i.Call == 0 {
		i.ToLibrary = true
	}
	id, err := s.Jobs.Import(c.Request.Context(), i, parcel.Files, parcel.Manifest)
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/imports/"+strconv.FormatInt(id, 10))
	return nil
}

// nameOf returns what an import is called: its first file, and how many more there are.
func nameOf(p *upload.Parcel) string {
	name := p.Files[0].Name
	if more := len(p.Files) - 1; more > 0 {
		name += " +" + strconv.Itoa(more)
	}
	if p.Table != "" {
		name += ", " + p.Table
	}
	return name
}

// importView is the view of page/import.html.
type importView struct {
	site.Page
	countedImport
	Call *record.Call // that it is for, or nil
	// CallGone says that it was for a call that was deleted since.
	CallGone bool
	Items    []record.ImportItem
	Choices  []importChoice // by outcome: the summary of the import
	Filtered bool           // one of them is chosen
	Pages    site.Pagination
	Outlook  record.Outlook // when what waits will be done
	Live     bool           // something of it will still change
	// Versions are the library documents with nearly the text of an item's, by document.
	Versions map[int64]assess.Versions
}

// outcome is what items of an import can be chosen by: a record.Outcome, or a state of their documents.
type outcome string

// The states of documents.
const (
	unread    outcome = "unread"
	fieldless outcome = "fieldless"
	marked    outcome = "marked"
)

// filter lists the items of an outcome; "" lists all.
func (o outcome) filter() (f record.ItemFilter, err error) {
	switch {
	case o == "":
	case slices.Contains(record.Outcomes(), record.Outcome(o)):
		f.Outcomes = []record.Outcome{record.Outcome(o)}
	case o == unread:
		f.Unread = true
	case o == fieldless:
		f.Fieldless = true
	case o == marked:
		f.Marked = true
	default:
		return f, site.ErrBadInput
	}
	return f, nil
}

// importChoice is an outcome to choose, with how many items it has.
type importChoice struct {
	Outcome outcome
	Count   int
	Chosen  bool
}

// IsOutcome reports whether the choice is a record.Outcome.
func (c importChoice) IsOutcome() bool {
	return slices.Contains(record.Outcomes(), record.Outcome(c.Outcome))
}

// choicesOf returns the outcomes that items of an import have.
func choicesOf(i record.Import, chosen outcome) (out []importChoice) {
	add := func(o outcome, count int) {
		if count > 0 {
			out = append(out, importChoice{o, count, o == chosen})
		}
	}
	add(outcome(record.OutcomeStored), i.Outcomes[record.OutcomeStored])
	add(unread, i.Failed)
	add(fieldless, i.Fieldless)
	add(marked, i.Marked)
	for _, o := range record.Outcomes() {
		if o != record.OutcomeStored {
			add(outcome(o), i.Outcomes[o])
		}
	}
	return out
}

func (s *pages) showImport(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	chosen := outcome(c.Query("outcome"))
	filter, err := chosen.filter()
	if err != nil {
		return err
	}
	i, err := s.Store.Import(ctx, id)
	if err != nil {
		return err
	}
	v := importView{
		Page:          s.Page(c, s.Language(c).Text("imports.one", "Number", id), "reload.js"),
		countedImport: countedImport{i},
		Choices:       choicesOf(i, chosen),
		Filtered:      chosen != "",
	}
	v.Section = "library"
	found := i.Total
	if v.Filtered {
		found = 0
	}
	for _, choice := range v.Choices {
		if choice.Chosen {
			found = choice.Count
		}
	}
	v.Items, _, v.Pages, err = site.ReadPage(c, func(limit, offset int) ([]record.ImportItem, int, error) {
		items, err := s.Store.ImportItems(ctx, id, filter, limit, offset)
		return items, found, err
	})
	if err != nil {
		return err
	}
	v.Versions = map[int64]assess.Versions{}
	for _, item := range v.Items {
		if v.Versions[item.Document], err = s.versions(ctx, item); err != nil {
			return err
		}
	}
	if i.Call != 0 {
		calls, err := s.Store.Calls(ctx)
		if err != nil {
			return err
		}
		if at := slices.IndexFunc(calls, func(c record.Call) bool { return c.ID == i.Call }); at >= 0 {
			v.Call = &calls[at]
		}
		v.CallGone = v.Call == nil
	}
	v.Live = i.State == record.ImportRunning || i.Reading()
	if v.Live || i.Check {
		if v.Outlook, err = s.Store.ImportOutlook(ctx, id); err != nil {
			return err
		}
	}
	v.Live = v.Live || v.Outlook.Open
	v.Reload = v.Live
	return s.Render(c, http.StatusOK, "import", v)
}

// versions returns the library documents of which the document of an item is probably a version.
func (s *pages) versions(ctx context.Context, item record.ImportItem) (assess.Versions, error) {
	if item.Outcome != record.OutcomeStored || item.State != record.DocumentReady {
		return nil, nil
	}
	return assess.VersionsOf(ctx, item.Document, s.Jobs.Versions, s.Store.Documents)
}

// importOutcomes sends a table of the outcomes of all files and rows.
func (s *pages) importOutcomes(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	if _, err := s.Store.Import(ctx, id); err != nil {
		return err
	}
	items, err := s.Store.ImportItems(ctx, id, record.ItemFilter{}, 0, 0)
	if err != nil {
		return err
	}
	l := s.Language(c)
	heads := l.Texts(
		"imports.file", "imports.line", "imports.number", "imports.fate", "imports.document", "imports.versions", "imports.version",
		"imports.copies",
	)
	name := "import-" + strconv.FormatInt(id, 10) + ".csv"
	return site.GiveTable(c, name, name, heads, func(t *site.Table) error {
		for _, i := range items {
			versions, err := s.versions(ctx, i)
			if err != nil {
				return err
			}
			likest := int64(0)
			if own := versions.Own(); len(own) > 0 {
				likest = own[0].ID
			}
			t.Row(i.Name, site.CountCell(i.Line), i.Reference, phrase.OutcomeText(l, i), s.documentCell(c, there(i)),
				assess.VersionsSaid(l, versions.Own()), s.documentCell(c, likest), assess.VersionsSaid(l, versions.Copies()))
		}
		return nil
	})
}

// there returns the document of an item, 0 where it has none or it was deleted since.
func there(i record.ImportItem) int64 {
	if i.State == "" {
		return 0
	}
	return i.Document
}

// documentCell returns the address of a document, nothing for none.
func (s *pages) documentCell(c *gin.Context, id int64) string {
	if id == 0 {
		return ""
	}
	return s.Address(c, "/documents/"+strconv.FormatInt(id, 10))
}
