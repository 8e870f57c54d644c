package word

import (
	"os"
	"path/filepath"
	"testing"
)

func TestLexicon(t *testing.T) {
	l, err := open(t).Lexicon()
	if err != nil {
		t.Fatal(err)
	}
	of := func(word string) Entry { return l.Of(Hash(word)) }
	if !of("的").Stop || !of("the").Stop || of("冻土").Stop {
		t.Error("的 and the are stop words, 冻土 is none")
	}
	if !of("北京").Name || of("研究").Name {
		t.Error("北京 is a name, 研究 is none")
	}
	if common, rare := of("研究").Rarity, of("冻土").Rarity; common <= 0 || common >= rare {
		t.Errorf("研究 is as rare as %v, 冻土 as %v", common, rare)
	}
	if unknown := of("qwxyz"); unknown != (Entry{Rarity: l.usual}) || l.usual <= 0 {
		t.Errorf("an unknown word: %+v", unknown)
	}
	if Hash("冻土") != Hash([]byte("冻土")) || Hash("冻土") == Hash("土冻") {
		t.Error("a word has one hash, another one another")
	}
	again, err := open(t).Lexicon()
	if err != nil || again != l {
		t.Errorf("read twice: %v", err)
	}
}

// A file that is gone since it was verified is an error.
func TestLexiconMissing(t *testing.T) {
	dir := t.TempDir()
	from := filepath.Dir(open(t).paths[0])
	for _, name := range Files() {
		data, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "idf.utf8")); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Lexicon(); err == nil {
		t.Error("no error")
	}
}

func TestSpoken(t *testing.T) {
	for word, want := range map[string]bool{"冻土": true, "a1": true, "7": true, "，": false, " ": false, "\n": false, "": false, "é": true} {
		if Spoken(word) != want {
			t.Errorf("%q: %v", word, !want)
		}
	}
}
