package exclude

import "testing"

// What addresses its reader is seen at a first look too.
func TestMayAddress(t *testing.T) {
	for _, s := range []string{"你", "请您填写", "What do you plan?", "YOUR project", "Yours", "by yOu", "Describe yourself.", "yyou", "yo you", "My yard. You", "研究 You"} {
		if !addresses(s, wordsOf(s)) && s != "yyou" || !mayAddress(s) {
			t.Errorf("%q: addresses %v, seen %v", s, addresses(s, wordsOf(s)), mayAddress(s))
		}
	}
	for _, s := range []string{"", "y", "yo", "本项目研究界面反应", "They say so. Yo", "any body", "Yo u"} {
		if addresses(s, wordsOf(s)) || mayAddress(s) {
			t.Errorf("%q: addresses %v, seen %v", s, addresses(s, wordsOf(s)), mayAddress(s))
		}
	}
}
