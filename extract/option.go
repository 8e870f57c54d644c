package extract

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Options are the limits one file must keep to and the places this package
// reads from. The zero value of a field means its default.
type Options struct {
	MaxBytes      int64         `json:"max_bytes"`      // size of the file; more is ErrTooLarge
	MaxPages      int           `json:"max_pages"`      // pages of a PDF; more is ErrLimits
	MaxCharacters int           `json:"max_characters"` // code points of text; more is ErrLimits
	Deadline      time.Duration `json:"deadline"`       // wall-clock time of a Runner's child; more, unless it reads thousands of pages at a usual pace, is ErrLimits
	MemoryLimit   int64         `json:"memory_limit"`   // bytes a Runner's child may have resident; more is ErrLimits
	CacheDir      string        `json:"cache_dir"`      // where pdfium's compiled code is kept between runs
	MaxRecognised int           `json:"max_recognised"` // pages of a file that are recognised from pictures; the others are named in a notice
	RecogniseTime time.Duration `json:"recognise_time"` // for recognising pages of a file; those not begun by then are named in a notice
	Tesseract     string        `json:"tesseract"`      // program that recognises text; default: tesseract on PATH, if there; NoTesseract for none
	Font          string        `json:"font"`           // CJK font file for PDFs that do not embed theirs; default: ZHIWEN_FONT, then well-known places

	progress func(childProgress) // is told of pages being read and recognised
}

// The defaults of Options, and limits that nobody needs to change.
const (
	DefaultMaxBytes      = 50 << 20
	DefaultMaxPages      = 3000             // the longest real applications, with appendices, have some hundreds
	DefaultMaxCharacters = 5_000_000        // about 3,000 full pages
	DefaultDeadline      = 25 * time.Second // some long applications take one; ends within 30 on a busy machine too
	DefaultMaxRecognised = 150              // at two to four seconds each
	DefaultRecogniseTime = DefaultMaxRecognised * 4 * time.Second
	DefaultMemoryLimit   = 1 << 30 // pdfium with the fallback font uses about 80 MB on usual files

	// LongestRead is how long reading one file can take with the default limits:
	// its own reading, the recognition of its pages with the last one begun in
	// time, and putting all together.
	LongestRead = DefaultDeadline + DefaultMaxPages*readAllowance + DefaultRecogniseTime + DefaultDeadline + DefaultDeadline

	// readAllowance is what a page of text may take, on the average of those read
	// so far, in a file that is read beyond the deadline: dense ones take 16 ms,
	// more on a busy machine.
	readAllowance = 30 * time.Millisecond
	readReport    = 50  // pages after which a child reports
	fullPage      = 100 // characters of a page of text: thousands with less are no long document

	minMemoryLimit = 320 << 20 // compiling pdfium into a cold cache takes 140 MB
	programMemory  = 96 << 20  // of the limit are for the program itself, which is mapped and not allocated
	maxParagraphs  = 500_000   // bounds the structure as MaxCharacters bounds the text
	maxFlags       = 1_000     // a reviewer reads a handful; the rest is counted in a notice
	maxFlagText    = 2_000     // code points of kept-out text that one flag carries
)

// NoTesseract as Options.Tesseract keeps pictures from being recognised.
const NoTesseract = "none"

// FontEnvironment names the environment variable that holds the path of the
// fallback font.
const FontEnvironment = "ZHIWEN_FONT"

// withDefaults fills what is zero and reports all values that cannot be used.
func (o Options) withDefaults() (Options, error) {
	var faults []error
	if o.MaxBytes < 0 || o.MaxPages < 0 || o.MaxCharacters < 0 || o.MaxRecognised < 0 || o.RecogniseTime < 0 || o.Deadline < 0 || o.MemoryLimit < 0 {
		faults = append(faults, errors.New("extract options: limits must not be negative"))
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.MaxPages == 0 {
		o.MaxPages = DefaultMaxPages
	}
	if o.MaxCharacters == 0 {
		o.MaxCharacters = DefaultMaxCharacters
	}
	if o.Deadline == 0 {
		o.Deadline = DefaultDeadline
	}
	if o.MemoryLimit == 0 {
		o.MemoryLimit = DefaultMemoryLimit
	}
	if o.MaxRecognised == 0 {
		o.MaxRecognised = DefaultMaxRecognised
	}
	if o.RecogniseTime == 0 {
		o.RecogniseTime = DefaultRecogniseTime
	}
	if o.Tesseract == "" {
		o.Tesseract = NoTesseract
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

// pdfiumMemory is how many bytes of the memory limit are for pdfium; in the
// rest are the file and what is read from it. A page of real documents needs up
// to 170 MB, a text of all the characters that are allowed twice that outside.
func (o Options) pdfiumMemory() int64 {
	const pages = 64 << 10 // as WebAssembly counts
	return o.MemoryLimit * 3 / 8 / pages * pages
}
