package intake

import (
	"path"
	"strings"

	"zhiwen/checker/record"
)

// OwnManifest takes the manifest out of the files where one lies among them, as in what
// the library gives out: a CSV or XLSX file called manifest, or with a name that ends with
// 清单 and whose first row names columns, if it is the only one. at is its place among the files, -1 for none; the errors are those of
// Manifest.
func OwnManifest(files []File) (rows []Row, at int, err error) {
	at = -1
	for i, f := range files {
		if !ManifestName(f.Name) {
			continue
		}
		if at >= 0 {
			return nil, -1, nil
		}
		at = i
	}
	if at < 0 || files[at].Fault != "" {
		return nil, -1, nil
	}
	data, err := files[at].Read()
	if err != nil {
		return nil, -1, record.ErrManifest
	}
	rows, err = Manifest(data)
	if err != nil && !CertainManifest(files[at].Name) {
		return nil, -1, nil // a list of something else
	}
	return rows, at, err
}

// manifestTitle is the file name of the manifest in exports of the library.
const manifestTitle = "manifest"

// CertainManifest reports whether a file is called as nothing but a manifest is, of those that
// ManifestName finds.
func CertainManifest(name string) bool {
	return strings.HasPrefix(key(path.Base(name)), manifestTitle+".")
}

// ManifestName reports whether a file is called as a manifest is.
func ManifestName(name string) bool {
	name = key(path.Base(name))
	title := strings.TrimSuffix(strings.TrimSuffix(name, ".csv"), ".xlsx")
	return title != name && (title == manifestTitle || strings.HasSuffix(title, "清单"))
}
