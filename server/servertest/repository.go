package servertest

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"zhiwen/internal/each"
)

// Record is a record of the repository.
type Record struct {
	ID, Stamp string // Stamp as 2024-03-01T00:00:00Z
	Deleted   bool
	Set       string
	Title     string
	Creators  []string
	Date      string
	Publisher string
	Links     []string // dc:identifier
	Relations []string
}

// File is a file served at a path.
type File struct {
	Kind     string // content type
	Body     string
	Redirect string // where it leads on to instead; "" is nowhere
}

// Repository is served until its test ends. Its methods are safe for concurrent use.
type Repository struct {
	URL string // of the interface
	At  string // of the server

	mu      sync.Mutex
	records []Record
	files   map[string]File // by path
	asked   map[string]int  // how often a path, or a verb with its token, was asked for
	size    int             // records of a part
	days    bool            // datestamps are days
	now     string
	expired int  // so many tokens are not known
	busy    int  // so many requests are answered 503
	broken  int  // so many lists break off
	circle  bool // the last part leads back to the second
	froms   []string
	hang    func(path string)
}

// NewRepository serves an empty repository whose lists have pages of a given size.
func NewRepository(t testing.TB, size int) *Repository {
	r := &Repository{files: map[string]File{}, asked: map[string]int{}, size: size, now: "2024-06-01T10:00:00Z"}
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	r.At, r.URL = server.URL, server.URL+"/oai"
	return r
}

func (r *Repository) do(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
}

// Put adds a record, or changes the one of its identifier.
func (r *Repository) Put(x Record) {
	r.do(func() {
		for i := range r.records {
			if r.records[i].ID == x.ID {
				r.records[i] = x
				return
			}
		}
		r.records = append(r.records, x)
	})
}

// Serve has a file served under a path.
func (r *Repository) Serve(path string, f File) { r.do(func() { r.files[path] = f }) }

// Text has a text served as a file.
func (r *Repository) Text(path, text string) {
	r.Serve(path, File{Kind: "text/plain; charset=utf-8", Body: text})
}

// Forget has the next n tokens not known, Busy the next n requests of the interface answered
// 503, Break the next n lists break off.
func (r *Repository) Forget(n int) { r.do(func() { r.expired = n }) }

// Busy is told of at Forget.
func (r *Repository) Busy(n int) { r.do(func() { r.busy = n }) }

// Break is told of at Forget.
func (r *Repository) Break(n int) { r.do(func() { r.broken = n }) }

// Circle has the last part of a list lead back to the second one.
func (r *Repository) Circle() { r.do(func() { r.circle = true }) }

// Days has the repository write datestamps as days.
func (r *Repository) Days() { r.do(func() { r.days = true }) }

// Clock sets the repository's clock.
func (r *Repository) Clock(now string) { r.do(func() { r.now = now }) }

// Hang has hang called before each answer from now on; nil ends that.
func (r *Repository) Hang(hang func(path string)) { r.do(func() { r.hang = hang }) }

// Asked returns how often a path was requested; a path of the interface is "verb" or "verb token".
func (r *Repository) Asked(path string) (n int) {
	r.do(func() { n = r.asked[path] })
	return n
}

// Froms returns the fields "from" of the lists that were asked for from their beginning.
func (r *Repository) Froms() (out []string) {
	r.do(func() { out = append(out, r.froms...) })
	return out
}

// ServeHTTP implements http.Handler.
func (r *Repository) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	r.mu.Lock()
	hang := r.hang
	r.mu.Unlock()
	if hang != nil {
		hang(q.URL.Path)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if q.URL.Path != "/oai" {
		r.asked[q.URL.Path]++
		r.serveFile(w, q)
		return
	}
	form := q.URL.Query()
	verb, token := form.Get("verb"), form.Get("resumptionToken")
	r.asked[strings.TrimSpace(verb+" "+token)]++
	if r.busy > 0 {
		r.busy--
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/xml; charset=utf-8")
	body := r.answer(verb, token, form.Get("from"), form.Get("set"), form.Get("metadataPrefix"))
	whole := `<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>` + r.now +
		`</responseDate><request>` + r.URL + `</request>` + body + `</OAI-PMH>`
	if verb == "ListRecords" && r.broken > 0 {
		r.broken--
		whole = whole[:len(whole)/2]
	}
	_, _ = fmt.Fprint(w, whole) //nolint:gosec // XML that a test asks for
}

func (r *Repository) serveFile(w http.ResponseWriter, q *http.Request) {
	if q.URL.Path == "/robots.txt" {
		_, _ = fmt.Fprint(w, "User-agent: *\nDisallow: /closed\n")
		return
	}
	f, ok := r.files[q.URL.Path]
	switch {
	case !ok:
		w.WriteHeader(http.StatusNotFound)
	case f.Redirect != "":
		http.Redirect(w, q, f.Redirect, http.StatusFound)
	default:
		w.Header().Set("Content-Type", f.Kind)
		_, _ = fmt.Fprint(w, f.Body)
	}
}

func fault(code, text string) string { return `<error code="` + code + `">` + text + `</error>` }

// answer is called with the lock held.
func (r *Repository) answer(verb, token, from, set, prefix string) string {
	form := "YYYY-MM-DDThh:mm:ssZ"
	if r.days {
		form = "YYYY-MM-DD"
	}
	switch verb {
	case "Identify":
		return `<Identify><repositoryName>测试知识库</repositoryName><protocolVersion>2.0</protocolVersion><deletedRecord>persistent</deletedRecord><granularity>` + form + `</granularity></Identify>`
	case "ListRecords":
	default:
		return fault("badVerb", verb)
	}
	start := 0
	if token != "" {
		if r.expired > 0 {
			r.expired--
			return fault("badResumptionToken", "expired")
		}
		var offset string
		offset, from, _ = strings.Cut(token, "|")
		from, set, _ = strings.Cut(from, "|")
		start, _ = strconv.Atoi(offset)
	} else {
		r.froms = append(r.froms, from)
		if prefix != "oai_dc" {
			return fault("cannotDisseminateFormat", prefix)
		}
	}
	if set == "none" {
		return fault("noSetHierarchy", "")
	}
	if from != "" && (len(from) == len("2024-01-01")) != r.days {
		return fault("badArgument", "from has another granularity")
	}
	found := each.Where(r.records, func(x Record) bool { return r.stamp(x) >= from && (set == "" || x.Set == set) })
	if len(found) == 0 {
		return fault("noRecordsMatch", "")
	}
	var b strings.Builder
	b.WriteString("<ListRecords>")
	for _, x := range found[start:min(start+r.size, len(found))] {
		r.write(&b, x)
	}
	next := ""
	switch {
	case r.circle && start+r.size >= len(found):
		next = fmt.Sprintf("%d|%s|%s", r.size, from, set)
	case start+r.size < len(found):
		next = fmt.Sprintf("%d|%s|%s", start+r.size, from, set)
	}
	if next != "" || start > 0 {
		fmt.Fprintf(&b, `<resumptionToken completeListSize="%d" cursor="%d">%s</resumptionToken>`, len(found), start, next)
	}
	b.WriteString("</ListRecords>")
	return b.String()
}

func (r *Repository) stamp(x Record) string {
	if t, err := time.Parse("2006-01-02T15:04:05Z", x.Stamp); err == nil && r.days {
		return t.Format(time.DateOnly)
	}
	return x.Stamp
}

func (r *Repository) write(b *strings.Builder, x Record) {
	escaped := func(s string) string {
		var e strings.Builder
		_ = xml.EscapeText(&e, []byte(s))
		return e.String()
	}
	status := ""
	if x.Deleted {
		status = ` status="deleted"`
	}
	fmt.Fprintf(b, `<record><header%s><identifier>%s</identifier><datestamp>%s</datestamp></header>`, status, escaped(x.ID), r.stamp(x))
	if !x.Deleted {
		b.WriteString(`<metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" ` +
			`xmlns:dc="http://purl.org/dc/elements/1.1/">`)
		field := func(name string, values ...string) {
			for _, v := range values {
				if v != "" {
					fmt.Fprintf(b, "<dc:%s>%s</dc:%s>", name, escaped(v), name)
				}
			}
		}
		field("title", x.Title)
		field("creator", x.Creators...)
		field("date", x.Date)
		field("publisher", x.Publisher)
		field("identifier", x.Links...)
		field("relation", x.Relations...)
		b.WriteString(`</oai_dc:dc></metadata>`)
	}
	b.WriteString(`</record>`)
}
