package web

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template/parse"

	"github.com/pelletier/go-toml/v2"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/extract"
	"zhiwen/templates"
	"zhiwen/web/catalogue"
	"zhiwen/web/report"
)

// families are the keys made from values: of types, of the error table, of
// stored failures. A value that is new in its package and missing here is found
// by the tests that render it; one that is missing in the catalogue, here.
func families() []string {
	var keys []string
	add := func(prefix string, values ...string) {
		for _, v := range values {
			keys = append(keys, prefix+"."+v)
		}
	}
	for _, k := range []evidence.Kind{evidence.Verbatim, evidence.Near, evidence.Reordered, evidence.Homophone, evidence.Disguised, evidence.Script, evidence.Rewritten} {
		add("kind", string(k))
	}
	for _, r := range report.Relations() {
		add("relation", string(r))
	}
	for _, r := range evidence.Reasons() {
		add("reason", string(r))
	}
	for _, s := range []evidence.Subject{evidence.SubjectCheck, evidence.SubjectSource, evidence.SubjectMatch} {
		for _, v := range s.Verdicts() {
			add("verdict", string(v))
		}
	}
	for _, r := range evidence.ReviewReasons() {
		add("why", string(r))
	}
	for _, s := range []extract.MetadataSource{extract.FromTable, extract.FromLabel, extract.FromCover, extract.FromProperties} {
		add("found", string(s))
	}
	for _, c := range report.Citations() {
		add("citation", string(c))
	}
	for _, name := range report.FigureNames() {
		add("figure", string(name))
		add("meaning", string(name))
	}
	for _, r := range record.Roles() {
		add("account-role", string(r))
		add("account-role-hint", string(r))
	}
	for _, s := range []record.AccountState{record.AccountInvited, record.AccountActive, record.AccountLocked} {
		add("account-state", string(s))
	}
	for _, x := range scopes() {
		add("scope", string(x))
	}
	for _, key := range doneSaid {
		keys = append(keys, key)
	}
	for _, d := range record.Doubts() {
		add("doubt", string(d))
	}
	add("role", roleNames()...)
	for _, a := range audit.Actions() {
		add("audit.action", string(a))
	}
	for _, subject := range audit.Subjects() {
		add("audit.subject", string(subject))
	}
	add("lost", "database", "key") // this and the next: the command line's
	add("restore", "version", "database", "there")
	add("audit.detail", audit.DetailNames()...)
	for _, k := range audit.FaultKinds() {
		add("audit.fault", string(k))
	}
	for _, name := range exclude.FaultNames() {
		add("roles.fault", string(name))
	}
	for _, f := range record.MarkFaults() {
		add("marks.fault", string(f))
	}
	for _, m := range report.Marks() {
		add("mark", string(m))
	}
	for _, c := range report.Causes() {
		add("cause", string(c))
	}
	for _, f := range []extract.FlagKind{extract.HiddenText, extract.DeletedText, extract.Watermark, extract.ZeroWidth, extract.LookAlike, extract.Duplicate, extract.Macros, extract.Unsure, extract.Garbled} {
		add("flag", string(f))
	}
	for _, k := range extract.NoticeKinds {
		add("notice", string(k)+".title", string(k)+".advice")
	}
	add("field", search.FieldTitle, search.FieldApplicant, search.FieldInstitution, search.FieldProgramme, search.FieldKeywords, search.FieldText, "year", "date", "number", "participants", "cooperating", "period", "abstract")
	for _, s := range []record.CheckState{record.CheckQueued, record.CheckRunning, record.CheckDone, record.CheckFailed, record.CheckCancelled} {
		add("state", string(s))
	}
	add("state", string(record.DocumentWaiting), string(record.DocumentReady), "gone")
	for _, f := range append(slices.Clone(faults), internal) {
		add("fault", f.name+".title", f.name+".advice")
	}
	for _, name := range fileFaultNames() {
		add("fault", name+".title", name+".advice")
	}
	for _, kind := range extract.Kinds {
		name := failureName(record.FailureOf(&extract.KindError{Kind: kind}))
		add("fault", name+".title", name+".advice")
	}
	return keys
}

// templateKeys are the constant keys that templates ask for with t and n.
func templateKeys(t *testing.T) []string {
	t.Helper()
	c, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	a, err := newAssets()
	if err != nil {
		t.Fatal(err)
	}
	funcs := functions(c, c.Choose("", ""), a, &viewer{})
	builtins := map[string]any{}
	for _, name := range []string{"eq", "ne", "gt", "lt", "len", "print", "and", "or", "not"} {
		builtins[name] = fs.ValidPath
	}
	var keys []string
	err = fs.WalkDir(templates.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := templates.Files.ReadFile(path)
		if err != nil {
			return err
		}
		trees, err := parse.Parse(path, string(b), "", "", funcs, builtins)
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

// goKeys are the constant keys that this package and the command line ask for.
func goKeys(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"*.go", "../server/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no Go files %s: %v", pattern, err)
		}
		names = append(names, found...)
	}
	var keys []string
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			f, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || f.Sel.Name != "Text" && f.Sel.Name != "Count" {
				return true
			}
			if literal, ok := call.Args[0].(*ast.BasicLit); ok {
				if key, err := strconv.Unquote(literal.Value); err == nil {
					keys = append(keys, key)
				}
			}
			return true
		})
	}
	return keys
}

// TestMessages holds what pages say against the catalogue: every key that is
// used exists, and every key that exists is used.
func TestMessages(t *testing.T) {
	fromTemplates, fromGo := templateKeys(t), goKeys(t)
	if len(fromTemplates) < 50 || len(fromGo) < 2 {
		t.Fatalf("found only %d keys in templates and %d in Go: the search is broken", len(fromTemplates), len(fromGo))
	}
	used := map[string]bool{}
	for _, key := range slices.Concat(fromTemplates, fromGo, families()) {
		used[key] = true
	}
	b, err := os.ReadFile("catalogue/zh.toml")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]any{}
	if err := toml.Unmarshal(b, &known); err != nil {
		t.Fatal(err)
	}
	for key := range used {
		if known[key] == nil {
			t.Errorf("no message %q", key)
		}
	}
	for key := range known {
		if !used[key] {
			t.Errorf("message %q is used nowhere", key)
		}
	}
}

// fileFaultNames are the names of what can be wrong with a file.
func fileFaultNames() []string {
	names := []string{"internal-job", "interrupted"}
	for _, e := range extract.Errors {
		names = append(names, e.Name)
	}
	return names
}
