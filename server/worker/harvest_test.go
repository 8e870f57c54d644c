package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/internal/testrun"
	"zhiwen/server/servertest"
)

// repositoryRules ask a test repository without pauses.
func repositoryRules(name string, r *servertest.Repository) record.HarvestRules {
	return record.HarvestRules{Name: name, Kind: record.HarvestOAI, Address: r.URL, Minutes: 60, Most: 1000}
}

// harvest stores a source and begins with it.
func (w *world) harvest(rules record.HarvestRules) int64 {
	w.t.Helper()
	id, err := w.pool.PutHarvest(context.Background(), 0, rules, 0, "王处")
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

func (w *world) source(id int64) record.HarvestSource {
	w.t.Helper()
	s, err := w.store.HarvestSource(context.Background(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// rested waits until a round that began after a time is at its end, nothing waits and all is read.
func (w *world) rested(id int64, since time.Time) record.HarvestSource {
	w.t.Helper()
	var s record.HarvestSource
	eventually(w.t, "the source rests", func() bool {
		s = w.source(id)
		return s.Job == 0 && !s.RoundAt.Before(since.Truncate(time.Microsecond)) && s.Waiting() == 0 &&
			(!s.Cursor.Listing || s.Trouble.Reason != "") &&
			s.Ready+s.Unread >= s.There()
	})
	return s
}

// again has a source asked now and waits.
func (w *world) again(id int64) record.HarvestSource {
	w.t.Helper()
	since := time.Now()
	if err := w.pool.HarvestNow(context.Background(), id); err != nil {
		w.t.Fatal(err)
	}
	return w.rested(id, since)
}

// harvested tells the items of a source, each in a line, by key.
func (w *world) harvested(id int64) (lines []string) {
	w.t.Helper()
	items, _, err := w.store.HarvestItems(context.Background(), id, record.HarvestFilter{})
	if err != nil {
		w.t.Fatal(err)
	}
	for _, i := range items {
		there := ""
		if i.Document != 0 {
			there = "*"
		}
		lines = append(lines, strings.TrimRight(fmt.Sprintf("%s %s%s %s", i.Key, i.Outcome, there, i.Reason), " "))
	}
	slices.Sort(lines)
	return lines
}

func (w *world) item(id int64, key string) record.HarvestItem {
	w.t.Helper()
	i, err := w.store.HarvestItem(context.Background(), id, key)
	if err != nil {
		w.t.Fatalf("%s: %v", key, err)
	}
	return i
}

const stampBefore = "2024-01-02T03:04:05Z"

// exampleRepository has a record of every sort.
func exampleRepository(t *testing.T) *servertest.Repository {
	r := servertest.NewRepository(t, 4)
	put := func(id string, links ...string) {
		for i, link := range links {
			if strings.HasPrefix(link, "/") {
				links[i] = r.At + link
			}
		}
		r.Put(
			servertest.Record{
				ID:        id,
				Stamp:     stampBefore,
				Title:     "题目 " + id,
				Creators:  []string{"王某", "李某"},
				Date:      "2021-03",
				Publisher: "某大学",
				Links:     links,
			},
		)
	}
	page := func(path, head string) {
		r.Serve(path, servertest.File{Kind: "text/html; charset=utf-8", Body: "<html><head>" + head + "</head><body>摘要</body></html>"})
	}
	for i := range 9 {
		r.Text(fmt.Sprintf("/f/%d.txt", i), essay(fmt.Sprintf("file %d", i)))
	}
	put("01-file", "ISBN 1", "/f/0.txt")
	put("02-meta", "/p/meta")
	page("/p/meta", `<meta name="citation_pdf_url" content="/f/1.txt">`)
	put("03-link", "/p/link")
	page("/p/link", `<link rel="alternate" type="application/pdf" href="../f/2.txt">`)
	put("04-nothing", "ISBN 4")
	put("05-page", "/p/none")
	page("/p/none", `<link rel="alternate" type="application/rss+xml" href="/f/3.txt">`)
	put("06-gone", "/f/none.pdf")
	put("07-closed", "/closed/a.pdf")
	put("08-private", "http://127.0.0.2:9999/a.pdf")
	put("09-away", "/r/private")
	r.Serve("/r/private", servertest.File{Redirect: "http://127.0.0.2:9999/a.pdf"})
	put("10-picture", "/f/picture")
	r.Serve("/f/picture", servertest.File{Kind: "application/pdf", Body: "\x89PNG\r\n\x1a\n" + strings.Repeat("0", 500)})
	put("11-same", "/f/same.txt")
	r.Text("/f/same.txt", essay("file 0"))
	r.Put(servertest.Record{ID: "12-deleted", Stamp: stampBefore, Deleted: true})
	put("13-second", "/f/none.docx", "/r/file")
	r.Serve("/r/file", servertest.File{Redirect: r.At + "/f/4.txt"})
	put("14-round", "/r/round")
	r.Serve("/r/round", servertest.File{Redirect: "/r/round"})
	return r
}

// The whole way: from a repository to documents of the library, with an outcome for each record.
func TestHarvestRepository(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx, r := context.Background(), exampleRepository(t)
		w := following(t, c).start()
		began := time.Now()
		id := w.harvest(repositoryRules("知识库", r))
		s := w.rested(id, began)
		want := []string{
			"01-file stored*", "02-meta stored*", "03-link stored*", "04-nothing no-text no-link", "05-page no-text no-full", "06-gone no-text no-full", "07-closed refused robots",
			"08-private refused private", "09-away refused private", "10-picture refused unsupported", "11-same same*", "12-deleted deleted", "13-second stored*", "14-round refused redirects",
		}
		if diff := cmp.Diff(want, w.harvested(id)); diff != "" {
			t.Fatal(diff)
		}
		if s.Trouble.Reason != "" || s.EndedAt.IsZero() || s.Ready != 5 || s.Since != "2024-05-30T10:00:00Z" {
			t.Errorf("%+v", s)
		}
		d := w.document(w.item(id, "01-file").Document)
		if got := d.Identity; got.Title != "题目 01-file" || got.Applicant != "王某" || got.Institution != "某大学" || got.Year != 2021 ||
			got.Date != "2021-03" ||
			len(got.Participants) != 1 ||
			got.Filename != "0.txt" ||
			!d.InLibrary {
			t.Errorf("%+v", got)
		}
		documents, err := w.store.CollectionDocuments(ctx, s.Collection)
		if err != nil || len(documents) != 4 { // the fifth is one of them
			t.Errorf("%d documents, %v", len(documents), err)
		}
		for _, path := range []string{"/closed/a.pdf", "/f/3.txt"} {
			if n := r.Asked(path); n != 0 {
				t.Errorf("%s was asked for", path)
			}
		}

		// Nothing is asked for twice. What is new, has changed or was deleted is.
		r.Put(servertest.Record{ID: "02-meta", Stamp: "2024-06-02T00:00:00Z", Title: "新题", Links: []string{r.At + "/f/5.txt"}})
		r.Put(servertest.Record{ID: "03-link", Stamp: "2024-06-02T00:00:00Z", Deleted: true})
		r.Put(servertest.Record{ID: "15-new", Stamp: "2024-06-02T00:00:00Z", Title: "新", Links: []string{r.At + "/f/6.txt"}})
		r.Put(servertest.Record{ID: "01-file", Stamp: "2024-06-02T00:00:00Z", Title: "只改了记录", Links: []string{r.At + "/f/0.txt"}})
		r.Clock("2024-06-03T00:00:00Z")
		before := w.item(id, "02-meta")
		s = w.again(id)
		want[0], want[1], want[2] = "01-file stored*", "02-meta updated*", "03-link deleted*"
		if diff := cmp.Diff(append(slices.Clone(want), "15-new stored*"), w.harvested(id)); diff != "" {
			t.Error(diff)
		}
		if froms := r.Froms(); !slices.Equal(froms, []string{"", "2024-05-30T10:00:00Z"}) || s.Since != "2024-06-01T00:00:00Z" {
			t.Errorf("asked from %q, next from %s", froms, s.Since)
		}
		if n := r.Asked("/f/4.txt"); n != 1 {
			t.Errorf("a file that has not changed was asked for %d times", n)
		}
		if i := w.item(id, "02-meta"); i.Versions != 2 || i.Document == before.Document ||
			w.document(before.Document).State != record.DocumentReady {
			t.Errorf("another version: %+v", i)
		}

		// What somebody takes out of the library stays away until it is wanted.
		if err := w.pool.DeleteDocument(ctx, w.item(id, "15-new").Document); err != nil {
			t.Fatal(err)
		}
		r.Put(servertest.Record{ID: "15-new", Stamp: "2024-06-04T00:00:00Z", Title: "新", Links: []string{r.At + "/f/6.txt"}})
		w.again(id)
		if i := w.item(id, "15-new"); i.Outcome != record.HarvestRemoved || i.Document != 0 {
			t.Errorf("it came back by itself: %+v", i)
		}
		since := time.Now()
		if n, err := w.pool.HarvestAgain(ctx, id, 0, record.HarvestFilter{Outcome: record.HarvestRemoved}); err != nil || n != 1 {
			t.Errorf("%d %v", n, err)
		}
		eventually(t, "it is back", func() bool { return w.item(id, "15-new").Outcome == record.HarvestStored })
		w.rested(id, since.Add(-time.Hour))

		// Another repository with the same records gives no document twice, and asks for no file.
		other := w.harvest(record.HarvestRules{Name: "聚合库", Kind: record.HarvestOAI, Address: r.URL, Minutes: 60, Most: 1000})
		asked := r.Asked("/f/4.txt")
		w.rested(other, began)
		if i := w.item(other, "13-second"); i.Outcome != record.HarvestSame || i.Document != w.item(id, "13-second").Document ||
			r.Asked("/f/4.txt") != asked {
			t.Errorf("%+v", i)
		}

		// The source goes, its documents stay.
		if err := errors.Join(w.store.DeleteHarvest(ctx, other), w.store.DeleteHarvest(ctx, id)); err != nil {
			t.Fatal(err)
		}
		if _, err := w.store.HarvestSource(ctx, id); !errors.Is(err, record.ErrNotFound) || w.document(d.ID).State != record.DocumentReady {
			t.Errorf("%v", err)
		}
	})
}

// What repositories put in the way of a list: none of it loses a record, or takes one twice.
func TestHarvestTroubles(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := following(t, c).start()
		r := servertest.NewRepository(t, 2)
		for i := range 7 {
			r.Text(fmt.Sprintf("/f/%d.txt", i), essay(fmt.Sprintf("trouble %d", i)))
			r.Put(
				servertest.Record{ID: fmt.Sprint(i), Stamp: stampBefore, Title: "题", Links: []string{fmt.Sprintf("%s/f/%d.txt", r.At, i)}},
			)
		}
		// It is busy, forgets a token, and knows days alone.
		r.Days()
		r.Busy(2)
		r.Forget(1)
		began := time.Now()
		id := w.harvest(repositoryRules("库", r))
		eventually(t, "all is stored", func() bool { return w.source(id).Outcomes[record.HarvestStored] == 7 })
		if s := w.rested(id, began); s.Since != "2024-05-30" || s.Trouble.Reason != "" {
			t.Errorf("%+v", s)
		}
		for i := range 7 {
			if n := r.Asked(fmt.Sprintf("/f/%d.txt", i)); n != 1 {
				t.Errorf("file %d was asked for %d times", i, n)
			}
		}
		// A list that breaks off is told of, and goes on where it was when somebody wants it.
		r.Put(servertest.Record{ID: "new", Stamp: "2024-06-02T00:00:00Z", Title: "题", Links: []string{r.At + "/f/none"}})
		r.Break(1)
		if s := w.again(id); s.Trouble.Reason != string(record.HarvestXML) || s.Trouble.Tries != 1 || !s.Cursor.After.After(time.Now()) {
			t.Errorf("%+v", s)
		}
		if s := w.again(id); s.Trouble.Reason != "" || s.Total != 8 {
			t.Errorf("%+v", s)
		}
		// It forgets every token.
		forgetful := following(t, librarytest.SQLite(t)).start()
		r.Forget(1000)
		other := forgetful.harvest(repositoryRules("库", r))
		if s := forgetful.rested(other, began); s.Trouble.Reason != string(record.HarvestToken) || s.Total != 2 {
			t.Errorf("%+v", s)
		}
		r.Forget(0)
		// Sets that it does not have, and less than there is.
		rules := repositoryRules("集合", r)
		rules.Set = "none"
		set := w.harvest(rules)
		if s := w.rested(set, began); s.Trouble.Reason != string(record.HarvestSet) {
			t.Errorf("%+v", s)
		}
		rules = repositoryRules("少", r)
		rules.Most = 3
		few := w.harvest(rules)
		if s := w.rested(few, began); s.Trouble.Reason != string(record.HarvestMost) || s.Total != 3 {
			t.Errorf("%+v", s)
		}
		// Changed rules: all is listed.
		s := w.source(few)
		rules.Most, rules.From = 1000, "2024-01-01"
		if _, err := w.pool.PutHarvest(context.Background(), few, rules, s.Change, "李处"); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the rest is listed", func() bool { return w.source(few).Total == 8 && w.source(few).Waiting() == 0 })
		if _, err := w.pool.PutHarvest(context.Background(), few, rules, s.Change, "李处"); !errors.Is(err, record.ErrOvertaken) {
			t.Errorf("an old form: %v", err)
		}
	})
}

// A list whose tokens lead round in a circle is left, and told of; all that it names is there.
func TestHarvestCircle(t *testing.T) {
	testrun.NeedWhole(t)
	w := following(t, librarytest.SQLite(t)).start()
	r := servertest.NewRepository(t, 100)
	const records = 300
	for i := range records {
		r.Put(servertest.Record{ID: fmt.Sprintf("%03d", i), Stamp: stampBefore, Deleted: true})
	}
	r.Circle()
	began := time.Now()
	id := w.harvest(repositoryRules("圈", r))
	if s := w.rested(id, began); s.Trouble.Reason != string(record.HarvestLoop) || s.Trouble.Tries != 1 || s.Total != records ||
		!s.Cursor.After.After(time.Now()) {
		t.Errorf("%+v", s)
	}
	if s := w.again(id); s.Trouble.Reason != string(record.HarvestLoop) || s.Trouble.Tries != 2 {
		t.Errorf("asked again: %+v", s)
	}
	if n := r.Asked("ListRecords 100||") + r.Asked("ListRecords 200||"); n > 20 {
		t.Errorf("%d parts were asked for", n)
	}
}

// A record whose server does not answer is tried again later, or when somebody wants it.
func TestHarvestFailure(t *testing.T) {
	testrun.NeedWhole(t)
	w := following(t, librarytest.SQLite(t)).start()
	r := servertest.NewRepository(t, 5)
	r.Put(servertest.Record{ID: "1", Stamp: stampBefore, Title: "题", Links: []string{"http://127.0.0.1:9999/a.pdf"}})
	began := time.Now()
	id := w.harvest(repositoryRules("库", r))
	w.rested(id, began)
	i := w.item(id, "1")
	if i.Outcome != record.HarvestFailed || i.Reason != string(record.WebUnreachable) || i.Tries != 1 ||
		i.NextAt.Before(began.Add(firstRetry)) {
		t.Errorf("%+v", i)
	}
	if s := w.source(id); s.WakeAt.After(i.NextAt) || s.Missing() != 1 {
		t.Errorf("%+v", s)
	}
	if n, err := w.pool.HarvestAgain(context.Background(), id, i.ID, record.HarvestFilter{}); err != nil || n != 1 {
		t.Fatalf("%d %v", n, err)
	}
	eventually(t, "it is tried again", func() bool { return w.item(id, "1").AskedAt.After(i.AskedAt) && w.source(id).Job == 0 })
	// A source that is paused is left alone.
	if err := w.pool.PauseHarvest(context.Background(), id, true); err != nil {
		t.Fatal(err)
	}
	asked := r.Asked("Identify")
	if err := w.pool.HarvestNow(context.Background(), id); err != nil {
		t.Fatal(err)
	}
	time.Sleep(3 * harvestPeriod / 2)
	if r.Asked("Identify") != asked || w.source(id).Job != 0 {
		t.Error("a paused source was asked")
	}
}

func TestHarvestRules(t *testing.T) {
	good := record.HarvestRules{
		Name:    "库",
		Kind:    record.HarvestOAI,
		Address: "https://x.example/oai?verb=Identify&set=a&site=1",
		Minutes: 60,
		Pause:   1,
		Most:    10,
	}
	got, err := cleanHarvest(good, nil, "")
	if err != nil || got.Address != "https://x.example/oai?site=1" || got.Set != "a" {
		t.Errorf("%+v %v", got, err)
	}
	for _, tc := range []struct {
		change      func(*record.HarvestRules)
		field, name string
	}{
		{func(r *record.HarvestRules) { r.Name = "" }, "name", "empty"},
		{func(r *record.HarvestRules) { r.Kind = "ftp" }, "kind", "kind"},
		{func(r *record.HarvestRules) { r.Address = "" }, "address", "empty"},
		{func(r *record.HarvestRules) { r.Address = "repository" }, "address", "address"},
		{func(r *record.HarvestRules) { r.Address = "https://x.example:22/" }, "address", "address"},
		{func(r *record.HarvestRules) { r.Address = "http://10.0.0.1/oai" }, "address", "private"},
		{func(r *record.HarvestRules) { r.Set = "two words" }, "set", "set"},
		{func(r *record.HarvestRules) { r.From = "2024-13-01" }, "from", "day"},
		{func(r *record.HarvestRules) { r.From = "2999-01-01" }, "from", "day"},
		{func(r *record.HarvestRules) { r.Kind = record.HarvestFolder }, "path", "empty"},
		{func(r *record.HarvestRules) { r.Kind, r.Path = record.HarvestFolder, "/none/such" }, "path", "missing"},
		{func(r *record.HarvestRules) { r.Minutes = 0 }, "minutes", "minutes"},
		{func(r *record.HarvestRules) { r.Pause = -1 }, "pause", "pause"},
		{func(r *record.HarvestRules) { r.Most = 0 }, "most", "most"},
	} {
		r := good
		tc.change(&r)
		_, err := cleanHarvest(r, nil, "")
		var fault *record.HarvestFault
		if !errors.As(err, &fault) || fault.Field != tc.field || fault.Name != tc.name ||
			!slices.Contains(record.HarvestFaultNames(), fault.Name) {
			t.Errorf("%s %s: %v", tc.field, tc.name, err)
		}
	}
}
