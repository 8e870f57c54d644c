package extension

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/catalogue"
	"zhiwen/web/site"
)

// Jobs knows addresses, and has them fetched. It must be safe for concurrent use.
type Jobs interface {
	// AskAddresses returns the state of each address, in the order given. Unknown ones are queued
	// if a followed site has their host; those due to be fetched again come before other due ones.
	// The question is recorded.
	AskAddresses(ctx context.Context, addresses []string) ([]record.AddressAnswer, error)
	// SeeAddresses queues the addresses that are not known and that a pattern of a site fits.
	SeeAddresses(ctx context.Context, addresses []string) (record.SeenAddresses, error)
}

// Errors of requests.
var (
	ErrNone = errors.New("no addresses are given")
	ErrMany = errors.New("too many addresses are given")
)

const (
	// Most is how many addresses may be asked for at once: as many as a page of results has
	// links, several times over.
	Most = 100
	// mostBytes is of what is sent: each address as long as one may be, with all its
	// characters written as escapes.
	mostBytes = 1 << 20
)

// Paths of the routes.
const (
	submitPath   = "/api/submit"
	schedulePath = "/api/schedule/submit"
)

// read returns the addresses that a program has sent.
func read(c *gin.Context) ([]string, error) {
	var in struct {
		Addresses []string `json:"addresses"`
	}
	switch err := site.ReadJSON(c, mostBytes, &in); {
	case err != nil:
		return nil, err
	case in.Addresses == nil:
		return nil, ErrNone
	case len(in.Addresses) > Most:
		return nil, ErrMany
	}
	return in.Addresses, nil
}

// result is what is said of an address. Values that are not known are null, or "" where
// they are texts.
type result struct {
	Address      string    `json:"address"` // as it was given
	State        string    `json:"state"`
	Why          string    `json:"why"` // for people: what the state means here, and what to do
	CheckedAt    *string   `json:"checked_at"`
	Original     *original `json:"original"` // what it repeats, or what is as likely the original as this
	SelfVerified bool      `json:"self_verified"`
	Page         *string   `json:"page"` // where people see its text
}

// original is the text that a page shares most with. If it is an application, address, title and
// site are "".
type original struct {
	Address        string  `json:"address"`
	Title          string  `json:"title"`
	Site           string  `json:"site"`
	Published      string  `json:"published"`
	Precision      string  `json:"precision"`
	Similarity     float64 `json:"similarity"`
	RightsVerified bool    `json:"rights_verified"`
	Comparison     *string `json:"comparison"` // where people see both
}

// stateAdded is the state of an address that was not known before it was asked about.
const stateAdded = "unknown_queued"

func (p *pages) submit(c *gin.Context) error {
	addresses, err := read(c)
	if err != nil {
		return err
	}
	answers, err := p.AskAddresses(c.Request.Context(), addresses)
	if err != nil {
		return err
	}
	if len(answers) != len(addresses) {
		return fmt.Errorf("%d answers for %d addresses", len(answers), len(addresses))
	}
	results := make([]result, len(answers))
	for i, a := range answers {
		results[i] = p.result(c, addresses[i], a)
	}
	c.JSON(http.StatusOK, gin.H{"results": results})
	return nil
}

func (p *pages) schedule(c *gin.Context) error {
	addresses, err := read(c)
	if err != nil {
		return err
	}
	seen, err := p.SeeAddresses(c.Request.Context(), addresses)
	if err != nil {
		return err
	}
	c.JSON(http.StatusOK, seen)
	return nil
}

// result formats an answer in the reader's language.
func (p *pages) result(c *gin.Context, address string, a record.AddressAnswer) result {
	r := result{Address: address, State: State(a), Why: Why(p.Language(c), a), SelfVerified: a.Verified}
	if !a.At.IsZero() {
		at := a.At.UTC().Format(time.RFC3339)
		r.CheckedAt = &at
	}
	link := func(path string) *string {
		whole := p.Address(c, path)
		return &whole
	}
	if a.Document != 0 {
		r.Page = link("/documents/" + strconv.FormatInt(a.Document, 10))
	}
	if n := a.Nearest; n != nil && a.State != record.WebOriginal {
		r.Original = &original{
			Address: n.Address, Title: n.Title, Site: n.Site, Published: n.Published, Precision: string(extract.PrecisionOf(n.Published)),
			Similarity: n.Similarity, RightsVerified: n.Verified,
		}
		if n.Check != 0 {
			r.Original.Comparison = link(fmt.Sprintf("/checks/%d/sources/%d", n.Check, n.Source))
		}
	}
	return r
}

// State is that of an answer, as programs are told it.
func State(a record.AddressAnswer) string {
	switch {
	case a.Added:
		return stateAdded
	case a.Fault != "":
		return string(record.WebUndetermined)
	}
	return string(a.State)
}

// Why returns why an answer is as it is, and what to do, as far as there is something.
func Why(l *catalogue.Language, a record.AddressAnswer) string {
	switch {
	case a.Fault != "":
		return l.Text("address.fault." + string(a.Fault))
	case a.Added, a.State == record.WebQueued, a.State == record.WebFetching:
		return l.Text("address.state." + State(a))
	}
	text := why(l, a)
	if n := a.Nearest; a.State == record.WebRepeats && n != nil && n.Address == "" {
		text += l.Text("address.why.application")
	}
	return text
}

// why returns why a page that was looked at is what it is.
func why(l *catalogue.Language, a record.AddressAnswer) string {
	switch outcome := record.WebOutcome(a.Why); {
	case a.State != record.WebUndetermined && a.Why == "":
		return l.Text("address.why." + string(a.State))
	case a.State != record.WebUndetermined:
		return l.Text("address.why." + string(a.State) + "." + a.Why)
	case slices.Contains(record.WebOutcomes(), outcome) && outcome.Failed():
		return l.Text("webAdvice." + a.Why)
	}
	return l.Text("address.why." + a.Why)
}
