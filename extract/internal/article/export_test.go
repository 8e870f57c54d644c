package article

import (
	"bytes"
	"context"

	"golang.org/x/net/html"
)

// Ways are ways to find the main text of a page, from its source to that of the main text, nil for none. The
// last is the one that pages are read by.
var Ways = []struct {
	Name string
	Main func(source []byte) ([]byte, error)
}{
	{"own rules alone", of(narrow)},
	{"readability alone", of(readable)},
	{"own cleaning, then readability", of(func(root *html.Node) *html.Node {
		dropBeside(root)
		return readable(root)
	})},
	{"readability, then own rules", func(source []byte) ([]byte, error) {
		root, err := html.Parse(bytes.NewReader(source))
		if err != nil {
			return nil, err
		}
		return mainText(context.Background(), root, source)
	}},
}

// of makes a way of what changes a tree.
func of(find func(*html.Node) *html.Node) func([]byte) ([]byte, error) {
	return func(source []byte) ([]byte, error) {
		root, err := html.Parse(bytes.NewReader(source))
		if err != nil {
			return nil, err
		}
		found := find(root)
		if found == nil {
			return nil, nil
		}
		var out bytes.Buffer
		err = html.Render(&out, found)
		return out.Bytes(), err
	}
}
