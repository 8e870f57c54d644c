package main

import (
	"bytes"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"zhiwen/internal/testrun"
)

// An officer uploads a blank form in English that is a PDF, shows on the picture of its page
// what its labels mean, and the next application on it is read by that: of a label that the
// form has twice the place that was shown, and one without a colon.
func TestTeachPDFForm(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	const wish = "Please write in the space below what is planned, with whom, and why it has to be now."
	sheet := func(supporter, nominee, name string) string {
		return sheetPDF([2]string{"Young researchers scheme"}, [2]string{"About the supporter"}, [2]string{"Called:", supporter},
			[2]string{"About the nominee"}, [2]string{"Called:", nominee}, [2]string{"What shall we call it?", name}, [2]string{wish})
	}
	base := serveApp(t)
	page := func(path string) string {
		answer, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		said, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(said)
	}
	upload := func(path, name, file string) {
		t.Helper()
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		part, err := form.CreateFormFile("file", name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(part, file); err != nil {
			t.Fatal(err)
		}
		if err := form.Close(); err != nil {
			t.Fatal(err)
		}
		answer, err := http.Post(base+path, form.FormDataContentType(), &body)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Fatalf("%s: status %d", path, answer.StatusCode)
		}
	}
	// value returns what an input of the page of a document has.
	value := func(path, name string) string {
		if m := regexp.MustCompile(`<input[^>]* name="` + name + `"[^>]* value="([^"]*)"`).FindStringSubmatch(page(path)); m != nil {
			return html.UnescapeString(m[1])
		}
		return ""
	}
	upload("/forms", "scheme.pdf", sheet("________", "________", "________"))
	waitFor(t, "the form is read", func() bool { return strings.Contains(page("/documents/1"), `id="mark-on-page"`) })
	pieces := map[string][]string{}
	for _, m := range regexp.MustCompile(`class="piece"[^>]* data-at="(\d+)" data-words="([^"]*)"`).FindAllStringSubmatch(page("/documents/1/mark"), -1) {
		words := html.UnescapeString(m[2])
		pieces[words] = append(pieces[words], m[1])
	}
	const question = "What shall we call it?"
	if len(pieces["Called"]) != 2 || len(pieces[question]) != 1 {
		t.Fatalf("the page can show %q", pieces)
	}
	for field, chosen := range map[string][2]string{"applicant": {"Called", pieces["Called"][1]}, "title": {question, pieces[question][0]}} {
		post(t, base+"/documents/1/marks", url.Values{"page": {"1"}, "text": {chosen[0]}, "at": {chosen[1]}, "kind": {"label"}, "field": {field}, "reviewer": {"Zhao"}})
	}
	upload("/library", "nomination.pdf", sheet("John Roe", "Mary Major", "Light on dust around young stars"))
	waitFor(t, "the application is read", func() bool { return value("/documents/2", "title") != "" })
	if title, applicant := value("/documents/2", "title"), value("/documents/2", "applicant"); title != "Light on dust around young stars" || applicant != "Mary Major" {
		t.Errorf("read as %q of %q", title, applicant)
	}
}
