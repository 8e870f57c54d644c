package reader

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
)

// childResponse comes back. Error is the name of the error among
// extract.Errors; "" for another one.
type childResponse struct {
	Document *extract.Document     `json:"document,omitempty"`
	Web      *extract.WebPage      `json:"web,omitempty"`
	Texts    map[int]string        `json:"texts,omitempty"`
	Drawing  *extract.Drawing      `json:"drawing,omitempty"`
	Failed   bool                  `json:"failed,omitempty"`
	Ends     bool                  `json:"ends,omitempty"` // the child does no other job
	Error    string                `json:"error,omitempty"`
	Message  string                `json:"message,omitempty"`
	Pictures *extract.PictureError `json:"pictures,omitempty"`
	Progress *draft.Progress       `json:"progress,omitempty"` // in a frame of its own, before the answer

	Confinement Confinement `json:"confinement,omitzero"` // to jobConfinement
}

// readAnswer reads a child's answer and the reports of progress before it, at most reports + 1 of
// them.
func readAnswer(out io.Reader, report func(draft.Progress), reports int) (a childResponse, err error) {
	for range reports + 2 {
		frame, err := readFrame(out, maxAnswer)
		if err != nil {
			return childResponse{}, err
		}
		var a childResponse
		if err := json.Unmarshal(frame, &a); err != nil {
			return childResponse{}, fmt.Errorf("extraction child: answer: %w", err)
		}
		if a.Progress == nil {
			return a, nil
		}
		if report != nil {
			report(*a.Progress)
		}
	}
	return childResponse{}, errors.New("extraction child: no answer")
}

// err returns the child's error the same sentinel it had there.
func (a childResponse) err() error {
	if !a.Failed {
		return nil
	}
	s := extract.ErrorNamed(a.Error)
	if s == nil {
		return fmt.Errorf("extraction child: %s", a.Message)
	}
	if a.Pictures != nil {
		return a.Pictures
	}
	detail := strings.TrimPrefix(strings.TrimPrefix(a.Message, s.Error()), ": ")
	if detail == "" {
		return fmt.Errorf("%w", s)
	}
	return fmt.Errorf("%w: %s", s, detail)
}

// outOfMemory is what Go's runtime, C's and the race detector (the last one) say before they end for want
// of memory.
var outOfMemory = []string{
	"out of memory", "cannot allocate memory", "failed to reserve", "errno=12", "pthread_create failed", "failed to allocate",
}

// failure tells why a child ended without an answer. Go's runtime dies of
// exhausted memory with a message of its own; the kernel kills.
func failure(waitErr error, complaint string) error {
	var exit *exec.ExitError
	switch {
	case slices.ContainsFunc(outOfMemory, func(s string) bool { return strings.Contains(complaint, s) }):
		return fmt.Errorf("%w: out of memory", extract.ErrLimits)
	case strings.Contains(complaint, "stack exceeds"), strings.Contains(complaint, "stack overflow"):
		return fmt.Errorf("%w: nested too deep", extract.ErrLimits)
	case errors.As(waitErr, &exit) && exit.ExitCode() < 0: // by a signal: the kernel's, for memory or time
		return fmt.Errorf("%w: ended by the system", extract.ErrLimits)
	case complaint == "" && waitErr != nil && errors.As(waitErr, &exit) && exit.ExitCode() == 1:
		return fmt.Errorf("extraction child: %w", waitErr)
	}
	return fmt.Errorf("%w: the reader crashed on it", extract.ErrDamaged)
}

// headWriter keeps only the beginning of its input.
type headWriter struct{ head bytes.Buffer }

func (w *headWriter) Write(p []byte) (int, error) {
	if room := maxComplaint - w.head.Len(); room > 0 {
		w.head.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

func (w *headWriter) String() string { return w.head.String() }
