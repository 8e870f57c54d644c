package main

import "strings"

// format is a file format, named by its extension.
type format string

// The formats that tricks are written in.
const (
	docx format = "docx"
	doc  format = "doc"
	pdf  format = "pdf"
	odt  format = "odt"
	rtf  format = "rtf"
	html format = "html"
	ofd  format = "ofd"
	txt  format = "txt"
)

// formats lists the columns of the table.
var formats = []format{docx, doc, pdf, odt, rtf, html, ofd, txt}

// look is how a run of text is shown, as far as all formats with looks can say it. The zero look is black text of 12 points.
type look struct {
	color  string  // six hexadecimal digits
	back   string  // the same, behind the letters
	size   float64 // in points
	scale  int     // width of letters in percent
	hidden bool    // the format's own attribute for hidden text
	bold   bool

	struck, embossed, slanted bool

	tag string // names what only one writer knows to do with the run
}

// run is text of one look.
type run struct {
	text string
	look look
}

// para is a paragraph: a heading of level 1 where heading is true.
type para struct {
	heading bool
	newPage bool // in PDFs, what follows begins a page; the paragraph has no text
	runs    []run
}

// text returns the characters of the paragraph.
func (p para) text() string {
	var b strings.Builder
	for _, r := range p.runs {
		b.WriteString(r.text)
	}
	return b.String()
}

// plain returns a paragraph of one run without a look.
func plain(text string) para { return para{runs: []run{{text: text}}} }

// head returns a heading.
func head(text string) para { return para{heading: true, runs: []run{{text: text}}} }

// styled returns a paragraph of one run with a look.
func styled(text string, l look) para { return para{runs: []run{{text, l}}} }

// plains returns a paragraph for each text.
func plains(texts ...string) []para {
	out := make([]para, len(texts))
	for i, t := range texts {
		out[i] = plain(t)
	}
	return out
}

// content is what a file of a trick is made of: prose of the author, and what is copied.
type content struct {
	language string
	titles   [3]string
	own      []string // paragraphs that stand in no other document
	copied   []string // paragraphs of the source
	filler   []string // further prose that stands in no other document, to dilute with
}

// paras returns the document: two paragraphs of its own, the middle under its heading, and the rest of its own.
func (c content) paras(middle ...para) []para {
	out := []para{head(c.titles[0]), plain(c.own[0]), plain(c.own[1]), head(c.titles[1])}
	out = append(out, middle...)
	out = append(out, head(c.titles[2]))
	return append(out, plains(c.own[2:]...)...)
}

// plain returns the document with the copied passage in the middle.
func (c content) plain() []para { return c.paras(plains(c.copied...)...) }

// each returns the document whose copied paragraphs went through change.
func (c content) each(change func(string) string) []para {
	out := make([]string, len(c.copied))
	for i, t := range c.copied {
		out[i] = change(t)
	}
	return c.paras(plains(out...)...)
}

// way is the direction of a trick.
type way string

// The ways.
const (
	hide   way = "hide"   // copied text is to look clean
	dilute way = "dilute" // copied text is to look like little
	accuse way = "accuse" // somebody's own text is to look copied
	honest way = "honest" // no trick: nothing may be flagged
)

// What a person needs for a trick.
const (
	byHand = "word processor"
	typing = "typing"
	shown  = "typing, shown"
	editor = "text editor"
	tool   = "special tool"
)

// trick is one way of making a result wrong; make holds a writer for each format that has it.
type trick struct {
	id, name string
	kind     string
	way      way
	needs    string
	language string                                     // "" is Chinese
	more     bool                                       // the right share may be larger than that of the plain file
	ready    bool                                       // the .doc file is written as it is, and not made by LibreOffice
	mostly   bool                                       // shares from two thirds up are right: the trick itself adds or takes visible text
	library  func(c content) (map[string][]byte, error) // further files of the library
	make     map[format]func(c content) ([]byte, error)
}

// neutral returns writers of the same paragraphs in all formats that can show their looks.
func neutral(paras func(c content) []para, in ...format) map[format]func(content) ([]byte, error) {
	if len(in) == 0 {
		in = formats
	}
	out := map[format]func(content) ([]byte, error){}
	for _, f := range in {
		out[f] = func(c content) ([]byte, error) { return write(f, paras(c)) }
	}
	return out
}
