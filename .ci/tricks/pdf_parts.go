package main

import (
	"crypto/md5" //nolint:gosec // what PDF's first encryption is made of
	"crypto/rc4" //nolint:gosec // as above
	"encoding/binary"
	"fmt"
	"strings"
)

// layer returns a change that makes the layer L1 of a state.
func layer(state string) func(f *pdfFile) {
	return func(f *pdfFile) {
		group := f.add("<</Type/OCG/Name(L)>>")
		f.catalogue += fmt.Sprintf("/OCProperties<</OCGs[%d 0 R]/D<</Order[%d 0 R]%s[%d 0 R]>>>>", group, group, state, group)
		f.resources += fmt.Sprintf("/Properties<</L1 %d 0 R>>", group)
	}
}

// pdfElsewhere returns a writer of the document without its copied part, which put puts elsewhere into the file: onto a
// first page that has nothing else, or beside the pages where blank is false.
func pdfElsewhere(blank bool, put func(f *pdfFile, c content) error) map[format]func(content) ([]byte, error) {
	return map[format]func(content) ([]byte, error){pdf: func(c content) ([]byte, error) {
		f, err := newPDF()
		if err != nil {
			return nil, err
		}
		s := &setter{file: f}
		if err := s.set(c.paras()); err != nil {
			return nil, err
		}
		if blank { // a page of its own: what is put there lies over nothing
			f.pages = append([]string{""}, f.pages...)
		}
		if err := put(f, c); err != nil {
			return nil, err
		}
		return f.bytes(), nil
	}}
}

// loose sets texts for a place outside of pages: the operators, and resources with the fonts.
func (f *pdfFile) loose(texts []string) (string, string, error) {
	inner := &pdfFile{objects: []string{"", ""}, fonts: nil}
	for _, font := range f.fonts {
		inner.fonts = append(inner.fonts, &pdfFont{face: font.face, known: map[pdfCode]int{}})
	}
	s := &setter{file: inner}
	if err := s.set(plains(texts...)); err != nil {
		return "", "", err
	}
	fonts := ""
	for i, font := range inner.fonts {
		if len(font.codes) > 0 {
			fonts += fmt.Sprintf("/F%d %d 0 R", i, f.font(font))
		}
	}
	return strings.Join(inner.pages, ""), "/Resources<</Font<<" + fonts + ">>>>", nil
}

// form adds texts as a form, which pages and annotations can show.
func (f *pdfFile) form(texts []string) (int, error) {
	content, resources, err := f.loose(texts)
	return f.stream("/Type/XObject/Subtype/Form/BBox[0 0 600 900]"+resources, content), err
}

// annotate puts texts on all pages as an annotation with flags.
func (f *pdfFile) annotate(texts []string, kind string, flags int) error {
	number, err := f.form(texts)
	annotation := f.add(fmt.Sprintf("<</Type/Annot%s/F %d/Rect[0 0 600 900]/AP<</N %d 0 R>>>>", kind, flags, number))
	f.first += fmt.Sprintf("/Annots[%d 0 R]", annotation)
	return err
}

// image puts a picture of texts on the first page, and an invisible text over it.
func (f *pdfFile) image(texts []string, over string) error {
	c, err := picture(texts)
	if err != nil {
		return err
	}
	number := f.stream(fmt.Sprintf("/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8", c.Rect.Dx(),
		c.Rect.Dy()), string(c.Pix))
	height := float64(c.Rect.Dy()) / float64(c.Rect.Dx()) * 530
	f.resources += fmt.Sprintf("/XObject<</I %d 0 R>>", number)
	f.pages[0] = fmt.Sprintf("q 530 0 0 %.1f 30 %.1f cm /I Do Q\n", height, 800-height)
	if over != "" {
		s := &setter{file: f}
		first := len(f.pages)
		if err := s.set([]para{styled(over, look{hidden: true})}); err != nil {
			return err
		}
		f.pages[0] += strings.Join(f.pages[first:], "")
		f.pages = f.pages[:first]
	}
	return nil
}

// padding is what PDF fills short passwords with.
var padding = []byte("\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00" +
	"\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A")

func padded(password string) []byte { return append([]byte(password), padding...)[:32] }

func rc4Of(key, data []byte) []byte {
	c, err := rc4.NewCipher(key) //nolint:gosec // PDF's first encryption
	if err != nil {
		return data
	}
	out := make([]byte, len(data))
	c.XORKeyStream(out, data)
	return out
}

// encrypt encrypts the streams of a file with 40 bits; whoever has no user password can read it.
func (f *pdfFile) encrypt(user string) {
	ownerKey := md5.Sum(padded("owner")) //nolint:gosec // as above
	owner := rc4Of(ownerKey[:5], padded(user))
	id := []byte("0123456789abcdef")
	permissions := int32(-64)
	base := append(padded(user), owner...)
	base = binary.LittleEndian.AppendUint32(base, uint32(permissions))
	key := md5.Sum(append(base, id...)) //nolint:gosec // as above
	f.trailer += fmt.Sprintf("/ID[<%x><%x>]/Encrypt<</Filter/Standard/V 1/R 2/O<%x>/U<%x>/P %d>>", id, id, owner, rc4Of(key[:5], padding),
		permissions)
	f.seal = func(number int, data []byte) []byte {
		sum := md5.Sum(append(append([]byte{}, key[:5]...), byte(number), byte(number>>8), byte(number>>16), 0, 0)) //nolint:gosec // as PDF has it
		return rc4Of(sum[:10], data)
	}
}

// pdfWhole are tricks of the file as a whole.
func pdfWhole() []*trick {
	var out []*trick
	add := func(id, name, needs string, more bool, f func(c content) ([]byte, error)) {
		out = append(out, &trick{id: "p-" + id, name: name, kind: "Unread: locked, damaged and huge files", way: hide, needs: needs,
			more: more, make: map[format]func(content) ([]byte, error){pdf: f}})
	}
	plainFile := func(c content) ([]byte, error) { return pdfOf(c.plain()) }
	add("password", "a password to open the file", byHand, false, func(c content) ([]byte, error) {
		return pdfWith(nil, func(f *pdfFile) { f.encrypt("secret") })(c.plain())
	})
	add("owner-password", "a password to change the file only", byHand, false, func(c content) ([]byte, error) {
		return pdfWith(nil, func(f *pdfFile) { f.encrypt("") })(c.plain())
	})
	add("cut", "cut off after three fifths", tool, true, func(c content) ([]byte, error) {
		data, err := plainFile(c)
		return data[:len(data)*3/5], err
	})
	add("no-table", "without its table of objects", tool, false, func(c content) ([]byte, error) {
		data, err := plainFile(c)
		at := strings.LastIndex(string(data), "xref\n0")
		return append(data[:at:at], "trailer\n<</Root 1 0 R>>\n%%EOF\n"...), err
	})
	add("wrong-table", "with a table of objects that is wrong", tool, false, func(c content) ([]byte, error) {
		data, err := plainFile(c)
		return []byte(strings.Replace(string(data), "startxref\n", "startxref\n9", 1)), err
	})
	add("before", "behind 3,000 bytes of something else", tool, false, func(c content) ([]byte, error) {
		data, err := plainFile(c)
		return append([]byte(strings.Repeat("#!junk\n", 140)), data...), err
	})
	add("empty-pages", "with 30 empty pages", byHand, false, func(c content) ([]byte, error) {
		return pdfWith(nil, func(f *pdfFile) { f.pages = append(f.pages, make([]string, 30)...) })(c.plain())
	})
	add("picture-pages", "with 8 pages that are pictures behind it", byHand, true, func(c content) ([]byte, error) {
		return pdfWith(nil, func(f *pdfFile) {
			number := f.stream("/Type/XObject/Subtype/Image/Width 100/Height 140/ColorSpace/DeviceGray/BitsPerComponent 8",
				strings.Repeat("\x40\xA0", 7000))
			f.resources += fmt.Sprintf("/XObject<</I %d 0 R>>", number)
			for range 8 {
				f.pages = append(f.pages, "q 595 0 0 842 0 0 cm /I Do Q\n")
			}
		})(c.plain())
	})
	return out
}
