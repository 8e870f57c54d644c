// Package markup parses XML: token by token (Reader), or as whole elements where order does not
// matter (Element).
//
// Its input is the text of an XML file. Its output is tokens with names, attributes and characters.
// It rejects excessive content (extract.ErrLimits) and entities that a file defines itself, and
// knows nothing about the meaning of the elements.
//
// The tokenizer is the project's own: encoding/xml took 60 % of the time of a .docx, and
// tdewolff/parse leaves names, end tags and entities to its user. FuzzXML compares it with
// encoding/xml.
package markup

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

const (
	maxXMLDepth     = 400  // nested elements; tables within tables within text boxes reach 60
	tokensUnwatched = 4096 // between two checks of the context: less than a millisecond
)

// Reader splits XML into tokens. It accepts and rejects what encoding/xml does, except that any
// character beyond ASCII may be part of a name, any version of XML is allowed, and references to
// forbidden characters are accepted. It takes a fraction of the time, since its tokens are
// substrings of the text. Entities defined in the file are rejected, so none can explode or fetch a
// file.
type Reader struct {
	Raw    string // without forbidden characters, see UTF8
	Offset int    // of the next token

	Tag  Tag    // the latest start tag
	Text string // the latest characters

	Ctx    context.Context // checked now and then; may be nil
	tokens int             // read so far

	open    []string // names of the open elements, as written
	closing bool     // the latest tag was of an empty element, which ends now

	spaces   map[string]string // namespaces by prefix
	shadowed []xmlSpace        // meanings of prefixes that open elements redeclared
	nodes    []Node            // of the latest tree, see Element

	compatibility
}

// Tag is the start of an element. It stays valid when reading continues.
type Tag struct {
	prefix, Name string
	attrs        Attributes
}

// Attr returns the value of an attribute, or "".
func (t Tag) Attr(name string) string { return t.attrs.Of(name) }

// xmlSpace is what a prefix stood for before an element redeclared it.
type xmlSpace struct {
	depth       int // of that element
	prefix, uri string
	known       bool
}

// Kind is the kind of a token. Comments and instructions are not tokens.
type Kind int

// The kinds of tokens.
const (
	Start Kind = iota // of an element: Tag
	End
	Text // Text of the reader, which may come in several pieces
)

// NewReader returns a reader for the XML of an office program.
func NewReader(raw string) *Reader {
	return &Reader{Raw: UTF8(raw), spaces: map[string]string{"xml": "http://www.w3.org/XML/1998/namespace"}}
}

// UTF8 returns XML as UTF-8, with blanks for forbidden characters, which some programs write anyway.
// The encoding is told by a byte order mark, by the bytes of the first sign in UTF-16, by the
// declaration, if the text makes sense in it, or by bytes that are not UTF-8.
func UTF8(raw string) string {
	if s, ok := strings.CutPrefix(raw, "\xFF\xFE"); ok {
		raw = char.DecodeUTF16([]byte(s), false)
	} else if s, ok := strings.CutPrefix(raw, "\xFE\xFF"); ok {
		raw = char.DecodeUTF16([]byte(s), true)
	} else if strings.HasPrefix(raw, "<\x00") || strings.HasPrefix(raw, "\x00<") {
		raw = char.DecodeUTF16([]byte(raw), raw[0] == 0)
	} else if e, rest := declared(raw); e != nil {
		raw = char.Stated([]byte(rest), e)
	} else if strings.HasPrefix(raw, "<") && !utf8.ValidString(raw) {
		if decode := char.Decoder([]byte(raw)); decode != nil {
			raw = decode([]byte(raw))
		}
	}
	return char.Clean(raw)
}

// declarationWindow is how many bytes are searched for a declaration of XML, which has 60 or so.
const declarationWindow = 256

// declared returns the encoding other than UTF-8 that XML declares, with the XML behind the
// declaration, or nil with all of it.
func declared(raw string) (encoding.Encoding, string) {
	head, _, ended := strings.Cut(raw[:min(len(raw), declarationWindow)], "?>")
	before, value, stated := strings.Cut(head, "encoding")
	if !ended || !stated || !strings.Contains(before, "<?xml") {
		return nil, raw
	}
	value = strings.TrimLeft(value, " \t\r\n=")
	if value == "" {
		return nil, raw
	}
	label, _, _ := strings.Cut(value[1:], value[:1])
	e, name := charset.Lookup(label)
	if e == nil || strings.HasPrefix(name, "utf-") || name == "replacement" {
		return nil, raw
	}
	return e, raw[len(head)+len("?>"):]
}

func damagedXML() error { return fmt.Errorf("%w: its XML cannot be read", extract.ErrDamaged) }

func tooDeep() error {
	return fmt.Errorf("%w: XML nested deeper than %d", extract.ErrLimits, maxXMLDepth)
}

// token reads the next token in the file, or returns io.EOF after the last element.
func (x *Reader) token() (Kind, error) {
	if x.tokens++; x.Ctx != nil && x.tokens%tokensUnwatched == 0 {
		if err := x.Ctx.Err(); err != nil {
			return 0, err
		}
	}
	if x.closing {
		x.closing = false
		x.close()
		return End, nil
	}
	for x.Offset < len(x.Raw) {
		if x.Raw[x.Offset] != '<' {
			return Text, x.characters()
		}
		switch rest := x.Raw[x.Offset+1:]; {
		case strings.HasPrefix(rest, "/"):
			return End, x.end()
		case strings.HasPrefix(rest, "?"):
			if !x.instruction() {
				return 0, damagedXML()
			}
		case strings.HasPrefix(rest, "!--"):
			// A comment contains two hyphens only at its end.
			if !x.skip(len("<!--"), "--") || !strings.HasPrefix(x.Raw[x.Offset:], ">") {
				return 0, damagedXML()
			}
			x.Offset++
		case strings.HasPrefix(rest, "![CDATA["):
			from := x.Offset + len("<![CDATA[")
			if !x.skip(len("<![CDATA["), "]]>") {
				return 0, damagedXML()
			}
			x.Text = newlines(x.Raw[from : x.Offset-len("]]>")])
			return Text, nil
		case strings.HasPrefix(rest, "![") || strings.HasPrefix(rest, "!-"):
			return 0, damagedXML()
		case strings.HasPrefix(rest, "!"):
			if !x.directive() {
				return 0, damagedXML()
			}
		default:
			return Start, x.start()
		}
	}
	if len(x.open) > 0 {
		return 0, damagedXML()
	}
	return 0, io.EOF
}

// skip advances past the next end, searching from byte from on.
func (x *Reader) skip(from int, end string) bool {
	i := strings.Index(x.Raw[x.Offset+from:], end)
	if i < 0 {
		return false
	}
	x.Offset += from + i + len(end)
	return true
}

// characters reads text up to the next tag.
func (x *Reader) characters() error {
	s := x.Raw[x.Offset:]
	if end := strings.IndexByte(s, '<'); end >= 0 {
		s = s[:end]
	}
	if strings.Contains(s, "]]>") {
		return damagedXML()
	}
	x.Offset += len(s)
	var ok bool
	if x.Text, ok = unescaped(s); !ok {
		return damagedXML()
	}
	return nil
}

// start reads a start tag.
func (x *Reader) start() error {
	whole, colon, at := x.nameAt(x.Offset + 1)
	if whole == "" {
		return damagedXML()
	}
	from, ignorable := at, ""
	if len(x.open) >= maxXMLDepth {
		return tooDeep()
	}
	x.open = append(x.open, whole)
	x.Tag.prefix, x.Tag.Name = splitName(whole, colon)
	for {
		at = x.behindBlanks(at)
		if at < len(x.Raw) && x.Raw[at] == '>' {
			x.begun(Attributes(x.Raw[from:at]), at+1, ignorable)
			return nil
		}
		if strings.HasPrefix(x.Raw[at:], "/>") {
			x.closing = true
			x.begun(Attributes(x.Raw[from:at]), at+len("/>"), ignorable)
			return nil
		}
		whole, colon, at = x.nameAt(at)
		if whole == "" {
			return damagedXML()
		}
		at = x.behindBlanks(at)
		if at == len(x.Raw) || x.Raw[at] != '=' {
			return damagedXML()
		}
		var value string
		var ok bool
		if value, at, ok = x.valueAt(x.behindBlanks(at + 1)); !ok {
			return damagedXML()
		}
		if !strings.HasPrefix(whole, "xmlns") {
			if prefix, ok := strings.CutSuffix(whole, ":Ignorable"); ok {
				ignorable = prefix
			}
			continue
		}
		switch prefix, name := splitName(whole, colon); {
		case prefix == "xmlns":
			x.declare(name, value)
		case whole == "xmlns":
			x.declare("", value)
		}
	}
}

// begun completes a start tag; next is the offset after it, ignorable the prefix of an attribute of
// that name.
func (x *Reader) begun(attrs Attributes, next int, ignorable string) {
	x.Tag.attrs, x.Offset = attrs, next
	if ignorable != "" && x.spaces[ignorable] == compatibilityNamespace {
		x.noteIgnorable()
	}
}

// end reads an end tag.
func (x *Reader) end() error {
	name, _, at := x.nameAt(x.Offset + len("</"))
	at = x.behindBlanks(at)
	if n := len(x.open); n == 0 || name != x.open[n-1] || at == len(x.Raw) || x.Raw[at] != '>' {
		return damagedXML()
	}
	x.Offset = at + 1
	x.close()
	return nil
}

// close ends the innermost element.
func (x *Reader) close() {
	for n := len(x.shadowed); n > 0 && x.shadowed[n-1].depth == len(x.open); n-- {
		s := x.shadowed[n-1]
		if x.shadowed = x.shadowed[:n-1]; s.known {
			x.spaces[s.prefix] = s.uri
		} else {
			delete(x.spaces, s.prefix)
		}
	}
	x.open = x.open[:len(x.open)-1]
}

// Depth returns how many elements are open.
func (x *Reader) Depth() int { return len(x.open) }

// declare binds a prefix to a namespace until the innermost element ends.
func (x *Reader) declare(prefix, uri string) {
	if prefix == "xml" || prefix == "xmlns" {
		return // stand for themselves
	}
	old, known := x.spaces[prefix]
	x.shadowed = append(x.shadowed, xmlSpace{len(x.open), prefix, old, known})
	x.spaces[prefix] = uri
}

// Space returns the namespace of the latest tag, or its prefix if that is not declared.
func (x *Reader) Space() string {
	if uri, ok := x.spaces[x.Tag.prefix]; ok {
		return uri
	}
	return x.Tag.prefix
}

// instruction skips <?…?>. The stated version and encoding are ignored: files of XML 1.1 can be
// read too.
func (x *Reader) instruction() bool {
	target, _, at := x.wholeName(x.Offset + len("<?"))
	return target != "" && x.skip(at-x.Offset, "?>")
}

// directive skips <!…>. Brackets, comments and quotes in it are distinguished from its end.
func (x *Reader) directive() bool {
	depth := 0
	for i := x.Offset + len("<!") + 1; i < len(x.Raw); i++ {
		switch c := x.Raw[i]; {
		case c == '>' && depth == 0:
			x.Offset = i + 1
			return true
		case c == '>':
			depth--
		case c == '"' || c == '\'':
			end := strings.IndexByte(x.Raw[i+1:], c)
			if end < 0 {
				return false
			}
			i += 1 + end
		case strings.HasPrefix(x.Raw[i:], "<!--"):
			end := strings.Index(x.Raw[i+len("<!--"):], "-->")
			if end < 0 {
				return false
			}
			i += len("<!--") + end + len("-->") - 1
		case c == '<':
			depth++
		}
	}
	return false
}

// behindBlanks returns the first offset from at on that is not white space.
func (x *Reader) behindBlanks(at int) int { return behindBlanks(x.Raw, at) }

func behindBlanks(s string, at int) int {
	for at < len(s) && blank(s[at]) {
		at++
	}
	return at
}

func blank(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// nameAt reads the name of an element or an attribute, or "". colon is the end of its prefix, at
// the offset after the name.
func (x *Reader) nameAt(from int) (name string, colon, at int) {
	name, colon, at = x.wholeName(from)
	if colon >= 0 && strings.IndexByte(name[colon+1:], ':') >= 0 {
		return "", -1, at
	}
	return name, colon, at
}

// wholeName reads any name; colon is the index of its first colon, or -1.
func (x *Reader) wholeName(from int) (name string, colon, at int) {
	colon, at = -1, from
	for ; at < len(x.Raw); at++ {
		switch c := x.Raw[at]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_', c >= utf8.RuneSelf:
		case c == ':':
			if colon < 0 {
				colon = at - from
			}
		case ('0' <= c && c <= '9' || c == '-' || c == '.') && at > from:
		default:
			return x.Raw[from:at], colon, at
		}
	}
	return x.Raw[from:at], colon, at
}

// splitName splits a name at its colon, unless one side would be empty.
func splitName(whole string, colon int) (prefix, name string) {
	if colon <= 0 || colon == len(whole)-1 {
		return "", whole
	}
	return whole[:colon], whole[colon+1:]
}

// valueAt reads the quoted value of an attribute.
func (x *Reader) valueAt(from int) (value string, at int, ok bool) {
	if from == len(x.Raw) || x.Raw[from] != '"' && x.Raw[from] != '\'' {
		return "", from, false
	}
	quote := x.Raw[from]
	from++
	plain := true
	for at = from; at < len(x.Raw); at++ {
		switch c := x.Raw[at]; c {
		case quote:
			value, ok = x.Raw[from:at], true
			if !plain {
				value, ok = unescaped(value)
			}
			return value, at + 1, ok
		case '<':
			return "", at, false
		case '&', '\r':
			plain = false
		}
	}
	return "", at, false
}

// unescaped resolves references and normalises line ends. It rejects references to invalid
// characters.
func unescaped(s string) (string, bool) {
	amp := strings.IndexByte(s, '&')
	if amp < 0 {
		return newlines(s), true
	}
	var out strings.Builder
	for ; amp >= 0; amp = strings.IndexByte(s, '&') {
		out.WriteString(newlines(s[:amp]))
		name, behind, ended := strings.Cut(s[amp+1:], ";")
		r, ok := referred(name)
		if !ended || !ok {
			return "", false
		}
		out.WriteRune(r)
		s = behind
	}
	out.WriteString(newlines(s))
	return out.String(), true
}

// entities are the references that XML itself has.
var entities = map[string]rune{"lt": '<', "gt": '>', "amp": '&', "apos": '\'', "quot": '"'}

// referred returns the character of a reference, given without its delimiters. As in the text
// itself, a forbidden character becomes a blank, but half of a surrogate pair becomes U+FFFD.
func referred(name string) (r rune, ok bool) {
	if r, ok := entities[name]; ok {
		return r, true
	}
	digits, ok := strings.CutPrefix(name, "#")
	if !ok {
		return 0, false
	}
	base := 10
	if strings.HasPrefix(digits, "x") || strings.HasPrefix(digits, "X") {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	switch {
	case err != nil || n > utf8.MaxRune:
		return 0, false
	case utf16.IsSurrogate(rune(n)):
		return utf8.RuneError, true
	}
	return char.CleanRune(rune(n)), true
}

// newlines normalises line ends to one character, as XML requires.
func newlines(s string) string {
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}
