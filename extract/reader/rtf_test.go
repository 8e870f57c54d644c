package reader

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

const rtfHead = `{\rtf1\ansi\ansicpg936\deff1{\fonttbl{\f0\fcharset0 Arial;}{\f1\fnil\fcharset134 \'cb\'ce\'cc\'e5;}{\f2\fcharset2 Wingdings;}{\f3\fcharset0\cpg936 X;}}` +
	`{\colortbl;\red0\green0\blue0;\red255\green255\blue255;\red0\green0\blue128;}` +
	`{\stylesheet{\s0 Normal;}{\s2\outlinelevel1 heading 2;}{\*\cs3 secret;}}`

func TestRTF(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []string
		flags      []extract.Flag
	}{
		{"paragraphs and characters", `first\tab line\line second \ldblquote q\rdblquote \emdash a\~b\_c\-d \{x\}\par` + "\r\n" + `next\par`,
			[]string{"body first\tline\nsecond “q”—a\u00A0b-cd {x}", "body next"}, nil},
		{"bytes of a code page, also with a plain second half", `\f1\'d6\'d0\'ce\'c4 \'81A\par`, []string{"body 中文 丄"}, nil},
		{"Unicode with fallbacks", `\u20013?\uc2\u25991\'ce\'c4\uc0\u-10179\u-8704 x\par`, []string{"body 中文😀x"}, nil},
		{"what is not text", `{\info{\title ignored}}{\header top}{\*\unknown no}{\pict 0102}{\*\bkmkstart b}a\bin3 {}}b{\object{\*\objdata 00}{\result r}}\par`, []string{"body abr"}, nil},
		{"a star within a group", `a{\loch\*\cs7\rtlch b}{\*\unknown no}` + "{\r\n" + `\*\unknown no}c\par`, []string{"body abc"}, nil},
		{"fields", `see {\field{\*\fldinst HYPERLINK "x"}{\fldrslt{\ul link}}} end\par`, []string{"body see link end"}, nil},
		{"ruby", `a{\field{\*\fldinst {EQ \\* jc2 \\* "Font:x" \\* hps10 \\o\\ad(\\s\\up 9({\f1 pin}),\u25340?)}}{\fldrslt}}b\par`, []string{"body a拼b"}, nil},
		{"headings", `\pard\s2 By style\par\pard By outline\outlinelevel0\par\pard plain\par`, []string{"h2 By style", "h1 By outline", "body plain"}, nil},
		{"numbers", `\pard{\listtext\pard\plain 1.\tab}\intbl item\cell\row\pard after\par`, []string{"cell 1.\titem", "body after"}, nil},
		{"a table", `\trowd\cellx100\intbl a\cell b\par c\cell\row\trowd\intbl d\cell\row\pard e\par`, []string{"cell a", "cell b", "cell c", "cell d", "body e"}, nil},
		{"notes and boxes", `text{\footnote\pard the note\par}{\shp{\*\shpinst{\sp{\sn no}}{\shptxt\pard box\par}}{\shprslt twice}} goes on\par next\par`,
			[]string{"body text goes on", "footnote the note", "box box", "body next"}, nil},
		{"symbols", `\f2\'fe {\f2 \u-3842?}\par`, []string{"body ☑ ☑"}, nil},
		{"hidden, white, tiny and deleted", `a{\v hid}b{\cf2 white}c{\cf2\highlight3 seen}d{\fs2 tiny}e{\dbch\afs2 small}f{\deleted gone}g\par`, []string{"body ab cseendefg"},
			[]extract.Flag{{Span: extract.Span{Start: 1, End: 1}, Kind: extract.HiddenText, Text: "hid"}, {Span: extract.Span{Start: 2, End: 2}, Kind: extract.HiddenText, Text: "white"}, {Span: extract.Span{Start: 9, End: 9}, Kind: extract.HiddenText, Text: "tiny"}, {Span: extract.Span{Start: 10, End: 10}, Kind: extract.HiddenText, Text: "small"}, {Span: extract.Span{Start: 11, End: 11}, Kind: extract.DeletedText, Text: "gone"}}},
		{"bytes in the default font", `\'d6\'d0\plain\'ce\'c4\f0\'e9\par`, []string{"body 中文é"}, nil},
		{"halves of characters in groups of their own", `\f1{}\'d6{}\'d0{\'ce}{\'c4}\par`, []string{"body 中文"}, nil},
		{"bytes of a font whose page is said beside its character set", `\f3\'d6\'d0\par`, []string{"body 中"}, nil},
		{"bytes of Chinese in a Western font", `\f0\'d6\'d0\'ce\'c4\b \'ce\'c4\b0  caf\'e9\par`, []string{"body 中文文 café"}, nil},
		{"Unicode in place of bytes", `a{\upr{bytes}{\*\ud{\u20013?}}}b\par`, []string{"body a中b"}, nil},
		{"WordArt", `a{\shp{\*\shpinst{\sp{\sn gtextUNICODE}{\sv{\u20013?}art}}}}\par`, []string{"body a", "box 中art"}, nil},
		{"an old text box", `a{\*\do\dptxbx{\dptxbxtext\pard box\par}\dpx0}\par`, []string{"body a", "box box"}, nil},
		{"moved", `a{\mvf\mvauth1 gone}\par b{\mvt\mvauth1 here}\par`, []string{"body a", "body bhere"}, []extract.Flag{{Span: extract.Span{Start: 1, End: 1}, Kind: extract.DeletedText, Text: "gone"}}},
		{"a deleted paragraph mark", `one{\deleted\par}more\par two\par`, []string{"body onemore", "body two"}, nil},
		{"cut off", `{\b bold {\i text`, []string{"body bold text"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, []byte(rtfHead+c.body+"}"))
			if diff := cmp.Diff(c.want, paragraphTexts(d)); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.flags, d.Flags); diff != "" {
				t.Errorf("flags (-want +got):\n%s", diff)
			}
			checkDocument(t, d)
		})
	}
	t.Run("metadata", func(t *testing.T) {
		d := mustParse(t, []byte(rtfHead+`{\info{\title \'c9\'ee\'b6\'c8\'cd\'bc\'ca\'d3}{\author Jane Doe}}\'c9\'ee\'b6\'c8\'cd\'bc\'ca\'d3\par Jane Doe\par}`))
		if want := (extract.Metadata{Title: "深度图视", Applicant: "Jane Doe"}); !cmp.Equal(want, d.Metadata, apartFromPlaces) {
			t.Errorf("got %+v, want %+v", d.Metadata, want)
		}
	})
	t.Run("nested without end", func(t *testing.T) {
		if _, err := Parse(context.Background(), "f", []byte(rtfHead+strings.Repeat("{", 5000)), extract.Options{}); !errors.Is(err, extract.ErrLimits) {
			t.Errorf("got %v, want ErrLimits", err)
		}
	})
}

func FuzzRTF(f *testing.F) {
	f.Add(`\pard\s2 A\par{\footnote b\par}\intbl c\cell\row\u-3842?\'d6`)
	f.Add(`{\*\shppict{\pict\picwgoal9000\pichgoal9000\pngblip\bliptag1{\*\blipuid 00}89504E47}}{\pict\jpegblip\bin3 x`)
	f.Add(`{\info{\title x}}{\*\shpinst{\shptxt y}}\bin9 \uc3\u1\'`)
	f.Fuzz(func(t *testing.T, body string) { checkFuzzed(t, []byte(rtfHead+body)) })
}

// checkFuzzed holds any input to a document that keeps its promises or a typed
// error, without a panic behind it.
func checkFuzzed(t *testing.T, data []byte) {
	t.Helper()
	d, err := Parse(context.Background(), "fuzz", data, extract.Options{})
	switch {
	case err == nil:
		checkDocument(t, d)
	case extract.ErrorName(err) == "":
		t.Errorf("untyped error: %v", err)
	case strings.Contains(err.Error(), "the reader failed"):
		t.Errorf("the reader panics: %v", err)
	}
}

// The background of a paragraph ends with it.
func TestRTFBackground(t *testing.T) {
	d := mustParse(t, []byte(`{\rtf1\ansi{\colortbl;\red0\green0\blue0;\red255\green255\blue255;}\pard\cbpat1\cf2 white\par\pard\cf1 black\par\pard\cbpat1 unseen\par}`))
	want := []extract.Flag{{Span: extract.Span{Start: 11, End: 11}, Kind: extract.HiddenText, Text: "unseen"}}
	if diff := cmp.Diff(want, d.Flags); diff != "" || d.Text != "white\nblack" {
		t.Errorf("text %q, flags (-want +got):\n%s", d.Text, diff)
	}
}
