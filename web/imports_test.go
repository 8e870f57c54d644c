package web

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
)

// parcel returns a form of files, a manifest and fields, given as name and value in turn.
func parcel(t *testing.T, parts ...[3]string) (io.Reader, string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		var err error
		if p[1] == "" {
			err = w.WriteField(p[0], p[2])
		} else if part, e := w.CreateFormFile(p[0], p[1]); e == nil {
			_, err = part.Write([]byte(p[2]))
		} else {
			err = e
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return &b, w.FormDataContentType()
}

func TestImportIsTaken(t *testing.T) {
	store := newFakeStore()
	s, _ := testSite(t, store)
	s.config.Incoming = t.TempDir()
	t.Cleanup(func() {
		if left, err := os.ReadDir(s.config.Incoming); err != nil || len(left) != 0 {
			t.Errorf("left on the disk: %v, %v", left, err)
		}
	})
	h := s.handler()
	body, kind := parcel(t, [3]string{"file", "申请书.zip", "PK"}, [3]string{"file", "甲.docx", "PK甲"}, [3]string{"manifest", "清单.csv", "文件\n甲.docx\n"}, [3]string{"check", "", "1"})
	a := ask(t, h, http.MethodPost, "/imports", body, "Content-Type", kind)
	if a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/imports/7" {
		t.Fatalf("%d to %q: %s", a.Code, a.Header().Get("Location"), a.Body)
	}
	i := store.imported.imports[0]
	if i.Name != "申请书.zip +1, 清单.csv" || !i.ToLibrary || !i.Check || i.Call != 0 {
		t.Errorf("%+v", i)
	}
	if string(store.imported.files["甲.docx"]) != "PK甲" || string(store.imported.table) != "文件\n甲.docx\n" {
		t.Errorf("%v with %q", store.imported.files, store.imported.table)
	}

	// Into a call, it goes into the library only where that is asked for.
	body, kind = parcel(t, [3]string{"file", "a.zip", "PK"}, [3]string{"call", "", "3"})
	ask(t, h, http.MethodPost, "/imports", body, "Content-Type", kind)
	if i := store.imported.imports[1]; i.Call != 3 || i.ToLibrary || store.imported.table != nil {
		t.Errorf("%+v", i)
	}

	for name, parts := range map[string][][3]string{"no-file": {{"call", "", "3"}}, "bad-input": {{"file", "a.zip", "PK"}, {"call", "", "x"}}} {
		body, kind := parcel(t, parts...)
		if a := ask(t, h, http.MethodPost, "/imports", body, "Content-Type", kind); a.Code < 400 || a.Code > 499 {
			t.Errorf("%s: %d", name, a.Code)
		}
	}
	for _, tc := range []struct {
		err  error
		want string
	}{{record.ErrHeading, "首行需有"}, {record.ErrManifest, "无法读取清单"}, {record.ErrArchive, "无法读取压缩包"}} {
		store.imported.refused = fmt.Errorf("import: %w", tc.err)
		body, kind := parcel(t, [3]string{"file", "a.zip", "PK"})
		a := ask(t, h, http.MethodPost, "/imports", body, "Content-Type", kind, "Accept-Language", "zh")
		if a.Code != http.StatusUnprocessableEntity || !strings.Contains(a.Body.String(), tc.want) {
			t.Errorf("%v: %d, without %q", tc.err, a.Code, tc.want)
		}
	}
}

func TestImportPages(t *testing.T) {
	store := newFakeStore()
	s, _ := testSite(t, store)
	h := s.handler()
	if a := ask(t, h, http.MethodGet, "/imports", nil, "Accept-Language", "zh"); a.Code != http.StatusOK ||
		!strings.Contains(a.Body.String(), "尚无批量导入") {
		t.Errorf("%d: %s", a.Code, a.Body)
	}
	store.imported.imports = []record.Import{{
		ID: 7, Name: "申请书.zip", ToLibrary: true, State: record.ImportDone, By: "王处", CreatedAt: testTime, Total: 4,
		Outcomes: map[record.Outcome]int{record.OutcomeStored: 2, record.OutcomeRefused: 1, record.OutcomeSame: 1}, Ready: 1, Failed: 1,
	}}
	store.imported.items = []record.ImportItem{
		{Name: "甲.docx", Line: 2, Outcome: record.OutcomeStored, Document: 1, State: record.DocumentReady, Reference: "=1+1",
			Given: evidence.Identity{Year: 2024}, Read: evidence.Identity{Year: 2023}},
		{
			Ordinal:  1,
			Name:     "乙.docx",
			Outcome:  record.OutcomeStored,
			Document: 2,
			State:    record.DocumentFailed,
			Failure:  record.Failure{Name: record.FailureEncrypted},
		},
		{Ordinal: 2, Name: "丙.docx", Line: 3, Outcome: record.OutcomeRefused, Reason: string(record.RefusalYear), Value: "<二零>"},
		{Ordinal: 3, Name: "丁.docx", Outcome: record.OutcomeSame, Document: 1, State: record.DocumentReady, Value: "<待定>"},
	}
	page := ask(t, h, http.MethodGet, "/imports/7", nil, "Accept-Language", "zh").Body.String()
	for _, want := range []string{"清单：2024；文件：2023", "“&lt;二零&gt;”不是年份", "状态“&lt;待定&gt;”无法识别，已按无状态导入", "重新读取 1 个文件", `href="/documents/1"`, "<b>4</b> 全部", `<a class="unread" href="/imports/7?outcome=unread"><b>1</b> 无法读取`, "查看申请书库", "王处"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for query, want := range map[string]string{"?outcome=refused": "丙.docx", "?outcome=unread": "乙.docx", "?outcome=same": "丁.docx"} {
		page := ask(t, h, http.MethodGet, "/imports/7"+query, nil).Body.String()
		for _, name := range []string{"甲.docx", "乙.docx", "丙.docx", "丁.docx"} {
			if strings.Contains(page, name) != (name == want) {
				t.Errorf("%s: %s", query, name)
			}
		}
	}
	table := ask(t, h, http.MethodGet, "/imports/7/fates.csv", nil, "Accept-Language", "en")
	if body := table.Body.String(); !strings.Contains(body, "'=1+1") || !strings.Contains(body, "is not a year") || !strings.Contains(body, "Status “<待定>” was not recognised") || strings.Count(body, "\r\n") != 5 {
		t.Errorf("the table: %s", body)
	}
	store.versions = []record.Version{{Document: 2, Resemblance: 0.934}, {Document: 3, Resemblance: 0.912, Copy: true}}
	store.documents[2] = record.Document{ID: 2, Identity: evidence.Identity{Title: "钙钛矿"}}
	store.documents[3] = record.Document{ID: 3, Identity: evidence.Identity{Title: "他人的"}}
	if body := ask(t, h, http.MethodGet, "/imports/7/fates.csv", nil, "Accept-Language", "en").Body.String(); !strings.Contains(body, "/documents/1,钙钛矿 (93.4% in common),http://127.0.0.1:8080/documents/2,他人的 (91.2% in common)\r\n") || strings.Count(body, "in common)") != 2 {
		t.Errorf("the table does not say of what the one document that was stored and read is a version: %s", body)
	}
	store.versions = nil
	// What is stored and not yet read is not done.
	for failed, want := range []string{"Reading the files", "Done"} {
		store.imported.imports[0].Failed = failed
		for _, path := range []string{"/imports", "/imports/7"} {
			if body := ask(t, h, http.MethodGet, path, nil, "Accept-Language", "en").Body.String(); !strings.Contains(body, ">"+want+"</span>") {
				t.Errorf("%s with %d of 2 files read does not say %q", path, 1+failed, want)
			}
		}
	}
	for path, code := range map[string]int{"/imports/8": 404, "/imports/7?outcome=x": 400, "/imports/7?page=9": 404} {
		if a := ask(t, h, http.MethodGet, path, nil); a.Code != code {
			t.Errorf("%s: %d", path, a.Code)
		}
	}
	for _, act := range []string{"cancel", "retry"} {
		if a := ask(t, h, http.MethodPost, "/imports/7/"+act, strings.NewReader(""), "Content-Type", "application/x-www-form-urlencoded"); a.Code != http.StatusSeeOther {
			t.Errorf("%s: %d", act, a.Code)
		}
	}
	if len(store.imported.ended) != 1 || len(store.imported.again) != 1 {
		t.Errorf("ended %v, again %v", store.imported.ended, store.imported.again)
	}
}
