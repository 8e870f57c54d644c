package worker

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/library/follow"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/server/intake"
)

// Folders: files that lie there, taken when they have stopped growing.

const (
	// watchPeriod is how soon a folder is watched that another server was told of.
	watchPeriod = 10 * time.Second
	// noticePause is how long after a change a folder is looked through, for all that changes
	// until then.
	noticePause = time.Second
	// watchAgain is when it is tried again to have the system tell of changes.
	watchAgain = 10 * time.Minute
)

// watched is a source that is a folder.
type watched struct {
	pool *Pool
	// manifests are those that were read by this job, by folder; nil is none.
	manifests map[string]*intake.FolderManifest
}

func (w *watched) begin(s record.HarvestSource) record.HarvestSource {
	s.Cursor = record.HarvestCursor{Listing: true}
	return s
}

// closed returns why a folder cannot be searched, as the trouble of a source.
func closed(err error) (record.HarvestTrouble, bool) {
	for _, x := range []struct {
		err    error
		reason record.HarvestReason
	}{
		{intake.ErrMissing, record.HarvestPath}, {intake.ErrNoFolder, record.HarvestPath},
		{intake.ErrClosed, record.HarvestClosed}, {intake.ErrFiles, record.HarvestFiles},
	} {
		if errors.Is(err, x.err) {
			return record.HarvestTrouble{Reason: string(x.reason)}, true
		}
	}
	return record.HarvestTrouble{}, false
}

// list looks through the folder and notes what is new, what has changed, and what has gone. Of a
// folder that cannot be read nothing has gone.
func (w *watched) list(ctx context.Context, s record.HarvestSource) error {
	p := w.pool
	every := time.Duration(s.Minutes) * time.Minute
	f, err := intake.OpenWatched(s.Path)
	if t, ok := closed(err); ok {
		return p.trouble(ctx, s, t, every)
	}
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	at := time.Now()
	l, err := f.Sweep(ctx, s.Most)
	if t, ok := closed(err); ok {
		t.Detail = strconv.Itoa(s.Most)
		return p.trouble(ctx, s, t, every)
	}
	if err != nil {
		return err
	}
	known, err := p.store.KnownHarvestItems(ctx, s.ID)
	if err != nil {
		return err
	}
	changed, lost := compareFolder(l, known)
	for few := range slices.Chunk(changed, noteBatch) {
		if err := p.noteFiles(ctx, s, few, at); err != nil {
			return err
		}
	}
	for few := range slices.Chunk(lost, noteBatch) {
		err := p.store.InTx(ctx, func(tx *library.Tx) error {
			if err := tx.HoldHarvest(ctx, s); err != nil {
				return err
			}
			return tx.LoseHarvestFiles(ctx, s.ID, few, at)
		})
		if err != nil {
			return err
		}
	}
	s.EndedAt, s.Trouble, s.Cursor = at, record.HarvestTrouble{}, record.HarvestCursor{Listed: len(l.Files)}
	if len(l.Closed) > 0 {
		s.Trouble = record.HarvestTrouble{Reason: string(record.HarvestPartly),
			Detail: strings.ToValidUTF8(strings.Join(l.Closed, ", "), "\uFFFD"), At: at}
	}
	return p.store.InTx(ctx, func(tx *library.Tx) error {
		if err := tx.HoldHarvest(ctx, s); err != nil {
			return err
		}
		if err := tx.MoveHarvestFiles(ctx, s.ID); err != nil {
			return err
		}
		return tx.PutHarvestProgress(ctx, s)
	})
}

// compareFolder tells which files are to be noted, and which items have no file any more.
func compareFolder(l *intake.WatchedFiles, known map[string]follow.Known) (changed []intake.WatchedFile, lost []int64) {
	there := map[string]bool{}
	for _, e := range l.Files {
		there[e.Key] = true
		k, ok := known[e.Key]
		gone := k.Outcome == record.HarvestDeleted || k.Outcome == record.HarvestMoved
		if !ok || gone || k.Stamp != e.Stamp {
			changed = append(changed, e)
		}
	}
	for key, k := range known {
		if !there[key] && k.Outcome != record.HarvestDeleted && k.Outcome != record.HarvestMoved && !l.Within(key) {
			lost = append(lost, k.ID)
		}
	}
	return changed, lost
}

// noteFiles stores files that are new or changed: they are taken when they have not changed for
// a while.
func (p *Pool) noteFiles(ctx context.Context, s record.HarvestSource, files []intake.WatchedFile, at time.Time) error {
	return p.store.InTx(ctx, func(tx *library.Tx) error {
		if err := tx.HoldHarvest(ctx, s); err != nil {
			return err
		}
		for _, e := range files {
			i, err := tx.HarvestItem(ctx, s.ID, e.Key)
			if err != nil && !errors.Is(err, record.ErrNotFound) {
				return err
			}
			back := i.Stamp == e.Stamp && i.Document != 0
			i.Source, i.Key, i.Name, i.Stamp, i.SeenAt = s.ID, e.Key, e.Name, e.Stamp, at
			switch {
			case e.Reason != "":
				i = refuseItem(i, e.Reason, "")
			case back:
				i.Outcome, i.Detail, i.NextAt = settled(i), "", time.Time{}
			case i.Outcome != record.HarvestRemoved: // that is left alone until somebody wants it
				i = growing(i, s, at)
			}
			if err := tx.PutHarvestItem(ctx, i); err != nil {
				return err
			}
		}
		return nil
	})
}

// growing returns a file that may be being written.
func growing(i record.HarvestItem, s record.HarvestSource, at time.Time) record.HarvestItem {
	i.Outcome, i.Reason, i.Detail, i.Status, i.Tries = record.HarvestGrowing, "", "", 0, 0
	i.NextAt = at.Add(time.Duration(s.Pause) * time.Second)
	return i
}

// fetch takes a file that has not changed since it was last looked at.
func (w *watched) fetch(ctx context.Context, s record.HarvestSource, i record.HarvestItem) error {
	p := w.pool
	i.AskedAt = time.Now()
	f, err := intake.OpenWatched(s.Path)
	if err != nil {
		return p.settleItem(ctx, s, failItem(i, string(record.HarvestPath), "", 0, 0))
	}
	defer func() { _ = f.Close() }()
	var data []byte
	stamp, err := f.Stamp(i.Key)
	if err == nil && stamp == i.Stamp {
		data, err = f.Read(i.Key, stamp, p.config.MaxUpload)
	} else if err == nil {
		i.Stamp, err = stamp, intake.ErrChanged
	}
	switch {
	case errors.Is(err, intake.ErrGone):
		i.Outcome, i.Reason, i.Detail, i.NextAt = record.HarvestDeleted, "", "", time.Time{}
		return p.settleItem(ctx, s, i)
	case errors.Is(err, intake.ErrChanged):
		if stamp, err := f.Stamp(i.Key); err == nil {
			i.Stamp = stamp
		}
		return p.settleItem(ctx, s, growing(i, s, i.AskedAt))
	case errors.Is(err, intake.ErrTooLarge):
		return p.settleItem(ctx, s, refuseItem(i, string(record.RefusalTooLarge), ""))
	case errors.Is(err, intake.ErrNoFile):
		return p.settleItem(ctx, s, refuseItem(i, string(record.HarvestNotFile), ""))
	case err != nil:
		return p.settleItem(ctx, s, failItem(i, string(record.HarvestUnreadable), systemSays(err), 0, 0))
	}
	u := record.Upload{Data: data, ToLibrary: true}
	row, m := w.row(f, i)
	switch {
	case m != nil && i.AskedAt.Sub(m.At) < time.Duration(s.Pause)*time.Second && !m.At.After(i.AskedAt): // which is being written
		i.NextAt = m.At.Add(time.Duration(s.Pause) * time.Second)
		return p.settleItem(ctx, s, i)
	case m != nil && m.Err != nil:
		return p.settleItem(ctx, s, failItem(i, string(record.HarvestManifest), m.Name, 0, 0))
	case row.Fault != "":
		return p.settleItem(ctx, s, refuseItem(i, string(row.Fault), row.Value))
	case row.Row != nil:
		u.Identity, u.Reference, u.Status = row.Row.Identity, row.Row.Reference, row.Row.Status
	}
	i.Given = u.Identity
	u.Identity.Filename = path.Base(i.Name)
	return p.storeItem(ctx, s, i, u)
}

// systemSays returns the reason of an error of the system, without the path, which may be long.
func systemSays(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err.Error()
	}
	return err.Error()
}

// row returns the row of a file in the nearest manifest; m is nil if there is none.
func (w *watched) row(f *intake.WatchedFolder, i record.HarvestItem) (row intake.Item, m *intake.FolderManifest) {
	if w.manifests == nil {
		w.manifests = map[string]*intake.FolderManifest{}
	}
	places, names := intake.Folders(i.Key)
	for n, at := range places {
		known, ok := w.manifests[at]
		if !ok {
			known = f.Manifest(at)
			w.manifests[at] = known
		}
		if known == nil {
			continue
		}
		rows := known.Rows
		if n > 0 { // of a file in another folder it says something where it names that
			rows = nil
			for _, r := range known.Rows {
				if strings.Contains(r.File, "/") {
					rows = append(rows, r)
				}
			}
		}
		row = intake.Join([]intake.File{{Name: names[n]}}, append([]intake.Row{}, rows...))[0]
		if row.Fault == record.RefusalNoRow {
			row.Fault = ""
		}
		return row, known
	}
	return intake.Item{}, nil
}

// watchFolders has the system tell of changes in the folders of this machine, until ctx ends.
func (p *Pool) watchFolders(ctx context.Context) {
	type watch struct {
		path  string
		stop  context.CancelFunc
		until chan struct{} // closed when it has ended
		again time.Time     // when it is tried again
	}
	watches := map[int64]*watch{}
	p.repeat(ctx, watchPeriod, p.foldersNow, "watch folders", func(ctx context.Context) error {
		folders, err := p.store.WatchedFolders(ctx, HarvestPlace())
		if err != nil {
			return err
		}
		paths := each.Map(folders, func(s record.HarvestSource) (int64, string) { return s.ID, s.Path })
		for id, w := range watches {
			over := false
			select {
			case <-w.until:
				over = time.Now().After(w.again)
			default:
			}
			if paths[id] != w.path || over {
				w.stop()
				delete(watches, id)
			}
		}
		for id, path := range paths {
			if watches[id] != nil {
				continue
			}
			within, stop := context.WithCancel(ctx)
			w := &watch{path: path, stop: stop, until: make(chan struct{}), again: time.Now().Add(watchAgain)}
			watches[id] = w
			p.running.Go(func() {
				defer close(w.until)
				err := intake.Watch(within, path, noticePause, func() {
					if err := p.store.FolderChanged(within, id); err != nil && within.Err() == nil && !errors.Is(err, record.ErrNotFound) {
						p.log.WarnContext(within, "note a change in a folder", "harvest", id, "error", err)
					}
					p.WakeHarvests()
				})
				if err != nil {
					p.log.WarnContext(within, "the system does not tell of changes in a folder; it is looked through at intervals alone",
						"harvest", id, "error", err)
				}
			})
		}
		return nil
	})
	for _, w := range watches {
		w.stop()
	}
}
