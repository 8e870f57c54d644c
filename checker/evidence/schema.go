package evidence

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Validate returns an error unless a file is well-formed and follows Schema; it implements the parts
// of XML Schema that Schema uses. The error names the line and the fault. Files with a document
// type declaration are refused, so nothing in a file can be expanded, and nothing is read past the
// first fault.
func Validate(file []byte) error {
	d := xml.NewDecoder(bytes.NewReader(file))
	v := validator{ids: map[string]bool{}}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if !v.begun {
				return errors.New("line 1: there is no element")
			}
			return nil // the decoder has checked that all elements are closed
		}
		if err == nil {
			err = v.take(token)
		}
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			return fmt.Errorf("line %d: %s", syntax.Line, syntax.Msg)
		}
		if err != nil {
			line, _ := d.InputPos()
			return fmt.Errorf("line %d: %w", line, err)
		}
	}
}

// validator follows the tokens of a file through the schema.
type validator struct {
	open  []openElement
	begun bool
	ids   map[string]bool // of matches
}

// openElement is an element that is not closed yet.
type openElement struct {
	declared *xsdElement
	next     int // index of the first child that may come
	count    int // how many of that child have come
	text     bytes.Buffer
}

func (v *validator) take(token xml.Token) error {
	switch token := token.(type) {
	case xml.Directive:
		return errors.New("a document type declaration is not allowed")
	case xml.ProcInst:
		if token.Target != "xml" || v.begun {
			return fmt.Errorf("the processing instruction %.40q is not allowed", token.Target)
		}
	case xml.StartElement:
		return v.start(token)
	case xml.EndElement:
		return v.end()
	case xml.CharData:
		if len(v.open) == 0 {
			if len(bytes.TrimSpace(token)) > 0 {
				return errors.New("there is text outside of the element evidence")
			}
			return nil
		}
		v.open[len(v.open)-1].text.Write(token)
	}
	return nil
}

func (v *validator) start(token xml.StartElement) error {
	if token.Name.Space != Namespace {
		return fmt.Errorf("the element %.40q is not of the namespace %s", token.Name.Local, Namespace)
	}
	var declared *xsdElement
	if len(v.open) == 0 {
		if v.begun || token.Name.Local != schema().Name {
			return fmt.Errorf("the element %.40q cannot stand here", token.Name.Local)
		}
		v.begun, declared = true, schema()
	} else {
		parent := &v.open[len(v.open)-1]
		children := parent.declared.children()
		for {
			if parent.next == len(children) {
				return fmt.Errorf("the element %.40q cannot stand here in %s", token.Name.Local, parent.declared.Name)
			}
			declared = &children[parent.next]
			if declared.Name == token.Name.Local && (declared.most() < 0 || parent.count < declared.most()) {
				parent.count++
				break
			}
			if parent.count < declared.least() {
				return fmt.Errorf("the element %s is missing before %.40q", declared.Name, token.Name.Local)
			}
			parent.next, parent.count = parent.next+1, 0
		}
	}
	if err := v.attributes(declared, token.Attr); err != nil {
		return err
	}
	v.open = append(v.open, openElement{declared: declared})
	return nil
}

func (v *validator) attributes(declared *xsdElement, found []xml.Attr) error {
	known := declared.attributes()
	seen := map[string]bool{}
	for _, a := range found {
		if a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" {
			continue
		}
		i := slices.IndexFunc(known, func(k xsdAttribute) bool { return k.Name == a.Name.Local })
		if i < 0 || a.Name.Space != "" {
			return fmt.Errorf("%s has no attribute %.40q", declared.Name, a.Name.Local)
		}
		if seen[a.Name.Local] {
			return fmt.Errorf("%s has the attribute %s twice", declared.Name, a.Name.Local)
		}
		seen[a.Name.Local] = true
		if err := known[i].check(a.Value); err != nil {
			return fmt.Errorf("%s of %s: %w", a.Name.Local, declared.Name, err)
		}
		if declared.Name == "match" && a.Name.Local == "id" {
			// The schema has one rule of uniqueness: the ids of matches.
			id := strings.TrimLeft(strings.TrimSpace(a.Value), "+0")
			if v.ids[id] {
				return fmt.Errorf("there are two matches %.40s", a.Value)
			}
			v.ids[id] = true
		}
	}
	for _, k := range known {
		if k.Use == "required" && !seen[k.Name] {
			return fmt.Errorf("%s lacks the attribute %s", declared.Name, k.Name)
		}
	}
	return nil
}

func (v *validator) end() error {
	last := &v.open[len(v.open)-1]
	v.open = v.open[:len(v.open)-1]
	for i, c := range last.declared.children() {
		count := 0
		if i == last.next {
			count = last.count
		}
		if i >= last.next && count < c.least() {
			return fmt.Errorf("the element %s is missing in %s", c.Name, last.declared.Name)
		}
	}
	simple, ok := last.declared.content()
	switch {
	case ok:
		if err := simple.check(last.text.String()); err != nil {
			return fmt.Errorf("%s: %w", last.declared.Name, err)
		}
	case len(bytes.TrimSpace(last.text.Bytes())) > 0:
		return fmt.Errorf("there is text in %s", last.declared.Name)
	}
	return nil
}

// schema returns the root element of Schema and reads it once.
var schema = sync.OnceValue(func() *xsdElement {
	var s xsd
	if err := xml.Unmarshal(Schema, &s); err != nil {
		panic(fmt.Sprintf("schema of evidence: %v", err)) // it is embedded in the program
	}
	s.resolve()
	return &s.Element
})

// xsd holds the parts of XML Schema that the schemas use.
type xsd struct {
	Simple  []xsdSimple  `xml:"simpleType"`
	Complex []xsdComplex `xml:"complexType"`
	Element xsdElement   `xml:"element"`
}

type xsdElement struct {
	Name string      `xml:"name,attr"`
	Type string      `xml:"type,attr"`
	Min  string      `xml:"minOccurs,attr"`
	Max  string      `xml:"maxOccurs,attr"`
	Of   *xsdComplex `xml:"complexType"`

	simple *xsdSimple // if it has a named type
}

type xsdComplex struct {
	Name       string         `xml:"name,attr"`
	Elements   []xsdElement   `xml:"sequence>element"`
	Attributes []xsdAttribute `xml:"attribute"`
	Extension  *struct {
		Base       string         `xml:"base,attr"`
		Attributes []xsdAttribute `xml:"attribute"`

		simple *xsdSimple
	} `xml:"simpleContent>extension"`
}

type xsdAttribute struct {
	Name string `xml:"name,attr"`
	Type string `xml:"type,attr"`
	Use  string `xml:"use,attr"`

	simple *xsdSimple
}

type xsdSimple struct {
	Name string `xml:"name,attr"`
	Base struct {
		Name     string     `xml:"base,attr"`
		Patterns []xsdValue `xml:"pattern"`
		Values   []xsdValue `xml:"enumeration"`
		Min      *xsdValue  `xml:"minInclusive"`
		Max      *xsdValue  `xml:"maxInclusive"`
		Digits   *xsdValue  `xml:"fractionDigits"`
	} `xml:"restriction"`

	pattern *regexp.Regexp
}

type xsdValue struct {
	Value string `xml:"value,attr"`
}

// resolve looks up the named types.
func (s *xsd) resolve() {
	simple := func(name string) *xsdSimple {
		if i := slices.IndexFunc(s.Simple, func(t xsdSimple) bool { return t.Name == name }); i >= 0 {
			return &s.Simple[i]
		}
		if _, known := builtin[name]; !known {
			panic("schema of evidence: no type " + name)
		}
		t := &xsdSimple{}
		t.Base.Name = name
		return t
	}
	for i := range s.Simple {
		if t := &s.Simple[i]; len(t.Base.Patterns) > 0 {
			t.pattern = regexp.MustCompile("^(?:" + t.Base.Patterns[0].Value + ")$")
		}
	}
	var complex func(*xsdComplex)
	element := func(e *xsdElement) {
		if e.Type != "" {
			if i := slices.IndexFunc(s.Complex, func(t xsdComplex) bool { return t.Name == e.Type }); i >= 0 {
				e.Of = &s.Complex[i]
			} else {
				e.simple = simple(e.Type)
			}
		}
		if e.Of != nil {
			complex(e.Of)
		}
	}
	attributes := func(list []xsdAttribute) {
		for i := range list {
			list[i].simple = simple(list[i].Type)
		}
	}
	complex = func(c *xsdComplex) {
		for i := range c.Elements {
			element(&c.Elements[i])
		}
		attributes(c.Attributes)
		if x := c.Extension; x != nil {
			x.simple = simple(x.Base)
			attributes(x.Attributes)
		}
	}
	element(&s.Element)
}

func (e *xsdElement) children() []xsdElement {
	if e.Of == nil {
		return nil
	}
	return e.Of.Elements
}

func (e *xsdElement) attributes() []xsdAttribute {
	switch {
	case e.Of == nil:
		return nil
	case e.Of.Extension != nil:
		return e.Of.Extension.Attributes
	}
	return e.Of.Attributes
}

// content returns the type of an element's text, and whether it may have any.
func (e *xsdElement) content() (*xsdSimple, bool) {
	switch {
	case e.Of == nil:
		return e.simple, true
	case e.Of.Extension != nil:
		return e.Of.Extension.simple, true
	}
	return nil, false
}

// least and most return how often an element may occur; most below 0 means no limit.
func (e *xsdElement) least() int { return occurs(e.Min) }
func (e *xsdElement) most() int  { return occurs(e.Max) }

func occurs(s string) int {
	switch s {
	case "":
		return 1
	case "unbounded":
		return -1
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		panic("schema of evidence: " + s)
	}
	return n
}

func (a *xsdAttribute) check(value string) error { return a.simple.check(value) }

// check returns an error if a value is not of the type.
func (t *xsdSimple) check(value string) error {
	if !builtin[t.Base.Name](value) {
		return fmt.Errorf("%.40q is no %s", value, strings.TrimPrefix(t.Base.Name, "xs:"))
	}
	is := func(v xsdValue) bool { return v.Value == value }
	if t.pattern != nil && !t.pattern.MatchString(value) || len(t.Base.Values) > 0 && !slices.ContainsFunc(t.Base.Values, is) {
		return fmt.Errorf("%.40q is no %s", value, t.Name)
	}
	if t.Base.Min == nil {
		return nil
	}
	// The only type with bounds is a number from 0 to 1.
	number, _ := new(big.Rat).SetString(strings.TrimSpace(value))
	low, _ := new(big.Rat).SetString(t.Base.Min.Value)
	high, _ := new(big.Rat).SetString(t.Base.Max.Value)
	_, fraction, _ := strings.Cut(strings.TrimRight(strings.TrimSpace(value), "0"), ".")
	if digits, err := strconv.Atoi(t.Base.Digits.Value); err != nil || number.Cmp(low) < 0 || number.Cmp(high) > 0 ||
		strings.Contains(value, ".") && len(fraction) > digits {
		return fmt.Errorf("%.40q is no %s", value, t.Name)
	}
	return nil
}

var (
	decimalForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[\t\n\r ]*[+-]?([0-9]{1,30}(\.[0-9]{0,30})?|\.[0-9]{1,30})[\t\n\r ]*$`)
	})
	dateTimeForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$`)
	})
)

// builtin are the types of XML Schema itself that the schemas use. Numbers are bounded by the types
// of the program.
var builtin = map[string]func(string) bool{
	"xs:string":             func(string) bool { return true },
	"xs:boolean":            func(s string) bool { return slices.Contains([]string{"true", "false", "0", "1"}, strings.TrimSpace(s)) },
	"xs:nonNegativeInteger": func(s string) bool { return atLeast(s, 0) },
	"xs:positiveInteger":    func(s string) bool { return atLeast(s, 1) },
	"xs:decimal":            func(s string) bool { return decimalForm().MatchString(s) },
	"xs:dateTime": func(s string) bool {
		if !dateTimeForm().MatchString(s) {
			return false
		}
		const zoneless = len("2006-01-02T15:04:05")
		_, err := time.Parse("2006-01-02T15:04:05", s[:zoneless])
		return err == nil
	},
}

func atLeast(s string, least int64) bool {
	n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
	return err == nil && n >= least
}
