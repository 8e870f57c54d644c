package char

import (
	"regexp"
	"sync"
)

// Pattern returns a regular expression that is compiled on first use. A child process uses only
// some of them, and compiling all would be a third of its start-up time.
func Pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
