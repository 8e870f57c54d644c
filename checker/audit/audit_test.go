package audit_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/audit"
)

// at is a time that has all the digits which are kept.
var at = time.Date(2026, 3, 4, 5, 6, 7, 891_234_000, time.UTC)

// written makes a record of n entries.
func written(t testing.TB, n int) [][]byte {
	t.Helper()
	var lines [][]byte
	previous := audit.Origin
	for i := range n {
		line, err := audit.Entry{
			Number: int64(i + 1), At: at.Add(time.Duration(i) * time.Second), Actor: audit.Actor{Account: 3, Name: "王<某>", Address: "192.0.2.7"},
			Act:      audit.Act{Action: audit.View, Subject: audit.SubjectCheck, ID: int64(i), Detail: map[string]string{"b": "2", "a": "1"}},
			Previous: previous,
		}.Encode()
		if err != nil {
			t.Fatal(err)
		}
		previous = audit.HashOf(line)
		lines = append(lines, line)
	}
	return lines
}

// The form is kept for ever: hashes are of it.
func TestEncode(t *testing.T) {
	want := `{"n":1,"at":"2026-03-04T05:06:07.891234Z","account":3,"name":"王<某>","address":"192.0.2.7","action":"view","subject":"check",` +
		`"detail":{"a":"1","b":"2"},"previous":"0000000000000000000000000000000000000000000000000000000000000000"}`
	if got := string(written(t, 1)[0]); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestDecode(t *testing.T) {
	line := written(t, 2)[1]
	e, err := audit.Decode(line)
	if err != nil {
		t.Fatal(err)
	}
	again, err := e.Encode()
	if err != nil || !bytes.Equal(again, line) || !e.At.Equal(at.Add(time.Second)) {
		t.Errorf("again %s (%v), want %s", again, err, line)
	}
	for name, bad := range map[string][]byte{
		"another order":  []byte(`{"at":"2026-03-04T05:06:07.891234Z","n":1,"action":"view","previous":"` + audit.Origin.String() + `"}`),
		"a blank":        append([]byte(" "), line...),
		"something else": bytes.Replace(line, []byte(`"n":2`), []byte(`"n":2,"x":1`), 1),
		"two":            append(bytes.Clone(line), line...),
		"nothing":        nil,
	} {
		if _, err := audit.Decode(bad); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}

// Whatever is changed, left out, doubled or exchanged is noticed, and where.
func TestChain(t *testing.T) {
	read := func(lines [][]byte) (last int64, fault *audit.Fault) {
		var c audit.Chain
		for _, line := range lines {
			if _, err := c.Add(line); err != nil {
				if !errors.As(err, &fault) {
					t.Fatal(err)
				}
				break
			}
		}
		last, _ = c.End()
		return last, fault
	}
	for name, tc := range map[string]struct {
		change func(lines [][]byte) [][]byte
		want   *audit.Fault
	}{
		"nothing":      {func(l [][]byte) [][]byte { return l }, nil},
		"a letter":     {func(l [][]byte) [][]byte { l[2] = bytes.Replace(l[2], []byte("王"), []byte("李"), 1); return l }, &audit.Fault{Kind: audit.FaultBroken, Number: 4}},
		"one left out": {func(l [][]byte) [][]byte { return append(l[:2:2], l[3:]...) }, &audit.Fault{Kind: audit.FaultGap, Number: 3}},
		"one twice":    {func(l [][]byte) [][]byte { return append(l[:3:3], l[2:]...) }, &audit.Fault{Kind: audit.FaultGap, Number: 4}},
		"exchanged":    {func(l [][]byte) [][]byte { l[1], l[2] = l[2], l[1]; return l }, &audit.Fault{Kind: audit.FaultGap, Number: 2}},
		"the first":    {func(l [][]byte) [][]byte { return l[1:] }, &audit.Fault{Kind: audit.FaultGap, Number: 1}},
		"no entry":     {func(l [][]byte) [][]byte { l[4] = []byte("{}"); return l }, &audit.Fault{Kind: audit.FaultForm, Number: 5}},
	} {
		last, fault := read(tc.change(written(t, 6)))
		if diff := cmp.Diff(tc.want, fault); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if want := int64(6); tc.want == nil && last != want {
			t.Errorf("%s: ends at %d", name, last)
		}
	}
}

func TestHead(t *testing.T) {
	h := audit.Head{Number: 12, Hash: audit.HashOf([]byte("x")), At: at}
	got, err := audit.DecodeHead(h.Encode())
	if err != nil || got != h {
		t.Errorf("%+v (%v), want %+v", got, err, h)
	}
	for _, bad := range []string{"", "zhiwen record head 12\n", string(h.Encode()) + " ", "x" + string(h.Encode())} {
		if _, err := audit.DecodeHead([]byte(bad)); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

// What is read as an entry is written as the same bytes.
func FuzzDecode(f *testing.F) {
	for _, line := range written(f, 2) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		e, err := audit.Decode(line)
		if err != nil {
			return
		}
		again, err := e.Encode()
		if err != nil || !bytes.Equal(again, line) {
			t.Errorf("%q was read and written as %q (%v)", line, again, err)
		}
	})
}
