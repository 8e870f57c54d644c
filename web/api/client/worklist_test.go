package client

import (
	"io"
	"net/http"
	"net/url"
	"testing"
)

// The work list is read to its last page.
func TestWorklist(t *testing.T) {
	_, c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("sort") != "part-basic" {
			t.Errorf("asked for %s", r.URL)
		}
		_, _ = io.WriteString(w, `{"items":[{"document":3,"check":7,"parts":{"basic":0.9}}],"next":"/api/v1/worklist?after=x"}`)
	}, gives(`{"items":[{"document":4,"check":null,"parts":{}}],"next":null}`))
	var all []WorkItem
	err := c.Worklist(t.Context(), url.Values{"sort": {"part-basic"}}, func(w WorkItem) error {
		all = append(all, w)
		return nil
	})
	if err != nil || len(all) != 2 || all[0].Parts["basic"] != 0.9 || *all[0].Check != 7 || all[1].Check != nil {
		t.Errorf("%+v, %v", all, err)
	}
}

// Documents like one come with their shared words.
func TestLikes(t *testing.T) {
	_, c := serve(t, gives(`{"items":[{"document":{"id":2,"identity":{"title":"题"}},"score":1.5,"terms":["胡杨"]}],"behind":3}`))
	all, behind, err := c.Likes(t.Context(), 7)
	if err != nil || behind != 3 || len(all) != 1 {
		t.Fatalf("%+v, %d, %v", all, behind, err)
	}
	if d := all[0].Document; d.ID != 2 || d.Identity.Title != "题" || all[0].Terms[0] != "胡杨" {
		t.Errorf("%+v, %d, %v", all, behind, err)
	}
}
