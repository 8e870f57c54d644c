package phrase

import (
	"github.com/mileusna/useragent"

	"zhiwen/web/catalogue"
)

// DeviceText names the device and the browser of somebody who has logged in, as far as the
// User-Agent header of their browser tells them.
func DeviceText(l *catalogue.Language, header string) string {
	agent := useragent.Parse(header)
	device := agent.Device
	if device == "" {
		device = agent.OS
	}
	switch {
	case device == "" && agent.Name == "":
		return l.Text("account.noAgent")
	case device == "":
		return agent.Name
	case agent.Name == "":
		return device
	}
	return l.Text("account.device", "Device", device, "Browser", agent.Name)
}
