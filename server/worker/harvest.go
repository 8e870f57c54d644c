package worker

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash/fnv"
	"net/netip"
	"os"
	"time"

	"github.com/riverqueue/river"

	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/server/crawl"
)

// Harvests
//
// A source is another system: a repository that speaks OAI-PMH, or a folder. What it has is
// listed as rows, each of which is due at some time; one job at a time works on a source. The job
// of a round goes on with the list, part by part, each stored with where the next begins; then
// with the item that is due first, whose document is stored with its outcome in one transaction. So
// a job that is cut off loses nothing and stores nothing twice, and several servers share the
// sources; a folder is looked through by the servers of its machine alone.

const (
	// harvestsAtOnce is how many sources a server works on at a time. They wait for others most
	// of the time.
	harvestsAtOnce = 3
	// harvestSlice is how long a job works on a source before it makes room for others.
	harvestSlice = time.Minute
	// harvestPeriod is how soon a source that is due is seen; what people ask for is seen at once,
	// on the server where they do.
	harvestPeriod = 5 * time.Second
)

// harvestArgs is the job of harvesting a source for a while.
type harvestArgs struct {
	Source int64 `json:"source"`
}

// Kind implements river.JobArgs.
func (harvestArgs) Kind() string { return "harvest" }

// harvestQueue is for repositories, which any server can ask; folderQueue for folders of this
// machine.
const harvestQueue = "harvests"

var folderQueue = folderQueueOf(HarvestPlace())

func folderQueueOf(place string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(place)) // never fails
	return fmt.Sprintf("folders-%016x", h.Sum64())
}

// HarvestPlace returns the name of this machine in the database, for sources that are folders on
// it.
func HarvestPlace() string {
	host, err := os.Hostname()
	if err != nil || host == "" {
		return "localhost"
	}
	return host
}

// workHarvest harvests sources.
func (p *Pool) workHarvest(ctx context.Context, job *river.Job[harvestArgs]) error {
	id := job.Args.Source
	a := attempt{
		job: job.JobRow, subject: "harvest", id: id,
		fail: func(ctx context.Context, tx *library.Tx, _ record.Failure) error {
			s, err := tx.HarvestState(ctx, id)
			if err != nil {
				return err
			}
			return tx.RestHarvest(ctx, s, time.Now().Add(firstRetry)) // what was wrong is in the log
		},
	}
	return p.run(ctx, a, func(ctx context.Context) error { return p.harvest(ctx, a) })
}

// followHarvests makes jobs for the sources that are due, until ctx ends.
func (p *Pool) followHarvests(ctx context.Context) {
	p.repeat(ctx, harvestPeriod, p.harvestNow, "look for sources that are due", p.queueHarvests)
}

// WakeHarvests has the sources that are due looked for at once.
func (p *Pool) WakeHarvests() { wake(p.harvestNow) }

func (p *Pool) queueHarvests(ctx context.Context) error {
	return p.store.InTx(ctx, func(tx *library.Tx) error {
		due, err := tx.DueHarvests(ctx, HarvestPlace(), time.Now(), jobBatch)
		if err != nil {
			return err
		}
		for _, s := range due {
			queue := harvestQueue
			if s.Kind == record.HarvestFolder {
				queue = folderQueue
			}
			job, err := p.queue.insert(ctx, tx, harvestArgs{Source: s.ID}, queue, indexPriority, time.Time{})
			if err != nil {
				return fmt.Errorf("queue harvest source %d: %w", s.ID, err)
			}
			if err := tx.TakeHarvest(ctx, s.ID, job); err != nil {
				return err
			}
		}
		return nil
	})
}

// system is what a job can do with a source of a kind.
type system interface {
	// begin returns the source as it is when a round begins.
	begin(s record.HarvestSource) record.HarvestSource
	// list stores the next part of the list of a round that is not at its end.
	list(ctx context.Context, s record.HarvestSource) error
	// fetch stores what becomes of an item that is due.
	fetch(ctx context.Context, s record.HarvestSource, i record.HarvestItem) error
}

// harvest works on a source until nothing of it is due, or for a slice of time.
func (p *Pool) harvest(ctx context.Context, a attempt) error {
	s, err := p.store.HarvestState(ctx, a.id)
	if err != nil {
		return err
	}
	if s.Job != a.job.ID {
		return record.ErrFinal // another job has it
	}
	var of system = &repository{pool: p}
	if s.Kind == record.HarvestFolder {
		of = &watched{pool: p}
	} else if p.config.Web == nil {
		return record.ErrFinal
	}
	for started := time.Now(); time.Since(started) < harvestSlice && ctx.Err() == nil; {
		now, err := p.store.HarvestState(ctx, s.ID)
		if err != nil {
			return err
		}
		if now.Paused || now.Change != s.Change || now.Job != s.Job {
			break // with new rules another job begins
		}
		if s = now; !time.Now().Before(roundDue(s)) {
			if err := p.beginRound(ctx, of, s); err != nil {
				return err
			}
			continue
		}
		if s.Cursor.Listing && !time.Now().Before(s.Cursor.After) {
			if err := of.list(ctx, s); err != nil {
				return err
			}
			continue
		}
		item, err := p.store.NextHarvestItem(ctx, s.ID, time.Now())
		if errors.Is(err, record.ErrNotFound) {
			break
		}
		if err != nil {
			return err
		}
		if p.config.Room != nil {
			if err := p.config.Room(p.config.MaxUpload); err != nil {
				return err
			}
		}
		if err := of.fetch(ctx, s, item); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	return p.store.InTx(ctx, func(tx *library.Tx) error {
		now, err := tx.HarvestState(ctx, s.ID)
		if err != nil {
			return err
		}
		next := roundDue(now)
		if now.Cursor.Listing {
			next = now.Cursor.After
		}
		if err := tx.RestHarvest(ctx, s, next); err != nil {
			return err
		}
		return p.queue.complete(ctx, tx, a.job)
	})
}

// roundDue returns when the next round of a source begins.
func roundDue(s record.HarvestSource) time.Time {
	if s.RoundAt.IsZero() {
		return time.Time{}
	}
	return s.RoundAt.Add(time.Duration(s.Minutes) * time.Minute)
}

// beginRound begins a round; a list that is not at its end is gone on with instead.
func (p *Pool) beginRound(ctx context.Context, of system, s record.HarvestSource) error {
	if s.Cursor.Listing {
		if s.RoundAt.IsZero() { // somebody wants it now, whatever was wrong
			s.Cursor.After = time.Time{}
		}
	} else {
		s = of.begin(s)
	}
	return p.store.InTx(ctx, func(tx *library.Tx) error {
		if err := tx.HoldHarvest(ctx, s); err != nil {
			return err
		}
		return tx.BeginHarvest(ctx, s, time.Now())
	})
}

// trouble stores what is wrong with a source as a whole. Its list is asked for again after a
// while, each time a longer one, a folder after its interval; where a server wants to be left alone so long, then,
// and that counts as no failure.
func (p *Pool) trouble(ctx context.Context, s record.HarvestSource, t record.HarvestTrouble, after time.Duration) error {
	return p.putProgress(ctx, troubled(s, t, after))
}

// troubled returns a source with its trouble and the time of the next attempt.
func troubled(s record.HarvestSource, t record.HarvestTrouble, after time.Duration) record.HarvestSource {
	t.At, t.Tries = time.Now(), s.Trouble.Tries+1
	const longest = 3 // sixteen hours
	wait := max(after, firstRetry<<(2*min(t.Tries-1, longest)))
	switch {
	case s.Kind == record.HarvestFolder: // which is back as soon as somebody mounts it
		wait = after
	case after > 0 && after < firstRetry: // a server that is busy, and says for how long
		wait, t.Tries = after, s.Trouble.Tries
	}
	s.Trouble, s.Cursor.After = t, time.Now().Add(wait)
	return s
}

func (p *Pool) putProgress(ctx context.Context, s record.HarvestSource) error {
	return p.store.InTx(ctx, func(tx *library.Tx) error {
		if err := tx.HoldHarvest(ctx, s); err != nil {
			return err
		}
		return tx.PutHarvestProgress(ctx, s)
	})
}

// settled returns the outcome of an item whose document is what it was.
func settled(i record.HarvestItem) record.HarvestOutcome {
	switch {
	case i.Document == 0:
		return record.HarvestWaiting
	case i.Versions == 0:
		return record.HarvestSame
	case i.Versions == 1:
		return record.HarvestStored
	}
	return record.HarvestUpdated
}

// refuseItem returns an item that is not taken.
func refuseItem(i record.HarvestItem, reason, detail string) record.HarvestItem {
	i.Outcome, i.Reason, i.Detail, i.NextAt = record.HarvestRefused, reason, detail, time.Time{}
	return i
}

// failItem returns an item that did not come, and comes again after a while, mostTries times.
func failItem(i record.HarvestItem, reason, detail string, status int, after time.Duration) record.HarvestItem {
	i.Outcome, i.Reason, i.Detail, i.Status, i.NextAt = record.HarvestFailed, reason, detail, status, time.Time{}
	if i.Tries++; i.Tries <= mostTries {
		i.NextAt = i.AskedAt.Add(max(after, firstRetry<<(2*(i.Tries-1))))
	}
	return i
}

// storeItem stores the file of an item as a document, unless it is there, with the outcome of the
// item in one transaction. keep is asked in it what is not stored.
func (p *Pool) storeItem(ctx context.Context, s record.HarvestSource, i record.HarvestItem, u record.Upload) error {
	if err := p.refuse(u); err != nil {
		f := record.FailureOf(err)
		return p.settleItem(ctx, s, refuseItem(i, string(f.Name), string(f.Kind)))
	}
	i.Reason, i.Detail, i.Status, i.Tries, i.NextAt = "", "", 0, 0, time.Time{}
	sum := fmt.Sprintf("%x", sha256.Sum256(u.Data))
	return p.store.InTx(ctx, func(tx *library.Tx) error {
		if err := tx.HoldHarvest(ctx, s); err != nil {
			return err
		}
		put := i // a transaction may be begun anew
		if put.SHA256 == sum && put.Document != 0 {
			put.Outcome = settled(put)
			return tx.SettleHarvest(ctx, s, put, false)
		}
		document, as, err := tx.Arrived(ctx, sum, u.Reference, 0)
		if err != nil {
			return err
		}
		before := put.Document
		put.SHA256, put.Document, put.Outcome = sum, document, record.HarvestSame
		if as == record.OutcomeNumber { // another file is there under its number
			put = refuseItem(put, string(as), u.Reference)
		}
		if document == 0 {
			receipts := make([]record.Receipt, 1)
			if err := p.submit(ctx, tx, []record.Upload{u}, receipts, lane{batch: true}); err != nil {
				return err
			}
			if put.Document, put.Outcome = receipts[0].Document, record.HarvestStored; before != 0 {
				put.Outcome = record.HarvestUpdated
			}
		}
		return tx.SettleHarvest(ctx, s, put, document == 0)
	})
}

// settleItem stores the outcome of an item and nothing else.
func (p *Pool) settleItem(ctx context.Context, s record.HarvestSource, i record.HarvestItem) error {
	return p.store.InTx(ctx, func(tx *library.Tx) error {
		if err := tx.HoldHarvest(ctx, s); err != nil {
			return err
		}
		return tx.SettleHarvest(ctx, s, i, false)
	})
}

// allowedNetworks returns the private networks that may be contacted.
func (p *Pool) allowedNetworks(ctx context.Context) ([]netip.Prefix, error) {
	values, err := p.store.Settings(ctx)
	if err != nil {
		return nil, err
	}
	return values.Web.Prefixes()
}

// troubleOf returns the trouble of a source whose server did not answer.
func troubleOf(f *crawl.Fault) record.HarvestTrouble {
	return record.HarvestTrouble{Reason: string(f.Outcome), Detail: f.Detail, Status: f.Status}
}
