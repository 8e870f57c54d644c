// Package claim is the pages of claims: what people say of an article or an application, that
// it is theirs, and what rights reviewers decide about it.
//
// Everybody who has logged in sees their own claims; rights reviewers and administrators see
// all. A claim of somebody else is not found.
package claim

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/auth"
	"zhiwen/web/report"
	"zhiwen/web/site"
	"zhiwen/web/upload"
)

// Store is what these pages read, and change, of the library. Unknown ids give errors that
// wrap record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	Document(ctx context.Context, id int64) (record.Document, error)
	// Claim returns a claim, Claims those that a filter chooses, the newest first, and how many
	// there are, ClaimCounts how many stand how.
	Claim(ctx context.Context, id int64) (record.Claim, error)
	Claims(ctx context.Context, f record.ClaimFilter) ([]record.Claim, int, error)
	ClaimCounts(ctx context.Context, f record.ClaimFilter) (map[record.ClaimState]int, error)
	ClaimFiles(ctx context.Context, claim int64) ([]record.ClaimFile, error)
	// ClaimFile returns a file of a claim with its bytes.
	ClaimFile(ctx context.Context, claim int64, ordinal int) (record.ClaimFile, []byte, error)
	// ClaimEvents returns the steps of a claim, the oldest first; of claim 0 those of all, the
	// newest first, and how many there are.
	ClaimEvents(ctx context.Context, claim int64, limit, offset int) ([]record.ClaimEvent, int, error)
	// Claimable returns the documents that an address, or the number of an application, names.
	Claimable(ctx context.Context, text string) ([]int64, error)
	// MakeClaim, JudgeClaim and WithdrawClaim give the errors of claims in package record.
	MakeClaim(ctx context.Context, c record.NewClaim) (int64, error)
	JudgeClaim(ctx context.Context, id int64, to record.ClaimState, reason string, by int64) error
	WithdrawClaim(ctx context.Context, id, by int64) error
	// SeeClaim stores that the author of a claim has seen the outcome; it ignores others' claims
	// and those without news.
	SeeClaim(ctx context.Context, id, account int64) error
}

// Dependencies is what these pages stand on.
type Dependencies struct {
	Store   Store
	Auth    *auth.Service // nil where nobody logs in, and nobody can claim
	Uploads *upload.Uploads
}

// pages is the site with what these pages need.
type pages struct {
	*site.Site
	Dependencies
}

const home = "/claims"

func address(id int64) string { return home + "/" + strconv.FormatInt(id, 10) }

// Routes returns the routes of these pages.
func Routes(s *site.Site, d Dependencies) []site.Route {
	p := &pages{Site: s, Dependencies: d}
	const get, post = http.MethodGet, http.MethodPost
	return []site.Route{
		{Method: get, Path: home, Do: p.list, Compress: true},
		{Method: get, Path: home + "/new", Do: p.edit, Compress: true},
		{Method: post, Path: home, Do: p.make, Upload: true},
		{Method: get, Path: home + "/log", Do: p.log, Compress: true},
		{Method: get, Path: home + "/:id", Do: site.ByID(p.show), Compress: true, Act: audit.View},
		{Method: get, Path: home + "/:id/files/:file", Do: site.ByID(p.file), Act: audit.Download},
		{Method: post, Path: home + "/:id/decide", Do: site.ByID(p.decide)},
		{Method: post, Path: home + "/:id/withdraw", Do: site.ByID(p.withdraw)},
	}
}

// Judges are the roles that see and decide all claims.
var Judges = []record.Role{record.RightsRole, record.Administrator}

// judges reports whether a reader does.
func (p *pages) judges(c *gin.Context) bool { return p.Reader(c).Account.Has(Judges...) }

// choice is a state to choose, with its claims; "" is all.
type choice struct {
	State  record.ClaimState
	Count  int
	Chosen bool
}

// listView is the view of page/claims.html.
type listView struct {
	site.Page
	Judges    bool // the reader sees all claims
	Mine      bool // only the reader's are chosen
	Choices   []choice
	State     record.ClaimState
	Search    string
	Found     int
	Rows      []record.Claim
	Pages     site.Pagination
	Reviewers []record.Account // rights reviewers who can log in; for administrators
	Leads     bool             // the reader is an administrator
}

// maxSearch is the most characters of a search.
const maxSearch = 200

func (p *pages) list(c *gin.Context) error {
	ctx := c.Request.Context()
	v := listView{Page: p.Page(c, p.Language(c).Text("claims.title")), Judges: p.judges(c), State: record.ClaimState(c.Query("state")),
		Search: site.CleanLine(c.Query("q"), maxSearch)}
	v.Section = "claims"
	if v.State != "" && !slices.Contains(record.ClaimStates(), v.State) {
		return site.ErrBadInput
	}
	reader := p.Reader(c).Account
	v.Mine, v.Leads = !v.Judges || c.Query("mine") != "", reader.Has(record.Administrator)
	f := record.ClaimFilter{State: v.State, Search: v.Search}
	if v.Mine {
		f.Account = reader.ID
	}
	counts, err := p.Store.ClaimCounts(ctx, f)
	if err != nil {
		return err
	}
	all := choice{Chosen: v.State == ""}
	for _, n := range counts {
		all.Count += n
	}
	v.Choices = append(v.Choices, all)
	for _, s := range record.ClaimStates() {
		if counts[s] > 0 || s == v.State {
			v.Choices = append(v.Choices, choice{State: s, Count: counts[s], Chosen: s == v.State})
		}
	}
	v.Rows, v.Found, v.Pages, err = site.ReadPage(c, func(limit, offset int) ([]record.Claim, int, error) {
		f.Limit, f.Offset = limit, offset
		return p.Store.Claims(ctx, f)
	})
	if err != nil {
		return err
	}
	if v.Leads {
		accounts, err := p.Auth.Accounts(ctx)
		if err != nil {
			return err
		}
		v.Reviewers = slices.DeleteFunc(accounts, func(a record.Account) bool {
			return !a.Has(record.RightsRole) ||
				a.State == record.AccountLocked
		})
	}
	return p.Render(c, http.StatusOK, "claims", v)
}

// logView is the view of page/claims-log.html.
type logView struct {
	site.Page
	Events []record.ClaimEvent
	Found  int
	Pages  site.Pagination
}

// log lists the steps of all claims.
func (p *pages) log(c *gin.Context) error {
	v := logView{Page: p.Page(c, p.Language(c).Text("claims.log"))}
	v.Section = "claims"
	var err error
	v.Events, v.Found, v.Pages, err = site.ReadPage(c, func(limit, offset int) ([]record.ClaimEvent, int, error) {
		return p.Store.ClaimEvents(c.Request.Context(), 0, limit, offset)
	})
	if err != nil {
		return err
	}
	return p.Render(c, http.StatusOK, "claims-log", v)
}

// showView is the view of page/claim.html.
type showView struct {
	site.Page
	Claim    record.Claim
	Identity evidence.Identity
	Number   string // of the application at its agency
	Opens    bool   // the reader may open the document's page
	Own      bool
	Judges   bool
	Files    []record.ClaimFile
	Events   []record.ClaimEvent
	Others   []record.Claim      // to the same; for who judges
	Next     []record.ClaimState // that the reader may bring it to
	Reason   string              // as it was typed
	Faults   []site.FieldFault
	Most     int // characters of a reason
}

// seen returns a claim that the reader may see: their own, or any for who judges. Others are
// not found.
func (p *pages) seen(c *gin.Context, id int64) (record.Claim, error) {
	claim, err := p.Store.Claim(c.Request.Context(), id)
	if err == nil && claim.Account != p.Reader(c).Account.ID && !p.judges(c) {
		err = record.ErrNotFound
	}
	return claim, err
}

func (p *pages) show(c *gin.Context, id int64) error {
	return p.showClaim(c, id, http.StatusOK, "", nil)
}

func (p *pages) showClaim(c *gin.Context, id int64, status int, reason string, faults []site.FieldFault) error {
	ctx := c.Request.Context()
	claim, err := p.seen(c, id)
	if err != nil {
		return err
	}
	d, err := p.Store.Document(ctx, claim.Document)
	if err != nil {
		return err
	}
	reader := p.Reader(c)
	v := showView{Page: p.Page(c, p.Language(c).Text("claims.one", "Number", id)), Claim: claim, Identity: d.Identity, Number: d.Reference,
		Own: claim.Account == reader.Account.ID, Judges: p.judges(c), Reason: reason, Faults: faults, Most: record.MostClaimReason}
	v.Section, v.Back = "claims", address(id)
	v.Opens = p.MaySee(ctx, reader, d) == nil
	if v.Files, err = p.Store.ClaimFiles(ctx, id); err != nil {
		return err
	}
	if v.Events, _, err = p.Store.ClaimEvents(ctx, id, 0, 0); err != nil {
		return err
	}
	if v.Judges {
		if !v.Own {
			v.Next = claim.State.Next()
		}
		if v.Others, _, err = p.Store.Claims(ctx, record.ClaimFilter{Document: claim.Document}); err != nil {
			return err
		}
		v.Others = slices.DeleteFunc(v.Others, func(o record.Claim) bool { return o.ID == id })
	}
	if v.Own && claim.News {
		if err := p.Store.SeeClaim(ctx, id, reader.Account.ID); err != nil {
			return err
		}
	}
	return p.Render(c, status, "claim", v)
}

// decide accepts or refuses a claim, or takes its acceptance back.
func (p *pages) decide(c *gin.Context, id int64) error {
	to, reason := record.ClaimState(c.PostForm("to")), site.CleanText(c.PostForm("reason"), record.MostClaimReason)
	if !slices.Contains(record.ClaimStates(), to) {
		return site.ErrBadInput
	}
	err := p.Store.JudgeClaim(c.Request.Context(), id, to, reason, p.Reader(c).Account.ID)
	for _, known := range []struct {
		err    error
		status int
		key    string
	}{
		{record.ErrClaimBounds, http.StatusUnprocessableEntity, "claims.fault.reason"},
		{record.ErrClaimTaken, http.StatusConflict, "claims.fault.taken"},
		{record.ErrClaimState, http.StatusConflict, "claims.fault.state"},
		{record.ErrOwnClaim, http.StatusForbidden, "claims.fault.own"},
	} {
		if errors.Is(err, known.err) {
			return p.showClaim(c, id, known.status, reason, []site.FieldFault{{Field: "claim-reason", Text: p.Language(c).Text(known.key)}})
		}
	}
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, address(id))
	return nil
}

// withdraw takes a claim back, for who made it.
func (p *pages) withdraw(c *gin.Context, id int64) error {
	if err := p.Store.WithdrawClaim(c.Request.Context(), id, p.Reader(c).Account.ID); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, address(id))
	return nil
}

// file returns a file of a claim, to be saved and never shown: what is in it is not ours.
func (p *pages) file(c *gin.Context, id int64) error {
	if _, err := p.seen(c, id); err != nil {
		return err
	}
	ordinal, err := site.ParamID(c, "file")
	if err != nil {
		return err
	}
	f, data, err := p.Store.ClaimFile(c.Request.Context(), id, int(min(ordinal, record.MostClaimFiles+1)))
	if err != nil {
		return err
	}
	c.Header("Content-Disposition", site.Attachment(f.Name, "claim-"+strconv.FormatInt(id,
		10)+"-"+strconv.Itoa(f.Ordinal)+site.PlainExt(f.Name)))
	c.Header("Content-Security-Policy", "default-src 'none'; sandbox")
	c.Data(http.StatusOK, "application/octet-stream", data)
	return nil
}

// nameOf returns how a document is called.
func nameOf(d record.Document) string { return report.NameOf(d.Identity) }
