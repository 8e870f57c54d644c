package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"sort"
	"strings"
)

// errCannot says that a format has no way of showing a look.
var errCannot = fmt.Errorf("the format cannot show this")

// write writes paragraphs in a format. A .doc file is written as .docx: LibreOffice makes it one later.
func write(f format, paras []para) ([]byte, error) {
	switch f {
	case docx, doc:
		return wordFile{body: wordParas(paras)}.bytes()
	case odt:
		return odtOf(paras)
	case rtf:
		return rtfOf(paras)
	case html:
		return htmlOf(paras)
	case txt:
		return txtOf(paras)
	case pdf:
		return pdfOf(paras)
	case ofd:
		return ofdOf(paras)
	}
	return nil, fmt.Errorf("no writer for %q", f)
}

// txtOf writes plain text, which has no looks.
func txtOf(paras []para) ([]byte, error) {
	var b strings.Builder
	for i, p := range paras {
		for _, r := range p.runs {
			if r.look != (look{}) {
				return nil, errCannot
			}
		}
		if i > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(p.text())
	}
	b.WriteByte('\n')
	return []byte(b.String()), nil
}

// zipped writes parts as a zip file: first in the order of first, then by name.
func zipped(parts map[string]string, first ...string) ([]byte, error) {
	var names []string
	for name := range parts {
		names = append(names, name)
	}
	rank := map[string]int{}
	for i, name := range first {
		rank[name] = i - len(first)
	}
	sort.Slice(names, func(i, j int) bool {
		if rank[names[i]] != rank[names[j]] {
			return rank[names[i]] < rank[names[j]]
		}
		return names[i] < names[j]
	})
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		method := zip.Deflate
		if name == "mimetype" { // OpenDocument wants it first and as it is
			method = zip.Store
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write([]byte(parts[name])); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// esc writes text for XML and HTML.
func esc(s string) string { return xmlEscaper.Replace(s) }
