package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/licenseclassifier/v2/assets"
)

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`

const gpl = `This program is free software; you can redistribute it and/or modify
it under the terms of the GNU General Public License as published by
the Free Software Foundation; either version 2 of the License, or
(at your option) any later version.

This program is distributed in the hope that it will be useful,
but WITHOUT ANY WARRANTY; without even the implied warranty of
MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the
GNU General Public License for more details.
`

func TestLook(t *testing.T) {
	classifier, err := assets.DefaultClassifier()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, file, text string
		licence, fault   string
	}{
		{name: "allowed", file: "LICENSE", text: "Copyright (c) 2020 Somebody\n\n" + mit, licence: "MIT"},
		{name: "another name", file: "License.txt", text: mit, licence: "MIT"},
		{name: "copyleft", file: "COPYING", text: gpl, fault: "General Public License, which may not be linked"},
		{name: "copyleft too", file: "LICENSE", text: mit + "\n" + gpl, fault: "General Public License, which may not be linked"},
		{name: "choice", file: "LICENSE", text: "SPDX-License-Identifier: MIT OR GPL-2.0-only\n\n" + mit + "\n" + gpl, licence: "MIT"},
		{name: "bad choice", file: "LICENSE", text: "SPDX-License-Identifier: GPL-3.0-only OR AGPL-3.0-only\n", fault: "none of these"},
		{name: "unknown", file: "LICENSE", text: "All rights reserved.\n", fault: "not known"},
		{name: "none", file: "README.md", text: "A library.\n", fault: "no licence"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, tt.file), []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			m := &module{Path: "example.org/m", Dir: dir, folders: map[string]bool{dir: false}}
			err := m.look(classifier)
			if tt.fault == "" && (err != nil || !slices.Equal(m.licences, []string{tt.licence})) {
				t.Errorf("got %v, %v; want %s", m.licences, err, tt.licence)
			}
			if tt.fault != "" && (err == nil || !strings.Contains(err.Error(), tt.fault)) {
				t.Errorf("got %v, %v; want the fault %q", m.licences, err, tt.fault)
			}
		})
	}
}

// What lies beside linked packages counts, what lies elsewhere does not.
func TestCounts(t *testing.T) {
	m := &module{Dir: "/m", folders: map[string]bool{"/m/a/b": false, "/m/c": true}}
	for folder, want := range map[string]bool{"/m": true, "/m/a": true, "/m/a/b": true, "/m/a/b/c": false, "/m/ab": false, "/m/c": true, "/m/c/deps/d": true, "/m/docs": false} {
		if got := m.counts(folder); got != want {
			t.Errorf("%s: %v, want %v", folder, got, want)
		}
	}
}

// A licence that somebody has read is printed with its words, without what a browser needs.
func TestReadByHand(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "icu-license.html"), []byte("<html><body>\r\n\r\n<p>Copyright (c) 1995-2012 Somebody</p>\r\n<b>Permission</b> is granted.</body></html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := &module{Path: "github.com/gogs/chardet", Dir: dir, folders: map[string]bool{dir: false}}
	if err := m.look(nil); err != nil || !slices.Equal(m.licences, []string{"ICU"}) || m.texts["ICU"] != "Copyright (c) 1995-2012 Somebody\nPermission is granted." {
		t.Errorf("%v, %v, %q", m.licences, err, m.texts)
	}
}
