package extract

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// readable are the places of programs, libraries and fonts, of which a child
// and the recogniser may read; those that are missing are left out. What the
// process knows of itself and of the machine is there too: the runtime asks.
var readable = []string{"/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/nix", "/snap", "/proc", "/sys",
	"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime", "/dev/zero", "/dev/urandom", "/dev/random"}

const (
	accessRead  = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	accessFile  = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE // what a rule for a file may say
	accessWrite = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK |
		unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK | unix.LANDLOCK_ACCESS_FS_MAKE_SYM |
		unix.LANDLOCK_ACCESS_FS_REFER | unix.LANDLOCK_ACCESS_FS_TRUNCATE
)

// confineThread takes from this thread, and from the processes that it starts
// from now on, what a reader of files does not need: the network, every file
// but programs and fonts, and every place to write but writable. It holds
// until the thread ends and cannot be undone. What the kernel does not know is
// left as it is; the answer says what holds.
func confineThread(read, writable []string) Confinement {
	var c Confinement
	if unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != nil {
		return c
	}
	c.Files = confineFiles(read, writable) == nil
	c.Network = confineNetwork() == nil
	return c
}

// confineFiles uses Landlock (Linux 5.13 and later).
func confineFiles(read, writable []string) error {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return fmt.Errorf("landlock: %w", errno)
	}
	attr := unix.LandlockRulesetAttr{Handled_access_fs: accessRead | accessWrite}
	if version < 2 {
		attr.Handled_access_fs &^= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version < 3 {
		attr.Handled_access_fs &^= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if version >= 4 {
		attr.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if version >= 6 {
		attr.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	rules, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return fmt.Errorf("landlock: %w", errno)
	}
	defer func() { _ = unix.Close(int(rules)) }()
	for _, path := range slices.Concat(readable, read) {
		allow(int(rules), path, accessRead&attr.Handled_access_fs)
	}
	for _, path := range append([]string{os.DevNull}, writable...) {
		allow(int(rules), path, attr.Handled_access_fs)
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, rules, 0, 0); errno != 0 {
		return fmt.Errorf("landlock: %w", errno)
	}
	return nil
}

// allow lets a file, or all that is in a folder, be used; one that is missing
// needs no leave.
func allow(rules int, path string, access uint64) {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	defer func() { _ = unix.Close(fd) }()
	var stat unix.Stat_t
	if unix.Fstat(fd, &stat) != nil {
		return
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFDIR {
		access &= accessFile
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: access, Parent_fd: int32(fd)}
	_, _, _ = unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(rules), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
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
	if err := unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0); err != nil {
		return fmt.Errorf("filter of system calls: %w", err)
	}
	return nil
}

// placesOf gives what a child of the options reads beside programs and
// libraries of the system.
func placesOf(o Options) []string {
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
