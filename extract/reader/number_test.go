package reader

// Numbers of the formats that tests write, as [MS-DOC], [MS-ODRAW] and the readers of
// older formats state them. They stand here once more, so that a wrong one in a reader
// does not make its tests right.

// The header of a .doc file (FIB) since Word 97, and what it leads to.
const (
	encrypted   = 0x100
	complexFile = 0x04  // there is a piece table
	secondOne   = 0x200 // the table stream is 1Table
	fibStart    = 154   // of FibRgFcLcb; everything before has one size since Word 97
	fibLengths  = 0x4C

	fibStyles        = 1
	fibFootnoteRefs  = 2
	fibFootnoteTexts = 3
	fibLooks         = 12
	fibParagraphs    = 13
	fibFonts         = 15
	fibText          = 33
	fibShapes        = 40
	fibEndnoteRefs   = 46
	fibEndnoteTexts  = 47
	fibBoxes         = 56
	fibLists         = 73
	fibOverrides     = 74

	listEntry     = 28    // bytes of an LSTF, and of an LVLF
	overrideEntry = 16    // of an LFO
	noStyle       = 0xFFF // basedOn of a style that stands alone
	tocFirst      = 19    // number of the built-in style of tables of contents, level 1
	docCell       = 7     // end of a cell or of a row
)

// The parts of its text, in their order.
const (
	mainPart     = 0
	footnotePart = 1
	headerPart   = 2
	commentPart  = 4
	endnotePart  = 5
	boxPart      = 6
)

// Its properties of characters, paragraphs and rows.
const (
	sprmBold      = 0x0835
	sprmCells80   = 0xD609
	sprmCharStyle = 0x4A30 // CIstd
	sprmColour    = 0x2A42 // CIco, from a table
	sprmDeleted   = 0x0800 // CFRMarkDel
	sprmEmboss    = 0x0858
	sprmFont      = 0x4A4F // CRgFtc0
	sprmHidden    = 0x083C // CFVanish
	sprmHighlight = 0x2A0C
	sprmInTable   = 0x2416
	sprmList      = 0x460B // PIlfo
	sprmListLevel = 0x260A // PIlvl
	sprmOutline   = 0x2640 // POutLvl
	sprmOutlined  = 0x0838
	sprmPicture   = 0x6A03 // CPicLocation, in the data stream
	sprmRGB       = 0x6870 // CCv
	sprmRowEnd    = 0x2417 // PFTtp
	sprmSize      = 0x4A43 // CHps, half-points
	sprmSymbol    = 0x6A09 // CSymbol: font and character
	sprmTable     = 0xD608 // TDefTable, whose length is written in two bytes
)

// The headers of Word 2, 6 and 95.
const (
	word2Ident  = 0xA5DB
	word6Ident  = 0xA5DC
	word95First = 0xA697 // of the East Asian versions of Word 6 and 95; others come behind it

	oldLanguage  = 6
	oldTextStart = 24   // where the text of a file without a piece table starts
	oldLengths   = 0x34 // of the parts of the text
	oldSpans     = 0x58 // where the stream holds what
	wideOld      = 0x1000

	word2Paragraph = 7    // bytes before a paragraph's properties: style code and height
	word2Heading1  = 0xFF // style code; those of the other headings go down from here
	word2Table     = 154
	word2Bold      = 0x01
	word2Deleted   = 0x04
	word2Hidden    = 0x80
)

// Pictures in .doc and .docx files.
const (
	picfSize      = 68
	picfShape     = 0x64 // a kind: one whose picture follows
	picfFileShape = 0x66 // a kind: one whose name stands before it

	artEntry    = 36 // of an FBSE before its name
	artEntryAt  = 33 // where the length of that name is
	artSum      = 16 // of one of a picture's checksums
	artTypeFBSE = 0xF007
	artTypeJPEG = 0xF01D
	artTypePNG  = 0xF01E

	pointEMU = 12700
)

// Word files as one XML file.
const (
	flatNamespace     = "http://schemas.microsoft.com/office/2006/xmlPackage"
	word2003Namespace = "http://schemas.microsoft.com/office/word/2003/wordml"
	comment2003       = "Word.Comment"
	deletion2003      = "Word.Deletion"
)
