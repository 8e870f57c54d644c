package web

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

// identityField is one line of an application's basic information.
type identityField struct {
	Name  string // title, applicant, …
	Value string
	// Source is where in the file the value was found, Found the address of its
	// paragraph there; both may be empty.
	Source extract.MetadataSource
	Found  string
	// Read is what the file says where that is not the value.
	Read string
	// Named says that the value is the name of the file, for want of another.
	Named bool
}

// detailsView is the view of partial/details.html.
type detailsView struct {
	Document int64
	Fields   []identityField
	Read     int // fields whose value was read from the file
}

// viewDetails sets the basic information beside what the file says of itself;
// place leads to a paragraph.
func viewDetails(d record.Document, text *extract.Document, place func(start int) string) detailsView {
	v := detailsView{Document: d.ID}
	year := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	i, m := d.Identity, text.Metadata
	for _, f := range []struct{ name, value, read string }{
		{"title", i.Title, m.Title},
		{"applicant", i.Applicant, m.Applicant},
		{"institution", i.Institution, m.Institution},
		{"year", year(i.Year), year(m.Year)},
		{"programme", i.Programme, m.Programme},
		{"keywords", joinKeywords(i.Keywords), joinKeywords(m.Keywords)},
	} {
		field := identityField{Name: f.name, Value: f.value}
		field.Named = f.name == "title" && f.value == record.Complete(evidence.Identity{Filename: i.Filename}, &extract.Document{}).Title
		read := strings.TrimSpace(f.read)
		if found, ok := m.Found[f.name]; ok && read != "" {
			field.Source = found.Source
			if found.Start < found.End {
				field.Found = place(found.Start)
			}
			if read == f.value {
				v.Read++
			} else {
				field.Read = read
			}
		}
		v.Fields = append(v.Fields, field)
	}
	return v
}

// joinKeywords writes keywords as splitKeywords reads them, in the manner of
// what they are written in.
func joinKeywords(keywords []string) string {
	for _, k := range keywords {
		if strings.ContainsFunc(k, func(r rune) bool { return r >= firstWide }) {
			return strings.Join(keywords, "；")
		}
	}
	return strings.Join(keywords, "; ")
}

// readIdentity takes the fields of a form over into an identity.
func readIdentity(i *evidence.Identity, field func(string) string) {
	text := func(name string) string { return strings.TrimSpace(cutText(field(name), maxField)) }
	i.Title, i.Applicant, i.Institution, i.Programme = text("title"), text("applicant"), text("institution"), text("programme")
	i.Year = 0
	if year, err := strconv.Atoi(text("year")); err == nil && year > 0 && year <= maxYear {
		i.Year = year
	}
	i.Keywords = splitKeywords(text("keywords"))
}

// describe corrects the basic information of a document. Checks that were made
// before stay as they are.
func (s *site) describe(c *gin.Context, id int64) error {
	d, err := s.Store.Document(c.Request.Context(), id)
	if err != nil {
		return err
	}
	identity := d.Identity
	readIdentity(&identity, c.PostForm)
	if err := s.Jobs.Describe(c.Request.Context(), id, identity); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/documents/"+strconv.FormatInt(id, 10)+"#details")
	return nil
}

// outdated says that the last of a document's checks that is done knew other
// basic information than the document has now.
func (s *site) outdated(ctx context.Context, checks []record.Check, d record.Document) (bool, error) {
	i := slices.IndexFunc(checks, func(c record.Check) bool { return c.State == record.CheckDone })
	if i < 0 {
		return false, nil
	}
	known, err := s.known(ctx, checks[i])
	if err != nil {
		return false, err
	}
	return !sameDetails(d.Identity, known.evidence.Document.Identity), nil
}

// sameDetails says that basic information is the same, so that a check made
// with one holds for the other.
func sameDetails(a, b evidence.Identity) bool {
	return a.Title == b.Title && a.Applicant == b.Applicant && a.Institution == b.Institution && a.Year == b.Year &&
		a.Programme == b.Programme && strings.Join(a.Keywords, "\n") == strings.Join(b.Keywords, "\n")
}
