package phrase

import (
	"testing"
	"time"

	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
)

func TestOutlookText(t *testing.T) {
	known := func(d time.Duration) record.Outlook {
		return record.Outlook{Open: true, Reading: d / 3, Checking: d - d/3, ReadingKnown: true, CheckingKnown: true, Checks: true}
	}
	languages, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		o      record.Outlook
		en, zh string
	}{
		{record.Outlook{}, "", ""},
		{known(2 * time.Second), "about 1 minute left", "约需 1 分钟"},
		{known(12*time.Minute + 20*time.Second), "about 12 minutes left", "约需 12 分钟"},
		{known(38 * time.Minute), "about 40 minutes left", "约需 40 分钟"},
		{known(58 * time.Minute), "about 1 hour left", "约需 1 小时"},
		{known(84 * time.Minute), "about 1 hour 30 minutes left", "约需 1 小时 30 分钟"},
		{known(3*time.Hour + 50*time.Minute), "about 4 hours left", "约需 4 小时"},
		{known(20*time.Hour + 40*time.Minute), "about 21 hours left", "约需 21 小时"},
		{known(60 * time.Hour), "about 2 and a half days left", "约需 2 天半"},
		{known(200 * time.Hour), "about 8 days left", "约需 8 天"},
		{
			record.Outlook{Open: true, Reading: 4 * time.Minute, ReadingKnown: true, Checks: true},
			"about 4 minutes to read; the time for comparison can be estimated once some have been compared",
			"读取约需 4 分钟；检查若干份之后才能估计检查所需时间",
		},
		{record.Outlook{Open: true, Checks: true}, "the time can be estimated once some are done", "处理若干份之后才能估计所需时间"},
	} {
		for tag, want := range map[string]string{"en": tc.en, "zh": tc.zh} {
			if got := OutlookText(languages.Choose(tag, ""), tc.o); got != want {
				t.Errorf("%v: %q, want %q", tc.o, got, want)
			}
		}
	}
}
