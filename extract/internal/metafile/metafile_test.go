package metafile

import (
	"bytes"
	"compress/gzip"
	"slices"
	"strings"
	"testing"

	"zhiwen/extract/internal/metafile/metafiletest"
)

var passage = []string{"样点的选择遵循分层随机的原则，每个公园至少布", "设三个样点，样点之间相距两百米以上，以避免重复", "计数。"}

func TestRead(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write(metafiletest.EMF(0, false, passage...))
	_ = w.Close()
	for name, raw := range map[string][]byte{
		"emf": metafiletest.EMF(0, false, passage...), "emz": packed.Bytes(), "wmf": metafiletest.WMF(passage...), "svg": metafiletest.SVG(passage...),
	} {
		d, ok := Read(raw)
		if !Is(raw) || !ok || !slices.Equal(d.Lines, passage) || len(d.Faint) > 0 || d.Glyphs > 0 {
			t.Errorf("%s: %v %+v", name, ok, d)
		}
		if got, want := Running(d.Lines), strings.Join(passage, ""); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if d, _ := Read(metafiletest.EMF(metafiletest.White, false, passage...)); len(d.Lines) > 0 || !slices.Equal(d.Faint, passage) {
		t.Errorf("white text: %+v", d)
	}
	if d, _ := Read(metafiletest.EMF(0, true, passage...)); len(d.Lines) > 0 || d.Glyphs < 40 {
		t.Errorf("text by numbers of a font: %+v", d)
	}
	if _, ok := Read([]byte("\x89PNG\r\n\x1a\n")); ok {
		t.Error("a pixel picture is none of these")
	}
}

// A line may be drawn in several pieces, and what is far apart is several lines.
func TestPieces(t *testing.T) {
	p := &pen{}
	p.put("样点的", 0, 10, 30)
	p.put("选择", 30, 10, 20)
	p.put("图例", 90, 10, 20)
	p.put("温度", 0, 40, 20)
	if want := []string{"样点的选择", "图例", "温度"}; !slices.Equal(p.Lines, want) {
		t.Errorf("%q, want %q", p.Lines, want)
	}
}

// Labels of charts and formulas are no running text.
func TestRunning(t *testing.T) {
	for _, lines := range [][]string{
		slices.Repeat([]string{"温度", "降雨量（毫米）", "时间"}, 30),
		slices.Repeat([]string{"x", "=", "∑", "exp(−λt)"}, 50),
		{"样点的选择遵循分层随机的原则"},
	} {
		if got := Running(lines); got != "" {
			t.Errorf("%q", got)
		}
	}
	english := []string{"The sample sites were chosen at random within", "strata, and each park of the city has at least three of them."}
	if got, want := Running(english), strings.Join(english, " "); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What an SVG does not draw is not read.
func TestSVG(t *testing.T) {
	raw := `<svg xmlns="http://www.w3.org/2000/svg"><title>t</title><defs><text>a</text></defs><text display="none">b</text>` +
		`<text fill-opacity="0">c</text><text>d <tspan>e</tspan><tspan y="9">f</tspan></text><foreignObject><div>g</div></foreignObject></svg>`
	if d, ok := Read([]byte(raw)); !ok || !slices.Equal(d.Lines, []string{"d e", "f", "g"}) {
		t.Errorf("%v %q", ok, d.Lines)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(metafiletest.EMF(0, false, passage...))
	f.Add(metafiletest.WMF(passage...))
	f.Add(metafiletest.SVG(passage...))
	f.Fuzz(func(t *testing.T, raw []byte) {
		d, _ := Read(raw)
		if n := len(strings.Join(append(d.Lines, d.Faint...), "")); n > 3*len(raw)+3 && !isPacked(raw) {
			t.Errorf("%d bytes of text in a picture of %d", n, len(raw))
		}
	})
}
