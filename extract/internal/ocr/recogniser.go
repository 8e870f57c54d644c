// Package ocr recognises text in pictures with the external program tesseract.
//
// Its input is a picture. Its output is the lines with their positions and the program's confidence
// (Text). A Batch keeps the recognition of many pictures within limits. The package knows nothing
// about documents and the origin of pictures.
package ocr

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

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/picture"
	"zhiwen/extract/internal/process"
	"zhiwen/internal/each"
)

// Pages that are pictures of text, and pages whose characters are not those that are drawn, are
// read by tesseract from the drawing by pdfium.

// DPI is the resolution at which pictures are read. Tesseract's authors recommend 300; on clean
// pages 200 reads as well in half the time.
const DPI = 200

const (
	maxPixels      = 25 << 20 // of a drawn page: A3 at 300 dpi; larger ones are drawn coarser
	maxRecognition = 16 << 20 // bytes of the output for one page
	// confidence, of 100, that a line must have; text read into photographs has less
	leastTrust = 20
)

// FewCharacters is the least number of visible characters of a page with text, or of the text
// beside each picture of a document: fewer are a page number or a stamp.
const FewCharacters = 20

// Recogniser is the program that reads pictures.
type Recogniser struct {
	program   string
	languages string
	orients   bool           // it can determine the orientation of a page
	deadline  time.Duration  // processor time for a page
	left      *time.Duration // of it for the page that is being read
}

// pageDeadline returns how much processor time one page may take: most of the time until a file must report again,
// so that there is time to draw the page. By default it is five times what a dense page takes.
func pageDeadline(o extract.Options) time.Duration { return o.Deadline / 5 * 4 }

// New asks the program what it can read, and returns false if there is no program.
func New(ctx context.Context, o extract.Options) (Recogniser, bool) {
	if o.Tesseract == "" || o.Tesseract == extract.NoTesseract {
		return Recogniser{}, false
	}
	ctx, cancel := context.WithTimeout(ctx, pageDeadline(o))
	defer cancel()
	// older versions print to stderr
	list, err := exec.CommandContext(ctx, o.Tesseract, "--list-langs").CombinedOutput()
	if err != nil {
		return Recogniser{}, false
	}
	installed := strings.Fields(string(list))
	use := each.Where([]string{"chi_sim", "eng"}, func(l string) bool { return slices.Contains(installed, l) })
	return Recogniser{o.Tesseract, strings.Join(use, "+"), slices.Contains(installed, "osd"), pageDeadline(o), nil}, len(use) > 0
}

// Text is the text read from the picture of a page.
type Text struct {
	Lines      []Line
	Confidence float64 // from 0 to 1
	Turned     int     // degrees, clockwise, by which the picture was turned before reading
	Tilt       float64 // degrees by which its lines fell, which were made level before that
}

// Line is one line of it, in points from the lower left corner of the picture.
type Line struct {
	Text   string
	X0, Y0 float32
	X1, Y1 float32
	Size   float32 // of its letters
	First  float32 // width of its first word
	Words  []Word  // as the program separates them
	Unsure bool    // it may well be wrong
}

// Word is a word of a line, in points too.
type Word struct {
	Text       string
	X0, Y0     float32
	X1, Y1     float32
	Confidence float64 // of 100, as reported by the program
}

func (r Text) String() string {
	var s strings.Builder
	for _, l := range r.Lines {
		s.WriteString(l.Text)
		s.WriteByte('\n')
	}
	return s.String()
}

// Read recognises the text of a picture of page number n, drawn at dpi, as it is or turned for
// reading.
func (r Recogniser) Read(ctx context.Context, drawn *image.RGBA, dpi, n int) (Text, error) {
	ctx, cancel := context.WithTimeout(ctx, process.Waits*r.deadline)
	defer cancel()
	left := r.deadline
	r.left = &left
	scale := 72 / float32(dpi)
	upright := func(p *image.RGBA, arguments ...string) (Text, error) {
		table, err := r.run(ctx, p, dpi, append(append([]string{"-l", r.languages}, arguments...), "tsv")...)
		if err != nil {
			return Text{}, fmt.Errorf("recognise page %d: %w", n, err)
		}
		return parseRecognition(table, scale, scale*float32(p.Rect.Dy())), nil
	}
	drawn, tilt := picture.Level(drawn, dpi)
	text, err := upright(drawn)
	if err != nil {
		return text, err
	}
	if text.Confidence < Trusted || text.sideways() {
		if degrees := r.turn(ctx, drawn, dpi); degrees != 0 {
			level := turned(drawn, degrees)
			if again, err := upright(level); err == nil && (again.Confidence > text.Confidence || text.sideways() && !again.sideways()) {
				again.Turned = degrees
				text, drawn = again, level
			}
		}
	}
	text = r.readAgain(drawn, text, upright)
	text.Tilt = tilt
	return text, nil
}

// run runs the program on a picture.
func (r Recogniser) run(ctx context.Context, picture *image.RGBA, dpi int, arguments ...string) ([]byte, error) {
	// The kernel kills the program when the thread that started it ends.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd := exec.CommandContext(ctx, r.program, append([]string{"stdin", "stdout", "--dpi", strconv.Itoa(dpi)}, arguments...)...)
	cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1") // its threads cost more than they gain on one page
	cmd.Dir = os.TempDir()
	cmd.Stdin = greyMap(picture)
	out := &limitedWriter{left: maxRecognition}
	cmd.Stdout = out
	process.Attach(cmd, false)
	cmd.WaitDelay = process.WaitDelay
	if *r.left <= 0 {
		return nil, context.DeadlineExceeded
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	limited := process.Limit(cmd, *r.left)
	if limited != nil {
		_ = cmd.Cancel()
	}
	err := errors.Join(limited, cmd.Wait())
	*r.left -= cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return out.Bytes(), err
}

// greyMap encodes a picture as a PGM, which needs no compression.
func greyMap(p *image.RGBA) io.Reader {
	return io.MultiReader(strings.NewReader(fmt.Sprintf("P5 %d %d 255\n", p.Rect.Dx(), p.Rect.Dy())), bytes.NewReader(picture.Greys(p)))
}

// limitedWriter collects output up to a limit and fails beyond it.
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

// parseRecognition parses tesseract's table of words. scale converts its pixels to points; height
// is that of the page, since points count from below.
func parseRecognition(table []byte, scale, height float32) Text {
	const block, paragraph, lineNumber, left, top, width, high, conf, word, columns = 2, 3, 4, 6, 7, 8, 9, 10, 11, 12
	var out Text
	var open *Line
	var at [3]string
	trust, runes, all, sum := 0.0, 0, 0, 0.0
	flush := func() {
		if open != nil && runes > 0 && trust/float64(runes) >= leastTrust {
			open.Unsure = trust/float64(runes) < sureFrom
			out.Lines = append(out.Lines, *open)
			all += runes
			sum += trust
		}
		open, trust, runes = nil, 0, 0
	}
	s := bufio.NewScanner(bytes.NewReader(table))
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		f := strings.SplitN(s.Text(), "\t", columns)
		if len(f) < columns || f[0] != "5" || !char.HasVisible(f[word]) {
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
			open = &Line{X0: v[0], Y0: height - v[1] - v[3], X1: v[0], Y1: height - v[1], First: v[2]}
		}
		text := char.Clean(f[word])
		n := utf8.RuneCountInString(text)
		trust += c * float64(n)
		runes += n
		if last, _ := utf8.DecodeLastRuneInString(open.Text); open.Text != "" && !char.Wide(last) && !char.Wide(char.First(text)) {
			open.Text += " "
		}
		open.Text += text
		open.Words = append(open.Words, Word{Text: text, X0: v[0], Y0: height - v[1] - v[3], X1: v[0] + v[2], Y1: height - v[1],
			Confidence: c})
		open.X1 = max(open.X1, v[0]+v[2])
		open.Y0, open.Y1 = min(open.Y0, height-v[1]-v[3]), max(open.Y1, height-v[1])
	}
	flush()
	if all > 0 {
		out.Confidence = sum / float64(all) / 100
	}
	evenSizes(out.Lines)
	return out
}

// evenSizes sets the sizes of lines. Measured heights depend on the letters in a line, so those
// near the usual one count as equal to it.
func evenSizes(lines []Line) {
	if len(lines) == 0 {
		return
	}
	heights := each.Of(lines, func(l Line) float32 { return l.Y1 - l.Y0 })
	slices.Sort(heights)
	usual := heights[len(heights)/2]
	for i := range lines {
		l := &lines[i]
		l.Size = l.Y1 - l.Y0
		if l.Size > 0.6*usual && l.Size < 1.5*usual {
			l.Size = usual
		}
	}
}

// Resolution returns the resolution at which a page, in points, is drawn: the requested one, or
// less for a large page.
func Resolution(dpi int, width, height float32) int {
	for dpi > 36 && float64(width)*float64(height)*float64(dpi*dpi)/(72*72) > maxPixels {
		dpi = dpi * 3 / 4
	}
	return dpi
}

// Pixels returns how many pixels a page, in points, has as it is drawn for reading.
func Pixels(width, height float32) int64 {
	scale := float64(Resolution(DPI, width, height)) / 72
	return int64(float64(width) * scale * float64(height) * scale)
}

// Batch recognises a file's pages or pictures, by their numbers.
type Batch struct {
	Most      int                                    // how many may be recognised
	Until     time.Time                              // when the last one may begin
	Recognise func(ctx context.Context, n int) error // recognises one
	Report    func(done, total int)                  // is called with the progress; may be nil
	// Cost is how many pixels one has; together they may have PagePixels for each of Most. nil means no such limit.
	Cost func(n int) int64

	Done   map[int]bool
	Failed []int
	Left   []int // not recognised because of the limits
	Large  []int // not recognised because they and those before have too many pixels

	pixels int64 // that were read
}

// PagePixels is the size of a page of A4 as it is drawn for reading: what a picture may have on average.
const PagePixels = 4 << 20

// Read recognises pages; later is how many are known to follow them.
func (w *Batch) Read(ctx context.Context, need []int, later int) {
	if w.Done == nil {
		w.Done = map[int]bool{}
	}
	before := len(w.Done)
	for i, n := range need {
		if before+i >= w.Most || time.Now().After(w.Until) || ctx.Err() != nil {
			w.Left = append(w.Left, need[i:]...)
			return
		}
		if w.Cost != nil {
			cost := w.Cost(n)
			if w.pixels+cost > int64(w.Most)*PagePixels {
				w.Large = append(w.Large, n)
				continue
			}
			w.pixels += cost
		}
		if w.Report != nil {
			w.Report(before+i, min(before+len(need)+later, w.Most))
		}
		w.Done[n] = true
		if w.Recognise(ctx, n) != nil {
			w.Failed = append(w.Failed, n)
		}
	}
}

// Finish reports that no more will be recognised.
func (w *Batch) Finish() {
	if w.Report != nil {
		w.Report(len(w.Done), len(w.Done))
	}
}

// Agreement returns the share of the character pairs of a that also occur in b.
func Agreement(a, b string) float64 {
	pairs := func(s string) map[string]int {
		r := []rune(strings.Map(func(r rune) rune {
			if !char.Visible(r) || unicode.IsPunct(r) {
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
