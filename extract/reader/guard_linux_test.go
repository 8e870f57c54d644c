package reader

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"zhiwen/extract"
)

// A child is held to its temporary folder and kept from the network: what it
// starts, here a program in place of the recogniser, tries both.
func TestChildIsConfined(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed: nothing here can connect")
	}
	r := newRunner(t, extract.Options{})
	if c, err := r.Confinement(context.Background()); err != nil || !c.Files || !c.Network {
		t.Skipf("this kernel does not confine children: %+v, %v", c, err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	attempts := []struct{ name, command, want string }{
		{"inside", `echo x >"$TMPDIR/x"`, "done"},
		{"outside", fmt.Sprintf("echo x >%q", filepath.Join(dir, "written")), "refused"},
		{"temporary", fmt.Sprintf("echo x >%q", filepath.Join(os.TempDir(), "zhiwen-test-"+filepath.Base(dir))), "refused"},
		{"cache", fmt.Sprintf("echo x >%q", filepath.Join(testCache, "written")), "refused"},
		{"remove", fmt.Sprintf("rm %q", secret), "refused"},
		{"read", fmt.Sprintf("cat <%q", secret), "refused"},
		{"tcp", fmt.Sprintf("echo x >/dev/tcp/127.0.0.1/%d", port), "refused"},
		{"udp", fmt.Sprintf("echo x >/dev/udp/127.0.0.1/%d", port), "refused"},
	}
	var script strings.Builder
	script.WriteString("#!" + bash + "\n[ \"$1\" = --list-langs ] && { echo eng; exit; }\ncat >/dev/null\n")
	var want []string
	for i, a := range attempts {
		fmt.Fprintf(&script, "if (%s) >/dev/null 2>&1; then r=done; else r=refused; fi\n", a.command)
		fmt.Fprintf(&script, `printf '5\t1\t1\t%d\t1\t1\t100\t%d\t400\t30\t95\t%s-%%s\n' "$r"`+"\n", i+1, 100*(i+1), a.name)
		want = append(want, a.name+"-"+a.want)
	}
	program := filepath.Join(dir, "tesseract")
	if err := os.WriteFile(program, []byte(script.String()), 0o700); err != nil {
		t.Fatal(err)
	}
	d, err := newRunner(t, extract.Options{Tesseract: program}).Extract(context.Background(), "scan.pdf", pictureOnly(t))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Fields(d.Text); strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Every thread of a process is confined, those that were there before too.
func TestEveryThreadIsConfined(t *testing.T) {
	const threads, secretName = 8, "ZHIWEN_TEST_SECRET"
	secret := os.Getenv(secretName)
	if secret == "" {
		secret = filepath.Join(t.TempDir(), "secret")
		if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
			t.Fatal(err)
		}
		// Confinement lasts: it is for a process of its own.
		cmd := exec.Command(os.Args[0], "-test.run=^TestEveryThreadIsConfined$", "-test.v")
		cmd.Env = append(os.Environ(), secretName+"="+secret)
		out, err := cmd.CombinedOutput()
		switch {
		case err != nil:
			t.Errorf("%v: %s", err, out)
		case strings.Contains(string(out), "--- SKIP"):
			t.Skipf("%s", out)
		}
		return
	}
	var start, done sync.WaitGroup
	confined := make(chan struct{})
	start.Add(threads)
	for range threads {
		done.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			start.Done()
			<-confined
			if _, err := os.ReadFile(secret); !errors.Is(err, fs.ErrPermission) {
				t.Errorf("reading a file that is not the thread's: %v", err)
			}
			if fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM, 0); !errors.Is(err, unix.EACCES) {
				t.Errorf("making socket %d: %v", fd, err)
			}
		})
	}
	start.Wait()
	if c := confineProcess(nil, nil); !c.Files || !c.Network {
		t.Skipf("this kernel does not confine processes: %+v", c)
	}
	close(confined)
	done.Wait()
}

// pictureOnly returns a PDF of one page without text that a picture covers.
func pictureOnly(t *testing.T) []byte {
	t.Helper()
	var b pdfBuilder
	b.object("<< /Type /Catalog /Pages 2 0 R >>")
	b.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	b.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>")
	b.object("<< /Length 30 >>\nstream\nq 595 0 0 842 0 0 cm /I Do Q  \nendstream")
	b.object("<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n\x7F\nendstream")
	return b.finish("/Root 1 0 R")
}

// A child of root's has nothing of what root may more than others, nor have the programs
// that it starts.
func TestChildHasNoCapabilities(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root has capabilities to take away")
	}
	c, err := newRunner(t, extract.Options{}).Confinement(context.Background())
	if err != nil || !c.Root {
		t.Errorf("%+v, %v", c, err)
	}
	started := func() string {
		out, err := exec.Command("grep", "-E", "^Cap(Inh|Prm|Eff|Bnd|Amb):", "/proc/self/status").Output()
		if err != nil {
			t.Error(err)
		}
		return string(out)
	}
	before := started()
	var bare string
	Bare(func() { bare = started() })
	if strings.Trim(strings.NewReplacer("CapInh", "", "CapPrm", "", "CapEff", "", "CapBnd", "", "CapAmb", "").Replace(bare), ":0\t\n") != "" {
		t.Errorf("a program that was started bare has\n%s", bare)
	}
	if after := started(); after != before {
		t.Errorf("this program has lost what it needs: before\n%safter\n%s", before, after)
	}
}
