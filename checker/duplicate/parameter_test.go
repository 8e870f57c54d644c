package duplicate

import (
	"errors"
	"slices"
	"testing"
)

// Each value that a parameter takes makes another fingerprint of a long text than its usual one, which is that of the method
// without parameters.
func TestParameters(t *testing.T) {
	w := openWords(t)
	text := "冻土退化过程中土壤有机碳分解的微生物调控机制仍不清楚。稀土永磁材料是高效电机的关键。联邦学习让医疗机构共同训练模型。" +
		"珊瑚白化与海水温度的异常升高有关。城市地下管网的渗漏由分布式光纤监测。山洪预警依靠雨量站和水位站。桥梁的裂缝由无人机拍摄。"
	settable := 0
	for _, m := range Methods() {
		usual := printOf(t, w, m, text)
		for _, p := range Parameters(m) {
			settable++
			set := func(value string) Print {
				x, err := With(m, map[string]string{p.Name: value})
				if err != nil {
					t.Fatalf("%s %s=%s: %v", m.Name(), p.Name, value, err)
				}
				return printOf(t, w, x, text)
			}
			if !slices.Equal(set(p.Default), usual) {
				t.Errorf("%s %s=%s is not as it is without", m.Name(), p.Name, p.Default)
			}
			other := p.Choices
			if other == nil {
				other = []string{"2"}
			}
			for _, value := range other {
				if value != p.Default && slices.Equal(set(value), usual) {
					t.Errorf("%s %s=%s is as the usual %s", m.Name(), p.Name, value, p.Default)
				}
			}
			var wrong *ParameterError
			for _, value := range []string{"", "-1", "0", "many", "100000"} {
				if _, err := With(m, map[string]string{p.Name: value}); !errors.As(err, &wrong) || wrong.Parameter == nil || err.Error() == "" {
					t.Errorf("%s %s=%q: %v", m.Name(), p.Name, value, err)
				}
			}
		}
		if _, err := With(m, map[string]string{"colour": "1"}); err == nil {
			t.Errorf("%s has a colour", m.Name())
		}
	}
	if settable < 6 {
		t.Errorf("%d parameters", settable)
	}
	more, err := With(nshash{}, map[string]string{"sentences": "9"})
	if err != nil || more.Limit().Most != 9 {
		t.Errorf("of nine sentences %v can be asked for: %v", more.Limit(), err)
	}
}
