package reader

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"unsafe"

	"github.com/landlock-lsm/go-landlock/landlock"
	landlocksys "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"

	"zhiwen/extract"
	"zhiwen/extract/internal/process"
	"zhiwen/internal/wrap"
)

// readable are the places of programs, libraries and fonts, of which a child
// and the recogniser may read; those that are missing are left out. What the
// process knows of itself and of the machine is there too: the runtime asks.
var readable = []string{"/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/nix", "/snap", "/proc", "/sys",
	"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime", "/dev/zero", "/dev/urandom",
	"/dev/random"}

// confineProcess takes from this process, and from those that it starts from now
// on, what a reader of files does not need: the network, every file but
// programs, fonts and read, and every place to write but writable. It cannot
// be undone. What the kernel does not know is left as it is; the answer says
// what holds.
func confineProcess(read, writable []string) Confinement {
	return Confinement{
		Files:   confineFiles(read, writable) == nil,
		Network: confineNetwork() == nil,
		Root:    process.IsBare(), // its parent has seen to it
	}
}

// confineFiles uses Landlock (Linux 5.13 and later), with all that the kernel's
// version of it can refuse.
func confineFiles(read, writable []string) error {
	// Where there is no Landlock, the best effort is none.
	if version, err := landlocksys.LandlockGetABIVersion(); err != nil || version < 1 {
		return errors.New("landlock: not in this kernel")
	}
	var rules []landlock.Rule
	allow := func(paths []string, folder, file func(...string) landlock.FSRule) {
		for _, path := range paths {
			// What is missing needs no leave; a place that cannot be looked at
			// must not keep the other rules away.
			info, err := os.Stat(path)
			switch {
			case err != nil:
			case info.IsDir():
				rules = append(rules, folder(path))
			default:
				rules = append(rules, file(path))
			}
		}
	}
	allow(slices.Concat(readable, read), landlock.RODirs, landlock.ROFiles)
	allow(append([]string{os.DevNull}, writable...), landlock.RWDirs, landlock.RWFiles)
	return wrap.Error(landlock.V11.BestEffort().Restrict(rules...), "landlock")
}

// confineNetwork refuses new sockets of every family, and io_uring, which makes
// them too, by a filter of system calls. Landlock alone would leave datagrams.
func confineNetwork() error {
	const (
		atNumber = 0 // places in the kernel's description of a call
		atArch   = 4
		foreign  = 0x40000000 // from which numbers are of another calling convention on amd64
	)
	arch, ok := map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]
	if !ok {
		return fmt.Errorf("no filter of system calls on %s", runtime.GOARCH)
	}
	const (
		load   = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal  = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		from   = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
		answer = unix.BPF_RET | unix.BPF_K
		refuse = unix.SECCOMP_RET_ERRNO | uint32(unix.EACCES)
	)
	filter := []unix.SockFilter{
		{Code: load, K: atArch},
		{Code: equal, K: arch, Jt: 0, Jf: 5},
		{Code: load, K: atNumber},
		{Code: from, K: foreign, Jt: 3, Jf: 0},
		{Code: equal, K: unix.SYS_SOCKET, Jt: 2, Jf: 0},
		{Code: equal, K: unix.SYS_IO_URING_SETUP, Jt: 1, Jf: 0},
		{Code: answer, K: unix.SECCOMP_RET_ALLOW},
		{Code: answer, K: refuse},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	// The right to set a filter without privileges is the thread's, and goes to
	// the others with the filter.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("filter of system calls: %w", err)
	}
	//nolint:gosec // the kernel takes the filter by its address
	refused, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return fmt.Errorf("filter of system calls: %w", errno)
	}
	if refused != 0 {
		return fmt.Errorf("filter of system calls: thread %d does not take it", refused)
	}
	return nil
}

// placesOf returns what a child of the options reads beside programs and
// libraries of the system.
func placesOf(o extract.Options) []string {
	places := []string{"/proc/self/exe"}
	for _, path := range []string{o.CacheDir, o.Font, o.Tesseract, os.Getenv("TESSDATA_PREFIX")} {
		if filepath.IsAbs(path) {
			places = append(places, path)
		}
	}
	// A program installed in a place of its own has its libraries beside bin.
	if path, err := filepath.EvalSymlinks(o.Tesseract); err == nil && filepath.Base(filepath.Dir(path)) == "bin" {
		places = append(places, filepath.Dir(filepath.Dir(path)))
	}
	return places
}
