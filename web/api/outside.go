package api

import (
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/internal/each"
)

// webhookOut is a webhook in the JSON of answers: without its secret, which is shown once, to who makes
// it.
type webhookOut struct {
	ID        int64      `json:"id"`
	Name      string     `json:"name"`
	Address   string     `json:"address"`
	Events    []string   `json:"events"`
	Paused    bool       `json:"paused"`
	Waiting   int        `json:"waiting"`
	Failed    int        `json:"failed"`
	CreatedAt *time.Time `json:"created_at"`
}

// webhooks lists webhooks in the order in which they were made.
func (p *api) webhooks(c *gin.Context) error {
	all, err := p.Store.Webhooks(c.Request.Context()) // there are some
	if err != nil {
		return err
	}
	return given(p, c, all, func(w record.Webhook) webhookOut {
		out := webhookOut{
			ID: w.ID, Name: w.Name, Address: w.Address, Events: []string{}, Paused: w.Paused, Waiting: w.Waiting, Failed: w.Failed,
			CreatedAt: at(w.CreatedAt),
		}
		for _, e := range w.Events {
			out.Events = append(out.Events, string(e))
		}
		return out
	})
}

// harvestOut is an external source in the JSON of answers.
type harvestOut struct {
	ID       int64          `json:"id"`
	Name     string         `json:"name"`
	Kind     string         `json:"kind"`
	Address  string         `json:"address"` // of a repository, or the path of a folder
	Paused   bool           `json:"paused"`
	RoundAt  *time.Time     `json:"round_at"`
	EndedAt  *time.Time     `json:"ended_at"`
	Total    int            `json:"total"`
	Ready    int            `json:"ready"`
	Unread   int            `json:"unread"`
	Outcomes map[string]int `json:"outcomes"`
}

// harvests lists external sources by name.
func (p *api) harvests(c *gin.Context) error {
	all, err := p.Store.HarvestSources(c.Request.Context()) // there are some
	if err != nil {
		return err
	}
	return given(p, c, all, func(s record.HarvestSource) harvestOut {
		out := harvestOut{
			ID: s.ID, Name: s.Name, Kind: string(s.Kind), Address: s.Address + s.Path, Paused: s.Paused,
			RoundAt: at(s.RoundAt), EndedAt: at(s.EndedAt),
			Total: s.Total, Ready: s.Ready, Unread: s.Unread, Outcomes: map[string]int{},
		}
		for outcome, count := range s.Outcomes {
			out.Outcomes[string(outcome)] = count
		}
		return out
	})
}

// given answers with a page of a list that is held as a whole.
func given[T, O any](p *api, c *gin.Context, all []T, say func(T) O) error {
	place, err := p.placeOf(c)
	if err != nil {
		return err
	}
	listed, last := slice(all, place)
	items := each.Of(listed, say)
	return page(c, items, last)
}
