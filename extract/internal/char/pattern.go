package char

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled where it is first used: a
// child process uses some of them, and all would be a third of its start.
func Pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
