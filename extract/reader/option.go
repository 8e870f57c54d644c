package reader

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"zhiwen/extract"
	"zhiwen/extract/imprint"
	"zhiwen/extract/internal/process"
)

// LongestRead is how long reading one file can take with the default limits on a
// busy machine: its own reading, the recognition of its pages with the last one
// begun in time, and putting all together.
const LongestRead = extract.DefaultRecogniseTime + process.Waits*(3*extract.DefaultDeadline+extract.DefaultMaxPages*readAllowance)

const (
	// readAllowance is what a page of text may take, on the average of those read
	// so far, in a file that is read beyond the deadline: dense ones take 16 ms,
	// more on a busy machine.
	readAllowance = 30 * time.Millisecond

	minMemoryLimit = 320 << 20 // compiling pdfium into a cold cache takes 140 MB
	programMemory  = 96 << 20  // of the limit are for the program itself, which is mapped and not allocated
)

// withDefaults sets zero fields to defaults and reports all values that cannot be used.
func withDefaults(o extract.Options) (extract.Options, error) {
	var faults []error
	if o.MaxBytes < 0 || o.MaxPages < 0 || o.MaxCharacters < 0 || o.MaxRecognised < 0 || o.RecogniseTime < 0 || o.Deadline < 0 ||
		o.MemoryLimit < 0 {
		faults = append(faults, errors.New("extract options: limits must not be negative"))
	}
	o.MaxBytes = cmp.Or(o.MaxBytes, extract.DefaultMaxBytes)
	o.MaxPages = cmp.Or(o.MaxPages, extract.DefaultMaxPages)
	o.MaxCharacters = cmp.Or(o.MaxCharacters, extract.DefaultMaxCharacters)
	o.Deadline = cmp.Or(o.Deadline, extract.DefaultDeadline)
	o.MemoryLimit = cmp.Or(o.MemoryLimit, extract.DefaultMemoryLimit)
	o.MaxRecognised = cmp.Or(o.MaxRecognised, extract.DefaultMaxRecognised)
	o.RecogniseTime = cmp.Or(o.RecogniseTime, extract.DefaultRecogniseTime)
	o.Imprints = cmp.Or(o.Imprints, imprint.Version)
	if _, known := imprint.LayoutOf(o.Imprints); !known {
		faults = append(faults, fmt.Errorf("extract options: there are no imprints of version %d", o.Imprints))
	}
	if o.Tesseract == "" {
		o.Tesseract = extract.NoTesseract
		if program, err := exec.LookPath("tesseract"); err == nil {
			o.Tesseract = program
		}
	}
	if o.MemoryLimit < minMemoryLimit {
		faults = append(faults, fmt.Errorf("extract options: memory limit %d is below %d", o.MemoryLimit, minMemoryLimit))
	}
	if o.CacheDir == "" {
		if dir, err := os.UserCacheDir(); err == nil {
			o.CacheDir = filepath.Join(dir, "zhiwen")
		} else {
			o.CacheDir = filepath.Join(os.TempDir(), "zhiwen-cache") // a service without a home
		}
	}
	if o.Font == "" {
		o.Font = findFont()
	} else if _, err := os.Stat(o.Font); err != nil {
		faults = append(faults, fmt.Errorf("extract options: fallback font: %w", err))
	}
	return o, errors.Join(faults...)
}
