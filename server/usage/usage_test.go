package usage

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"zhiwen/web/catalogue"
)

// parser returns a parser of a command line of two commands, and what it prints.
func parser(t *testing.T, command any) (*kong.Kong, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	k, err := kong.New(command, kong.Name("zhiwen"), kong.Writers(&out, &out), kong.Exit(func(int) {}))
	if err != nil {
		t.Fatal(err)
	}
	return k, &out
}

type sample struct {
	Check struct {
		Library string   `type:"existingdir" required:"" help:"Folder of the files to compare with."`
		Font    string   `env:"ZHIWEN_FONT" help:"Font for PDFs that do not embed their own; the default is a Chinese font on this machine."`
		Profile string   `enum:"default,paper" default:"default" help:"How texts are compared: ${enum}."`
		Length  int      `help:"Matches of fewer characters are not counted (default: 20)."`
		Again   bool     `help:"Write NAME.evidence.xml for each file to this folder, signed with the key of the data folder (or of --database-url)."`
		Files   []string `arg:"" help:"Files or folders to check."`
	} `cmd:"" help:"Check files against a folder of files, without a database."`
	Version struct{} `cmd:"" help:"Print the version."`
}

func languages(t *testing.T) (c *catalogue.Catalogue, chinese *catalogue.Language) {
	t.Helper()
	c, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	return c, c.Choose("", "zh-CN")
}

// TestHelp prints the help of a command in Chinese, in lines that fit a terminal.
func TestHelp(t *testing.T) {
	k, out := parser(t, &sample{})
	c, chinese := languages(t)
	missing, err := Translate(k, c, chinese)
	if len(missing) > 0 || err != nil {
		t.Fatal(missing, err)
	}
	_, _ = k.Parse([]string{"check", "--help"})
	said := out.String()
	for _, want := range []string{"用法：zhiwen check", "选项：\n", "（$ZHIWEN_FONT）", "default,paper", "将文件与一个文件夹中的文件对照检查"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing in\n%s", want, said)
		}
	}
	if english := regexp.MustCompile(`[a-z]{3,} [a-z]{3,} [a-z]{3,}`).FindString(said); english != "" || strings.Contains(said, unbroken) {
		t.Errorf("%q is not Chinese in\n%s", english, said)
	}
	for line := range strings.Lines(said) {
		columns := 0
		for _, r := range strings.TrimSpace(line) {
			if columns++; r >= 0x2E80 {
				columns++
			}
		}
		if columns > width+1 || regexp.MustCompile(`^\s*[，。；：）]`).MatchString(line) {
			t.Errorf("%d columns: %q", columns, line)
		}
	}
}

// TestFault makes mistakes in a command line: each is told in Chinese, with the name of what is wrong.
func TestFault(t *testing.T) {
	_, chinese := languages(t)
	dir := t.TempDir()
	for want, args := range map[string][]string{
		"没有选项 --librry；是否应为 --library？":                {"check", "--librry", "x"},
		"没有选项 --zzzzzzzz":                              {"version", "--zzzzzzzz"},
		"没有命令或参数“bogus”，或参数过多":                         {"bogus"},
		"缺少选项：--library=STRING":                        {"check", "x"},
		"缺少参数：<files> ...":                             {"check", "--library", dir},
		"--profile 应为 \"default\",\"paper\" 之一，而不是“x”": {"check", "--library", dir, "--profile", "x", "a"},
		"--length 应为整数，而不是“abc”":                       {"check", "--library", dir, "--length", "abc", "a"},
		"--library：" + dir + "/none 不存在":               {"check", "--library", dir + "/none", "a"},
		"缺少命令：应为 \"check\", \"version\" 之一":            {},
	} {
		k, _ := parser(t, &sample{})
		_, err := k.Parse(args)
		if err == nil {
			t.Errorf("%v is accepted", args)
		} else if got := Fault(chinese, err); got != want {
			t.Errorf("%v: %s, want %s (%v)", args, got, want, err)
		}
	}
}
