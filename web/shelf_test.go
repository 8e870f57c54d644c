package web

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/server/intake"
)

// shelfStore returns a store with forty documents in its library, ten of them of 2024.
func shelfStore(t testing.TB) *fakeStore {
	t.Helper()
	store := newFakeStore()
	for i := range int64(40) {
		id := 500 + i
		store.documents[id] = record.Document{ID: id, InLibrary: true, State: record.DocumentReady, Format: "docx", Status: record.Statuses()[i%4], CreatedAt: testTime,
			Identity: evidence.Identity{Filename: "申请书.docx", Title: "Application " + string(rune('A'+i)), Institution: "University", Year: 2024 + int(i%4)}, Reference: "N-" + string(rune('A'+i))}
		store.files[id] = []byte("file of " + string(rune('A'+i)))
	}
	store.documents[540] = record.Document{ID: 540, InLibrary: true, State: record.DocumentWaiting, Identity: evidence.Identity{Filename: "late.docx"}, CreatedAt: testTime}
	store.names()
	store.collected[1] = []int64{500, 501}
	return store
}

// Every count beside the list is a link to as many documents.
func TestShelfFacets(t *testing.T) {
	s, _ := testSite(t, shelfStore(t))
	h := s.handler()
	a := get(t, h, "/library")
	checkPage(t, a)
	if rows := all(a.page, "tr.row"); len(rows) != 25 || !strings.Contains(text(a.page), "1 is being read") {
		t.Errorf("%d rows: %q", len(rows), text(a.page))
	}
	links := 0
	for _, link := range all(a.page, "a") {
		to := attr(link, "href")
		if !strings.HasPrefix(to, "/library?") || len(all(link, "small")) == 0 {
			continue
		}
		links++
		found := get(t, h, to)
		if want := text(one(t, link, "small")) + " found"; !strings.Contains(text(found.page), want) {
			t.Errorf("%s is not %s", to, want)
		}
	}
	if links < 10 {
		t.Errorf("%d values", links)
	}
	chosen := get(t, h, "/library?year=2024&status=submitted&sort=title&order=up&page=1")
	checkPage(t, chosen)
	if rows := all(chosen.page, "tr.row"); len(rows) != 10 {
		t.Errorf("%d rows of 2024", len(rows))
	}
	if rows := all(get(t, h, "/library?collection=1").page, "tr.row"); len(rows) != 2 {
		t.Errorf("%d rows of the collection", len(rows))
	}
	if rows := all(get(t, h, "/library?page=2").page, "tr.row"); len(rows) != 16 {
		t.Errorf("%d rows on the last page", len(rows))
	}
	if rows := all(get(t, h, "/library?year=-").page, "tr.row"); len(rows) != 1 {
		t.Errorf("%d rows without a year", len(rows))
	}
	for _, bad := range []string{"?year=x", "?state=x", "?sort=x", "?collection=x", "?collection=99", "?page=0", "?page=9"} {
		if a := get(t, h, "/library"+bad); a.Code != http.StatusBadRequest && a.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", bad, a.Code)
		}
	}
}

// What is done to many documents says first what will happen.
func TestShelfSelection(t *testing.T) {
	store := shelfStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	a := get(t, h, "/library/selection?do=remove&doc=500&doc=501")
	checkPage(t, a)
	if said := text(a.page); !strings.Contains(said, "2 applications will be removed from the library") || !strings.Contains(said, "3 checks quote some of them") || !strings.Contains(said, "Application A") {
		t.Errorf("the page says %q", said)
	}
	checkPage(t, get(t, h, "/library/selection?do=edit&all=1&of=year%3D2024"))
	form := url.Values{"all": {"1"}, "of": {"year=2024"}, "year": {"2020"}, "clear": {"programme"}, "into": {"1"}}
	a = post(t, h, "/library/selection/edit", form)
	if to := a.Header().Get("Location"); a.Code != http.StatusSeeOther || to != "/library?did=edit&done=10&left=0&year=2024" {
		t.Fatalf("status %d to %s", a.Code, to)
	}
	if n, _ := store.CountShelf(t.Context(), record.ShelfFilter{Values: map[record.ShelfField]string{record.ShelfYear: "2020"}}); n != 10 || len(store.collected[1]) != 11 {
		t.Errorf("%d documents of 2020, %d in the collection", n, len(store.collected[1]))
	}
	for _, bad := range []url.Values{
		{"doc": {"500"}}, {"doc": {"500"}, "year": {"20x0"}}, {"doc": {"500"}, "status": {"x"}}, {"doc": {"500"}, "into": {"x"}}, {"doc": {"500"}, "year": {"2020"}, "clear": {"year"}},
	} {
		if a := post(t, h, "/library/selection/edit", bad); a.Code != http.StatusUnprocessableEntity {
			t.Errorf("%v: status %d", bad, a.Code)
		}
	}
	a = post(t, h, "/library/selection/remove", url.Values{"doc": {"500", "540"}})
	if to := a.Header().Get("Location"); to != "/library?did=remove&done=1&left=1" {
		t.Errorf("removed to %s", to)
	}
	checkPage(t, get(t, h, "/library?did=remove&done=1&left=1"))
}

func TestCollections(t *testing.T) {
	store := shelfStore(t)
	store.calls[9] = record.Call{ID: 9, Name: "面上", Collections: []int64{1}}
	s, _ := testSite(t, store)
	h := s.handler()
	a := get(t, h, "/collections")
	checkPage(t, a)
	if said := text(a.page); !strings.Contains(said, "2 applications") || !strings.Contains(said, "面上") {
		t.Errorf("the page says %q", said)
	}
	for _, x := range []struct {
		target, name string
		status       int
	}{
		{"/collections", "新", http.StatusSeeOther}, {"/collections", "新", http.StatusUnprocessableEntity}, {"/collections", " ", http.StatusUnprocessableEntity},
		{"/collections/1", "旧", http.StatusSeeOther}, {"/collections/99", "x", http.StatusNotFound}, {"/collections/1/delete", "", http.StatusConflict},
		{"/collections/101/delete", "", http.StatusSeeOther},
	} {
		if a := post(t, h, x.target, url.Values{"name": {x.name}}); a.Code != x.status {
			t.Errorf("%s %q: status %d", x.target, x.name, a.Code)
		}
	}
	if store.collections[1] != "旧" || len(store.collections) != 1 {
		t.Errorf("collections %v", store.collections)
	}
}

// What the library gives out is an import that says of each file whose it is.
func TestShelfExport(t *testing.T) {
	store := shelfStore(t)
	d := store.documents[503]
	d.Identity.Title, d.Identity.Participants = "=1+1", []evidence.Person{{Name: "Li", Institution: "Other"}}
	store.documents[503] = d
	s, _ := testSite(t, store)
	h := s.handler()
	a := get(t, h, "/library.zip?doc=503&doc=504")
	body := a.Body.Bytes()
	z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	files, err := intake.Archive(bytes.NewReader(body), int64(len(body)), intake.Limits{File: 1 << 20, Files: 100})
	if err != nil || len(z.File) != 3 {
		t.Fatalf("%d files: %v", len(z.File), err)
	}
	rows, at, err := intake.OwnManifest(files)
	if err != nil || at < 0 {
		t.Fatal(at, err)
	}
	items := intake.Join(slices.Delete(files, at, at+1), rows)
	if len(items) != 2 || items[0].Fault != "" || items[1].Fault != "" {
		t.Fatalf("items %+v", items)
	}
	row := items[slices.IndexFunc(items, func(i intake.Item) bool { return i.Row.Reference == "N-D" })]
	if i := row.Identity(); i.Title != "=1+1" || i.Filename != "申请书.docx" || i.Year != 2027 || row.Row.Status != record.StatusWithdrawn || len(i.Participants) != 1 || i.Participants[0].Institution != "Other" {
		t.Errorf("read again: %+v", i)
	}
	if data, err := row.File.Read(); err != nil || string(data) != "file of D" {
		t.Errorf("file %q %v", data, err)
	}
	sheet := get(t, h, "/library.xlsx?all=1&of=year%3D2024")
	if rows, err := intake.Manifest(sheet.Body.Bytes()); err != nil || len(rows) != 10 {
		t.Errorf("%d rows in the sheet: %v", len(rows), err)
	}
	if n := strings.Count(get(t, h, "/library.csv").Body.String(), "\r\n"); n != 42 {
		t.Errorf("%d lines of the whole library", n)
	}
	if _, err := io.ReadAll(get(t, h, "/library.zip?of=%zz").Body); err != nil {
		t.Error(err)
	}
}

// Checks that could change are offered and made again; what one made again says otherwise
// is shown against the one before.
func TestRechecks(t *testing.T) {
	store := deskStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	for _, target := range []string{"/rechecks", "/calls/9/rechecks"} {
		a := get(t, h, target)
		checkPage(t, a)
		if n := len(all(a.page, "li.row")); n != 20 {
			t.Errorf("%s: %d applications", target, n)
		}
	}
	a := post(t, h, "/calls/9/rechecks", url.Values{"doc": {"300", "301", "999"}})
	if to := a.Header().Get("Location"); to != "/calls/9/rechecks?done=1" { // 301 could not change
		t.Errorf("chosen: status %d to %s", a.Code, to)
	}
	checkPage(t, get(t, h, "/calls/9/rechecks?done=1"))
	// What is being checked again is not offered again.
	store.checks[901] = record.Check{ID: 901, Document: record.Document{ID: 302}, State: record.CheckQueued}
	a = get(t, h, "/calls/9/rechecks?done=1")
	checkPage(t, a)
	if said := text(a.page); len(all(a.page, "li.row")) != 19 || !strings.Contains(said, "1 application is being checked again") || !strings.Contains(said, "Check all 19 again") {
		t.Errorf("with one under way: %q", said)
	}
	if !strings.Contains(a.Body.String(), `href="/calls/9?sort=ended"`) {
		t.Error("it does not lead to what was checked last")
	}
	delete(store.checks, 901)
	// Of no call.
	store.documents[2] = record.Document{ID: 2, State: record.DocumentReady, Identity: store.documents[2].Identity}
	store.checks[900] = record.Check{ID: 900, Document: store.documents[2], State: record.CheckDone, Countable: 1}
	alone := get(t, h, "/rechecks")
	if rows := all(one(t, alone.page, "#no-call"), "li.row"); len(rows) != 1 {
		t.Errorf("%d applications of no call", len(rows))
	}
	if older := get(t, h, "/rechecks?before=7"); len(all(older.page, "li.row")) != 0 || !strings.Contains(text(one(t, alone.page, "#no-call")), "Review older checks") {
		t.Error("older checks are not looked at by themselves")
	}
	if a := post(t, h, "/rechecks", url.Values{"doc": {"2", "300"}}); a.Header().Get("Location") != "/rechecks?done=1" { // 300 is of a call
		t.Errorf("of no call: status %d to %s", a.Code, a.Header().Get("Location"))
	}
	if a := post(t, h, "/rechecks?before=7", url.Values{"all": {"1"}}); a.Header().Get("Location") != "/rechecks?before=7&done=0" {
		t.Errorf("older ones: status %d to %s", a.Code, a.Header().Get("Location"))
	}
	if a := post(t, h, "/calls/9/rechecks", url.Values{"all": {"1"}}); a.Header().Get("Location") != "/calls/9/rechecks?done=20" {
		t.Errorf("all: to %s", a.Header().Get("Location"))
	}
}

// Two checks of a document are compared, and its report leads there.
func TestChanges(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	if a := get(t, h, "/checks/1/changes"); a.Code != http.StatusNotFound {
		t.Errorf("a first check: status %d", a.Code)
	}
	later := store.checks[1]
	later.ID = 90
	store.checks[90] = later
	store.evidence[90] = store.evidence[1]
	a := get(t, h, "/checks/90/changes")
	checkPage(t, a)
	if said := text(a.page); !strings.Contains(said, "There are no changes in what is counted") {
		t.Errorf("the page says %q", said)
	}
	// New passages are quoted, also after a bracket, with their lengths.
	earlier, err := evidence.Decode(bytes.NewReader(store.evidence[1]))
	if err != nil {
		t.Fatal(err)
	}
	const begins = "OpenCV (a library)"
	for i := range earlier.Sources {
		for j := range earlier.Sources[i].Matches {
			m := &earlier.Sources[i].Matches[j]
			m.Counted, m.This.Text = m.This.Length, begins+strings.Repeat("!", m.This.Length-len(begins))
		}
	}
	again := func(id int64) record.Check {
		check := store.checks[1]
		check.ID = id
		return check
	}
	encode := func() []byte {
		var xml bytes.Buffer
		if err := evidence.Encode(&xml, earlier); err != nil {
			t.Fatal(err)
		}
		return xml.Bytes()
	}
	store.checks[92], store.evidence[92] = again(92), encode()
	earlier.Sources = nil
	store.checks[91], store.evidence[91] = again(91), encode()
	a = get(t, h, "/checks/92/changes")
	checkPage(t, a)
	if said := text(a.page); !strings.Contains(said, begins) {
		t.Errorf("new passages: %q", said)
	}
	if !strings.Contains(get(t, h, "/checks/92").Body.String(), "/checks/92/changes") {
		t.Error("the report does not lead to what changed")
	}
}

// A file that is there already is said to be, and versions of a document stand on its page.
func TestVersionsShown(t *testing.T) {
	store := shelfStore(t)
	store.versions = []record.Version{{Document: 501, Resemblance: 0.873}, {Document: 9999, Resemblance: 0.5}}
	for id, d := range richStore(t).documents {
		store.documents[id] = d
	}
	for id, text := range richStore(t).texts {
		store.texts[id] = text
	}
	s, _ := testSite(t, store)
	a := get(t, s.handler(), "/documents/1")
	checkPage(t, a)
	if said := text(one(t, a.page, "#versions")); !strings.Contains(said, "Application B") || !strings.Contains(said, "87.3% in common") {
		t.Errorf("versions: %q", said)
	}
}
