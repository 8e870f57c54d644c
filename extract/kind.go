package extract

import "fmt"

// Kind names a kind of file that people upload but this package does not read. For each there is
// specific advice.
type Kind string

// The kinds.
const (
	KindPicture    Kind = "picture"
	KindExcel      Kind = "excel" // also tables of OpenDocument and WPS
	KindPowerPoint Kind = "powerpoint"
	KindCAJ        Kind = "caj" // of CNKI
	KindEPUB       Kind = "epub"
	KindPages      Kind = "pages" // of Apple
	KindArchive    Kind = "archive"
	KindMail       Kind = "mail"
	KindMisnamed   Kind = "misnamed" // plain text under the name of another format
)

// Kinds lists all kinds.
var Kinds = []Kind{KindPicture, KindExcel, KindPowerPoint, KindCAJ, KindEPUB, KindPages, KindArchive, KindMail, KindMisnamed}

// KindError is ErrUnsupported for a file of a known kind.
type KindError struct{ Kind Kind }

func (e *KindError) Error() string { return fmt.Sprintf("%s: %s", ErrUnsupported, e.Kind) }

// Unwrap returns ErrUnsupported.
func (e *KindError) Unwrap() error { return ErrUnsupported }
