package main

import (
	"testing"

	"zhiwen/checker/library"
)

// What is not said of a source is as on the page: a repository is asked once a day, a folder looked at
// every ten minutes.
func TestHarvestAddUsual(t *testing.T) {
	data, folder := t.TempDir(), t.TempDir()
	tests := []struct {
		name, address  string
		more           []string
		minutes, pause int
	}{
		{"folder", folder, nil, 10, 10},
		{"repository", "https://repository.example.org/oai/request", nil, 24 * 60, 1},
		{"said", folder, []string{"--minutes", "60", "--pause", "5"}, 60, 5},
	}
	for _, test := range tests {
		args := append([]string{"harvest", "add", "--data", data, test.name, test.address}, test.more...)
		if code, out, complaint := zhiwen(t, args...); code != exitDone {
			t.Fatalf("%s: exit %d: %s%s", test.name, code, out, complaint)
		}
	}
	store, err := library.OpenBeside(t.Context(), library.Config{DataDir: data})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	sources, err := store.HarvestSources(t.Context()) // by name
	if err != nil || len(sources) != len(tests) {
		t.Fatalf("%d sources: %v", len(sources), err)
	}
	for i, test := range tests {
		if s := sources[i]; s.Name != test.name || s.Minutes != test.minutes || s.Pause != test.pause {
			t.Errorf("%s: every %d minutes, pause %d; want %s, %d, %d", s.Name, s.Minutes, s.Pause, test.name, test.minutes, test.pause)
		}
	}
}
