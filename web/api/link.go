package api

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/assess"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// linkOut is a link to the report of a check; its address is told once.
type linkOut struct {
	ID        *int64     `json:"id"` // null where there are no accounts
	Address   *string    `json:"address"`
	Note      string     `json:"note"`
	State     string     `json:"state"`
	CreatedAt *time.Time `json:"created_at"`
	ExpiresAt *time.Time `json:"expires_at"`
	UsedAt    *time.Time `json:"used_at"`
}

func linkSaid(l record.ReportLink) linkOut {
	out := linkOut{ID: &l.ID, Note: l.Note, State: "open", CreatedAt: at(l.CreatedAt), ExpiresAt: at(l.ExpiresAt), UsedAt: at(l.UsedAt)}
	switch {
	case !l.EndedAt.IsZero():
		out.State = "ended"
	case !l.Holds(time.Now()):
		out.State = "expired"
	}
	return out
}

const (
	// defaultHours is for how long a link holds where nothing is said, mostHours the longest.
	defaultHours, mostHours = 24, 30 * 24
	longestNote             = 200
)

// sharedPath is where somebody with a link reads; its secret follows.
const sharedPath = "/shared/"

func (p *api) links(c *gin.Context, id int64) error {
	if err := p.known(c); err != nil {
		return err
	}
	ctx := c.Request.Context()
	if _, err := p.Store.Check(ctx, id); err != nil {
		return err
	}
	links, err := p.Store.ReportLinks(ctx, id)
	if err != nil {
		return err
	}
	var items []linkOut
	for _, l := range links {
		if p.Reader(c).SeesAll() || l.Account == p.Reader(c).Account.ID {
			items = append(items, linkSaid(l))
		}
	}
	return page(c, items, 0)
}

// addLink makes a link by which somebody without an account reads the report of a check. Where
// there are no accounts whoever reaches the server reads it: the address is that of its page.
func (p *api) addLink(c *gin.Context, id int64) error {
	ctx, l := c.Request.Context(), p.Language(c)
	var in struct {
		Note  string `json:"note"`
		Hours *int   `json:"hours"`
	}
	raw, err := p.ReadStrict(c, mostJSON, &in)
	if err != nil {
		return err
	}
	var f faults
	hours := defaultHours
	if in.Hours != nil {
		if hours = *in.Hours; hours < 1 || hours > mostHours {
			f.add("hours", l.Text("api.number", "Least", 1, "Most", mostHours))
		}
	}
	if len([]rune(in.Note)) > longestNote {
		f.add("note", l.Text("api.long", "Most", longestNote))
	}
	if err := f.err(); err != nil {
		return err
	}
	// The secret is stored nowhere, and so it is not among answers that are kept.
	if c.GetHeader(keyHeader) != "" {
		return invalid(keyHeader, l.Text("api.noKeyHere"))
	}
	_ = raw
	check, err := p.Store.Check(ctx, id)
	if err != nil {
		return err
	}
	if err := assess.Done(check); err != nil {
		return err
	}
	reader := p.Reader(c)
	if !reader.LoggedIn() {
		address := p.Address(c, report.CheckPath(id))
		return give(c, http.StatusCreated, linkOut{Address: &address, Note: in.Note, State: "open", CreatedAt: at(time.Now())})
	}
	blind, err := p.Blind(ctx, reader)
	if err != nil {
		return err
	}
	if slices.Contains(blind, check.Document.ID) {
		return site.ErrOpinionFirst
	}
	secret, hash := p.Secret()
	link := record.ReportLink{Hash: hash, Check: id, Account: reader.Account.ID, Note: record.Line(in.Note),
		ExpiresAt: time.Now().Add(time.Duration(hours) * time.Hour), CreatedAt: time.Now()}
	if link.ID, err = p.Store.AddReportLink(ctx, link); err != nil {
		return err
	}
	out, address := linkSaid(link), p.Address(c, sharedPath+secret)
	out.Address = &address
	c.Header("Location", path("/checks/%d/links/%d", id, link.ID))
	return give(c, http.StatusCreated, out)
}

func (p *api) endLink(c *gin.Context, id int64) error {
	link, err := site.ParamID(c, "link")
	if err != nil {
		return err
	}
	if p.Reader(c).MayDo(site.HandOut) != nil { // a reviewer ends their own
		links, err := p.Store.ReportLinks(c.Request.Context(), id)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(links, func(l record.ReportLink) bool { return l.ID == link && l.Account == p.Reader(c).Account.ID }) {
			return record.ErrNotFound
		}
	}
	if err := p.Store.EndReportLink(c.Request.Context(), id, link); err != nil {
		return err
	}
	return gone(c)
}

// missing names what of a call is not there.
func (p *api) missing(c *gin.Context, call record.Call, err error) error {
	if !errors.Is(err, record.ErrNotFound) {
		return err
	}
	field := "forms"
	if len(call.Forms) == 0 {
		field = "collections"
	}
	if call.ID != 0 {
		if _, there := p.Store.Call(c.Request.Context(), call.ID); there != nil {
			return err
		}
	}
	return invalid(field, p.Language(c).Text("api.notThere"))
}
