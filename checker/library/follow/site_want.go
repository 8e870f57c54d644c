package follow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// What people want of addresses: which sites might have them, what is known of them, and
// that they are asked for soon.

// SiteRules returns all sites by name, without the counts of their pages.
func (r Reader) SiteRules(ctx context.Context) ([]record.Site, error) {
	sites, err := database.List(ctx, r.conn, scanSite, `SELECT `+siteColumns+` FROM web_sites ORDER BY name, id`)
	return sites, wrap.Error(err, "list sites")
}

// PagesAt returns the pages of all sites that have one of some addresses.
func (r Reader) PagesAt(ctx context.Context, addresses []string) ([]record.WebPage, error) {
	if len(addresses) == 0 {
		return nil, nil
	}
	c := &database.Conditions{IsSQLite: r.conn.IsSQLite}
	database.Among(c, `address`, addresses)
	pages, err := database.List(ctx, r.conn, scanPage, `SELECT `+pageColumns+` FROM web_pages`+c.Where()+` ORDER BY id`, c.Args...)
	return pages, wrap.Error(err, "pages with addresses")
}

// ahead is how long before now what people want is said to be due: so it comes before what
// has been due for less, and first come is first served among what people want.
const ahead = 24 * time.Hour

// Wanted is what people want of a site.
type Wanted struct {
	Pages []WantedPage // that it may not have yet
	Again []int64      // pages that it has, to be looked at soon
	Most  int          // pages that it may have
}

// WantedPage is an address with how far from a start it counts as.
type WantedPage struct {
	Found

	Depth int
}

// Want schedules pages of sites to be fetched soon, before the pages that the sites schedule
// themselves. It returns how many were new, and which cannot be fetched, and why. What is stored of
// a page does not change until it arrives.
func Want(ctx context.Context, tx *trail.Tx, wanted map[int64]*Wanted,
	now time.Time) (added int, refused map[string]record.AddressFault, err error) {
	refused = map[string]record.AddressFault{}
	due := now.Add(-ahead)
	for _, site := range slices.Sorted(maps.Keys(wanted)) { // two that want several come one after the other
		w := wanted[site]
		// Written first: whoever lets the site rest waits here, and then sees what is wanted.
		err := tx.UpdateRow(ctx, `UPDATE web_sites SET wake_at = $2 WHERE id = $1`, site, now.UTC())
		if errors.Is(err, record.ErrNotFound) { // it was forgotten meanwhile
			for _, p := range w.Pages {
				refused[p.Address] = record.AddressForeign
			}
			continue
		}
		if err != nil {
			return 0, nil, fmt.Errorf("want pages of site %d: %w", site, err)
		}
		n, err := addWanted(ctx, tx, site, w, now, due, refused)
		if err != nil {
			return 0, nil, err
		}
		added += n
		if len(w.Again) == 0 {
			continue
		}
		c := &database.Conditions{IsSQLite: tx.IsSQLite, Args: []any{due.UTC(), now.UTC()}}
		c.Is(`(next_at IS NULL OR next_at > $1 AND next_at <= $2)`) // not what has been looked at meanwhile
		c.IDs(`id`, w.Again)
		if _, err := tx.Exec(ctx, `UPDATE web_pages SET next_at = $1`+c.Where(), c.Args...); err != nil {
			return 0, nil, fmt.Errorf("want pages of site %d again: %w", site, err)
		}
	}
	return added, refused, nil
}

// addWanted adds the pages of a site that people want, in the order of their addresses, so that
// two who want the same do not wait for each other.
func addWanted(ctx context.Context, tx *trail.Tx, site int64, w *Wanted, now, due time.Time,
	refused map[string]record.AddressFault) (added int, err error) {
	if len(w.Pages) == 0 {
		return 0, nil
	}
	total, err := sites.Count(ctx, tx.Conn, site)
	if err != nil {
		return 0, err
	}
	slices.SortFunc(w.Pages, func(a, b WantedPage) int { return cmp.Compare(a.Address, b.Address) })
	for _, p := range w.Pages {
		if total+added >= w.Most {
			refused[p.Address] = record.AddressFull
			continue
		}
		n, err := Tx{tx}.addPage(ctx, site, p.Found, p.Depth, now, due)
		if err != nil {
			return 0, err
		}
		added += n
	}
	return added, nil
}
