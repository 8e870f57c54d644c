package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// ownText makes sentences that no text of another number has.
func ownText(number, sentences int) string {
	r := rand.New(rand.NewPCG(uint64(number), 7))
	words := strings.Fields("冻土 退化 过程 土壤 有机 分解 微生 调控 机制 森林 湿地 水文 循环 模型 参数 观测 样方 温度 季节 变异 遥感 影像 算法 优化 结构 材料 界面 应力 裂纹 扩展 " +
		"细胞 信号 通路 基因 表达 蛋白 药物 靶点 临床 试验 患者 随访")
	var b strings.Builder
	for range sentences {
		for range 12 {
			b.WriteString(words[r.IntN(len(words))])
		}
		b.WriteString("。")
	}
	return b.String()
}

// TestBrowserDesk works a call of some dozens of applications by keyboard alone.
func TestBrowserDesk(t *testing.T) {
	chromium(t)
	a := app{base: serveApp(t), browser: openBrowser(t)}
	b := a.tab(t, "en")
	b.open("/calls")
	b.do(chromedp.Focus(chromedp.CSS("main a.button.primary")))
	b.press(kb.Enter)
	b.wait("location.pathname === '/calls/new'")
	b.do(chromedp.SendKeys(chromedp.CSS("#call-name"), "2026 General"))
	b.press(kb.Enter)
	b.wait("/^\\/calls\\/[0-9]+$/.test(location.pathname)")
	call := eval[string](b, "location.pathname")

	dir := t.TempDir()
	var paths []string
	for i := range 36 {
		path := filepath.Join(dir, fmt.Sprintf("application-%02d.txt", i))
		text := fmt.Sprintf("项目名称：第%d号课题\n申请人：申请人%d\n\n一、研究内容\n%s\n", i, i, ownText(i, 12))
		if i%9 == 0 {
			text += ownText(100, 8) + "\n"
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	b.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), paths))
	b.do(chromedp.Focus(chromedp.CSS(".upload button.primary")))
	b.press(kb.Enter)
	b.wait("location.pathname === '" + call + "' && document.querySelectorAll('#checks .row').length === 25")
	// The page follows the work by itself, to its end.
	b.wait("document.querySelector('.progress-line strong')?.innerText === '36 of 36 checked' && document.querySelectorAll('.plot').length === 4")
	// Those that share a passage show it, whichever came first.
	b.open(call + "?sort=overall")
	b.want("[...document.querySelectorAll('#checks .row')].filter(r => !['0.0%', undefined].includes(r.querySelector('.share strong')?.innerText)).length", 4)
	b.want("[...document.querySelectorAll('#checks .why-said strong')].map(f => f.innerText).join()", strings.Repeat(",Shared by 4 applications", 4)[1:])

	// Rows are gone through, chosen and opened.
	b.press("j")
	b.press("j")
	b.want("document.activeElement.closest('tr') === document.querySelectorAll('#checks .row')[1]", true)
	b.press("k")
	b.press("x")
	b.want("document.querySelector('[data-count]').innerText", "1 selected")
	b.press("a")
	b.want("document.querySelector('[data-count]').innerText", "25 selected")
	b.press("a")
	b.want("document.querySelector('[data-count]').innerText", "None selected")
	b.press("?")
	b.want("document.querySelector('#help').open", true)
	b.press(kb.Escape)
	b.want("document.querySelector('#help').open", false)
	b.press("n")
	b.wait("location.search.includes('page=2') && document.querySelectorAll('#checks .row').length === 11")
	b.press("p")
	b.wait("!location.search.includes('page=2') && document.querySelectorAll('#checks .row').length === 25")
	b.press("/")
	b.do(chromedp.SendKeys(chromedp.CSS("[name=q]"), "application-0"))
	b.press(kb.Enter)
	b.wait("location.search.includes('q=application-0') && document.querySelectorAll('#checks .row').length === 10")

	// All that fit are decided, once: loading the page again decides nothing.
	b.press("b")
	b.want("document.activeElement.name", "all")
	b.press(" ")
	b.press(kb.Tab)
	b.want("document.activeElement.value", "verdict")
	b.press(kb.Enter)
	b.wait("location.pathname === '/selection' && document.body.innerText.includes('10 applications will get the verdict')")
	b.do(chromedp.SendKeys(chromedp.CSS("#comment"), "Own text"))
	b.do(chromedp.SendKeys(chromedp.CSS("#reviewer-name"), "张三"))
	b.press(kb.Enter)
	b.wait("location.search.includes('did=verdict') && document.body.innerText.includes('10 applications processed')")
	b.want("document.querySelectorAll('#checks .row').length", 0)
	b.reload()
	b.open(call + "?tab=decided")
	b.want("document.querySelectorAll('#checks .state.no-concern').length", 10)
	b.open(call + "?verdict=undecided")
	b.want("document.querySelector('.work-fits').innerText.includes('26 applications found')", true)
	b.press("j")
	b.press(kb.Enter)
	b.wait("!!document.querySelector('[data-report]')")

	// Without scripts the same forms do the same.
	c := a.tab(t, "zh-CN")
	c.disableScripts()
	c.open(call + "?q=application-35")
	c.click("#checks input[name=doc]")
	c.follow("[data-selection] [value=delete]")
	c.wait("location.pathname === '/selection'")
	c.follow("main .button.danger")
	c.wait("location.search.includes('did=delete')")
	c.open(call)
	c.wait("document.querySelector('.progress-line strong').innerText === '已检查 35 / 35'")
}
