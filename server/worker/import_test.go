package worker

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// parcelOf writes an archive of files, names and texts in turn, as it comes in.
func parcelOf(t *testing.T, names ...string) record.Incoming {
	t.Helper()
	at := filepath.Join(t.TempDir(), "came")
	f, err := os.Create(at)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(f)
	for i := 0; i < len(names); i += 2 {
		entry, err := w.Create(names[i])
		if err == nil {
			_, err = io.WriteString(entry, names[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return record.Incoming{Name: "申请书.ZIP", Path: at}
}

// outcomesOf tells the items of an import, each in a line.
func (w *world) outcomesOf(id int64) (lines []string) {
	w.t.Helper()
	items, err := w.store.ImportItems(context.Background(), id, record.ItemFilter{}, 0, 0)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, i := range items {
		lines = append(lines, strings.TrimRight(fmt.Sprintf("%s %d %s %s %s", i.Name, i.Line, i.Outcome, i.State, i.Reason), " "))
	}
	return lines
}

// settled waits for the end of an import and of what it has begun.
func (w *world) settled(id int64) record.Import {
	w.t.Helper()
	var i record.Import
	eventually(w.t, "the import is done", func() bool {
		var err error
		if i, err = w.store.Import(context.Background(), id); err != nil {
			w.t.Fatal(err)
		}
		return i.State != record.ImportRunning && i.Ready+i.Failed == i.Outcomes[record.OutcomeStored]
	})
	return i
}

// cleared waits until no files of imports are left: they go when an import has ended.
func (w *world) cleared() {
	w.t.Helper()
	eventually(w.t, "no files of imports are left", func() bool {
		left, err := os.ReadDir(w.config.Imports)
		if err != nil {
			w.t.Fatal(err)
		}
		return len(left) == 0
	})
}

const manifestText = "文件,编号,题目,年度,状态\n甲.txt,Z1,表中的题目,2024,已资助\n丙.txt,Z3,,,\n丁.txt,Z1,,,\n戊.txt,Z5,,,\n无.txt,Z6,,,\n"

func TestImport(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		w.config.Imports = filepath.Join(t.TempDir(), "imports")
		w.start()
		text := func(s string) string { return strings.Repeat(s+"的研究内容与方法。", 30) }
		files := []string{"甲.txt", text("甲"), "乙.txt", text("乙"), "丙.txt", text("甲"), "丁.txt", text("丁"), "戊.txt", ""}
		id, err := w.pool.Import(context.Background(), record.Import{Name: "批", ToLibrary: true, By: "王处"}, []record.Incoming{parcelOf(t, files...)}, []byte(manifestText))
		if err != nil {
			t.Fatal(err)
		}
		i := w.settled(id)
		want := []string{"甲.txt 2 stored ready", "乙.txt 0 refused  no-row", "丙.txt 3 same ready", "丁.txt 4 refused  number-twice", "戊.txt 5 refused  empty", "无.txt 6 refused  no-file"}
		if diff := cmp.Diff(want, w.outcomesOf(id)); diff != "" {
			t.Error(diff)
		}
		if i.State != record.ImportDone || i.Total != 6 || i.Ready != 1 || i.By != "王处" {
			t.Errorf("%+v", i)
		}
		items, err := w.store.ImportItems(context.Background(), id,
			record.ItemFilter{Outcomes: []record.Outcome{record.OutcomeStored}}, 0, 0)
		if err != nil || len(items) != 1 {
			t.Fatalf("%d stored, %v", len(items), err)
		}
		d, err := w.store.Document(context.Background(), items[0].Document)
		if err != nil || d.Identity.Title != "表中的题目" || d.Identity.Year != 2024 || d.Reference != "Z1" || d.Status != record.StatusFunded || !d.InLibrary {
			t.Errorf("%+v, %v", d, err)
		}
		w.cleared()

		// The same again, without the manifest, changes nothing but what was not there.
		id, err = w.pool.Import(context.Background(), record.Import{Name: "批", ToLibrary: true}, []record.Incoming{parcelOf(t, files...)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		w.settled(id)
		want = []string{"甲.txt 0 same ready", "乙.txt 0 stored ready", "丙.txt 0 same ready", "丁.txt 0 stored ready", "戊.txt 0 refused  empty"}
		if diff := cmp.Diff(want, w.outcomesOf(id)); diff != "" {
			t.Error(diff)
		}

		// Another file under a number that is there.
		id, err = w.pool.Import(context.Background(), record.Import{ToLibrary: true}, []record.Incoming{parcelOf(t, "新.txt", text("新"))}, []byte("file,number\n新.txt,Z1\n"))
		if err != nil {
			t.Fatal(err)
		}
		w.settled(id)
		if diff := cmp.Diff([]string{"新.txt 2 number ready"}, w.outcomesOf(id)); diff != "" {
			t.Error(diff)
		}
	})
}

// An import that a server did not end goes on at the next start; one that is cancelled
// keeps what it has stored and ends.
func TestImportGoesOn(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		w.config.Imports = filepath.Join(t.TempDir(), "imports")
		w.open()
		file := func() record.Incoming { return parcelOf(t, "甲.txt", strings.Repeat("还没有存的文本。", 40)) }
		id, err := w.pool.Import(context.Background(), record.Import{ToLibrary: true}, []record.Incoming{file()}, nil)
		if err != nil {
			t.Fatal(err)
		}
		cancelled, err := w.pool.Import(context.Background(), record.Import{ToLibrary: true}, []record.Incoming{file()}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.pool.CancelImport(context.Background(), cancelled); err != nil {
			t.Fatal(err)
		}
		if err := w.pool.CancelImport(context.Background(), cancelled); !errors.Is(err, record.ErrFinal) {
			t.Errorf("cancelled again: %v", err)
		}
		w.start()
		w.settled(id)
		if diff := cmp.Diff([]string{"甲.txt 0 stored ready"}, w.outcomesOf(id)); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]string{"甲.txt 0 gone"}, w.outcomesOf(cancelled)); diff != "" {
			t.Error(diff)
		}
		w.cleared()
	})
}

// An import into a call that somebody deletes meanwhile says so of each file, and ends.
func TestImportIntoCallThatIsGone(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c)
		w.config.Imports = filepath.Join(t.TempDir(), "imports")
		w.open()
		of, err := w.store.PutCall(ctx, record.Call{Name: "面上", State: record.CallOpen}, "王处")
		if err != nil {
			t.Fatal(err)
		}
		came := parcelOf(t, "甲.txt", strings.Repeat("没有地方的文本。", 40), "乙.txt", strings.Repeat("也没有地方的文本。", 40))
		id, err := w.pool.Import(ctx, record.Import{Call: of, Check: true}, []record.Incoming{came}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.pool.DeleteCall(ctx, of, true); err != nil {
			t.Fatal(err)
		}
		w.start()
		i := w.settled(id)
		want := []string{"甲.txt 0 refused  call-gone", "乙.txt 0 refused  call-gone"}
		if diff := cmp.Diff(want, w.outcomesOf(id)); diff != "" || i.State != record.ImportDone {
			t.Errorf("%s: %s", i.State, diff)
		}
		w.cleared()
	})
}

// A document that an import has stored and that is deleted afterwards, by itself or with its call, is
// said to be removed: it is no document that is still to be read, and not tried again. What is in the
// library too stays stored.
func TestImportedAndDeleted(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c)
		w.config.Imports = filepath.Join(t.TempDir(), "imports")
		w.start()
		of, err := w.store.PutCall(ctx, record.Call{Name: "面上", State: record.CallOpen}, "王处")
		if err != nil {
			t.Fatal(err)
		}
		came := parcelOf(t, "甲.txt", strings.Repeat("先存入后删除的文本。", 40), "乙.txt", strings.Repeat("同样删除的另一份文本。", 40), "丙.txt", strings.Repeat("仍在申请书库的文本。", 40))
		id, err := w.pool.Import(ctx, record.Import{Call: of}, []record.Incoming{came}, nil)
		if err != nil {
			t.Fatal(err)
		}
		w.settled(id)
		items, err := w.store.ImportItems(ctx, id, record.ItemFilter{}, 0, 0)
		if err != nil || len(items) != 3 {
			t.Fatal(items, err)
		}
		if n, err := w.pool.EnterLibrary(ctx, []int64{items[2].Document}); err != nil || n != 1 {
			t.Fatal(n, err)
		}
		if err := w.pool.DeleteCall(ctx, of, true); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"甲.txt 0 removed", "乙.txt 0 removed", "丙.txt 0 stored ready"}, w.outcomesOf(id)); diff != "" {
			t.Error(diff)
		}
		i, err := w.store.Import(ctx, id)
		if err != nil || i.Outcomes[record.OutcomeRemoved] != 2 || i.Outcomes[record.OutcomeStored] != 1 || i.Ready != 1 ||
			i.Settled() != 3 {
			t.Errorf("%+v, %v", i, err)
		}
		if removed, err := w.store.ImportItems(ctx, id, record.ItemFilter{Outcomes: []record.Outcome{record.OutcomeRemoved}}, 0, 0); err != nil ||
			len(removed) != 2 {
			t.Errorf("%d removed, %v", len(removed), err)
		}
		if n, err := w.pool.RetryImport(ctx, id); err != nil || n != 0 {
			t.Errorf("%d tried again, %v", n, err)
		}
	})
}

func TestImportRefused(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		w.config.Imports = filepath.Join(t.TempDir(), "imports")
		w.start()
		came := func() record.Incoming { return parcelOf(t, "a.txt", "a") }
		if _, err := w.pool.Import(context.Background(), record.Import{}, []record.Incoming{came()}, []byte("title\nx\n")); !errors.Is(err, record.ErrHeading) {
			t.Errorf("a manifest without files: %v", err)
		}
		broken := came()
		if err := os.WriteFile(broken.Path, []byte("PK\x03\x04"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := w.pool.Import(context.Background(), record.Import{}, []record.Incoming{broken}, nil); !errors.Is(err, record.ErrArchive) {
			t.Errorf("a broken archive: %v", err)
		}
		if left, err := os.ReadDir(w.config.Imports); err != nil || len(left) != 0 {
			t.Errorf("%d folders are left, %v", len(left), err)
		}
		if imports, err := w.store.Imports(context.Background(), 0, 0); err != nil || len(imports) != 0 {
			t.Errorf("%d imports are kept, %v", len(imports), err)
		}
	})
}

// What manifest and form tell otherwise is shown, and what both or one alone tells is not.
func TestDifferences(t *testing.T) {
	i := record.ImportItem{
		Given: evidence.Identity{Title: "表中的题目", Applicant: "王某", Year: 2024, Programme: "面上"},
		Read:  evidence.Identity{Title: "书中的题目", Applicant: "王某", Year: 2023, Institution: "某大学"},
	}
	want := []record.Difference{{Field: "title", Given: "表中的题目", Read: "书中的题目"}, {Field: "year", Given: "2024", Read: "2023"}}
	if diff := cmp.Diff(want, i.Differences()); diff != "" {
		t.Error(diff)
	}
}

// The summary of an import counts what lists by the same outcome hold: documents without an applicant, institution or
// year, and those of which a check says that something is not read or in doubt.
func TestImportOutcomes(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c)
		w.config.Imports = filepath.Join(t.TempDir(), "imports")
		w.start()
		hidden := strings.Repeat("零宽字符夹在文字之间的申请书正\u200b文。", 40)
		came := parcelOf(t, "甲.txt", hidden, "乙.txt", strings.Repeat("清单写明了申请人的另一份申请书。", 40))
		manifest := []byte("文件,题目,申请人,单位,年度\n甲.txt,甲题,,,\n乙.txt,乙题,李明,江城大学,2025\n")
		of, err := w.store.PutCall(ctx, record.Call{Name: "面上", State: record.CallOpen}, "王处")
		if err != nil {
			t.Fatal(err)
		}
		id, err := w.pool.Import(ctx, record.Import{Call: of, Check: true}, []record.Incoming{came}, manifest)
		if err != nil {
			t.Fatal(err)
		}
		w.settled(id)
		eventually(t, "a check has marked one of them", func() bool {
			i, err := w.store.Import(ctx, id)
			return err == nil && i.Marked == 1
		})
		i, err := w.store.Import(ctx, id)
		if err != nil || i.Fieldless != 1 || i.Marked != 1 || i.Ready != 2 {
			t.Errorf("%+v, %v", i, err)
		}
		for _, f := range []record.ItemFilter{{Fieldless: true}, {Marked: true}} {
			items, err := w.store.ImportItems(ctx, id, f, 0, 0)
			if err != nil || len(items) != 1 || items[0].Name != "甲.txt" || items[0].Title != "甲题" {
				t.Errorf("%+v: %+v, %v", f, items, err)
			}
		}
	})
}
