package process

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// Bare calls do on a thread of its own, which ends with it. Programs that are started
// there, and those that they start, have no capabilities, even where this one is root's.
// do must wait for what it starts.
func Bare(do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocked: what the thread has lost it does not get back
		dropBounds()
		do()
	}()
	<-done
}

// lastCapability is beyond what kernels know; they say which there are.
const lastCapability = 63

// dropBounds takes from this thread what programs get by being started by root: what it
// may hand on. Where it may not, there is nothing, or somebody else has taken care.
func dropBounds() {
	for c := uintptr(0); c <= lastCapability; c++ {
		if has, err := unix.PrctlRetInt(unix.PR_CAPBSET_READ, c, 0, 0, 0); err != nil || has == 0 {
			continue
		}
		_ = unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0)
	}
	_ = unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if unix.Capget(&head, &data[0]) == nil {
		data[0].Inheritable, data[1].Inheritable = 0, 0
		_ = unix.Capset(&head, &data[0])
	}
}

// IsBare reports whether this thread has no capabilities, and can get none.
func IsBare() bool {
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if unix.Capget(&head, &data[0]) != nil {
		return false
	}
	for _, d := range data {
		if d.Effective|d.Permitted|d.Inheritable != 0 {
			return false
		}
	}
	return true
}
