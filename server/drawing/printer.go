package drawing

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"zhiwen/extract/reader"
	"zhiwen/internal/wrap"
	"zhiwen/web/check"
)

// browsers are the programs that can print a page as PDF.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"}

const (
	// printTimeout bounds a print; 300 pages take some seconds.
	printTimeout = 90 * time.Second
	// printGrace is what a browser that is told to end may take.
	printGrace = 5 * time.Second
)

// printsAtOnce is how many reports are printed side by side: each takes a processor
// and some hundred MB of memory, outside of this process.
const printsAtOnce = 2

// Printer makes PDFs with a browser of this machine.
type Printer struct {
	folder string // for what is printed, which is confidential: our own
	turn   chan struct{}

	printing sync.RWMutex    // held to read while one prints, to write by Close
	open     context.Context // until Close
	shut     context.CancelFunc
}

// NewPrinter makes a printer that works in a folder, and removes what an earlier
// program that was killed has left there.
func NewPrinter(folder string) (*Printer, error) {
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o700)); err != nil {
		return nil, fmt.Errorf("print: %w", err)
	}
	open, shut := context.WithCancel(context.Background())
	return &Printer{folder: folder, turn: make(chan struct{}, printsAtOnce), open: open, shut: shut}, nil
}

// Close breaks off what is being printed, waits until it has ended and removes what it has
// left. Nothing is printed afterwards.
func (p *Printer) Close() error {
	p.shut()
	p.printing.Lock()
	defer p.printing.Unlock()
	return wrap.Error(os.RemoveAll(p.folder), "print")
}

// Print makes a PDF of a page that stands alone. The error wraps
// check.ErrNoPrinter where there is no browser. It is safe for concurrent use.
func (p *Printer) Print(ctx context.Context, page []byte) (pdf []byte, err error) {
	program := ""
	for _, name := range browsers {
		if found, err := exec.LookPath(name); err == nil {
			program = found
			break
		}
	}
	if program == "" {
		return nil, fmt.Errorf("print: %w on PATH", check.ErrNoPrinter)
	}
	ctx, cancel := context.WithTimeout(ctx, printTimeout)
	defer cancel()
	p.printing.RLock()
	defer p.printing.RUnlock()
	defer context.AfterFunc(p.open, cancel)()
	if p.open.Err() != nil {
		return nil, fmt.Errorf("print: %w", p.open.Err())
	}
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return nil, fmt.Errorf("print: %w", ctx.Err())
	}
	dir, err := os.MkdirTemp(p.folder, "")
	if err != nil {
		return nil, fmt.Errorf("print: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	source, target := filepath.Join(dir, "report.html"), filepath.Join(dir, "report.pdf")
	if err := os.WriteFile(source, page, 0o600); err != nil {
		return nil, fmt.Errorf("print: %w", err)
	}
	arguments := []string{
		"--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-extensions", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--no-pdf-header-footer",
		"--user-data-dir=" + filepath.Join(dir, "profile"), "--print-to-pdf=" + target,
	}
	// The page runs no scripts. Without its own walls the browser has those of whatever keeps it from making them.
	const noSandbox = "--no-sandbox"
	if os.Geteuid() == 0 {
		arguments = append(arguments, noSandbox) // it refuses to start as root otherwise
	}
	arguments = append(arguments, (&url.URL{Scheme: "file", Path: source}).String())
	out, err := run(ctx, program, arguments)
	// On a busy machine the browser is killed by a signal now and then, whatever the page.
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() < 0 && ctx.Err() == nil {
		out, err = run(ctx, program, arguments)
	}
	// In a container it may not make namespaces, which its sandbox is made of.
	if err != nil && bytes.Contains(out, []byte("No usable sandbox")) && ctx.Err() == nil {
		out, err = run(ctx, program, append([]string{noSandbox}, arguments...))
	}
	// What it has started may outlive it and hold its output: it has printed all the same.
	if err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("print: %w", ctx.Err())
		}
		return nil, fmt.Errorf("print with %s: %w: %.500s", program, err, out)
	}
	if pdf, err = os.ReadFile(target); err != nil {
		return nil, fmt.Errorf("print with %s: %w", program, err)
	}
	return pdf, nil
}

// run runs the browser and returns what it writes.
func run(ctx context.Context, program string, arguments []string) (out []byte, err error) {
	command := exec.CommandContext(ctx, program, arguments...)
	command.WaitDelay = printGrace
	endWithUs(command)
	// The system tells a child of the end of the thread that started it.
	reader.Bare(func() { out, err = command.CombinedOutput() })
	return out, err
}
