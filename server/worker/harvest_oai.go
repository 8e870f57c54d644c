package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"mime"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/reader"
	"zhiwen/internal/each"
	"zhiwen/server/crawl"
	"zhiwen/server/oai"
)

// Repositories: records by OAI-PMH, and their full texts by the addresses that they name.

const (
	// harvestOverlap is how far before the last round a round asks: repositories list some
	// records only hours after the time that they bear. What was listed before with the same
	// datestamp is known.
	harvestOverlap = 48 * time.Hour
	// mostRestarts is how often in a round a list begins anew since the repository has forgotten
	// where we were.
	mostRestarts = 3
	// mostKnown is how many records a list may name in succession that are known, beyond twice as many as are
	// known: one that goes round in a circle, by whatever tokens, names more.
	mostKnown = 1000
	// noteBatch is how many records or files are noted in one transaction: others have to wait for it on SQLite.
	noteBatch = 200
	// mostFilesOfPage is how many of the files are asked that a page names as its full text.
	mostFilesOfPage = 3
	// longestKey is how many bytes of an identifier are kept, as an index can hold them.
	longestKey = 1500

	fileKinds = "application/pdf, application/vnd.openxmlformats-officedocument.wordprocessingml.document, application/msword, " +
		"application/vnd.oasis.opendocument.text, application/rtf, text/html;q=0.8, */*;q=0.5"
)

// repository is a source that speaks OAI-PMH.
type repository struct {
	pool *Pool
	// known is what the repository says of itself, asked once a job.
	known *oai.Repository
}

func (r *repository) begin(s record.HarvestSource) record.HarvestSource {
	s.Cursor = record.HarvestCursor{Listing: true, From: cmp.Or(s.Since, s.From)}
	return s
}

// get asks for something of a repository, or of whoever has its files.
func (r *repository) get(ctx context.Context, s record.HarvestSource, q crawl.Get) (*crawl.Answer, error) {
	allowed, err := r.pool.allowedNetworks(ctx)
	if err != nil {
		return nil, err
	}
	q.Allowed = allowed
	return r.pool.config.Web.Get(ctx, q, time.Duration(s.Pause)*time.Second, r.pool.turn)
}

// ask asks the interface of a repository, and returns what was wrong with the answer as trouble.
func (r *repository) ask(
	ctx context.Context, s record.HarvestSource, address string,
) (body []byte, t record.HarvestTrouble, after time.Duration, err error) {
	answer, err := r.get(ctx, s, crawl.Get{Address: address, Accept: oai.Accept, Most: oai.MostBytes, Interface: true})
	var fault *crawl.Fault
	if errors.As(err, &fault) {
		return nil, troubleOf(fault), fault.After, nil
	}
	if err != nil {
		return nil, t, 0, err
	}
	return answer.Body, t, 0, nil
}

// readTrouble returns what an answer is instead of one that can be read.
func readTrouble(err error) record.HarvestTrouble {
	var t *oai.Trouble
	if errors.As(err, &t) {
		return record.HarvestTrouble{Reason: string(t.Reason), Detail: t.Detail}
	}
	return record.HarvestTrouble{Reason: string(record.HarvestToken)}
}

// identify asks a repository what it is; ok is false where that is trouble, which is stored.
func (r *repository) identify(ctx context.Context, s record.HarvestSource) (ok bool, err error) {
	if r.known != nil {
		return true, nil
	}
	address, err := oai.Identify(s.Address)
	if err != nil {
		return false, err
	}
	body, t, after, err := r.ask(ctx, s, address)
	if err != nil {
		return false, err
	}
	if t.Reason == "" {
		known, err := oai.ReadIdentify(body)
		if err == nil {
			r.known = &known
			return true, nil
		}
		t = readTrouble(err)
	}
	return false, r.pool.trouble(ctx, s, t, after)
}

func (r *repository) list(ctx context.Context, s record.HarvestSource) error {
	p := r.pool
	q := oai.Request{Set: s.Set, Token: s.Cursor.Token}
	if q.Token == "" {
		if ok, err := r.identify(ctx, s); err != nil || !ok {
			return err
		}
		q.From = r.known.Since(s.Cursor.From)
		s.Cursor.Next = r.known.Stamp(r.known.Clock(time.Now()).Add(-harvestOverlap))
	}
	address, err := oai.List(s.Address, q)
	if err != nil {
		return err
	}
	body, t, after, err := r.ask(ctx, s, address)
	if err != nil {
		return err
	}
	if t.Reason != "" {
		return p.trouble(ctx, s, t, after)
	}
	page, err := oai.ReadList(body)
	switch {
	case errors.Is(err, oai.ErrToken) && q.Token != "":
		if s.Cursor.Restarts++; s.Cursor.Restarts > mostRestarts {
			s.Cursor.Restarts, s.Cursor.Token, s.Cursor.Listed, s.Cursor.Known = 0, "", 0, 0
			return p.trouble(ctx, s, readTrouble(err), 0)
		}
		s.Cursor.Token, s.Cursor.Listed, s.Cursor.Known = "", 0, 0
		return p.putProgress(ctx, s)
	case err != nil:
		return p.trouble(ctx, s, readTrouble(err), 0)
	case page.Token != "" && page.Token == q.Token:
		return p.trouble(ctx, s, record.HarvestTrouble{Reason: string(record.HarvestLoop)}, 0)
	}
	return r.take(ctx, s, page)
}

// take stores a part of the list, then where the next begins. A job that is cut off in between asks for the part again
// and finds what it has stored.
func (r *repository) take(ctx context.Context, s record.HarvestSource, page *oai.Page) error {
	before := s.Trouble
	s.Trouble = record.HarvestTrouble{}
	now := time.Now()
	n, err := r.note(ctx, s, page.Records, now)
	if err != nil {
		return err
	}
	s.Cursor.Listed += len(page.Records) + page.Bad
	if s.Cursor.Known += max(1, len(page.Records)); n.fresh {
		s.Cursor.Known = 0
	}
	s.Cursor.Token, s.Cursor.Size, s.Cursor.After = page.Token, max(page.Size, s.Cursor.Size), time.Time{}
	if page.Token != "" && s.Cursor.Known > 2*n.total+mostKnown {
		s.Trouble = before // counts how often
		s = troubled(s, record.HarvestTrouble{Reason: string(record.HarvestLoop)}, 0)
	}
	if page.Token == "" || n.full {
		s.Since, s.EndedAt = s.Cursor.Next, now
		s.Cursor = record.HarvestCursor{Listed: s.Cursor.Listed}
	}
	if n.full { // the rest is asked for when more may be taken: from the same beginning
		s.Since = ""
		s.Trouble = record.HarvestTrouble{Reason: string(record.HarvestMost), Detail: strconv.Itoa(s.Most), At: now}
	}
	return r.pool.putProgress(ctx, s)
}

// noted holds the outcomes of listed records.
type noted struct {
	total int  // items of the source
	fresh bool // some were not known
	full  bool // the source may have no more: the rest is left out
}

// note stores records in transactions of noteBatch, and reads what they say outside of them.
func (r *repository) note(ctx context.Context, s record.HarvestSource, records []oai.Record, now time.Time) (noted, error) {
	total, err := r.pool.store.CountHarvestItems(ctx, s.ID)
	n := noted{total: total}
	for batch := range slices.Chunk(records, noteBatch) {
		if err != nil || n.full {
			break
		}
		items := each.Of(batch, func(one oai.Record) record.HarvestItem { return itemOf(s.ID, one) })
		before := n
		err = r.pool.store.InTx(ctx, func(tx *library.Tx) (err error) {
			n, err = noteRecords(ctx, tx, s, before, batch, items, now)
			return err
		})
	}
	return n, err
}

// noteRecords stores some records, whose items as new ones are given, and adds to what became of those before.
func noteRecords(
	ctx context.Context, tx *library.Tx, s record.HarvestSource, n noted, records []oai.Record, items []record.HarvestItem, now time.Time,
) (noted, error) {
	if err := tx.HoldHarvest(ctx, s); err != nil {
		return n, err
	}
	for at, one := range records {
		i, err := tx.HarvestItem(ctx, s.ID, items[at].Key)
		if err != nil && !errors.Is(err, record.ErrNotFound) {
			return n, err
		}
		if err != nil {
			if n.total >= s.Most {
				n.full = true
				return n, nil
			}
			n.total++
			n.fresh = true
			i = record.HarvestItem{Source: s.ID, Key: items[at].Key, Outcome: record.HarvestWaiting}
		}
		if listed, changed := listRecord(i, items[at], one.Deleted, now); changed {
			if err := tx.PutHarvestItem(ctx, listed); err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

// itemOf returns the item of a new record.
func itemOf(source int64, one oai.Record) record.HarvestItem {
	i := record.HarvestItem{Source: source, Key: keyOf(one.Identifier), Name: one.Identifier, Stamp: one.Stamp}
	if !one.Deleted {
		i.Given, i.Links = one.Core.Identity(), one.Core.Links()
		i.Name = cmp.Or(i.Given.Title, one.Identifier)
	}
	return i
}

// listRecord returns the item i of a record that is listed as another one; changed is false where it is as it
// was.
func listRecord(i, as record.HarvestItem, deleted bool, now time.Time) (listed record.HarvestItem, changed bool) {
	back := i.Outcome == record.HarvestDeleted && !deleted
	if i.ID != 0 && i.Stamp == as.Stamp && !back && (i.Outcome == record.HarvestDeleted) == deleted {
		return i, false
	}
	i.Stamp, i.SeenAt = as.Stamp, now
	if deleted {
		i.Name = cmp.Or(i.Name, as.Name)
		i.Outcome, i.Reason, i.Detail, i.NextAt, i.Tries = record.HarvestDeleted, "", "", time.Time{}, 0
		return i, true
	}
	i.Given, i.Links, i.Name = as.Given, as.Links, as.Name
	if i.Outcome != record.HarvestRemoved { // that is left alone until somebody wants it
		i.Outcome, i.Reason, i.Detail, i.NextAt, i.Tries = record.HarvestWaiting, "", "", now, 0
	}
	return i, true
}

// keyOf returns the key of an identifier, which is longer than can be kept only where something is
// wrong with it.
func keyOf(identifier string) string {
	if len(identifier) <= longestKey {
		return identifier
	}
	return strings.ToValidUTF8(identifier[:longestKey], "")
}

// fetch gets the full text of a record: the first that there is at the addresses that it names.
func (r *repository) fetch(ctx context.Context, s record.HarvestSource, i record.HarvestItem) error {
	p := r.pool
	i.AskedAt = time.Now()
	if i.Document == 0 {
		document, sum, err := p.store.HarvestedElsewhere(ctx, i)
		if err != nil {
			return err
		}
		if document != 0 {
			i.Document, i.SHA256, i.Outcome, i.Reason, i.Detail, i.NextAt = document, sum, record.HarvestSame, "", "", time.Time{}
			return p.settleItem(ctx, s, i)
		}
	}
	if len(i.Links) == 0 {
		i.Outcome, i.Reason, i.Detail, i.NextAt = record.HarvestNoText, string(record.HarvestNoLink), "", time.Time{}
		return p.settleItem(ctx, s, i)
	}
	search := textSearch{repository: r, source: s, item: i}
	for _, link := range i.Links {
		found, err := search.try(ctx, link, true)
		if err != nil {
			return err
		}
		if found != nil {
			u := record.Upload{Identity: i.Given, Data: found.Body, ToLibrary: true}
			u.Identity.Filename = namedAs(found)
			i.From = found.Address
			return p.storeItem(ctx, s, i, u)
		}
	}
	return p.settleItem(ctx, s, search.outcome())
}

// textSearch looks for the full text of a record.
type textSearch struct {
	*repository

	source record.HarvestSource
	item   record.HarvestItem
	asked  map[string]bool
	faults []*crawl.Fault
	// refused is a file that was found and cannot be taken.
	refused *record.HarvestItem
}

// try returns the file at an address, or one that the page there names as its full text, or nil.
func (t *textSearch) try(ctx context.Context, address string, pages bool) (*crawl.Answer, error) {
	if t.asked[address] {
		return nil, nil // there is nothing new at it
	}
	if t.asked == nil {
		t.asked = map[string]bool{}
	}
	t.asked[address] = true
	p := t.pool
	answer, err := t.get(ctx, t.source, crawl.Get{Address: address, Accept: fileKinds, Most: p.config.MaxUpload})
	var fault *crawl.Fault
	if errors.As(err, &fault) {
		t.faults = append(t.faults, fault)
		return nil, nil // another address may have it
	}
	if err != nil {
		return nil, err
	}
	format, err := reader.Sniff(answer.Body)
	page := format == extract.HTML || isPage(answer.Kind) && (err != nil || format == extract.TXT)
	switch {
	case err == nil && !page:
		return answer, nil
	case !page:
		f := record.FailureOf(err)
		refused := refuseItem(t.item, string(f.Name), cmp.Or(string(f.Kind), answer.Address))
		t.refused = &refused
		return nil, nil // another address may have one that can be read
	case !pages || p.config.Pages == nil:
		return nil, nil // a page that leads to pages is none of the document
	}
	read, err := p.config.Pages.ReadWeb(ctx, extract.WebRequest{Address: answer.Address, Kind: answer.Kind, Zone: "+00:00"}, answer.Body)
	if extract.ErrorName(err) != "" {
		return nil, nil // a page that cannot be read names nothing
	}
	if err != nil {
		return nil, err
	}
	for _, link := range read.Files[:min(len(read.Files), mostFilesOfPage)] {
		if found, err := t.try(ctx, link, false); err != nil || found != nil {
			return found, err
		}
	}
	return nil, nil // it names none that is there
}

// outcome returns the outcome of a record without a file. Temporary faults come first, since they
// are tried again; then a file that cannot be read, then the reasons why servers sent none.
func (t *textSearch) outcome() record.HarvestItem {
	var other *crawl.Fault
	for _, f := range t.faults {
		if f.Outcome.Passing() {
			return failItem(t.item, string(f.Outcome), cmp.Or(f.Detail, t.item.Links[0]), f.Status, f.After)
		}
		if f.Outcome != record.WebGone || other == nil {
			other = f
		}
	}
	if t.refused != nil {
		return *t.refused
	}
	if other != nil && other.Outcome != record.WebGone {
		i := refuseItem(t.item, string(other.Outcome), other.Detail)
		i.Status = other.Status
		return i
	}
	i := t.item
	i.Outcome, i.Reason, i.Detail, i.NextAt = record.HarvestNoText, string(record.HarvestNoFile), strings.Join(i.Links, " "), time.Time{}
	return i
}

// isPage reports whether a content type is that of pages.
func isPage(kind string) bool {
	media, _, err := mime.ParseMediaType(kind)
	return err == nil && (media == "text/html" || media == "application/xhtml+xml")
}

// documentEndings are those of names of documents.
var documentEndings = []string{".pdf", ".docx", ".doc", ".odt", ".ofd", ".rtf", ".txt", ".mht", ".docm"}

// namedAs returns what the file of an answer is called: as its server says, with the ending of its
// format where it has none.
func namedAs(a *crawl.Answer) string {
	const most = 120 // characters
	name := strings.TrimSpace(strings.ToValidUTF8(path.Base(strings.ReplaceAll(a.Name, `\`, "/")), ""))
	if r := []rune(name); len(r) > most {
		name = string(r[len(r)-most:])
	}
	if name == "" || name == "." || name == "/" {
		name = "document"
	}
	format, err := reader.Sniff(a.Body)
	if ending := strings.ToLower(path.Ext(name)); err == nil &&
		(!slices.Contains(documentEndings, ending) || reader.Misnamed(name, a.Body) != nil) {
		name = fmt.Sprintf("%s.%s", name, format)
	}
	return name
}
