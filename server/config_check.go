package main

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"zhiwen/checker"
	"zhiwen/checker/library/database"
	"zhiwen/server/config"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
)

type configCommand struct {
	Check configCheckCommand `cmd:"" help:"Report all errors in the settings of a server, and print the settings in use and where each comes from."`
}

// configCheck is what kong calls the command.
const configCheck = "config check"

// configCheckCommand takes the flags of serve, so that it says what a server of these
// flags would do.
type configCheckCommand struct {
	From string `placeholder:"URL" help:"Also ask the running server at this address, and report what a proxy before it gets wrong."`
	serveCommand
}

// Run checks the settings, and a proxy where its address is named. It starts and makes nothing.
func (c *configCheckCommand) Run(ctx context.Context, t terminal.Terminal, s *config.Settings, parsed *kong.Context) error {
	l := t.Language()
	s.Blame(c.faults())
	c.tellFolder(t, s)
	if _, err := c.Parameters(t, checker.DefaultProfile); err != nil { // which says what is wrong with the table
		s.Blame([]config.Fault{config.Wrong("roles", "roles")})
	}
	s.Print(t, l, parsed, os.Environ())
	if err := s.Complain(t); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(t.Out, "# "+l.Text("config.good")); err != nil || c.From == "" {
		return err
	}
	return c.tellProxy(ctx, t, l)
}

// tellFolder tells the settings which data folder it is where none is named.
func (c *serveCommand) tellFolder(t terminal.Terminal, s *config.Settings) {
	if folder, err := c.Folder(t); err == nil { // else serving says what is missing
		s.Default("data", folder)
	}
}

// faults returns what is wrong with the settings of a server, each with what to do. It looks
// at files and starts nothing.
func (c *serveCommand) faults() (faults []config.Fault) {
	blame := func(setting, message string, args ...any) {
		faults = append(faults, config.Wrong(setting, message, args...))
	}
	address := func(setting, value string) {
		_, port, err := net.SplitHostPort(value)
		if n, portErr := strconv.Atoi(port); err != nil || portErr != nil || n < 0 || n > 65535 {
			blame(setting, "address", "Value", value)
		}
	}
	address("addr", c.Addr)
	if c.Metrics != "" {
		address("metrics", c.Metrics)
	}
	if c.HTTPAddr != "" {
		address("http-addr", c.HTTPAddr)
	}
	for _, host := range c.Hosts {
		if host == "" || strings.ContainsAny(host, "/: \t*") && net.ParseIP(host) == nil {
			blame("hosts", "host", "Value", host)
		}
	}
	switch u, err := url.Parse(c.URL); {
	case c.URL == "":
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" || u.User != nil || u.Fragment != "":
		blame("url", "url", "Value", c.URL)
	case strings.Trim(u.Path, "/") != "":
		blame("url", "urlPath", "Path", u.Path)
	}
	if !installation.IsURL(c.TSA) && c.TSA != "" {
		blame("tsa-url", "tsaURL")
	}
	if c.Retention != "" {
		if _, err := c.LoadRules(); err != nil {
			blame("retention", "retention", "Reason", err)
		}
	}
	if _, err := c.AuthorityPool(); err != nil {
		blame("tsa-ca", "tsaCA", "File", c.TSACA)
	}
	if c.SourceContext < 0 {
		blame("source-context", "sourceContext", "Value", c.SourceContext)
	}
	if c.Rate < 0 {
		blame("rate", "rate", "Value", c.Rate)
	}
	if c.RateAddress < 0 {
		blame("rate-address", "rate", "Value", c.RateAddress)
	}
	if c.MaxUpload < 1 || c.MaxUpload > mostUpload {
		blame("max-upload", "maxUpload", "Value", int(c.MaxUpload), "Most", mostUpload)
	}
	for _, proxy := range c.Proxies {
		_, addressErr := netip.ParseAddr(proxy)
		if _, err := netip.ParsePrefix(proxy); err != nil && addressErr != nil {
			blame("trusted-proxies", "proxy", "Value", proxy)
		}
	}
	if c.DatabaseURL != "" {
		if err := database.CheckURL(c.DatabaseURL); err != nil {
			blame("database-url", "databaseURL")
		}
	}
	if folder := c.Data; folder != "" {
		for folder != filepath.Dir(folder) { // what of it is there already
			if info, err := os.Stat(folder); err == nil {
				if !info.IsDir() {
					blame("data", "notFolder", "Folder", folder)
				}
				break
			}
			folder = filepath.Dir(folder)
		}
	}
	faults = append(faults, c.TLS.Faults(c.hosts())...)
	return append(faults, c.Ways.Faults(c.URL)...)
}

// mostUpload is the largest file that may be allowed, in MB.
const mostUpload = 4096
