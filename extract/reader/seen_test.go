package reader

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zhiwen/extract"
)

// readUnseen reports what is wrong where SECRET should, or should not, be kept out.
func readUnseen(t *testing.T, data []byte, hidden bool) {
	t.Helper()
	d := mustParse(t, data)
	flagged := len(d.Flags) > 0
	for _, f := range d.Flags {
		flagged = flagged && f.Kind == extract.HiddenText
	}
	if read := strings.Contains(d.Text, "SECRET"); read == hidden || flagged != hidden || !strings.Contains(d.Text, "seen") {
		t.Errorf("text %q, flags %+v", d.Text, d.Flags)
	}
}

const seenTheme = `<a:theme xmlns:a="a"><a:themeElements><a:clrScheme name="x"><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1>` +
	`<a:dk2><a:srgbClr val="44546A"/></a:dk2><a:lt2><a:srgbClr val="E7E6E6"/></a:lt2><a:accent1><a:srgbClr val="4472C4"/></a:accent1></a:clrScheme></a:themeElements></a:theme>`

const seenStyles = `<w:styles xmlns:w="w"><w:style w:type="paragraph" w:styleId="ghost"><w:rPr><w:color w:val="FAFAFA"/></w:rPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="flat"><w:pPr><w:spacing w:line="20" w:lineRule="exact"/></w:pPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="far"><w:pPr><w:ind w:left="20000"/></w:pPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="framed"><w:pPr><w:framePr w:w="2000" w:h="1" w:hRule="exact"/></w:pPr></w:style>` +
	`<w:style w:type="table" w:styleId="dark"><w:tblPr/><w:tcPr><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr></w:style>` +
	`<w:style w:type="table" w:styleId="head"><w:tblStylePr w:type="firstRow"><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:tcPr><w:shd w:val="clear" w:fill="4472C4"/></w:tcPr></w:tblStylePr>` +
	`<w:tblStylePr w:type="lastRow"><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:tcPr><w:shd w:val="clear" w:fill="000000"/></w:tcPr></w:tblStylePr></w:style>` +
	`<w:style w:type="table" w:styleId="white"><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style>` +
	`<w:style w:type="table" w:styleId="child"><w:basedOn w:val="dark"/></w:style></w:styles>`

// What a page of a Word file does not show, by colour, size, width and room.
func TestWordUnseen(t *testing.T) {
	run := func(properties, text string) string {
		return `<w:r><w:rPr>` + properties + `</w:rPr><w:t>` + text + `</w:t></w:r>`
	}
	in := func(properties string) string {
		return `<w:p><w:r><w:t>seen </w:t></w:r>` + run(properties, "SECRET") + `</w:p>`
	}
	para := func(properties string) string {
		return wordPara("seen") + `<w:p><w:pPr>` + properties + `</w:pPr><w:r><w:t>SECRET</w:t></w:r></w:p>`
	}
	row := func(properties, cell, content string) string {
		return `<w:tr><w:trPr>` + properties + `</w:trPr><w:tc><w:tcPr>` + cell + `</w:tcPr>` + content + `</w:tc></w:tr>`
	}
	table := func(properties string, rows ...string) string {
		return wordPara("seen") + `<w:tbl><w:tblPr>` + properties + `</w:tblPr>` + strings.Join(rows, "") + `</w:tbl>`
	}
	secret, white := wordPara("SECRET"), `<w:p>`+run(`<w:color w:val="FFFFFF"/>`, "SECRET")+`</w:p>`
	const w14 = ` xmlns:w14="w14"`
	box := func(anchor, shape, body, content string) string {
		return `<w:p><w:r><w:t>seen</w:t></w:r><w:r><w:drawing>` + anchor + `<a:graphic><a:graphicData><wps:wsp>` + shape + `<wps:txbx><w:txbxContent>` + content + `</w:txbxContent></wps:txbx><wps:bodyPr>` + body +
			`</wps:bodyPr></wps:wsp></a:graphicData></a:graphic>` + map[bool]string{true: `</wp:inline>`, false: `</wp:anchor>`}[strings.HasPrefix(anchor, "<wp:inline")] + `</w:drawing></w:r></w:p>`
	}
	const inline = `<wp:inline><wp:extent cx="1800000" cy="900000"/>`
	vml := func(attributes, content string) string {
		return `<w:p><w:r><w:t>seen</w:t></w:r><w:r><w:pict><v:shape ` + attributes + `><v:textbox><w:txbxContent>` + content + `</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`
	}
	long := `<w:p><w:r><w:t>` + strings.Repeat("很多看不见的字", 200) + `SECRET</w:t></w:r></w:p>`
	for _, c := range []struct {
		name, body string
		hidden     bool
	}{
		{"the lightest grey of backgrounds", in(`<w:color w:val="F2F2F2"/>`), true},
		{"the lightest grey of prompts", in(`<w:color w:val="D9D9D9"/>`), false},
		{"grey of a form's prompts", in(`<w:color w:val="BFBFBF"/>`), false},
		{"nearly black on black", in(`<w:color w:val="111111"/><w:shd w:val="clear" w:fill="000000"/>`), true},
		{"white on a light marker", in(`<w:color w:val="FFFFFF"/><w:highlight w:val="yellow"/>`), true},
		{"white on a dark marker", in(`<w:color w:val="FFFFFF"/><w:highlight w:val="darkBlue"/>`), false},
		{"a colour of the theme, whatever stands beside", in(`<w:color w:val="000000" w:themeColor="background1"/>`), true},
		{"the same, darkened a little", in(`<w:color w:val="000000" w:themeColor="background1" w:themeShade="F2"/>`), true},
		{"the same, darkened by half", in(`<w:color w:val="FFFFFF" w:themeColor="background1" w:themeShade="80"/>`), false},
		{"black, lightened", in(`<w:color w:val="000000" w:themeColor="text1" w:themeTint="0D"/>`), true},
		{"an accent", in(`<w:color w:val="FFFFFF" w:themeColor="accent1"/>`), false},
		{"white on an accent", in(`<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="FFFFFF" w:themeFill="accent1"/>`), false},
		{"a filling of the theme", in(`<w14:textFill` + w14 + `><w14:solidFill><w14:schemeClr w14:val="bg1"><w14:lumMod w14:val="95000"/></w14:schemeClr></w14:solidFill></w14:textFill>`), true},
		{"a darker filling of the theme", in(`<w14:textFill` + w14 + `><w14:solidFill><w14:schemeClr w14:val="bg1"><w14:lumMod w14:val="50000"/></w14:schemeClr></w14:solidFill></w14:textFill>`), false},
		{"black, nearly transparent", in(`<w14:textFill` + w14 + `><w14:solidFill><w14:srgbClr w14:val="000000"><w14:alpha w14:val="93000"/></w14:srgbClr></w14:solidFill></w14:textFill>`), true},
		{"a gradient from white to white", in(`<w14:textFill` + w14 + `><w14:gradFill><w14:gsLst><w14:gs><w14:srgbClr w14:val="FFFFFF"/></w14:gs><w14:gs><w14:srgbClr w14:val="FDFDFD"/></w14:gs></w14:gsLst></w14:gradFill></w14:textFill>`), true},
		{"a gradient from white to blue", in(`<w14:textFill` + w14 + `><w14:gradFill><w14:gsLst><w14:gs><w14:srgbClr w14:val="FFFFFF"/></w14:gs><w14:gs><w14:srgbClr w14:val="0000FF"/></w14:gs></w14:gsLst></w14:gradFill></w14:textFill>`), false},
		{"white with a white outline", in(`<w:color w:val="FFFFFF"/><w14:textOutline` + w14 + `><w14:solidFill><w14:srgbClr w14:val="FFFFFF"/></w14:solidFill></w14:textOutline>`), true},
		{"white with a white shadow", in(`<w:color w:val="FFFFFF"/><w14:shadow` + w14 + `><w14:srgbClr w14:val="FFFFFF"/></w14:shadow>`), true},
		{"white with a dark shadow beside it", in(`<w:color w:val="FFFFFF"/><w14:shadow` + w14 + ` w14:blurRad="50800" w14:dist="38100"><w14:srgbClr w14:val="000000"/></w14:shadow>`), false},
		{"white with a dark shadow under it", in(`<w:color w:val="FFFFFF"/><w14:shadow` + w14 + ` w14:blurRad="0" w14:dist="0"><w14:srgbClr w14:val="000000"/></w14:shadow>`), true},
		{"white with a dark glow", in(`<w:color w:val="FFFFFF"/><w14:glow` + w14 + ` w14:rad="63500"><w14:srgbClr w14:val="00B0F0"/></w14:glow>`), false},
		{"three points", in(`<w:sz w:val="6"/>`), true},
		{"three and a half", in(`<w:sz w:val="7"/>`), false},
		{"five points", in(`<w:sz w:val="10"/>`), false},
		{"a width of 1 %", in(`<w:w w:val="1"/>`), true},
		{"the narrowest width that is offered", in(`<w:w w:val="33"/>`), false},
		{"letters on one another", in(`<w:spacing w:val="-240"/>`), true},
		{"letters a little closer", in(`<w:spacing w:val="-20"/>`), false},
		{"two signs on one another", `<w:p><w:r><w:t>seen SECRET </w:t></w:r>` + run(`<w:spacing w:val="-200"/>`, "○") + run("", "×") + `</w:p>`, false},
		{"fitted into nothing", in(`<w:fitText w:val="10"/>`), true},
		{"fitted as labels are", in(`<w:fitText w:val="1260"/>`), false},
		{"letters fitted into nothing together", `<w:p><w:r><w:t>seen </w:t></w:r>` + strings.Repeat(run(`<w:fitText w:val="40" w:id="7"/>`, "字"), 9) + run(`<w:fitText w:val="40" w:id="7"/>`, "SECRET") + `</w:p>`, true},
		{"letters fitted as labels are, one after the other", `<w:p><w:r><w:t>seen </w:t></w:r>` + run(`<w:fitText w:val="400" w:id="7"/>`, "字") + run(`<w:fitText w:val="400" w:id="8"/>`, "SECRET") + `</w:p>`, false},
		{"one letter fitted into nothing", `<w:p><w:r><w:t>seen </w:t></w:r>` + run(`<w:fitText w:val="1"/>`, "S") + run(`<w:fitText w:val="1"/>`, "SECRET") + `</w:p>`, true},
		{"raised off the page", in(`<w:position w:val="3000"/>`), true},
		{"lowered off the page", in(`<w:position w:val="-3000"/>`), true},
		{"raised, in points", in(`<w:position w:val="1500pt"/>`), true},
		{"raised as formulas are", in(`<w:position w:val="24"/>`), false},
		{"raised out of lines of a height", `<w:p><w:pPr><w:spacing w:line="240" w:lineRule="exact"/></w:pPr><w:r><w:t>seen </w:t></w:r>` + run(`<w:position w:val="60"/>`, "SECRET") + `</w:p>`, true},
		{"lowered in lines of a height", `<w:p><w:pPr><w:spacing w:line="400" w:lineRule="exact"/></w:pPr><w:r><w:t>seen </w:t></w:r>` + run(`<w:position w:val="-24"/>`, "SECRET") + `</w:p>`, false},
		{"an accent, tinted nearly to white", in(`<w:color w:val="4472C4" w:themeColor="accent1" w:themeTint="01"/>`), true},
		{"an accent, tinted to a light blue", in(`<w:color w:val="B4C6E7" w:themeColor="accent1" w:themeTint="66"/>`), false},
		{"an accent, shaded to black, on black", in(`<w:color w:val="4472C4" w:themeColor="accent1" w:themeShade="01"/><w:shd w:val="clear" w:fill="000000"/>`), true},
		{"white on white lines without gaps", in(`<w:color w:val="FFFFFF"/><w:shd w:val="solid" w:color="FFFFFF" w:fill="000000"/>`), true},
		{"white on a solid pattern", in(`<w:color w:val="FFFFFF"/><w:shd w:val="solid" w:color="auto" w:fill="FFFFFF"/>`), false},
		{"white on few dots", in(`<w:color w:val="FFFFFF"/><w:shd w:val="pct5" w:color="auto" w:fill="auto"/>`), true},
		{"white on many dots", in(`<w:color w:val="FFFFFF"/><w:shd w:val="pct80" w:color="auto" w:fill="auto"/>`), false},
		{"black on nothing but dots", in(`<w:color w:val="000000"/><w:shd w:val="pct95" w:color="000000" w:fill="FFFFFF"/>`), true},
		{"black on dots", in(`<w:color w:val="000000"/><w:shd w:val="pct15" w:color="auto" w:fill="FFFFFF"/>`), false},
		{"white on white stripes", in(`<w:color w:val="FFFFFF"/><w:shd w:val="diagStripe" w:color="FFFFFF" w:fill="FFFFFF"/>`), true},
		{"white on stripes", in(`<w:color w:val="FFFFFF"/><w:shd w:val="diagStripe" w:color="000000" w:fill="FFFFFF"/>`), false},
		{"a filling in light", in(`<w14:textFill` + w14 + `><w14:solidFill><w14:scrgbClr w14:r="100000" w14:g="99000" w14:b="100%"/></w14:solidFill></w14:textFill>`), true},
		{"a filling by lightness", in(`<w14:textFill` + w14 + `><w14:solidFill><w14:hslClr w14:hue="12600000" w14:sat="50000" w14:lum="98000"/></w14:solidFill></w14:textFill>`), true},
		{"a darker one", in(`<w14:textFill` + w14 + `><w14:solidFill><w14:hslClr w14:hue="12600000" w14:sat="50000" w14:lum="40000"/></w14:solidFill></w14:textFill>`), false},
		{"black, inverted", in(`<w14:textFill` + w14 + `><w14:solidFill><w14:srgbClr w14:val="000000"><w14:inv/></w14:srgbClr></w14:solidFill></w14:textFill>`), true},
		{"black, lightened by half and all of it", in(`<w14:textFill` + w14 + `><w14:solidFill><w14:schemeClr w14:val="tx1"><w14:lumMod w14:val="5%"/><w14:lumOff w14:val="95%"/></w14:schemeClr></w14:solidFill></w14:textFill>`), true},
		{"hidden by the usual style of characters", `<w:p><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>seen </w:t></w:r><w:r><w:t>SECRET</w:t></w:r></w:p>`, true},
		{"hidden by the styles of paragraph and characters, which is shown", `<w:p><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>seen </w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="veil"/></w:pPr><w:r><w:t>SECRET</w:t></w:r></w:p>`, false},
		{"hidden in web views only", in(`<w:webHidden/>`), false},
		{"in an equation", `<w:p><w:r><w:t>seen </w:t></w:r><m:oMath><m:r><w:rPr><w:vanish/></w:rPr><m:t>SECRET</m:t></m:r><m:r><m:t>x</m:t></m:r></m:oMath></w:p>`, true},
		{"a style", para(`<w:pStyle w:val="ghost"/>`), true},
		{"a style of flat lines", para(`<w:pStyle w:val="flat"/>`), true},
		{"flat lines", para(`<w:spacing w:line="1" w:lineRule="exact"/>`), true},
		{"nearly no lines", para(`<w:spacing w:line="10" w:lineRule="auto"/>`), true},
		{"exact lines", para(`<w:spacing w:line="240" w:lineRule="exact"/>`), false},
		{"lines at least a twip high", para(`<w:spacing w:line="1" w:lineRule="atLeast"/>`), false},
		{"an indent beyond the page", para(`<w:ind w:left="20000"/>`), true},
		{"an indent by a style", para(`<w:pStyle w:val="far"/>`), true},
		{"an indent by a style, taken back", para(`<w:pStyle w:val="far"/><w:ind w:left="0"/>`), false},
		{"an indent in characters", para(`<w:ind w:leftChars="20000" w:left="420"/>`), true},
		{"a first line off to the left", para(`<w:ind w:left="0" w:hanging="20000"/>`), true},
		{"off to the left, and wide", para(`<w:ind w:left="-20000"/>`), true},
		{"off to the right, and wide", para(`<w:ind w:right="-20000"/>`), true},
		{"a little into the margins", para(`<w:ind w:left="-1200" w:right="-1200"/>`), false},
		{"off to the left", para(`<w:ind w:left="-20000" w:right="20000"/>`), true},
		{"an indent", para(`<w:ind w:left="3000" w:hanging="420"/>`), false},
		{"a frame beyond the page", para(`<w:framePr w:w="2000" w:h="400" w:hAnchor="page" w:x="30000" w:y="100"/>`), true},
		{"a frame by a style", para(`<w:pStyle w:val="framed"/>`), true},
		{"a frame far above", para(`<w:framePr w:w="4000" w:hAnchor="page" w:vAnchor="page" w:x="100" w:y="-40000"/>`), true},
		{"a frame a twip wide", para(`<w:framePr w:w="1" w:x="100" w:y="100"/>`), true},
		{"an initial", para(`<w:framePr w:dropCap="drop" w:lines="3" w:wrap="around" w:vAnchor="text" w:hAnchor="text"/>`), false},
		{"a frame without height", para(`<w:framePr w:w="2000" w:h="1" w:hRule="exact"/>`), true},
		{"a frame", para(`<w:framePr w:w="2000" w:h="400" w:hRule="exact" w:hAnchor="page" w:x="1500" w:y="100"/>`), false},
		{"a row of a twip", table("", row(`<w:trHeight w:val="1" w:hRule="exact"/>`, "", secret)), true},
		{"a row as high as its text", table("", row(`<w:trHeight w:val="1" w:hRule="atLeast"/>`, "", secret)), false},
		{"a row of a form", table("", row(`<w:trHeight w:val="400" w:hRule="exact"/>`, `<w:tcW w:w="4000" w:type="dxa"/>`, secret)), false},
		{"beyond what a row holds", table("", row(`<w:trHeight w:val="400" w:hRule="exact"/>`, `<w:tcW w:w="4000" w:type="dxa"/>`, long+secret)), true},
		{"a hidden row", table("", row(`<w:hidden/>`, "", secret)), true},
		{"a cell that goes on", table("", row("", `<w:vMerge w:val="restart"/>`, wordPara("a")), row("", `<w:vMerge/>`, secret)), true},
		{"a long cell that goes on", table("", row("", `<w:vMerge w:val="restart"/>`, wordPara("a")), row("", `<w:vMerge/>`, long+long+long+long+secret)), true},
		{"a cell that goes on with a chapter", table("", row("", `<w:vMerge w:val="restart"/>`, strings.Repeat(wordPara("一段"), 9)), row("", `<w:vMerge/>`, secret)), true},
		{"a cell that goes on beside others", table("", row("", `<w:vMerge w:val="restart"/>`, wordPara("a")+`</w:tc><w:tc>`+wordPara("b")), row("", `<w:vMerge/>`, secret+`</w:tc><w:tc>`+wordPara("c"))), true},
		{"a column of a twip, of the grid", table(`<w:tblLayout w:type="fixed"/>`, `<w:tblGrid><w:gridCol w:w="1"/></w:tblGrid>`, row("", "", secret)), true},
		{"text fitted into a cell", table("", row("", `<w:tcW w:w="60" w:type="dxa"/><w:tcFitText/>`, secret)), true},
		{"a table indented beyond the page", table(`<w:tblInd w:w="20000" w:type="dxa"/>`, row("", "", secret)), true},
		{"a column of a twip", table(`<w:tblLayout w:type="fixed"/>`, row("", `<w:tcW w:w="1" w:type="dxa"/>`, secret)), true},
		{"a table beyond the page", table(`<w:tblpPr w:tblpX="30000" w:tblpY="1"/>`, row("", "", secret)), true},
		{"white on a table's style", table(`<w:tblStyle w:val="dark"/>`, row("", "", white)), false},
		{"white on the style that one is based on", table(`<w:tblStyle w:val="child"/>`, row("", "", white)), false},
		{"white in a style's head", table(`<w:tblStyle w:val="head"/><w:tblLook w:val="0020"/>`, row("", "", secret), row("", "", wordPara("a"))), false},
		{"white below a style's head", table(`<w:tblStyle w:val="head"/><w:tblLook w:val="0020"/>`, row("", "", wordPara("a")), row("", "", white)), true},
		{"a head that is not used", table(`<w:tblStyle w:val="head"/><w:tblLook w:firstRow="0"/>`, row("", "", white), row("", "", wordPara("a"))), true},
		{"white in a style's last row", table(`<w:tblStyle w:val="head"/><w:tblLook w:lastRow="1"/>`, row("", "", wordPara("a")), row("", "", secret)), false},
		{"white above a style's last row", table(`<w:tblStyle w:val="head"/><w:tblLook w:lastRow="1"/>`, row("", "", white), row("", "", wordPara("a"))), true},
		{"white by a table's style", table(`<w:tblStyle w:val="white"/>`, row("", "", secret)), true},
		{"a box", box(inline, "", "", secret), false},
		{"a box without size", box(`<wp:inline><wp:extent cx="0" cy="0"/>`, "", "", secret), true},
		{"a hidden box", box(inline+`<wp:docPr id="1" name="t" hidden="1"/>`, "", "", secret), true},
		{"a box beyond the page", box(`<wp:anchor><wp:positionH relativeFrom="page"><wp:posOffset>36000000</wp:posOffset></wp:positionH><wp:extent cx="1800000" cy="900000"/>`, "", "", secret), true},
		{"a box in the margin", box(`<wp:anchor><wp:positionH relativeFrom="column"><wp:posOffset>-900000</wp:posOffset></wp:positionH><wp:extent cx="800000" cy="900000"/>`, "", "", secret), false},
		{"white in a dark box", box(inline, `<wps:spPr><a:solidFill><a:schemeClr val="accent1"/></a:solidFill></wps:spPr>`, "", white), false},
		{"white in a box without a filling", box(inline, `<wps:spPr><a:noFill/></wps:spPr>`, "", white), true},
		{"white in a white box", box(inline, `<wps:spPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></wps:spPr>`, "", white), true},
		{"white in a box that a style fills", box(inline, `<wps:spPr/><wps:style><a:fillRef idx="1"><a:schemeClr val="accent1"/></a:fillRef></wps:style>`, "", white), false},
		{"beyond what a box holds", box(inline, "", "", long+secret), true},
		{"in a box that grows", box(inline, "", "<a:spAutoFit/>", long+secret), false},
		{"an old box", vml(`style="width:200pt;height:50pt"`, secret), false},
		{"an old box without size", vml(`style="width:0;height:0"`, secret), true},
		{"an old box that is hidden", vml(`style="width:200pt;height:50pt;visibility:hidden"`, secret), true},
		{"an old box beyond the page", vml(`style="position:absolute;margin-left:-2000pt;width:200pt;height:50pt"`, secret), true},
		{"white in an old box", vml(`style="width:200pt;height:50pt"`, white), true},
		{"white in an old box that is filled", vml(`style="width:200pt;height:50pt" fillcolor="#1F3864 [3204]"`, white), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			styles := seenStyles
			if strings.Contains(c.name, "hidden by the") {
				styles = strings.Replace(styles, "</w:styles>", `<w:style w:type="character" w:default="1" w:styleId="usual"><w:rPr><w:vanish/></w:rPr></w:style>`+
					`<w:style w:type="paragraph" w:styleId="veil"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`, 1)
			}
			readUnseen(t, wordFile(t, c.body, part{"word/styles.xml", styles}, part{"word/theme.xml", seenTheme}), c.hidden)
		})
	}
}

// The same in the other formats of flowing text.
func TestFlowingUnseen(t *testing.T) {
	odt := func(style, body string) []byte { return odtFile(t, style, body) }
	span := func(properties string) []byte {
		return odt(`<style:style style:name="T"><style:text-properties `+properties+`/></style:style>`, `<text:p>seen <text:span text:style-name="T">SECRET</text:span></text:p>`)
	}
	rtf := func(words string) []byte {
		return []byte(`{\rtf1\ansi{\colortbl;\red242\green242\blue242;\red31\green56\blue100;}\pard seen\par ` + words + `}`)
	}
	html := func(head, body string) []byte {
		return []byte(`<html><head>` + head + `</head><body><p>seen</p>` + body)
	}
	old := func(p oldPara) []byte {
		return oldFile{parts: [8][]oldPara{{withRuns(oldRun{"seen", nil}), p}}}.write(t)
	}
	const section = `<text:p>seen</text:p><text:section text:name="s" %s><text:p>SECRET</text:p></text:section>`
	const frame = `<text:p>seen<draw:frame %s><draw:text-box><text:p>SECRET</text:p></draw:text-box></draw:frame></text:p>`
	const cells = `<text:p>seen</text:p><table:table><table:table-row %s><table:table-cell><text:p>%s</text:p></table:table-cell>%s</table:table-row></table:table>`
	for _, c := range []struct {
		name   string
		data   []byte
		hidden bool
	}{
		{"odt nearly white", span(`fo:color="#f2f2f2"`), true},
		{"odt three points", span(`fo:font-size="3pt"`), true},
		{"odt five points", span(`fo:font-size="5pt"`), false},
		{"odt a tenth of the size", span(`fo:font-size="10%"`), true},
		{"odt narrow", span(`style:text-scale="1%"`), true},
		{"odt letters on one another", span(`fo:letter-spacing="-12pt"`), true},
		{"odt a hidden section", odt("", fmt.Sprintf(section, `text:display="none"`)), true},
		{"odt a section hidden by its condition", odt("", fmt.Sprintf(section, `text:display="condition" text:condition="ooow:1==1"`)), true},
		{"odt a section", odt("", fmt.Sprintf(section, "")), false},
		{"odt a frame without size", odt("", fmt.Sprintf(frame, `svg:width="0cm" svg:height="0cm"`)), true},
		{"odt a frame beyond the page", odt("", fmt.Sprintf(frame, `svg:width="2cm" svg:height="2cm" svg:x="100cm"`)), true},
		{"odt a frame", odt("", fmt.Sprintf(frame, `svg:width="2cm" svg:height="2cm" svg:x="1cm"`)), false},
		{"odt a flat row", odt(`<style:style style:name="R"><style:table-row-properties style:row-height="0.01cm"/></style:style>`, fmt.Sprintf(cells, `table:style-name="R"`, "SECRET", "")), true},
		{"odt a row", odt(`<style:style style:name="R"><style:table-row-properties style:min-row-height="0.01cm"/></style:style>`, fmt.Sprintf(cells, `table:style-name="R"`, "SECRET", "")), false},
		{"odt a covered cell", odt("", fmt.Sprintf(cells, "", "a", `<table:covered-table-cell><text:p>SECRET</text:p></table:covered-table-cell>`)), true},
		{"odt flat lines", odt(`<style:style style:name="P"><style:paragraph-properties fo:line-height="1%"/></style:style>`, `<text:p>seen</text:p><text:p text:style-name="P">SECRET</text:p>`), true},
		{"odt beyond the page", odt(`<style:style style:name="P"><style:paragraph-properties fo:margin-left="50cm"/></style:style>`, `<text:p>seen</text:p><text:p text:style-name="P">SECRET</text:p>`), true},
		{"odt indented off the page by a style that one is based on", odt(`<style:style style:name="P"><style:paragraph-properties fo:margin-left="50cm"/></style:style><style:style style:name="Q" style:parent-style-name="P"/>`, `<text:p>seen</text:p><text:p text:style-name="Q">SECRET</text:p>`), true},
		{"odt the same, taken back", odt(`<style:style style:name="P"><style:paragraph-properties fo:margin-left="50cm"/></style:style><style:style style:name="Q" style:parent-style-name="P"><style:paragraph-properties fo:margin-left="0cm"/></style:style>`, `<text:p>seen</text:p><text:p text:style-name="Q">SECRET</text:p>`), false},
		{"odt between indents off the page", odt(`<style:style style:name="P"><style:paragraph-properties fo:margin="0cm" fo:margin-left="-90cm" fo:margin-right="90cm"/></style:style>`, `<text:p>seen</text:p><text:p text:style-name="P">SECRET</text:p>`), true},
		{"odt transparent", span(`fo:color="#000000" loext:opacity="2%"`), true},
		{"odt transparent, of whatever colour", span(`loext:opacity="5%"`), true},
		{"odt half transparent", span(`fo:color="#000000" loext:opacity="50%"`), false},
		{"odt of the usual colour, as LibreOffice writes it", span(`style:use-window-font-color="true" loext:opacity="0%"`), false},
		{"odt raised off the page", span(`style:text-position="9000% 100%"`), true},
		{"odt an index of 1 %", span(`style:text-position="super 1%"`), true},
		{"odt an index", span(`style:text-position="super 58%" fo:font-size="6pt"`), false},
		{"odt hidden by the default of paragraphs", odt(`<style:default-style style:family="paragraph"><style:text-properties text:display="none"/></style:default-style><style:style style:name="T"><style:text-properties text:display="true"/></style:style>`, `<text:p><text:span text:style-name="T">seen</text:span> SECRET</text:p>`), true},
		{"odt a paragraph that a field hides", odt("", `<text:p>seen</text:p><text:p>SEC<text:hidden-paragraph text:condition="ooow:1" text:is-hidden="true"/>RET<text:note><text:note-body><text:p>SECRET</text:p></text:note-body></text:note></text:p>`), true},
		{"odt a field that hides no paragraph", odt("", `<text:p>seen</text:p><text:p><text:hidden-paragraph text:condition="ooow:0" text:is-hidden="false"/>SECRET</text:p>`), false},
		{"odt hidden text", odt("", `<text:p>seen <text:hidden-text text:condition="ooow:1" text:is-hidden="true">SECRET</text:hidden-text></text:p>`), true},
		{"odt hidden text that is shown", odt("", `<text:p>seen <text:hidden-text text:condition="ooow:0" text:is-hidden="false">SECRET</text:hidden-text></text:p>`), false},
		{"odt a variable that is not shown", odt("", `<text:p>seen <text:variable-set text:display="none">SECRET</text:variable-set></text:p>`), true},
		{"odt a variable", odt("", `<text:p>seen <text:variable-set text:display="value">SECRET</text:variable-set></text:p>`), false},
		{"odt a note on hidden text", odt(`<style:style style:name="T"><style:text-properties text:display="none"/></style:style>`, `<text:p>seen <text:span text:style-name="T">x<text:note><text:note-body><text:p>SECRET</text:p></text:note-body></text:note></text:span></text:p>`), true},
		{"odt a column that is not shown", odt("", `<text:p>seen</text:p><table:table><table:table-column/><table:table-column table:visibility="collapse"/><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>SECRET</text:p></table:table-cell></table:table-row></table:table>`), true},
		{"odt a column without width", odt(`<style:style style:name="C"><style:table-column-properties style:column-width="0.01cm"/></style:style>`, `<text:p>seen</text:p><table:table><table:table-column table:style-name="C"/><table:table-row><table:table-cell><text:p>SECRET</text:p></table:table-cell></table:table-row></table:table>`), true},
		{"odt white in a dark table", odt(`<style:style style:name="T"><style:table-properties fo:background-color="#203864"/></style:style><style:style style:name="W"><style:text-properties fo:color="#ffffff"/></style:style>`, `<text:p>seen</text:p><table:table table:style-name="T"><table:table-row><table:table-cell><text:p text:style-name="W">SECRET</text:p></table:table-cell></table:table-row></table:table>`), false},
		{"odt white on a dark page", odt(`<style:page-layout style:name="p"><style:page-layout-properties fo:background-color="#203864"/></style:page-layout><style:style style:name="W"><style:text-properties fo:color="#ffffff"/></style:style>`, `<text:p text:style-name="W">seen SECRET</text:p>`), false},

		{"rtf nearly white", rtf(`{\cf1 SECRET}\par`), true},
		{"rtf narrow", rtf(`{\charscalex1 SECRET}\par`), true},
		{"rtf three points", rtf(`{\fs6 SECRET}\par`), true},
		{"rtf five points", rtf(`{\fs10 SECRET}\par`), false},
		{"rtf letters on one another", rtf(`{\expndtw-240 SECRET}\par`), true},
		{"rtf flat lines", rtf(`\sl-1\slmult0 SECRET\par`), true},
		{"rtf lines", rtf(`\sl-240\slmult0 SECRET\par`), false},
		{"rtf beyond the page", rtf(`\li20000 SECRET\par`), true},
		{"rtf a flat row", rtf(`\trowd\trrh-1\cellx4000\pard\intbl SECRET\cell\row`), true},
		{"rtf a row", rtf(`\trowd\trrh300\cellx4000\pard\intbl SECRET\cell\row`), false},
		{"rtf a cell that goes on", rtf(`\trowd\clvmgf\cellx4000\pard\intbl a\cell\row\trowd\clvmrg\cellx4000\pard\intbl SECRET\cell\row`), true},
		{"rtf a chapter in a cell that goes on", rtf(`\trowd\clvmgf\cellx4000\pard\intbl a\cell\row\trowd\clvmrg\cellx4000\pard\intbl SECRET ` + strings.Repeat("as long as a chapter ", 20) + `\cell\row`), true},
		{"rtf nearly white beside a dark cell", rtf(`\trowd\clcbpat2\cellx4000\cellx8000\pard\intbl a\cell {\cf1 SECRET}\cell\row`), true},
		{"rtf nearly white in a dark cell", rtf(`\trowd\cellx4000\clcbpat2\cellx8000\pard\intbl a\cell {\cf1 SECRET}\cell\row`), false},
		{"rtf a shape beyond the page", rtf(`{\shp{\*\shpinst\shpleft-40000\shptop0\shpright-38000\shpbottom1000{\shptxt SECRET\par}}}\par`), true},
		{"rtf a shape", rtf(`{\shp{\*\shpinst\shpleft0\shptop0\shpright2000\shpbottom1000{\shptxt SECRET\par}}}\par`), false},
		{"rtf hidden in web views only", rtf(`{\webhidden SECRET}\par`), false},
		{"rtf raised off the page", rtf(`{\up3000 SECRET}\par`), true},
		{"rtf lowered off the page", rtf(`{\dn3000 SECRET}\par`), true},
		{"rtf lowered a little", rtf(`{\dn6 SECRET}\par`), false},
		{"rtf a style that hides", rtf(`{\stylesheet{\s0 Normal;}{\s8\v pale;}}\pard\s8 SECRET\par`), true},
		{"rtf a style of its ground's colour", rtf(`{\stylesheet{\s8\cf2\cbpat2 pale;}}\pard\s8 SECRET\par`), true},
		{"rtf a style that whitens on a dark ground", rtf(`{\stylesheet{\s8\cf1\cbpat2 pale;}}\pard\s8 SECRET\par`), false},
		{"rtf a style, taken back", rtf(`{\stylesheet{\s8\cf1 pale;}}\pard\s8\plain SECRET\par`), false},
		{"rtf a style of letters", rtf(`{\stylesheet{\s9 Normal;}{\*\cs9\additive\v off;}}{\cs9 SECRET}\par`), true},
		{"rtf a style of paragraphs of that number", rtf(`{\stylesheet{\s9 Normal;}{\*\cs9\additive\v off;}}\pard\s9 SECRET\par`), false},
		{"rtf shading of full strength", rtf(`{\cf2\chshdng10000\chcfpat2\chcbpat0 SECRET}\par`), true},
		{"rtf shading of a quarter", rtf(`{\cf2\chshdng2500\chcfpat2\chcbpat0 SECRET}\par`), false},
		{"rtf a paragraph's shading of full strength", rtf(`\pard\shading10000\cfpat2\cf2 SECRET\par`), true},
		{"rtf a frame off the page", rtf(`\pard\phpg\pvpg\posx-30000\posy-30000\absw3000 SECRET\par`), true},
		{"rtf a frame 1 twip high", rtf(`\pard\absw1\absh-1 SECRET\par`), true},
		{"rtf a frame", rtf(`\pard\phpg\pvpg\posx3000\posy3000\absw3000\absh-600 SECRET\par`), false},
		{"rtf a cell 1 twip wide", rtf(`\trowd\cellx4000\cellx4001\pard\intbl a\cell SECRET\cell\row`), true},
		{"rtf the same, growing with its text", rtf(`\trowd\trautofit1\cellx4000\cellx4001\pard\intbl a\cell SECRET\cell\row`), false},
		{"rtf a hidden shape", rtf(`{\shp{\*\shpinst\shpleft0\shptop0\shpright2000\shpbottom1000{\sp{\sn fHidden}{\sv 1}}{\shptxt SECRET\par}}}\par`), true},
		{"rtf a shape that is hidden behind its text", rtf(`{\shp{\*\shpinst\shpleft0\shptop0\shpright2000\shpbottom1000{\shptxt SECRET\par}{\sp{\sn fHidden}{\sv 1}}}}\par`), true},
		{"rtf nearly white in a dark shape", rtf(`{\shp{\*\shpinst\shpleft0\shptop0\shpright2000\shpbottom1000{\sp{\sn fillColor}{\sv 6437151}}{\shptxt{\cf1 SECRET}\par}}}\par`), false},
		{"rtf a note on hidden text", rtf(`{\v x{\footnote SECRET}}\par`), true},

		{"html a class", html(`<style>.x{display:none}</style>`, `<p class="a x">SECRET</p>`), true},
		{"html a class of an element within another", html(`<style>/* c */ div.a .x{color:#fefefe}</style>`, `<div class="a"><p class="x">SECRET</p></div>`), true},
		{"html the same elsewhere", html(`<style>div.a .x{color:#fefefe}</style>`, `<div class="b"><p class="x">SECRET</p></div>`), false},
		{"html an id, before a class", html(`<style>#y{visibility:hidden} .x{visibility:visible}</style>`, `<p id="y" class="x">SECRET</p>`), true},
		{"html its own style last", html(`<style>p{display:none}</style>`, `<p style="display:block">SECRET</p><p>x1</p>`), true},
		{"html displayed, and invisible", html(`<style>.x{display:none}</style>`, `<p class="x" style="visibility:hidden;display:block">SECRET</p>`), true},
		{"html for printing", html(`<style>@media print { .x{display:none} }</style>`, `<p class="x">SECRET</p>`), false},
		{"html white on a dark class", html(`<style>.x{color:#fff;background:#1F3864}</style>`, `<p class="x">SECRET</p>`), false},
		{"html white with a sheet elsewhere", html(`<link rel="stylesheet" href="a.css"><style>.x{color:#fff}</style>`, `<p class="x">SECRET</p>`), false},
		{"html a sheet behind the text", html("", `<p class="x">SECRET</p><style>.x{display:none}</style>`), true},
		{"html nothing is left of it", html("", `<div style="height:0;overflow:hidden">SECRET</div>`), true},
		{"html a clip", html("", `<div style="position:absolute;clip:rect(0,0,0,0)">SECRET</div>`), true},
		{"html a scale", html("", `<div style="transform:scale(0)">SECRET</div>`), true},
		{"html three points", html("", `<span style="font-size:3pt">SECRET</span>`), true},
		{"html five points", html("", `<span style="font-size:5pt">SECRET</span>`), false},
		{"html a colour by its name", html("", `<span style="color:snow">SECRET</span>`), true},
		{"html lines as high as one and a half", html("", `<span style="line-height:1.5">SECRET</span>`), false},

		{"doc nearly white", old(withRuns(oldRun{"SECRET", sprm(sprmRGB, 0xF2, 0xF2, 0xF2, 0)})), true},
		{"doc narrow", old(withRuns(oldRun{"SECRET", sprm(0x4852, 1, 0)})), true},
		{"doc letters on one another", old(withRuns(oldRun{"SECRET", sprm(0x8840, 0x10, 0xFF)})), true},
		{"doc flat lines", old(oldPara{runs: withRuns(oldRun{"SECRET", nil}).runs, properties: sprm(0x6412, 0xFF, 0xFF, 0, 0)}), true},
		{"doc lines", old(oldPara{runs: withRuns(oldRun{"SECRET", nil}).runs, properties: sprm(0x6412, 0xF0, 0, 1, 0)}), false},
		{"doc beyond the page", old(oldPara{runs: withRuns(oldRun{"SECRET", nil}).runs, properties: sprm(0x845E, 0x20, 0x4E)}), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if strings.HasPrefix(c.name, "html its own") { // the first is shown by its own style, the second is not
				d := mustParse(t, c.data)
				if !strings.Contains(d.Text, "SECRET") || strings.Contains(d.Text, "x1") {
					t.Errorf("text %q", d.Text)
				}
				return
			}
			readUnseen(t, c.data, c.hidden)
		})
	}
}

// Letters that nobody sees in place of blanks are blanks; letters without room are nothing.
func TestUnseenBlanks(t *testing.T) {
	word := func(properties string) string {
		return `<w:p><w:r><w:t>deep</w:t></w:r><w:r><w:rPr>` + properties + `</w:rPr><w:t>x</w:t></w:r><w:r><w:t>learning,</w:t></w:r><w:r><w:rPr>` + properties + `</w:rPr><w:t>x</w:t></w:r><w:r><w:t>“图</w:t></w:r><w:r><w:rPr>` + properties + `</w:rPr><w:t>x</w:t></w:r><w:r><w:t>网</w:t></w:r></w:p>`
	}
	for properties, want := range map[string]string{`<w:color w:val="FFFFFF"/>`: "deep learning, “图网", `<w:vanish/>`: "deeplearning,“图网", `<w:sz w:val="2"/>`: "deeplearning,“图网"} {
		if d := mustParse(t, wordFile(t, word(properties))); d.Text != want || len(d.Flags) == 0 {
			t.Errorf("%s: %q, want %q, %d flags", properties, d.Text, want, len(d.Flags))
		}
	}
}

// Files as people make them, in which everything is seen.
func TestAllSeen(t *testing.T) {
	styled := func(properties, text string) string {
		return `<w:p><w:r><w:rPr>` + properties + `</w:rPr><w:t>` + text + `</w:t></w:r></w:p>`
	}
	cell := func(fill, content string) string {
		return `<w:tc><w:tcPr><w:tcW w:w="2400" w:type="dxa"/><w:shd w:val="clear" w:color="auto" w:fill="` + fill + `"/></w:tcPr>` + content + `</w:tc>`
	}
	form := styled(`<w:color w:val="7F7F7F" w:themeColor="background1" w:themeShade="7F"/>`, "（请在此处填写研究目标，不超过500字）") +
		styled(`<w:color w:val="BFBFBF"/><w:i/>`, "单击或点击此处输入文字。") + styled(`<w:sz w:val="10"/>`, "注：本表一式三份，小字说明按规定保留。") + styled(`<w:sz w:val="18"/>`, "图1 技术路线") +
		styled(`<w:color w:val="808080" w:themeColor="text1" w:themeTint="80"/>`, "占位文字") + styled(`<w:w w:val="80"/><w:spacing w:val="-6"/>`, "略为收紧的标题") +
		styled(`<w:color w:val="FF0000"/>`, "红字提示") + styled(`<w:color w:val="auto"/><w:shd w:val="clear" w:fill="D9D9D9"/>`, "灰底文字") +
		`<w:tbl><w:tblPr><w:tblStyle w:val="head"/><w:tblLook w:val="04A0"/></w:tblPr><w:tr><w:trPr><w:trHeight w:val="500" w:hRule="exact"/></w:trPr>` + cell("1F4E79", styled(`<w:color w:val="FFFFFF"/><w:b/>`, "项目名称")) + cell("1F4E79", styled(`<w:color w:val="FFFFFF" w:themeColor="background1"/>`, "金额（万元）")) +
		`</w:tr><w:tr>` + cell("F2F2F2", styled(`<w:color w:val="595959"/>`, "设备费")) + cell("auto", wordPara("12.5")) + `</w:tr></w:tbl>` +
		`<w:p><w:pPr><w:spacing w:line="400" w:lineRule="exact"/><w:ind w:left="420" w:firstLine="420"/></w:pPr><w:r><w:t>正文用固定值二十磅的行距。</w:t></w:r></w:p>`
	// Light to dark greys on white, and white on colours of headers, as far as they are used.
	for _, grey := range []string{"000000", "595959", "7F7F7F", "A6A6A6", "BFBFBF", "D8D8D8"} {
		form += styled(`<w:color w:val="`+grey+`"/>`, "灰度"+grey)
	}
	for _, fill := range []string{"000000", "4472C4", "70AD47", "ED7D31", "5B9BD5", "7F7F7F", "C00000"} {
		form += styled(`<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="`+fill+`"/>`, "白字"+fill)
	}
	odt := odtFile(t, `<style:style style:name="P"><style:text-properties fo:color="#808080" fo:font-size="5pt" style:text-scale="90%"/></style:style><style:style style:name="H"><style:table-cell-properties fo:background-color="#4472c4"/></style:style><style:style style:name="W"><style:text-properties fo:color="#ffffff"/></style:style>`,
		`<text:p text:style-name="P">（小字提示）</text:p><table:table><table:table-row><table:table-cell table:style-name="H"><text:p><text:span text:style-name="W">表头</text:span></text:p></table:table-cell></table:table-row></table:table>`)
	rtf := []byte(`{\rtf1\ansi{\colortbl;\red255\green255\blue255;\red68\green114\blue196;\red166\green166\blue166;}\pard\sl400\slmult1 {\cf3\fs10 prompt} text\par\trowd\trrh400\clcbpat2\cellx4000\pard\intbl{\cf1 head}\cell\row}`)
	html := []byte(`<html><style>th{background:#4472c4;color:#fff} .hint{color:#a6a6a6;font-size:9px} nav a:hover{color:#fff}</style><table><tr><th>表头<td class=hint>提示文字</table><p style="line-height:1.5">正文</p>`)
	old := oldFile{parts: [8][]oldPara{{withRuns(oldRun{"提示", sprm(sprmRGB, 0xA6, 0xA6, 0xA6, 0)}), withRuns(oldRun{"小字", sprm(sprmSize, 10, 0)}), withRuns(oldRun{"窄字", sprm(0x4852, 80, 0)})}}}.write(t)
	for name, data := range map[string][]byte{"docx": wordFile(t, form, part{"word/styles.xml", seenStyles}, part{"word/theme.xml", seenTheme}), "odt": odt, "rtf": rtf, "html": html, "doc": old} {
		if d := mustParse(t, data); slices.ContainsFunc(d.Flags, func(f extract.Flag) bool { return f.Kind == extract.HiddenText }) {
			t.Errorf("%s: flags %+v", name, d.Flags)
		}
	}
}

// A note goes with its reference.
func TestUnseenReferences(t *testing.T) {
	notes := part{"word/footnotes.xml", `<?xml version="1.0"?><w:footnotes ` + wordNamespaces + `><w:footnote w:id="2">` + wordPara("脚注的内容") + `</w:footnote></w:footnotes>`}
	reference := func(properties string) string {
		return `<w:r><w:rPr>` + properties + `</w:rPr><w:footnoteReference w:id="2"/></w:r>`
	}
	for body, kind := range map[string]extract.FlagKind{
		`<w:p><w:r><w:t>正文</w:t></w:r>` + reference("") + `</w:p>`:                                                                                                      "",
		`<w:p><w:r><w:t>正文</w:t></w:r>` + reference(`<w:vanish/>`) + `</w:p>`:                                                                                           extract.HiddenText,
		`<w:p><w:r><w:t>正文</w:t></w:r><w:del>` + reference("") + `</w:del></w:p>`:                                                                                       extract.DeletedText,
		wordPara("正文") + `<w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc><w:p>` + reference("") + `</w:p></w:tc></w:tr></w:tbl>`:                                           extract.DeletedText,
		wordPara("正文") + `<w:tbl><w:tr><w:trPr><w:trHeight w:val="1" w:hRule="exact"/><w:hidden/></w:trPr><w:tc><w:p>` + reference("") + `</w:p></w:tc></w:tr></w:tbl>`: extract.HiddenText,
	} {
		d := mustParse(t, wordFile(t, body, notes))
		flagged := extract.FlagKind("")
		if len(d.Flags) == 1 && d.Flags[0].Text == "脚注的内容" {
			flagged = d.Flags[0].Kind
		}
		if read := strings.Contains(d.Text, "脚注"); read != (kind == "") || flagged != kind {
			t.Errorf("%s: text %q, flags %+v", body, d.Text, d.Flags)
		}
	}
}
