package reader

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"zhiwen/internal/testrun"
)

// watchResident looks at the processes below this one until the function it
// gives is called, which tells the most memory, in bytes, that one of its
// children had resident together with its own children. The kernel's account
// of ended children will not do: it begins before the child is another program
// than its parent. A test that calls it must not be parallel: it would count the
// children of the others.
func watchResident(t testing.TB) (most func() int64) {
	t.Helper()
	if _, err := os.Stat("/proc/thread-self/children"); err != nil {
		testrun.Missing(t, "the kernel does not list the children of a process (CONFIG_PROC_CHILDREN)")
	}
	const often = 20 * time.Millisecond
	var peak int64
	stop := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(often):
				for _, child := range childrenOf(strconv.Itoa(os.Getpid())) {
					sum, highest := residentNow(child)
					peak = max(peak, sum, highest)
				}
			}
		}
	})
	return func() int64 {
		close(stop)
		done.Wait()
		return peak
	}
}

// childrenOf returns the numbers of the processes that a process has started. To look at all that run would take longer
// than what is watched where others run many.
func childrenOf(process string) (out []string) {
	lists, _ := filepath.Glob("/proc/" + process + "/task/*/children")
	for _, list := range lists {
		children, _ := os.ReadFile(list) // one that cannot be read has ended
		out = append(out, strings.Fields(string(children))...)
	}
	return out
}

// residentNow returns what a process and those below it have now, and the most that a single one of them had at its
// largest. What is not marked as a child has not become another program yet: its memory is this process's.
func residentNow(process string) (sum, highest int64) {
	environment, err := os.ReadFile("/proc/" + process + "/environ")
	if err != nil || !bytes.Contains(environment, []byte(childEnvironment)) {
		return 0, 0
	}
	status, err := os.ReadFile("/proc/" + process + "/status")
	if err != nil {
		return 0, 0 // it has ended
	}
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		to := map[string]*int64{"VmRSS": &sum, "VmHWM": &highest}[name]
		if to != nil {
			_, _ = fmt.Sscan(value, to)
		}
	}
	sum, highest = sum<<10, highest<<10
	for _, child := range childrenOf(process) {
		more, most := residentNow(child)
		sum, highest = sum+more, max(highest, most)
	}
	return sum, highest
}
