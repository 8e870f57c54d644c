package hint

import "testing"

// Windows are of prose: tables, covers and lists of keywords are none, however long they are.
func TestWindowsOfProse(t *testing.T) {
	c := cutter(t)
	for s, want := range map[string]int{
		"冻土在温度升高时退化，含冰量决定沉降多少，模型由观测数据标定并与现场试验比较。":                                                      1,
		"他们说：“冻土在温度升高时退化，含冰量决定沉降多少，模型由观测数据标定并与现场试验比较。”":                                                1,
		"冻土研究 温度升高 含冰量 地面沉降 观测数据 模型标定 现场试验 工程措施 冻土退化 监测网络":                                             0,
		"项目名称：冻土退化监测（青年项目） 依托单位：冻土工程研究所 申请年度：二〇二五年 合作单位：铁路勘测设计院":                                       0,
		"Permafrost thaws when temperatures rise; ice decides how much ground settles and roads sink.": 1,
		"Permafrost temperatures, ice content, settlement models, observation networks, road design":   0,
	} {
		d, folded, words := wordsOf(t, c, s)
		if got := len(Windows(words, folded, []rune(d.Text))); got != want {
			t.Errorf("%s: %d windows, want %d", s, got, want)
		}
	}
}
