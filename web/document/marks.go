package document

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// markBox is the view of partial/marks.html: where fields stand in a blank form, on
// the page of the form or of an application on it.
type markBox struct {
	Document int64
	Form     bool          // the document is the form
	Marks    []record.Mark // of the form
	Fields   []string
	Lines    []string // of the first pages, to choose from
	Forms    []formChoice
	Values   markValues
	Faults   []site.FieldFault
	Trial    *record.Trial // what was shown would do; nil until that is asked for
	OnPage   string        // address of the page where it can be shown in the picture, or ""
	Reviewer string
}

// formChoice is a blank form that an application may be on.
type formChoice struct {
	ID   int64
	Name string
}

// markValues are the fields of the form as they were typed.
type markValues struct {
	Field, Line, Text, Kind, Year string
	Form                          int64
	At                            int // where the text was chosen, in code points of the document's; -1 is unknown
	Page                          int // that it was chosen on in the picture; 0 for none
}

// Place formats At for the form.
func (v markValues) Place() string {
	if v.At < 0 {
		return ""
	}
	return strconv.Itoa(v.At)
}

// Kinds of marks.
const (
	markLabel = "label" // the value stands behind, beside or below it
	markValue = "value" // the form has it printed
)

const (
	markLines      = 150 // lines to choose from
	longestLine    = 60  // code points of one
	mostFormChoice = 50
)

// markBox makes the box for a document that is ready; nil where nothing can be shown:
// for standard texts, and for applications where there is no form.
func (s *pages) markBox(c *gin.Context, d record.Document, text *extract.Document) (*markBox, error) {
	if d.Standard {
		return nil, nil
	}
	ctx := c.Request.Context()
	onPage := ""
	if s.Pictures.Pages != nil && text.Drawable() && len(text.Pages) > 0 {
		onPage = markPath(d.ID, 1)
	}
	box := &markBox{OnPage: onPage, Document: d.ID, Form: d.Form, Fields: record.MarkFields(), Lines: linesToChoose(text),
		Values: markValues{Kind: markLabel, At: -1}, Reviewer: s.Signing(c)}
	if d.Form {
		var err error
		box.Marks, err = s.Store.Marks(ctx, d.ID)
		if year := max(d.Identity.Year, 0); year != 0 {
			box.Values.Year = strconv.Itoa(year)
		}
		return box, err
	}
	blank := true
	forms, _, err := s.Store.Documents(ctx, record.Filter{Form: &blank, State: record.DocumentReady, Limit: mostFormChoice})
	if err != nil {
		return nil, err
	}
	for _, f := range forms {
		if !f.Standard {
			box.Forms = append(box.Forms, formChoice{f.ID, report.NameOf(f.Identity)})
		}
	}
	if len(box.Forms) == 0 {
		return nil, nil
	}
	if box.Values.Form, err = s.Jobs.FormOf(ctx, d.ID); err != nil {
		return nil, err
	}
	if d.Identity.Year != 0 {
		box.Values.Year = strconv.Itoa(d.Identity.Year)
	}
	return box, nil
}

// linesToChoose returns the lines of the first pages that can be a label or a value.
func linesToChoose(d *extract.Document) []string {
	var out []string
	seen := map[string]bool{}
	for line := range strings.SplitSeq(d.Text, "\n") {
		line = strings.Join(strings.Fields(line), " ")
		if line == "" || seen[line] || utf8.RuneCountInString(line) > longestLine {
			continue
		}
		seen[line] = true
		if out = append(out, line); len(out) == markLines {
			break
		}
	}
	return out
}

// addMark keeps where a field stands in a form, or tells what that would do.
func (s *pages) addMark(c *gin.Context, id int64) error {
	m, v, faults := s.readMark(c)
	ctx := c.Request.Context()
	fill := func(box *markBox) { box.Values, box.Faults, box.Reviewer = v, faults, m.AddedBy }
	if len(faults) == 0 {
		s.SetReviewer(c, m.AddedBy)
		var err error
		if c.PostForm("try") != "" {
			var trial record.Trial
			if trial, err = s.Jobs.TryMark(ctx, id, m); err == nil {
				return s.showMarking(c, id, v.Page, http.StatusOK, func(box *markBox) {
					fill(box)
					box.Trial = &trial
				})
			}
		} else if err = s.Jobs.Teach(ctx, id, m); err == nil {
			form := id
			if m.Form != 0 {
				form = m.Form
			}
			c.Redirect(http.StatusSeeOther, "/documents/"+strconv.FormatInt(form, 10)+"#marks")
			return nil
		}
		var wrong record.MarkFault
		if !errors.As(err, &wrong) {
			return err
		}
		faults = append(faults, site.FieldFault{Field: markFieldOf(wrong), Text: s.Language(c).Text("marks.fault." + string(wrong))})
	}
	return s.showMarking(c, id, v.Page, http.StatusUnprocessableEntity, fill)
}

// showMarking shows the page that a mark was made on: the document's, or one of its
// pictures.
func (s *pages) showMarking(c *gin.Context, id int64, page, status int, fill func(*markBox)) error {
	if page > 0 {
		return s.showMarkPage(c, id, page, status, fill)
	}
	return s.showDocument(c, id, status, fill)
}

// readMark reads a mark from the form, with the faults that can be found without the blank form.
func (s *pages) readMark(c *gin.Context) (m record.Mark, v markValues, faults []site.FieldFault) {
	line := func(name string) string { return site.CleanLine(c.PostForm(name), site.MaxField) }
	v = markValues{Field: line("field"), Line: line("line"), Text: line("text"), Kind: line("kind"), Year: line("year"), At: -1}
	v.Form, _ = strconv.ParseInt(line("form"), 10, 64) // what is no number is no form, as the fault says
	if at, err := strconv.Atoi(line("at")); err == nil && at >= 0 {
		v.At = at
	}
	if page, err := strconv.Atoi(line("page")); err == nil && page > 0 {
		v.Page = page
	}
	l := s.Language(c)
	m = record.Mark{Form: v.Form, At: v.At, AddedBy: s.Signed(c), Known: extract.Known{Field: v.Field}}
	chosen := v.Text
	if chosen == "" {
		chosen, m.At = v.Line, -1
	}
	switch v.Kind {
	case markValue:
		m.Known.Value = chosen
	case markLabel:
		m.Known.Label = chosen
	default:
		v.Kind = markLabel
		faults = append(faults, site.FieldFault{Field: "mark-kind", Text: l.Text("marks.fault.kind")})
	}
	if v.Year != "" {
		var err error
		if m.Year, err = strconv.Atoi(v.Year); err != nil || m.Year == 0 ||
			(record.Mark{Year: m.Year, Known: extract.Known{Field: "title", Label: "x"}}).Fault() != "" {
			faults = append(faults, site.FieldFault{Field: "mark-year", Text: l.Text("marks.fault.year", "Value", v.Year)})
		}
	}
	if m.AddedBy == "" {
		faults = append(faults, site.FieldFault{Field: "mark-reviewer", Text: l.Text("roles.fault.reviewer")})
	}
	return m, v, faults
}

// markFieldOf returns the field of the page that a fault is to be mended in.
func markFieldOf(f record.MarkFault) string {
	fields := map[record.MarkFault]string{
		record.MarkField: "mark-field", record.MarkForm: "mark-form", record.MarkYear: "mark-year", record.MarkPrinted: "mark-kind",
	}
	return cmp.Or(fields[f], "mark-text")
}

// deleteMark deletes a mark of a form, and shows the values that were read by it.
func (s *pages) deleteMark(c *gin.Context, id int64) error {
	mark, err := site.ParamID(c, "mark")
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	marks, err := s.Store.Marks(ctx, id)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(marks, func(m record.Mark) bool { return m.ID == mark })
	if i < 0 {
		return record.ErrNotFound
	}
	if err := s.Store.DeleteMark(ctx, id, mark); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, rereadsPath(id, marks[i].Known.Field))
	return nil
}

// withdrawnField is the query parameter that names the field whose mark was taken back.
const withdrawnField = "withdrawn"

// rereadsPath returns the address of the list of applications that now read otherwise; withdrawn is
// a field whose mark was taken back, or "".
func rereadsPath(form int64, withdrawn string) string {
	path := "/documents/" + strconv.FormatInt(form, 10) + "/rereads"
	if withdrawn != "" {
		path += "?" + url.Values{withdrawnField: {withdrawn}}.Encode()
	}
	return path
}

// readWithdrawn reads the field whose mark was taken back.
func readWithdrawn(text string) (string, error) {
	if text != "" && !slices.Contains(record.MarkFields(), text) {
		return "", site.ErrBadInput
	}
	return text, nil
}

// rereadView is the view of page/rereads.html.
type rereadView struct {
	site.Page
	Form      record.Document
	Name      string
	Rows      []record.Reread
	Withdrawn string // field of which a mark was taken back, or ""
}

// rereads offers to correct applications on a form that were read before it was shown.
func (s *pages) rereads(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	d, err := s.Store.Document(ctx, id)
	if err != nil {
		return err
	}
	if !d.Form {
		return record.ErrNotFound
	}
	withdrawn, err := readWithdrawn(c.Query(withdrawnField))
	if err != nil {
		return err
	}
	rows, err := s.Jobs.Rereads(ctx, id, withdrawn)
	if err != nil {
		return err
	}
	v := rereadView{Page: s.Page(c, s.Language(c).Text("marks.rereads")), Form: d, Name: report.NameOf(d.Identity), Rows: rows,
		Withdrawn: withdrawn}
	v.Section = "forms"
	return s.Render(c, http.StatusOK, "rereads", v)
}

// takeOver corrects the chosen applications.
func (s *pages) takeOver(c *gin.Context, id int64) error {
	var chosen []int64
	for _, text := range c.PostFormArray("document") {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 1 {
			return site.ErrBadInput
		}
		chosen = append(chosen, n)
	}
	withdrawn, err := readWithdrawn(c.PostForm(withdrawnField))
	if err != nil {
		return err
	}
	if err := s.Jobs.TakeOver(c.Request.Context(), id, withdrawn, chosen); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, rereadsPath(id, withdrawn))
	return nil
}
