// Package claim is the SQL of what people claim as theirs: the tables claims, claim_files
// and claim_events.
//
// In go statements with their files, and what was decided about them; out come claims with
// their history, and of documents whether somebody's rights in them are verified. Who may
// see or decide what it does not know; of a document it reads the title and where it was
// found.
//
// An application is claimed by its number, a page of the web by its address: the claim
// holds for all states of the page that were or will be fetched.
package claim

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/internal/wrap"
)

// Reader reads claims.
type Reader struct{ conn database.Conn }

// NewReader returns a Reader of a database or a transaction.
func NewReader(c database.Conn) Reader { return Reader{c} }

// Store changes claims. It is safe for concurrent use.
type Store struct{ trail *trail.Store }

// New returns the Store of the database of a record.
func New(record *trail.Store) *Store { return &Store{record} }

const ofPage, ofDocument = "web ", "document "

// subject returns what a claim of a document is about: the address of a page, or the number.
func subject(document int64, web string) (string, error) {
	if web == "" {
		return ofDocument + strconv.FormatInt(document, 10), nil
	}
	var page evidence.Web
	if err := database.Decode(record.StoredPage, document, web, &page); err != nil {
		return "", fmt.Errorf("page of document %d: %w", document, err)
	}
	return ofPage + page.Address, nil
}

// Verified says of documents whether somebody's claim to them is accepted: the map has the
// documents of which that is so. Documents that are not there are not verified.
func (r Reader) Verified(ctx context.Context, documents []int64) (map[int64]bool, error) {
	subjects, err := r.subjects(ctx, documents)
	if err != nil {
		return nil, fmt.Errorf("verified rights: %w", err)
	}
	verified := make(map[int64]bool)
	if len(subjects) == 0 {
		return verified, nil
	}
	var asked []string
	for _, s := range subjects {
		asked = append(asked, s)
	}
	c := &database.Conditions{IsSQLite: r.conn.IsSQLite}
	c.Is(`state = 'accepted'`)
	database.Among(c, `subject`, asked)
	accepted, err := r.conn.Texts(ctx, `SELECT subject FROM claims`+c.Where(), c.Args...)
	if err != nil {
		return nil, fmt.Errorf("verified rights: %w", err)
	}
	holds := each.Set(accepted)
	for id, s := range subjects {
		if holds[s] {
			verified[id] = true
		}
	}
	return verified, nil
}

// subjects returns what claims of documents are about, of those that are there.
func (r Reader) subjects(ctx context.Context, documents []int64) (map[int64]string, error) {
	out := make(map[int64]string, len(documents))
	if len(documents) == 0 {
		return out, nil
	}
	_, err := database.List(ctx, r.conn, func(row pgx.Row) (none struct{}, err error) {
		var id int64
		var web string
		if err = row.Scan(&id, &web); err == nil {
			out[id], err = subject(id, web)
		}
		return none, err
	}, fmt.Sprintf(`SELECT id, web FROM documents WHERE `+database.OneOf(r.conn.IsSQLite, `id`), 1),
		database.IDParameter(r.conn.IsSQLite, documents))
	return out, err
}

// subjectOf returns what a claim of one document is about, or ErrNotFound.
func (r Reader) subjectOf(ctx context.Context, document int64) (string, error) {
	all, err := r.subjects(ctx, []int64{document})
	if err == nil && all[document] == "" {
		err = record.ErrNotFound
	}
	return all[document], err
}

const (
	columns = `c.id, c.doc_id, c.subject, c.account_id, a.login, a.name, c.statement, c.state, c.made_at, c.news, d.title, d.filename,
	(SELECT count(*) FROM claims o WHERE o.subject = c.subject AND o.account_id <> c.account_id AND o.state IN ('open', 'accepted')),
	COALESCE((SELECT max(n.doc_id) FROM web_versions v JOIN web_versions n ON n.page_id = v.page_id WHERE v.doc_id = c.doc_id), 0),
	e.state, e.reason, e.account_id, b.login, b.name, e.at`
	tables = ` FROM claims c JOIN accounts a ON a.id = c.account_id JOIN documents d ON d.id = c.doc_id
	JOIN claim_events e ON e.id = (SELECT max(x.id) FROM claim_events x WHERE x.claim_id = c.id) JOIN accounts b ON b.id = e.account_id`
)

func scanClaim(row pgx.Row) (c record.Claim, err error) {
	var about, filename string
	var by, decider record.Account
	err = row.Scan(&c.ID, &c.Document, &about, &c.Account, &by.Login, &by.Name, &c.Statement, &c.State, &c.MadeAt, &c.News, &c.Title,
		&filename, &c.Rivals, &c.Newest,
		&c.Last.State, &c.Last.Reason, &c.Last.Account, &decider.Login, &decider.Name, &c.Last.At)
	if err != nil {
		return c, database.NotFound(err)
	}
	c.Address, _ = strings.CutPrefix(about, ofPage)
	if strings.HasPrefix(about, ofDocument) {
		c.Address = ""
	}
	if c.Newest == c.Document {
		c.Newest = 0
	}
	if c.Title == "" {
		c.Title = filename
	}
	c.Claimant, c.MadeAt = by.Signature(), c.MadeAt.UTC()
	c.Last.Claim, c.Last.By, c.Last.At = c.ID, decider.Signature(), c.Last.At.UTC()
	return c, nil
}

// ClaimNews returns how many claims of an account were decided since it looked.
func (r Reader) ClaimNews(ctx context.Context, account int64) (n int, err error) {
	if err := r.conn.QueryRow(ctx, `SELECT count(*) FROM claims WHERE account_id = $1 AND news`, account).Scan(&n); err != nil {
		return 0, fmt.Errorf("news of claims: %w", err)
	}
	return n, nil
}

// Claiming reports whether rights are claimed here: a website is followed, or somebody has claimed something.
func (r Reader) Claiming(ctx context.Context) (is bool, err error) {
	if err := r.conn.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM web_sites) OR EXISTS (SELECT 1 FROM claims)`).Scan(&is); err != nil {
		return false, fmt.Errorf("look for claims: %w", err)
	}
	return is, nil
}

// FilesOfClaims returns the files of all claims with the document that is claimed, by claim and ordinal.
func (r Reader) FilesOfClaims(ctx context.Context) ([]record.StoredClaimFile, error) {
	files, err := database.List(ctx, r.conn, func(row pgx.Row) (f record.StoredClaimFile, err error) {
		err = row.Scan(&f.Claim, &f.Document, &f.Ordinal, &f.Name, &f.Size, &f.SHA256)
		return f, err
	}, `SELECT f.claim_id, COALESCE(c.doc_id, 0), f.ordinal, f.name, f.size, f.sha256 FROM claim_files f LEFT
		JOIN claims c ON c.id = f.claim_id ORDER BY f.claim_id, f.ordinal`)
	return files, wrap.Error(err, "files of claims")
}

// Claim returns a claim, or ErrNotFound.
func (r Reader) Claim(ctx context.Context, id int64) (record.Claim, error) {
	c, err := scanClaim(r.conn.QueryRow(ctx, `SELECT `+columns+tables+` WHERE c.id = $1`, id))
	return c, wrap.Error(err, "claim %d", id)
}

// conditions returns those of a filter; where it names a document that is not there, none is
// chosen.
func (r Reader) conditions(ctx context.Context, f record.ClaimFilter) (*database.Conditions, error) {
	c := &database.Conditions{IsSQLite: r.conn.IsSQLite}
	if f.Account != 0 {
		c.Add(`c.account_id = $%d`, f.Account)
	}
	if f.Document != 0 {
		subjects, err := r.subjects(ctx, []int64{f.Document})
		if err != nil {
			return nil, err
		}
		c.Add(`c.subject = $%d`, subjects[f.Document])
	}
	if f.State != "" {
		c.Add(`c.state = $%d`, string(f.State))
	}
	c.Contains(`d.title || ' ' || d.filename || ' ' || c.subject || ' ' || a.login || ' ' || a.name`, f.Search)
	return c, nil
}

// Claims returns the claims that a filter chooses, the newest first, and how many there are
// without limit and offset.
func (r Reader) Claims(ctx context.Context, f record.ClaimFilter) (claims []record.Claim, total int, err error) {
	c, err := r.conditions(ctx, f)
	if err == nil {
		err = r.conn.QueryRow(ctx, `SELECT count(*)`+tables+c.Where(), c.Args...).Scan(&total)
	}
	if err == nil {
		limit := c.Limit(f.Limit, f.Offset)
		claims, err = database.List(ctx, r.conn, scanClaim, `SELECT `+columns+tables+c.Where()+` ORDER BY c.id DESC`+limit, c.Args...)
	}
	return claims, total, wrap.Error(err, "list claims")
}

// ClaimCounts returns how many claims of a filter, whatever its state, stand how.
func (r Reader) ClaimCounts(ctx context.Context, f record.ClaimFilter) (map[record.ClaimState]int, error) {
	f.State = ""
	var counts map[record.ClaimState]int
	c, err := r.conditions(ctx, f)
	if err == nil {
		counts, _, err = database.CountBy[record.ClaimState](ctx, r.conn, `SELECT c.state, count(*)`+tables+c.Where()+` GROUP BY c.state`,
			c.Args...)
	}
	return counts, wrap.Error(err, "count claims")
}

// ClaimFiles returns the files of a claim without their bytes, in order.
func (r Reader) ClaimFiles(ctx context.Context, claim int64) ([]record.ClaimFile, error) {
	files, err := database.List(ctx, r.conn, func(row pgx.Row) (f record.ClaimFile, err error) {
		return f, row.Scan(&f.Ordinal, &f.Name, &f.Size, &f.SHA256)
	}, `SELECT ordinal, name, size, sha256 FROM claim_files WHERE claim_id = $1 ORDER BY ordinal`, claim)
	return files, wrap.Error(err, "files of claim %d", claim)
}

// ClaimFile returns a file of a claim with its bytes, or ErrNotFound.
func (r Reader) ClaimFile(ctx context.Context, claim int64, ordinal int) (f record.ClaimFile, data []byte, err error) {
	err = r.conn.QueryRow(ctx, `SELECT ordinal, name, size, sha256, bytes FROM claim_files WHERE claim_id = $1 AND ordinal = $2`, claim,
		ordinal).
		Scan(&f.Ordinal, &f.Name, &f.Size, &f.SHA256, &data)
	if err != nil {
		return f, nil, fmt.Errorf("file %d of claim %d: %w", ordinal, claim, database.NotFound(err))
	}
	return f, data, nil
}

// ClaimEvents returns the steps of a claim, oldest first; with claim 0 those of all claims, newest
// first. Limit 0 means no limit.
func (r Reader) ClaimEvents(ctx context.Context, claim int64, limit, offset int) (events []record.ClaimEvent, total int, err error) {
	c := &database.Conditions{IsSQLite: r.conn.IsSQLite}
	order := ` ORDER BY e.id DESC`
	if claim != 0 {
		c.Add(`e.claim_id = $%d`, claim)
		order = ` ORDER BY e.id`
	}
	const from = ` FROM claim_events e JOIN accounts a ON a.id = e.account_id`
	err = r.conn.QueryRow(ctx, `SELECT count(*)`+from+c.Where(), c.Args...).Scan(&total)
	if err == nil {
		where := c.Where()
		events, err = database.List(ctx, r.conn, func(row pgx.Row) (e record.ClaimEvent, err error) {
			var by record.Account
			err = row.Scan(&e.Claim, &e.State, &e.Reason, &e.Account, &by.Login, &by.Name, &e.At)
			e.By, e.At = by.Signature(), e.At.UTC()
			return e, err
		}, `SELECT e.claim_id, e.state, e.reason, e.account_id, a.login, a.name, e.at`+from+where+order+c.Limit(limit, offset), c.Args...)
	}
	return events, total, wrap.Error(err, "steps of claims")
}

// Claimable returns the documents that a text may name, the newest first: the address of a
// page, or the number of an application at its agency.
func (r Reader) Claimable(ctx context.Context, text string) ([]int64, error) {
	text = database.Storable(text)
	ids, err := r.conn.IDs(ctx, `SELECT doc_id FROM web_pages WHERE site_id IN (SELECT id FROM web_sites) AND address = $1 AND doc_id <> 0
		ORDER BY doc_id DESC`, text)
	if err == nil && len(ids) == 0 && text != "" {
		ids, err = r.conn.IDs(ctx, `SELECT id FROM documents WHERE reference = $1 AND reference <> '' AND NOT is_form ORDER BY id DESC`,
			text)
	}
	return ids, wrap.Error(err, "what can be claimed")
}
