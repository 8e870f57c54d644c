package intake

import (
	"path"
	"strings"

	"zhiwen/checker/record"
)

// OwnManifest takes the manifest out of the files where one lies among them, as in what
// the library gives out: a file called manifest.csv or manifest.xlsx, if it is the only
// one. at is its place among the files, -1 for none; the errors are those of Manifest.
func OwnManifest(files []File) (rows []Row, at int, err error) {
	at = -1
	for i, f := range files {
		if name := strings.ToLower(path.Base(f.Name)); name != "manifest.csv" && name != "manifest.xlsx" {
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
	return rows, at, err
}
