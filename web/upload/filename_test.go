package upload

import "testing"

// Programs on Chinese systems send names in GB 18030; 誠 has a backslash as its second byte there.
func TestCleanFilename(t *testing.T) {
	for sent, want := range map[string]string{
		"\xc9\xea\xc7\xeb\xca\xe9.docx":      "申请书.docx",
		`C:\forms\` + "\xd5\x5c\xc9\xea.pdf": "誠申.pdf",
		"申请书.docx":                           "申请书.docx",
		"a\xffb.docx":                        "ab.docx",
	} {
		if got := cleanFilename(sent); got != want {
			t.Errorf("%q: got %q, want %q", sent, got, want)
		}
	}
}
