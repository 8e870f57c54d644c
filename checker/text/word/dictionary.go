package word

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/yanyiwu/gojieba"
)

// Environment names the variable that holds the folder of the dictionaries.
const Environment = "ZHIWEN_DICT"

// FolderName is the folder beside the executable that holds the dictionaries.
const FolderName = "dict"

const (
	dictionaries = 5
	rarities     = 3 // the place of idf.utf8
)

// Files returns the names of the files a dictionary folder holds, in the order
// in which gojieba takes them.
func Files() []string {
	return []string{
		"jieba.dict.utf8",
		"hmm_model.utf8",
		"user.dict.utf8",
		"idf.utf8",
		"stop_words.utf8",
	}
}

func paths(dir string) [dictionaries]string {
	var p [dictionaries]string
	for i, name := range Files() {
		p[i] = filepath.Join(dir, name)
	}
	return p
}

// find returns the folder to use: dir where it is given, else the first of the
// default places that has the main dictionary.
func find(dir string) (string, error) {
	if dir != "" {
		return dir, nil
	}
	if dir = os.Getenv(Environment); dir != "" {
		return dir, nil
	}
	places := defaults()
	for _, place := range places {
		if _, err := os.Stat(paths(place)[0]); err == nil {
			return place, nil
		}
	}
	return "", fmt.Errorf("%w: looked at %s; build with make, or set %s to a folder with %s",
		ErrNoDictionary, strings.Join(places, ", "), Environment, strings.Join(Files(), ", "))
}

// defaults returns the places looked at when none is named: beside the
// executable as it is called and as its links resolve, and the module cache,
// where go run and go test find the dictionaries.
func defaults() []string {
	var places []string
	if exe, err := os.Executable(); err == nil {
		places = append(places, filepath.Join(filepath.Dir(exe), FolderName))
		if real, err := filepath.EvalSymlinks(exe); err == nil && real != exe {
			places = append(places, filepath.Join(filepath.Dir(real), FolderName))
		}
	}
	// gojieba takes its own source path at build time: an absolute one, or one
	// relative to the module cache when built with -trimpath.
	if filepath.IsAbs(gojieba.DICT_DIR) {
		return append(places, gojieba.DICT_DIR)
	}
	if cache := os.Getenv("GOMODCACHE"); cache != "" {
		return append(places, filepath.Join(cache, gojieba.DICT_DIR))
	}
	gopaths := filepath.SplitList(os.Getenv("GOPATH"))
	if home, err := os.UserHomeDir(); err == nil && len(gopaths) == 0 {
		gopaths = []string{filepath.Join(home, "go")}
	}
	for _, gopath := range gopaths {
		places = append(places, filepath.Join(gopath, "pkg", "mod", gojieba.DICT_DIR))
	}
	return places
}

// verify checks the dictionaries as far as the C++ code insists on their form:
// there it would abort the process.
func verify(dir string) error {
	checks := [dictionaries]func([]byte) error{verifyMain, verifyModel, nil, verifyIDF, verifyFilled}
	for i, path := range paths(dir) {
		read := os.ReadFile
		if i == rarities {
			read = readHead
		}
		data, err := read(path)
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w: %s is missing", ErrNoDictionary, path)
		}
		if err != nil {
			return fmt.Errorf("read word dictionary: %w", err)
		}
		if checks[i] == nil {
			continue
		}
		if err := checks[i](data); err != nil {
			return fmt.Errorf("%w: %s: %w", ErrDamagedDictionary, path, err)
		}
	}
	return nil
}

// verifyMain wants lines of word, frequency and tag.
func verifyMain(data []byte) error {
	if err := verifyFilled(data); err != nil {
		return err
	}
	for n := 1; len(data) > 0; n++ {
		var line []byte
		line, data, _ = bytes.Cut(data, []byte("\n"))
		if bytes.Count(line, []byte(" ")) != 2 || line[len(line)-1] == ' ' {
			return fmt.Errorf("line %d does not have three columns", n)
		}
	}
	return nil
}

// verifyModel checks that the file has the start and transition probabilities of four states, then
// one line of emission probabilities per state.
func verifyModel(data []byte) error {
	const states, probabilityLines = 4, 1 + 4
	n := 0
	// The emission lines are longer than a Scanner takes by itself.
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, len(data)+1)
	for lines.Scan() {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		n++
		if n <= probabilityLines {
			if bytes.Count(line, []byte(" ")) != states-1 {
				return fmt.Errorf("line %d of the probabilities does not have four columns", n)
			}
			continue
		}
		for pair := range bytes.SplitSeq(line, []byte(",")) {
			if bytes.Count(pair, []byte(":")) != 1 {
				return fmt.Errorf("emission line %d has an entry that is no pair", n-probabilityLines)
			}
		}
	}
	if want := probabilityLines + states; n != want {
		return fmt.Errorf("%d lines instead of %d", n, want)
	}
	return nil
}

// readHead reads the beginning of a large file whose first line identifies it.
func readHead(path string) (head []byte, err error) {
	const most = 4 << 10
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return io.ReadAll(io.LimitReader(f, most))
}

// verifyIDF checks that the first line is a word and a number above zero.
func verifyIDF(data []byte) error {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	var (
		word string
		idf  float64
	)
	if _, err := fmt.Sscan(string(line), &word, &idf); err != nil || idf <= 0 {
		return errors.New("first line is not a word and a number above zero")
	}
	return nil
}

func verifyFilled(data []byte) error {
	if len(data) == 0 {
		return errors.New("empty")
	}
	return nil
}
