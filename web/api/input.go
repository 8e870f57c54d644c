package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/report"
	"zhiwen/web/site"
	"zhiwen/web/upload"
)

// mostJSON bounds the bytes of a JSON body.
const mostJSON = 64 << 10

// contextWithout returns a context for storing the result even if the caller no longer listens.
func contextWithout(ctx context.Context) (context.Context, context.CancelFunc) {
	const enough = 20 * time.Second // for a row
	return context.WithTimeout(context.WithoutCancel(ctx), enough)
}

// identityIn is what a caller says of an application. Fields that are not there are read from
// the file.
type identityIn struct {
	Title        *string     `json:"title"`
	Applicant    *string     `json:"applicant"`
	Institution  *string     `json:"institution"`
	Year         *int        `json:"year"`
	Programme    *string     `json:"programme"`
	Keywords     *[]string   `json:"keywords"`
	Number       *string     `json:"number"`
	Date         *string     `json:"date"`
	Participants *[]personIn `json:"participants"`
	Cooperating  *[]string   `json:"cooperating"`
}

type personIn struct {
	Name        string `json:"name"`
	Institution string `json:"institution"`
	Title       string `json:"title"`
}

// mostPeople bounds lists of names.
const mostPeople = 500

// faults collects the faults of fields.
type faults struct{ list []site.FieldFault }

func (f *faults) add(field, text string) {
	f.list = append(f.list, site.FieldFault{Field: field, Text: text})
}

func (f *faults) err() error {
	if len(f.list) == 0 {
		return nil
	}
	return &site.InvalidError{Fields: f.list}
}

// into copies the stated fields into an identity.
func (in identityIn) into(p *api, c *gin.Context, i *evidence.Identity, f *faults) {
	l := p.Language(c)
	line := func(field string, to, from *string) {
		if from == nil {
			return
		}
		if len([]rune(*from)) > site.MaxField {
			f.add(field, l.Text("api.long", "Most", site.MaxField))
		}
		*to = record.Line(*from)
	}
	line("title", &i.Title, in.Title)
	line("applicant", &i.Applicant, in.Applicant)
	line("institution", &i.Institution, in.Institution)
	line("programme", &i.Programme, in.Programme)
	line("number", &i.Number, in.Number)
	if in.Year != nil {
		if i.Year = *in.Year; i.Year < 0 || i.Year > report.MaxYear {
			f.add("year", l.Text("api.number", "Least", 0, "Most", report.MaxYear))
		}
	}
	if in.Date != nil {
		i.Date = *in.Date
		known := i.Date == ""
		for _, layout := range []string{"2006", "2006-01", time.DateOnly} {
			_, err := time.Parse(layout, i.Date)
			known = known || err == nil
		}
		if !known {
			f.add("date", l.Text("api.date"))
		}
	}
	texts := func(field string, to *[]string, from *[]string) {
		if from == nil {
			return
		}
		if len(*from) > mostPeople {
			f.add(field, l.Text("api.many", "Most", mostPeople))
			return
		}
		*to = nil
		for n, text := range *from {
			if text = record.Line(text); text == "" || len([]rune(text)) > site.MaxField {
				f.add(field+"["+strconv.Itoa(n)+"]", l.Text("api.text", "Most", site.MaxField))
				continue
			}
			*to = append(*to, text)
		}
	}
	texts("keywords", &i.Keywords, in.Keywords)
	texts("cooperating", &i.Cooperating, in.Cooperating)
	if in.Participants == nil {
		return
	}
	if len(*in.Participants) > mostPeople {
		f.add("participants", l.Text("api.many", "Most", mostPeople))
		return
	}
	i.Participants = nil
	for n, x := range *in.Participants {
		person := evidence.Person{Name: record.Line(x.Name), Institution: record.Line(x.Institution), Title: record.Line(x.Title)}
		if person.Name == "" || len([]rune(x.Name+x.Institution+x.Title)) > site.MaxField {
			f.add("participants["+strconv.Itoa(n)+"].name", l.Text("api.text", "Most", site.MaxField))
			continue
		}
		i.Participants = append(i.Participants, person)
	}
}

// purposeIn is what an application is for.
type purposeIn struct {
	Check     *bool  `json:"check"`   // have it checked; true where nothing is said
	Library   bool   `json:"library"` // put it into the library
	Call      int64  `json:"call"`    // hand it in to this call; 0 is none
	Reference string `json:"reference"`
	Profile   string `json:"profile"` // by which it is checked; "" is as its call says
}

// profile returns the profile that a program names, or says which there are.
func (p *api) profile(c *gin.Context, text string) (string, error) {
	profile, ok := record.ReadProfile(text)
	if !ok {
		return "", invalid("profile", p.Language(c).Text("api.choice", "Choices", joined(evidence.Profiles())))
	}
	return profile, nil
}

// into takes it over into an upload.
func (in purposeIn) into(p *api, c *gin.Context, u *record.Upload, f *faults) error {
	l := p.Language(c)
	u.Check, u.ToLibrary, u.Call, u.Reference = in.Check == nil || *in.Check, in.Library, in.Call, record.Line(in.Reference)
	if _, known := record.ReadProfile(in.Profile); !known {
		f.add("profile", l.Text("api.choice", "Choices", joined(evidence.Profiles())))
	}
	u.Profile = in.Profile
	if len([]rune(in.Reference)) > site.MaxField {
		f.add("reference", l.Text("api.long", "Most", site.MaxField))
	}
	if !u.Check && !u.ToLibrary && u.Call == 0 {
		f.add("check", l.Text("api.noPurpose"))
	}
	if in.Call < 0 {
		f.add("call", l.Text("api.positive"))
		return nil
	}
	if in.Call != 0 {
		call, err := p.Store.Call(c.Request.Context(), in.Call)
		switch {
		case errors.Is(err, record.ErrNotFound):
			f.add("call", l.Text("api.noCall", "ID", in.Call))
		case err != nil:
			return err
		case call.State != record.CallOpen:
			return record.ErrClosed
		}
	}
	return nil
}

// mayLibrary refuses what goes into the library from a caller whose token is not for that.
func (p *api) mayLibrary(c *gin.Context, u *record.Upload) error {
	if !u.ToLibrary {
		return nil
	}
	may, err := p.Reader(c).May("POST " + path("/documents"))
	if err == nil && !may {
		err = site.ErrScope
	}
	return err
}

// referenceIn is a file that is elsewhere.
type referenceIn struct {
	SHA256  string `json:"sha256"`  // of a file that is stored already, which the caller may see
	Address string `json:"address"` // of a file of the web, https alone
	Name    string `json:"filename"`
}

// given reads what a request sends of an application: a form with a part "file", which the caller
// discards, or JSON into in, and a nil form. What a reference in it names is not asked for yet: a
// request that was carried out before is answered without it.
func (p *api) given(c *gin.Context, in any) (form *upload.Given, fingerprint string, err error) {
	switch kind := c.ContentType(); {
	case kind == "application/json":
		raw, err := p.ReadStrict(c, mostJSON, in)
		return nil, string(raw), err
	case !strings.EqualFold(kind, "multipart/form-data"):
		return nil, "", ErrFileKind
	}
	if form, err = p.Uploads.Read(c); err != nil {
		return nil, "", err
	}
	if len(form.Files) != 1 {
		form.Discard()
		return nil, "", invalid("file", p.Language(c).Text("api.oneFile", "Count", len(form.Files)))
	}
	return form, form.Fingerprint(), nil
}

// sum normalises a SHA-256 of either case to its stored form.
func (p *api) sum(c *gin.Context, text string) (string, error) {
	sum, err := hex.DecodeString(text)
	if err != nil || len(sum) != sha256.Size {
		return "", invalid("sha256", p.Language(c).Text("api.sha256"))
	}
	return hex.EncodeToString(sum), nil
}

// referred gets the file of a reference.
func (p *api) referred(c *gin.Context, r referenceIn) (*upload.Given, error) {
	ctx, l := c.Request.Context(), p.Language(c)
	switch {
	case r.SHA256 != "" && r.Address != "":
		return nil, invalid("sha256", l.Text("api.oneReference"))
	case r.SHA256 != "":
		sum, err := p.sum(c, r.SHA256)
		if err != nil {
			return nil, err
		}
		documents, err := p.Store.DocumentPage(ctx, record.Filter{SHA256: sum, Limit: mostItems})
		if err != nil {
			return nil, err
		}
		for _, d := range documents {
			if err := p.MaySee(ctx, p.Reader(c), d); errors.Is(err, record.ErrNotFound) {
				continue
			} else if err != nil {
				return nil, err
			}
			data, err := p.Store.File(ctx, d.ID)
			if err != nil {
				return nil, err
			}
			name := r.Name
			if name == "" {
				name = d.Identity.Filename
			}
			return p.Uploads.Bytes(name, strings.NewReader(string(data)))
		}
		return nil, invalid("sha256", l.Text("api.noFile"))
	case r.Address != "":
		name, body, err := p.Jobs.FetchFile(ctx, r.Address, p.MaxFile)
		if err != nil {
			return nil, err
		}
		defer func() { _ = body.Close() }()
		if r.Name != "" {
			name = r.Name
		}
		return p.Uploads.Bytes(name, body)
	}
	return nil, invalid("sha256", l.Text("api.noReference"))
}

// identityOf reads the fields of an application from a form.
func identityOf(g *upload.Given, f *faults, p *api, c *gin.Context) identityIn {
	var in identityIn
	text := func(name string) *string {
		if v := g.Field(name); v != "" {
			return &v
		}
		return nil
	}
	in.Title, in.Applicant, in.Institution, in.Programme, in.Number, in.Date = text("title"), text("applicant"), text("institution"),
		text("programme"), text("number"), text("date")
	if v := g.Field("year"); v != "" {
		year, err := strconv.Atoi(v)
		if err != nil {
			f.add("year", p.Language(c).Text("api.number", "Least", 0, "Most", report.MaxYear))
		}
		in.Year = &year
	}
	if v := g.Field("keywords"); v != "" {
		in.Keywords = new(record.ReadKeywords(v))
	}
	if v := g.Field("cooperating"); v != "" {
		in.Cooperating = new(record.ReadKeywords(v))
	}
	if v := g.Field("participants"); v != "" {
		list := each.Of(record.ReadPeople(v), func(x evidence.Person) personIn { return personIn{x.Name, x.Institution, x.Title} })
		in.Participants = &list
	}
	return in
}

// purposeOf reads what a form says that an application is for.
func purposeOf(g *upload.Given, f *faults, p *api, c *gin.Context) (in purposeIn) {
	l := p.Language(c)
	flag := func(name string) *bool {
		switch v := g.Field(name); v {
		case "":
			return nil
		case "true", "false":
			b := v == "true"
			return &b
		}
		f.add(name, l.Text("api.choice", "Choices", "true, false"))
		return nil
	}
	in.Check = flag("check")
	if b := flag("library"); b != nil {
		in.Library = *b
	}
	if v := g.Field("call"); v != "" {
		n, err := strconv.ParseInt(v, 10, 64)
		if err != nil || n < 1 {
			f.add("call", l.Text("api.positive"))
		}
		in.Call = n
	}
	in.Reference, in.Profile = g.Field("reference"), g.Field("profile")
	return in
}

// formFields are the fields of a form with an application.
var formFields = []string{
	"title", "applicant", "institution", "year", "programme", "keywords", "number", "date", "participants",
	"cooperating", "check", "library", "call", "reference", "profile",
}
