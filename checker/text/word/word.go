// Package word cuts Chinese text into the words of gojieba (cppjieba).
//
// A string goes in; the words of it come out as byte ranges. The package knows
// nothing of documents, units or indexes. What cuts is written in Go, and gives the
// words that gojieba gives (segment.go), from gojieba's dictionaries. A process loads them once, at the
// first cut, and shares them; a program that never cuts never pays, and one that will may load
// them before somebody waits (Prepare), from a file that has them as they are kept, where there is one (Ready). gojieba itself, which
// takes half a second and some 140 MB
// for that, cuts only where a dictionary is gone since Open.
package word

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"unicode/utf8"

	"zhiwen/internal/each"

	"github.com/yanyiwu/gojieba"
)

// chunkBytes bounds the text that is cut at a time. gojieba keeps some 30
// bytes of bookkeeping a byte of text; with 64 KB that stays at 2 MB a call
// whatever the document, and the cost of the call itself does not show.
const chunkBytes = 64 << 10

// Errors of Open.
var (
	// ErrNoDictionary says that no folder with the dictionaries was found.
	ErrNoDictionary = errors.New("word dictionaries not found")
	// ErrDamagedDictionary says that a dictionary does not have the form it must have.
	ErrDamagedDictionary = errors.New("word dictionary damaged")
)

// Word is the range [Start, End) of a word, in bytes of the string cut.
type Word struct {
	Start, End int
}

// Cutter cuts text into words. It is safe for concurrent use.
type Cutter struct {
	paths     [dictionaries]string
	load      sync.Once
	jieba     *gojieba.Jieba
	prepare   sync.Once
	segmenter *segmenter
	fault     error // why the segmenter could not be made
	know      sync.Once
	lexicon   *Lexicon
	unknown   error // of Lexicon
	read      sync.Once
	ready     *ready // nil where no file has what is made of the dictionaries
}

// cutters holds the cutters of this process by folder, so that opening the same
// dictionaries again costs nothing.
var cutters = struct {
	sync.Mutex
	byDir map[string]*Cutter
}{byDir: make(map[string]*Cutter)}

// Open returns the cutter of the dictionaries in dir. With dir "" it looks at
// the folder named by ZHIWEN_DICT, a folder dict beside the executable, and the
// module cache of the machine it was built on, in this order; a folder that is
// named, by dir or by ZHIWEN_DICT, is the only one looked at.
//
// The files are checked here, and once more when they are loaded by the first cut.
// The same folder gives the same Cutter; it lives as long as the process.
// Errors wrap ErrNoDictionary or ErrDamagedDictionary.
func Open(dir string) (*Cutter, error) {
	dir, err := find(dir)
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, fmt.Errorf("open word dictionaries: %w", err)
	}
	cutters.Lock()
	defer cutters.Unlock()
	if c, ok := cutters.byDir[dir]; ok {
		return c, nil
	}
	if err := verify(dir); err != nil {
		return nil, err
	}
	c := &Cutter{paths: paths(dir)}
	cutters.byDir[dir] = c
	return c, nil
}

// Beside returns the path of a file in the folder of the dictionaries.
func (c *Cutter) Beside(name string) string { return filepath.Join(filepath.Dir(c.paths[0]), name) }

// loadJieba loads the dictionaries for gojieba, where they are not yet.
func (c *Cutter) loadJieba() {
	c.load.Do(func() {
		if verify(filepath.Dir(c.paths[0])) == nil { // else the C++ code would end the process
			c.jieba = gojieba.NewJieba(c.paths[:]...)
		}
	})
	if c.jieba == nil {
		panic(fmt.Errorf("%w: %s", ErrDamagedDictionary, filepath.Dir(c.paths[0])))
	}
}

// Cut returns the words of s from left to right. They tile s: every byte is in
// exactly one word, white space and punctuation being words of their own. A NUL
// or an invalid byte counts as a space. Equal strings give equal words. A line
// longer than 64 KB may have a word cut in two at the end of each 64 KB. It panics
// with an error if a dictionary is gone or damaged since Open.
func (c *Cutter) Cut(s string) []Word {
	if s == "" {
		return nil
	}
	pieces := inChunks(clean(s), c.prepared().cut)
	return each.Of(pieces, func(p piece) Word { return p.Word })
}

// Prepare loads the dictionaries, where they are not yet: 22 MB. It returns when they are there, or cannot be read.
func (c *Cutter) Prepare() {
	c.prepare.Do(func() {
		if r := c.readReady(); r != nil {
			c.segmenter = r.segmenter
		} else if c.segmenter, c.fault = readSegmenter(c.paths); c.fault != nil {
			c.fault = fmt.Errorf("word dictionaries: %w", c.fault)
		}
	})
}

// prepared returns what cuts words. It panics with an error if a dictionary is gone or damaged since Open.
func (c *Cutter) prepared() *segmenter {
	if c.Prepare(); c.fault != nil {
		panic(c.fault)
	}
	return c.segmenter
}

// readReady returns the content of the file beside the dictionaries, or nil if it is unusable.
func (c *Cutter) readReady() *ready {
	c.read.Do(func() { c.ready = openReady(c.paths) })
	return c.ready
}

// CutSearch is Cut for an index: before each word of three characters or more
// come the shorter dictionary words inside it (中国科学院 gives 中国, 科学, 学院,
// 科学院 and itself), so words overlap: those of two characters, then those of three where it has
// more, each from left to right.
func (c *Cutter) CutSearch(s string) []Word {
	if s == "" {
		return nil
	}
	return inChunks(clean(s), c.prepared().cutSearch)
}

// Jieba is Cut by gojieba itself, which takes several times as long and gives the same words. It panics with an error if a
// dictionary is gone or damaged since Open.
func (c *Cutter) Jieba(s string) []Word { return c.jiebaCut(s, gojieba.DefaultMode) }

func (c *Cutter) jiebaCut(s string, mode gojieba.TokenizeMode) []Word {
	if s == "" {
		return nil
	}
	c.loadJieba()
	return inChunks(clean(s), func(words []Word, part string, at int) []Word {
		for _, w := range c.jieba.Tokenize(part, mode, true) {
			words = append(words, Word{Start: at + w.Start, End: at + w.End})
		}
		return words
	})
}

// inChunks has parts of a clean text cut one after the other, which cut appends the words of.
func inChunks[T any](s string, cut func(words []T, part string, at int) []T) []T {
	// A Chinese word is some two characters of three bytes.
	words := make([]T, 0, len(s)/5+1)
	for at := 0; at < len(s); {
		end := at + chunk(s[at:])
		words = cut(words, s[at:end], at)
		at = end
	}
	return words
}

// chunk returns how many bytes of s to cut at once: up to the last line break
// of its first chunkBytes. gojieba never joins words over a line break, so
// cutting there changes nothing. Without one it is chunkBytes of whole
// characters.
func chunk(s string) int {
	if len(s) <= chunkBytes {
		return len(s)
	}
	for i := chunkBytes; i > 0; i-- {
		if s[i-1] == '\n' {
			return i
		}
	}
	end := chunkBytes
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return end
}

// clean puts a space for each NUL and each byte that is not UTF-8: gojieba
// drops the text after the one and the whole text because of the other. The
// length stays, so offsets do too.
func clean(s string) string {
	if utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 {
		return s
	}
	b := []byte(s)
	for i := firstUnclean(s, 0); i < len(s); i = firstUnclean(s, i+1) {
		b[i] = ' '
	}
	return string(b)
}

// firstUnclean returns the index of the first NUL or invalid byte of s from
// start on, or len(s).
func firstUnclean(s string, start int) int {
	for i := start; i < len(s); {
		switch b := s[i]; {
		case b == 0:
			return i
		case b < utf8.RuneSelf:
			i++
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				return i
			}
			i += size
		}
	}
	return len(s)
}
