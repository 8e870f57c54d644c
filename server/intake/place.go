package intake

import (
	"os"
	"path/filepath"
	"strings"
)

// Place is what is wrong with the path of a folder that is to be watched: a name of
// record.HarvestFaultNames.
type Place string

// The faults of a path.
const (
	NotAbsolute Place = "absolute"  // not the whole path
	NotThere    Place = "missing"   // there is nothing
	NotFolder   Place = "no-folder" // there is something else
	NotReadable Place = "closed"    // this program may not read it
	Own         Place = "own"       // what this program keeps is in it, or it is in that
	System      Place = "system"    // it is the system's
)

// systems are the folders that hold no documents, but secrets of the machine.
var systems = []string{"/proc", "/sys", "/dev", "/etc", "/boot", "/run", "/usr", "/bin", "/sbin", "/lib", "/lib64"}

// CheckPlace returns the path of a folder without links in it, or its fault. own is the folder
// where this program keeps its data, "" for none.
func CheckPlace(path, own string) (clean string, fault Place) {
	if !filepath.IsAbs(path) || strings.ContainsRune(path, 0) {
		return "", NotAbsolute
	}
	clean, err := filepath.EvalSymlinks(filepath.Clean(path))
	if os.IsPermission(err) {
		return "", NotReadable
	}
	if err != nil {
		return "", NotThere
	}
	if info, err := os.Stat(clean); err != nil || !info.IsDir() {
		return "", NotFolder
	}
	if own != "" {
		if kept, err := filepath.EvalSymlinks(own); err == nil && (within(clean, kept) || within(kept, clean)) {
			return "", Own
		}
	}
	for _, s := range systems {
		if within(clean, s) {
			return "", System
		}
	}
	if clean == string(filepath.Separator) {
		return "", System
	}
	f, err := OpenWatched(clean)
	if err != nil {
		return "", NotReadable
	}
	defer func() { _ = f.Close() }()
	if _, err := f.entries("."); err != nil {
		return "", NotReadable
	}
	return clean, ""
}

// within reports whether a path is another one or below it.
func within(path, other string) bool {
	relative, err := filepath.Rel(other, path)
	return err == nil && relative != ".." && !strings.HasPrefix(relative, ".."+string(filepath.Separator))
}
