package static

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// extensionFiles returns the files of the extension with what they hold.
func extensionFiles(t *testing.T) map[string]string {
	t.Helper()
	files, err := Extension()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		b, err := fs.ReadFile(files, name)
		all[name] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if all["manifest.json"] == "" {
		t.Fatal("the extension has no manifest")
	}
	return all
}

// message is one of _locales.
type message struct {
	Message      string                       `json:"message"`
	Placeholders map[string]map[string]string `json:"placeholders"`
}

func messages(t *testing.T, files map[string]string, language string) (all map[string]message) {
	t.Helper()
	if err := json.Unmarshal([]byte(files["_locales/"+language+"/messages.json"]), &all); err != nil {
		t.Fatalf("messages of %s: %v", language, err)
	}
	return all
}

var (
	placeholder = regexp.MustCompile(`\$([A-Z]+)\$`)
	usedMessage = regexp.MustCompile(`say\("(\w+)"(?: \+)?|data-(?:text|placeholder)="(\w+)"|__MSG_(\w+)__`)
	errorCode   = regexp.MustCompile(`code: (?:answer\.status [=>]+ \d+ \? )?"(\w+)"(?: : "(\w+)")?`)
)

// Both languages say the same things, with the same parts, and each thing that is said has words.
func TestExtensionSpeaksBothLanguages(t *testing.T) {
	files := extensionFiles(t)
	en, zh := messages(t, files, "en"), messages(t, files, "zh")
	parts := func(m message) (all []string) {
		for _, p := range placeholder.FindAllStringSubmatch(m.Message, -1) {
			name := strings.ToLower(p[1])
			all = append(all, name+" "+m.Placeholders[name]["content"])
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	for key, m := range en {
		if zh[key].Message == "" || m.Message == "" {
			t.Errorf("%s is not said in both languages", key)
		}
		if !slices.Equal(parts(m), parts(zh[key])) || len(parts(m)) != len(m.Placeholders) {
			t.Errorf("%s has the parts %q in English and %q in Chinese", key, parts(m), parts(zh[key]))
		}
	}
	used := map[string]bool{"description": true}
	for name, content := range files {
		for _, found := range usedMessage.FindAllStringSubmatch(content, -1) {
			key := found[1] + found[2] + found[3]
			if !strings.HasSuffix(key, "_") { // what begins a key is completed by a code, below
				used[key] = true
			}
		}
		prefix := map[string]string{"client.js": "error_", "worker.js": "error_", "popup.js": "error_", "options.js": "error_", "form.js": "fault_"}[name]
		for _, found := range errorCode.FindAllStringSubmatch(content, -1) {
			for _, code := range found[1:] {
				if code != "" {
					used[prefix+code] = true
				}
			}
		}
	}
	for key := range used {
		if en[key].Message == "" {
			t.Errorf("%s is said and has no words", key)
		}
	}
	for key := range en {
		if !used[key] {
			t.Errorf("%s has words and is never said", key)
		}
	}
	if len(zh) != len(en) {
		t.Errorf("%d messages in Chinese, %d in English", len(zh), len(en))
	}
}

// The archive has all files, byte for byte, and is the same each time.
func TestExtensionArchiveIsTheFiles(t *testing.T) {
	first, err := ExtensionArchive()
	if err != nil {
		t.Fatal(err)
	}
	second, err := ExtensionArchive()
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("two archives differ (%v)", err)
	}
	archive, err := zip.NewReader(bytes.NewReader(first), int64(len(first)))
	if err != nil {
		t.Fatal(err)
	}
	files := extensionFiles(t)
	for _, f := range archive.File {
		content, err := fs.ReadFile(archive, f.Name)
		if err != nil || string(content) != files[f.Name] {
			t.Errorf("%s in the archive is not the file (%v)", f.Name, err)
		}
		if !f.Modified.Equal(archiveTime) {
			t.Errorf("%s is of %v", f.Name, f.Modified)
		}
		delete(files, f.Name)
	}
	for name := range files {
		t.Errorf("%s is not in the archive", name)
	}
}

// What a page of the extension, or its manifest, names is there, and nothing is loaded from elsewhere.
func TestExtensionIsWhole(t *testing.T) {
	files := extensionFiles(t)
	named := regexp.MustCompile(`(?:from|import|src=|href=|"(?:service_worker|default_popup|page|16|32|48|128)":|js: \[|css: \[) ?"(?:\./)?([^"]+)"`)
	found := 0
	for name, content := range files {
		if strings.HasPrefix(name, "icon/") {
			continue
		}
		for _, m := range named.FindAllStringSubmatch(content, -1) {
			found++
			if _, ok := files[m[1]]; !ok {
				t.Errorf("%s names %s, which is not there", name, m[1])
			}
		}
		if strings.Contains(content, "eval(") || strings.Contains(content, "innerHTML") {
			t.Errorf("%s makes code or elements of text", name)
		}
	}
	if found < 20 {
		t.Errorf("only %d names of files were found", found)
	}
}
