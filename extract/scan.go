package extract

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Pages that hold pictures of text, and pages whose characters are not those
// that are drawn, are read by tesseract, a program of its own, from what
// pdfium draws.

const (
	recogniseDPI   = 200              // tesseract's makers ask for 300; on clean pages 200 reads as well in half the time
	maxPixels      = 25 << 20         // of a page that is drawn: A3 at 300 dpi; larger ones are drawn coarser
	pageDeadline   = 20 * time.Second // five times what a dense page takes; leaves time to draw it before Options.Deadline
	maxRecognition = 16 << 20         // bytes of one page's answer
	leastTrust     = 20               // of 100 that a line must have: what is read into photographs has less
)

// fewCharacters: a page, or a picture's share of a document, with fewer has no
// text worth the name: a page number, a stamp.
const fewCharacters = 20

// recogniser is the program that reads pictures.
type recogniser struct {
	program   string
	languages string
	orients   bool // it can tell how a page lies
}

// newRecogniser asks the program what it can read; false where there is none.
func newRecogniser(ctx context.Context, o Options) (recogniser, bool) {
	if o.Tesseract == "" || o.Tesseract == NoTesseract {
		return recogniser{}, false
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	list, err := exec.CommandContext(ctx, o.Tesseract, "--list-langs").CombinedOutput() // older versions print to stderr
	if err != nil {
		return recogniser{}, false
	}
	installed := strings.Fields(string(list))
	var use []string
	for _, l := range []string{"chi_sim", "eng"} {
		if slices.Contains(installed, l) {
			use = append(use, l)
		}
	}
	return recogniser{o.Tesseract, strings.Join(use, "+"), slices.Contains(installed, "osd")}, len(use) > 0
}

// recognised is what was read from the picture of a page.
type recognised struct {
	lines      []recognisedLine
	confidence float64 // from 0 to 1
}

// recognisedLine is one line of it, in points from the lower left corner of the
// picture.
type recognisedLine struct {
	text   string
	x0, y0 float32
	x1, y1 float32
	size   float32 // of its letters
	first  float32 // width of its first word
}

func (r recognised) text() string {
	var s strings.Builder
	for _, l := range r.lines {
		s.WriteString(l.text)
		s.WriteByte('\n')
	}
	return s.String()
}

// read recognises the text of a picture, drawn at dpi, of page number n, as it
// lies or as it is to be read.
func (r recogniser) read(ctx context.Context, picture *image.RGBA, dpi, n int) (recognised, error) {
	ctx, cancel := context.WithTimeout(ctx, pageDeadline)
	defer cancel()
	scale := 72 / float32(dpi)
	upright := func(p *image.RGBA) (recognised, error) {
		table, err := r.run(ctx, p, dpi, "-l", r.languages, "tsv")
		if err != nil {
			return recognised{}, fmt.Errorf("recognise page %d: %w", n, err)
		}
		return parseRecognition(table, scale, scale*float32(p.Rect.Dy())), nil
	}
	text, err := upright(picture)
	if err != nil || text.confidence >= turnTrust && !text.sideways() {
		return text, err
	}
	if degrees := r.turn(ctx, picture, dpi); degrees != 0 {
		if again, err := upright(turned(picture, degrees)); err == nil && (again.confidence > text.confidence || text.sideways() && !again.sideways()) {
			return again, nil
		}
	}
	return text, nil
}

// run has the program look at a picture.
func (r recogniser) run(ctx context.Context, picture *image.RGBA, dpi int, arguments ...string) ([]byte, error) {
	// The kernel ends the program when the thread that started it ends.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd := exec.CommandContext(ctx, r.program, append([]string{"stdin", "stdout", "--dpi", strconv.Itoa(dpi)}, arguments...)...)
	cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1") // its threads cost more than they gain on one page
	cmd.Dir = os.TempDir()
	cmd.Stdin = greyMap(picture)
	out := &limitedWriter{left: maxRecognition}
	cmd.Stdout = out
	attach(cmd, false)
	cmd.WaitDelay = killDelay
	err := cmd.Run()
	return out.Bytes(), err
}

// greyMap writes a picture as a PGM, which needs no packing.
func greyMap(p *image.RGBA) io.Reader {
	return io.MultiReader(strings.NewReader(fmt.Sprintf("P5 %d %d 255\n", p.Rect.Dx(), p.Rect.Dy())), bytes.NewReader(greys(p)))
}

// limitedWriter keeps what is written up to a limit and fails beyond it.
type limitedWriter struct {
	bytes.Buffer
	left int
}

func (w *limitedWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errors.New("too long an answer")
	}
	return w.Buffer.Write(p)
}

// parseRecognition reads tesseract's table of words. scale makes points of its
// pixels; height is the page's, since points count from below.
func parseRecognition(table []byte, scale, height float32) recognised {
	const block, paragraph, lineNumber, left, top, width, high, conf, word, columns = 2, 3, 4, 6, 7, 8, 9, 10, 11, 12
	var out recognised
	var open *recognisedLine
	var at [3]string
	trust, runes, all, sum := 0.0, 0, 0, 0.0
	flush := func() {
		if open != nil && runes > 0 && trust/float64(runes) >= leastTrust {
			out.lines = append(out.lines, *open)
			all += runes
			sum += trust
		}
		open, trust, runes = nil, 0, 0
	}
	s := bufio.NewScanner(bytes.NewReader(table))
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		f := strings.SplitN(s.Text(), "\t", columns)
		if len(f) < columns || f[0] != "5" || !hasVisible(f[word]) {
			continue
		}
		var v [4]float32
		for i, c := range []int{left, top, width, high} {
			n, _ := strconv.Atoi(f[c])
			v[i] = float32(n) * scale
		}
		c, err := strconv.ParseFloat(f[conf], 64)
		if err != nil || c < 0 {
			continue
		}
		if here := [3]string{f[block], f[paragraph], f[lineNumber]}; open == nil || here != at {
			flush()
			at = here
			open = &recognisedLine{x0: v[0], y0: height - v[1] - v[3], x1: v[0], y1: height - v[1], first: v[2]}
		}
		text := clean(f[word])
		n := utf8.RuneCountInString(text)
		trust += c * float64(n)
		runes += n
		if last, _ := utf8.DecodeLastRuneInString(open.text); open.text != "" && !wide(last) && !wide(firstRune(text)) {
			open.text += " "
		}
		open.text += text
		open.x1 = max(open.x1, v[0]+v[2])
		open.y0, open.y1 = min(open.y0, height-v[1]-v[3]), max(open.y1, height-v[1])
	}
	flush()
	if all > 0 {
		out.confidence = sum / float64(all) / 100
	}
	evenSizes(out.lines)
	return out
}

// evenSizes gives lines their size: the measured heights depend on which
// letters stand in a line, so those near the usual one are taken for it.
func evenSizes(lines []recognisedLine) {
	if len(lines) == 0 {
		return
	}
	heights := make([]float32, len(lines))
	for i, l := range lines {
		heights[i] = l.y1 - l.y0
	}
	slices.Sort(heights)
	usual := heights[len(heights)/2]
	for i := range lines {
		l := &lines[i]
		l.size = l.y1 - l.y0
		if l.size > 0.6*usual && l.size < 1.5*usual {
			l.size = usual
		}
	}
}

// drawnAt gives the resolution at which a page, in points, is drawn: the one
// that is wished, or less where the page is large.
func drawnAt(dpi int, width, height float32) int {
	for dpi > 36 && float64(width)*float64(height)*float64(dpi*dpi)/(72*72) > maxPixels {
		dpi = dpi * 3 / 4
	}
	return dpi
}

// reading is the recognition of a file's pages or pictures, by their numbers.
type reading struct {
	most      int                                    // that may be recognised
	until     time.Time                              // when the last one may begin
	recognise func(ctx context.Context, n int) error // recognises one
	report    func(done, total int)                  // is told how many are done; nil for nobody

	done   map[int]bool
	failed []int
	left   []int // that the limits did not allow
}

// read recognises pages; later says how many are known to come after them.
func (w *reading) read(ctx context.Context, need []int, later int) {
	if w.done == nil {
		w.done = map[int]bool{}
	}
	before := len(w.done)
	for i, n := range need {
		if before+i >= w.most || time.Now().After(w.until) || ctx.Err() != nil {
			w.left = append(w.left, need[i:]...)
			return
		}
		if w.report != nil {
			w.report(before+i, min(before+len(need)+later, w.most))
		}
		w.done[n] = true
		if w.recognise(ctx, n) != nil {
			w.failed = append(w.failed, n)
		}
	}
}

// finish says that all is recognised that will be.
func (w *reading) finish() {
	if w.report != nil {
		w.report(len(w.done), len(w.done))
	}
}

// agree is the share of the pairs of characters of a that b has too.
func agree(a, b string) float64 {
	pairs := func(s string) map[string]int {
		r := []rune(strings.Map(func(r rune) rune {
			if !visible(r) || unicode.IsPunct(r) {
				return -1
			}
			return unicode.ToLower(r)
		}, s))
		m := map[string]int{}
		for i := 0; i+2 <= len(r); i++ {
			m[string(r[i:i+2])]++
		}
		return m
	}
	in, all, shared := pairs(b), 0, 0
	for k, n := range pairs(a) {
		all += n
		shared += min(n, in[k])
	}
	if all == 0 {
		return 0
	}
	return float64(shared) / float64(all)
}
