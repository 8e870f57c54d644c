package web

import (
	"archive/zip"
	"bytes"
	"net/http"
	"strings"
	"testing"

	"zhiwen/checker/record"
)

// The page says where this server is and how a token is had, in both languages; the archive that it offers
// is an extension.
func TestExtension(t *testing.T) {
	p := testPeople(t, nil)
	_, header := p.join(t, "reader", record.Auditor)
	h := p.handler()
	for language, says := range map[string]string{"en": "Browser extension", "zh": "浏览器扩展"} {
		a := ask(t, h, http.MethodGet, "/extension", nil, append(header, "Accept-Language", language)...)
		for _, part := range []string{says, `href="/extension.zip"`, "http://127.0.0.1", `href="/account#tokens"`} {
			if a.Code != http.StatusOK || !strings.Contains(a.Body.String(), part) {
				t.Errorf("%s: %d, without %q", language, a.Code, part)
			}
		}
	}
	a := ask(t, h, http.MethodGet, "/extension.zip", nil, header...)
	body := a.Body.Bytes()
	archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatalf("%d: %v", a.Code, err)
	}
	if f, err := archive.Open("manifest.json"); err != nil {
		t.Error(err)
	} else if err := f.Close(); err != nil {
		t.Error(err)
	}
	if got := a.Header().Get("Content-Disposition"); !strings.Contains(got, "zhiwen-extension.zip") {
		t.Errorf("saved as %q", got)
	}
}

// Where nobody logs in, nobody is sent to where tokens are made.
func TestExtensionWithoutAccounts(t *testing.T) {
	s, _ := testSite(t, newFakeStore())
	a := ask(t, s.handler(), http.MethodGet, "/extension", nil, "Accept-Language", "en")
	if body := a.Body.String(); a.Code != http.StatusOK || strings.Contains(body, "/account") || !strings.Contains(body, "not required") {
		t.Errorf("%d\n%s", a.Code, body)
	}
}
