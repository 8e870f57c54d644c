package api

import (
	"net/http"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/site"
	"zhiwen/web/upload"
)

// applicationIn is an application as JSON: what is known of it, what it is for, and where its
// file is.
type applicationIn struct {
	identityIn
	purposeIn
	referenceIn
	Document int64 `json:"document"` // that is stored already
}

// upload takes an application over into an upload of its file.
func (p *api) upload(c *gin.Context, who identityIn, what purposeIn, u *record.Upload) error {
	var f faults
	u.Identity = evidence.Identity{Filename: u.Identity.Filename}
	who.into(p, c, &u.Identity, &f)
	if err := what.into(p, c, u, &f); err != nil {
		return err
	}
	if err := f.err(); err != nil {
		return err
	}
	return p.mayLibrary(c, u)
}

// fromForm takes a form over into the upload of its file.
func (p *api) fromForm(c *gin.Context, g *upload.Given, what func(*purposeIn)) error {
	var f faults
	for _, name := range g.Fields() {
		if !slices.Contains(formFields, name) {
			f.add(name, p.Language(c).Text("api.unknownField"))
		}
	}
	who, purpose := identityOf(g, &f, p, c), purposeOf(g, &f, p, c)
	if err := f.err(); err != nil {
		return err
	}
	if what != nil {
		what(&purpose)
	}
	return p.upload(c, who, purpose, &g.Files[0])
}

// stored hands a file to the jobs; the error is of the file, or of the server.
func stored(c *gin.Context, g *upload.Given) (record.Receipt, error) {
	receipts, err := g.Submit(c.Request.Context())
	if err != nil {
		return record.Receipt{}, site.Crowded(c, err)
	}
	return receipts[0], receipts[0].Err
}

// submissionOut is a submission as answers have it.
type submissionOut struct {
	ID        int64           `json:"id"`
	State     string          `json:"state"`
	Title     string          `json:"title"`
	Reference string          `json:"reference"`
	Document  *int64          `json:"document"`
	Check     *int64          `json:"check"`
	CreatedAt *time.Time      `json:"created_at"`
	ExpiresAt *time.Time      `json:"expires_at"`
	Links     submissionLinks `json:"links"`
}

type submissionLinks struct {
	Self     string  `json:"self"`
	File     *string `json:"file"`
	Document *string `json:"document"`
	Check    *string `json:"check"`
}

func submissionSaid(s record.Submission) submissionOut {
	out := submissionOut{ID: s.ID, State: "open", Title: s.Identity.Title, Reference: s.Reference, CreatedAt: at(s.CreatedAt), Links: submissionLinks{Self: path("/submissions/%d", s.ID)}}
	link := func(id int64, format string) (*int64, *string) {
		if id == 0 {
			return nil, nil
		}
		to := path(format, id)
		return &id, &to
	}
	switch {
	case !s.TakenAt.IsZero():
		out.State = "taken"
		out.Document, out.Links.Document = link(s.Document, "/documents/%d")
		out.Check, out.Links.Check = link(s.Checked, "/checks/%d")
	case !time.Now().Before(s.ExpiresAt):
		out.State = "expired"
	default:
		_, out.Links.File = link(s.ID, "/submissions/%d/file")
		out.ExpiresAt = at(s.ExpiresAt)
	}
	return out
}

// announce keeps what is known of an application; its file comes afterwards.
func (p *api) announce(c *gin.Context) error {
	var in struct {
		identityIn
		purposeIn
	}
	raw, err := p.ReadStrict(c, mostJSON, &in)
	if err != nil {
		return err
	}
	var u record.Upload
	if err := p.upload(c, in.identityIn, in.purposeIn, &u); err != nil {
		return err
	}
	ctx := c.Request.Context()
	return p.once(c, string(raw), func() (made, error) {
		id, err := p.Store.Announce(ctx, record.Submission{
			Account: p.Reader(c).Account.ID, Identity: u.Identity, ToLibrary: u.ToLibrary, Check: u.Check, Call: u.Call, Reference: u.Reference,
		})
		if err != nil {
			return made{}, err
		}
		s, err := p.Store.Submission(ctx, id)
		return made{http.StatusCreated, path("/submissions/%d", id), submissionSaid(s)}, err
	})
}

// ownSubmission gives a submission of who asks.
func (p *api) ownSubmission(c *gin.Context, id int64) (record.Submission, error) {
	s, err := p.Store.Submission(c.Request.Context(), id)
	if err == nil && s.Account != p.Reader(c).Account.ID {
		err = record.ErrNotFound
	}
	return s, err
}

func (p *api) submission(c *gin.Context, id int64) error {
	s, err := p.ownSubmission(c, id)
	if err != nil {
		return err
	}
	return give(c, http.StatusOK, submissionSaid(s))
}

// submit takes the file of a submission.
func (p *api) submit(c *gin.Context, id int64) error {
	s, err := p.ownSubmission(c, id)
	switch {
	case err != nil:
		return err
	case c.GetHeader(keyHeader) != "": // a repetition may find it taken
	case !s.TakenAt.IsZero():
		return record.ErrTaken
	case !time.Now().Before(s.ExpiresAt):
		return record.ErrExpired
	}
	var in referenceIn
	g, fingerprint, err := p.given(c, &in, func() referenceIn { return in })
	if err != nil {
		return err
	}
	if g == nil {
		return invalid("sha256", p.Language(c).Text("api.noReference"))
	}
	defer g.Discard()
	if names := g.Fields(); len(names) > 0 {
		return invalid(names[0], p.Language(c).Text("api.unknownField"))
	}
	return p.once(c, fingerprint, func() (made, error) {
		u := &g.Files[0]
		name := u.Identity.Filename
		u.Identity, u.ToLibrary, u.Check, u.Call, u.Reference, u.Submission = s.Identity, s.ToLibrary, s.Check, s.Call, s.Reference, id
		u.Identity.Filename = name
		if _, err := stored(c, g); err != nil {
			return made{}, err
		}
		s, err := p.Store.Submission(c.Request.Context(), id)
		location := path("/documents/%d", s.Document)
		if s.Checked != 0 {
			location = path("/checks/%d", s.Checked)
		}
		return made{http.StatusAccepted, location, submissionSaid(s)}, err
	})
}
