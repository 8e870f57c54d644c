package api

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
)

// taskOut is a bulk action as callers see it.
type taskOut struct {
	ID     int64  `json:"id"`
	Undoes int64  `json:"undoes"`
	State  string `json:"state"`
	Total  int    `json:"total"`
	Done   int    `json:"done"`
}

// undo takes back what a bulk action did.
func (p *api) undo(c *gin.Context, id int64) error {
	return p.once(c, "", func() (made, error) {
		t, err := p.Undo(c, id)
		return made{http.StatusOK, "", taskOut{t.ID, id, string(t.State), t.Total, t.Fates[record.TaskDid]}}, err
	})
}
