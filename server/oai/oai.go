// Package oai speaks OAI-PMH 2.0, the protocol by which repositories give out their records,
// as far as a harvester of Dublin Core needs it
// (https://www.openarchives.org/OAI/openarchivesprotocol.html).
//
// In go the address of a repository and where in its list we are; out come addresses to ask,
// and of the bytes of an answer the records with what they say, and where the list goes on. It
// asks nothing itself, and keeps nothing.
package oai

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html/charset"

	"zhiwen/checker/record"
)

// MostBytes is what an answer may have. Repositories give a hundred to a thousand records at
// a time, of some kilobytes each.
const MostBytes = 32 << 20

// Accept is the header of requests.
const Accept = "text/xml, application/xml;q=0.9, */*;q=0.1"

const prefix = "oai_dc"

// The forms of datestamps: a repository has one of them.
const (
	toSecond = "2006-01-02T15:04:05Z"
	toDay    = "2006-01-02"
)

// Trouble is the reason why an answer contains no records.
type Trouble struct {
	Reason record.HarvestReason
	Detail string // what the repository says, or where the answer breaks off
}

// Error implements error.
func (t *Trouble) Error() string { return "oai: " + string(t.Reason) + ": " + t.Detail }

// ErrToken reports that a repository no longer knows a token: the list starts anew.
var ErrToken = errors.New("oai: the token is not known")

// Identify returns the address at which a repository says what it is.
func Identify(base string) (string, error) { return with(base, url.Values{"verb": {"Identify"}}) }

// Request says which part of a list is asked for.
type Request struct {
	Set   string // "" is all
	From  string // datestamp, "" for all
	Token string // that an answer gave; with it nothing else counts
}

// List returns the address of a part of the list of records.
func List(base string, q Request) (string, error) {
	v := url.Values{"verb": {"ListRecords"}}
	if q.Token != "" {
		v.Set("resumptionToken", q.Token)
		return with(base, v)
	}
	v.Set("metadataPrefix", prefix)
	if q.Set != "" {
		v.Set("set", q.Set)
	}
	if q.From != "" {
		v.Set("from", q.From)
	}
	return with(base, v)
}

// with adds fields to the query of an address, which may have some of its own.
func with(base string, v url.Values) (string, error) {
	u, err := url.Parse(base)
	if err != nil {
		return "", fmt.Errorf("oai: %w", err)
	}
	own := u.Query()
	maps.Copy(own, v)
	u.RawQuery, u.Fragment = own.Encode(), ""
	return u.String(), nil
}

// Repository is what a repository says of itself.
type Repository struct {
	Name   string
	Second bool // its datestamps have seconds; else days
	// Now is the time by its clock, to the second as datestamps are written.
	Now string
}

// Stamp returns a time as the repository's datestamps are written.
func (r Repository) Stamp(t time.Time) string {
	if r.Second {
		return t.UTC().Format(toSecond)
	}
	return t.UTC().Format(toDay)
}

// Since returns a datestamp as this repository writes them, whichever form it has; "" for none.
func (r Repository) Since(stamp string) string {
	if stamp == "" {
		return ""
	}
	for _, form := range []string{toSecond, toDay} {
		if t, err := time.Parse(form, stamp); err == nil {
			return r.Stamp(t)
		}
	}
	return ""
}

// Clock returns the time by the repository's clock, or now where it does not say.
func (r Repository) Clock(now time.Time) time.Time {
	if t, err := time.Parse(toSecond, r.Now); err == nil {
		return t
	}
	return now
}

// Record is a record of a repository.
type Record struct {
	Identifier string
	Stamp      string // its datestamp
	Deleted    bool
	Core       Core
}

// Core is what a record says, in the elements of Dublin Core, each as often as it is there.
type Core struct {
	Titles       []string `xml:"title"`
	Creators     []string `xml:"creator"`
	Contributors []string `xml:"contributor"`
	Subjects     []string `xml:"subject"`
	Publishers   []string `xml:"publisher"`
	Dates        []string `xml:"date"`
	Formats      []string `xml:"format"`
	Identifiers  []string `xml:"identifier"`
	Relations    []string `xml:"relation"`
}

// Page is a part of a list.
type Page struct {
	Records []Record
	Token   string // that asks for the next part; "" at the end
	Size    int    // of the whole list, as the repository says; 0 is not known
	// Bad is how many records have no identifier, and cannot be taken.
	Bad int
}

// answer is an answer of a repository.
type answer struct {
	XMLName xml.Name
	Now     string `xml:"responseDate"`
	Errors  []struct {
		Code string `xml:"code,attr"`
		Text string `xml:",chardata"`
	} `xml:"error"`
	Identify *struct {
		Name        string `xml:"repositoryName"`
		Granularity string `xml:"granularity"`
	} `xml:"Identify"`
	List *struct {
		Records []struct {
			Header struct {
				Status     string `xml:"status,attr"`
				Identifier string `xml:"identifier"`
				Stamp      string `xml:"datestamp"`
			} `xml:"header"`
			Metadata struct {
				Core Core `xml:"dc"`
			} `xml:"metadata"`
		} `xml:"record"`
		Token struct {
			Text string `xml:",chardata"`
			Size string `xml:"completeListSize,attr"`
		} `xml:"resumptionToken"`
	} `xml:"ListRecords"`
}

// parse reads an answer. Characters not allowed in XML, as in records copied out of PDFs, and references to
// them become spaces; invalid UTF-8 becomes replacement characters: one bad record must not block the others.
func parse(data []byte) (*answer, error) {
	if why := swells(data); why != "" {
		return nil, &Trouble{Reason: record.HarvestXML, Detail: why}
	}
	d := xml.NewDecoder(bytes.NewReader(mended(data)))
	d.CharsetReader = func(label string, in io.Reader) (io.Reader, error) {
		if strings.EqualFold(label, "utf-8") || strings.EqualFold(label, "utf8") {
			return in, nil
		}
		return charset.NewReaderLabel(label, in)
	}
	d.Entity = xml.HTMLEntity // &nbsp; of those who put HTML into titles
	a := &answer{}
	if err := d.Decode(a); err != nil {
		return nil, &Trouble{Reason: record.HarvestXML, Detail: err.Error()}
	}
	if a.XMLName.Local != "OAI-PMH" {
		return nil, &Trouble{Reason: record.HarvestXML, Detail: "<" + a.XMLName.Local + ">"}
	}
	for _, e := range a.Errors {
		detail := strings.TrimSpace(e.Code + " " + strings.TrimSpace(e.Text))
		switch e.Code {
		case "noRecordsMatch": // an empty list
		case "badResumptionToken":
			return nil, ErrToken
		case "noSetHierarchy":
			return nil, &Trouble{Reason: record.HarvestSet, Detail: detail}
		case "cannotDisseminateFormat":
			return nil, &Trouble{Reason: record.HarvestFormat, Detail: detail}
		default:
			return nil, &Trouble{Reason: record.HarvestProtocol, Detail: detail}
		}
	}
	return a, nil
}

const (
	// mostTags is how many tags an answer may have. Tags of records have about thirty bytes each, with the text between them.
	mostTags = MostBytes / 32
	// mostTag is how many bytes a tag may have, with its attributes.
	mostTag = 64 << 10
)

// swells returns why an answer would take many times its own size in memory, "" where it does not: readers of XML keep each
// element that is open, and each attribute of a tag.
func swells(data []byte) string {
	if n := bytes.Count(data, []byte("<")); n > mostTags {
		return "<…>: " + strconv.Itoa(n) + " > " + strconv.Itoa(mostTags)
	}
	for {
		begin := bytes.IndexByte(data, '<')
		if begin < 0 {
			return ""
		}
		data = data[begin+1:]
		isTag := len(data) > 0 && data[0] != '!' && data[0] != '?'
		if isTag && len(data) > mostTag && !bytes.Contains(data[:mostTag], []byte(">")) {
			return "<…>: > " + strconv.Itoa(mostTag)
		}
	}
}

// mended returns an answer without characters that XML does not have.
func mended(data []byte) []byte {
	data = reference.ReplaceAllFunc(data, func(ref []byte) []byte {
		if forbidden(referred(string(ref))) {
			return []byte{' '}
		}
		return ref
	})
	head := strings.ToLower(string(data[:min(len(data), 200)]))
	declaration, _, _ := strings.Cut(head, "?>")
	other := strings.Contains(declaration, "encoding=") && !strings.Contains(declaration, "utf-8") && !strings.Contains(declaration, "utf8")
	bad := bytes.ContainsFunc(data, func(r rune) bool { return forbidden(r) || r == utf8.RuneError })
	if other || !bad {
		return data
	}
	return bytes.Map(func(r rune) rune {
		if forbidden(r) {
			return ' '
		}
		return r
	}, bytes.ToValidUTF8(data, []byte("\uFFFD")))
}

// reference is a reference to a character by its number.
var reference = regexp.MustCompile(`&#(x[0-9A-Fa-f]+|[0-9]+);`)

// referred returns the character of a reference; one whose number is too large is -1.
func referred(ref string) rune {
	const decimal, hexadecimal = 10, 16
	digits, base := ref[len("&#"):len(ref)-len(";")], decimal
	if digits[0] == 'x' {
		digits, base = digits[1:], hexadecimal
	}
	n, err := strconv.ParseInt(digits, base, 32)
	if err != nil {
		return -1
	}
	return rune(n)
}

// forbidden reports whether XML 1.0 does not have a character.
func forbidden(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF || !utf8.ValidRune(r)
}

// ReadIdentify reads what a repository says of itself. The error is a Trouble.
func ReadIdentify(data []byte) (Repository, error) {
	a, err := parse(data)
	if err != nil {
		return Repository{}, err
	}
	if a.Identify == nil {
		return Repository{}, &Trouble{Reason: record.HarvestXML, Detail: "Identify"}
	}
	return Repository{
		Name: strings.TrimSpace(a.Identify.Name), Second: strings.Contains(a.Identify.Granularity, "T"), Now: strings.TrimSpace(a.Now),
	}, nil
}

// ReadList reads a part of a list. The error is a Trouble, or ErrToken.
func ReadList(data []byte) (*Page, error) {
	a, err := parse(data)
	if err != nil {
		return nil, err
	}
	page := &Page{}
	if a.List == nil {
		if len(a.Errors) > 0 { // noRecordsMatch
			return page, nil
		}
		return nil, &Trouble{Reason: record.HarvestXML, Detail: "ListRecords"}
	}
	for _, r := range a.List.Records {
		id := strings.TrimSpace(r.Header.Identifier)
		if id == "" {
			page.Bad++
			continue
		}
		page.Records = append(page.Records, Record{
			Identifier: id, Stamp: cut(strings.TrimSpace(r.Header.Stamp), mostStamp),
			Deleted: strings.TrimSpace(r.Header.Status) == "deleted", Core: r.Metadata.Core.bounded(),
		})
	}
	page.Token, page.Size = strings.TrimSpace(a.List.Token.Text), sizeOf(a.List.Token.Size)
	if len(page.Token) > mostToken { // no server takes an address that has it
		return nil, &Trouble{
			Reason: record.HarvestXML,
			Detail: "resumptionToken: " + strconv.Itoa(len(page.Token)) + " > " + strconv.Itoa(mostToken),
		}
	}
	return page, nil
}

// cut returns at most most bytes of a text, in whole characters.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "")
}

// sizeOf reads how long a list is, which is only told to people: what is no number says nothing.
func sizeOf(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return 0
	}
	return max(0, n)
}
