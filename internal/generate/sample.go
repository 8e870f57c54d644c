package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"zhiwen/server/sample"
)

// LibreOffice takes seconds; a dialogue it waits in would last for ever.
const conversionTimeout = 2 * time.Minute

// makeSamples makes the files of the sample applications from their sources: Word files itself, PDF files from those with
// LibreOffice, which has to be installed, as have the fonts that package sample names. It is run in the folder of package sample.
func makeSamples() error {
	paths, err := filepath.Glob("source/*.txt")
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		return fmt.Errorf("no sources: not the folder of package sample")
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		s, err := sample.Parse(data)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if err := writeSample(s); err != nil {
			return fmt.Errorf("%s: %w", s.Identity.Filename, err)
		}
	}
	return nil
}

func writeSample(s sample.Source) error {
	data, err := sample.Encode(s)
	if err != nil {
		return err
	}
	name := s.Identity.Filename
	if filepath.Ext(name) == ".docx" {
		return os.WriteFile(filepath.Join("file", name), data, 0o644)
	}
	dir, err := os.MkdirTemp("", "zhiwen-sample-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	word := filepath.Join(dir, strings.TrimSuffix(name, ".pdf")+".docx")
	if err := os.WriteFile(word, data, 0o600); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), conversionTimeout)
	defer cancel()
	c := exec.CommandContext(ctx, "soffice", "-env:UserInstallation=file://"+dir+"/profile",
		"--headless", "--convert-to", "pdf", "--outdir", "file", word)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("LibreOffice: %w: %s", err, out)
	}
	return nil
}
