package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"syscall"
)

// usage is what a program took.
type usage struct {
	Processor float64 // seconds
	Memory    int64   // most at a time, MB
	Exit      int
}

// measured runs a command and writes what it took into a file. It is a process of its own, small, since a process counts
// as its highest memory that of the one that began it, too.
func measured(into string, command []string) error {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	err := cmd.Run()
	if cmd.ProcessState == nil {
		return err
	}
	var all syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &all); err != nil {
		return err
	}
	b, err := json.Marshal(usage{float64(all.Utime.Nano()+all.Stime.Nano()) / 1e9, all.Maxrss >> 10, cmd.ProcessState.ExitCode()})
	if err != nil {
		return err
	}
	return os.WriteFile(into, b, 0o600)
}
