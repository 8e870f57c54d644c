package site

import (
	"strings"
	"testing"
)

func TestAttachment(t *testing.T) {
	for name, want := range map[string]string{
		"plain.pdf":         "attachment; filename=plain.pdf",
		"a b.pdf":           `attachment; filename="a b.pdf"`,
		"quo\"te\r\nX: 1.x": "",
	} {
		got := Attachment(name, "plain")
		if strings.ContainsAny(got, "\r\n") || want != "" && got != want {
			t.Errorf("Attachment(%q) = %q", name, got)
		}
	}
}
