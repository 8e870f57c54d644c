package reader

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"zhiwen/extract"
	"zhiwen/extract/internal/metafile/metafiletest"
)

// The text of vector pictures is read where they stand, in every format that has them.
func TestVectorPictures(t *testing.T) {
	t.Parallel()
	lines := []string{"样点的选择遵循分层随机的原则，每个公园至少布", "设三个样点，样点之间相距两百米以上，以避免重复", "计数。"}
	want := []string{"body " + strings.Join(lines, ""), "body 7"}
	emf, wmf, svg := metafiletest.EMF(0, false, lines...), metafiletest.WMF(lines...), metafiletest.SVG(lines...)
	word := func(body, name string, content []byte) []byte {
		return linkedFile(t, body+wordPara("7"), map[string]string{"p": "media/" + name}, part{"word/media/" + name, string(content)})
	}
	shown := `<w:p>` + shownPicture("p", 450, 300) + `</w:p>`
	frame := func(images string) string {
		return `<text:p><draw:frame svg:width="16cm" svg:height="9cm" xmlns:svg="s" xmlns:xlink="l">` + images + `</draw:frame></text:p><text:p>7</text:p>`
	}
	for name, data := range map[string][]byte{
		"emf.docx":  word(shown, "1.emf", emf),
		"wmf.docx":  word(shown, "1.wmf", wmf),
		"svg.docx":  word(shown, "1.svg", svg),
		"fill.docx": word(`<w:p><w:r><w:pict><v:rect style="width:450pt;height:300pt"><v:fill type="frame" r:id="p"/></v:rect></w:pict></w:r></w:p>`, "1.svg", svg),
		"emf.odt":   odtFile(t, "", frame(`<draw:image xlink:href="1.emf"/>`), part{"1.emf", string(emf)}),
		"two.odt": odtFile(t, "", frame(`<draw:image xlink:href="1.svg"/><draw:image xlink:href="1.png"/>`),
			part{"1.svg", string(svg)}, part{"1.png", pngOf(t, passage(t))}),
		"emf.doc": docWithMetafile(t, emf, "7"),
		"emf.rtf": []byte(rtfHead + `{\pict\emfblip\picwgoal9000\pichgoal5000 ` + hex.EncodeToString(emf) + `}\par 7\par}`),
		"wmf.rtf": []byte(rtfHead + `{\pict\wmetafile8\picwgoal9000\pichgoal5000 ` + hex.EncodeToString(wmf) + `}\par 7\par}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := mustExtract(t, data)
			if got := paragraphTexts(d); !slices.Equal(got, want) {
				t.Errorf("paragraphs %q", got)
			}
			checkNotices(t, d)
		})
	}
}

// Of a vector picture's text that nobody can see, or that has no codes, the reader is told.
func TestVectorPicturesUnseen(t *testing.T) {
	t.Parallel()
	line := strings.Repeat("样点的选择遵循分层随机的原则，", 4)
	file := func(emf []byte, width, height int) []byte {
		return linkedFile(
			t,
			`<w:p>`+shownPicture("p", width, height)+`</w:p>`+wordPara("7"),
			map[string]string{"p": "media/1.emf"},
			part{"word/media/1.emf", string(emf)},
		)
	}
	for name, data := range map[string][]byte{
		"white": file(metafiletest.EMF(metafiletest.White, false, line), 450, 300),
		"tiny":  file(metafiletest.EMF(0, false, line), 10, 10),
	} {
		d := mustExtract(t, data)
		if d.Text != "7" || len(d.Flags) != 1 || d.Flags[0].Kind != extract.HiddenText || d.Flags[0].Text != line {
			t.Errorf("%s: %q, flags %+v", name, d.Text, d.Flags)
		}
	}
	checkNotices(t, mustExtract(t, file(metafiletest.EMF(0, true, line), 450, 300)), "picture-failed 1")
	labels := mustExtract(t, file(metafiletest.EMF(0, false, slices.Repeat([]string{"温度", "时间"}, 30)...), 450, 300))
	if labels.Text != "7" || len(labels.Flags) > 0 {
		t.Errorf("labels of a chart: %q, flags %+v", labels.Text, labels.Flags)
	}
	checkNotices(t, labels)
}

// docWithMetafile returns an old Word file with a metafile before a last paragraph.
func docWithMetafile(t testing.TB, emf []byte, last string) []byte {
	t.Helper()
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, _ = w.Write(emf)
	_ = w.Close()
	const header, sum = 34, 16
	body := strings.Repeat("s", sum) + strings.Repeat("\x00", header) + packed.String()
	entry := make([]byte, 36)
	data := picfOf(0x64, 450, 300, 1000, artRecord(0, 0xF004, "shape")+artRecord(6, 0xF007, string(entry)+artRecord(0x3D4, 0xF01A, body)))
	at := sprm(sprmPicture, 0, 0, 0, 0)
	o := oldText(oldPara{runs: []oldRun{{"\x01", at}, {"\r", nil}}}, old(last))
	o.streams = []part{{"Data", data}}
	return o.write(t)
}

// Characters of private use within words are no text that could be compared: the reader is told. A few, and bullets, are usual.
func TestPrivateUse(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("样点的选择遵循分层随机的原则", 4)
	swapped := strings.NewReplacer("的", "\uE123", "随", "\uE456").Replace(text)
	for name, c := range map[string]struct {
		text    string
		notices []string
	}{
		"within":  {strings.Repeat(swapped, 2), []string{"broken-words 1"}},
		"a few":   {swapped, nil},
		"bullets": {strings.Repeat("\uF0B7 样点。", 40), nil},
	} {
		d := mustExtract(t, wordFile(t, wordPara(c.text)))
		t.Run(name, func(t *testing.T) { checkNotices(t, d, c.notices...) })
	}
}

// Each of several bodies is read.
func TestTwoBodies(t *testing.T) {
	t.Parallel()
	one := wordPara("甲")
	d := mustExtract(t, wordFile(t, one+`</w:body><w:body>`+wordPara("乙")))
	if got := paragraphTexts(d); !slices.Equal(got, []string{"body 甲", "body 乙"}) {
		t.Errorf("paragraphs %q", got)
	}
}
