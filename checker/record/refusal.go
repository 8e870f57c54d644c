package record

import "errors"

// Errors of imports as a whole; test with errors.Is.
var (
	// ErrArchive says that something is no zip archive, or is damaged as a whole.
	ErrArchive = errors.New("not a zip archive that can be read")
	// ErrManifest says that something is no table that can be read.
	ErrManifest = errors.New("not a manifest that can be read")
	// ErrHeading says that its first row names neither a file nor a number.
	ErrHeading = errors.New("the first row of the manifest names no column of files or numbers")
)

// Refusal says why an import does not take a file or a row. The values are stable: databases keep
// them, pages translate them. "" is none.
type Refusal string

// The refusals.
const (
	// Of files.
	RefusalTooLarge  Refusal = "too-large"   // more bytes than a file may have
	RefusalEncrypted Refusal = "encrypted"   // a file of an archive that has a password
	RefusalDamaged   Refusal = "damaged"     // the archive does not give the file, or it is damaged itself
	RefusalName      Refusal = "unsafe-name" // a path that leads out of the archive, or a link
	RefusalNested    Refusal = "nested"      // an archive within the archive or folder
	RefusalTotal     Refusal = "total"       // the files before it have used up what an archive may unpack to
	RefusalNoRow     Refusal = "no-row"      // the manifest does not name it
	// Of rows.
	RefusalNoFile    Refusal = "no-file"          // there is no such file
	RefusalUnclear   Refusal = "unclear-file"     // several files have this name
	RefusalTwice     Refusal = "file-twice"       // an earlier row names the same file
	RefusalNumber    Refusal = "number-twice"     // an earlier row has the same number
	RefusalYear      Refusal = "year"             // not a year
	RefusalStatus    Refusal = "status"           // none of the statuses; of imports of before, which refused such rows
	RefusalNothing   Refusal = "neither"          // names neither a file nor a number
	RefusalEncoding  Refusal = "encoding"         // characters that are none
	RefusalFieldSize Refusal = "field-too-large"  // a value longer than can be kept
	RefusalColumns   Refusal = "too-many-columns" // values beyond the heading's columns
	RefusalCall      Refusal = "call-gone"        // the call was deleted meanwhile
)

// Refusals returns all of them.
func Refusals() []Refusal {
	return []Refusal{
		RefusalTooLarge, RefusalEncrypted, RefusalDamaged, RefusalName, RefusalNested, RefusalTotal, RefusalNoRow, RefusalNoFile,
		RefusalUnclear, RefusalTwice, RefusalNumber, RefusalYear, RefusalStatus, RefusalNothing, RefusalEncoding, RefusalFieldSize,
		RefusalColumns, RefusalCall,
	}
}
