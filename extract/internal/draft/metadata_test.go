package draft

import (
	"strings"
	"testing"
)

func TestMetadataOfTools(t *testing.T) {
	for _, title := range []string{"Microsoft Word - 正文.doc", "面上项目-正文-2026", "申请书（最终版）", "文档1", "Template v2"} {
		if got := Properties(title, "", "").Title; got != "" {
			t.Errorf("%q is taken for a title", title)
		}
	}
}

// A label that stood for two fields would be now the one and now the other.
func TestLabelsStandForOneField(t *testing.T) {
	seen := map[string]field{}
	for f, list := range labelWords {
		for w := range strings.FieldsSeq(list) {
			if other, ok := seen[w]; ok {
				t.Errorf("%s is a label of field %d and of field %d", w, other, f)
			}
			seen[w] = field(f)
		}
	}
}
