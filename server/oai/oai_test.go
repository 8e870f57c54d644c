package oai

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
)

func answerOf(body string) []byte {
	return []byte(`<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2024-06-01T10:00:00Z</responseDate>` + body + `</OAI-PMH>`)
}

func recordOf(header, dc string) string {
	return `<record><header` + header + `</header><metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">` + dc + `</oai_dc:dc></metadata></record>`
}

func TestReadList(t *testing.T) {
	page, err := ReadList(answerOf(`<ListRecords>` +
		recordOf(`><identifier> oai:x:1 </identifier><datestamp>2024-01-02</datestamp>`, "<dc:title>题\x0b目&nbsp;A\xff</dc:title><dc:creator>王某</dc:creator><dc:creator>李某</dc:creator>") +
		`<record><header status="deleted"><identifier>oai:x:2</identifier><datestamp>2024-01-03</datestamp></header></record>` +
		recordOf(`><datestamp>2024-01-04</datestamp>`, "<dc:title>nobody</dc:title>") +
		`<resumptionToken completeListSize="7" cursor="0">a b&amp;c</resumptionToken></ListRecords>`))
	if err != nil {
		t.Fatal(err)
	}
	want := &Page{Token: "a b&c", Size: 7, Bad: 1, Records: []Record{
		{Identifier: "oai:x:1", Stamp: "2024-01-02", Core: Core{Titles: []string{"题 目\u00a0A\uFFFD"}, Creators: []string{"王某", "李某"}}},
		{Identifier: "oai:x:2", Stamp: "2024-01-03", Deleted: true},
	}}
	if diff := cmp.Diff(want, page); diff != "" {
		t.Error(diff)
	}
}

// References to characters that XML does not have keep no record back, whatever the encoding; others
// are read.
func TestReferences(t *testing.T) {
	for _, ref := range []string{"&#x1;", "&#11;", "&#0;", "&#00011;", "&#x000b;", "&#x1F;", "&#xFFFE;", "&#65535;", "&#xD800;", "&#57343;", "&#x110000;", "&#99999999999999999999;"} {
		for _, encoding := range []string{"UTF-8", "GBK"} {
			page, err := ReadList([]byte(`<?xml version="1.0" encoding="` + encoding + `"?><OAI-PMH><ListRecords>` + recordOf("><identifier>1</identifier>", "<dc:title>a"+ref+"b&#233;&#x9;&#x1F600;c</dc:title>") +
				recordOf("><identifier>2</identifier>", "") + `<resumptionToken>t` + ref + `</resumptionToken></ListRecords></OAI-PMH>`))
			if err != nil || len(page.Records) != 2 || page.Records[0].Core.Titles[0] != "a bé\t😀c" || page.Token != "t" {
				t.Errorf("%s in %s: %+v %v", ref, encoding, page, err)
			}
		}
	}
}

// The size of a list is only told to people: nothing that stands there refuses the answer.
func TestSize(t *testing.T) {
	for text, want := range map[string]int{"7": 7, " 7 ": 7, "unknown": 0, "": 0, "-1": 0, "1e6": 0, "99999999999999999999": 0} {
		page, err := ReadList(answerOf(`<ListRecords>` + recordOf("><identifier>1</identifier>", "") + `<resumptionToken completeListSize="` + text + `" cursor="unknown">t</resumptionToken></ListRecords>`))
		if err != nil || page.Size != want || len(page.Records) != 1 || page.Token != "t" {
			t.Errorf("%q: %+v %v", text, page, err)
		}
	}
}

func TestReadTroubles(t *testing.T) {
	for _, tc := range []struct {
		name, answer string
		reason       record.HarvestReason // "" is none
		token        bool
	}{
		{"an empty list", string(answerOf(`<error code="noRecordsMatch"/>`)), "", false},
		{"a token that is not known", string(answerOf(`<error code="badResumptionToken">expired</error>`)), "", true},
		{"no sets", string(answerOf(`<error code="noSetHierarchy"/>`)), record.HarvestSet, false},
		{"no Dublin Core", string(answerOf(`<error code="cannotDisseminateFormat"/>`)), record.HarvestFormat, false},
		{"a wrong request", string(answerOf(`<error code="badArgument">from</error>`)), record.HarvestProtocol, false},
		{"a token that no address can hold", string(answerOf(`<ListRecords><resumptionToken>` + strings.Repeat("t", mostToken+1) + `</resumptionToken></ListRecords>`)), record.HarvestXML, false},
		{"one that breaks off", `<OAI-PMH><ListRecords><record>`, record.HarvestXML, false},
		{"a page", `<!DOCTYPE html><html><body>404</body></html>`, record.HarvestXML, false},
		{"another answer", string(answerOf(`<Identify/>`)), record.HarvestXML, false},
		{"nothing", ``, record.HarvestXML, false},
		{"deep", strings.Repeat("<a>", 100_000), record.HarvestXML, false},
	} {
		page, err := ReadList([]byte(tc.answer))
		var trouble *Trouble
		errors.As(err, &trouble)
		switch {
		case tc.token && !errors.Is(err, ErrToken), tc.reason != "" && (trouble == nil || trouble.Reason != tc.reason), tc.reason == "" && !tc.token && (err != nil || page.Token != ""):
			t.Errorf("%s: %+v %v", tc.name, page, err)
		}
	}
	// Of another encoding.
	if page, err := ReadList([]byte("<?xml version=\"1.0\" encoding=\"GBK\"?><OAI-PMH><ListRecords>" + recordOf("><identifier>1</identifier>", "<dc:title>\xcc\xe2\xc4\xbf</dc:title>") + "</ListRecords></OAI-PMH>")); err != nil || page.Records[0].Core.Titles[0] != "题目" {
		t.Errorf("GBK: %+v %v", page, err)
	}
}

func TestRepository(t *testing.T) {
	seconds, err := ReadIdentify(answerOf(`<Identify><repositoryName> 库 </repositoryName><granularity>YYYY-MM-DDThh:mm:ssZ</granularity></Identify>`))
	if err != nil || seconds.Name != "库" || !seconds.Second {
		t.Fatalf("%+v %v", seconds, err)
	}
	days, err := ReadIdentify(answerOf(`<Identify><granularity>YYYY-MM-DD</granularity></Identify>`))
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ got, want string }{
		{seconds.Since("2024-03-05"), "2024-03-05T00:00:00Z"}, {seconds.Since("2024-03-05T07:08:09Z"), "2024-03-05T07:08:09Z"},
		{days.Since("2024-03-05T07:08:09Z"), "2024-03-05"}, {days.Since(""), ""}, {days.Since("yesterday"), ""},
		{days.Stamp(days.Clock(time.Time{})), "2024-06-01"},
	} {
		if tc.got != tc.want {
			t.Errorf("%q, want %q", tc.got, tc.want)
		}
	}
}

func TestAddresses(t *testing.T) {
	first, err := List("https://x.example/oai?site=3#top", Request{Set: "com 1", From: "2024-01-01"})
	if err != nil || first != "https://x.example/oai?from=2024-01-01&metadataPrefix=oai_dc&set=com+1&site=3&verb=ListRecords" {
		t.Errorf("%s %v", first, err)
	}
	next, err := List("https://x.example/oai", Request{Set: "com", From: "2024-01-01", Token: "a/b=c&d"})
	if err != nil || next != "https://x.example/oai?resumptionToken=a%2Fb%3Dc%26d&verb=ListRecords" {
		t.Errorf("%s %v", next, err)
	}
}

func TestIdentity(t *testing.T) {
	c := Core{
		Titles: []string{" ", "图  神经网络", "Graph networks"}, Creators: []string{"王某", "李某"}, Contributors: []string{"张某", "王某"}, Publishers: []string{"某大学"},
		Subjects: []string{"图", "图", "网络"}, Dates: []string{"2023-05-04T08:00:00Z", "2021-03", "2021", "in press"},
	}
	want := evidence.Identity{
		Title: "图 神经网络", Applicant: "王某", Institution: "某大学", Year: 2021, Date: "2021-03", Keywords: []string{"图", "网络"},
		Participants: []evidence.Person{{Name: "李某"}, {Name: "张某"}},
	}
	if diff := cmp.Diff(want, c.Identity()); diff != "" {
		t.Error(diff)
	}
	if id := (Core{Dates: []string{"Published in 1998, printed 1999"}}).Identity(); id.Year != 1998 || id.Date != "1998" {
		t.Errorf("%+v", id)
	}
	if diff := cmp.Diff(evidence.Identity{}, (Core{}).Identity()); diff != "" {
		t.Error(diff)
	}
}

func TestLinks(t *testing.T) {
	c := Core{
		Identifiers: []string{"ISBN 1", "https://x.example/handle/1/2", "https://x.example/b/thesis.docx", "doi:10.1000/abc", "ftp://x.example/a.pdf", "https://x.example/bitstream/1/2/view"},
		Relations:   []string{"https://other.example/paper", "https://x.example/b/thesis.pdf", "https://x.example/handle/1/2"},
		Formats:     []string{"application/pdf"},
	}
	want := []string{"https://x.example/b/thesis.pdf", "https://x.example/b/thesis.docx", "https://x.example/bitstream/1/2/view", "https://x.example/handle/1/2", "https://doi.org/10.1000/abc"}
	if diff := cmp.Diff(want, c.Links()); diff != "" {
		t.Error(diff)
	}
	if got := (Core{Identifiers: []string{"hdl:2117/33", "https://user:pw@x.example/a.pdf"}}).Links(); len(got) != 1 || got[0] != "https://hdl.handle.net/2117/33" {
		t.Errorf("%q", got)
	}
}

// Whatever a repository answers, nothing panics, and what is read can be kept.
func FuzzReadList(f *testing.F) {
	f.Add(answerOf(`<ListRecords>` + recordOf(`><identifier>1</identifier>`, "<dc:title>题</dc:title>") + `</ListRecords>`))
	f.Add([]byte("\xff<OAI-PMH>\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		page, err := ReadList(data)
		if err != nil {
			return
		}
		for _, r := range page.Records {
			if r.Identifier == "" {
				t.Error("a record without identifier")
			}
			r.Core.Identity()
			if len(r.Core.Links()) > mostLinks {
				t.Error("too many links")
			}
		}
	})
}

// What a record names without end is read to a bound, and in time that grows with it alone.
func TestManyValues(t *testing.T) {
	const many = 300_000
	var c Core
	var dc strings.Builder
	for i := range many {
		address := "https://x.example/" + strconv.Itoa(i)
		c.Identifiers = append(c.Identifiers, address)
		if i < 2*mostValues {
			fmt.Fprintf(&dc, "<dc:identifier>%s</dc:identifier><dc:creator>%d</dc:creator>", address, i)
		}
	}
	if got := c.Links(); len(got) != mostLinks || got[0] != "https://x.example/0" {
		t.Errorf("links %q", got)
	}
	header := `><identifier>1</identifier><datestamp>` + strings.Repeat("2", 2*mostStamp) + `</datestamp>`
	page, err := ReadList(answerOf(`<ListRecords>` + recordOf(header, dc.String()) + `</ListRecords>`))
	if err != nil {
		t.Fatal(err)
	}
	r := page.Records[0]
	if len(r.Core.Identifiers) != mostValues || len(r.Core.Creators) != mostValues || len(r.Stamp) != mostStamp {
		t.Errorf("identifiers %d, creators %d, datestamp %d bytes", len(r.Core.Identifiers), len(r.Core.Creators), len(r.Stamp))
	}
}

// An answer that is within its bytes and would take many times that in memory is refused before it is read; one as large that says
// something is read.
func TestSwellingAnswers(t *testing.T) {
	times := func(s string) string { return strings.Repeat(s, (MostBytes-1000)/len(s)) }
	for name, body := range map[string]string{
		"elements in elements":   "<OAI-PMH>" + times("<a>"),
		"attributes":             "<OAI-PMH " + times(`a="" `) + ">",
		"attributes of a record": "<OAI-PMH><ListRecords><record " + times(`a="" `) + "/>",
		"errors":                 "<OAI-PMH>" + times("<error/>") + "</OAI-PMH>",
		"empty records":          "<OAI-PMH><ListRecords>" + times("<record/>") + "</ListRecords></OAI-PMH>",
	} {
		before := allocated()
		_, err := ReadList([]byte(body))
		var trouble *Trouble
		if !errors.As(err, &trouble) || !strings.Contains(trouble.Detail, "<…>") {
			t.Errorf("%s: %v", name, err)
		}
		if took := allocated() - before; took > 2*MostBytes {
			t.Errorf("%s: %d MB were allocated", name, took>>20)
		}
	}
	long := strings.Repeat("长", 40_000)
	one := recordOf("><identifier>oai:1</identifier>",
		"<dc:title>一</dc:title><dc:description><![CDATA["+long+"<p>]]></dc:description><!-- "+long+" -->")
	page, err := ReadList(answerOf("<ListRecords>" + strings.Repeat(one, 100) + "</ListRecords>"))
	if err != nil || len(page.Records) != 100 {
		t.Errorf("records with long texts: %v", err)
	}
}

// allocated returns how many bytes were allocated since the start.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
