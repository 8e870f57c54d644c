package main

import (
	"archive/zip"
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// illustrated returns a file of OpenDocument with a text and a chart.
func illustrated(t *testing.T, text string, n uint64) string {
	t.Helper()
	const w, h = 480, 320
	p := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(p, p.Rect, image.White, image.Point{}, draw.Src)
	chance := rand.New(rand.NewPCG(5, n))
	for i := range 9 {
		c := color.RGBA{byte(40 + chance.IntN(150)), byte(40 + chance.IntN(150)), byte(40 + chance.IntN(150)), 255}
		draw.Draw(p, image.Rect(20+i*50, h-30-chance.IntN(260), 58+i*50, h-10), image.NewUniform(c), image.Point{}, draw.Src)
	}
	var picture, out bytes.Buffer
	if err := png.Encode(&picture, p); err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(&out)
	const spaces = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ` +
		`xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"`
	for _, part := range []struct{ name, content string }{
		{"mimetype", "application/vnd.oasis.opendocument.text"},
		{"content.xml", `<?xml version="1.0"?><office:document-content ` + spaces + `><office:body><office:text><text:p>` + text +
			`</text:p><text:p><draw:frame svg:width="10cm" svg:height="7cm"><draw:image xlink:href="Pictures/1.png"/></draw:frame></text:p></office:text></office:body></office:document-content>`},
		{"Pictures/1.png", picture.String()},
	} {
		f, err := z.CreateHeader(&zip.FileHeader{Name: part.name, Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(part.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A check compares the pictures of both sides by the grid and the colours that it is asked for; evidence of it is verified
// with files that are read for the same.
func TestCheckPictureGrid(t *testing.T) {
	dir := folder(t, map[string]string{
		"library/a.odt": illustrated(t, other, 1), "library/b.odt": illustrated(t, before, 2),
		"new.odt": illustrated(t, passage, 1), "redrawn.odt": illustrated(t, passage, 3),
	})
	library := filepath.Join(dir, "library")
	pairs := filepath.Join(folder(t, map[string]string{"p.csv": "type,suspicious,source\nx,new.odt,a.odt\n"}), "p.csv")
	for _, c := range []struct {
		flags   []string
		letters string
	}{
		{nil, "[KRGYBMCW]{96}"},
		{[]string{"--picture-grid", "24x16"}, "[KRGYBMCW]{384}"},
		{[]string{"--picture-grid", "24x16", "--pairs", pairs}, "[KRGYBMCW]{384}"},
		{[]string{"--picture-grid", "6x4", "--picture-colours", "27"}, "[A-Za]{24}"},
	} {
		out := t.TempDir()
		args := append([]string{"check", "--library", library, "--data", out, "--out", out}, c.flags...)
		if code, said, complaint := zhiwen(t, append(args, filepath.Join(dir, "new.odt"))...); code != exitDone {
			t.Fatalf("%v: exit %d: %s%s", c.flags, code, said, complaint)
		}
		file := filepath.Join(out, "new.evidence.xml")
		xml, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		blocks := regexp.MustCompile(`blocks="([^"]*)"`).FindAllSubmatch(xml, -1)
		if len(blocks) != 2 || !regexp.MustCompile("^"+c.letters+"$").Match(blocks[0][1]) || string(blocks[0][1]) != string(blocks[1][1]) {
			t.Errorf("%v: the evidence has %s", c.flags, blocks)
		}
		if code, said, complaint := zhiwen(t, "verify", "--data", out, "--document", filepath.Join(dir, "new.odt"), "--library", library, file); code != exitDone {
			t.Errorf("%v: exit %d: %s%s", c.flags, code, said, complaint)
		}
		if _, said, _ := zhiwen(t, "verify", "--data", out, "--document", filepath.Join(dir, "redrawn.odt"), file); !strings.Contains(said, "picture (imprint)") {
			t.Errorf("%v, another picture: %s", c.flags, said)
		}
	}
	for _, grid := range []string{"12", "49x8", "12x33", "0x8"} {
		code, _, complaint := zhiwen(t, "check", "--library", library, "--picture-grid", grid, dir)
		if code != exitUsage || !strings.Contains(complaint, "from 1x1 to 48x32, such as 12x8, not "+grid) {
			t.Errorf("%s: exit %d: %s", grid, code, complaint)
		}
	}
	if code, _, complaint := zhiwen(t, "check", "--library", library, "--picture-colours", "9", dir); code != exitUsage || !strings.Contains(complaint, "picture-colours") {
		t.Errorf("exit %d: %s", code, complaint)
	}
}
