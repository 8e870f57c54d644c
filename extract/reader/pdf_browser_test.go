package reader

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
	"zhiwen/internal/testrun"
)

// printTimeout bounds what a browser may take to print a page on a busy machine.
const printTimeout = 2 * time.Minute

// printed returns the PDF that a browser makes of a page of HTML.
func printed(t *testing.T, page string) []byte {
	t.Helper()
	browser := os.Getenv("ZHIWEN_TEST_CHROMIUM")
	if browser == "" {
		testrun.Missing(t, "ZHIWEN_TEST_CHROMIUM is not set: no page is printed by a browser")
	}
	dir := t.TempDir()
	from, to := filepath.Join(dir, "page.html"), filepath.Join(dir, "page.pdf")
	if err := os.WriteFile(from, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), printTimeout)
	defer cancel()
	command := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--user-data-dir="+filepath.Join(dir, "profile"), "--no-pdf-header-footer", "--print-to-pdf="+to, "file://"+from)
	if said, err := command.CombinedOutput(); err != nil {
		t.Fatalf("print: %v\n%s", err, said)
	}
	data, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// What a browser prints is read whole, in the order of the page, and none of it is taken
// for hidden: bold letters that a font has not are drawn as shapes, letters stand apart,
// and what the page itself hides is not printed.
func TestPDFPrintedByBrowser(t *testing.T) {
	t.Parallel()
	data := printed(t, `<!doctype html><html lang="zh"><meta charset="utf-8"><style>
		body { font: 16px sans-serif; width: 600px } th, td { border: 1px solid; padding: 4px }
		.set { letter-spacing: .1em } .away { display: none } .faux { font-family: serif; font-weight: 900; font-style: italic }
		</style>
		<h1>稻田甲烷排放的观测研究</h1>
		<p class="faux">Bold and slanted letters of a font that may not have them.</p>
		<p>我们在三个县布设了二十四个观测点，每周采样一次，连续观测四年，用于检验排放模型的预测。观测点分布在早稻、晚稻与单季稻田中，兼顾不同的灌溉方式与施肥水平，每个观测点都设有对照田块。采样使用静态箱，气体在当天用气相色谱分析，温度、水位与土壤氧化还原电位同步记录，缺测的数据不作插补。</p>
		<p class="set">Letters set apart</p><p class="away">never printed</p>
		<table><tr><th>项目负责人</th><td>张三</td></tr><tr><th>依托单位</th><td>甲理工大学</td></tr></table>
		<p style="color: #fff; background: #124">White on blue is seen.</p>`)
	d := mustParse(t, data)
	runes := []rune(d.Text)
	var got []string
	for _, p := range d.Paragraphs {
		got = append(got, strings.ReplaceAll(string(runes[p.Start:p.End]), "\u200b", ""))
	}
	want := []string{"稻田甲烷排放的观测研究", "Bold and slanted letters of a font that may not have them.",
		"我们在三个县布设了二十四个观测点，每周采样一次，连续观测四年，用于检验排放模型的预测。观测点分布在早稻、晚稻与单季稻田中，兼顾不同的灌溉方式与施肥水平，每个观测点都设有对照田块。采样使用静态箱，气体在当天用气相色谱分析，温度、水位与土壤氧化还原电位同步记录，缺测的数据不作插补。", "Letters set apart",
		"项目负责人", "张三", "依托单位", "甲理工大学", "White on blue is seen."}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("paragraphs (-want +got):\n%s", diff)
	}
	if len(d.Flags) != 0 {
		t.Errorf("flags: %+v", d.Flags)
	}
	if diff := cmp.Diff(extract.Metadata{Title: "稻田甲烷排放的观测研究", Applicant: "张三", Institution: "甲理工大学"}, d.Metadata, apartFromPlaces); diff != "" {
		t.Errorf("metadata (-want +got):\n%s", diff)
	}
}

// A heading that did not fit on its page is printed on the next, and is no hidden text below
// its own; other words there are.
func TestPDFHeadingPushedToNextPage(t *testing.T) {
	first := setLines("F1", 700, 0, lorem...) + show("F2", 14, 72, -30, "Related Work")
	for _, c := range []struct {
		next string
		want int
	}{{"Related Work", 0}, {"Other Work", 1}} {
		d := mustParse(t, pdfFile("", first, show("F2", 14, 72, 780, c.next)+setLines("F1", 700, 0, lorem...)))
		if len(d.Flags) != c.want {
			t.Errorf("%s: flags %+v, want %d", c.next, d.Flags, c.want)
		}
		if n := strings.Count(d.Text, "Related Work"); n != 1-c.want {
			t.Errorf("%s: the heading is there %d times", c.next, n)
		}
	}
}

// Browsers draw the formulas of a line behind all text: they stand in the holes that the lines
// have for them. What stands between the cells of a table, as far from them as cells are, does not.
func TestPDFFormulasInHoles(t *testing.T) {
	needFont(t)
	for _, c := range []struct {
		name, page string
		want       []string
	}{
		{"two formulas in a line", showHan(12, 72, 700, "于是我们得到") + showHan(12, 200, 700, "的坐标") + showHan(12, 297, 700, "满足条件") +
			show("F1", 13, 148, 700, "P + Q = R") + show("F1", 13, 239, 700, "x3, y3, z3"),
			[]string{"body 于是我们得到P + Q = R的坐标x3, y3, z3满足条件"}},
		{"a row of a table", showHan(12, 72, 700, "姓名") + showHan(12, 400, 700, "职称") + showHan(12, 72, 680, "张三") + showHan(12, 400, 680, "讲师") +
			show("F1", 12, 230, 700, "Age") + show("F1", 12, 230, 680, "30"),
			[]string{"cell 姓名", "cell 职称", "cell 张三", "cell 讲师", "cell Age", "cell 30"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := paragraphTexts(mustParse(t, pdfFile("", c.page)))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
		})
	}
}
