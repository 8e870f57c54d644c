package desk

import (
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/site"
)

// Program is what programs may do of what these pages do.
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
