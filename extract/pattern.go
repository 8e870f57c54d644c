package extract

import (
	"regexp"
	"sync"
)

// pattern is a regular expression that is compiled where it is first used: a
// child process uses some of them, and all would be a third of its start.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
