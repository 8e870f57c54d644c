package library_test

import (
	"bytes"
	stdcmp "cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

func TestDocument(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		data := []byte{0, 1, 2, 0xff, '\n', 0}
		identity := evidence.Identity{
			SHA256: "ignored", Filename: strange + ".docx", Title: strange, Applicant: "张三", Institution: "O'Neill",
			Year: 2024, Programme: "面上项目", Keywords: []string{strange, "", "a,b"},
		}
		before := time.Now().Add(-time.Second)
		id := create(t, s, record.Upload{Identity: identity, Data: data, ToLibrary: true})

		sum := sha256.Sum256(data)
		identity.SHA256 = hex.EncodeToString(sum[:])
		got := librarytest.Must(s.Document(ctx, id))(t)
		if got.CreatedAt.Before(before) || got.CreatedAt.After(time.Now()) || got.CreatedAt.Location() != time.UTC {
			t.Errorf("created at %v", got.CreatedAt)
		}
		want := record.Document{
			ID: id, Identity: identity, InLibrary: true, State: record.DocumentWaiting,
			Size: int64(len(data)), CreatedAt: got.CreatedAt,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("document (-want +got):\n%s", diff)
		}
		if file := librarytest.Must(s.File(ctx, id))(t); !bytes.Equal(file, data) {
			t.Errorf("file %q, want %q", file, data)
		}
		if _, err := s.Extraction(ctx, id); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("text before extraction: %v, want ErrNotFound", err)
		}

		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			return tx.FailDocument(ctx, id, record.Failure{Name: record.FailureNoText})
		})
		got = librarytest.Must(s.Document(ctx, id))(t)
		if got.State != record.DocumentFailed || got.Failure.Name != record.FailureNoText {
			t.Errorf("failed document: %s, %s", got.State, got.Failure.Name)
		}
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.ResetDocument(ctx, id) })
		got = librarytest.Must(s.Document(ctx, id))(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("reset document (-want +got):\n%s", diff)
		}
	})
}

func TestSetIdentity(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		id := create(t, s, record.Upload{Identity: evidence.Identity{Filename: "a.txt", Applicant: "张三", Keywords: []string{"图"}}, Data: []byte("text")})
		set := func(id int64, i evidence.Identity) error {
			return s.InTx(ctx, func(tx *library.Tx) error { return tx.SetIdentity(ctx, id, i) })
		}
		if err := set(id, evidence.Identity{}); !errors.Is(err, record.ErrBusy) {
			t.Errorf("before it is read: %v, want ErrBusy", err)
		}
		if err := set(id+1, evidence.Identity{}); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("of none: %v, want ErrNotFound", err)
		}
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			return tx.SetExtraction(ctx, id, &extract.Document{Text: "text", Method: "txt", Metadata: extract.Metadata{Institution: "某大学"}})
		})
		before := librarytest.Must(s.Document(ctx, id))(t)
		want := before
		want.Revision++
		want.Identity.Applicant, want.Identity.Institution, want.Identity.Year, want.Identity.Title = strange, "", 2025, "b"
		want.Identity.Number, want.Identity.Date, want.Identity.Cooperating = "P1", "2025-03", []string{"乙所"}
		want.Identity.Participants = []evidence.Person{{Name: "王五", Title: "副教授", Institution: "乙所"}}
		change := want.Identity
		change.SHA256, change.Filename = "other", "other" // are the file's
		if err := set(id, change); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, librarytest.Must(s.Document(ctx, id))(t)); diff != "" {
			t.Errorf("corrected document (-want +got):\n%s", diff)
		}
		// Without a title it has that of its file, as at first.
		if err := set(id, evidence.Identity{}); err != nil {
			t.Fatal(err)
		}
		if got := librarytest.Must(s.Document(ctx, id))(t).Identity; got.Title != "a" || got.Applicant != "" || len(got.Keywords) != 0 || got.Number != "" || got.Date != "" || len(got.Participants) != 0 {
			t.Errorf("emptied document: %+v", got)
		}
	})
}

func TestUnstorableNames(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		id := create(t, s, record.Upload{Identity: evidence.Identity{
			Filename: "a\x00b\xff.txt", Title: "\x00", Keywords: []string{"\xfe"},
		}})
		got := librarytest.Must(s.Document(context.Background(), id))(t)
		want := evidence.Identity{SHA256: got.Identity.SHA256, Filename: "ab\uFFFD.txt", Keywords: []string{"\uFFFD"}}
		if diff := cmp.Diff(want, got.Identity); diff != "" || got.Size != 0 {
			t.Errorf("size %d, identity (-want +got):\n%s", got.Size, diff)
		}
		if file := librarytest.Must(s.File(context.Background(), id))(t); len(file) != 0 {
			t.Errorf("empty file is %q", file)
		}
	})
}

func TestExtraction(t *testing.T) {
	full := extract.Metadata{
		Title: "自己的题目", Applicant: "李四", Institution: "某大学", Year: 2023, Programme: "青年", Keywords: []string{"k"},
	}
	tests := []struct {
		name     string
		given    evidence.Identity
		metadata extract.Metadata
		want     evidence.Identity
	}{
		{
			"metadata fills what is empty", evidence.Identity{Filename: "f.pdf", Applicant: "张三", Year: 2020}, full,
			evidence.Identity{
				Filename: "f.pdf", Title: "自己的题目", Applicant: "张三", Institution: "某大学",
				Year: 2020, Programme: "青年", Keywords: []string{"k"},
			},
		},
		{
			"what was given stays", evidence.Identity{Filename: "f.pdf", Title: "给定", Keywords: []string{"mine"}}, full,
			evidence.Identity{
				Filename: "f.pdf", Title: "给定", Applicant: "李四", Institution: "某大学",
				Year: 2023, Programme: "青年", Keywords: []string{"mine"},
			},
		},
		{
			"a file without title is called by its name", evidence.Identity{Filename: "申请书.2024.docx"}, extract.Metadata{Title: " "},
			evidence.Identity{Filename: "申请书.2024.docx", Title: "申请书.2024", Keywords: []string{}},
		},
	}
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				ctx := context.Background()
				id := create(t, s, record.Upload{Identity: tt.given, Data: []byte(tt.name)})
				d := document(strange + "\n第二段。")
				d.Metadata = tt.metadata
				d.Pages = []extract.Page{{Span: extract.Span{Start: 0, End: 4}, Number: 1}}
				d.Flags = []extract.Flag{{Kind: extract.HiddenText, Text: "\x00" + strange}}
				d.Notices = []extract.Notice{{Kind: extract.Scanned, Pages: []int{3, 4}}, {Kind: extract.ObjectUnread, Count: 2}}
				for range 2 { // a job that runs again stores it again
					inTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.SetExtraction(ctx, id, d) })
				}
				if diff := cmp.Diff(d, librarytest.Must(s.Extraction(ctx, id))(t)); diff != "" {
					t.Errorf("text (-stored +read):\n%s", diff)
				}
				got := librarytest.Must(s.Document(ctx, id))(t)
				tt.want.SHA256 = got.Identity.SHA256
				if diff := cmp.Diff(tt.want, got.Identity); diff != "" {
					t.Errorf("identity (-want +got):\n%s", diff)
				}
				if got.State != record.DocumentReady || got.Pages != 1 || got.Characters != len([]rune(d.Text)) {
					t.Errorf("state %s, %d pages, %d characters", got.State, got.Pages, got.Characters)
				}
			})
		}
		t.Run("refused", func(t *testing.T) {
			ctx := context.Background()
			id := create(t, s, upload("refused"))
			for _, text := range []string{"a\x00b", "a\xffb"} {
				err := s.InTx(ctx, func(tx *library.Tx) error { return tx.SetExtraction(ctx, id, document(text)) })
				if err == nil {
					t.Errorf("%q was stored", text)
				}
			}
			err := s.InTx(ctx, func(tx *library.Tx) error { return tx.SetExtraction(ctx, 1e9, document("a")) })
			if !errors.Is(err, record.ErrNotFound) {
				t.Errorf("unknown document: %v, want ErrNotFound", err)
			}
		})
	})
}

// Before there were notices a text was stored with sentences in their place.
func TestExtractionOfBefore(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		id := create(t, s, upload("old"))
		d := document("第一段。")
		d.Pages = []extract.Page{{Span: extract.Span{Start: 0, End: 4}, Number: 1}, {Span: extract.Span{Start: 4, End: 4}, Number: 2}}
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.SetExtraction(ctx, id, d) })
		if n := librarytest.Exec(t, s, `UPDATE texts SET structure = replace(structure, '"method"', '"warnings":["page 2 could not be read"],"method"') WHERE doc_id = $1 AND structure LIKE '%"method"%'`, id); n != 1 {
			t.Errorf("%d texts made older", n)
		}
		got := librarytest.Must(s.Extraction(ctx, id))(t)
		if diff := cmp.Diff(d, got); diff != "" {
			t.Errorf("text (-stored +read):\n%s", diff)
		}
		if diff := cmp.Diff([]extract.Notice{{Kind: extract.Blank, Pages: []int{2}}}, got.AllNotices()); diff != "" {
			t.Errorf("notices (-want +got):\n%s", diff)
		}
	})
}

func TestDocuments(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		var ids []int64
		for i := range 6 {
			u := upload(fmt.Sprint(i))
			u.ToLibrary = i%2 == 0
			u.Identity.Year = []int{2020, 2021, 0}[i/2]
			ids = append(ids, create(t, s, u))
		}
		yes, no := true, false
		tests := []struct {
			name   string
			filter record.Filter
			want   []int // positions in ids
			total  int
		}{
			{"all", record.Filter{}, []int{5, 4, 3, 2, 1, 0}, 6},
			{"library", record.Filter{InLibrary: &yes}, []int{4, 2, 0}, 3},
			{"not library", record.Filter{InLibrary: &no}, []int{5, 3, 1}, 3},
			{"year", record.Filter{Year: 2021}, []int{3, 2}, 2},
			{"library and year", record.Filter{InLibrary: &yes, Year: 2020}, []int{0}, 1},
			{"state", record.Filter{State: record.DocumentReady}, nil, 0},
			{"ids", record.Filter{IDs: []int64{ids[1], 1e9, ids[4]}}, []int{4, 1}, 2},
			{"no ids", record.Filter{IDs: []int64{}}, nil, 0},
			{"page", record.Filter{Limit: 2, Offset: 1}, []int{4, 3}, 6},
			{"offset alone", record.Filter{Offset: 4}, []int{1, 0}, 6},
			{"beyond", record.Filter{Limit: 2, Offset: 10}, nil, 6},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				documents, total, err := s.Documents(ctx, tt.filter)
				if err != nil {
					t.Fatal(err)
				}
				var got, want []int64
				for _, d := range documents {
					got = append(got, d.ID)
				}
				for _, i := range tt.want {
					want = append(want, ids[i])
				}
				if diff := cmp.Diff(want, got); diff != "" || total != tt.total {
					t.Errorf("total %d, want %d; ids (-want +got):\n%s", total, tt.total, diff)
				}
			})
		}
	})
}

func TestSources(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		one, two := document(strange), document("第二份")
		oneUnits := units(250, 1) // more than one insert takes
		oneUnits[0].Groups = fingerprint.Groups{0, 1<<fingerprint.GroupBits - 1, 0, 1, 2}
		ids := load(t, s,
			library.Prepared{Upload: upload("one"), Document: one, Units: oneUnits},
			library.Prepared{Upload: upload("two"), Document: two},
		)
		waiting := upload("waiting")
		waiting.ToLibrary = true
		waitingID := create(t, s, waiting)
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.SetExtraction(ctx, waitingID, two) })
		outside := create(t, s, upload("outside"))
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.SetExtraction(ctx, outside, two) })

		got := librarytest.Must(s.Sources(ctx, []int64{ids[1], 1e9, waitingID, outside, ids[0]}))(t)
		if len(got) != 2 || got[0].ID != ids[1] || got[1].ID != ids[0] {
			t.Fatalf("got %v", got)
		}
		if diff := cmp.Diff(one, got[1].Document); diff != "" {
			t.Errorf("document (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(oneUnits, got[1].Units); diff != "" {
			t.Errorf("units (-want +got):\n%s", diff)
		}
		if len(got[0].Units) != 0 || got[0].Document.Text != "第二份" {
			t.Errorf("second source: %+v", got[0])
		}
		if diff := cmp.Diff(librarytest.Must(s.Document(ctx, ids[0]))(t).Identity, got[1].Identity); diff != "" {
			t.Errorf("identity (-want +got):\n%s", diff)
		}
		bare := librarytest.Must(s.Texts(ctx, []int64{ids[1], 1e9, waitingID, outside, ids[0]}))(t)
		if len(bare) != 2 || len(bare[1].Units) != 0 || cmp.Diff(one, bare[1].Document) != "" || cmp.Diff(got[1].Identity, bare[1].Identity) != "" {
			t.Errorf("without units: %v", bare)
		}
		asked := []checker.Asked{{ID: ids[1], Ordinals: []int{0}}, {ID: 1e9, Ordinals: []int{0}}, {ID: waitingID}, {ID: outside, Ordinals: []int{0}}, {ID: ids[0], Ordinals: []int{0, 7, 249, 250}}}
		glances := librarytest.Must(s.Glances(ctx, asked))(t)
		slices.SortFunc(glances, func(a, b *checker.Glance) int { return stdcmp.Compare(a.ID, b.ID) })
		if len(glances) != 2 || glances[0].ID != ids[0] || glances[1].ID != ids[1] {
			t.Fatalf("glances at %v", glances)
		}
		first := glances[0]
		places := map[int]extract.Span{}
		for _, ordinal := range []int{0, 7, 249} {
			places[ordinal] = extract.Span{Start: oneUnits[ordinal].Start, End: oneUnits[ordinal].End}
		}
		if diff := cmp.Diff(places, first.Units); diff != "" || len(glances[1].Units) != 0 {
			t.Errorf("glances have the units %v and %v", first.Units, glances[1].Units)
		}
		runes := []rune(one.Text)
		if part := librarytest.Must(first.Text.Excerpt(1, len(runes)-1))(t); first.Text.Length() != len(runes) || part != string(runes[1:len(runes)-1]) {
			t.Errorf("of %d characters %q", first.Text.Length(), part)
		}
		if got := librarytest.Must(s.Sources(ctx, nil))(t); len(got) != 0 {
			t.Errorf("no ids gave %v", got)
		}

		want := evidence.Snapshot{Documents: 2, Units: 250, NewestID: ids[1]}
		if diff := cmp.Diff(want, librarytest.Must(s.Snapshot(ctx, 0))(t)); diff != "" {
			t.Errorf("snapshot\n%s", diff)
		}
		for name, id := range map[string]int64{"outside": outside, "gone": 1e9} {
			err := s.InTx(ctx, func(tx *library.Tx) error { return tx.SaveUnits(ctx, id, oneUnits) })
			if !errors.Is(err, record.ErrNotFound) {
				t.Errorf("units of a document %s: %v, want ErrNotFound", name, err)
			}
		}
		bad := []fingerprint.Unit{{Groups: fingerprint.Groups{1 << fingerprint.GroupBits}}}
		if s.InTx(ctx, func(tx *library.Tx) error { return tx.SaveUnits(ctx, waitingID, bad) }) == nil {
			t.Error("a group of 21 bits was stored")
		}
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error { // indexed again, with fewer units
			return tx.SaveUnits(ctx, ids[0], oneUnits[:7])
		})
		if got := librarytest.Must(s.Snapshot(ctx, 0))(t); got.Units != 7 {
			t.Errorf("after indexing again: %+v", got)
		}
	})
}

// Of a deleted document nothing is left in the file of a SQLite database, once it is closed.
func TestDeletedIsGone(t *testing.T) {
	ctx, c := context.Background(), librarytest.SQLite(t)
	s, err := library.Open(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	var uploads []library.Prepared
	for i := range 20 { // more than a page of rows
		u := upload(fmt.Sprint("ordinary", i))
		u.Data = []byte(fmt.Sprint("file ", i))
		if i == 10 {
			u.Identity.Title, u.Identity.Institution, u.Identity.Filename, u.Data = "SECRET-TITLE", "SECRET-PLACE", "SECRET-NAME.txt", []byte("SECRET-FILE")
		}
		uploads = append(uploads, library.Prepared{Upload: u, Document: document("甲"), Units: units(3, uint32(i))})
	}
	ids := load(t, s, uploads...)
	path := database.SQLitePath(c.DataDir)
	left := func() (n int) {
		t.Helper()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{path, path + "-wal"} {
			b, err := os.ReadFile(name)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
			n += bytes.Count(b, []byte("SECRET"))
		}
		return n
	}
	if left() < 4 {
		t.Fatal("what is stored is not found: the test sees nothing")
	}
	if s, err = library.Open(ctx, c); err != nil {
		t.Fatal(err)
	}
	if err := s.DeleteDocument(ctx, ids[10]); err != nil {
		t.Fatal(err)
	}
	if n := left(); n > 0 {
		t.Errorf("%d places of the file have it still", n)
	}
}

func TestDeleteDocument(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		same := upload("same")
		ids := load(t, s,
			library.Prepared{Upload: same, Document: document("甲"), Units: units(3, 1)},
			library.Prepared{Upload: same, Document: document("甲"), Units: units(3, 1)},
		)
		check := createCheck(t, s, ids[0])
		count := func(table string) int64 {
			t.Helper()
			return librarytest.Exec(t, s, "DELETE FROM "+table)
		}

		inTx(t, s, func(ctx context.Context, tx *library.Tx) error { return tx.StartCheck(ctx, check) })
		if err := s.DeleteDocument(ctx, ids[0]); !errors.Is(err, record.ErrBusy) {
			t.Errorf("while a check of it runs: %v, want ErrBusy", err)
		}
		if err := s.DeleteCheck(ctx, check); !errors.Is(err, record.ErrBusy) {
			t.Errorf("running check: %v, want ErrBusy", err)
		}
		inTx(t, s, func(ctx context.Context, tx *library.Tx) error {
			return tx.FinishCheck(ctx, check, record.Summary{}, []byte("<evidence/>"))
		})
		waiting := upload("waiting")
		waiting.ToLibrary = true
		if err := s.DeleteDocument(ctx, create(t, s, waiting)); !errors.Is(err, record.ErrBusy) {
			t.Errorf("while it is indexed: %v, want ErrBusy", err)
		}

		for i, id := range ids {
			if err := s.DeleteDocument(ctx, id); err != nil {
				t.Fatal(err)
			}
			for name, err := range map[string]error{
				"Document":       errOf(s.Document(ctx, id)),
				"File":           errOf(s.File(ctx, id)),
				"Extraction":     errOf(s.Extraction(ctx, id)),
				"DeleteDocument": s.DeleteDocument(ctx, id),
				"Check":          errOf(s.Check(ctx, check)),
				"Evidence":       errOf(s.Evidence(ctx, check)),
				"DeleteCheck":    s.DeleteCheck(ctx, check),
			} {
				if !errors.Is(err, record.ErrNotFound) {
					t.Errorf("%s of a deleted one: %v, want ErrNotFound", name, err)
				}
			}
			_, err := s.File(ctx, ids[1])
			if gone := errors.Is(err, record.ErrNotFound); gone != (i == 1) {
				t.Errorf("after %d deletions the shared file is gone: %v (%v)", i+1, gone, err)
			}
			want := evidence.Snapshot{}
			if i == 0 {
				want = evidence.Snapshot{Documents: 1, Units: 3, NewestID: ids[1]}
			}
			if got := librarytest.Must(s.Snapshot(ctx, 0))(t); !cmp.Equal(got, want) {
				t.Errorf("snapshot %+v, want %+v", got, want)
			}
		}
		for _, table := range []string{"sentences", "texts", "evidence", "checks", "documents"} {
			var want int64
			if table == "documents" {
				want = 1 // the waiting one
			}
			if n := count(table); n != want {
				t.Errorf("%d rows left in %s, want %d", n, table, want)
			}
		}
		if n := count("files"); n != 1 {
			t.Errorf("%d files left, want 1", n)
		}
		next := create(t, s, upload("next"))
		if next <= ids[1] {
			t.Errorf("id %d was given again", next)
		}
	})
}
