package web

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"
)

// A file whose name has control characters is taken under the name without them, and the
// other files of the upload with it.
func TestUploadWithStrangeNames(t *testing.T) {
	names := map[string]string{
		"a\x01b\x7f.txt":    "ab.txt",
		"line\nend.txt":     "lineend.txt",
		"re\rturn.txt":      "return.txt",
		"tab\there.txt":     "tabhere.txt",
		"\u202ecod.txt":     "cod.txt",
		"nul\x00.txt":       "nul.txt",
		"\xff\xfebytes.txt": "bytes.txt",
		"申请书.txt":           "申请书.txt",
	}
	s, jobs := testSite(t, newFakeStore())
	var body bytes.Buffer
	var want []string
	for name, clean := range names {
		fmt.Fprintf(&body, "--xyz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\nContent-Type: text/plain\r\n\r\ntext of %s\r\n", name, clean)
		want = append(want, clean)
	}
	body.WriteString("--xyz--\r\n")
	a := ask(t, s.handler(), http.MethodPost, "/library", &body, "Content-Type", "multipart/form-data; boundary=xyz")
	if a.Code != http.StatusSeeOther || len(jobs.uploads) != len(names) {
		t.Fatalf("status %d, %d of %d files stored: %s", a.Code, len(jobs.uploads), len(names), text(a.page))
	}
	for i, u := range jobs.uploads {
		if u.Identity.Filename != want[i] || string(u.Data) != "text of "+want[i] {
			t.Errorf("%q: stored as %q, %q", want[i], u.Identity.Filename, u.Data)
		}
	}
}
