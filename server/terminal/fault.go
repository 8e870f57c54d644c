package terminal

import (
	"errors"
	"fmt"
	"io/fs"

	"zhiwen/web/catalogue"
)

// Fault is a fault of a command's input, as a message of the catalogue.
type Fault struct {
	key    string
	values []any
	misuse bool
}

// Failure returns a Fault: a message of the catalogue with its values, names and values in turn.
func Failure(key string, values ...any) *Fault { return &Fault{key: key, values: values} }

// Misuse is Failure for a command that was called in a wrong way.
func Misuse(key string, values ...any) *Fault { return &Fault{key: key, values: values, misuse: true} }

// Error returns the message in English.
func (f *Fault) Error() string {
	c, err := catalogue.Open()
	if err != nil {
		return f.key
	}
	return f.Text(c.Choose("", catalogue.English))
}

// Text returns the message in a language.
func (f *Fault) Text(l *catalogue.Language) string { return l.Text(f.key, f.values...) }

// ErrMisused is ErrReported for a command that was called in a wrong way.
var ErrMisused = fmt.Errorf("misused, %w", ErrReported)

// Misused reports whether an error says that a command was called in a wrong way.
func Misused(err error) bool {
	var f *Fault
	return errors.Is(err, ErrMisused) || errors.As(err, &f) && f.misuse
}

// pathFault returns the fault of a file on this machine, or "".
func pathFault(l *catalogue.Language, err error) string {
	var path *fs.PathError
	if !errors.As(err, &path) {
		return ""
	}
	switch {
	case errors.Is(path, fs.ErrNotExist):
		return l.Text("trouble.noFile", "Path", path.Path)
	case errors.Is(path, fs.ErrPermission):
		return l.Text("trouble.noAccess", "Path", path.Path)
	case errors.Is(path, fs.ErrExist):
		return l.Text("trouble.exists", "Path", path.Path)
	}
	return ""
}
