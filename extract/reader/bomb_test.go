package reader

import (
	"bytes"
	"compress/flate"
	"context"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

// bomb is a small file that explodes, hangs or lies about its sizes.
type bomb struct {
	name string
	make func() []byte // when its turn has come: some are large
	want []error       // any of these; nil: what is found of it, or any typed error
}

const (
	// bombDeadline is the time a bomb may take where nothing else ends it, in
	// tests that are run often: four times what a usual PDF takes. Most bombs
	// only run into it, so that more of it proves no more.
	bombDeadline = 500 * time.Millisecond
	// bombMemory is what such a bomb may have: those that fill the memory reach
	// it before the deadline.
	bombMemory = minMemoryLimit
	// patience is how long a test waits for what must happen.
	patience = 3 * time.Minute
	// bombsAtOnce is how many are read at the same time: each may fill its
	// memory.
	bombsAtOnce = 3
)

// bombsVariable, when "full", has bombs read with the limits in use, which
// takes ten minutes.
const bombsVariable = "ZHIWEN_BOMBS"

// bombOptions are the limits bombs are read with.
func bombOptions(t *testing.T) extract.Options {
	t.Helper()
	switch s := os.Getenv(bombsVariable); s {
	case "":
		return extract.Options{Deadline: bombDeadline, MemoryLimit: bombMemory}
	case "full":
		return extract.Options{Deadline: extract.DefaultDeadline}
	default:
		t.Fatalf("%s is %q, neither full nor empty", bombsVariable, s)
		panic("unreachable")
	}
}

// testBombs reads bombs while usual files are read beside them, and holds each
// to the limits.
func testBombs(t *testing.T, bombs []bomb) {
	t.Helper()
	stopped := usualBeside(t)
	r := newRunner(t, bombOptions(t))
	r.warm.Do(func() { r.cold = r.fillCache(context.Background()) != nil })
	// One that nothing ends is not waited for; a busy machine may take its time to
	// end one.
	const longest = patience
	resident := watchResident()
	slots := make(chan struct{}, bombsAtOnce)
	t.Run("bombs", func(t *testing.T) {
		for _, c := range bombs {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				slots <- struct{}{}
				defer func() { <-slots }()
				data := c.make()
				ctx, cancel := context.WithTimeout(context.Background(), longest)
				defer cancel()
				start := time.Now()
				d, err := r.Extract(ctx, c.name, data)
				took := time.Since(start)
				t.Logf("%d bytes: %s, %v", len(data), took.Round(time.Millisecond), err)
				switch {
				case ctx.Err() != nil:
					t.Errorf("was still being read after %s", took)
				case err == nil && c.want != nil:
					t.Errorf("was read, want %v", c.want)
				case err == nil:
					checkDocument(t, d)
				case extract.ErrorName(err) == "":
					t.Errorf("untyped error: %v", err)
				case c.want != nil && !isAny(err, c.want):
					t.Errorf("got %v, want %v", err, c.want)
				}
			})
		}
	})
	stopped()
	if got := resident(); got > r.options.MemoryLimit {
		t.Errorf("a child had %d MB resident", got>>20)
	} else {
		t.Logf("the largest child had %d MB resident", got>>20)
	}
}

// usualBeside reads a usual file again and again until the function it gives
// is called: what happens to other files must not touch it.
func usualBeside(t *testing.T) (stop func()) {
	t.Helper()
	r := newRunner(t, extract.Options{})
	usual := wordFile(t, styled("1", "一、立项依据")+wordPara(chinese), part{"word/styles.xml", testStyles})
	want := mustParse(t, usual)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for n := 0; ; n++ {
			got, err := r.Extract(ctx, "usual.docx", usual)
			if ctx.Err() != nil && n > 0 {
				return
			}
			if err != nil {
				t.Errorf("the usual file beside them: %v", err)
				return
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the usual file beside them reads differently (-alone +beside):\n%s", diff)
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	}()
	return func() { cancel(); <-done }
}

// deflated returns times copies of a block, deflated, without ever holding them:
// a compressed block that begins anew can be written again and again.
func deflated(t testing.TB, block []byte, times int) []byte {
	t.Helper()
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(block); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return append(bytes.Repeat(packed.Bytes(), times), 1, 0, 0, 0xFF, 0xFF) // an empty last block
}

// zlibbed is deflated as the filters of PDF want it. The sum at its end is
// wrong, which no reader minds.
func zlibbed(t testing.TB, block []byte, times int) string {
	t.Helper()
	return "\x78\xDA" + string(deflated(t, block, times)) + "\x00\x00\x00\x00"
}
