package check

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// Program is what the interface for programs does with checks, by the same rules as the
// pages. It is safe for concurrent use.
type Program struct{ pages *pages }

// NewProgram makes a Program from the dependencies of the pages.
func NewProgram(s *site.Site, d Dependencies) *Program {
	return &Program{&pages{Site: s, Dependencies: d}}
}

// Assess reads a check that is done as far as the reader of a request may see its sources;
// the query of the address says what counts, as that of the report does.
func (p *Program) Assess(c *gin.Context, id int64) (*report.Assessment, error) {
	return p.pages.assess(c, id)
}

// Group sets in an assessment which sources are versions of one application, for lists of sources.
// The result may be some moments old.
func (p *Program) Group(ctx context.Context, a *report.Assessment) error {
	return p.pages.Assessor.Group(ctx, a)
}

// WithLeft returns a check with what decisions leave of it.
func (p *Program) WithLeft(ctx context.Context, check record.Check) record.Check {
	return p.pages.Assessor.WithLeft(ctx, check)
}

// Decide stores a decision by the sender of a request; seen is the number of decisions they have
// seen (record.AnySeen: any).
func (p *Program) Decide(c *gin.Context, id int64, d evidence.Decision, seen int) error {
	d.Comment = site.CleanText(d.Comment, site.MaxComment)
	return p.pages.decide(c, id, d, seen)
}

// GiveOpinion stores the opinion of the sender of a request on a check.
func (p *Program) GiveOpinion(c *gin.Context, id int64, o evidence.Opinion) error {
	o.Reason = site.CleanText(o.Reason, site.MaxComment)
	return p.pages.giveOpinion(c, id, o)
}

// Decisions returns every decision about a check, in order, but not the verdicts that are kept
// from who has yet to give an opinion of their own, nor names and comments that are kept until all are given, and whether
// something was left out.
func (p *Program) Decisions(c *gin.Context, id int64) (steps []evidence.Decision, left bool, err error) {
	ctx := c.Request.Context()
	check, err := p.pages.Store.Check(ctx, id)
	if err != nil {
		return nil, false, err
	}
	if steps, err = p.pages.Store.Decisions(ctx, id); err != nil {
		return nil, false, err
	}
	reader := p.pages.Reader(c)
	if steps, left, err = p.pages.sealed(ctx, reader, check, steps); err != nil {
		return nil, false, err
	}
	blind, err := p.pages.Blind(ctx, reader)
	if err != nil || !slices.Contains(blind, check.Document.ID) {
		return steps, left, err
	}
	return slices.DeleteFunc(slices.Clone(steps), func(d evidence.Decision) bool { return d.Subject == evidence.SubjectCheck }), true, nil
}

// Opinions returns the opinions on a check that stand and that the reader of a request may
// see, and how many are wanted.
func (p *Program) Opinions(c *gin.Context, id int64) (report.Opinions, error) {
	assessed, err := p.pages.assess(c, id)
	if err != nil {
		return report.Opinions{}, err
	}
	return p.pages.opinions(c, assessed, "")
}

// Exports returns the files that are given out of a check, with what the record says of it; the
// number of the check is ":id" of the path.
func (p *Program) Exports() []site.Route {
	s := p.pages
	return []site.Route{
		{Path: "evidence.xml", Do: site.ByID(s.evidence), Act: audit.Export},
		{Path: "decided.xml", Do: site.ByID(s.decidedEvidence), Act: audit.Export},
		{Path: "report.html", Do: s.exportHTML, Act: audit.Export, Compress: true},
		{Path: "report.pdf", Do: s.exportPDF, Act: audit.Print},
		{Path: "sources.csv", Do: site.ByID(s.exportSources), Act: audit.Export},
		{Path: "matches.csv", Do: site.ByID(s.exportMatches), Act: audit.Export},
	}
}

// Retry checks the document of a check again, Cancel ends one, Delete removes one with its
// evidence; all have the errors of Jobs and Store.
func (p *Program) Retry(ctx context.Context, id int64) (int64, error) {
	return p.pages.Jobs.Retry(ctx, id, "")
}

// Cancel ends a check that is not final.
func (p *Program) Cancel(ctx context.Context, id int64) error { return p.pages.Jobs.Cancel(ctx, id) }

// Delete removes a check with its evidence, as the page does, and reports whether it is gone.
func (p *Program) Delete(c *gin.Context, id int64, reason string) (gone bool, err error) {
	return p.pages.Jobs.DeleteDecided(c.Request.Context(), id, p.pages.deletion(c, reason))
}

// Links keeps the links by which people without an account read reports.
type Links interface {
	// ReportLink returns the link of a hash; the error wraps record.ErrNotFound.
	ReportLink(ctx context.Context, hash string) (record.ReportLink, error)
	// UseReportLink stores and records that a link was followed.
	UseReportLink(ctx context.Context, l record.ReportLink) error
	// Account returns an account.
	Account(ctx context.Context, id int64) (record.Account, error)
}

// ErrLinkEnded reports a link to a report that does not hold, or never was one.
var ErrLinkEnded = errors.New("the link to the report does not hold")

// SharedPath is where the report of a link is read; the secret follows.
const SharedPath = "/shared/"

// Shared returns the route by which somebody who has a link reads a report: nobody needs to log
// in, and nothing leads on from there. They see what who made the link would see now.
func Shared(s *site.Site, d Dependencies, links Links, hash func(secret string) string) []site.Route {
	p := &pages{Site: s, Dependencies: d}
	return []site.Route{{Method: http.MethodGet, Path: SharedPath + ":key", Compress: true, Do: func(c *gin.Context) error {
		return p.shared(c, links, hash(c.Param("key")))
	}}}
}

func (s *pages) shared(c *gin.Context, links Links, hash string) error {
	ctx := c.Request.Context()
	link, err := links.ReportLink(ctx, hash)
	if errors.Is(err, record.ErrNotFound) || err == nil && !link.Holds(time.Now()) {
		return ErrLinkEnded
	}
	if err != nil {
		return err
	}
	account, err := links.Account(ctx, link.Account)
	if err != nil {
		return err
	}
	check, err := s.Store.Check(ctx, link.Check)
	if err != nil {
		return err
	}
	maker := s.ViewerOf(account)
	if account.State != record.AccountActive || s.MaySee(ctx, maker, check.Document) != nil {
		return ErrLinkEnded // who made it has lost the right meanwhile
	}
	if err := s.seesAllSaid(ctx, maker, check); err != nil {
		return err
	}
	var mask func(rank int) string
	if s.MaskSources && !maker.SeesAll() {
		l := s.Language(c)
		mask = func(rank int) string { return l.Text("mask.source", "Rank", rank) }
	}
	assessed, err := s.Assessor.Assess(ctx, link.Check, report.AsChecked(), mask)
	if err != nil {
		return err
	}
	opinions, err := s.allOpinions(ctx, assessed)
	if err != nil {
		return err
	}
	v, err := s.standingPaper(ctx, s.Language(c), assessed, 0, opinions)
	if err != nil {
		return err
	}
	page, err := s.ExecuteIn(s.Language(c), "paper", "paper", v)
	if err != nil {
		return err
	}
	if err := links.UseReportLink(ctx, link); err != nil {
		return err
	}
	c.Header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox")
	c.Header("Referrer-Policy", "no-referrer")
	c.Header("X-Robots-Tag", "noindex, nofollow")
	c.Data(http.StatusOK, "text/html; charset=utf-8", page)
	return nil
}
