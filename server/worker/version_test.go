package worker

import (
	"slices"
	"testing"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/internal/testrun"
)

// A document has the same versions wherever it is kept: in the library, in a call, whose
// units are in a table of their own, or nowhere, where they are made of its text. Only
// documents of the library are versions; a blank form has none, nor has what is not read.
func TestVersions(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c).start()
		text := essay("versions")
		first := w.submitOne(forLibrary(upload("first", text))).Document
		w.submitOne(forLibrary(upload("another", essay("another"))))
		of := w.newCall(record.Call{Name: "面上"})
		kept := w.submitOne(forLibrary(upload("kept", text+"\n补充一句。"))).Document
		called := w.handIn(of, "called", text+"\n补充二句。")
		calledToo := w.handIn(of, "called too", text+"\n补充三句。")
		checked := w.submitOne(forCheck(upload("checked", text+"\n补充四句。")))
		differs := w.submitOne(forCheck(upload("differs", part("of its own", "versions"))))
		for _, r := range []record.Receipt{called, calledToo, checked, differs} {
			w.waitCheck(r.Check, record.CheckDone)
		}
		for name, x := range map[string]struct {
			document int64
			want     []int64
		}{
			"in the library": {kept, []int64{first}}, "in a call": {called.Document, []int64{first, kept}}, "another in the call": {calledToo.Document, []int64{first, kept}},
			"only checked": {checked.Document, []int64{first, kept}}, "half of it alone": {differs.Document, nil},
		} {
			found, err := w.pool.Versions(t.Context(), x.document)
			if err != nil {
				t.Fatal(err)
			}
			var got []int64
			for _, v := range found {
				got = append(got, v.Document)
				if v.Resemblance < 0.9 || v.Resemblance > 1 {
					t.Errorf("%s: document %d resembles it by %v", name, v.Document, v.Resemblance)
				}
			}
			if slices.Sort(got); !slices.Equal(got, x.want) {
				t.Errorf("%s: versions %v, want %v", name, got, x.want)
			}
		}
		form := upload("form", text)
		form.Form = true
		blank, damaged := w.submitOne(form).Document, w.submitOne(forLibrary(record.Upload{Data: []byte("%PDF-1.4 broken")})).Document
		w.waitDocument(blank, record.DocumentReady)
		w.waitDocument(damaged, record.DocumentFailed)
		for name, document := range map[string]int64{"a form": blank, "what is damaged": damaged} {
			if found, err := w.pool.Versions(t.Context(), document); err != nil || len(found) != 0 {
				t.Errorf("%s has versions %v (%v)", name, found, err)
			}
		}
		if _, err := w.pool.Versions(t.Context(), 999); err == nil {
			t.Error("an unknown document has versions")
		}
	})
}
