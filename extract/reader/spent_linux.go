package reader

import (
	"bytes"
	"fmt"
	"os"
	"time"
)

// tick is the unit of processor times in /proc.
const tick = time.Second / 100

// spentBy returns the processor time that a process, and those that it has started and waited for,
// have taken; 0 if it has ended.
func spentBy(pid int) time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	const first = 11 // utime, stime, cutime and cstime, counted from the state behind the name
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	var sum time.Duration
	for i := first; i < first+4 && i < len(fields); i++ {
		var ticks int64
		if _, err := fmt.Sscan(string(fields[i]), &ticks); err != nil {
			return 0
		}
		sum += time.Duration(ticks) * tick
	}
	return sum
}
