package api

import (
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
)

// taskOut is a bulk action as callers see it.
type taskOut struct {
	ID        int64      `json:"id"`
	Action    string     `json:"action"`
	Undoes    int64      `json:"undoes"`
	Call      int64      `json:"call"`
	State     string     `json:"state"`
	Total     int        `json:"total"`
	Done      int        `json:"done"`
	Undoable  bool       `json:"undoable"`
	By        string     `json:"by"`
	CreatedAt *time.Time `json:"created_at"`
	EndedAt   *time.Time `json:"ended_at"`
	Papers    *string    `json:"papers"` // where the file is that it has made
}

func taskSaid(t record.Task) taskOut {
	out := taskOut{
		ID: t.ID, Action: string(t.BulkAction), Undoes: t.Choice.Undoes, Call: t.Call, State: string(t.State),
		Total: t.Total, Done: t.Outcomes[record.TaskDid], Undoable: t.Undoable(), By: t.By, CreatedAt: at(t.CreatedAt),
		EndedAt: at(t.EndedAt),
	}
	if t.Bytes > 0 {
		out.Papers = new(path("/tasks/%d/papers.zip", t.ID))
	}
	return out
}

func (p *api) task(c *gin.Context, t record.Task) error {
	return give(c, http.StatusOK, taskSaid(t))
}

// tasks lists bulk actions, the newest first.
func (p *api) tasks(c *gin.Context) error {
	place, err := p.placeOf(c)
	if err != nil {
		return err
	}
	all, err := p.Store.Tasks(c.Request.Context(), place.Limit+1, int(place.After))
	if err != nil {
		return err
	}
	var items []taskOut
	var last int64
	for i, t := range all {
		if i == place.Limit {
			last = place.After + int64(i)
			break
		}
		items = append(items, taskSaid(t))
	}
	return page(c, items, last)
}

// undo takes back what a bulk action did.
func (p *api) undo(c *gin.Context, id int64) error {
	return p.once(c, "", func() (made, error) {
		t, err := p.Desk.Undo(c, id)
		return made{http.StatusOK, "", taskSaid(t)}, err
	})
}
