package verify

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"strings"

	"zhiwen/checker/stamp"
)

// stampEnding is that of the file with the time stamp of another.
const stampEnding = ".tsr"

// stampFile returns where the time stamp of the file lies, "" for nowhere.
func (c *Command) stampFile() (string, error) {
	if c.Stamp != "" {
		return c.Stamp, nil
	}
	for _, path := range []string{c.File + stampEnding, strings.TrimSuffix(c.File, ".xml") + stampEnding} {
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			return path, err
		}
	}
	return "", nil
}

// stamp says since when the file is there, by the word of a time stamp service.
func (v *verification) stamp(file []byte) error {
	path, err := v.command.stampFile()
	if err != nil {
		return err
	}
	if path == "" {
		if v.command.TSACA != "" { // one is looked for
			v.missing(v.language.Text("verify.noStamp"))
		}
		return nil
	}
	response, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	authorities, err := v.command.AuthorityPool()
	if err != nil {
		return err
	}
	token, err := stamp.Read(response)
	if err != nil {
		v.bad(v.language.Text("verify.stampBroken", "File", path))
		return nil //nolint:nilerr // it is told
	}
	says := []any{"Time", token.Time.Format("2006-01-02 15:04:05 UTC"), "By", token.By}
	if token.Of(sha256.Sum256(file)) != nil {
		v.bad(v.language.Text("verify.stampOther", says...))
		return nil //nolint:nilerr // it is told
	}
	switch {
	case authorities == nil:
		v.missing(v.language.Text("verify.stampUnknown", says...))
	case token.Certified(authorities) != nil:
		v.bad(v.language.Text("verify.stampStranger", says...))
	default:
		v.good(v.language.Text("verify.stamped", says...))
	}
	return nil
}
