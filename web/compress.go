package web

import (
	"bytes"
	"compress/gzip"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
)

// compressFrom is the size from which an answer is worth compressing: what fits
// into one packet is not.
const compressFrom = 1400

// compressors are reused: each holds some hundred KB.
var compressors = sync.Pool{New: func() any {
	// The fastest level: on a fast line a better one would cost more than it saves.
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level is valid
	return w
}}

// send answers with a body, compressed where the client takes that.
func send(c *gin.Context, status int, contentType string, body []byte) {
	c.Writer.Header().Add("Vary", "Accept-Encoding")
	if len(body) >= compressFrom && takesGzip(c.GetHeader("Accept-Encoding")) {
		body = compressed(body)
		c.Header("Content-Encoding", "gzip")
	}
	c.Data(status, contentType, body)
}

func compressed(body []byte) []byte {
	var b bytes.Buffer
	w := compressors.Get().(*gzip.Writer) // the pool makes no others
	defer compressors.Put(w)
	w.Reset(&b)
	_, _ = w.Write(body) // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

// takesGzip reads an Accept-Encoding header.
func takesGzip(header string) bool {
	for _, part := range strings.Split(header, ",") {
		name, q, _ := strings.Cut(strings.ToLower(part), ";")
		if strings.TrimSpace(name) == "gzip" {
			q = strings.ReplaceAll(q, " ", "")
			return !strings.HasPrefix(q, "q=0") || strings.Trim(q, "q=0.") != ""
		}
	}
	return false
}
