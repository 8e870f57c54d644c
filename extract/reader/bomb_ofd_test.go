package reader

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"zhiwen/extract"
)

func TestOFDBombs(t *testing.T) {
	limited(t)
	repeat := strings.Repeat
	content := "Doc_0/Pages/Page_0/Content.xml"
	small := ofdFile(t, []string{ofdText(20, 20, "字")})
	blank := bytes.Repeat([]byte("<ofd:Layer/>"), 1<<16)
	page := func(s string) func() []byte {
		return func() []byte { return unpacked(t, ofdFile(t, []string{s})) }
	}
	unit := func(content string) part {
		return part{"Doc_0/Res.xml", `<ofd:Res ` + ofdNamespace + `><ofd:CompositeGraphicUnits><ofd:CompositeGraphicUnit ID="6"><ofd:Content>` + content + `</ofd:Content></ofd:CompositeGraphicUnit></ofd:CompositeGraphicUnits></ofd:Res>`}
	}
	use := `<ofd:CompositeObject ResourceID="6" Boundary="0 0 9 9"/>`
	testBombs(t, []bomb{
		{"page of 4 GB", func() []byte { return explodingZip(t, small, content, blank, 6000, 6000*uint64(len(blank))) }, []error{extract.ErrLimits}},
		{"page of 4 GB that says 1 MB", func() []byte { return explodingZip(t, small, content, blank, 6000, 1<<20) }, []error{extract.ErrDamaged, extract.ErrLimits}},
		{"20,000 entries", func() []byte { return ofdFile(t, []string{""}, manyParts(20_000, "")...) }, []error{extract.ErrLimits}},
		{"a million pages", func() []byte {
			return unpacked(t, ofdFile(t, nil, part{"Doc_0/Document.xml", ofdDocument("", repeat(`<ofd:Page ID="1" BaseLoc="p"/>`, 1<<20), "")}))
		}, []error{extract.ErrLimits}},
		{"blocks in blocks", page(repeat("<ofd:PageBlock>", 1<<20) + repeat("</ofd:PageBlock>", 1<<20)), []error{extract.ErrLimits}},
		{"two million objects", page(repeat("<ofd:PathObject/>", 2<<20)), []error{extract.ErrLimits}},
		{"a text of 6 million characters", page(ofdText(20, 20, repeat("科研", 3_000_000))), []error{extract.ErrLimits}},
		{"steps without end", page(`<ofd:TextObject Font="1" Size="4" Boundary="20 20 9 9"><ofd:TextCode X="0" Y="4" DeltaX="g 2147483647 1">字字字</ofd:TextCode></ofd:TextObject>`), nil},
		{"objects that show themselves", func() []byte { return ofdFile(t, []string{use}, unit(repeat(use, 100)+ofdText(0, 0, "字"))) }, []error{extract.ErrLimits}},
		{"a large object that is shown often", func() []byte {
			return unpacked(t, ofdFile(t, []string{repeat(use, 10_000)}, unit(`<ofd:PathObject Name="`+repeat("x", 1<<20)+`"/>`)))
		}, []error{extract.ErrLimits}},
		{"a path of seven million points", page(`<ofd:PathObject Boundary="0 0 9 9" Fill="true"><ofd:FillColor Value="0 0 0"/><ofd:AbbreviatedData>M 0 0 ` + repeat("L 1 1 ", 7_000_000) + `</ofd:AbbreviatedData></ofd:PathObject>`), nil},
		{"100,000 areas over 100,000 characters", page(repeat(ofdText(20, 20, repeat("字", 100)), 1000) + repeat(`<ofd:PathObject Boundary="0 0 210 297" Fill="true"><ofd:FillColor Value="255 255 255"/><ofd:AbbreviatedData>M 0 0 L 210 0 L 210 297 L 0 297 C</ofd:AbbreviatedData></ofd:PathObject>`, 100_000)), nil},
		{"entities of entities", func() []byte {
			return ofdFile(t, nil, part{"Doc_0/Document.xml", `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><ofd:Document>&b;</ofd:Document>`})
		}, nil},
		{"parameters in a circle", func() []byte {
			return ofdFile(t, []string{ofdWith(`DrawParam="1"`, 20, 20, "字")}, part{"Doc_0/Res.xml", fmt.Sprintf(`<ofd:Res %s><ofd:DrawParam ID="1" Relative="2"/><ofd:DrawParam ID="2" Relative="1"/></ofd:Res>`, ofdNamespace)})
		}, nil},
		{"pages without a measure", func() []byte {
			return ofdFile(t, []string{ofdPage(`<ofd:Area><ofd:PhysicalBox>NaN 1e308 1e308 -1</ofd:PhysicalBox></ofd:Area>`, `<ofd:Layer>`+ofdWith(`CTM="1e308 1e308 1e308 1e308 1e308 NaN"`, 1e308, 1, "字字")+`</ofd:Layer>`)})
		}, nil},
	})
}
