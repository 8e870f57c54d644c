package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
)

// WorkItem is an application of the work list with its newest check that is done.
type WorkItem struct {
	Document    int64              `json:"document"`
	Check       *int64             `json:"check"` // nil without one, as the overall figure
	Title       string             `json:"title"`
	Applicant   string             `json:"applicant"`
	Institution string             `json:"institution"`
	Overall     *Figure            `json:"overall"`
	Parts       map[string]float64 `json:"parts"` // shares from 0 to 1: basic, rationale, …; those that there are
	Findings    []string           `json:"findings"`
}

// Worklist calls do with the applications that a query chooses and sorts, as the address of the page of the work list does:
// part-rationale-from=30, sort=part-basic.
func (c *Client) Worklist(ctx context.Context, query url.Values, do func(WorkItem) error) error {
	return Each(ctx, c, "/worklist?"+query.Encode(), do)
}

// Like is a document of the library with telling words of another one.
type Like struct {
	Document struct {
		ID       int64 `json:"id"`
		Identity struct {
			Title string `json:"title"`
		} `json:"identity"`
	} `json:"document"`
	Score float64  `json:"score"`
	Terms []string `json:"terms"` // that both have, the most telling first
}

// Likes returns the documents of the library that are similar to one, most similar first, and how many documents the
// search index still lacks.
func (c *Client) Likes(ctx context.Context, document int64) (all []Like, behind int, err error) {
	var found struct {
		Items  []Like `json:"items"`
		Behind int    `json:"behind"`
	}
	err = c.JSON(ctx, http.MethodGet, fmt.Sprintf("/documents/%d/like", document), nil, &found)
	return found.Items, found.Behind, err
}
