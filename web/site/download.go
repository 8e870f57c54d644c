package site

import (
	"mime"
	"path"
	"strings"
)

// Attachment returns a Content-Disposition that saves under name, whatever its script: browsers
// take the encoded form, all else the plain one.
func Attachment(name, plain string) string {
	encoded := mime.FormatMediaType("attachment", map[string]string{"filename": name})
	if encoded == "" { // cannot be encoded
		return mime.FormatMediaType("attachment", map[string]string{"filename": plain})
	}
	if strings.Contains(encoded, "filename*=") {
		return `attachment; filename="` + plain + `"; ` + strings.TrimPrefix(encoded, "attachment; ")
	}
	return encoded
}

// PlainExt returns the extension of a name where it is plain letters and digits.
func PlainExt(name string) string {
	ext := path.Ext(name)
	const plain = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if strings.Trim(strings.TrimPrefix(ext, "."), plain) != "" {
		return ""
	}
	return ext
}
