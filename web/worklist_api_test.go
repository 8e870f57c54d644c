package web

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"zhiwen/checker/record"
	"zhiwen/web/site"
)

// Programs search the work list by the filters and the order of its page, page by page.
func TestWorklistForPrograms(t *testing.T) {
	store := deskStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	type answer struct {
		Items []struct {
			Document int64
			Title    string
			Parts    map[string]float64
		}
		Next *string
	}
	read := func(address string) (out answer) {
		t.Helper()
		a := ask(t, h, http.MethodGet, address, nil)
		if a.Code != http.StatusOK {
			t.Fatalf("%s: status %d: %s", address, a.Code, a.Body)
		}
		if err := json.Unmarshal(a.Body.Bytes(), &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	store.parts = map[int64]map[record.PartName]int{320: {"rationale": 4000}}
	first := read(site.Versioned + "/worklist?call=9&limit=30&part-rationale-from=12.5&part-basic-from=1&since=2020-01-01" +
		"&until=2030-12-31&institution=none&sort=part-rationale")
	q := store.query
	if q.Sort != "part-rationale" || !q.Descending || q.Call != 9 || q.Limit != 30 {
		t.Errorf("asked for %+v", q)
	}
	if q.Least["rationale"] != 1250 || q.Least[record.PartBasic] != 100 || q.Institutions[0] != "" {
		t.Errorf("filtered by %+v", q.WorkFilter)
	}
	if q.Since.Year() != 2020 || q.Until.Year() != 2031 { // the day after the last
		t.Errorf("received from %v until %v", q.Since, q.Until)
	}
	if len(first.Items) != 30 || first.Next == nil {
		t.Fatalf("%d items, then %v", len(first.Items), first.Next)
	}
	for _, item := range first.Items {
		if want := 0.4; item.Document == 320 && item.Parts["rationale"] != want {
			t.Errorf("parts %v", item.Parts)
		}
	}
	if second := read(*first.Next); len(second.Items) != 11 || second.Next != nil || second.Items[0].Document == first.Items[0].Document {
		t.Errorf("%d items on the second page, then %v", len(second.Items), second.Next)
	}
	for _, query := range []string{"sort=other", "part-rationale-from=x", "since=soon", "nothing=1", "after=x", "call=x"} {
		a := ask(t, h, http.MethodGet, site.Versioned+"/worklist?"+query, nil)
		var fault struct{ Errors []struct{ Field string } }
		err := json.Unmarshal(a.Body.Bytes(), &fault)
		if err != nil || a.Code != http.StatusUnprocessableEntity || len(fault.Errors) != 1 ||
			!strings.HasPrefix(query, fault.Errors[0].Field+"=") {
			t.Errorf("%s: status %d: %s", query, a.Code, a.Body)
		}
	}
}
