package extract

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// NoticeKind names a reason why the text may be incomplete, or may differ from what the file shows.
type NoticeKind string

// The kinds of notices: first those of missing text, then those of doubtful or signed text.
const (
	CutOff     NoticeKind = "cut-off"     // the file ends too early
	PageUnread NoticeKind = "page-unread" // the reader failed on the pages
	Scanned    NoticeKind = "scanned"     // pictures, and no program to recognise text
	ScanLeft   NoticeKind = "scan-left"   // pictures beyond MaxRecognised or RecogniseTime
	ScanFailed NoticeKind = "scan-failed" // pictures that could not be recognised
	// PictureUnread: large pictures in documents without pages, and no program to recognise text.
	PictureUnread NoticeKind = "picture-unread"
	PictureLeft   NoticeKind = "picture-left"   // large pictures beyond MaxRecognised or RecogniseTime
	PictureLarge  NoticeKind = "picture-large"  // large pictures that together have more pixels than MaxRecognised pages
	PictureFailed NoticeKind = "picture-failed" // pictures that could not be decoded or recognised
	ObjectUnread  NoticeKind = "object-unread"  // embedded documents
	ObjectPart    NoticeKind = "object-part"    // embedded documents that were read only at the beginning
	// DynamicForm: a form whose pages viewers generate (XFA), so that they lack the entries.
	DynamicForm NoticeKind = "dynamic-form"
	Scripted    NoticeKind = "scripted" // a web page whose scripts write text, which were not run
	// RunningUnread: characters of headers, footers and comments without sentences, too many for
	// running titles.
	RunningUnread NoticeKind = "running-unread"
	NoFont        NoticeKind = "no-font" // Chinese without its font, so that the reader may drop some

	NoLayout    NoticeKind = "no-layout"   // a damaged file from which only the bare text was read
	Implausible NoticeKind = "implausible" // pages with text that makes no sense
	// BrokenWords: passages with words joined, or broken by signs, blanks or other text, or with characters in
	// no order.
	BrokenWords NoticeKind = "broken-words"
	Blank       NoticeKind = "blank"      // pages without text for no other reason
	Recognised  NoticeKind = "recognised" // pages read from pictures, with errors
	// PictureRead: text recognised in pictures of documents without pages, with errors.
	PictureRead NoticeKind = "picture-read"
	FigureLeft  NoticeKind = "figure-left" // pictures beyond the limits of figures, which are not compared
	Unverified  NoticeKind = "unverified"  // pages whose text could not be compared with what they show
	FlagsLeft   NoticeKind = "flags-left"  // findings beyond those in Flags
	Signed      NoticeKind = "signed"      // electronic signatures and seals, which are not verified
)

// NoticeKinds lists all kinds in the order in which a document has them.
var NoticeKinds = []NoticeKind{
	CutOff, PageUnread, Scanned, ScanLeft, ScanFailed, PictureUnread, PictureLeft, PictureLarge, PictureFailed, ObjectUnread, ObjectPart,
	DynamicForm, Scripted, RunningUnread, NoFont,
	NoLayout, Implausible, BrokenWords, Blank, Recognised, PictureRead, FigureLeft, Unverified, FlagsLeft, Signed,
}

// Notice is something that a reader of the text must know about it. A document has at most one
// notice of each kind.
type Notice struct {
	Kind  NoticeKind `json:"kind"`
	Pages []int      `json:"pages,omitempty"` // concerned pages, from 1, ascending; empty for the file
	// Count is set for kinds that count something: pictures, embedded documents, findings,
	// signatures.
	Count int `json:"count,omitempty"`
}

// Missing reports whether the notice means that some of the file's text is not in Document.Text.
func (n Notice) Missing() bool {
	return slices.Index(NoticeKinds, n.Kind) < slices.Index(NoticeKinds, NoLayout)
}

// PageList returns the pages as "1-3, 7", shortened if there are very many.
func (n Notice) PageList() string { return PageList(n.Pages) }

// String formats the notice for logs: "scanned 3-5, 9".
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

// AllNotices returns the notices together with those that follow from Pages and Pictures:
// recognised text, and pages without text.
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

// Notices collects the notices of a text being read. The zero value is empty.
type Notices struct{ list []Notice }

// Add merges a notice with the one of its kind.
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

// AddPages adds a notice about pages; without pages it does nothing.
func (c *Notices) AddPages(kind NoticeKind, pages ...int) {
	if len(pages) > 0 {
		c.Add(Notice{Kind: kind, Pages: pages})
	}
}

// AddCount adds a notice with a count; for 0 it does nothing.
func (c *Notices) AddCount(kind NoticeKind, n int) {
	if n > 0 {
		c.Add(Notice{Kind: kind, Count: n})
	}
}

// InOrder returns the collected notices in the order of NoticeKinds, each with sorted and distinct
// pages, or nil.
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

// PageList formats page numbers as "1-3, 7".
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
