package extract

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNotices(t *testing.T) {
	var all Notices
	all.AddPages(Implausible, 9, 3, 4)
	all.AddPages(Unverified)
	all.Add(Notice{Kind: ObjectUnread, Count: 1})
	all.Add(Notice{Kind: CutOff})
	all.AddPages(Implausible, 2, 3)
	all.Add(Notice{Kind: ObjectUnread, Count: 2})
	all.Add(Notice{Kind: CutOff})
	d := &Document{Notices: all.InOrder()}
	checkNotices(t, d, "cut-off", "object-unread 3", "implausible 2-4, 9")
	for i, missing := range []bool{true, true, false} {
		if d.Notices[i].Missing() != missing {
			t.Errorf("%v: missing text is %v", d.Notices[i], !missing)
		}
	}
}

// Pages tell what is recognised and what has no text, unless a notice says why.
func TestAllNotices(t *testing.T) {
	d := &Document{
		Pages:   []Page{{Span{0, 4}, 1, true, 0.9}, {Span{4, 4}, 2, false, 0}, {Span{4, 4}, 3, true, 0}, {Span{4, 8}, 4, false, 0}, {Span{8, 8}, 5, false, 0}},
		Notices: []Notice{{Kind: Scanned, Pages: []int{2}}, {Kind: Unverified, Pages: []int{5}}},
	}
	checkNotices(t, d, "scanned 2", "blank 3, 5", "recognised 1", "unverified 5")
	if diff := cmp.Diff([]Notice{{Kind: Scanned, Pages: []int{2}}, {Kind: Unverified, Pages: []int{5}}}, d.Notices); diff != "" {
		t.Errorf("the document was changed (-want +got):\n%s", diff)
	}
}

func TestNoticeKindsAreDistinct(t *testing.T) {
	for i, k := range NoticeKinds {
		if k == "" || slices.Index(NoticeKinds, k) != i {
			t.Errorf("kind %d is %q", i, k)
		}
	}
}

func TestPageList(t *testing.T) {
	if got, want := PageList([]int{1, 2, 3, 7, 9, 10}), "1-3, 7, 9-10"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// checkNotices compares the notices of a document, each as its String.
func checkNotices(t *testing.T, d *Document, want ...string) {
	t.Helper()
	var got []string
	for _, n := range d.AllNotices() {
		got = append(got, n.String())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("notices (-want +got):\n%s", diff)
	}
}
