package web

import (
	"mime"
	"path"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
)

// attachment is a Content-Disposition that saves under name, whatever its
// script: browsers take the encoded form, all else the plain one.
func attachment(name, plain string) string {
	encoded := mime.FormatMediaType("attachment", map[string]string{"filename": name})
	if encoded == "" { // cannot be encoded
		return mime.FormatMediaType("attachment", map[string]string{"filename": plain})
	}
	if strings.Contains(encoded, "filename*=") {
		return `attachment; filename="` + plain + `"; ` + strings.TrimPrefix(encoded, "attachment; ")
	}
	return encoded
}

// plainExt is the extension of a name where it is plain letters and digits.
func plainExt(name string) string {
	ext := path.Ext(name)
	const plain = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if strings.Trim(strings.TrimPrefix(ext, "."), plain) != "" {
		return ""
	}
	return ext
}

// saveAs makes the answer a file that is named after the checked one.
func (s *site) saveAs(c *gin.Context, check record.Check, ending string) {
	name := check.Document.Identity.Filename
	name = strings.TrimSuffix(name, plainExt(name))
	c.Header("Content-Disposition", attachment(name+"."+ending, "check-"+strconv.FormatInt(check.ID, 10)+"."+ending))
}
