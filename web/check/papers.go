package check

import (
	"context"

	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// Papers makes the files exported from checks, for tasks that export many. It is safe for
// concurrent use.
type Papers struct{ pages *pages }

// NewPapers makes papers as the pages do.
func NewPapers(s *site.Site, d Dependencies) *Papers {
	return &Papers{&pages{Site: s, Dependencies: d}}
}

// Paper returns the report of a check as PDF, as it was checked and decided, with all opinions: whoever is yet to give
// theirs must not be given it. The error wraps ErrNoPrinter where nothing can print, and assess.ErrNotDone.
func (p *Papers) Paper(ctx context.Context, check int64, l *catalogue.Language) ([]byte, error) {
	s := p.pages
	if s.Print == nil {
		return nil, ErrNoPrinter
	}
	assessed, err := s.Assessor.Assess(ctx, check, report.AsChecked(), nil)
	if err != nil {
		return nil, err
	}
	opinions, err := s.allOpinions(ctx, assessed)
	if err != nil {
		return nil, err
	}
	v, err := s.standingPaper(ctx, l, assessed, 0, opinions)
	if err != nil {
		return nil, err
	}
	page, err := s.ExecuteIn(l, "paper", "paper", v)
	if err != nil {
		return nil, err
	}
	return s.Print(ctx, page)
}

// Sealed reports whether a reader is not to know yet who has decided about passages of a check, and what they wrote.
func (p *Papers) Sealed(ctx context.Context, reader *site.Viewer, check int64) (bool, error) {
	c, err := p.pages.Store.Check(ctx, check)
	if err != nil {
		return false, err
	}
	steps, err := p.pages.Store.Decisions(ctx, check)
	if err != nil {
		return false, err
	}
	_, sealed, err := p.pages.sealed(ctx, reader, c, steps)
	return sealed, err
}

// Evidence returns the XML of a check with its decisions, and requests a time stamp if there are
// decisions.
func (p *Papers) Evidence(ctx context.Context, check int64) ([]byte, error) {
	xml, _, err := p.pages.decided(ctx, check)
	if err == nil && p.pages.Stamps {
		err = p.pages.Store.AskStamp(ctx, record.StampDecided, check, sumOf(xml))
	}
	return xml, err
}
