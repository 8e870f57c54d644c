package lookup_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// Documents of one applicant with nearly the same units are versions of one another; another
// applicant's, or nobody's, are copies, and those that share a part are neither.
func TestVersions(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		// unit has values that no other number has.
		unit := func(n int) fingerprint.Unit {
			u := fingerprint.Unit{Start: n, End: n + 1}
			for g := range u.Groups {
				u.Groups[g] = uint32(n*8 + g)
			}
			return u
		}
		var ids []int64
		for i, numbers := range [][2]int{{0, 20}, {2, 20}, {0, 20}, {10, 30}, {100, 120}} { // from, to
			doc, _ := librarytest.Applied(t, s, record.Upload{Data: []byte{byte(i)}, ToLibrary: true, Identity: evidence.Identity{Filename: "a.txt", Title: "题", Applicant: []string{"张三", "张三", "李四", "张三", "张三"}[i], Institution: "某大学"}})
			var units []fingerprint.Unit
			for n := numbers[0]; n < numbers[1]; n++ {
				units = append(units, unit(n))
			}
			inTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.SaveUnits(ctx, doc, units) })
			ids = append(ids, doc)
		}
		want := []record.Version{{Document: ids[2], Resemblance: 1, Copy: true}, {Document: ids[1], Resemblance: 0.9}}
		if diff := cmp.Diff(want, librarytest.Must(s.Versions(ctx, ids[0]))(t)); diff != "" {
			t.Errorf("versions (-want +got):\n%s", diff)
		}
		if got := librarytest.Must(s.Versions(ctx, ids[4]))(t); len(got) != 0 {
			t.Errorf("versions of what is like no other: %v", got)
		}
		// An application of a call has units in a table of their own; it is no version of others,
		// and without a call's or the library's units there are only those that are handed over.
		var handedIn []fingerprint.Unit
		var handed []fingerprint.Groups
		for n := range 20 {
			handedIn, handed = append(handedIn, unit(n)), append(handed, unit(n).Groups)
		}
		of := call(t, s, record.Call{Name: "面上"})
		called, calledToo := application(t, s, of, handedIn), application(t, s, of, handedIn)
		for _, id := range []int64{called, calledToo} {
			got := librarytest.Must(s.Versions(ctx, id))(t)
			if diff := cmp.Diff([]record.Version{{Document: ids[0], Resemblance: 1, Copy: true}, {Document: ids[2], Resemblance: 1, Copy: true}, {Document: ids[1], Resemblance: 0.9, Copy: true}}, got); diff != "" {
				t.Errorf("versions of an application of a call (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(got, librarytest.Must(s.VersionsLike(ctx, 999, handed))(t)); diff != "" {
				t.Errorf("of units that are handed over (-want +got):\n%s", diff)
			}
		}
		if diff := cmp.Diff(want, librarytest.Must(s.Versions(ctx, ids[0]))(t)); diff != "" {
			t.Errorf("versions with the same in a call (-want +got):\n%s", diff)
		}
		if got := librarytest.Must(s.Versions(ctx, create(t, s, upload("no units"))))(t); len(got) != 0 {
			t.Errorf("without units there are versions %v", got)
		}
		if diff := cmp.Diff([][]int64{{ids[0], ids[1]}}, librarytest.Must(s.VersionsAmong(ctx, append(ids, 999)))(t)); diff != "" {
			t.Errorf("groups (-want +got):\n%s", diff)
		}
	})
}
