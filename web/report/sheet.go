package report

import (
	"fmt"

	"zhiwen/extract"
)

// DocumentPagesPath returns where the pages of a document are seen as they are in its file; of page
// 0 it is the first.
func DocumentPagesPath(document int64, page int) string {
	path := fmt.Sprintf("/documents/%d/pages", document)
	if page > 0 {
		path += fmt.Sprintf("?%s=%d", PageField, page)
	}
	return path
}

// SheetOf returns a page of a document by itself, with nothing marked: the first one where number
// is 0, the last where there are fewer.
func SheetOf(document int64, name string, d *extract.Document, number int) Original {
	text, _ := Read(d)
	o := Original{Field: PageField, Document: document, Name: name, document: d, text: text}
	o.turnTo(number, nil)
	o.lead(func(page int) string { return DocumentPagesPath(document, page) })
	return o
}

// Here returns the address of the page that is shown.
func (o *Original) Here() string { return o.at }
