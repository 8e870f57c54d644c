package ocr

import (
	"bufio"
	"cmp"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// TestScans measures what is flagged as unsure against what is wrong. ZHIWEN_SCANS names
// a folder with pages (NAME-DPI.pgm, as pdftoppm -gray writes them) and their text
// (NAME.txt, in any order, several orders one after the other). Each page is read as it is,
// and askew with noise, as scanners make it; ZHIWEN_SCANS_HOW names one of the two ways (clean, noisy). Half of the pages, by their names, are held
// out for the end.
func TestScans(t *testing.T) {
	folder := os.Getenv("ZHIWEN_SCANS")
	if folder == "" {
		t.Skip("ZHIWEN_SCANS names no folder of pages")
	}
	program, err := exec.LookPath("tesseract")
	if err != nil {
		t.Skip("tesseract is not installed")
	}
	r, ok := New(t.Context(), extract.Options{Tesseract: program, Deadline: 20 * time.Minute})
	if !ok {
		t.Skip("tesseract has no language that is read")
	}
	pages, err := filepath.Glob(filepath.Join(folder, "*.pgm"))
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages in %s: %v", folder, err)
	}
	sums, words := map[string]*flagSum{}, map[string]*wordSum{}
	for _, path := range pages {
		name, dots, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), ".pgm"), "-")
		truth, err := os.ReadFile(filepath.Join(folder, name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		page, dpi := readGreyMap(t, path), 0
		if _, err := fmt.Sscan(dots, &dpi); err != nil {
			t.Fatal(err)
		}
		for _, how := range strings.Fields(cmp.Or(os.Getenv("ZHIWEN_SCANS_HOW"), "clean noisy")) {
			picture := page
			if how == "noisy" {
				picture = scanned(page)
			}
			got, err := r.Read(t.Context(), picture, dpi, 1)
			if err != nil {
				t.Fatal(err)
			}
			s := flagged(got, string(truth))
			t.Logf("%s %d %s: confidence %.2f, %s", name, dpi, how, got.Confidence, s)
			half := "dev"
			if held(name) {
				half = "held"
			}
			for _, group := range []string{half, half + " " + how, fmt.Sprintf("%s %d dpi", half, dpi)} {
				if sums[group] == nil {
					sums[group], words[group] = &flagSum{}, &wordSum{}
				}
				sums[group].add(s)
				words[group].add(flaggedWords(got, string(truth)))
			}
		}
	}
	for _, half := range []string{"dev", "held"} {
		for _, group := range []string{"", " clean", " noisy", " 120 dpi", " 200 dpi"} {
			if s := sums[half+group]; s != nil {
				t.Logf("%-13s %s", half+group, s)
				t.Logf("%-13s %s", half+group, words[half+group])
			}
		}
	}
}

// held reports whether a page is looked at only in the end.
func held(name string) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name))
	return h.Sum32()%2 == 1
}

// flagSum counts runs of up to five characters of lines that were read.
type flagSum struct {
	all, wrong, flagged, both int
	found, there              int // of the truth's runs
}

func (s *flagSum) add(o flagSum) {
	s.all, s.wrong, s.flagged, s.both = s.all+o.all, s.wrong+o.wrong, s.flagged+o.flagged, s.both+o.both
	s.found, s.there = s.found+o.found, s.there+o.there
}

func (s flagSum) String() string {
	share := func(a, b int) float64 { return float64(a) / float64(max(b, 1)) }
	return fmt.Sprintf("%d runs, %.3f wrong; of the wrong %.2f flagged; %.3f flagged, of these %.2f wrong; of the right %.3f flagged; recall %.3f",
		s.all, share(s.wrong, s.all), share(s.both, s.wrong), share(s.flagged, s.all), share(s.both, s.flagged), share(s.flagged-s.both, s.all-s.wrong), share(s.found, s.there))
}

// flagged compares what was read with the text of a page: a run is right where the text
// has it anywhere.
func flagged(got Text, truth string) flagSum {
	const most = 5
	var s flagSum
	known := map[string]bool{}
	for line := range strings.SplitSeq(truth, "\n") {
		r := letters(line)
		for n := 1; n <= most; n++ {
			for i := 0; i+n <= len(r); i++ {
				known[string(r[i:i+n])] = true
			}
		}
	}
	// What was broken by a line end is one run in what was read.
	all := letters(truth)
	for i := 0; i+most <= len(all); i++ {
		known[string(all[i:i+most])] = true
	}
	have := map[string]bool{}
	for _, l := range got.Lines {
		r := letters(l.Text)
		n := min(most, len(r))
		for i := 0; n > 0 && i+n <= len(r); i++ {
			run := string(r[i : i+n])
			have[run] = true
			s.all++
			if !known[run] {
				s.wrong++
			}
			if l.Unsure {
				s.flagged++
				if !known[run] {
					s.both++
				}
			}
		}
	}
	seen := map[string]bool{}
	for line := range strings.SplitSeq(truth, "\n") {
		r := letters(line)
		for i := 0; i+most <= len(r); i++ {
			if run := string(r[i : i+most]); !seen[run] {
				seen[run] = true
				s.there++
				if have[run] {
					s.found++
				}
			}
		}
	}
	return s
}

// letters are the characters of a line that are compared: marks look alike.
func letters(s string) []rune {
	return []rune(strings.Map(func(r rune) rune {
		if !char.Visible(r) || unicode.IsPunct(r) || unicode.IsSymbol(r) {
			return -1
		}
		if r >= 0xFF01 && r <= 0xFF5E {
			r -= 0xFEE0
		}
		return unicode.ToLower(r)
	}, s))
}

// scanned is a page as a scanner makes it: askew by 0.7 degrees, grey and speckled.
func scanned(p *image.RGBA) *image.RGBA {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	out := image.NewRGBA(p.Rect)
	sin, cos := math.Sincos(0.7 * math.Pi / 180)
	random := rand.New(rand.NewPCG(1, 2))
	at := func(x, y int) float64 {
		if x < 0 || y < 0 || x >= w || y >= h {
			return 255
		}
		return float64(p.Pix[y*p.Stride+4*x])
	}
	for y := range h {
		for x := range w {
			dx, dy := float64(x-w/2), float64(y-h/2)
			u, v := cos*dx+sin*dy+float64(w/2), -sin*dx+cos*dy+float64(h/2)
			x0, y0 := int(math.Floor(u)), int(math.Floor(v))
			fx, fy := u-float64(x0), v-float64(y0)
			grey := (at(x0, y0)*(1-fx)+at(x0+1, y0)*fx)*(1-fy) + (at(x0, y0+1)*(1-fx)+at(x0+1, y0+1)*fx)*fy
			grey = 20 + 0.88*grey + 14*random.NormFloat64()
			if random.IntN(2000) == 0 {
				grey = 60
			}
			g := uint8(min(max(grey, 0), 255))
			out.SetRGBA(x, y, color.RGBA{g, g, g, 255})
		}
	}
	return out
}

func readGreyMap(t *testing.T, path string) *image.RGBA {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	in := bufio.NewReader(f)
	var w, h, most int
	if _, err := fmt.Fscanf(in, "P5\n%d %d\n%d\n", &w, &h, &most); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	grey := make([]byte, w*h)
	if _, err := io.ReadFull(in, grey); err != nil {
		t.Fatal(err)
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for i, g := range grey {
		copy(out.Pix[4*i:], []byte{g, g, g, 255})
	}
	return out
}

// bounds are the confidences below which words are counted as flagged; the first flags lines alone.
var bounds = []float64{0, 40, 50, sureWordFrom, 70, 80, 90}

// wordSum counts words, and for each of bounds those that are flagged, with their lines or by
// themselves.
type wordSum struct {
	all, wrong    int
	flagged, both [7]int
}

func (s *wordSum) add(o wordSum) {
	s.all, s.wrong = s.all+o.all, s.wrong+o.wrong
	for i := range bounds {
		s.flagged[i], s.both[i] = s.flagged[i]+o.flagged[i], s.both[i]+o.both[i]
	}
}

func (s wordSum) String() string {
	share := func(a, b int) float64 { return float64(a) / float64(max(b, 1)) }
	out := fmt.Sprintf("%d words, %.3f wrong", s.all, share(s.wrong, s.all))
	for i, b := range bounds {
		out += fmt.Sprintf("; below %.0f: of the wrong %.2f flagged, of the flagged %.2f wrong, of the right %.3f flagged",
			b, share(s.both[i], s.wrong), share(s.both[i], s.flagged[i]), share(s.flagged[i]-s.both[i], s.all-s.wrong))
	}
	return out
}

// flaggedWords compares the words that were read with the text of a page: a letter is right
// where the text has it with two of those beside it.
func flaggedWords(got Text, truth string) wordSum {
	const most = 3
	var s wordSum
	known := map[string]bool{}
	all := letters(truth)
	for i := range all {
		for n := 1; n <= most && i+n <= len(all); n++ {
			known[string(all[i:i+n])] = true
		}
	}
	for _, l := range got.Lines {
		r := letters(l.Text)
		right := make([]bool, len(r))
		n := min(most, len(r))
		for i := 0; n > 0 && i+n <= len(r); i++ {
			for k := range n {
				right[i+k] = right[i+k] || known[string(r[i:i+n])]
			}
		}
		for _, w := range l.Words {
			n := min(len(letters(w.Text)), len(right))
			own := right[:n]
			right = right[n:]
			if n == 0 {
				continue
			}
			wrong := slices.Contains(own, false)
			s.all++
			if wrong {
				s.wrong++
			}
			for i, b := range bounds {
				if !l.Unsure && w.Confidence >= b {
					continue
				}
				s.flagged[i]++
				if wrong {
					s.both[i]++
				}
			}
		}
	}
	return s
}
