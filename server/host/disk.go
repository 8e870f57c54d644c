package host

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"zhiwen/checker/record"
)

const (
	// leastFree is what stays free on the disk of the data folder, so that what is
	// under way can end and the database and the system go on: 1 GB, or a twentieth
	// of a small disk.
	leastFree     = 1 << 30
	leastFreePart = 20
	// roomAgain is how many times that must be free before work goes on, so that it
	// does not begin and end with every file.
	roomAgain = 1.25
	// diskEvery is how often one looks: at 200 MB a second, the fastest that was seen
	// to be written, a fifth of leastFree goes meanwhile.
	diskEvery = time.Second
)

// Disk watches the room on the disk of a folder. It is safe for concurrent use.
type Disk struct {
	folder string
	space  func(folder string) (size, free uint64, known bool)
	every  time.Duration // between two looks
	full   atomic.Bool
}

// NewDisk watches the disk of a folder.
func NewDisk(folder string) *Disk {
	return &Disk{folder: folder, space: diskSpace, every: diskEvery}
}

// least returns how many bytes of a disk of a size must stay free.
func least(size uint64) uint64 { return min(leastFree, size/leastFreePart) }

// Room fails with an error that wraps record.ErrNoRoom where so many bytes more would
// leave too little free. Where the system does not tell there is room.
func (d *Disk) Room(bytes int64) error {
	size, free, known := d.space(d.folder)
	if !known {
		return nil
	}
	need := least(size) + uint64(max(bytes, 0))
	if d.full.Load() {
		need = max(need, uint64(roomAgain*float64(least(size))))
	}
	if free < need {
		return fmt.Errorf("%s has %d MB free, %d MB are needed: %w", d.folder, free>>20, need>>20, record.ErrNoRoom)
	}
	return nil
}

// Free returns how many bytes are free; 0 where the system does not tell.
func (d *Disk) Free() uint64 {
	_, free, _ := d.space(d.folder)
	return free
}

// Paused reports whether work is suspended for want of room.
func (d *Disk) Paused() bool { return d.full.Load() }

// suspender is a writer that pauses while the disk is full.
type suspender interface {
	Suspend() error
	Resume() error
}

// Watch suspends work while there is too little room, until ctx ends.
func (d *Disk) Watch(ctx context.Context, log *slog.Logger, work suspender) {
	every := time.NewTicker(d.every)
	defer every.Stop()
	for {
		err := d.Room(0)
		if full := err != nil; d.full.Swap(full) != full {
			if full {
				log.ErrorContext(ctx, "uploads, indexing and search stop until there is room on the disk", "reason", err)
				err = work.Suspend()
			} else {
				log.InfoContext(ctx, "there is room on the disk again")
				err = work.Resume()
			}
			if err != nil {
				log.ErrorContext(ctx, "full-text search", "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
	}
}
