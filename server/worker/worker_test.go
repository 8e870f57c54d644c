package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/internal/testrun"
)

func TestUploadToEvidence(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		swept := 0
		w.config.Deleted = func(context.Context) { swept++ }
		w.start()
		copied := essay("量子计算")
		r := w.submit(
			forLibrary(upload("过去", copied)),
			forCheck(forLibrary(upload("两者", copied+essay("土壤")))),
			forCheck(upload("新的", essay("海洋")+copied)),
			forLibrary(upload("无关", essay("高原鼠兔"))),
		)
		for i := range r {
			if r[i].Err != nil || r[i].Document == 0 || (r[i].Check != 0) != (i == 1 || i == 2) {
				t.Fatalf("receipt %d: %+v", i, r[i])
			}
		}
		past, both, fresh := r[0].Document, r[1].Document, r[2].Document

		// Every document of the upload is compared with every other, and none
		// with itself.
		done := w.waitCheck(r[2].Check, record.CheckDone)
		if diff := cmp.Diff([]int64{past, both}, w.sources(r[2].Check)); diff != "" {
			t.Errorf("sources of the new one (-want +got):\n%s", diff)
		}
		w.waitCheck(r[1].Check, record.CheckDone)
		if diff := cmp.Diff([]int64{past}, w.sources(r[1].Check)); diff != "" {
			t.Errorf("sources of the one that is in the library too (-want +got):\n%s", diff)
		}

		e := w.evidence(r[2].Check)
		if done.Countable != e.Scores.Countable || done.Covered != e.Scores.Covered || done.Sources != 2 ||
			done.Left != (record.Tally{Covered: done.Covered, Others: e.Scores.WithoutOwn, Sources: 2, Quoted: e.Scores.WithoutQuoted, Largest: e.Scores.LargestFull}) || done.Covered == 0 || done.Progress != 100 {
			t.Errorf("check %+v does not tell of its evidence %+v", done, e.Scores)
		}
		if e.Document.ID != fresh || e.Document.Identity.Title != "新的" || e.Library.Documents != 3 {
			t.Errorf("evidence is of %+v with library %+v", e.Document, e.Library)
		}
		w.waitDocument(fresh, record.DocumentReady)

		eventually(t, "search holds the library", func() bool { return len(w.search.all()) == 3 })
		if text := w.search.all()[both]; !strings.HasPrefix(text, "两者\n"+copied) {
			t.Errorf("search holds %.40q", text)
		}
		if err := w.pool.DeleteDocument(context.Background(), past); err != nil {
			t.Fatal(err)
		}
		if _, found := w.search.all()[past]; found {
			t.Error("search still holds a deleted document")
		}
		if swept != 1 {
			t.Errorf("%d deletions were told of, want 1", swept)
		}
		if gone, err := w.pool.DeleteDecided(t.Context(), r[2].Check, record.DeletionRequest{}); err != nil || !gone || swept != 2 {
			t.Errorf("a check with its application: gone %v, %v; %d deletions were told of, want 2", gone, err, swept)
		}
		call, err := w.store.PutCall(t.Context(), record.Call{Name: "2026", State: record.CallOpen}, "")
		if err != nil {
			t.Fatal(err)
		}
		if err := w.pool.DeleteCall(t.Context(), call, true); err != nil || swept != 3 {
			t.Errorf("a call: %v; %d deletions were told of, want 3", err, swept)
		}
	})
}

func TestSubmitRefuses(t *testing.T) {
	tests := []struct {
		name   string
		upload record.Upload
		want   error
	}{
		{"empty", forCheck(upload("a", "")), extract.ErrEmpty},
		{"kind", forCheck(upload("b", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\xff\xfe\xfd")), extract.ErrUnsupported},
		{"size", forLibrary(upload("c", strings.Repeat("长", 1000))), extract.ErrTooLarge},
		{"no wish", upload("d", "text"), errNothingToDo},
	}
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c)
		w.config.MaxUpload = 2000
		w.open()
		var uploads []record.Upload
		for _, tt := range tests {
			uploads = append(uploads, tt.upload, forCheck(upload("good", "好的文字")))
		}
		receipts := w.submit(uploads...)
		for i, tt := range tests {
			bad, good := receipts[2*i], receipts[2*i+1]
			if !errors.Is(bad.Err, tt.want) || bad.Document != 0 || bad.Check != 0 || bad.Filename != tt.upload.Identity.Filename {
				t.Errorf("%s: %+v, want %v", tt.name, bad, tt.want)
			}
			if good.Err != nil || good.Document == 0 || good.Check == 0 {
				t.Errorf("beside %s: %+v", tt.name, good)
			}
		}
		if receipts[1].Document == receipts[3].Document {
			t.Error("equal files became one document")
		}
		if _, total, err := w.store.Documents(ctx, record.Filter{}); err != nil || total != len(tests) {
			t.Errorf("%d documents stored, error %v", total, err)
		}

		ended, cancel := context.WithCancel(ctx)
		cancel()
		for _, r := range w.pool.Submit(ended, uploads[:2]) {
			if r.Err == nil || r.Document != 0 || r.Check != 0 {
				t.Errorf("without a database: %+v", r)
			}
		}
	})
}

// A check waits for the library documents of its upload.
func TestCheckWaits(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		release := make(chan struct{})
		w.extractor.before = func(ctx context.Context, name string) error {
			if !strings.HasPrefix(name, "library") {
				return nil
			}
			select {
			case <-release:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		w.start()
		copied := essay("合金")
		r := w.submit(forCheck(upload("checked", copied)), forLibrary(upload("library", copied)))
		later := w.submitOne(forLibrary(upload("library later", copied)))
		if checks, err := w.store.Startable(t.Context(), 9); err != nil || len(checks) != 0 {
			t.Errorf("checks %v may start before the library is complete, %v", checks, err)
		}
		if got := w.check(r[0].Check); got.State != record.CheckQueued {
			t.Errorf("the check is %s before the library is complete", got.State)
		}
		close(release)
		w.waitCheck(r[0].Check, record.CheckDone)
		if got := w.sources(r[0].Check); !slices.Contains(got, r[1].Document) {
			t.Errorf("sources %v lack %d", got, r[1].Document)
		}
		w.waitDocument(later.Document, record.DocumentReady)
	})
}

func TestFailures(t *testing.T) {
	testrun.NeedWhole(t)
	tests := []struct {
		name     string
		err      error // of extraction; nil panics
		failures int32 // how often it fails
		attempts int32
		want     record.FailureName // "" is success
	}{
		{"damaged", extract.ErrDamaged, 9, 1, record.FailureDamaged},
		{"limits", extract.ErrLimits, 9, 1, record.FailureLimits},
		{"asleep", errTransient, 9, 2, record.FailureInternal},
		{"asleep once", errTransient, 1, 2, ""},
		{"panic", nil, 9, 2, record.FailureInternal},
		{"panic once", nil, 1, 2, ""},
	}
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		attempts := make(map[string]*atomic.Int32) // by file name
		var uploads []record.Upload
		for _, tt := range tests {
			// A check waits for the library, so the two kinds do not mix up.
			uploads = append(uploads, forLibrary(upload("library "+tt.name, essay("a"))), forCheck(upload("check "+tt.name, essay("b"))))
			attempts["library "+tt.name+".txt"] = new(atomic.Int32)
			attempts["check "+tt.name+".txt"] = new(atomic.Int32)
		}
		w.extractor.before = func(_ context.Context, name string) error {
			_, kind, _ := strings.Cut(strings.TrimSuffix(name, ".txt"), " ")
			for _, tt := range tests {
				if tt.name == kind && attempts[name].Add(1) <= tt.failures {
					if tt.err == nil {
						panic("out of range")
					}
					return fmt.Errorf("extract: %w", tt.err)
				}
			}
			return nil
		}
		w.start()
		receipts := w.submit(uploads...)
		internal := 0
		for i, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				state, checkState := record.DocumentReady, record.CheckDone
				if tt.want != "" {
					state, checkState = record.DocumentFailed, record.CheckFailed
				}
				if tt.want == record.FailureInternal {
					internal += 2
				}
				d := w.waitDocument(receipts[2*i].Document, state)
				check := w.waitCheck(receipts[2*i+1].Check, checkState)
				if d.Failure.Name != tt.want || check.Failure.Name != tt.want {
					t.Errorf("document failed with %q, check with %q, want %q", d.Failure.Name, check.Failure.Name, tt.want)
				}
				// What is no fault of the file is not held against it.
				if tt.want != record.FailureInternal && check.Document.Failure.Name != tt.want {
					t.Errorf("the checked document's failure is %q, want %q", check.Document.Failure.Name, tt.want)
				}
				for _, u := range uploads[2*i : 2*i+2] {
					if n := attempts[u.Identity.Filename].Load(); n != tt.attempts {
						t.Errorf("%s: %d attempts, want %d", u.Identity.Filename, n, tt.attempts)
					}
				}
			})
		}
		w.stop()
		if n := strings.Count(w.log.String(), "level=ERROR"); n != internal || n == 0 {
			t.Errorf("%d errors in the log, want %d:\n%s", n, internal, w.log)
		}
	})
}

// Which page is being recognised is known to all servers.
func TestScansAreNoted(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		reached, release := make(chan struct{}), make(chan struct{})
		w.extractor.scansOf = func(string) int { return 10 }
		w.extractor.before = func(context.Context, string) error {
			close(reached)
			<-release
			return nil
		}
		w.start()
		r := w.submitOne(forLibrary(upload("a", essay("a"))))
		<-reached
		if d, err := w.store.Document(t.Context(), r.Document); err != nil || d.ScansRead != 10 || d.Scans != 10 {
			t.Errorf("%d of %d scans (%v), want 10 of 10", d.ScansRead, d.Scans, err)
		}
		close(release)
		w.waitDocument(r.Document, record.DocumentReady)
	})
}

// A check of a document that could not be put into the library fails likewise.
func TestCheckOfFailedDocument(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c)
		var broken atomic.Bool
		broken.Store(true)
		w.extractor.before = func(context.Context, string) error {
			if broken.Load() {
				return &extract.PictureError{Pages: []int{1, 2, 3, 7}}
			}
			return nil
		}
		w.start()
		r := w.submitOne(forCheck(forLibrary(upload("a", essay("a")))))
		if got := w.waitCheck(r.Check, record.CheckFailed); got.Failure != (record.Failure{Name: record.FailureNoText, Pages: "1-3, 7"}) {
			t.Errorf("failure %+v", got.Failure)
		}
		if _, err := w.pool.Retry(ctx, 1e9, ""); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("retry of an unknown check: %v", err)
		}

		broken.Store(false)
		again, err := w.pool.Retry(ctx, r.Check, "")
		if err != nil || again == r.Check {
			t.Fatalf("retry: %d, %v", again, err)
		}
		w.waitCheck(again, record.CheckDone)
		w.waitDocument(r.Document, record.DocumentReady)
		if got := w.check(r.Check).State; got != record.CheckFailed {
			t.Errorf("the first check is %s now", got)
		}
		if err := w.pool.RetryDocument(ctx, r.Document); !errors.Is(err, record.ErrFinal) {
			t.Errorf("retry of a ready document: %v, want ErrFinal", err)
		}
		broken.Store(true)
		failed := w.submitOne(forLibrary(upload("b", essay("b"))))
		w.waitDocument(failed.Document, record.DocumentFailed)
		broken.Store(false)
		if err := w.pool.RetryDocument(ctx, failed.Document); err != nil {
			t.Fatal(err)
		}
		w.waitDocument(failed.Document, record.DocumentReady)
	})
}

func TestSearchCatchesUp(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c)
		text := essay("草原")
		ids, err := w.store.Load(ctx, []library.Prepared{
			{Upload: upload("imported", text), Document: &extract.Document{Text: text, Method: "txt"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		_ = w.search.Put(ctx, record.Document{ID: 1e9}, "deleted long ago")
		w.start()
		eventually(t, "search holds what the library holds", func() bool {
			return cmp.Equal(w.search.all(), map[int64]string{ids[0]: "imported\n" + text})
		})
	})
}

func TestCheckDocument(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c).start()
		r := w.submit(forLibrary(upload("one", essay("a"))), forLibrary(upload("other", essay("a"))))
		w.waitDocument(r[0].Document, record.DocumentReady)
		w.waitDocument(r[1].Document, record.DocumentReady)
		for range 2 { // as often as one likes
			id, err := w.pool.CheckDocument(ctx, r[0].Document, "")
			if err != nil {
				t.Fatal(err)
			}
			w.waitCheck(id, record.CheckDone)
			if diff := cmp.Diff([]int64{r[1].Document}, w.sources(id)); diff != "" {
				t.Errorf("sources (-want +got):\n%s", diff)
			}
		}
		if _, err := w.pool.CheckDocument(ctx, 1e9, ""); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("unknown document: %v, want ErrNotFound", err)
		}
	})
}
