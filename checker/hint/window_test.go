package hint

import "testing"

// Key words, lists of names and listings are no prose, whatever they share with others of their kind; sentences are, in either language.
func TestWindowsAreProse(t *testing.T) {
	c := cutter(t)
	for _, x := range []struct {
		name, text string
		want       int
	}{
		{"sentences", "本项目研究湖泊沉积物的年代与成因，由此重建古代气候的变化。我们分析花粉、粒度和同位素，讨论气候变化的影响因素。", 1},
		{"English sentences", "The project dates the sediments of lakes. It reconstructs past climate from pollen, grain size and stable isotopes.", 1},
		{"institutions", "北京大学光华管理学院、国家统计局、统计之都、密歇根大学、北京工商大学理学院、广东工业大学、军事医学科学院、南京邮电大学计算机学院", 0},
		{"numbers are no sentences", "network latency 1. throughput 2. bandwidth 3. storage 4. processor 5. memory 6. cluster 7. replica 8. segment", 0},
	} {
		d, folded, words := wordsOf(t, c, x.text)
		if got := len(Windows(words, folded, []rune(d.Text))); got != x.want {
			t.Errorf("%s: %d windows, want %d", x.name, got, x.want)
		}
	}
}
