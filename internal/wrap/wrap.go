// Package wrap adds to an error what was being done. In: an error, or none, and the operation
// with its identity. Out: the error with both, or none. It knows nothing of the rest.
package wrap

import "fmt"

// Error returns an error that reads "what: err" and unwraps to err, or nil where err is nil.
func Error(err error, what string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(what, args...), err)
}
