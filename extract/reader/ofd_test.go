package reader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

const ofdNamespace = `xmlns:ofd="http://www.ofdspec.org/2016"`

// ofdFile makes an OFD file of A4 pages with the given objects; fonts 1 and 2 are a
// usual and a bold one, parameter 3 draws in white. more are further parts, or
// take the place of those.
func ofdFile(t testing.TB, pages []string, more ...part) []byte {
	t.Helper()
	var list strings.Builder
	parts := map[string]string{}
	order := []string{"OFD.xml", "Doc_0/Document.xml", "Doc_0/Res.xml"}
	for i, content := range pages {
		fmt.Fprintf(&list, `<ofd:Page ID="%d" BaseLoc="Pages/Page_%d/Content.xml"/>`, 100+i, i)
		name := fmt.Sprintf("Doc_0/Pages/Page_%d/Content.xml", i)
		order = append(order, name)
		if !strings.Contains(content, "<ofd:Page ") {
			content = ofdPage("", `<ofd:Layer ID="9">`+content+`</ofd:Layer>`)
		}
		parts[name] = content
	}
	parts["OFD.xml"] = ofdHead(`<ofd:Title>图神经网络的鲁棒性研究</ofd:Title><ofd:Author>张三</ofd:Author><ofd:Keywords><ofd:Keyword>图</ofd:Keyword><ofd:Keyword>鲁棒性</ofd:Keyword></ofd:Keywords>`, "")
	parts["Doc_0/Document.xml"] = ofdDocument("", list.String(), "")
	parts["Doc_0/Res.xml"] = `<ofd:Res ` + ofdNamespace + ` BaseLoc="Res"><ofd:Fonts><ofd:Font ID="1" FontName="SimSun"/><ofd:Font ID="2" FontName="SimHei" Bold="true"/></ofd:Fonts>` +
		`<ofd:DrawParams><ofd:DrawParam ID="3"><ofd:FillColor Value="255 255 255"/></ofd:DrawParam><ofd:DrawParam ID="4" Relative="3"/></ofd:DrawParams>` +
		`<ofd:MultiMedias><ofd:MultiMedia ID="5" Type="Image"><ofd:MediaFile>scan.jpg</ofd:MediaFile></ofd:MultiMedia></ofd:MultiMedias>` +
		`<ofd:CompositeGraphicUnits><ofd:CompositeGraphicUnit ID="6" Width="100" Height="100"><ofd:Content>` + ofdText(0, 20, "组合对象里的文字") + `<ofd:CompositeObject ID="7" ResourceID="6" Boundary="0 0 100 100"/></ofd:Content></ofd:CompositeGraphicUnit></ofd:CompositeGraphicUnits></ofd:Res>`
	for _, p := range more {
		if parts[p.name] == "" {
			order = append(order, p.name)
		}
		parts[p.name] = p.content
	}
	var out []part
	for _, name := range order {
		out = append(out, part{name, parts[name]})
	}
	return zipOf(t, out...)
}

func ofdHead(info, more string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><ofd:OFD ` + ofdNamespace + ` Version="1.0" DocType="OFD"><ofd:DocBody><ofd:DocInfo>` + info + `</ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot>` + more + `</ofd:DocBody></ofd:OFD>`
}

// ofdDocument returns the part that lists the pages.
func ofdDocument(common, pages, more string) string {
	return `<ofd:Document ` + ofdNamespace + `><ofd:CommonData><ofd:PageArea><ofd:PhysicalBox>0 0 210 297</ofd:PhysicalBox></ofd:PageArea><ofd:DocumentRes>Res.xml</ofd:DocumentRes>` + common + `</ofd:CommonData><ofd:Pages>` + pages + `</ofd:Pages>` + more + `</ofd:Document>`
}

func ofdPage(head, layers string) string {
	return `<ofd:Page ` + ofdNamespace + `>` + head + `<ofd:Content>` + layers + `</ofd:Content></ofd:Page>`
}

// ofdSize is the size of the texts of tests, in millimetres: 12 points.
const ofdSize = 4.2333

// ofdText sets Chinese at a place, in millimetres from the upper left corner.
func ofdText(x, y float64, text string) string { return ofdWith("", x, y, text) }

// ofdWith is ofdText with further attributes, or elements behind a ">".
func ofdWith(attributes string, x, y float64, text string) string {
	attributes, inner, _ := strings.Cut(attributes, ">")
	steps := ""
	if n := len([]rune(text)); n > 1 {
		steps = fmt.Sprintf(` DeltaX="g %d %g"`, n-1, ofdSize)
	}
	font := ` Font="1"`
	if strings.Contains(attributes, "Font=") {
		font = ""
	}
	return fmt.Sprintf(`<ofd:TextObject ID="1"%s Size="%g" Boundary="%g %g 180 6" %s>%s<ofd:TextCode X="0" Y="4"%s>%s</ofd:TextCode></ofd:TextObject>`, font, ofdSize, x, y, attributes, inner, steps, text)
}

// ofdLines sets running text over 40 characters a line from a height on.
func ofdLines(y float64, text string) string {
	var out strings.Builder
	runes := []rune(text)
	for len(runes) > 0 {
		n := min(40, len(runes))
		out.WriteString(ofdText(20, y, string(runes[:n])))
		runes = runes[n:]
		y += 7
	}
	return out.String()
}

const ofdProse = "近年来图神经网络在推荐系统、生物信息和交通预测等领域得到了广泛应用，但是其预测结果容易受到恶意扰动的影响，少量边的增删就可能使模型作出错误的判断，因此研究其鲁棒性具有重要的理论意义和应用价值。"

func TestOFD(t *testing.T) {
	t.Parallel()
	hidden := func(text string) []extract.Flag {
		return []extract.Flag{{Kind: extract.HiddenText, Text: text}}
	}
	box := func(attributes, colour string) string {
		return `<ofd:PathObject ID="1" Boundary="10 30 190 30" Stroke="false" Fill="true" ` + attributes + `><ofd:FillColor Value="` + colour + `"/><ofd:AbbreviatedData>M 0 0 L 190 0 L 190 30 L 0 30 C</ofd:AbbreviatedData></ofd:PathObject>`
	}
	seen := ofdText(20, 20, "看得见的文字。")
	for _, c := range []struct {
		name  string
		page  string
		want  []string
		flags []extract.Flag
	}{
		{"a paragraph of several lines", ofdLines(30, ofdProse), []string{"body " + ofdProse}, nil},
		{"a heading and words", ofdWith(`Font="2"`, 20, 20, "一、立项依据") + `<ofd:TextObject ID="1" Font="1" Size="4.2333" Boundary="20 40 100 6"><ofd:TextCode X="0" Y="4" DeltaX="2.9 2 2 2 2 1.2 2.7 2">Graph net</ofd:TextCode></ofd:TextObject>`,
			[]string{"h1 一、立项依据", "body Graph net"}, nil},
		{"words apart by their places", `<ofd:TextObject ID="1" Font="1" Size="4.2333" Boundary="20 40 100 6"><ofd:TextCode X="0" Y="4" DeltaX="3 2.1 2.1 2.1 3.6 2.1 2.1">Graphnet</ofd:TextCode><ofd:TextCode X="25">works</ofd:TextCode></ofd:TextObject>`,
			[]string{"body Graph net works"}, nil},
		{"letters set apart evenly", `<ofd:TextObject ID="1" Font="1" Size="4" Boundary="20 20 60 6"><ofd:TextCode X="0" Y="4" DeltaX="g 5 4">matrix</ofd:TextCode></ofd:TextObject>`, []string{"body matrix"}, nil},
		{"one object a character", func() string {
			var s string
			for i, r := range []rune("逐字放置的文字也是一行") {
				s += ofdText(20+ofdSize*float64(i), 20, string(r))
			}
			return s
		}(), []string{"body 逐字放置的文字也是一行"}, nil},
		{"a matrix, steps down and a pretty-printed file", `<ofd:TextObject ID="1" Font="1" Size="12" CTM="0.3528 0 0 0.3528 0 0" Boundary="20 20 100 6">` + "<ofd:TextCode X=\"0\" Y=\"11\" DeltaX=\"g 3 12\">\n    放大的字\n  </ofd:TextCode></ofd:TextObject>",
			[]string{"body 放大的字"}, nil},
		{"an object within objects", `<ofd:PageBlock ID="8"><ofd:CompositeObject ID="7" ResourceID="6" Boundary="20 20 100 100"/></ofd:PageBlock>`, []string{"body 组合对象里的文字"}, nil},
		{"vertical writing", func() string {
			var s string
			for i, line := range []string{"竖排的第一行从右边开始", "第二行接着第一行往下念"} {
				s += fmt.Sprintf(`<ofd:TextObject ID="1" Font="1" Size="%g" ReadDirection="90" Boundary="%d 20 10 200"><ofd:TextCode X="0" Y="4" DeltaY="g 10 %g">%s</ofd:TextCode></ofd:TextObject>`, ofdSize, 180-10*i, ofdSize, line)
			}
			return s
		}(), []string{"body 竖排的第一行从右边开始第二行接着第一行往下念"}, nil},
		{"letters that a font draws as one", `<ofd:TextObject ID="1" Font="1" Size="4" Boundary="20 20 60 6"><ofd:CGTransform CodePosition="0" CodeCount="2" GlyphCount="1"><ofd:Glyphs>77</ofd:Glyphs></ofd:CGTransform><ofd:TextCode X="0" Y="4" DeltaX="1.2 1.2 1.8">fine</ofd:TextCode></ofd:TextObject>`,
			[]string{"body fine"}, nil},
		{"not visible", seen + ofdWith(`Visible="false"`, 20, 40, "藏起来的字"), []string{"body 看得见的文字。"}, hidden("藏起来的字")},
		{"transparent", seen + ofdWith(`Alpha="0"`, 20, 40, "透明的字"), []string{"body 看得见的文字。"}, hidden("透明的字")},
		{"nearly transparent", seen + ofdWith(`><ofd:FillColor Value="0 0 0" Alpha="2"/>`, 20, 40, "几乎透明的字"), []string{"body 看得见的文字。"}, hidden("几乎透明的字")},
		{"white", seen + ofdWith(`><ofd:FillColor Value="255 255 255"/>`, 20, 40, "白色的字"), []string{"body 看得见的文字。"}, hidden("白色的字")},
		{"white by a parameter that goes on from another", seen + ofdWith(`DrawParam="4"`, 20, 40, "白色的字"), []string{"body 看得见的文字。"}, hidden("白色的字")},
		{"white on blue", seen + box("", "0 0 128") + ofdWith(`DrawParam="3"`, 20, 40, "蓝底白字"), []string{"body 看得见的文字。", "body 蓝底白字"}, nil},
		{"grey on grey", seen + box("", "200 200 200") + ofdWith(`><ofd:FillColor Value="200"/>`, 20, 40, "灰底灰字"), []string{"body 看得见的文字。"}, hidden("灰底灰字")},
		{"covered", seen + ofdText(20, 40, "盖住的字") + box("", "255 255 255"), []string{"body 看得见的文字。"}, hidden("盖住的字")},
		{"marked by something that is seen through", seen + ofdText(20, 40, "荧光笔标出的字") + box(`Alpha="90"`, "255 255 0"), []string{"body 看得见的文字。", "body 荧光笔标出的字"}, nil},
		{"off the page", seen + ofdText(400, 40, "页外的字"), []string{"body 看得见的文字。"}, hidden("页外的字")},
		{"in a boundary of next to no size", seen + `<ofd:TextObject ID="1" Font="1" Size="4.2333" Boundary="20 40 0.01 0.01"><ofd:TextCode X="0" Y="4" DeltaX="g 3 4.2333">没有地方</ofd:TextCode></ofd:TextObject>`, []string{"body 看得见的文字。"}, hidden("没有地方")},
		{"far beside its boundary", seen + `<ofd:TextObject ID="1" Font="1" Size="4.2333" Boundary="20 40 100 6"><ofd:TextCode X="0" Y="40" DeltaX="g 3 4.2333">没有地方</ofd:TextCode></ofd:TextObject>`, []string{"body 看得见的文字。"}, hidden("没有地方")},
		{"a little beyond its boundary", seen + `<ofd:TextObject ID="1" Font="1" Size="4.2333" Boundary="20 40 14 2"><ofd:TextCode X="0" Y="4" DeltaX="g 3 4.2333">略有不足</ofd:TextCode></ofd:TextObject>`, []string{"body 看得见的文字。", "body 略有不足"}, nil},
		{"clipped away", seen + ofdWith(`><ofd:Clips><ofd:Clip><ofd:Area><ofd:Path Boundary="0 0 0.01 0.01"><ofd:AbbreviatedData>M 0 0 L 0.01 0 L 0.01 0.01 C</ofd:AbbreviatedData></ofd:Path></ofd:Area></ofd:Clip></ofd:Clips>`, 20, 40, "剪掉的字"), []string{"body 看得见的文字。"}, hidden("剪掉的字")},
		{"within a clip", seen + ofdWith(`><ofd:Clips><ofd:Clip><ofd:Area><ofd:Path Boundary="0 0 180 6"><ofd:AbbreviatedData>M 0 0 L 180 0 L 180 6 L 0 6 C</ofd:AbbreviatedData></ofd:Path></ofd:Area></ofd:Clip></ofd:Clips>`, 20, 60, "剪后的字"), []string{"body 看得见的文字。", "body 剪后的字"}, nil},
		{"tiny", seen + `<ofd:TextObject ID="1" Font="1" Size="0.5" Boundary="20 40 60 6"><ofd:TextCode X="0" Y="4" DeltaX="g 3 0.5">小得看不见</ofd:TextCode></ofd:TextObject>`, []string{"body 看得见的文字。"}, hidden("小得看不见")},
		{"not filled and not stroked", seen + ofdWith(`Fill="false"`, 20, 40, "没有颜色的字"), []string{"body 看得见的文字。"}, hidden("没有颜色的字")},
		{"layers from the back to the front", ofdPage("", `<ofd:Layer Type="Foreground">`+ofdText(20, 60, "前景")+`</ofd:Layer><ofd:Layer>`+ofdText(20, 40, "正文")+`</ofd:Layer><ofd:Layer Type="Background">`+ofdText(20, 20, "背景")+`</ofd:Layer>`),
			[]string{"body 背景", "body 正文", "body 前景"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, ofdFile(t, []string{c.page}))
			if diff := cmp.Diff(c.want, paragraphTexts(d)); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
			for i := range d.Flags {
				d.Flags[i].Span = extract.Span{}
			}
			if diff := cmp.Diff(c.flags, d.Flags); diff != "" {
				t.Errorf("flags (-want +got):\n%s", diff)
			}
			checkDocument(t, d)
			if d.Method != "ofd" || len(d.Pages) != 1 {
				t.Errorf("read by %q, %d pages", d.Method, len(d.Pages))
			}
		})
	}
}

// What stands beside the pages: outlines, templates, annotations, attachments,
// signatures, what the file says of itself.
func TestOFDDocument(t *testing.T) {
	t.Parallel()
	form := ofdText(20, 20, "国家自然科学基金申请书表格填写说明模板") + ofdText(20, 40, "项目名称：") + ofdText(20, 60, "申请人：")
	filled := ofdText(38, 60, "李四") + ofdText(42, 40, "图神经网络的鲁棒性研究")
	page := ofdPage(`<ofd:Template TemplateID="50" ZOrder="Background"/>`, `<ofd:Layer>`+filled+`</ofd:Layer>`)
	second := ofdPage(`<ofd:Area><ofd:PhysicalBox>0 0 297 210</ofd:PhysicalBox></ofd:Area>`, `<ofd:Layer>`+ofdText(240, 20, "横着的第二页")+ofdText(20, 40, "研究方案与技术路线")+ofdLines(60, ofdProse)+`</ofd:Layer>`)
	outlines := `<ofd:Outlines><ofd:OutlineElem Title="报告"><ofd:OutlineElem Title="研究方案与 技术路线"><ofd:Actions><ofd:Action Event="CLICK"><ofd:Goto><ofd:Dest Type="XYZ" PageID="101" Top="40"/></ofd:Goto></ofd:Action></ofd:Actions></ofd:OutlineElem></ofd:OutlineElem></ofd:Outlines>` +
		`<ofd:Annotations>Annots/Annotations.xml</ofd:Annotations><ofd:Attachments>/Doc_0/Attachs/Attachments.xml</ofd:Attachments>`
	d := mustParse(t, ofdFile(t, []string{page, second},
		part{"OFD.xml", ofdHead(`<ofd:Title>图神经网络的鲁棒性研究</ofd:Title><ofd:Author>李四</ofd:Author><ofd:Keywords><ofd:Keyword>图</ofd:Keyword><ofd:Keyword>鲁棒性</ofd:Keyword></ofd:Keywords>`, `<ofd:Signatures>/Doc_0/Signs/Signatures.xml</ofd:Signatures>`)},
		part{"Doc_0/Document.xml", ofdDocument(`<ofd:TemplatePage ID="50" BaseLoc="Tpls/Tpl_0/Content.xml"/>`, `<ofd:Page ID="100" BaseLoc="Pages/Page_0/Content.xml"/><ofd:Page ID="101" BaseLoc="Pages/Page_1/Content.xml"/>`, outlines)},
		part{"Doc_0/Tpls/Tpl_0/Content.xml", ofdPage("", `<ofd:Layer>`+form+`</ofd:Layer>`)},
		part{"Doc_0/Annots/Annotations.xml", `<ofd:Annotations ` + ofdNamespace + `><ofd:Page PageID="100"><ofd:FileLoc>Page_0/Annotation.xml</ofd:FileLoc></ofd:Page></ofd:Annotations>`},
		part{"Doc_0/Annots/Page_0/Annotation.xml", `<ofd:PageAnnot ` + ofdNamespace + `><ofd:Annot ID="1" Type="Watermark"><ofd:Appearance Boundary="0 0 210 297">` + ofdText(20, 150, "内部资料严禁外传") + `</ofd:Appearance></ofd:Annot>` +
			`<ofd:Annot ID="2" Type="Stamp"><ofd:Appearance Boundary="100 100 50 20">` + ofdText(0, 0, "已收讫") + `</ofd:Appearance></ofd:Annot></ofd:PageAnnot>`},
		part{"Doc_0/Attachs/Attachments.xml", `<ofd:Attachments ` + ofdNamespace + `><ofd:Attachment ID="1" Name="附件"><ofd:FileLoc>a.xml</ofd:FileLoc></ofd:Attachment></ofd:Attachments>`},
		part{"Doc_0/Signs/Signatures.xml", `<ofd:Signatures ` + ofdNamespace + `><ofd:MaxSignId>2</ofd:MaxSignId><ofd:Signature ID="1" BaseLoc="Sign_0/Signature.xml"/><ofd:Signature ID="2" BaseLoc="Sign_1/Signature.xml"/></ofd:Signatures>`},
	))
	checkDocument(t, d)
	want := []string{"body 国家自然科学基金申请书表格填写说明模板", "body 项目名称：图神经网络的鲁棒性研究", "body 申请人：李四", "body 已收讫", "body 横着的第二页", "h2 研究方案与技术路线", "body " + ofdProse}
	if diff := cmp.Diff(want, paragraphTexts(d)); diff != "" {
		t.Errorf("paragraphs (-want +got):\n%s", diff)
	}
	checkNotices(t, d, "object-unread 1", "signed 2")
	if len(d.Flags) != 1 || d.Flags[0].Kind != extract.Watermark || d.Flags[0].Text != "内部资料严禁外传" {
		t.Errorf("flags: %+v", d.Flags)
	}
	if m := (extract.Metadata{Title: "图神经网络的鲁棒性研究", Applicant: "李四", Keywords: []string{"图", "鲁棒性"}}); !cmp.Equal(m, d.Metadata, apartFromPlaces) {
		t.Errorf("got %+v, want %+v", d.Metadata, m)
	}
	if len(d.Sections) != 1 || d.Sections[0].Title != "研究方案与技术路线" {
		t.Errorf("sections: %+v", d.Sections)
	}
}

// A readable file attached to an OFD file is read behind its text.
func TestOFDAttachedFile(t *testing.T) {
	t.Parallel()
	d := mustParse(t, ofdFile(
		t,
		[]string{ofdPage("", `<ofd:Layer>`+ofdLines(20, ofdProse)+`</ofd:Layer>`)},
		part{
			"Doc_0/Document.xml",
			ofdDocument(
				"",
				`<ofd:Page ID="100" BaseLoc="Pages/Page_0/Content.xml"/>`,
				`<ofd:Attachments>Attachs/Attachments.xml</ofd:Attachments>`,
			),
		},
		part{
			"Doc_0/Attachs/Attachments.xml",
			`<ofd:Attachments ` + ofdNamespace + `><ofd:Attachment ID="1" Name="附件一"><ofd:FileLoc>a.docx</ofd:FileLoc></ofd:Attachment></ofd:Attachments>`,
		},
		part{"Doc_0/Attachs/a.docx", string(wordFile(t, wordPara("附件讨论的是湿地。")))},
	))
	checkDocument(t, d)
	if !strings.HasSuffix(d.Text, "\n附件一.docx\n附件讨论的是湿地。") || len(d.Notices) > 0 {
		t.Errorf("got %q, notices %v", d.Text, d.Notices)
	}
}

// Characters that only an embedded font knows are no text.
func TestOFDGarbled(t *testing.T) {
	t.Parallel()
	page := ofdLines(20, strings.Repeat("\ue0ba\ue03e\ue4d2字", 20))
	d, err := Parse(context.Background(), "f.ofd", ofdFile(t, []string{page, ofdLines(20, ofdProse)}), extract.Options{Tesseract: extract.NoTesseract})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Flags) != 1 || d.Flags[0].Kind != extract.Garbled || d.Flags[0].Start != 0 {
		t.Errorf("flags: %+v", d.Flags)
	}
}

// The rows and columns of a drawn table are those of its cells.
func TestOFDTable(t *testing.T) {
	t.Parallel()
	var content strings.Builder
	for i := range 4 { // four lines across, three upright
		fmt.Fprintf(&content, `<ofd:PathObject ID="1" Boundary="20 %d 120 1"><ofd:AbbreviatedData>M 0 0 L 120 0</ofd:AbbreviatedData></ofd:PathObject>`, 20+10*i)
	}
	content.WriteString(`<ofd:PathObject ID="1" Boundary="20 20 120 30"><ofd:AbbreviatedData>M 0 0 L 0 30 M 60 0 L 60 30 M 120 0 L 120 30</ofd:AbbreviatedData></ofd:PathObject>`)
	var want []string
	for row, cells := range [][2]string{{"姓名", "职称"}, {"张三", "教授"}, {"李四", "讲师"}} {
		for column, s := range cells {
			content.WriteString(ofdText(float64(22+60*column), float64(22+10*row), s))
			want = append(want, fmt.Sprintf("%s %d,%d", s, row+1, column+1))
		}
	}
	d := mustParse(t, ofdFile(t, []string{content.String()}))
	checkDocument(t, d)
	var got []string
	runes := []rune(d.Text)
	for _, p := range d.Paragraphs {
		got = append(got, fmt.Sprintf("%s %d,%d", string(runes[p.Start:p.End]), p.Place.Row, p.Place.Column))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cells (-want +got):\n%s", diff)
	}
}

// ofdScan returns a picture of a page.
func ofdScan(t testing.TB, page image.Image) string {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, page, nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Pages that are pictures are noted as such, and so is text that lies under one.
func TestOFDScans(t *testing.T) {
	t.Parallel()
	white := image.NewRGBA(image.Rect(0, 0, 420, 594))
	draw.Draw(white, white.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	picture := `<ofd:ImageObject ID="1" ResourceID="5" CTM="210 0 0 297 0 0" Boundary="0 0 210 297"/>`
	scan := part{"Doc_0/Res/scan.jpg", ofdScan(t, white)}
	o := extract.Options{Tesseract: extract.NoTesseract}
	var pictures *extract.PictureError
	if _, err := Parse(context.Background(), "f.ofd", ofdFile(t, []string{picture, picture}, scan), o); !errors.As(err, &pictures) || len(pictures.Pages) != 2 {
		t.Errorf("two scanned pages: %v", err)
	}
	for name, c := range map[string]struct {
		pages []string
		want  []string
	}{
		"one of two":             {[]string{ofdLines(20, ofdProse), picture}, []string{"scanned 2"}},
		"text under the picture": {[]string{ofdLines(20, ofdProse) + picture}, []string{"unverified 1"}},
		"text on the picture":    {[]string{picture + strings.ReplaceAll(ofdLines(20, ofdProse), "<ofd:TextCode", `<ofd:FillColor Value="0 0 0" Alpha="0"/><ofd:TextCode`)}, []string{"unverified 1"}},
	} {
		d, err := Parse(context.Background(), "f.ofd", ofdFile(t, c.pages, scan), o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkNotices(t, d, c.want...)
		if !strings.Contains(d.Text, ofdProse) {
			t.Errorf("%s: the text is %q", name, d.Text)
		}
	}
}

func TestOFDFaults(t *testing.T) {
	t.Parallel()
	many := make([]string, 4)
	for name, c := range map[string]struct {
		data []byte
		o    extract.Options
		want error
	}{
		"no document":         {zipOf(t, part{"OFD.xml", ofdHead("", "")}), extract.Options{}, extract.ErrDamaged},
		"nothing in it":       {zipOf(t, part{"OFD.xml", ""}), extract.Options{}, extract.ErrDamaged},
		"no pages":            {ofdFile(t, nil), extract.Options{}, extract.ErrDamaged},
		"broken pages":        {ofdFile(t, []string{"<ofd:TextObject>"}), extract.Options{}, extract.ErrDamaged},
		"no text":             {ofdFile(t, []string{""}), extract.Options{}, extract.ErrNoText},
		"encrypted":           {ofdFile(t, []string{""}, part{"Encryptions.xml", "x"}), extract.Options{}, extract.ErrEncrypted},
		"too many pages":      {ofdFile(t, many), extract.Options{MaxPages: 3}, extract.ErrLimits},
		"too many characters": {ofdFile(t, []string{ofdText(20, 20, "一二三四五六")}), extract.Options{MaxCharacters: 5}, extract.ErrLimits},
		"nested without end":  {ofdFile(t, []string{strings.Repeat("<ofd:PageBlock>", 1000)}), extract.Options{}, extract.ErrLimits},
	} {
		if _, err := Parse(context.Background(), "f.ofd", c.data, c.o); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
	d := mustParse(t, ofdFile(t, []string{ofdLines(20, ofdProse), ofdText(20, 20, "断了") + "<ofd:TextObject>"}))
	checkNotices(t, d, "page-unread 2")
}

func FuzzOFD(f *testing.F) {
	f.Add(ofdText(20, 20, "字") + `<ofd:PathObject Boundary="0 0 9 9" Fill="true"><ofd:FillColor Value="#FF 0 0"/><ofd:AbbreviatedData>M 0 0 Q 1 1 2 2 B 1 1 2 2 3 3 A 1 1 0 0 1 5 5 C</ofd:AbbreviatedData></ofd:PathObject>`)
	f.Add(ofdWith(`CTM="0 1 -1 0 9 9" CharDirection="90" HScale="1e300"`, 1e30, 1, "ab"))
	f.Add(`<ofd:CompositeObject ResourceID="6"/><ofd:ImageObject ResourceID="5" CTM="1 0 0 1 0 0" Boundary="0 0 210 297"/>`)
	f.Fuzz(func(t *testing.T, content string) { checkFuzzed(t, ofdFile(t, []string{content})) })
}

// Scanned pages are recognised; text with a picture of the page is believed where
// that shows the same, else what it shows is the text.
func TestOFDRecognised(t *testing.T) {
	t.Parallel()
	needTesseract(t)
	scan := part{"Doc_0/Res/scan.jpg", ofdScan(t, drawnPages(t, pdfFile("", setLines("F1", 700, 0, lorem...)))[0])}
	picture := `<ofd:ImageObject ID="1" ResourceID="5" CTM="210 0 0 297 0 0" Boundary="0 0 210 297"/>`
	said := func(lines []string) string {
		var s strings.Builder
		for i, line := range lines {
			fmt.Fprintf(&s, `<ofd:TextObject ID="1" Font="1" Size="4" Alpha="0" Boundary="20 %d 180 6"><ofd:TextCode X="0" Y="4" DeltaX="g %d 2">%s</ofd:TextCode></ofd:TextObject>`, 40+7*i, len(line)-1, line)
		}
		return s.String()
	}
	word := strings.Fields(lorem[0])[0]
	for name, c := range map[string]struct {
		page   string
		method string
		flags  int
	}{
		"a scan":                      {picture, "ofd+tesseract", 0},
		"the same text over the scan": {picture + said(lorem), "ofd", 0},
		"another text over the scan":  {picture + strings.ReplaceAll(ofdLines(40, ofdProse), `Font="1"`, `Font="1" Alpha="0"`), "ofd+tesseract", 1},
	} {
		d := mustExtract(t, ofdFile(t, []string{c.page}, scan))
		checkDocument(t, d)
		if d.Method != c.method || !strings.Contains(d.Text, word) || len(d.Flags) != c.flags {
			t.Errorf("%s: by %s, flags %+v, text %q", name, d.Method, d.Flags, d.Text)
		}
		if recognised := d.Pages[0].Recognised; recognised != strings.HasSuffix(c.method, "tesseract") {
			t.Errorf("%s: recognised is %v", name, recognised)
		}
	}
}
