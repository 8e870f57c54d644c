package process

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// Bare calls do on a thread of its own, which ends with it. Programs started there, and those that
// they start, have no capabilities, even if this process is root's. do must wait for what it
// starts.
func Bare(do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // never unlocked: the thread cannot regain what it has lost
		dropBounds()
		do()
	}()
	<-done
}

// lastCapability is beyond the capabilities of any kernel, which reports those it has.
const lastCapability = 63

// dropBounds removes from this thread the capabilities that programs get when root starts them: its
// bounding set. If that is not permitted, there are none to pass on, or another program has taken
// care of it.
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

// IsBare reports whether this thread has no capabilities and cannot get any.
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
