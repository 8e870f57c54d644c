package web

import (
	"context"
	"fmt"
	"net/url"
	"strconv"

	"zhiwen/web/report"
)

// A script that changes what counts asks for a report twice: first for the page
// with the paragraphs and the source cards that are in sight, then for the other
// cards and those of the other paragraphs that look different.
const (
	// partHeader of a request is "near START-END CARDS": a range in code points
	// of the text and how many source cards; or "far" with the same numbers.
	partHeader = "X-Part"
	// haveHeader names, as an address, the report that the script has; without
	// it all paragraphs are taken to differ.
	haveHeader = "X-Have"
)

// readPart reads a partHeader; nil is the whole report. The error is errBadInput.
func readPart(header string) (*report.Part, error) {
	if header == "" {
		return nil, nil //nolint:nilnil // no part is asked for
	}
	var which string
	p := &report.Part{}
	if n, err := fmt.Sscanf(header, "%s %d-%d %d", &which, &p.Start, &p.End, &p.Cards); err != nil || n != 4 || which != "near" && which != "far" || p.Cards < 0 {
		return nil, errBadInput
	}
	p.Others = which == "far"
	return p, nil
}

// paragraphsOf gives the paragraphs of a check's report at an address, as a
// haveHeader names it; nil where it is "".
func (s *site) paragraphsOf(ctx context.Context, check int64, address string) ([]report.Paragraph, error) {
	if address == "" {
		return nil, nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Path != report.CheckPath(check) {
		return nil, errBadInput
	}
	choice, err := report.ReadChoice(u.Query())
	if err != nil {
		return nil, err
	}
	only, _ := strconv.ParseInt(u.Query().Get(report.SourceField), 10, 64) // none is as good as one that is not there
	assessed, err := s.assessBy(ctx, check, choice)
	if err != nil {
		return nil, err
	}
	return assessed.Text(only).Paragraphs, nil
}
