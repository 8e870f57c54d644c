package extract

import "time"

// Options are the limits for one file and the resources that this package uses. The zero value of a
// field means its default.
type Options struct {
	MaxBytes      int64 `json:"max_bytes"`      // size of the file; more is ErrTooLarge
	MaxPages      int   `json:"max_pages"`      // pages of a PDF; more is ErrLimits
	MaxCharacters int   `json:"max_characters"` // code points of text; more is ErrLimits
	// Deadline is the wall-clock time of a Runner's child. More is ErrLimits, unless it reads
	// thousands of pages at a usual pace.
	Deadline time.Duration `json:"deadline"`
	// MemoryLimit is how many bytes a Runner's child may have resident; more is ErrLimits.
	MemoryLimit int64  `json:"memory_limit"`
	CacheDir    string `json:"cache_dir"` // where pdfium's compiled code is kept between runs
	// MaxRecognised is how many pages of a file may be recognised from pictures; a notice names the
	// others.
	MaxRecognised int `json:"max_recognised"`
	// RecogniseTime is the time for recognising pages of a file; a notice names those not begun by
	// then.
	RecogniseTime time.Duration `json:"recognise_time"`
	// Tesseract is the program that recognises text. The default is tesseract on PATH, if present;
	// NoTesseract is none.
	Tesseract string `json:"tesseract"`
	// NoFields disables the reading of forms: Metadata then contains only the file's properties.
	NoFields bool `json:"no_fields"`
	// Imprints is the version of the fingerprints of pictures (imprint.Layout.Version). The default is that of libraries.
	Imprints int `json:"imprints,omitempty"`
	// Font is a CJK font file for PDFs that do not embed theirs. The default is ZHIWEN_FONT, then
	// well-known places.
	Font string `json:"font"`
}

// The defaults of Options.
const (
	DefaultMaxBytes = 50 << 20
	// DefaultMaxPages exceeds the longest real applications, which have some hundreds with
	// appendices.
	DefaultMaxPages      = 3000
	DefaultMaxCharacters = 5_000_000 // about 3,000 full pages
	// DefaultDeadline leaves room: some long applications take a second, and on a busy machine reading
	// must end within 30 seconds too.
	DefaultDeadline      = 25 * time.Second
	DefaultMaxRecognised = 150 // at two to four seconds each
	DefaultRecogniseTime = DefaultMaxRecognised * 4 * time.Second
	DefaultMemoryLimit   = 1 << 30 // pdfium with the fallback font uses about 80 MB on usual files
)

// NoTesseract as Options.Tesseract disables the recognition of pictures.
const NoTesseract = "none"

// FontEnvironment names the environment variable that holds the path of the
// fallback font.
const FontEnvironment = "ZHIWEN_FONT"
