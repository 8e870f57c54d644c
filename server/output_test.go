package main

import (
	"bytes"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library/librarytest"
	"zhiwen/server/batch"
	"zhiwen/web/catalogue"
)

// What the report says of a document that an application may be written along, the command says too.
func TestCheckSaysAlong(t *testing.T) {
	languages := librarytest.Must(catalogue.Open())(t)
	hints := &evidence.Hints{Along: []evidence.Along{{Source: 2, Of: 9, Steps: make([]evidence.AlongStep, 6)}}}
	for code, want := range map[string]string{
		"zh-CN": "  疑似参照以下文档逐段写成：乙.docx（9 段中的 6 段）\n", "en": "  Possibly modelled on: 乙.docx (6 of 9 passages)\n",
	} {
		var out bytes.Buffer
		writeHints(&out, languages.Choose("", code), []batch.File{{Name: "甲.docx"}, {Name: "乙.docx"}}, hints)
		if out.String() != want {
			t.Errorf("%s: %q, want %q", code, strings.TrimSpace(out.String()), want)
		}
	}
}
