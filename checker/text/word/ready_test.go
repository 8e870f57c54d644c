package word

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"zhiwen/internal/testrun"
)

// copied returns the dictionaries in a folder of their own, with the file that has them ready.
func copied(t testing.TB) (dir string, data []byte) {
	t.Helper()
	dir = t.TempDir()
	from := filepath.Dir(open(t).paths[0])
	for _, name := range Files() {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		if name == "user.dict.utf8" {
			text = append(text, "\n𠮷野家\n𠀂 n\n研 5 v\n"...)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	data, err := Ready(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ReadyName), data, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir, data
}

// What is read of the file is what is made of the dictionaries.
func TestReady(t *testing.T) {
	testrun.NeedWhole(t)
	dir, data := copied(t)
	made := openReady(paths(dir))
	if made == nil {
		t.Fatal("the file is of no use")
	}
	sums, err := sumsOf(paths(dir))
	if err != nil {
		t.Fatal(err)
	}
	if again := packed(sums, made.segmenter, made.lexicon); !bytes.Equal(again, data) {
		t.Error("what was read is packed otherwise")
	}
	plain, err := readSegmenter(paths(dir))
	if err != nil {
		t.Fatal(err)
	}
	if made.segmenter.model.plane != plain.model.plane {
		t.Error("characters of the model have other places")
	}
	c, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"小明硕士毕业于中国科学院计算所，在𠮷野家", "他来到了网易杭研大厦，钻研𠀂𠀂", "T恤AA制3.14e-5 c++"} {
		same(t, c, s)
	}
	if c.ready == nil {
		t.Error("the file was not read")
	}
}

// A file that is damaged, or of other dictionaries, is left aside.
func TestReadyOfOthers(t *testing.T) {
	dir, data := copied(t)
	path := filepath.Join(dir, ReadyName)
	for _, c := range []struct {
		name string
		data []byte
	}{
		{"empty", nil},
		{"of another version", append([]byte("zhiwen words 0\n"), data[len(readyFormat):]...)},
		{"cut off", data[:len(data)/2]},
		{"changed", slices.Concat(data[:len(data)/2], []byte{data[len(data)/2] ^ 1}, data[len(data)/2+1:])},
		{"with a length of its own", slices.Concat(data[:len(readyFormat)], bytes.Repeat([]byte{0xff}, 8), data[len(readyFormat)+8:])},
	} {
		if err := os.WriteFile(path, c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		if openReady(paths(dir)) != nil {
			t.Errorf("a file that is %s is taken", c.name)
		}
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "user.dict.utf8"), []byte("冻土退化区\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if openReady(paths(dir)) != nil {
		t.Error("a file of another user's dictionary is taken")
	}
}

func BenchmarkReady(b *testing.B) {
	dir, _ := copied(b)
	b.ReportAllocs()
	for b.Loop() {
		if openReady(paths(dir)) == nil {
			b.Fatal("the file is of no use")
		}
	}
}
