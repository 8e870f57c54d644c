package reader

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// watchResident looks at the processes below this one until the function it
// gives is called, which tells the most memory, in bytes, that one of its
// children had resident together with its own children. The kernel's account
// of ended children will not do: it begins before the child is another program
// than its parent. A test that calls it must not be parallel: it would count the
// children of the others.
func watchResident() (most func() int64) {
	const often = 20 * time.Millisecond
	var peak int64
	// What runs already is no child of this one: not to read of it again and again is most of the work.
	strangers := map[string]bool{}
	for _, dir := range processes() {
		strangers[dir] = true
	}
	stop := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(often):
				peak = max(peak, residentNow(strangers))
			}
		}
	})
	return func() int64 {
		close(stop)
		done.Wait()
		return peak
	}
}

// processes lists those that run, as their folders, sorted.
func processes() []string {
	list, _ := filepath.Glob("/proc/[0-9]*")
	slices.Sort(list)
	return list
}

// residentNow returns the largest child with its children: what each has now,
// and at least what a single one had at its largest. What is not marked as a
// child has not become another program yet: its memory is this process's.
// strangers are no children; those that have ended are taken out, as their numbers
// can be given again.
func residentNow(strangers map[string]bool) (most int64) {
	type process struct{ parent, now, highest int64 }
	all := map[int64]process{}
	list := processes()
	maps.DeleteFunc(strangers, func(dir string, _ bool) bool {
		_, there := slices.BinarySearch(list, dir)
		return !there
	})
	for _, dir := range list {
		if strangers[dir] {
			continue
		}
		if environment, err := os.ReadFile(filepath.Join(dir, "environ")); err != nil || !bytes.Contains(environment, []byte(childEnvironment)) {
			continue
		}
		status, err := os.ReadFile(filepath.Join(dir, "status"))
		if err != nil {
			continue // it has ended
		}
		var id int64
		var p process
		for line := range strings.Lines(string(status)) {
			name, value, _ := strings.Cut(line, ":")
			to := map[string]*int64{"Pid": &id, "PPid": &p.parent, "VmRSS": &p.now, "VmHWM": &p.highest}[name]
			if to != nil {
				_, _ = fmt.Sscan(value, to)
			}
		}
		all[id] = p
	}
	self := int64(os.Getpid())
	sums := map[int64]int64{}
	for id, p := range all {
		child := id
		for range all { // no further than there are processes
			if all[child].parent == self {
				break
			}
			child = all[child].parent
		}
		if all[child].parent == self {
			sums[child] += p.now << 10
			most = max(most, p.highest<<10, sums[child])
		}
	}
	return most
}
