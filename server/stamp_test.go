package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"zhiwen/checker/audit"
	"zhiwen/checker/library"
	"zhiwen/internal/testrun"
	"zhiwen/server/installation"
	"zhiwen/server/servertest"
)

// Signed heads of the record get stamps, which its verification looks at.
func TestStampsOfTheRecord(t *testing.T) {
	testrun.NeedWhole(t)
	a := servertest.NewAuthority(t)
	data := recordedData(t)
	ctx := context.Background()
	store, err := library.Open(ctx, library.Config{DataDir: data, IndexKey: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := store.AskStamps(ctx, 9); err != nil || n != 1 {
		t.Fatalf("%d heads, %v", n, err)
	}
	if n, err := store.AskStamps(ctx, 9); err != nil || n != 0 {
		t.Errorf("%d heads once more, %v", n, err)
	}
	service, err := installation.NewStampService(a.URL, installation.Authorities{TSACA: a.CA})
	if err != nil {
		t.Fatal(err)
	}
	if err := service.Round(ctx, store); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := zhiwen(t, "audit", "verify", "--data", data, "--tsa-ca", a.CA); code != exitDone ||
		!strings.Contains(out, "✓ 1 signed end has a time stamp") {
		t.Errorf("exit %d: %s", code, out)
	}
	if code, out, _ := zhiwen(t, "audit", "verify", "--data", data); code != exitDone ||
		!strings.Contains(out, "– 1 signed end has a time stamp") {
		t.Errorf("without its authority: exit %d: %s", code, out)
	}
	other := servertest.NewAuthority(t)
	if code, out, _ := zhiwen(t, "audit", "verify", "--data", data, "--tsa-ca", other.CA); code != exitFailed ||
		!strings.Contains(out, "time stamp") {
		t.Errorf("with another authority: exit %d: %s", code, out)
	}
	// An export has them too.
	code, export, complaint := zhiwen(t, "audit", "export", "--data", data)
	if code != exitDone || !strings.Contains(export, `"stamp":"`) {
		t.Fatalf("exit %d: %s%s", code, export, complaint)
	}
	file := filepath.Join(t.TempDir(), "record.jsonl")
	write(t, file, []byte(export))
	if code, out, _ := zhiwen(t, "audit", "verify", "--data", data, "--tsa-ca", a.CA, file); code != exitDone ||
		!strings.Contains(out, "✓ 1 signed end has a time stamp") {
		t.Errorf("exit %d: %s", code, out)
	}
	var h audit.SignedHead
	for line := range strings.SplitSeq(export, "\n") {
		if strings.Contains(line, `"stamp":"`) {
			if err := h.UnmarshalJSON([]byte(line)); err != nil || len(h.Stamp) == 0 {
				t.Errorf("%v: %+v", err, h)
			}
		}
	}
}

// The pages give evidence and its stamp out, beside one another, and verify finds both good;
// no page waits for the service.
func TestVerifyStamps(t *testing.T) {
	testrun.NeedWhole(t)
	a := servertest.NewAuthority(t)
	a.Down.Store(true)
	base := serveArguments(t, "--data", t.TempDir(), "--tsa-url", a.URL, "--tsa-ca", a.CA, "--sign-sm2")
	post(t, base+"/samples", nil)
	fetch := func(path string) (int, []byte) {
		t.Helper()
		answer, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		b, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, b
	}
	var file []byte
	eventually(t, "the check is done", func() bool {
		code, b := fetch("/checks/1/evidence.xml")
		file = b
		return code == http.StatusOK
	})
	if code, b := fetch("/checks/1/evidence.tsr"); code != http.StatusConflict || !bytes.Contains(b, []byte("尚无时间戳")) {
		t.Errorf("%d\n%.200s", code, b)
	}
	post(t, base+"/checks/1/decisions", url.Values{"subject": {"check"}, "verdict": {"explain"}, "reviewer": {"张三"}, "comment": {"请说明"}})
	_, decided := fetch("/checks/1/decided.xml")
	a.Down.Store(false)
	dir := t.TempDir()
	for name, xml := range map[string][]byte{"evidence": file, "decided": decided} {
		eventually(t, "the time stamp is there", func() bool {
			code, b := fetch("/checks/1/" + name + ".tsr")
			if code == http.StatusOK {
				write(t, filepath.Join(dir, name+".tsr"), b)
			}
			return code == http.StatusOK
		})
		path := filepath.Join(dir, name+".xml")
		write(t, path, xml)
		code, out, _ := zhiwen(t, "verify", "--data", t.TempDir(), "--tsa-ca", a.CA, path)
		if !strings.Contains(out, "✓ Time stamp: CN=Test time stamps, certified by a given authority, confirms that the file existed on ") {
			t.Errorf("%s: exit %d\n%s", name, code, out)
		}
		if _, out, _ := zhiwen(t, "verify", "--data", t.TempDir(), path); !strings.Contains(
			out,
			"– Time stamp: CN=Test time stamps confirms that the file existed on ",
		) {
			t.Errorf("%s, without its authority:\n%s", name, out)
		}
	}
	// Of another file, by a stranger, and no stamp at all.
	at := func(name string) string { return filepath.Join(dir, name) }
	if _, out, _ := zhiwen(t, "verify", "--data", t.TempDir(), "--tsa-ca", a.CA, "--stamp", at("decided.tsr"), at("evidence.xml")); !strings.Contains(
		out,
		"✗ Time stamp: ",
	) ||
		!strings.Contains(out, "another file") {
		t.Errorf("of another file:\n%s", out)
	}
	if _, out, _ := zhiwen(t, "verify", "--data", t.TempDir(), "--tsa-ca", servertest.NewAuthority(t).CA, at("evidence.xml")); !strings.Contains(
		out,
		"which no given authority certifies",
	) {
		t.Errorf("by a stranger:\n%s", out)
	}
	good := read(t, at("evidence.tsr"))
	for name, bad := range map[string][]byte{"nothing": {}, "text": []byte("x"), "cut": good[:len(good)/2], "changed": append(bytes.Clone(good[:len(good)-3]), 1, 2, 3)} {
		write(t, at("bad.tsr"), bad)
		if _, out, _ := zhiwen(t, "verify", "--data", t.TempDir(), "--tsa-ca", a.CA, "--stamp", at("bad.tsr"), at("evidence.xml")); !strings.Contains(
			out,
			"✗ Time stamp: ",
		) {
			t.Errorf("%s:\n%s", name, out)
		}
	}
}
