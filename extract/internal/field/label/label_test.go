package label

import "testing"

// A label that stood for two fields would be now the one and now the other.
func TestLabelTable(t *testing.T) {
	if _, err := parseLabels(labelTable); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{
		"[[label]]\nfield = 'title'\nscore = 3\nwords = ['名称', '名 称']", "[[label]]\nfield = 'titel'\nscore = 3\nwords = ['名称']",
		"[[label]]\nfield = 'title'\nscore = 4\nwords = ['名称']", "[[label]]\nfield = 'title'\nscore = 3\nword = ['名称']", "[[label]]\nfield = 'title'\nscore = 3",
	} {
		if _, err := parseLabels([]byte(bad)); err == nil {
			t.Errorf("read without an error: %s", bad)
		}
	}
}
