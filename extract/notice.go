package extract

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// NoticeKind names a way in which the text is not all of the file, or not
// surely what the file shows.
type NoticeKind string

// The kinds of notices: first those of text that is missing, then those of text
// that is to be doubted or was attested.
const (
	CutOff        NoticeKind = "cut-off"        // the file ends too early
	PageUnread    NoticeKind = "page-unread"    // the reader failed on the pages
	Scanned       NoticeKind = "scanned"        // pictures, with nothing here that recognises text
	ScanLeft      NoticeKind = "scan-left"      // pictures beyond MaxRecognised or RecogniseTime
	ScanFailed    NoticeKind = "scan-failed"    // pictures that the recognition failed on
	PictureUnread NoticeKind = "picture-unread" // large ones in documents without pages, with nothing here that recognises text
	PictureLeft   NoticeKind = "picture-left"   // large ones beyond MaxRecognised or RecogniseTime
	PictureFailed NoticeKind = "picture-failed" // that could not be decoded or recognised
	ObjectUnread  NoticeKind = "object-unread"  // embedded documents
	ObjectPart    NoticeKind = "object-part"    // embedded documents of which only the beginning was read
	DynamicForm   NoticeKind = "dynamic-form"   // a form whose pages viewers make (XFA): what is filled in is not in them
	Scripted      NoticeKind = "scripted"       // a web page whose scripts write text, which were not run
	RunningUnread NoticeKind = "running-unread" // characters of headers, footers and comments, no sentences, that are too many for running titles
	NoFont        NoticeKind = "no-font"        // Chinese without its font, some of which the reader drops

	NoLayout    NoticeKind = "no-layout"    // a damaged file of which only the bare text could be had
	Implausible NoticeKind = "implausible"  // pages some of whose text makes no sense
	BrokenWords NoticeKind = "broken-words" // passages whose words are joined, or broken up by signs, blanks or other text
	Blank       NoticeKind = "blank"        // pages without text, for no other reason
	Recognised  NoticeKind = "recognised"   // pages read from pictures, with faults
	PictureRead NoticeKind = "picture-read" // text recognised from pictures of documents without pages, with faults
	FigureLeft  NoticeKind = "figure-left"  // pictures beyond the limits of figures, which are compared with none
	Unverified  NoticeKind = "unverified"   // pages of which nothing says whether the text is what they show
	FlagsLeft   NoticeKind = "flags-left"   // findings beyond those in Flags
	Signed      NoticeKind = "signed"       // electronic signatures and seals, which were not verified
)

// NoticeKinds lists all kinds in the order in which a document has them.
var NoticeKinds = []NoticeKind{
	CutOff, PageUnread, Scanned, ScanLeft, ScanFailed, PictureUnread, PictureLeft, PictureFailed, ObjectUnread, ObjectPart,
	DynamicForm, Scripted, RunningUnread, NoFont,
	NoLayout, Implausible, BrokenWords, Blank, Recognised, PictureRead, FigureLeft, Unverified, FlagsLeft, Signed,
}

// Notice is something that a reader of the text must know about it. A document
// has at most one of each kind.
type Notice struct {
	Kind  NoticeKind `json:"kind"`
	Pages []int      `json:"pages,omitempty"` // that it is about, from 1, rising; none: the file
	Count int        `json:"count,omitempty"` // of the kinds that count something: pictures, embedded documents, findings, signatures
}

// Missing says that some of the file's text is not in Document.Text.
func (n Notice) Missing() bool {
	return slices.Index(NoticeKinds, n.Kind) < slices.Index(NoticeKinds, NoLayout)
}

// PageList writes the pages as "1-3, 7"; of very many the first ones.
func (n Notice) PageList() string { return PageList(n.Pages) }

// String is for logs: "scanned 3-5, 9".
func (n Notice) String() string {
	s := string(n.Kind)
	if len(n.Pages) > 0 {
		s += " " + n.PageList()
	}
	if n.Count > 0 {
		s += " " + strconv.Itoa(n.Count)
	}
	return s
}

// AllNotices returns the notices and those that Pages and Pictures tell: what was
// recognised, and pages without text.
func (d *Document) AllNotices() []Notice {
	var all Notices
	missing := map[int]bool{}
	for _, n := range d.Notices {
		all.Add(n)
		for _, page := range n.Pages {
			missing[page] = missing[page] || n.Missing()
		}
	}
	for _, p := range d.Pages {
		switch {
		case p.Start == p.End && !missing[p.Number]:
			all.AddPages(Blank, p.Number)
		case p.Start < p.End && p.Recognised:
			all.AddPages(Recognised, p.Number)
		}
	}
	all.AddCount(PictureRead, len(d.Pictures))
	return all.InOrder()
}

// Notices collects what is to be said of a text that is being read. The zero
// value is empty.
type Notices struct{ list []Notice }

// Add adds what a notice says to what is known of its kind.
func (c *Notices) Add(n Notice) {
	i := slices.IndexFunc(c.list, func(old Notice) bool { return old.Kind == n.Kind })
	if i < 0 {
		i = len(c.list)
		c.list = append(c.list, Notice{Kind: n.Kind})
	}
	old := &c.list[i]
	old.Pages = append(old.Pages, n.Pages...)
	old.Count += n.Count
}

// AddPages is Add for a kind that is about pages; without any it does nothing.
func (c *Notices) AddPages(kind NoticeKind, pages ...int) {
	if len(pages) > 0 {
		c.Add(Notice{Kind: kind, Pages: pages})
	}
}

// AddCount is Add for a kind that counts something; of nothing it does nothing.
func (c *Notices) AddCount(kind NoticeKind, n int) {
	if n > 0 {
		c.Add(Notice{Kind: kind, Count: n})
	}
}

// InOrder returns what was added, by kind in the order of NoticeKinds, with the
// pages in order and each once; nil for nothing.
func (c *Notices) InOrder() []Notice {
	for i, n := range c.list {
		slices.Sort(n.Pages)
		c.list[i].Pages = slices.Compact(n.Pages)
	}
	slices.SortFunc(c.list, func(a, b Notice) int {
		return cmp.Compare(slices.Index(NoticeKinds, a.Kind), slices.Index(NoticeKinds, b.Kind))
	})
	return c.list
}

// PageList writes page numbers as "1-3, 7".
func PageList(pages []int) string {
	var out []string
	for i := 0; i < len(pages); {
		j := i
		for j+1 < len(pages) && pages[j+1] == pages[j]+1 {
			j++
		}
		s := strconv.Itoa(pages[i])
		if j > i {
			s += "-" + strconv.Itoa(pages[j])
		}
		out = append(out, s)
		i = j + 1
	}
	const most = 20
	if len(out) > most {
		out = append(out[:most], "…")
	}
	return cmp.Or(strings.Join(out, ", "), "none")
}
