package upload

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// ReadIdentity takes the fields of a form over into an identity, without characters that
// cannot be shown or turn the direction of others. The error is site.ErrForm where a field is too
// long; none is cut.
func ReadIdentity(i *evidence.Identity, field func(string) string) error {
	long := false
	all := func(name string) string {
		s := field(name)
		long = long || utf8.RuneCountInString(s) > site.MaxField
		return s
	}
	text := func(name string) string { return site.CleanText(all(name), site.MaxField) }
	line := func(name string) string { return record.Line(all(name)) }
	i.Title, i.Applicant, i.Institution, i.Programme = line("title"), line("applicant"), line("institution"), line("programme")
	i.Year = 0
	if year, err := strconv.Atoi(text("year")); err == nil && year > 0 && year <= report.MaxYear {
		i.Year = year
	}
	i.Keywords = record.ReadKeywords(text("keywords"))
	i.Number, i.Date = line("number"), readDate(line("date"))
	i.Participants, i.Cooperating = record.ReadPeople(text("participants")), record.ReadKeywords(text("cooperating"))
	if long {
		return site.ErrForm
	}
	return nil
}

// readDate returns a date of a form as YYYY, YYYY-MM or YYYY-MM-DD, or "" for any other text.
func readDate(s string) string {
	s = strings.NewReplacer(" ", "", "年", "-", "月", "-", "日", "", "/", "-", ".", "-").Replace(s)
	s = strings.TrimSuffix(s, "-")
	for layout, written := range map[string]string{"2006": "2006", "2006-1": "2006-01", "2006-1-2": time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format(written)
		}
	}
	return ""
}
