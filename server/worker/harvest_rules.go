package worker

import (
	"context"
	"errors"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"zhiwen/checker/record"
	"zhiwen/server/crawl"
	"zhiwen/server/intake"
)

// PutHarvest stores a source that the library is filled from, where the id is 0, or changes its
// rules, and begins with it; seen is the change that its rules had when they were read. It gives its id.
// The error wraps a record.HarvestFault where something is wrong with the rules, or record.ErrNameTaken,
// ErrNotFound, ErrFinal where it is of another kind, ErrOvertaken.
func (p *Pool) PutHarvest(ctx context.Context, id int64, rules record.HarvestRules, seen int64, by string) (int64, error) {
	allowed, err := p.allowedNetworks(ctx)
	if err != nil {
		return 0, err
	}
	if rules, err = cleanHarvest(rules, allowed, p.config.Folder); err != nil {
		return 0, err
	}
	place := ""
	if rules.Kind == record.HarvestFolder {
		place = HarvestPlace()
	}
	if id, err = p.store.PutHarvest(ctx, id, rules, place, seen, by); err == nil {
		p.WakeHarvests()
		wake(p.foldersNow)
	}
	return id, err
}

// cleanHarvest returns the rules of a source as they are kept. The error is a record.HarvestFault where something is
// wrong.
func cleanHarvest(r record.HarvestRules, allowed []netip.Prefix, own string) (record.HarvestRules, error) {
	fault := func(field, name, value string) (record.HarvestRules, error) {
		return r, &record.HarvestFault{Field: field, Name: name, Value: value}
	}
	if r.Name == "" {
		return fault("name", "empty", "")
	}
	switch r.Kind {
	case record.HarvestOAI:
		r.Path = ""
		if f, ok := cleanRepository(&r, allowed); !ok {
			return r, f
		}
	case record.HarvestFolder:
		r.Address, r.Set, r.From = "", "", ""
		if r.Path == "" {
			return fault("path", "empty", "")
		}
		clean, wrong := intake.CheckPlace(r.Path, own)
		if wrong != "" {
			return fault("path", string(wrong), r.Path)
		}
		r.Path = clean
	default:
		return fault("kind", "kind", string(r.Kind))
	}
	least := 0 // a repository of one's own may be asked without a pause
	if r.Kind == record.HarvestFolder {
		least = 1
	}
	switch {
	case r.Minutes < record.LeastHarvestMinutes || r.Minutes > record.MostHarvestMinutes:
		return fault("minutes", "minutes", strconv.Itoa(r.Minutes))
	case r.Pause < least || r.Pause > record.MostHarvestPause:
		return fault("pause", "pause", strconv.Itoa(r.Pause))
	case r.Most < 1 || r.Most > record.MostHarvestItems:
		return fault("most", "most", strconv.Itoa(r.Most))
	}
	return r, nil
}

// cleanRepository normalises the rules of a repository; it cuts the query off an address copied
// together with one.
func cleanRepository(r *record.HarvestRules, allowed []netip.Prefix) (*record.HarvestFault, bool) {
	if r.Address == "" {
		return &record.HarvestFault{Field: "address", Name: "empty"}, false
	}
	u, err := url.Parse(r.Address)
	if err != nil || !crawl.Usable(r.Address) {
		return &record.HarvestFault{Field: "address", Name: "address", Value: r.Address}, false
	}
	fields := u.Query()
	for _, own := range []string{"verb", "metadataPrefix", "set", "from", "until", "resumptionToken", "identifier"} {
		if own == "set" && r.Set == "" {
			r.Set = fields.Get(own)
		}
		fields.Del(own)
	}
	u.RawQuery, u.Fragment = fields.Encode(), ""
	r.Address = u.String()
	private, err := crawl.Private(r.Address, allowed)
	if err != nil || private {
		return &record.HarvestFault{Field: "address", Name: "private", Value: u.Hostname()}, false
	}
	if strings.ContainsAny(r.Set, " \t\n") {
		return &record.HarvestFault{Field: "set", Name: "set", Value: r.Set}, false
	}
	if r.From != "" {
		if t, err := time.Parse(time.DateOnly, r.From); err != nil || t.After(time.Now().Add(24*time.Hour)) {
			return &record.HarvestFault{Field: "from", Name: "day", Value: r.From}, false
		}
	}
	return nil, true
}

// HarvestNow starts a round of a source at once; the error wraps record.ErrNotFound.
func (p *Pool) HarvestNow(ctx context.Context, id int64) error {
	err := p.store.HarvestNow(ctx, id)
	p.WakeHarvests()
	return err
}

// PauseHarvest pauses or resumes a source; the error wraps record.ErrNotFound.
func (p *Pool) PauseHarvest(ctx context.Context, id int64, paused bool) error {
	err := p.store.PauseHarvest(ctx, id, paused)
	p.WakeHarvests()
	wake(p.foldersNow)
	return err
}

// HarvestAgain schedules one item, or the items of a source that a filter chooses, to be fetched
// again at once, and returns how many. Stored documents that cannot be read are read again.
func (p *Pool) HarvestAgain(ctx context.Context, source, item int64, f record.HarvestFilter) (int, error) {
	if f.Unread && item == 0 {
		return p.readHarvestAgain(ctx, source, f)
	}
	n, err := p.store.HarvestAgain(ctx, source, item, f)
	p.WakeHarvests()
	return n, err
}

// readHarvestAgain reads documents of a source again that could not be read.
func (p *Pool) readHarvestAgain(ctx context.Context, source int64, f record.HarvestFilter) (n int, err error) {
	f.Limit, f.Offset = 0, 0
	items, _, err := p.store.HarvestItems(ctx, source, f)
	if err != nil {
		return 0, err
	}
	for _, i := range items {
		switch err := p.RetryDocument(ctx, i.Document); {
		case err == nil:
			n++
		case !errors.Is(err, record.ErrFinal) && !errors.Is(err, record.ErrNotFound):
			return n, err
		}
	}
	return n, nil
}
