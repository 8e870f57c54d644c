package extract

import "time"

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
	NoFields      bool          `json:"no_fields"`      // what a form says of the application is not looked for: Metadata is what the file says of itself alone
	Font          string        `json:"font"`           // CJK font file for PDFs that do not embed theirs; default: ZHIWEN_FONT, then well-known places
}

// The defaults of Options.
const (
	DefaultMaxBytes      = 50 << 20
	DefaultMaxPages      = 3000             // the longest real applications, with appendices, have some hundreds
	DefaultMaxCharacters = 5_000_000        // about 3,000 full pages
	DefaultDeadline      = 25 * time.Second // some long applications take one; ends within 30 on a busy machine too
	DefaultMaxRecognised = 150              // at two to four seconds each
	DefaultRecogniseTime = DefaultMaxRecognised * 4 * time.Second
	DefaultMemoryLimit   = 1 << 30 // pdfium with the fallback font uses about 80 MB on usual files
)

// NoTesseract as Options.Tesseract keeps pictures from being recognised.
const NoTesseract = "none"

// FontEnvironment names the environment variable that holds the path of the
// fallback font.
const FontEnvironment = "ZHIWEN_FONT"
