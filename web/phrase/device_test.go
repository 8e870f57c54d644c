package phrase

import (
	"testing"

	"zhiwen/web/catalogue"
)

func TestDeviceText(t *testing.T) {
	languages, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	for header, want := range map[string][2]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0":           {"Windows 上的 Edge", "Edge on Windows"},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1": {"iPhone 上的 Safari", "Safari on iPhone"},
		"Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0":                                                                  {"Linux 上的 Firefox", "Firefox on Linux"},
		"": {"未知设备", "Unknown device"},
	} {
		for i, code := range []string{catalogue.Chinese, catalogue.English} {
			if got := DeviceText(languages.Choose(code, ""), header); got != want[i] {
				t.Errorf("%s: %q, want %q", header, got, want[i])
			}
		}
	}
}
