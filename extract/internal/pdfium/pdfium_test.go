package pdfium

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	gopdfium "github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/structs"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
)

// compiled is the folder of the compiled code.
var compiled string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if compiled, err = os.MkdirTemp("", "zhiwen-pdfium-test-*"); err != nil {
			panic(err)
		}
		defer func() { _ = os.RemoveAll(compiled) }()
		if err := Compile(context.Background(), compiled); err != nil {
			panic(err)
		}
		return m.Run()
	}())
}

// The program has pdfium in it; one that has not says so instead of calling
// every PDF damaged.
func TestCheck(t *testing.T) {
	if err := Check(); err != nil {
		t.Error(err)
	}
	for name, module := range map[string][]byte{
		"renamed": nil,
		"cut":     []byte("\x00asm"),
		"another": []byte("version https://git-lfs.github.com/spec/v1\n"),
	} {
		if err := check(module); !errors.Is(err, ErrMissing) {
			t.Errorf("%s: %v, want %v", name, err, ErrMissing)
		}
	}
	defer func(whole []byte) { module = whole }(module)
	module = nil
	if err := Compile(context.Background(), t.TempDir()); !errors.Is(err, ErrMissing) {
		t.Errorf("Compile: %v, want %v", err, ErrMissing)
	}
	if _, err := Start(context.Background(), nil, "", room); !errors.Is(err, ErrMissing) {
		t.Errorf("Start: %v, want %v", err, ErrMissing)
	}
}

// room is the memory these tests have.
const room = 64 << 20

// longName does not fit into the scratch memory.
var longName = strings.Repeat("Name", 100)

// sample has all that the package tells of: turned text, a hyphen, colours, a
// path, a picture, a form with text, fields with and without a drawing. Its
// table of places is missing, which pdfium makes up for.
var sample = func() []byte {
	content := `BT /F1 12 Tf 72 700 Td (First line) Tj 0 -14 Td (second, long-) Tj 0 -14 Td (er) Tj ET
BT /F2 1 Tf 20 5 -5 20 72 500 Tm 0.9 0.5 0.1 rg (Turned) Tj ET
BT /F1 12 Tf 3 Tr 72 400 Td (Invisible) Tj ET
0 0 1 rg 72 300 100 50 re f 0 0 0 RG 72 200 100 50 re S
q 50 0 0 50 300 300 cm BI /W 2 /H 2 /CS /G /BPC 8 /F /AHx ID 00FF00FF> EI Q
q 2 0 0 2 10 20 cm /X1 Do Q`
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [8 0 R 9 0 R] >> >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 500 800] /CropBox [10 20 490 790] /Rotate 90 /Contents 4 0 R /Annots [8 0 R 9 0 R 10 0 R] /Resources << /Font << /F1 5 0 R /F2 6 0 R >> /XObject << /X1 7 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /" + longName + " >>",
		"<< /Type /XObject /Subtype /Form /BBox [0 0 500 800] /Matrix [1 0 0 1 5 6] /Resources << /Font << /F1 5 0 R >> >> /Length 41 >>\nstream\nBT /F1 10 Tf 100 50 Td (Within a form) Tj ET\nendstream",
		"<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V <FEFF67975C0F660E> /Rect [100 100 200 120] /F 2 >>",
		"<< /Type /Annot /Subtype /Widget /FT /Tx /T (b) /V (drawn) /Rect [100 130 200 150] /F 4 /AP << /N 7 0 R >> >>",
		"<< /Type /Annot /Subtype /FreeText /Contents (" + longName + ") /Rect [100 160 200 180] >>",
		"<< /Title <FEFF57FA91D17533> /Producer (sample) >>",
	}
	var b strings.Builder
	b.WriteString("%PDF-1.7\n")
	for i, o := range objects {
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	b.WriteString("trailer\n<< /Root 1 0 R /Info 11 0 R /Size 12 >>\n%%EOF\n")
	return []byte(b.String())
}()

// TestLikeGoPDFium compares every answer with that of go-pdfium's methods.
func TestLikeGoPDFium(t *testing.T) {
	p, err := Start(context.Background(), nil, compiled, room)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	d, err := p.Open(sample)
	if err != nil {
		t.Fatal(err)
	}
	slow := slowly(t)

	equal(t, "pages", d.Pages(), slow.pages())
	for _, tag := range []string{"Title", "Producer", "Author"} {
		equal(t, tag, d.Info(tag), slow.info(tag))
	}
	g, ok := d.Load(0)
	if !ok {
		t.Fatal("the page is not loaded")
	}
	defer g.Close()
	bounds, _ := g.Bounds()
	equal(t, "bounds", bounds, slow.bounds())
	equal(t, "turns", g.Turns(), slow.turns())

	text, ok := g.Text()
	if !ok {
		t.Fatal("the page has no text")
	}
	defer text.Close()
	n := text.Characters()
	equal(t, "characters", n, slow.characters())
	for k := range n {
		equal(t, fmt.Sprintf("character %d", k), characterOf(text, k), slow.character(k))
	}
	if d.Info("Title") != "基金申" || n < 40 {
		t.Errorf("title %q, %d characters", d.Info("Title"), n)
	}

	var objects, theirs []object
	for i := range g.Objects() {
		o, _ := g.Object(i)
		objects = append(objects, objectsOf(o)...)
	}
	for i := range slow.objects() {
		theirs = append(theirs, slow.objectsOf(slow.object(i))...)
	}
	equal(t, "objects", fmt.Sprintf("%+v", objects), fmt.Sprintf("%+v", theirs))
	for _, kind := range []Kind{Writing, Path, Image, Form} {
		if !slices.ContainsFunc(objects, func(o object) bool { return o.kind == kind }) {
			t.Errorf("no object of kind %d", kind)
		}
	}

	equal(t, "annotations", g.Annotations(), 3)
	for i := range g.Annotations() {
		a, ok := g.Annotation(i)
		if !ok {
			t.Fatalf("annotation %d is not there", i)
		}
		b, _ := a.Bounds()
		ours := annotation{a.Kind(), a.Flags(), b, a.Drawn(), a.Entry("V"), a.Entry("Contents"), a.Entry("FT"), a.Entry("None")}
		a.Close()
		equal(t, fmt.Sprintf("annotation %d", i), ours, slow.annotation(i))
	}

	picture, done := g.Draw(50, image.Rectangle{Max: g.Size(50)})
	if picture == nil {
		t.Fatal("the page is not drawn")
	}
	equal(t, "size", picture.Rect, slow.drawing(50).Rect)
	equal(t, "pixels", slices.Equal(picture.Pix, slow.drawing(50).Pix), true)
	done()

	if !g.Flatten() {
		t.Error("there is something to flatten")
	}
	again, _ := d.Load(0)
	defer again.Close()
	flat, _ := again.Text()
	defer flat.Close()
	if flat.Characters() <= n {
		t.Errorf("%d characters flattened, %d before", flat.Characters(), n)
	}
}

func TestOpenErrors(t *testing.T) {
	p, err := Start(context.Background(), nil, compiled, room)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	encrypted := strings.Replace(string(sample), "/Size 12", "/Size 12 /ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <"+strings.Repeat("41", 32)+"> /U <"+strings.Repeat("42", 32)+"> >>", 1)
	for _, c := range []struct {
		name string
		data string
		want error
	}{
		{"nothing", "", ErrFormat},
		{"other data", "not a PDF", ErrFormat},
		{"a password", encrypted, ErrPassword},
		{"an unknown filter", strings.Replace(encrypted, "/Standard", "/Other", 1), ErrSecurity},
	} {
		if _, err := p.Open([]byte(c.data)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	// What is not there is told as such, and does no harm.
	d, err := p.Open(sample)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := d.Load(1); ok {
		t.Error("a second page is loaded")
	}
	g, _ := d.Load(0)
	if _, ok := g.Object(100); ok {
		t.Error("object 100 is there")
	}
	text, _ := g.Text()
	if text.Unicode(100_000) != 0 || text.Font(100_000) != "" {
		t.Error("character 100,000 is there")
	}
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %+v, go-pdfium says %+v", what, got, want)
	}
}

type character struct {
	code      uint32
	generated bool
	size      float64
	loose     Rect
	box       Rect
	x, y      float32
	matrix    Matrix
	font      string
}

func characterOf(t Text, k int) (c character) {
	c.code, c.generated, c.size, c.font = t.Unicode(k), t.Generated(k), t.Size(k), t.Font(k)
	if b, ok := t.LooseBox(k); ok {
		c.loose = b
	}
	if b, ok := t.Box(k); ok {
		c.box = b
	}
	if x, y, ok := t.Origin(k); ok {
		c.x, c.y = x, y
	}
	if m, ok := t.Matrix(k); ok {
		c.matrix = m
	}
	return c
}

type object struct {
	kind                Kind
	bounds              Rect
	fill                [4]uint8
	matrix              Matrix
	stroked, filled     bool
	invisible, embedded bool
	objects             int
}

func objectsOf(o Object) []object {
	x := object{kind: o.Kind()}
	x.bounds, _ = o.Bounds()
	if c, ok := o.Fill(); ok {
		x.fill = [4]uint8{c.R, c.G, c.B, c.A}
	}
	switch x.kind {
	case Path:
		x.stroked, x.filled = o.Stroked(), o.Filled()
	case Writing:
		x.invisible, x.embedded = o.Mode() == Invisible || o.Mode() == ClipOnly, o.Embedded()
	case Form:
		x.matrix, _ = o.Matrix()
		x.objects = o.Objects()
	}
	out := []object{x}
	for i := range x.objects {
		inner, _ := o.Object(i)
		out = append(out, objectsOf(inner)...)
	}
	return out
}

type annotation struct {
	kind, flags                  int
	bounds                       Rect
	drawn                        bool
	value, contents, field, none string
}

// slowPage asks go-pdfium's own methods about the first page of the sample.
type slowPage struct {
	t        *testing.T
	p        gopdfium.Pdfium
	document references.FPDF_DOCUMENT
	page     requests.Page
	text     references.FPDF_TEXTPAGE
}

func slowly(t *testing.T) slowPage {
	t.Helper()
	c, err := wazero.NewCompilationCacheWithDir(compiled)
	if err != nil {
		t.Fatal(err)
	}
	pool, err := webassembly.Init(webassembly.Config{
		MaxIdle: 1, MaxTotal: 1,
		FSConfig:      wazero.NewFSConfig().WithFSMount(fstest.MapFS{}, "/"),
		RuntimeConfig: wazero.NewRuntimeConfig().WithCompilationCache(c),
		Stdout:        io.Discard, Stderr: io.Discard,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	p, err := pool.GetInstanceWithContext(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	s := slowPage{t: t, p: p}
	data := sample
	s.document = must(p.OpenDocument(&requests.OpenDocument{File: &data})).Document
	s.page = requests.Page{ByReference: &must(p.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: s.document})).Page}
	s.text = must(p.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: s.page})).TextPage
	return s
}

// must returns the answer of a method that has one.
func must[T any](answer T, err error) T {
	if err != nil {
		panic(err)
	}
	return answer
}

func (s slowPage) pages() int {
	return must(s.p.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: s.document})).PageCount
}

func (s slowPage) info(tag string) string {
	r, err := s.p.FPDF_GetMetaText(&requests.FPDF_GetMetaText{Document: s.document, Tag: tag})
	if err != nil {
		return ""
	}
	return r.Value
}

func rectOf(r structs.FPDF_FS_RECTF) Rect { return Rect{r.Left, r.Bottom, r.Right, r.Top} }

func (s slowPage) bounds() Rect {
	return rectOf(must(s.p.FPDF_GetPageBoundingBox(&requests.FPDF_GetPageBoundingBox{Page: s.page})).Rect)
}

func (s slowPage) turns() int {
	return int(must(s.p.FPDFPage_GetRotation(&requests.FPDFPage_GetRotation{Page: s.page})).PageRotation)
}

func (s slowPage) characters() int {
	return must(s.p.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: s.text})).Count
}

func (s slowPage) character(k int) (c character) {
	c.code = uint32(must(s.p.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: s.text, Index: k})).Unicode)
	c.generated = must(s.p.FPDFText_IsGenerated(&requests.FPDFText_IsGenerated{TextPage: s.text, Index: k})).IsGenerated
	c.size = must(s.p.FPDFText_GetFontSize(&requests.FPDFText_GetFontSize{TextPage: s.text, Index: k})).FontSize
	if b, err := s.p.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{TextPage: s.text, Index: k}); err == nil {
		c.loose = rectOf(b.Rect)
	}
	if b, err := s.p.FPDFText_GetCharBox(&requests.FPDFText_GetCharBox{TextPage: s.text, Index: k}); err == nil {
		c.box = Rect{float32(b.Left), float32(b.Bottom), float32(b.Right), float32(b.Top)}
	}
	if o, err := s.p.FPDFText_GetCharOrigin(&requests.FPDFText_GetCharOrigin{TextPage: s.text, Index: k}); err == nil {
		c.x, c.y = float32(o.X), float32(o.Y)
	}
	if m, err := s.p.FPDFText_GetMatrix(&requests.FPDFText_GetMatrix{TextPage: s.text, Index: k}); err == nil {
		c.matrix = Matrix(m.Matrix)
	}
	if f, err := s.p.FPDFText_GetFontInfo(&requests.FPDFText_GetFontInfo{TextPage: s.text, Index: k}); err == nil {
		c.font = f.FontName
	}
	return c
}

func (s slowPage) objects() int {
	return must(s.p.FPDFPage_CountObjects(&requests.FPDFPage_CountObjects{Page: s.page})).Count
}

func (s slowPage) object(i int) references.FPDF_PAGEOBJECT {
	return must(s.p.FPDFPage_GetObject(&requests.FPDFPage_GetObject{Page: s.page, Index: i})).PageObject
}

func (s slowPage) objectsOf(o references.FPDF_PAGEOBJECT) []object {
	x := object{kind: Kind(must(s.p.FPDFPageObj_GetType(&requests.FPDFPageObj_GetType{PageObject: o})).Type)}
	if b, err := s.p.FPDFPageObj_GetBounds(&requests.FPDFPageObj_GetBounds{PageObject: o}); err == nil {
		x.bounds = Rect{b.Left, b.Bottom, b.Right, b.Top}
	}
	if c, err := s.p.FPDFPageObj_GetFillColor(&requests.FPDFPageObj_GetFillColor{PageObject: o}); err == nil {
		x.fill = [4]uint8{uint8(c.FillColor.R), uint8(c.FillColor.G), uint8(c.FillColor.B), uint8(c.FillColor.A)}
	}
	switch x.kind {
	case Path:
		mode := must(s.p.FPDFPath_GetDrawMode(&requests.FPDFPath_GetDrawMode{PageObject: o}))
		x.stroked, x.filled = mode.Stroke, mode.FillMode != enums.FPDF_FILLMODE_NONE
	case Writing:
		mode := must(s.p.FPDFTextObj_GetTextRenderMode(&requests.FPDFTextObj_GetTextRenderMode{PageObject: o})).TextRenderMode
		x.invisible = mode == enums.FPDF_TEXTRENDERMODE_INVISIBLE || mode == enums.FPDF_TEXTRENDERMODE_CLIP
		font := must(s.p.FPDFTextObj_GetFont(&requests.FPDFTextObj_GetFont{PageObject: o})).Font
		x.embedded = must(s.p.FPDFFont_GetIsEmbedded(&requests.FPDFFont_GetIsEmbedded{Font: font})).IsEmbedded
	case Form:
		x.matrix = Matrix(must(s.p.FPDFPageObj_GetMatrix(&requests.FPDFPageObj_GetMatrix{PageObject: o})).Matrix)
		x.objects = must(s.p.FPDFFormObj_CountObjects(&requests.FPDFFormObj_CountObjects{PageObject: o})).Count
	}
	out := []object{x}
	for i := range x.objects {
		inner := must(s.p.FPDFFormObj_GetObject(&requests.FPDFFormObj_GetObject{PageObject: o, Index: uint64(i)}))
		out = append(out, s.objectsOf(inner.PageObject)...)
	}
	return out
}

func (s slowPage) annotation(i int) annotation {
	a := must(s.p.FPDFPage_GetAnnot(&requests.FPDFPage_GetAnnot{Page: s.page, Index: i})).Annotation
	entry := func(key string) string {
		v, err := s.p.FPDFAnnot_GetStringValue(&requests.FPDFAnnot_GetStringValue{Annotation: a, Key: key})
		if err != nil {
			return ""
		}
		return v.Value
	}
	look, err := s.p.FPDFAnnot_GetAP(&requests.FPDFAnnot_GetAP{Annotation: a, AppearanceMode: enums.FPDF_ANNOT_APPEARANCEMODE_NORMAL})
	return annotation{
		int(must(s.p.FPDFAnnot_GetSubtype(&requests.FPDFAnnot_GetSubtype{Annotation: a})).Subtype),
		int(must(s.p.FPDFAnnot_GetFlags(&requests.FPDFAnnot_GetFlags{Annotation: a})).Flags),
		rectOf(must(s.p.FPDFAnnot_GetRect(&requests.FPDFAnnot_GetRect{Annotation: a})).Rect),
		err == nil && look.Value != "", entry("V"), entry("Contents"), entry("FT"), entry("None"),
	}
}

func (s slowPage) drawing(dpi int) *image.RGBA {
	r := must(s.p.RenderPageInDPI(&requests.RenderPageInDPI{DPI: dpi, Page: s.page}))
	out := &image.RGBA{Pix: slices.Clone(r.Result.Image.Pix), Stride: r.Result.Image.Stride, Rect: r.Result.Image.Rect}
	r.Cleanup()
	return out
}
