package reader

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"zhiwen/extract"
	"zhiwen/extract/internal/pdf"
	"zhiwen/internal/testrun"
)

// checkNotices compares the notices of a document, each as its String.
func checkNotices(t testing.TB, d *extract.Document, want ...string) {
	t.Helper()
	var got []string
	for _, n := range d.AllNotices() {
		got = append(got, n.String())
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("notices (-want +got):\n%s", diff)
	}
}

// What of a file was not read is noted.
func TestNoticesOfFiles(t *testing.T) {
	t.Parallel()
	lines := setLines("F1", 700, 0, lorem...)
	noise := "BT /F4 12 Tf 1 0 0 1 72 700 Tm <" + strings.Repeat("0123045607890ABC", 10) + "> Tj ET"
	streams := streamsOf(t, oldText(old(strings.Repeat("正文", 3000))).write(t))
	other := func(context.Context, []byte, extract.Options, []int) (map[int]string, error) {
		return map[int]string{1: strings.Join(lorem, "\n")}, nil
	}
	for _, c := range []struct {
		name   string
		data   []byte
		second pdf.SecondOpinion
		want   []string
	}{
		{"nothing", pdfFile("", lines), nil, nil},
		{"a .doc without its end", compoundFile(t, part{"WordDocument", string(streams["WordDocument"][:8192])}, part{"1Table", string(streams["1Table"])}), nil, []string{"cut-off"}},
		{"a page that is none", []byte(strings.Replace(string(pdfFile("", lines, lines, lines)), "/Kids [8 0 R 10 0 R 12 0 R", "/Kids [8 0 R 99 0 R 12 0 R", 1)), nil, []string{"page-unread 2"}},
		{"a page in unknown characters", pdfFile("", lines, noise), other, []string{"implausible 2"}},
		{"a PDF that only the second reader knows", []byte("%PDF-1.7\n%%EOF\n"), other, []string{"no-layout"}},
		{"more than the 1,000 findings that are listed", []byte(strings.Repeat("零\u200B宽字符\n", 1007)), nil, []string{"flags-left 7"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o, err := withDefaults(extract.Options{CacheDir: testCache, Tesseract: extract.NoTesseract})
			if err != nil {
				t.Fatal(err)
			}
			d, err := parse(context.Background(), c.data, o, c.second, nil)
			if err != nil {
				t.Fatal(err)
			}
			checkDocument(t, d)
			checkNotices(t, d, c.want...)
		})
	}
}

// Of scanned pages that are not recognised it is noted why.
func TestNoticesOfScans(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	lines := setLines("F1", 700, 0, lorem...)
	number := show("F1", 10, 280, 20, "Annex 7")
	pictures := photograph(t, pdfFile("", lines, lines), number)
	layered := photograph(t, pdfFile("", lines), "3 Tr\n"+lines)
	failing := filepath.Join(t.TempDir(), "tesseract")
	if err := os.WriteFile(failing, []byte("#!/bin/sh\n[ \"$1\" = --list-langs ] && echo eng\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		data []byte
		o    extract.Options
		want []string
	}{
		{"without tesseract", pictures, extract.Options{Tesseract: extract.NoTesseract}, []string{"scanned 1-2"}},
		{"with one that fails", pictures, extract.Options{Tesseract: failing}, []string{"scan-failed 1-2"}},
		{"beyond the limit", pictures, extract.Options{Tesseract: failing, MaxRecognised: 1}, []string{"scan-left 2", "scan-failed 1"}},
		{"with a text that cannot be compared with them", layered, extract.Options{Tesseract: extract.NoTesseract}, []string{"unverified 1"}},
		{"or is not", layered, extract.Options{Tesseract: failing}, []string{"unverified 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.o.CacheDir = testCache
			d, err := Parse(context.Background(), "f.pdf", c.data, c.o)
			if err != nil {
				t.Fatal(err)
			}
			checkNotices(t, d, c.want...)
		})
	}
}

// A file that exceeds a limit by what is recognised on its pages is read without that.
func TestRecognitionBeyondLimits(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	script := "#!/bin/sh\n[ \"$1\" = --list-langs ] && echo eng && exit\nprintf 'level\\tpage_num\\tblock_num\\tpar_num\\tline_num\\tword_num\\tleft\\ttop\\twidth\\theight\\tconf\\ttext\\n'\n"
	for i := range 40 {
		script += fmt.Sprintf("printf '5\\t1\\t1\\t1\\t%d\\t1\\t300\\t%d\\t1500\\t40\\t95\\tmarshes\\n'\n", i+1, 300+60*i)
	}
	prolific := filepath.Join(t.TempDir(), "tesseract")
	if err := os.WriteFile(prolific, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	lines := setLines("F1", 700, 0, lorem...)
	data := photograph(t, pdfFile("", lines, lines), show("F1", 10, 280, 20, "Annex 7"))
	d, err := newRunner(t, extract.Options{Tesseract: prolific, MaxCharacters: 200}).Extract(t.Context(), "f.pdf", data)
	if err != nil {
		t.Fatal(err)
	}
	checkNotices(t, d, "scanned 1-2")
}

// Text that people read and no comparison of words understands is named.
func TestBrokenWords(t *testing.T) {
	sentence := strings.Repeat("The salt marshes held millions of small shells and all the oldest soils of the delta. ", 8)
	for _, c := range []struct {
		text string
		want int
	}{
		{sentence, 0},
		{sentence + "\n" + strings.ReplaceAll(sentence, " ", ""), 1},
	} {
		d := mustParse(t, wordFile(t, wordPara(strings.ReplaceAll(c.text, "\n", "</w:t></w:r></w:p><w:p><w:r><w:t>"))))
		got := 0
		for _, n := range d.Notices {
			if n.Kind == extract.BrokenWords {
				got = n.Count
			}
		}
		if got != c.want {
			t.Errorf("%.40q: %d passages of broken words", c.text, got)
		}
	}
}
