package worker

import (
	"context"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/follow"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/server/crawl"
)

// Addresses that programs ask about, or hand in
//
// What is known is answered at once; what is wanted is noted with its site in one transaction
// before the answer, and fetched by the jobs of sites. Nothing is fetched here.

// oldFailure is after how long a page that did not come is asked for again for somebody who
// asks about it.
const oldFailure = firstLook

// handed is the distance from a start that an address gets if a pattern of its site fits: as if a
// start linked to it.
const handed = 1

// AskAddresses returns the state of each address, in the order given. Unknown ones are queued if a
// followed site has their host; those due to be fetched again come before other due ones. The
// question is recorded.
func (p *Pool) AskAddresses(ctx context.Context, addresses []string) ([]record.AddressAnswer, error) {
	s, err := p.sortAddresses(ctx, addresses, true)
	if err != nil {
		return nil, err
	}
	act := audit.Act{Action: audit.Search, Subject: audit.SubjectSite, Detail: map[string]string{"addresses": strconv.Itoa(len(s.order))}}
	if err := p.want(ctx, s, act); err != nil {
		return nil, err
	}
	results := map[string]record.WebResult{}
	for normal, page := range s.known {
		at := normal
		if other, ok := crawl.Normal(page.Detail); ok && page.Outcome == record.WebSame {
			at = other // which is followed instead
		}
		if results[normal], err = p.store.LastResult(ctx, at); err != nil {
			return nil, err
		}
		if at != normal && results[normal].State == record.WebUnknown {
			results[normal] = record.WebResult{State: record.WebUndetermined, Why: string(record.WebSame), At: page.AskedAt}
		}
	}
	out := make([]record.AddressAnswer, len(addresses))
	for i, a := range addresses {
		normal, _ := crawl.Normal(a)
		fault := s.faults[normal]
		out[i] = record.AddressAnswer{WebResult: results[normal], Fault: fault, Added: fault == "" && s.added[normal]}
	}
	return out, nil
}

// SeeAddresses queues the addresses that are not known and that a pattern of a site that is
// followed fits, and does nothing else. Where some are queued it is recorded how many.
func (p *Pool) SeeAddresses(ctx context.Context, addresses []string) (seen record.SeenAddresses, err error) {
	s, err := p.sortAddresses(ctx, addresses, false)
	if err != nil {
		return seen, err
	}
	act := audit.Act{Action: audit.Add, Subject: audit.SubjectSite, Detail: map[string]string{"addresses": strconv.Itoa(len(s.order))}}
	if err := p.want(ctx, s, act); err != nil {
		return seen, err
	}
	seen.Known = len(s.known)
	for normal := range s.added {
		if s.faults[normal] == "" {
			seen.Queued++
		}
	}
	seen.Ignored = len(s.order) - seen.Known - seen.Queued
	return seen, nil
}

// want stores which pages of sites are wanted and starts fetching them.
func (p *Pool) want(ctx context.Context, s *sorted, act audit.Act) error {
	if len(s.wanted) == 0 && act.Action == audit.Add {
		return nil
	}
	_, refused, err := p.store.WantAddresses(ctx, act, s.wanted, s.now)
	if err != nil {
		return err
	}
	maps.Copy(s.faults, refused)
	if len(s.wanted) > 0 {
		p.WakeSites()
	}
	return nil
}

// sorted are addresses by what is to be done with them, by their normal forms: each is known,
// added, or has a fault. Those that have no normal form are all "".
type sorted struct {
	now    time.Time
	order  []string // all, each once
	known  map[string]record.WebPage
	added  map[string]bool
	faults map[string]record.AddressFault
	wanted map[int64]*follow.Wanted // by site
	rules  map[int64]*crawl.Rules   // those that were needed
}

// sortAddresses decides what to do with addresses. If somebody asks about them, all addresses on
// hosts of sites are taken and due ones are fetched again; else those that match patterns.
func (p *Pool) sortAddresses(ctx context.Context, addresses []string, asked bool) (*sorted, error) {
	s := &sorted{now: time.Now(), known: map[string]record.WebPage{}, added: map[string]bool{}, faults: map[string]record.AddressFault{},
		wanted: map[int64]*follow.Wanted{}, rules: map[int64]*crawl.Rules{}}
	seen := map[string]bool{}
	for _, a := range addresses {
		normal, ok := crawl.Normal(a)
		if !ok {
			normal = ""
			s.faults[normal] = record.AddressMalformed
		}
		if !seen[normal] {
			seen[normal] = true
			s.order = append(s.order, normal)
		}
	}
	values, err := p.store.Settings(ctx)
	if err != nil {
		return nil, err
	}
	allowed, err := values.Web.Prefixes()
	if err != nil {
		return nil, err
	}
	sites, err := p.store.SiteRules(ctx)
	if err != nil {
		return nil, err
	}
	pages, err := p.store.PagesAt(ctx, s.order)
	if err != nil {
		return nil, err
	}
	paused := each.Map(sites, func(site record.Site) (int64, bool) { return site.ID, site.Paused })
	for _, page := range pages {
		if best, ok := s.known[page.Address]; !ok || page.Document > best.Document {
			s.known[page.Address] = page // of several that of LastResult
		}
		if asked && !paused[page.Site] && isDue(page, s.now) {
			w := s.of(page.Site, 0)
			w.Again = append(w.Again, page.ID)
		}
	}
	for _, address := range s.order {
		if _, ok := s.known[address]; ok || s.faults[address] != "" {
			continue
		}
		if err := s.place(address, sites, allowed, asked); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// of returns the pages wanted of a site.
func (s *sorted) of(site int64, most int) *follow.Wanted {
	w := s.wanted[site]
	if w == nil {
		w = &follow.Wanted{}
		s.wanted[site] = w
	}
	w.Most = max(w.Most, most)
	return w
}

// isDue reports whether a page is to be looked at again for somebody who asks about it: its time
// has come, or it did not come some time ago and is left alone since.
func isDue(page record.WebPage, now time.Time) bool {
	if page.NextAt.IsZero() {
		return page.Outcome.Failed() && now.Sub(page.AskedAt) >= oldFailure
	}
	return !page.NextAt.After(now)
}

// place finds the site of an unknown address, or why there is none.
func (s *sorted) place(address string, sites []record.Site, allowed []netip.Prefix, asked bool) error {
	private, err := crawl.Private(address, allowed)
	if err != nil {
		return err
	}
	if private {
		s.faults[address] = record.AddressPrivate
		return nil
	}
	fault, outside := record.AddressForeign, int64(0)
	most := map[int64]int{}
	for _, site := range sites {
		if !slices.Contains(site.Hosts, crawl.Host(address)) {
			continue
		}
		if site.Paused {
			if fault == record.AddressForeign {
				fault = record.AddressPaused
			}
			continue
		}
		rules := s.rules[site.ID]
		if rules == nil {
			if rules, err = crawl.CompileRules(site.SiteRules); err != nil {
				return fmt.Errorf("rules of site %d: %w", site.ID, err)
			}
			s.rules[site.ID] = rules
		}
		most[site.ID] = site.Most
		if role, ok := rules.Role(address); ok {
			s.add(site.ID, site.Most, address, role, handed)
			return nil
		}
		if rules.Never(address) {
			fault = record.AddressNever
		} else if outside == 0 {
			outside = site.ID
		}
	}
	if outside == 0 || !asked {
		s.faults[address] = fault
		return nil
	}
	s.add(outside, most[outside], address, record.PageArticle, mostDepth) // it leads no further
	return nil
}

// add has an address of a site fetched.
func (s *sorted) add(site int64, most int, address string, role record.PageRole, depth int) {
	w := s.of(site, most)
	w.Pages = append(w.Pages, follow.WantedPage{Found: follow.Found{Address: address, Role: role}, Depth: depth})
	s.added[address] = true
}
