package api

import (
	"net/http"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

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
func (p *api) upload(c *gin.Context, who identityIn, what purposeIn) (record.Upload, error) {
	var u record.Upload
	var f faults
	who.into(p, c, &u.Identity, &f)
	if err := what.into(p, c, &u, &f); err != nil {
		return u, err
	}
	if err := f.err(); err != nil {
		return u, err
	}
	return u, p.mayLibrary(c, &u)
}

// take stores an application that came as a form or, where that is nil, in names its file. What
// usual says of its purpose comes before what the request says of it is held to be right.
func (p *api) take(c *gin.Context, form *upload.Given, in applicationIn, usual func(*purposeIn) error) (record.Receipt, error) {
	if form != nil {
		var f faults
		for _, name := range form.Fields() {
			if !slices.Contains(formFields, name) {
				f.add(name, p.Language(c).Text("api.unknownField"))
			}
		}
		in.identityIn, in.purposeIn = identityOf(form, &f, p, c), purposeOf(form, &f, p, c)
		if err := f.err(); err != nil {
			return record.Receipt{}, err
		}
	}
	err := usual(&in.purposeIn)
	if err != nil {
		return record.Receipt{}, err
	}
	u, err := p.upload(c, in.identityIn, in.purposeIn)
	if err != nil {
		return record.Receipt{}, err
	}
	return p.stored(c, form, in.referenceIn, u)
}

// stored hands the file of a form, or of a reference, to the jobs as an upload; the error is of the
// file, or of the server.
func (p *api) stored(c *gin.Context, form *upload.Given, r referenceIn, u record.Upload) (record.Receipt, error) {
	if form == nil {
		var err error
		if form, err = p.referred(c, r); err != nil {
			return record.Receipt{}, err
		}
		defer form.Discard()
	}
	u.Identity.Filename = form.Files[0].Identity.Filename
	form.Files[0] = u
	receipts, err := form.Submit(c.Request.Context())
	if err != nil {
		return record.Receipt{}, site.Crowded(c, err)
	}
	return receipts[0], receipts[0].Err
}

// submissionOut is a submission in the JSON of answers.
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
	out := submissionOut{
		ID:        s.ID,
		State:     "open",
		Title:     s.Identity.Title,
		Reference: s.Reference,
		CreatedAt: at(s.CreatedAt),
		Links:     submissionLinks{Self: path("/submissions/%d", s.ID)},
	}
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
		out.Document, out.Links.Document = link(s.Document, "/documents/%d") // a file that could not be read
	}
	return out
}

// announce stores the fields of an application; its file comes later.
func (p *api) announce(c *gin.Context) error {
	var in struct {
		identityIn
		purposeIn
	}
	raw, err := p.ReadStrict(c, mostJSON, &in)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	return p.once(c, string(raw), func() (made, error) {
		u, err := p.upload(c, in.identityIn, in.purposeIn)
		if err != nil {
			return made{}, err
		}
		id, err := p.Store.Announce(ctx, record.Submission{
			Account: p.Reader(c).Account.ID, Identity: u.Identity, ToLibrary: u.ToLibrary, Check: u.Check, Call: u.Call,
			Reference: u.Reference, Profile: u.Profile,
		})
		if err != nil {
			return made{}, err
		}
		s, err := p.Store.Submission(ctx, id)
		return made{http.StatusCreated, path("/submissions/%d", id), submissionSaid(s)}, err
	})
}

// ownSubmission returns a submission of the caller.
func (p *api) ownSubmission(c *gin.Context, id int64) (record.Submission, error) {
	s, err := p.Store.Submission(c.Request.Context(), id)
	if err == nil && s.Account != p.Reader(c).Account.ID {
		err = record.ErrNotFound
	}
	return s, err
}

// submissions lists the submissions of the caller, newest first.
func (p *api) submissions(c *gin.Context) error {
	place, err := p.placeOf(c)
	if err != nil {
		return err
	}
	all, err := p.Store.Submissions(c.Request.Context(), p.Reader(c).Account.ID, place.After, place.Limit+1)
	if err != nil {
		return err
	}
	var items []submissionOut
	var last int64
	for i, s := range all {
		if i == place.Limit {
			last = all[i-1].ID
			break
		}
		items = append(items, submissionSaid(s))
	}
	return page(c, items, last)
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
	if err != nil {
		return err
	}
	open := func() error {
		switch {
		case !s.TakenAt.IsZero():
			return record.ErrTaken
		case !time.Now().Before(s.ExpiresAt):
			return record.ErrExpired
		}
		return nil
	}
	if c.GetHeader(keyHeader) == "" { // with a key it may be a repetition, which is answered as before
		if err := open(); err != nil {
			return err
		}
	}
	var in referenceIn
	form, fingerprint, err := p.given(c, &in)
	if err != nil {
		return err
	}
	if form != nil {
		defer form.Discard()
		if names := form.Fields(); len(names) > 0 {
			return invalid(names[0], p.Language(c).Text("api.unknownField"))
		}
	}
	return p.once(c, fingerprint, func() (made, error) {
		if err := open(); err != nil {
			return made{}, err
		}
		u := record.Upload{
			Identity: s.Identity, ToLibrary: s.ToLibrary, Check: s.Check, Call: s.Call, Reference: s.Reference, Profile: s.Profile,
			Submission: id,
		}
		if _, err := p.stored(c, form, in, u); err != nil {
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
