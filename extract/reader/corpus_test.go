package reader

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// The folder that ZHIWEN_CORPUS names holds real and hard documents that are
// not part of the project: nsfc/ and hard/.
func corpus(t *testing.T, folder string) []string {
	t.Helper()
	root := os.Getenv("ZHIWEN_CORPUS")
	if root == "" {
		t.Skip("ZHIWEN_CORPUS is not set: no real documents to read")
	}
	files, err := filepath.Glob(filepath.Join(root, folder, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s of ZHIWEN_CORPUS: %v", folder, err)
	}
	return files
}

// maxResident is what a child may have in memory, and slowest what it may take.
const (
	maxResident = 1 << 30
	slowest     = 30 * time.Second
)

func TestCorpusHard(t *testing.T) {
	// What the files of hard/ must give; the others must be read.
	outcomes := map[string][]error{
		"bomb1500M.pdf": {extract.ErrLimits}, "textbomb300M.pdf": {extract.ErrLimits},
		"enc_aes256_userpw.pdf": {extract.ErrEncrypted}, "enc_rc4_userpw.pdf": {extract.ErrEncrypted},
		"kidsloop.pdf": {extract.ErrDamaged, extract.ErrNoText},
	}
	r := newRunner(t, extract.Options{})
	resident := watchResident()
	for _, file := range corpus(t, "hard") {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			d, err := r.Extract(context.Background(), name, data)
			if took := time.Since(start); took > slowest {
				t.Errorf("took %s", took)
			}
			if want := outcomes[name]; want != nil {
				if !isAny(err, want) {
					t.Errorf("got %v, want %v", err, want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			checkDocument(t, d)
			checkEncodingSample(t, name, d)
			if strings.Contains(name, "scrambled") && (len(d.Flags) == 0 || d.Flags[0].Kind != extract.Garbled) && !strings.HasSuffix(d.Method, "tesseract") {
				t.Errorf("flags %+v, method %s: not seen to be garbled", d.Flags, d.Method)
			}
		})
	}
	if got := resident(); got > maxResident {
		t.Errorf("a child had %d MB resident", got>>20)
	}
}

// The same application reads alike as .docx and as .doc, and has the same flags.
func TestCorpusTwins(t *testing.T) {
	dir := filepath.Dir(corpus(t, "hard")[0])
	twins, err := filepath.Glob(filepath.Join(dir, "*.doc"))
	if err != nil || len(twins) == 0 {
		t.Fatalf("no .doc files in %s: %v", dir, err)
	}
	for _, old := range twins {
		t.Run(filepath.Base(old), func(t *testing.T) {
			var texts [2]*extract.Document
			for i, file := range []string{old, old + "x"} {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				texts[i] = mustParse(t, data)
			}
			a, b := grams(texts[0].Text), grams(texts[1].Text)
			shared := 0
			for g, n := range a {
				shared += min(n, b[g])
			}
			if all := max(sum(a), sum(b)); float64(shared) < 0.99*float64(all) {
				t.Errorf("%d of %d runs of eight characters are shared", shared, all)
			}
			kept := func(d *extract.Document) (out []string) {
				for _, f := range d.Flags {
					out = append(out, string(f.Kind)+" "+f.Text)
				}
				return out
			}
			if diff := cmp.Diff(kept(texts[1]), kept(texts[0])); diff != "" {
				t.Errorf("flags (-docx +doc):\n%s", diff)
			}
		})
	}
}

// grams counts the runs of eight characters of a text without white space.
func grams(s string) map[string]int {
	r := []rune(strings.Join(strings.Fields(s), ""))
	m := map[string]int{}
	for i := 0; i+8 <= len(r); i++ {
		m[string(r[i:i+8])]++
	}
	return m
}

func sum(m map[string]int) (n int) {
	for _, k := range m {
		n += k
	}
	return n
}

// checkEncodingSample looks for the lines that each t2_ file holds, blanks
// aside, in any order: columns of vertical writing are read in the file's.
func checkEncodingSample(t *testing.T, name string, d *extract.Document) {
	t.Helper()
	if !strings.HasPrefix(name, "t2_") || strings.Contains(name, "hidden") || strings.Contains(name, "scrambled") {
		return
	}
	needFont(t)
	text := strings.Join(strings.Fields(d.Text), "")
	for _, want := range []string{"面上项目申请书：深度图神经网络的可解释性研究", "近年来，随着国家重大战略需求的提出，相关研究取得进展。", "项目负责人张三，依托单位某某大学"} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q in %q", want, text)
		}
	}
}

func TestCorpusReal(t *testing.T) {
	r := newRunner(t, extract.Options{})
	for _, file := range corpus(t, "nsfc") {
		name := filepath.Base(file)
		if name == "LICENSE" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			d, err := r.Extract(context.Background(), name, data)
			if took := time.Since(start); took > slowest {
				t.Errorf("took %s", took)
			}
			if err != nil {
				t.Fatal(err)
			}
			checkDocument(t, d)
			if len(d.Sections) == 0 {
				t.Error("no sections")
			}
			if p := char.Plausible(d.Text); p < 0.95 {
				t.Errorf("only %.2f of the text makes sense", p)
			}
		})
	}
}
