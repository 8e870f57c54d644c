package score

import (
	"slices"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// leastText is the least number of countable characters for a meaningful share. An application has
// thousands of characters: one with less than two units of text was not filled in or not read.
const leastText = 300

// Signs that a text was disguised. Both kinds of characters are compared by their looks; a few of
// them get into a text when it is copied.
const (
	// LeastInvisible is the least number of paragraphs with invisible characters. Text from web
	// pages brings some along.
	LeastInvisible = 10
	// LeastLookAlike is the least number of paragraphs with words that contain letters of another
	// alphabet. Typing produces none, but a formula or a name may have one.
	LeastLookAlike = 3
)

// doubtful are the kinds of notices that say that text may differ from what a reader sees.
var doubtful = []extract.NoticeKind{extract.NoLayout, extract.Implausible, extract.Recognised, extract.PictureRead, extract.Unverified}

// doubts derives the reasons why the shares do not say everything, gravest first. All other parts
// of the evidence must have been counted. doc is the checked document.
func doubts(ev *evidence.Evidence, doc *extract.Document) []evidence.Doubt {
	var out []evidence.Doubt
	add := func(kind evidence.DoubtKind, of evidence.Counted, count int) {
		out = append(out, evidence.Doubt{Kind: kind, Of: of, Count: count})
	}
	failed := 0
	for _, x := range ev.Library.Uncompared {
		if !x.Form { // without a form more counts, not less
			failed++
		}
	}
	if ev.Library.Documents <= failed {
		add(evidence.DoubtNothing, "", 0)
	}
	if ev.Scores.Countable < leastText {
		add(evidence.DoubtFew, evidence.OfCharacters, ev.Scores.Countable)
	}
	if failed > 0 {
		add(evidence.DoubtFailed, evidence.OfDocuments, failed)
	}
	notices := noticed(ev, doc)
	if notices.pages > 0 {
		add(evidence.DoubtMissing, evidence.OfPages, notices.pages)
	}
	if notices.parts > 0 {
		add(evidence.DoubtMissing, evidence.OfParts, notices.parts)
	}
	if notices.characters > 0 {
		add(evidence.DoubtMissing, evidence.OfCharacters, notices.characters)
	}
	flags := flagged(ev)
	switch {
	case notices.doubtfulPages > 0:
		add(evidence.DoubtGarbled, evidence.OfPages, notices.doubtfulPages)
	case notices.doubtful || flags.garbled:
		add(evidence.DoubtGarbled, "", 0)
	}
	if notices.broken > 0 {
		add(evidence.DoubtGarbled, evidence.OfPassages, notices.broken)
	}
	if flags.hidden > 0 {
		out = append(out, evidence.Doubt{Kind: evidence.DoubtFlagged, Of: evidence.OfCharacters, Count: flags.hidden, Least: flags.cut})
	}
	if places := flags.places + notices.flags; places > 0 {
		add(evidence.DoubtFlagged, evidence.OfPlaces, places)
	}
	counted := Reasons(ev, []rune(doc.Text))
	for _, kind := range []evidence.DoubtKind{evidence.DoubtExcluded, evidence.DoubtPassage} {
		if r := ev.Document.Repetition; r != nil && kind == evidence.DoubtPassage && r.Characters*namedPart > ev.Document.Characters {
			add(evidence.DoubtRepeated, evidence.OfCharacters, r.Characters)
			add(evidence.DoubtRepeated, evidence.OfTimes, r.Times)
		}
		for _, x := range NamedKeptOut(ev) {
			if (x.Characters*namedPart > ev.Document.Characters) == (kind == evidence.DoubtExcluded) {
				out = append(out, evidence.Doubt{Kind: kind, Reason: x.Reason, Of: evidence.OfCharacters,
					Count: countOf(counted, x.Reason)})
			}
		}
	}
	return out
}

func countOf(counted []ReasonCount, reason evidence.Reason) int {
	for _, c := range counted {
		if c.Reason == reason {
			return c.Characters
		}
	}
	return 0
}

// noticesSaid sums up the notices of a document.
type noticesSaid struct {
	pages, parts  int // that were not read
	characters    int // of headers and footers that were not compared
	broken        int // passages whose words are joined or broken up
	doubtfulPages int
	doubtful      bool // some text may differ from what a reader sees
	flags         int  // findings that the evidence does not list
}

// noticed sums up the notices of the evidence, or those of the document if the evidence is older
// than its notices.
func noticed(ev *evidence.Evidence, doc *extract.Document) (out noticesSaid) {
	notices := ev.Document.Notices
	if len(notices) == 0 {
		notices = evidence.NoticesOf(doc)
	}
	missing, unsure := map[int]bool{}, map[int]bool{}
	for _, n := range notices {
		kind := extract.NoticeKind(n.Kind)
		pages := missing
		switch {
		case kind == extract.BrokenWords:
			out.broken += n.Count
			continue
		case kind == extract.RunningUnread:
			out.characters += n.Count
			continue
		case extract.Notice{Kind: kind}.Missing():
			if n.FirstPage == 0 {
				out.parts += max(n.Count, 1)
			}
		case slices.Contains(doubtful, kind):
			out.doubtful = true
			pages = unsure
		case kind == extract.FlagsLeft:
			out.flags += max(n.Count, 1)
			continue
		default:
			continue
		}
		for page := n.FirstPage; page > 0 && page <= min(n.LastPage, ev.Document.Pages); page++ {
			pages[page] = true
		}
	}
	out.pages, out.doubtfulPages = len(missing), len(unsure)
	return out
}

// flagsSaid sums up the flags of a document.
type flagsSaid struct {
	hidden  int  // characters left out of the text
	cut     bool // there are more of them: the text of a flag is cut off
	places  int  // other places to note
	garbled bool
}

// flagged sums up the flags of the evidence.
func flagged(ev *evidence.Evidence) (out flagsSaid) {
	invisible, alike := 0, 0
	for _, f := range ev.Document.Flags {
		switch extract.FlagKind(f.Kind) {
		case extract.Garbled, extract.Unsure:
			out.garbled = true
		case extract.HiddenText, extract.DeletedText, extract.Watermark:
			n := 0
			for _, r := range f.Text {
				if evidence.Seen(r) {
					n++
				}
			}
			if n == 0 {
				out.places++
			}
			if utf8.RuneCountInString(f.Text) > extract.MaxFlagText {
				out.cut = true
				n-- // the ellipsis
			}
			out.hidden += n * max(f.Pages, 1)
		case extract.ZeroWidth:
			invisible++
		case extract.LookAlike:
			alike++
		default:
			out.places++
		}
	}
	if invisible >= LeastInvisible {
		out.places += invisible
	}
	if alike >= LeastLookAlike {
		out.places += alike
	}
	return out
}
