package document

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/live"
	"zhiwen/web/report"
	"zhiwen/web/site"
	"zhiwen/web/upload"
)

// formListView is the view of page/forms.html.
type formListView struct {
	site.Page
	Rows     []formRow
	Total    int
	Filter   formFilter
	Pages    site.Pagination
	Upload   upload.Box
	Receipts []upload.Receipt
	Live     string
}

// formList shows the blank forms whose text does not count.
func (s *pages) formList(c *gin.Context) error {
	return s.showForms(c, http.StatusOK, nil)
}

func (s *pages) showForms(c *gin.Context, status int, receipts []upload.Receipt) error {
	number, err := site.PageNumber(c)
	if err != nil {
		return err
	}
	isForm := true
	documents, _, err := s.Store.Documents(c.Request.Context(), record.Filter{Form: &isForm}) // there are some dozens
	if err != nil {
		return err
	}
	filter, err := formFilterOf(c, documents)
	if err != nil {
		return err
	}
	documents = slices.DeleteFunc(documents, func(d record.Document) bool { return !filter.takes(d) })
	total, first := len(documents), (number-1)*site.PageSize
	if number > 1 && first >= total {
		return record.ErrNotFound
	}
	documents = documents[min(first, total):min(first+site.PageSize, total)]
	v := formListView{
		Filter:   filter,
		Page:     s.Page(c, s.Language(c).Text("forms.title"), "live.js", "upload.js"),
		Total:    total,
		Pages:    site.Paginate(number, total, c.Request.URL),
		Upload:   s.Uploads.Box("/forms"),
		Receipts: receipts,
	}
	v.Section, v.Upload.Form = "forms", true
	stream := url.Values{}
	for _, d := range documents {
		v.Rows = append(v.Rows, formRow{Document: d, Name: report.NameOf(d.Identity)})
		if d.State == record.DocumentWaiting {
			stream.Add("document", strconv.FormatInt(d.ID, 10))
		}
	}
	v.Live = live.Address(stream)
	return s.Render(c, status, "forms", v)
}

// What the list can be narrowed to.
const (
	kindForm     = "form"
	kindStandard = "standard"
)

// formFilter is what of the forms is listed: blank forms by programme and year, standard
// texts by institution.
type formFilter struct {
	Kind, Programme, Institution string // "" is all
	Year                         int    // 0 is all

	Programmes, Institutions []string // that there are
	Years                    []int
}

// Any reports whether something is chosen.
func (f formFilter) Any() bool {
	return f.Kind != "" || f.Programme != "" || f.Institution != "" || f.Year != 0
}

func (f formFilter) takes(d record.Document) bool {
	kind := kindForm
	if d.Standard {
		kind = kindStandard
	}
	i := d.Identity
	return (f.Kind == "" || f.Kind == kind) && (f.Programme == "" || f.Programme == i.Programme) &&
		(f.Institution == "" || f.Institution == i.Institution) && (f.Year == 0 || f.Year == i.Year)
}

// formFilterOf reads the filter of an address; documents are all that there are.
func formFilterOf(c *gin.Context, documents []record.Document) (f formFilter, err error) {
	f = formFilter{Kind: c.Query("kind"), Programme: c.Query("programme"), Institution: c.Query("institution")}
	if !slices.Contains([]string{"", kindForm, kindStandard}, f.Kind) {
		return f, site.ErrBadInput
	}
	year, err := site.QueryNumber(c, "year")
	if err != nil || year > report.MaxYear {
		return f, site.ErrBadInput
	}
	f.Year = int(year)
	for _, d := range documents {
		if i := d.Identity; d.Standard {
			f.Institutions = append(f.Institutions, i.Institution)
		} else {
			f.Programmes, f.Years = append(f.Programmes, i.Programme), append(f.Years, i.Year)
		}
	}
	f.Programmes, f.Institutions, f.Years = distinct(f.Programmes), distinct(f.Institutions), distinct(f.Years)
	slices.Reverse(f.Years)
	return f, nil
}

// distinct returns the distinct values in order, without empty ones.
func distinct[T cmp.Ordered](values []T) []T {
	var none T
	slices.Sort(values)
	return slices.DeleteFunc(slices.Compact(values), func(v T) bool { return v == none })
}

// formsMoved leads on from the address that the list of forms had once.
func (s *pages) formsMoved(c *gin.Context) error {
	to := url.URL{Path: "/forms", RawQuery: c.Request.URL.RawQuery}
	c.Redirect(http.StatusMovedPermanently, to.String())
	return nil
}

func (s *pages) uploadForms(c *gin.Context) error {
	return s.Uploads.Take(c, func(u *upload.Upload) {
		for i := range u.Files {
			u.Files[i].Form, u.Files[i].Standard = true, u.Standard != nil
			if u.Standard != nil { // several files of one institution may come at once
				u.Files[i].Identity.Institution = *u.Standard
			}
		}
	}, func([]upload.Receipt) string { return "/forms" }, s.showForms)
}

// formRow is one form of the list.
type formRow struct {
	record.Document
	Name string
}
