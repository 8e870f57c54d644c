package report

import (
	"maps"
	"net/url"
	"strconv"
)

// Query parameters of an address besides the choice.
const (
	SourceField   = "source"   // id of the one source that is highlighted
	MatchField    = "match"    // id of the match that is chosen
	SetAsideField = "setaside" // id of the source whose exclusion is asked about, where no script opens the form
	SwapField     = "swap"     // the source stands on the left
	AtField       = "at"       // a character of the text, of which a page shows the part that contains it
)

// Address leads to the pages of a check in a state of the reader's choice.
type Address struct {
	check int64
	query url.Values // of the choice; nil or empty for what the check had
}

// Query returns the part of an address from its question mark on, "" for none.
func (at Address) Query(source int64, match int) string {
	q := url.Values{}
	maps.Copy(q, at.query)
	if source != 0 {
		q.Set(SourceField, strconv.FormatInt(source, 10))
	}
	if match != 0 {
		q.Set(MatchField, strconv.Itoa(match))
	}
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

// Plus returns the address with one more parameter.
func (at Address) Plus(name, value string) Address {
	q := url.Values{name: {value}}
	maps.Copy(q, at.query)
	return Address{check: at.check, query: q}
}

// Without returns the address with one parameter less.
func (at Address) Without(name string) Address {
	q := url.Values{}
	for other, values := range at.query {
		if other != name {
			q[other] = values
		}
	}
	return Address{check: at.check, query: q}
}

// At returns the address of the part of a long text that contains a character.
func (at Address) At(character int) Address {
	return at.Without(AtField).Plus(AtField, strconv.Itoa(character))
}

// character returns the character that At was given, 0 where it was not.
func (at Address) character() int {
	n, _ := strconv.Atoi(at.query.Get(AtField)) // what is no number is the beginning
	return n
}

// Report returns the address of the report, with one source highlighted and one match chosen where
// these are not 0.
func (at Address) Report(source int64, match int) string {
	fragment := ""
	if match != 0 {
		fragment = "#m" + strconv.Itoa(match)
	}
	return CheckPath(at.check) + at.Query(source, match) + fragment
}

// Paper returns the address of the report that stands alone, with the passages of one source only
// where it is not 0.
func (at Address) Paper(source int64) string {
	return CheckPath(at.check) + "/report.html" + at.Query(source, 0)
}

// Pair returns the address of the pair view of a source, at a match or, for 0, at its first.
func (at Address) Pair(source int64, match int) string {
	return CheckPath(at.check) + "/sources/" + strconv.FormatInt(source, 10) + at.Query(0, match)
}

// Hint returns the address of the page of a hint.
func (at Address) Hint(hint int) string {
	return CheckPath(at.check) + "/hints/" + strconv.Itoa(hint) + at.Query(0, 0)
}

// Originals returns the address of a page of the checked document as it is in its file, with a
// source and a match chosen; 0 chooses none, or the page that fits.
func (at Address) Originals(source int64, match, page int) string {
	if page != 0 {
		at = at.Plus(PageField, strconv.Itoa(page))
	}
	return CheckPath(at.check) + "/pages" + at.Query(source, match)
}

// PairOriginals returns the address of a page of each side of a pair, at a match; pages of 0 are
// those that fit.
func (at Address) PairOriginals(source int64, match, page, theirs int) string {
	if page != 0 {
		at = at.Plus(PageField, strconv.Itoa(page))
	}
	if theirs != 0 {
		at = at.Plus(TheirsField, strconv.Itoa(theirs))
	}
	return CheckPath(at.check) + "/sources/" + strconv.FormatInt(source, 10) + "/pages" + at.Query(0, match)
}

// pairAnchor returns the part of a pair view's address that leads to a match where no script does.
func pairAnchor(match int) string { return "#t-m" + strconv.Itoa(match) }

// CheckPath returns the path of a check's report, or of its progress.
func CheckPath(check int64) string { return "/checks/" + strconv.FormatInt(check, 10) }
