package host

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"zhiwen/checker/record"
)

func TestRoom(t *testing.T) {
	const gb = 1 << 30
	var free atomic.Uint64
	d := &Disk{folder: "/data", space: func(string) (uint64, uint64, bool) { return 100 * gb, free.Load(), true }}
	for _, tc := range []struct {
		free, bytes uint64
		full, want  bool
	}{
		{2 * gb, 0, false, true},
		{2 * gb, gb, false, true},
		{2 * gb, gb + 1, false, false},
		{gb - 1, 0, false, false},
		{gb + gb/8, 0, false, true},
		{gb + gb/8, 0, true, false}, // it waits until there is more than a little
		{gb + gb/2, 0, true, true},
	} {
		free.Store(tc.free)
		d.full.Store(tc.full)
		err := d.Room(int64(tc.bytes))
		if (err == nil) != tc.want || err != nil && !errors.Is(err, record.ErrNoRoom) {
			t.Errorf("%+v: %v", tc, err)
		}
	}
	if got := least(gb); got != gb/20 {
		t.Errorf("of a small disk %d bytes stay free", got)
	}
}

// counted counts how often it is suspended and resumed.
type counted struct{ suspended, resumed chan struct{} }

func (c counted) Suspend() error { c.suspended <- struct{}{}; return nil }
func (c counted) Resume() error  { c.resumed <- struct{}{}; return nil }

func TestWatchDisk(t *testing.T) {
	var free atomic.Uint64
	d := &Disk{every: time.Millisecond, space: func(string) (uint64, uint64, bool) { return 100 << 30, free.Load(), true }}
	work := counted{make(chan struct{}), make(chan struct{})}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		d.Watch(ctx, slog.New(slog.NewTextHandler(io.Discard, nil)), work)
	}()
	<-work.suspended
	free.Store(50 << 30)
	<-work.resumed
	free.Store(0)
	<-work.suspended
	cancel()
	<-ended
}
