package field

import "testing"

func TestMetadataOfTools(t *testing.T) {
	for _, title := range []string{"Microsoft Word - 正文.doc", "面上项目-正文-2026", "申请书（最终版）", "文档1", "Template v2"} {
		if got := Properties(title, "", "").Title; got != "" {
			t.Errorf("%q is taken for a title", title)
		}
	}
}
