package upload

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"mime"
	"slices"
)

// maxPartHead bounds the header of a part that is repaired; longer ones are passed on unchanged and
// refused.
const maxPartHead = 16 << 10

// partHeads reads a multipart form and leaves out, of the heads of its parts, control
// characters and line ends within a value. Go refuses a form with one of these as a
// whole, while only a name of a file has it, which is shown without them anyway. The
// contents of the parts are passed on byte for byte.
type partHeads struct {
	body      *bufio.Reader
	delimiter []byte // two dashes and the boundary
	fresh     bool   // the next byte of body begins a line
	ready     []byte // to be given
	err       error  // after ready
}

// cleanHeads cleans the part headers of a form; any other body is returned unchanged.
func cleanHeads(body io.Reader, contentType string) io.Reader {
	_, parameters, err := mime.ParseMediaType(contentType)
	if err != nil || parameters["boundary"] == "" {
		return body
	}
	return &partHeads{body: bufio.NewReaderSize(body, maxPartHead), delimiter: []byte("--" + parameters["boundary"]), fresh: true}
}

// Read returns the form with clean heads.
func (p *partHeads) Read(out []byte) (int, error) {
	for len(p.ready) == 0 && p.err == nil {
		p.next()
	}
	n := copy(out, p.ready)
	p.ready = p.ready[n:]
	if n == 0 && len(out) > 0 {
		return 0, p.err
	}
	return n, nil
}

// next makes a line ready, or as much of it as fits, and a head with the line that
// begins its part.
func (p *partHeads) next() {
	line, err := p.body.ReadSlice('\n')
	begins := p.fresh && bytes.HasPrefix(line, p.delimiter)
	p.fresh = err == nil
	p.ready = bytes.Clone(line)
	if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
		p.err = err
		return
	}
	if err != nil || !begins || len(bytes.TrimRight(line[len(p.delimiter):], " \t\r\n")) > 0 { // the last delimiter ends in dashes
		return
	}
	var head [][]byte
	for size := 0; size < maxPartHead; {
		line, err := p.body.ReadSlice('\n')
		line = bytes.Clone(line)
		head, size = append(head, line), size+len(line)
		if errors.Is(err, bufio.ErrBufferFull) {
			p.fresh = false
			p.ready = append(p.ready, bytes.Join(head, nil)...)
			return
		}
		if err != nil {
			p.err = err
			break
		}
		if len(bytes.TrimRight(line, "\r\n")) == 0 {
			break
		}
	}
	p.ready = append(p.ready, cleanHead(head)...)
}

// cleanHead joins the lines of a header to one line per field, without control characters.
func cleanHead(lines [][]byte) []byte {
	var out []byte
	for _, line := range lines {
		end := line[len(bytes.TrimRight(line, "\r\n")):]
		value := slices.DeleteFunc(line[:len(line)-len(end)], func(b byte) bool { return b < ' ' && b != '\t' || b == '\x7f' })
		if len(value) > 0 && !isField(value) { // goes on with the line before
			out = bytes.TrimRight(out, "\r\n")
		}
		out = append(append(out, value...), end...)
	}
	return out
}

// isField reports whether a line begins with a field name or, as a continuation line, with a blank.
func isField(line []byte) bool {
	if line[0] == ' ' || line[0] == '\t' {
		return true
	}
	name, _, found := bytes.Cut(line, []byte(":"))
	return found && len(name) > 0 && !bytes.ContainsFunc(name, func(r rune) bool {
		return !(r == '-' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9')
	})
}
