package check

import (
	"context"
	"fmt"
	"net/url"
	"strconv"

	"zhiwen/web/report"
	"zhiwen/web/report/highlight"
	"zhiwen/web/site"
)

// A script that changes what counts asks for a report twice: first for the page
// with the paragraphs and the source cards that are in sight, then for the other
// cards and those of the other paragraphs that look different. Its site.PartHeader is
// "near START-END CARDS": a range in code points of the text and how many source
// cards; or "far" with the same numbers. Its site.HaveHeader names, as an address, the
// report that it has; without it all paragraphs are taken to differ.

// readPart reads a site.PartHeader; nil is the whole report. The error is site.ErrBadInput.
func readPart(header string) (*report.Part, error) {
	if header == "" {
		return nil, nil //nolint:nilnil // no part is asked for
	}
	var which string
	p := &report.Part{}
	if n, err := fmt.Sscanf(header, "%s %d-%d %d", &which, &p.Start, &p.End, &p.Cards); err != nil || n != 4 ||
		which != "near" && which != "far" || p.Cards < 0 {
		return nil, site.ErrBadInput
	}
	p.Others = which == "far"
	return p, nil
}

// paragraphsOf returns the paragraphs of a check's report at an address, as a
// site.HaveHeader names it, of the part of the text that contains a character; nil where
// the address is "".
func (s *pages) paragraphsOf(ctx context.Context, check int64, at int, address string) ([]highlight.Paragraph, error) {
	if address == "" {
		return nil, nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Path != report.CheckPath(check) {
		return nil, site.ErrBadInput
	}
	choice, err := report.ReadChoice(u.Query())
	if err != nil {
		return nil, err
	}
	only, _ := strconv.ParseInt(u.Query().Get(report.SourceField), 10, 64) // none is as good as one that is not there
	assessed, err := s.Assessor.Assess(ctx, check, choice, nil)
	if err != nil {
		return nil, err
	}
	assessed.Address = assessed.Address.At(at)
	return assessed.Text(only).Paragraphs, nil
}
