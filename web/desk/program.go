package desk

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/site"
)

// Program offers actions of these pages to the interface for programs.
type Program struct{ pages *pages }

// NewProgram returns the Program of a site.
func NewProgram(s *site.Site, d Dependencies) Program {
	return Program{&pages{Site: s, Dependencies: d}}
}

// Undo takes back what a bulk action did, and returns the task that does so.
func (p Program) Undo(c *gin.Context, task int64) (record.Task, error) { return p.pages.undo(c, task) }

// List answers with the whole list of a call as CSV.
func (p Program) List(c *gin.Context, call int64) error {
	c.Request.URL.RawQuery = whole(call).Encode()
	return p.pages.exportList(c)
}

// Fields returns those of the address of a list, as Search reads them, without a place in it.
func (p Program) Fields() []string {
	fields := slices.DeleteFunc(slices.Clone(lasting), func(f string) bool { return f == fieldColumn })
	for _, f := range record.FigureNames() {
		fields = append(fields, figureField(f, "from"), figureField(f, "to"))
	}
	for _, part := range record.Parts() {
		fields = append(fields, partField(part))
	}
	return fields
}

// Search returns a page of the list that the address of a request chooses, behind the row that a page before it named, and
// what names its last row ("" where no page follows). The error names the first field whose value is not allowed.
func (p Program) Search(c *gin.Context, limit int, after string) (items []record.WorkItem, last string, err error) {
	q := c.Request.URL.Query()
	if q.Set(fieldAfter, after); after == "" {
		q.Del(fieldAfter)
	}
	for _, field := range append(p.Fields(), fieldAfter) {
		if _, err := readList("", url.Values{field: q[field]}, 0); err != nil {
			return nil, "", &site.InvalidError{Fields: []site.FieldFault{{Field: field, Text: p.pages.Language(c).Text("api.listField")}}}
		}
	}
	l, err := readList("", q, 0)
	if err != nil {
		return nil, "", err
	}
	if err := p.pages.limit(c.Request.Context(), &l, p.pages.Reader(c)); err != nil {
		return nil, "", err
	}
	l.Limit = limit
	found, err := p.pages.Store.Work(c.Request.Context(), l.WorkQuery)
	if err == nil && found.Next {
		last = writeKey(found.Last)
	}
	return found.Items, last, err
}

// Papers has the printed reports and the evidence of a whole call packed, and returns the task that does so.
func (p Program) Papers(c *gin.Context, call int64) (record.Task, error) {
	x, err := p.pages.readSelection(c, whole(call))
	if err != nil {
		return record.Task{}, err
	}
	choice, _, err := p.pages.choice(c, record.BulkPapers)
	if err != nil {
		return record.Task{}, err
	}
	chosen, err := p.pages.targets(c.Request.Context(), x, record.BulkPapers)
	if err != nil {
		return record.Task{}, err
	}
	if len(chosen) > most(record.BulkPapers) {
		return record.Task{}, site.ErrBadInput
	}
	return p.pages.begin(c, record.Task{BulkAction: record.BulkPapers, Call: call, Choice: choice}, chosen, "")
}

// Packed answers with the file that a task has made.
func (p Program) Packed(c *gin.Context, task int64) error { return p.pages.taskFile(c, task) }

// whole chooses all applications of a call.
func whole(call int64) url.Values {
	return url.Values{"in": {strconv.FormatInt(call, 10)}, "all": {"1"}}
}
