package doc

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/style"
)

// Properties of characters and paragraphs (Sprm) used here.
const (
	sprmDeleted   = 0x0800 // CFRMarkDel
	sprmBold      = 0x0835
	sprmHidden    = 0x083C // CFVanish
	sprmStruck    = 0x0837 // CFStrike
	sprmStruck2   = 0x2A53 // CFDStrike
	sprmSlant     = 0x0836
	sprmUnderline = 0x2A3E
	sprmIndex     = 0x2A48 // CIss: raised or lowered
	sprmEastFont  = 0x4A50 // CRgFtc1
	sprmOutlined  = 0x0838
	sprmShadow    = 0x0839
	sprmImprint   = 0x0854
	sprmEmboss    = 0x0858
	sprmColour    = 0x2A42 // CIco, from a table
	sprmRGB       = 0x6870 // CCv
	sprmSize      = 0x4A43 // CHps, half-points
	sprmCharStyle = 0x4A30 // CIstd
	sprmHighlight = 0x2A0C
	sprmShade     = 0xCA71 // CShd
	sprmShade80   = 0x4866 // CShd80
	sprmSymbol    = 0x6A09 // CSymbol: font and character
	sprmFont      = 0x4A4F // CRgFtc0
	sprmOtherFont = 0x4A51 // CRgFtc2: for characters that are neither Latin nor Chinese
	sprmPicture   = 0x6A03 // CPicLocation, in the data stream
	sprmPlain     = 0x2A33 // CPlain: back to the style
	sprmWidth     = 0x4852 // CCharScale, in per cent
	sprmGap       = 0x8840 // CDxaSpace, in twips
	sprmRaise     = 0x4845 // CHpsPos, half-points
	sprmFit       = 0xCA76 // CFitText

	sprmParaStyle   = 0x4600 // PIstd
	sprmOutline     = 0x2640 // POutLvl
	sprmListLevel   = 0x260A // PIlvl
	sprmList        = 0x460B // PIlfo
	sprmInTable     = 0x2416
	sprmRowEnd      = 0x2417 // PFTtp
	sprmDepth       = 0x6649 // PItap
	sprmInnerCell   = 0x244B
	sprmInnerRowEnd = 0x244C
	sprmParaShade   = 0xC64D
	sprmParaShade80 = 0x442D
	sprmLine        = 0x6412 // PDyaLine
	sprmLeft        = 0x845E // PDxaLeft
	sprmLeft80      = 0x840F
	sprmRight       = 0x845D
	sprmRight80     = 0x840E
	sprmFirst       = 0x8460 // PDxaLeft1
	sprmFirst80     = 0x8411
	sprmFrameX      = 0x8418 // PDxaAbs
	sprmFrameY      = 0x8419
	sprmFrameWide   = 0x841A
	sprmFrameHigh   = 0x442B // PWHeightAbs
	sprmFrameFrom   = 0x261B // PPc
	sprmHuge        = 0x6646 // PHugePapx: the rest is in the data stream
	sprmHugeOld     = 0x6645

	sprmKind  = 7 << 10 // bits for what the property applies to
	sprmOfRow = 5 << 10

	sprmTabs = 0xC615 // PChgTabs; a length of 255 means that it must be computed
)

// docRun is a range of the file with its properties.
type docRun struct {
	start, end uint32 // in the main stream
	style      uint16 // of a paragraph
	properties []byte
}

// loadFormats reads the pages (FKP) of character and paragraph properties.
func (f *docFile) loadFormats() {
	if f.old != nil && f.old.word2 {
		f.looks, f.paras = f.pages(fibLooks, word2Run), f.pages(fibParagraphs, word2Para)
		return
	}
	properties, inParagraph := func(raw []byte) []byte { return raw }, f.referredProperties
	if f.old != nil {
		properties, inParagraph = modernSprms, modernSprms
	}
	f.looks = f.pages(fibLooks, func(page []byte, i int) docRun {
		at := 2 * int(page[4*(int(page[511])+1)+i])
		if at == 0 || at >= 511 {
			return docRun{}
		}
		return docRun{properties: properties(stretch(page, at+1, int(page[at])))}
	})
	f.paras = f.pages(fibParagraphs, func(page []byte, i int) docRun {
		at := 2 * int(page[4*(int(page[511])+1)+f.paragraphEntry()*i])
		if at == 0 || at >= 510 {
			return docRun{}
		}
		n, from := 2*int(page[at])-1, at+1
		switch {
		case f.old != nil:
			n++
		case n < 0:
			n, from = 2*int(page[at+1]), at+2
		}
		raw := stretch(page, from, n)
		if len(raw) < 2 {
			return docRun{}
		}
		return docRun{style: binary.LittleEndian.Uint16(raw), properties: inParagraph(raw[2:])}
	})
}

// stretch returns up to n bytes of a page.
func stretch(page []byte, from, n int) []byte {
	from = min(from, 511)
	return page[from:min(from+n, 511)]
}

// pages reads all property pages named by an entry of the header; read reads entry i of a page.
func (f *docFile) pages(entry int, read func(page []byte, i int) docRun) []docRun {
	const pageSize = 512
	entrySize := 1
	if entry == fibParagraphs {
		entrySize = f.paragraphEntry()
	}
	entries := func(page []byte) int { // entries follow the positions where they begin and the last one ends
		n := int(page[511])
		return min(n, max(511-4*(n+1), 0)/entrySize)
	}
	var pages [][]byte
	seen, all := map[uint32]bool{}, 0
	for _, n := range f.pageNumbers(entry) {
		from := int64(n) * pageSize
		if seen[n] || from+pageSize > int64(len(f.main)) {
			continue
		}
		seen[n] = true
		page := f.main[from : from+pageSize]
		pages, all = append(pages, page), all+entries(page)
	}
	runs := make([]docRun, 0, all)
	for _, page := range pages {
		for i := range entries(page) {
			r := read(page, i)
			r.start, r.end = binary.LittleEndian.Uint32(page[4*i:]), binary.LittleEndian.Uint32(page[4*i+4:])
			if r.end > r.start {
				runs = append(runs, r)
			}
		}
	}
	slices.SortStableFunc(runs, func(a, b docRun) int { return cmp.Compare(a.start, b.start) })
	return runs
}

// pageNumbers returns the pages named by an entry of the header. Word 6 omits pages that directly
// follow the listed ones.
func (f *docFile) pageNumbers(entry int) []uint32 {
	var list []uint32
	if f.old == nil {
		_, numbers := plc(f.span(entry), 4)
		for ; len(numbers) >= 4; numbers = numbers[4:] {
			list = append(list, binary.LittleEndian.Uint32(numbers)&0x3FFFFF)
		}
		return list
	}
	_, numbers := plc(f.span(entry), 2)
	for ; len(numbers) >= 2; numbers = numbers[2:] {
		list = append(list, uint32(binary.LittleEndian.Uint16(numbers)))
	}
	if f.old.word2 {
		return list
	}
	first, count := oldLooksFirst, oldLooksCount
	if entry == fibParagraphs {
		first, count = first+2, count+2
	}
	if count+2 <= len(f.main) {
		n := int(binary.LittleEndian.Uint16(f.main[count:]))
		for i := len(list); i < n; i++ {
			list = append(list, uint32(binary.LittleEndian.Uint16(f.main[first:]))+uint32(i))
		}
	}
	return list
}

// paragraphEntry returns the size of an entry in a page of paragraph properties.
func (f *docFile) paragraphEntry() int {
	switch {
	case f.old == nil:
		return 13
	case f.old.word2:
		return 1
	}
	return 7
}

// referredProperties follows a paragraph's reference to properties in the data stream.
func (f *docFile) referredProperties(properties []byte) []byte {
	found := properties
	eachSprm(properties, func(code uint16, operand []byte) {
		if code != sprmHuge && code != sprmHugeOld || len(operand) < 4 {
			return
		}
		at, data := int64(binary.LittleEndian.Uint32(operand)), f.data()
		if at+2 > int64(len(data)) {
			return
		}
		n := int64(binary.LittleEndian.Uint16(data[at:]))
		found = data[at+2 : min(at+2+n, int64(len(data)))]
	})
	return found
}

// runAt returns the run at a position of the file and its index, or -1.
func runAt(runs []docRun, at uint32) (docRun, int) {
	i, ok := slices.BinarySearchFunc(runs, at, func(r docRun, at uint32) int { return cmp.Compare(r.start, at) })
	if !ok {
		i--
	}
	if i < 0 || at >= runs[i].end {
		return docRun{}, -1
	}
	return runs[i], i
}

// eachSprm calls visit for each property of a list (grpprl), up to its end or the first invalid one.
func eachSprm(raw []byte, visit func(code uint16, operand []byte)) {
	for len(raw) >= 2 {
		code := binary.LittleEndian.Uint16(raw)
		raw = raw[2:]
		size := [8]int{1, 1, 2, 4, 2, 2, -1, 3}[code>>13]
		if size < 0 {
			if len(raw) == 0 {
				return
			}
			size = int(raw[0])
			switch {
			case code == sprmTable && len(raw) >= 2:
				size = int(binary.LittleEndian.Uint16(raw)) - 1
				raw = raw[1:]
			case code == sprmTabs && size == 255 && len(raw) >= 2:
				size = tabsSize(raw)
			}
			raw = raw[1:]
		}
		if size < 0 || size > len(raw) {
			return
		}
		visit(code, raw[:size])
		raw = raw[size:]
	}
}

// tabsSize computes the size of a change of tab stops, at the start of raw, that is too long for
// its length byte.
func tabsSize(raw []byte) int {
	dropped := int(raw[1])
	if at := 2 + 4*dropped; at < len(raw) {
		return 2 + 4*dropped + 3*int(raw[at])
	}
	return len(raw) // more than the data holds
}

// docLook is the appearance of a run of characters.
type docLook struct {
	style.Look
	style   int // character style; 0 none
	deleted bool
	symbol  uint16 // replaces a placeholder; 0 none
	font    uint16 // of symbols
}

// applyLook applies character properties to base. inherited is the style's appearance, to which
// toggle properties refer.
func applyLook(base, inherited style.Look, properties []byte) docLook {
	l := docLook{Look: base}
	eachSprm(properties, func(code uint16, v []byte) {
		switch code {
		case sprmDeleted:
			l.deleted = v[0] != 0
		case sprmBold:
			l.Bold = toggled(v[0], inherited.Bold)
		case sprmHidden:
			l.Hidden = toggled(v[0], inherited.Hidden)
		case sprmStruck, sprmStruck2:
			l.Struck = toggled(v[0], inherited.Struck)
		case sprmSlant, sprmUnderline, sprmIndex, sprmEastFont:
			l.SetHand(uint32(code), uint32(v[0]))
		case sprmShadow, sprmEmboss, sprmImprint: // an outline has the colour of the letters
			l.SetEdge(toggled(v[0], style.Unset) == style.Yes)
		case sprmPlain:
			l.Look = inherited
		case sprmColour:
			l.Ink = indexedPaint(int(v[0]))
		case sprmRGB:
			l.Ink = colourRef(v)
		case sprmSize:
			l.Size = int(binary.LittleEndian.Uint16(v))
		case sprmWidth:
			l.Width = int(binary.LittleEndian.Uint16(v))
		case sprmGap:
			l.Gap = int(int16(binary.LittleEndian.Uint16(v)))
		case sprmRaise:
			l.Raise = int(int16(binary.LittleEndian.Uint16(v)))
		case sprmFit:
			if len(v) >= 4 {
				l.Fit = int(int32(binary.LittleEndian.Uint32(v)))
			}
		case sprmCharStyle:
			l.style = int(binary.LittleEndian.Uint16(v))
		case sprmHighlight:
			l.Ground = indexedPaint(int(v[0]))
			if v[0] == 0 {
				l.Ground = style.Bare
			}
		case sprmShade:
			l.Ground = shade(v)
		case sprmShade80:
			l.Ground = shade80(v)
		case sprmFont, sprmOtherFont:
			if l.symbol == 0 {
				l.font = binary.LittleEndian.Uint16(v)
			}
		case sprmSymbol:
			l.font, l.symbol = binary.LittleEndian.Uint16(v), binary.LittleEndian.Uint16(v[2:])
		}
	})
	return l
}

// toggled reads a property that may mean "as in the style" or "the opposite of the style".
func toggled(v byte, inherited style.Set) style.Set {
	switch v {
	case 0x80:
		return inherited
	case 0x81:
		return style.SetIf(inherited != style.Yes)
	}
	return style.SetIf(v != 0)
}

// colourRef reads a COLORREF; AnyPaint stands for Word's automatic colour.
func colourRef(v []byte) style.Paint {
	if v[3] != 0 {
		return style.AnyPaint
	}
	return style.RGB(int(v[0]), int(v[1]), int(v[2]))
}

// indexedPaint returns a colour of Word's table (Ico); 0 is Word's automatic colour.
func indexedPaint(i int) style.Paint {
	table := []style.Paint{
		style.AnyPaint, style.RGB(0, 0, 0), style.RGB(0, 0, 255), style.RGB(0, 255, 255), style.RGB(0, 255, 0), style.RGB(255, 0, 255),
		style.RGB(255, 0, 0), style.RGB(255, 255, 0), style.White, style.RGB(0, 0, 128), style.RGB(0, 128, 128), style.RGB(0, 128, 0),
		style.RGB(128, 0, 128), style.RGB(128, 0, 0), style.RGB(128, 128, 0), style.RGB(128, 128, 128), style.RGB(192, 192, 192),
	}
	if i < len(table) {
		return table[i]
	}
	return style.AnyPaint
}

// Patterns of a background: none, dots that give a part of the area, in thousandths, the pattern's
// colour, and lines.
const (
	patternNone  = 0xFFFF
	patternDots  = 0x23 // first of 2.5 to 97.5 per cent, without those in coarseDots
	patternLines = 14   // first of the line patterns
)

var (
	coarseDots = [patternLines]int{0, 1000, 50, 100, 200, 250, 300, 400, 500, 600, 700, 750, 800, 900}
	fineDots   = [...]int{25, 75, 125, 150, 175, 225, 275, 325, 350, 375, 425, 450, 475, 525, 550, 575, 625, 650, 675, 725, 775, 825, 850,
		875, 925, 950, 975, 970}
)

// shade returns the background of a Shd.
func shade(v []byte) style.Paint {
	if len(v) < 10 {
		return style.NoPaint
	}
	fore, back := colourRef(v), colourRef(v[4:])
	if back == style.AnyPaint {
		back = style.Bare
	}
	return patterned(int(binary.LittleEndian.Uint16(v[8:])), fore, back)
}

// shade80 returns the background of a Shd80, whose colours come from a table.
func shade80(v []byte) style.Paint {
	s := int(binary.LittleEndian.Uint16(v))
	if s == 0xFFFF {
		return style.Bare
	}
	fore, back := indexedPaint(s&0x1F), indexedPaint(s>>5&0x1F)
	if back == style.AnyPaint {
		back = style.Bare
	}
	return patterned(s>>10, fore, back)
}

func patterned(pattern int, fore, back style.Paint) style.Paint {
	switch fine := pattern - patternDots; {
	case pattern == patternNone:
		return back
	case pattern < patternLines:
		return style.Shaded(fore, back, float64(coarseDots[pattern])/1000)
	case fine >= 0 && fine < len(fineDots):
		return style.Shaded(fore, back, float64(fineDots[fine])/1000)
	}
	return style.Striped(fore, back)
}

// font returns the name of a font by its number in the file (SttbfFfn).
func (f *docFile) font(number int) string {
	const named = 40 // bytes of an entry before its name
	raw := f.span(fibFonts)
	if len(raw) < 4 {
		return ""
	}
	raw = raw[4:]
	for len(raw) > named {
		n := int(raw[0]) + 1
		if n > len(raw) {
			return ""
		}
		if number == 0 && n > named {
			name, _, _ := strings.Cut(char.DecodeUTF16(raw[named:n], false), "\x00")
			return name
		}
		number--
		raw = raw[n:]
	}
	return ""
}
