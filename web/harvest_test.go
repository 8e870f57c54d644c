package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/record"
)

func TestHarvestForms(t *testing.T) {
	store := newFakeStore()
	s, _ := testSite(t, store)
	h := s.handler()
	body := ask(t, h, http.MethodGet, "/harvests", nil).Body.String()
	for _, text := range []string{`href="/harvests/new?kind=oai"`, `href="/harvests/new?kind=folder"`} {
		if !strings.Contains(body, text) {
			t.Errorf("%q is missing", text)
		}
	}
	form := url.Values{
		"kind": {"oai"}, "name": {" 知识库 "}, "address": {" https://x.example/oai "}, "set": {"com"}, "from": {"2024-01-31"}, "minutes": {"60"}, "pause": {"0"}, "most": {"500"},
	}
	code, to, _ := postForm(t, h, "/harvests", form)
	if code != http.StatusSeeOther || to != "/harvests/9" {
		t.Fatalf("%d to %q", code, to)
	}
	want := record.HarvestRules{Name: "知识库", Kind: record.HarvestOAI, Address: "https://x.example/oai", Set: "com", From: "2024-01-31", Minutes: 60, Pause: 0, Most: 500}
	if diff := cmp.Diff(want, store.harvested.sources[0].HarvestRules); diff != "" {
		t.Error(diff)
	}
	for kind, fields := range map[string][]string{"oai": {`name="address"`, `name="set"`, `value="1440"`}, "folder": {`name="path"`, `value="10"`}} {
		body := ask(t, h, http.MethodGet, "/harvests/new?kind="+kind, nil).Body.String()
		for _, f := range fields {
			if !strings.Contains(body, f) {
				t.Errorf("%s: %s is missing", kind, f)
			}
		}
	}
	// What is wrong is said beside what was typed, in the reader's language.
	for _, test := range []struct {
		err    error
		code   int
		zh, en string
	}{
		{&record.HarvestFault{Field: "path", Name: "own", Value: "/data"}, http.StatusUnprocessableEntity, "数据文件夹", "the program’s own data"},
		{&record.HarvestFault{Field: "pause", Name: "pause"}, http.StatusUnprocessableEntity, "请填写 1 至 300", "from 1 to 300"},
		{record.ErrNameTaken, http.StatusConflict, "已有名为", "called"},
		{record.ErrOvertaken, http.StatusConflict, `role="alert"`, `role="alert"`},
	} {
		store.harvested.refused = test.err
		typed := url.Values{"kind": {"folder"}, "name": {"x"}, "path": {"/typed/path"}, "seen": {"1"}}
		for language, says := range map[string]string{"zh-CN": test.zh, "en": test.en} {
			a := ask(t, h, http.MethodPost, "/harvests/9", strings.NewReader(typed.Encode()), "Content-Type", "application/x-www-form-urlencoded", "Accept-Language", language)
			if body := a.Body.String(); a.Code != test.code || !strings.Contains(body, says) || !strings.Contains(body, "/typed/path") {
				t.Errorf("%v, %s: %d\n%s", test.err, language, a.Code, body)
			}
		}
	}
	store.harvested.refused = nil
	for path, bad := range map[string]url.Values{"/harvests": {"kind": {"ftp"}}, "/harvests/9": {"kind": {"oai"}, "name": {"x"}}, "/harvests/9/again": {"item": {"x"}}} {
		if code, _, _ := postForm(t, h, path, bad); code != http.StatusBadRequest {
			t.Errorf("%s: %d", path, code)
		}
	}
}

func TestHarvestPages(t *testing.T) {
	store := newFakeStore()
	at := time.Now().Add(-time.Hour)
	store.harvested.sources = []record.HarvestSource{
		{
			ID: 3, HarvestRules: record.HarvestRules{Name: "<i>库", Kind: record.HarvestOAI, Address: "https://x.example/oai", Minutes: 60, Most: 10}, RoundAt: at, EndedAt: at, WakeAt: at.Add(24 * time.Hour), Total: 4, Ready: 1,
			Outcomes: map[record.HarvestOutcome]int{
				record.HarvestStored:  1,
				record.HarvestRefused: 1,
				record.HarvestNoText:  1,
				record.HarvestDeleted: 1,
			},
			Cursor:  record.HarvestCursor{Listing: true, Listed: 20, Size: 70, After: at},
			Trouble: record.HarvestTrouble{Reason: string(record.HarvestXML), Detail: "line 7 <x>"},
		},
		{ID: 4, HarvestRules: record.HarvestRules{Name: "夹", Kind: record.HarvestFolder, Path: "/srv/in"}, Place: "old-server", WakeAt: at},
	}
	store.harvested.items = []record.HarvestItem{
		{
			ID:       1,
			Key:      "oai:1",
			Name:     "<b>题",
			Outcome:  record.HarvestStored,
			Document: 4,
			State:    record.DocumentReady,
			Versions: 2,
			Links:    []string{"https://x.example/1"},
			From:     "https://x.example/1.pdf",
			SeenAt:   at,
			AskedAt:  at,
		},
		{ID: 2, Key: "oai:2", Name: "二", Outcome: record.HarvestRefused, Reason: "unsupported", Detail: "picture", SeenAt: at},
		{
			ID:      5,
			Key:     "oai:5",
			Name:    "=五",
			Outcome: record.HarvestNoText,
			Reason:  string(record.HarvestNoLink),
			SeenAt:  at,
			Links:   []string{"javascript:alert(1)"},
		},
		{ID: 6, Key: "oai:6", Name: "六", Outcome: record.HarvestMoved, Detail: "新名.txt", SeenAt: at},
	}
	s, _ := testSite(t, store)
	h := s.handler()
	body := ask(t, h, http.MethodGet, "/harvests/3", nil, "Accept-Language", "zh-CN").Body.String()
	for _, text := range []string{
		"&lt;i&gt;库", "&lt;b&gt;题", `href="/documents/4"`, `href="https://x.example/1.pdf"`, `action="/harvests/3/again"`, "/harvests/3?fate=refused", "/harvests/3?missing=1",
		"line 7 &lt;x&gt;", "OAI-PMH 数据", `max="70" value="20"`, "新名.txt", "记录没有给出网址", "2 个版本",
	} {
		if !strings.Contains(body, text) {
			t.Errorf("%q is missing", text)
		}
	}
	if strings.Contains(body, `href="javascript:`) || strings.Contains(body, ">picture<") {
		t.Error("an address that is none is a link, or a name of the program is shown")
	}
	body = ask(t, h, http.MethodGet, "/harvests/3?missing=1", nil).Body.String()
	if strings.Contains(body, "oai:1<") || !strings.Contains(body, "oai:2") || !strings.Contains(body, `name="missing"`) {
		t.Error("what did not come is not chosen")
	}
	if body := ask(t, h, http.MethodGet, "/harvests/4", nil, "Accept-Language", "en").Body.String(); !strings.Contains(body, "old-server") || !strings.Contains(body, "not running") {
		t.Error("a folder that nobody looks through")
	}
	for path, want := range map[string]int{"/harvests/7": 404, "/harvests/3?fate=odd": 400, "/harvests/3?page=9": 404, "/harvests/x": 404, "/harvests/new?kind=odd": 400} {
		if a := ask(t, h, http.MethodGet, path, nil); a.Code != want {
			t.Errorf("%s: %d", path, a.Code)
		}
	}
	table := ask(t, h, http.MethodGet, "/harvests/3/items.csv", nil, "Accept-Language", "zh-CN").Body.String()
	if strings.Count(table, "\n") != 5 || !strings.Contains(table, "/documents/4") || strings.Contains(table, ",=五") {
		t.Errorf("table:\n%s", table)
	}
	for _, action := range []string{"now", "pause", "resume"} {
		if code, to, _ := postForm(t, h, "/harvests/3/"+action, url.Values{}); code != http.StatusSeeOther || to != "/harvests/3" {
			t.Errorf("%s: %d to %q", action, code, to)
		}
	}
	postForm(t, h, "/harvests/3/again", url.Values{"missing": {"1"}, "q": {"题"}})
	postForm(t, h, "/harvests/3/again", url.Values{"item": {"2"}})
	if diff := cmp.Diff([]record.HarvestFilter{{Missing: true, Search: "题"}}, store.harvested.again); diff != "" || len(store.harvested.one) != 1 || len(store.harvested.now) != 1 {
		t.Errorf("%s %v %v", diff, store.harvested.one, store.harvested.now)
	}
	if code, to, _ := postForm(t, h, "/harvests/3/delete", url.Values{}); code != http.StatusSeeOther || to != "/harvests" || len(store.harvested.sources) != 1 {
		t.Errorf("%d to %q", code, to)
	}
}
