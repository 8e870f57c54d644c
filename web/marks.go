package web

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/report"
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
	Faults   []fieldFault
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
func (s *site) markBox(c *gin.Context, d record.Document, text *extract.Document) (*markBox, error) {
	if d.Standard {
		return nil, nil
	}
	ctx := c.Request.Context()
	box := &markBox{Document: d.ID, Form: d.Form, Fields: record.MarkFields(), Lines: linesToChoose(text), Values: markValues{Kind: markLabel}, Reviewer: reviewer(c)}
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

// linesToChoose are the lines of the first pages that can be a label or a value.
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

// addMark keeps where a field stands in a form.
func (s *site) addMark(c *gin.Context, id int64) error {
	line := func(name string) string { return cleanLine(c.PostForm(name), maxField) }
	v := markValues{Field: line("field"), Line: line("line"), Text: line("text"), Kind: line("kind"), Year: line("year")}
	v.Form, _ = strconv.ParseInt(line("form"), 10, 64) // what is no number is no form, as the fault says
	by := cleanLine(c.PostForm("reviewer"), maxReviewer)
	l := s.language(c)
	var faults []fieldFault
	m := record.Mark{Form: v.Form, AddedBy: by, Known: extract.Known{Field: v.Field}}
	chosen := v.Text
	if chosen == "" {
		chosen = v.Line
	}
	if v.Kind == markValue {
		m.Known.Value = chosen
	} else {
		v.Kind, m.Known.Label = markLabel, chosen
	}
	if v.Year != "" {
		year, err := strconv.Atoi(v.Year)
		if err != nil || year < 1 || year > report.MaxYear {
			faults = append(faults, fieldFault{"mark-year", l.Text("roles.fault.year", "Value", v.Year)})
		}
		m.Year = year
	}
	if by == "" {
		faults = append(faults, fieldFault{"mark-reviewer", l.Text("roles.fault.reviewer")})
	}
	if len(faults) == 0 {
		setReviewer(c, by)
		err := s.Jobs.Teach(c.Request.Context(), id, m)
		var wrong record.MarkFault
		switch {
		case err == nil:
			form := id
			if m.Form != 0 {
				form = m.Form
			}
			c.Redirect(http.StatusSeeOther, "/documents/"+strconv.FormatInt(form, 10)+"#marks")
			return nil
		case !errors.As(err, &wrong):
			return err
		}
		faults = append(faults, fieldFault{markFieldOf(wrong), l.Text("marks.fault." + string(wrong))})
	}
	return s.showDocument(c, id, http.StatusUnprocessableEntity, func(box *markBox) {
		box.Values, box.Faults, box.Reviewer = v, faults, by
	})
}

// markFieldOf is the field of the page that a fault is to be mended in.
func markFieldOf(f record.MarkFault) string {
	switch f {
	case record.MarkField:
		return "mark-field"
	case record.MarkForm:
		return "mark-form"
	}
	return "mark-text"
}

// deleteMark forgets where a field stands in a form.
func (s *site) deleteMark(c *gin.Context, id int64) error {
	mark, err := paramID(c, "mark")
	if err == nil {
		err = s.Store.DeleteMark(c.Request.Context(), id, mark)
	}
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/documents/"+strconv.FormatInt(id, 10)+"#marks")
	return nil
}

// rereadView is the view of page/rereads.html.
type rereadView struct {
	Page
	Form record.Document
	Name string
	Rows []record.Reread
}

// rereads offers to correct applications on a form that were read before it was shown.
func (s *site) rereads(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	d, err := s.Store.Document(ctx, id)
	if err != nil {
		return err
	}
	if !d.Form {
		return record.ErrNotFound
	}
	rows, err := s.Jobs.Rereads(ctx, id)
	if err != nil {
		return err
	}
	v := rereadView{Page: s.page(c, s.language(c).Text("marks.rereads")), Form: d, Name: report.NameOf(d.Identity), Rows: rows}
	v.Section = "forms"
	return s.render(c, http.StatusOK, "rereads", v)
}

// takeOver corrects the chosen applications.
func (s *site) takeOver(c *gin.Context, id int64) error {
	var chosen []int64
	for _, text := range c.PostFormArray("document") {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 1 {
			return errBadInput
		}
		chosen = append(chosen, n)
	}
	if err := s.Jobs.TakeOver(c.Request.Context(), id, chosen); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/documents/"+strconv.FormatInt(id, 10)+"/rereads")
	return nil
}
