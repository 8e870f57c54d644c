package web

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"text/template/parse"

	"zhiwen/templates"
)

// The keys of messages that stand in templates and code.

// templateKeys returns the constant keys that templates ask for with t and n.
func templateKeys(t *testing.T) []string {
	t.Helper()
	var keys []string
	err := fs.WalkDir(templates.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := templates.Files.ReadFile(path)
		if err != nil {
			return err
		}
		trees := map[string]*parse.Tree{}
		tree := parse.New(path)
		tree.Mode = parse.SkipFuncCheck
		_, err = tree.Parse(string(b), "", "", trees)
		if err != nil {
			return err
		}
		for _, tree := range trees {
			walk(reflect.ValueOf(tree.Root), func(n *parse.CommandNode) {
				f, ok := n.Args[0].(*parse.IdentifierNode)
				if !ok || f.Ident != "t" && f.Ident != "n" {
					return
				}
				key, ok := n.Args[1].(*parse.StringNode)
				if !ok {
					t.Errorf("%s: a key that is not constant: %s", path, n)
					return
				}
				keys = append(keys, key.Text)
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// walk calls visit for every command in a tree of template nodes.
func walk(v reflect.Value, visit func(*parse.CommandNode)) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() || v.Type() == reflect.TypeFor[*parse.Tree]() {
			return
		}
		if n, ok := v.Interface().(*parse.CommandNode); ok {
			visit(n)
		}
		walk(v.Elem(), visit)
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				walk(v.Field(i), visit)
			}
		}
	}
}

// goKeys returns the constant keys that pages and command line ask for, and what may be a key:
// texts, by themselves and behind the beginnings that are put before some.
func goKeys(t *testing.T) (keys []string, maybe map[string]bool) {
	t.Helper()
	texts, beginnings := map[string]bool{}, map[string]bool{"": true}
	inGo(t, []string{"*.go", "*/*.go", "*/*/*.go", "../server/*.go", "../server/*/*.go"}, func(n ast.Node) {
		if text, ok := literal(n); ok {
			texts[text] = true
		}
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return
		}
		f, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || f.Sel.Name != "Text" && f.Sel.Name != "Count" {
			return
		}
		if key, ok := literal(call.Args[0]); ok {
			keys = append(keys, key)
		}
		if sum, ok := call.Args[0].(*ast.BinaryExpr); ok {
			beginning, _ := literal(sum.X)
			beginnings[beginning] = true
		}
	})
	maybe = map[string]bool{}
	for beginning := range beginnings {
		for text := range texts {
			maybe[beginning+text] = true
		}
	}
	return keys, maybe
}

// commandLiterals returns the texts in quotation marks of the commands, which name messages
// in tables and by what comes behind "config." too.
func commandLiterals(t *testing.T) (literals []string) {
	t.Helper()
	inGo(t, []string{"../server/*.go", "../server/*/*.go"}, func(n ast.Node) {
		if text, ok := literal(n); ok {
			literals = append(literals, text)
		}
	})
	return literals
}

// inGo visits what stands in the Go files of some patterns but those of tests.
func inGo(t *testing.T, patterns []string, visit func(ast.Node)) {
	t.Helper()
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("no Go files %s: %v", pattern, err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				visit(n)
				return true
			})
		}
	}
}

// literal returns the text of a constant in quotation marks.
func literal(n ast.Node) (text string, ok bool) {
	l, ok := n.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil
}
