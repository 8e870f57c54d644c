package upload

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"strings"
	"testing"
	"testing/iotest"
)

// The contents of a form come through byte for byte, in pieces of any size, with lines of
// any length and what looks like a head or nearly like a delimiter.
func TestContentsComeThrough(t *testing.T) {
	contents := []string{
		"", "\r\n", "\n--xy\n", "--xyzz\r\nContent-Disposition: no\x01head\r\n\r\n", "\r\n--xy\x01z\r\nA: b\x02\r\n\r\n",
		strings.Repeat("\x00\x01\r", 20_000), strings.Repeat("x", maxPartHead) + "\n--x\n", "\x7f\r\n\r\nends with a return\r",
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	if err := w.SetBoundary("xyz"); err != nil {
		t.Fatal(err)
	}
	for i, content := range contents {
		part, err := w.CreateFormFile("file", fmt.Sprintf("%d.txt", i))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(part, content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for name, reader := range map[string]io.Reader{"whole": bytes.NewReader(form.Bytes()), "byte by byte": iotest.OneByteReader(bytes.NewReader(form.Bytes())), "with the end": iotest.DataErrReader(bytes.NewReader(form.Bytes()))} {
		got, err := io.ReadAll(cleanHeads(reader, w.FormDataContentType()))
		if err != nil || !bytes.Equal(got, form.Bytes()) {
			t.Errorf("%s: %d bytes of %d, %v", name, len(got), form.Len(), err)
		}
	}
	if _, err := io.ReadAll(cleanHeads(iotest.ErrReader(io.ErrClosedPipe), w.FormDataContentType())); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("an error of the body becomes %v", err)
	}
}

func FuzzPartHeads(f *testing.F) {
	f.Add([]byte("--xyz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\x01\nb\"\r\n\r\nbody\r\n--xyz--\r\n"))
	f.Fuzz(func(t *testing.T, form []byte) {
		got, err := io.ReadAll(cleanHeads(bytes.NewReader(form), "multipart/form-data; boundary=xyz"))
		if err != nil || len(got) > len(form) {
			t.Fatalf("%d bytes of %d, %v", len(got), len(form), err)
		}
		again, err := io.ReadAll(cleanHeads(iotest.OneByteReader(bytes.NewReader(form)), "multipart/form-data; boundary=xyz"))
		if err != nil || !bytes.Equal(got, again) {
			t.Fatalf("read byte by byte it is %q, else %q", again, got)
		}
	})
}
