package web

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"zhiwen/web/site"
)

// form makes a multipart body of fields and files, files as name, content.
func form(t *testing.T, fields map[string]string, files ...string) (io.Reader, string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i+1 < len(files); i += 2 {
		part, err := w.CreateFormFile("file", files[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(part, files[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	for name, value := range fields {
		if err := w.WriteField(name, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return &b, w.FormDataContentType()
}

func upload1(t *testing.T, h http.Handler, target string, fields map[string]string, files ...string) answer {
	t.Helper()
	body, contentType := form(t, fields, files...)
	return ask(t, h, http.MethodPost, target, body, "Content-Type", contentType)
}

func TestUploadOne(t *testing.T) {
	s, jobs := testSite(t, newFakeStore())
	a := upload1(t, s.handler(), "/checks", map[string]string{
		"title": " 标题 ", "applicant": "王一", "institution": "某大学", "year": "2026", "programme": "面上", "keywords": "图, 解释；因果", "library": "1",
	}, `C:\docs\申请书.docx`, "PK data")
	if a.Code != http.StatusSeeOther || !strings.HasPrefix(a.Header().Get("Location"), "/checks/1") {
		t.Fatalf("status %d to %q", a.Code, a.Header().Get("Location"))
	}
	u := jobs.uploads[0]
	i := u.Identity
	if i.Filename != "申请书.docx" || i.Title != "标题" || i.Applicant != "王一" || i.Year != 2026 || strings.Join(i.Keywords, "|") != "图|解释|因果" {
		t.Errorf("identity %+v", i)
	}
	if !u.Check || !u.ToLibrary || string(u.Data) != "PK data" {
		t.Errorf("upload %+v", u)
	}
}

func TestUploadSeveral(t *testing.T) {
	s, jobs := testSite(t, newFakeStore())
	big := strings.Repeat("x", int(s.config.MaxUpload)+1)
	a := upload1(t, s.handler(), "/checks", map[string]string{"title": "of one file only"},
		"good.txt", "text", "virus.exe", "MZ...", "big.pdf", big, "secret.docx", "\xd0\xcf\x11\xe0...", "empty.txt", "", "odd.txt", "boom", "<b>good2</b>.txt", "more text")
	if a.Code != http.StatusOK {
		t.Fatalf("status %d", a.Code)
	}
	checkPage(t, a)
	got := map[string]string{}
	for _, li := range all(one(t, a.page, ".receipts"), "li") {
		got[text(one(t, li, "strong"))] = attr(li, "class") + ": " + text(one(t, li, "span"))
	}
	for name, want := range map[string]string{
		"good.txt":    "good: Accepted: see the check",
		"b>.txt":      "good: Accepted: see the check", // of a path only the last part is kept
		"virus.exe":   "bad: This kind of file is not supported. Files are recognised by their content, not their name. If the file opens elsewhere, please save it again as .docx, .pdf or .txt and upload that; if not, it is damaged, so please obtain it again.",
		"big.pdf":     "bad: The file is too large. Please compress its pictures or split the file, and upload it again.",
		"secret.docx": "bad: The file is protected by a password. Please remove the password and upload it again.",
		"empty.txt":   "bad: The file is empty. Please check that it is the right file.",
		"odd.txt":     "bad: The program has encountered an error. Please try again later. If it happens again, give the request ID to your administrator.",
	} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
	if strings.Contains(a.Body.String(), "/secret/place") {
		t.Error("the page tells an internal error")
	}
	if len(jobs.uploads) != 2 || jobs.uploads[0].Identity.Title != "" {
		t.Errorf("stored %+v", jobs.uploads)
	}
}

func TestUploadRefused(t *testing.T) {
	s, jobs := testSite(t, newFakeStore())
	h := s.handler()
	if a := upload1(t, h, "/checks", map[string]string{"title": strings.Repeat("长", site.MaxField+1)}, "a.txt", "text"); a.Code != http.StatusRequestEntityTooLarge || !strings.Contains(text(a.page), "too long") {
		t.Errorf("a title that is too long: status %d", a.Code)
	}
	if a := upload1(t, h, "/checks", nil, "virus.exe", "MZ"); a.Code != http.StatusUnprocessableEntity || len(all(a.page, ".bad")) != 1 {
		t.Errorf("only bad files: status %d", a.Code)
	}
	if a := upload1(t, h, "/library", nil); a.Code != http.StatusUnprocessableEntity || !strings.Contains(text(a.page), "No file was selected") {
		t.Errorf("no file: status %d", a.Code)
	}
	part := strings.Repeat("x", int(s.config.MaxUpload))
	if a := upload1(t, h, "/library", nil, "a", part, "b", part, "c", part, "d", part, "e", part); a.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("too large in all: status %d", a.Code)
	} else {
		checkPage(t, a)
	}
	if a := post(t, h, "/checks", url.Values{"file": {"x"}}); a.Code != http.StatusBadRequest {
		t.Errorf("no multipart form: status %d", a.Code)
	}
	if a := ask(t, h, "POST", "/checks", strings.NewReader("--x\r\nbroken"), "Content-Type", "multipart/form-data; boundary=x"); a.Code != http.StatusBadRequest {
		t.Errorf("broken form: status %d", a.Code)
	}
	if len(jobs.uploads) != 0 {
		t.Errorf("stored %d files", len(jobs.uploads))
	}
}

func TestSamples(t *testing.T) {
	s, jobs := testSite(t, newFakeStore())
	h := s.handler()
	if len(all(get(t, h, "/").page, "#samples")) != 1 {
		t.Fatal("an empty library does not offer samples")
	}
	steps := func() (n, done int) {
		list := all(get(t, h, "/").page, ".steps")
		if len(list) != 1 {
			return 0, 0
		}
		return len(all(list[0], "li")), len(all(list[0], "li.done"))
	}
	if n, done := steps(); n != 4 || done != 0 {
		t.Errorf("an empty server leads through %d steps, %d of them done", n, done)
	}
	post(t, h, "/calls", url.Values{"name": {"2027 General"}})
	if n, done := steps(); n != 4 || done != 1 {
		t.Errorf("with a call, %d of %d steps are done", done, n)
	}
	a := post(t, h, "/samples", nil)
	if a.Code != http.StatusSeeOther || !strings.HasPrefix(a.Header().Get("Location"), "/checks/") || len(jobs.uploads) != 2 {
		t.Fatalf("status %d to %q", a.Code, a.Header().Get("Location"))
	}
	if len(all(get(t, h, "/").page, "#samples")) != 0 {
		t.Error("samples are still offered")
	}
	if a := post(t, h, "/samples", nil); a.Header().Get("Location") != "/" || len(jobs.uploads) != 2 {
		t.Errorf("a second click stores %d files in all and leads to %q", len(jobs.uploads), a.Header().Get("Location"))
	}
}
