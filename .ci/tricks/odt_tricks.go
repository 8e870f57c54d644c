package main

import (
	"fmt"
	"strings"
)

// odtUnseen are ways in which paragraphs of an .odt file are not shown; %s is the text.
var odtUnseen = []struct{ id, name, needs, styles, form string }{
	{"section", "in a hidden section", byHand, ``, `<text:section text:name="s" text:display="none"><text:p>%s</text:p></text:section>`},
	{"section-condition", "in a section hidden on a condition", byHand, ``, `<text:section text:name="s" text:display="condition" ` +
		`text:condition="ooow:1" text:is-hidden="true"><text:p>%s</text:p></text:section>`},
	{"hidden-paragraph", "in a paragraph hidden by a field", byHand, ``, `<text:p><text:hidden-paragraph text:condition="ooow:1" ` +
		`text:is-hidden="true"/>%s</text:p>`},
	{"hidden-text", "in fields of hidden text", byHand, ``, `<text:p>` +
		`<text:hidden-text text:condition="ooow:1" text:string-value="%[1]s" text:is-hidden="true">%[1]s</text:hidden-text></text:p>`},
	{"conditional", "as the other value of conditional text", byHand, ``, `<text:p><text:conditional-text text:condition="ooow:1" ` +
		`text:string-value-if-true="甲" text:string-value-if-false="%s">甲</text:conditional-text></text:p>`},
	{"para-style", "hidden by the paragraph's style", byHand, `<style:style style:name="X" style:family="paragraph">` +
		`<style:text-properties text:display="none"/></style:style>`, `<text:p text:style-name="X">%s</text:p>`},
	{"parent-style", "white by the style that its style is based on", byHand, `<style:style style:name="X" style:family="paragraph">` +
		`<style:text-properties fo:color="#ffffff"/></style:style><style:style style:name="Y" style:family="paragraph" ` +
		`style:parent-style-name="X"/>`, `<text:p text:style-name="Y">%s</text:p>`},
	{"opacity", "transparent", byHand, `<style:style style:name="X" style:family="text">` +
		`<style:text-properties fo:color="#000000" loext:opacity="0%%"/></style:style>`, `<text:p><text:span text:style-name="X">%s` +
		`</text:span></text:p>`},
	{"opacity-low", "of 2 %% opacity", byHand, `<style:style style:name="X" style:family="text">` +
		`<style:text-properties fo:color="#000000" loext:opacity="2%%"/></style:style>`, `<text:p><text:span text:style-name="X">%s` +
		`</text:span></text:p>`},
	{"percent-size", "of 2 %% of the usual size", byHand, `<style:style style:name="X" style:family="text">` +
		`<style:text-properties fo:font-size="2%%"/></style:style>`, `<text:p><text:span text:style-name="X">%s</text:span></text:p>`},
	{"position", "raised and set at 1 %% of its size", byHand, `<style:style style:name="X" style:family="text">` +
		`<style:text-properties style:text-position="100%% 1%%"/></style:style>`, `<text:p><text:span text:style-name="X">%s` +
		`</text:span></text:p>`},
	{"para-ground", "in letters of the colour of the paragraph's ground", byHand, `<style:style style:name="X" ` +
		`style:family="paragraph"><style:paragraph-properties fo:background-color="#203864"/>` +
		`<style:text-properties fo:color="#203864"/></style:style>`, `<text:p text:style-name="X">%s</text:p>`},
	{"line-height", "in lines of a height of 0.001 cm", byHand, `<style:style style:name="X" style:family="paragraph">` +
		`<style:paragraph-properties fo:line-height="0.001cm"/></style:style>`, `<text:p text:style-name="X">%s</text:p>`},
	{"indent", "indented by a metre", byHand, `<style:style style:name="X" style:family="paragraph">` +
		`<style:paragraph-properties fo:margin-left="100cm"/></style:style>`, `<text:p text:style-name="X">%s</text:p>`},
	{"row-height", "in a row of a height of 0.001 cm", byHand, `<style:style style:name="X" style:family="table-row">` +
		`<style:table-row-properties style:row-height="0.001cm"/></style:style>`, `<table:table><table:table-column/>` +
		`<table:table-row table:style-name="X"><table:table-cell><text:p>%s</text:p></table:table-cell></table:table-row></table:table>`},
	{"row-collapse", "in a collapsed row", editor, ``, `<table:table><table:table-column/><table:table-row table:visibility="collapse">` +
		`<table:table-cell><text:p>%s</text:p></table:table-cell></table:table-row></table:table>`},
	{"covered", "in a covered cell", byHand, ``, `<table:table><table:table-column table:number-columns-repeated="2"/><table:table-row>` +
		`<table:table-cell table:number-columns-spanned="2"><text:p>甲</text:p></table:table-cell><table:covered-table-cell><text:p>%s` +
		`</text:p></table:covered-table-cell></table:table-row></table:table>`},
	{"cell-ground", "in letters of the colour of their cell", byHand, `<style:style style:name="C" style:family="table-cell">` +
		`<style:table-cell-properties fo:background-color="#203864"/></style:style><style:style style:name="X" style:family="text">` +
		`<style:text-properties fo:color="#203864"/></style:style>`, `<table:table><table:table-column/><table:table-row>` +
		`<table:table-cell table:style-name="C"><text:p><text:span text:style-name="X">%s</text:span></text:p></table:table-cell>` +
		`</table:table-row></table:table>`},
	{"frame-zero", "in a frame of 0.01 by 0.01 cm", byHand, ``, `<text:p><draw:frame svg:width="0.01cm" svg:height="0.01cm">` +
		`<draw:text-box><text:p>%s</text:p></draw:text-box></draw:frame></text:p>`},
	{"frame-off", "in a frame off the page", byHand, `<style:style style:name="G" style:family="graphic">` +
		`<style:graphic-properties style:horizontal-rel="page" style:horizontal-pos="from-left" style:vertical-rel="page" ` +
		`style:vertical-pos="from-top"/></style:style>`, `<text:p><draw:frame draw:style-name="G" text:anchor-type="page" ` +
		`svg:x="-90cm" svg:y="-90cm" svg:width="9cm" svg:height="9cm"><draw:text-box><text:p>%s</text:p></draw:text-box></draw:frame>` +
		`</text:p>`},
	{"frame-invisible", "in an invisible frame", byHand, ``, `<text:p><draw:frame draw:display="none" svg:width="9cm" svg:height="9cm">` +
		`<draw:text-box><text:p>%s</text:p></draw:text-box></draw:frame></text:p>`},
	{"deleted", "as tracked deletions", byHand, ``, `<text:tracked-changes><text:changed-region text:id="c"><text:deletion>` +
		`<office:change-info/><text:p>%s</text:p></text:deletion></text:changed-region></text:tracked-changes>`},
	{"ruby", "as ruby of half a point", byHand, `<style:style style:name="X" style:family="text">` +
		`<style:text-properties fo:font-size="0.5pt"/></style:style>`, `<text:p><text:ruby><text:ruby-base>甲</text:ruby-base>` +
		`<text:ruby-text text:style-name="X">%s</text:ruby-text></text:ruby></text:p>`},
	{"variable", "as the value of a variable that is not shown", byHand, ``, `<text:p>` +
		`<text:variable-set text:name="v" text:display="none" office:string-value="%[1]s">%[1]s</text:variable-set></text:p>`},
}

// odtShown are ways in which a page shows text that a reader may miss.
var odtShown = []struct {
	id, name, needs string
	each            func(t string) string
}{
	{"annotation", "in comments", byHand, func(t string) string {
		return `<text:p>甲<office:annotation><dc:creator>a</dc:creator><text:p>` + t + `</text:p></office:annotation></text:p>`
	}},
	{"note", "in footnotes", byHand, func(t string) string {
		return `<text:p>甲<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>` + t +
			`</text:p></text:note-body></text:note></text:p>`
	}},
	{"frame", "in text frames", byHand, func(t string) string {
		return `<text:p><draw:frame svg:width="16cm" svg:height="9cm"><draw:text-box><text:p>` + t + `</text:p></draw:text-box>` +
			`</draw:frame></text:p>`
	}},
	{"shape", "in shapes", byHand, func(t string) string {
		return `<text:p><draw:custom-shape svg:width="16cm" svg:height="9cm"><text:p>` + t + `</text:p></draw:custom-shape></text:p>`
	}},
	{"section", "in a section that is shown", byHand, func(t string) string {
		return `<text:section text:name="s" text:display="condition" text:condition="ooow:0" text:is-hidden="false"><text:p>` + t +
			`</text:p></text:section>`
	}},
	{"conditional", "as the value of conditional text", byHand, func(t string) string {
		return `<text:p><text:conditional-text text:condition="ooow:1" text:string-value-if-true="x">` + t + `</text:conditional-text>` +
			`</text:p>`
	}},
	{"user-field", "as values of user fields", byHand, func(t string) string {
		return `<text:p><text:user-field-get text:name="u">` + t + `</text:user-field-get></text:p>`
	}},
	{"input", "in input fields", byHand, func(t string) string {
		return `<text:p><text:text-input>` + t + `</text:text-input></text:p>`
	}},
	{"placeholder", "as placeholders", byHand, func(t string) string {
		return `<text:p><text:placeholder text:placeholder-type="text">` + t + `</text:placeholder></text:p>`
	}},
	{"breaks", "with line breaks after every seven characters", byHand, func(t string) string {
		return `<text:p>` + strings.Join(pieces(t, 7), `<text:line-break/>`) + `</text:p>`
	}},
	{"soft-page", "with page breaks and marks within words", editor, func(t string) string {
		return `<text:p>` + strings.Join(pieces(t, 2), `<text:soft-page-break/><text:bookmark text:name="b"/>`+
			`<text:change text:change-id="q"/>`) + `</text:p>`
	}},
	{"spaces", "with blanks (text:s) between characters", byHand, func(t string) string {
		return `<text:p>` + strings.Join(pieces(t, 2), `<text:s text:c="2"/>`) + `</text:p>`
	}},
	{"spans", "in a span for each character", editor, func(t string) string {
		return `<text:p>` + eachText(pieces(t, 1), func(s string) string { return `<text:span>` + s + `</text:span>` }) + `</text:p>`
	}},
	{"ruby-base", "with pronunciation above each character", byHand, func(t string) string {
		return `<text:p>` + eachText(pieces(t, 1), func(s string) string {
			return `<text:ruby><text:ruby-base>` + s + `</text:ruby-base><text:ruby-text>ā</text:ruby-text></text:ruby>`
		}) + `</text:p>`
	}},
	{"tables", "in a table, ten characters a cell", byHand, func(t string) string {
		return `<table:table><table:table-column/>` + eachText(pieces(t, 10), func(s string) string {
			return `<table:table-row><table:table-cell><text:p>` + s + `</text:p></table:table-cell></table:table-row>`
		}) + `</table:table>`
	}},
	{"list", "as items of a list", byHand, func(t string) string {
		return `<text:list>` + eachText(strings.SplitAfter(t, "。"), func(s string) string {
			return `<text:list-item><text:p>` + s + `</text:p></text:list-item>`
		}) + `</text:list>`
	}},
	{"index", "in the body of an index", byHand, func(t string) string {
		return `<text:table-of-content text:name="i"><text:table-of-content-source/><text:index-body><text:p>` + t +
			`</text:p></text:index-body></text:table-of-content>`
	}},
	{"entity", "as numbers of characters", editor, func(t string) string {
		return `<text:p>` + eachText(pieces(t, 1), func(s string) string { return fmt.Sprintf("&#x%X;", []rune(s)[0]) }) + `</text:p>`
	}},
	{"cdata", "in CDATA sections", editor, func(t string) string { return `<text:p><![CDATA[` + t + `]]></text:p>` }},
}

func odtTricks() []*trick {
	var out []*trick
	only := func(f func(content) ([]byte, error)) map[format]func(content) ([]byte, error) {
		return map[format]func(content) ([]byte, error){odt: f}
	}
	for _, t := range odtUnseen {
		form := func(s string) string { return fmt.Sprintf(t.form, esc(s)) }
		styles := strings.ReplaceAll(t.styles, "%%", "%")
		out = append(out, &trick{id: "o-dilute-" + t.id, name: "thousands of characters " + strings.ReplaceAll(t.name, "%%", "%"),
			kind: "Seen: OpenDocument", way: dilute, needs: t.needs, make: only(func(c content) ([]byte, error) {
				o := &odtLooks{}
				body := o.body(c.plain())
				return odtFile{styles: o.styles() + styles, body: body + eachText(c.filler, form)}.bytes()
			})},
			&trick{id: "o-accuse-" + t.id, name: "the source's text " + strings.ReplaceAll(t.name, "%%", "%"), kind: "Seen: OpenDocument",
				way: accuse, needs: t.needs, make: only(func(c content) ([]byte, error) {
					o := &odtLooks{}
					body := o.body(c.paras())
					return odtFile{styles: o.styles() + styles, body: body + eachText(c.copied, form)}.bytes()
				})})
	}
	for _, t := range odtShown {
		out = append(out, &trick{id: "o-show-" + t.id, name: "the copied text " + t.name, kind: "Read: places of OpenDocument", way: hide,
			needs: t.needs, mostly: true, make: only(odtEach("", t.each))})
	}
	running := func(place string) map[format]func(content) ([]byte, error) {
		return only(func(c content) ([]byte, error) {
			o := &odtLooks{}
			return odtFile{body: o.body(c.paras()), pages: `<office:automatic-styles><style:page-layout style:name="pm">` +
				`<style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm"/></style:page-layout>` +
				`</office:automatic-styles>` +
				`<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pm"><style:` + place + `>` +
				o.body(plains(c.copied...)) + `</style:` + place + `></style:master-page></office:master-styles>`}.bytes()
		})
	}
	return append(out,
		&trick{id: "o-show-header", name: "the copied text in the header", kind: "Read: places of OpenDocument", way: hide, needs: byHand,
			mostly: true, make: running("header")},
		&trick{id: "o-show-footer", name: "the copied text in the footer", kind: "Read: places of OpenDocument", way: hide, needs: byHand,
			mostly: true, make: running("footer")})
}
