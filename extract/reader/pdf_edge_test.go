package reader

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What repeats from page to page near its edge is a running head only where
// others of the kind stand, and words that stand nowhere else are not lost.
func TestPDFEdges(t *testing.T) {
	t.Parallel()
	var (
		body  = func(i int) string { return setLines("F1", 600, 0, fmt.Sprintf("Page %c has this line.", 'A'+i)) }
		head  = func(text string) string { return show("F1", 10, 200, 810, text) }
		title = func(text string) string { return show("F2", 20, 72, 780, text) }
		text  = func(pages int, more string) string {
			var out []string
			for i := range pages {
				out = append(out, fmt.Sprintf("Page %c has this line.", 'A'+i))
			}
			return more + strings.Join(out, " ")
		}
		rules = "1 w 72 770 m 72 800 l S 200 770 m 200 800 l S 400 770 m 400 800 l S "
	)
	for _, c := range []struct {
		name  string
		pages int
		page  func(i int) string
		want  string
	}{
		{"the heads of chapters", 8, func(i int) string { return head([]string{"On graphs", "On people"}[i/4]) + body(i) }, text(8, "")},
		{"a number beside a head", 8, func(i int) string {
			return head("Team 7") + show("F1", 10, 450, 810, fmt.Sprintf("Page %d of 40", []int{8, 9, 10, 11, 12, 13, 14, 15}[i])) + body(i)
		}, text(8, "")},
		{"the head of a chapter of one page", 8, func(i int) string {
			chapter := []string{"On graphs", "On graphs", "On graphs", "On people", "On their work", "On their work", "On their work", "On their work"}
			page := head(chapter[i])
			if i == 0 || chapter[i] != chapter[i-1] {
				page += show("F2", 12, 72, 640, chapter[i])
			}
			return page + body(i)
		}, "On graphs Page A has this line. Page B has this line. Page C has this line. On people Page D has this line. On their work Page E has this line. Page F has this line. Page G has this line. Page H has this line."},
		{"a heading that two pages share", 8, func(i int) string {
			return title([]string{"One", "Two", "Three", "Three", "Four", "Five", "Six", "Seven"}[i]) + body(i)
		}, "One Page A has this line. Two Page B has this line. Three Page C has this line. Three Page D has this line. " +
			"Four Page E has this line. Five Page F has this line. Six Page G has this line. Seven Page H has this line."},
		{"the title of all slides", 4, func(i int) string { return title("Model study") + body(i) }, text(4, "Model study ")},
		{"one that stands elsewhere too", 4, func(i int) string {
			return title("Model study") + body(i) + show("F1", 12, 72, 500, "A model study.") + show("F1", 12, 72, 400, "Model study")
		}, "Page A has this line. A model study. Model study Page B has this line. A model study. Model study " +
			"Page C has this line. A model study. Model study Page D has this line. A model study. Model study"},
		{"the row that heads a table", 4, func(i int) string {
			return rules + show("F1", 12, 80, 780, "Name") + show("F1", 12, 210, 780, "Value") + body(i)
		}, text(4, "Name Value ")},
		{"numbers of pages in large type", 4, func(i int) string { return title(fmt.Sprint("No. ", i+1)) + body(i) }, text(4, "")},
	} {
		t.Run(c.name, func(t *testing.T) {
			var pages []string
			for i := range c.pages {
				pages = append(pages, c.page(i))
			}
			d := mustParse(t, pdfFile("", pages...))
			if diff := cmp.Diff(strings.Fields(c.want), strings.Fields(d.Text)); diff != "" {
				t.Errorf("words (-want +got):\n%s", diff)
			}
		})
	}
}

// Paragraphs of one pattern that begin several pages are text, as those of the members of a team.
func TestPDFTopOfPage(t *testing.T) {
	t.Parallel()
	var pages []string
	for i := range 5 {
		pages = append(pages, showHan(10, 72, 800, fmt.Sprintf("%d．主要参与者简历：近五年主持国家自然科学基金项目%d项，发表论文十余篇，", i+1, i+2))+
			showHan(10, 72, 785, "经验丰富。")+showHan(10, 72, 600, "第"+string([]rune("甲乙丙丁戊")[i])+"页的正文从这里开始。"))
	}
	d := mustParse(t, pdfFile("", pages...))
	if n := strings.Count(d.Text, "主要参与者简历"); n != 5 {
		t.Errorf("%d of 5 paragraphs are read: %q", n, d.Text)
	}
	if n := strings.Count(d.Text, "经验丰富"); n != 5 {
		t.Errorf("%d of their last lines are read", n)
	}
}

// Hidden text is no running head, wherever it stands and however often.
func TestPDFEdgesHidden(t *testing.T) {
	t.Parallel()
	var pages []string
	for i := range 4 {
		pages = append(pages, setLines("F1", 600, 0, fmt.Sprintf("Page %c has this line.", 'A'+i))+
			show("F1", 10, 290, 30, fmt.Sprint("Form ", i+1))+"1 1 1 rg "+show("F1", 10, 72, 810, "SECRET")+show("F1", 10, 72, 798, "WORDS")+show("F1", 10, 72, 786, "HERE"))
	}
	d := mustParse(t, pdfFile("", pages...))
	if len(d.Flags) != 1 || d.Flags[0].Text != "SECRET\nWORDS\nHERE" || d.Flags[0].Pages != 4 || d.Flags[0].Start > d.Pages[0].End {
		t.Errorf("flags %+v", d.Flags)
	}
	if strings.Contains(d.Text, "Form") {
		t.Errorf("text %q", d.Text)
	}
}

// The foot of slides stands in four pieces side by side: author, short title, date, number.
func TestPDFFootInFourPieces(t *testing.T) {
	var pages []string
	for i := range 6 {
		pages = append(pages, show("F1", 12, 72, 500, fmt.Sprintf("Slide %c is about something.", 'A'+i))+
			show("F1", 7, 72, 40, "Ada Lovelace (London)")+show("F1", 7, 220, 40, "Short title")+show("F1", 7, 380, 40, "October 16, 2023")+show("F1", 7, 500, 40, fmt.Sprintf("%d / 6", i+1)))
	}
	d := mustParse(t, pdfFile("", pages...))
	for _, foot := range []string{"Ada", "Short", "2023", "/"} {
		if strings.Contains(d.Text, foot) {
			t.Errorf("%q is in the text:\n%s", foot, d.Text)
		}
	}
}

// The rows of a table over several pages have more pieces, and one that all of them have at the
// ends of pages is no foot.
func TestPDFRowsAtEdges(t *testing.T) {
	var pages []string
	for i := range 6 {
		page := ""
		for row := range 34 {
			y := 700 - 20*row
			for k, cell := range []string{string(rune('A'+i)) + string(rune('a'+row%26)), "mine", string(rune('K' + i)), "prize", string(rune('Q' + i)), "yours", string(rune('a'+row%26)) + string(rune('A'+i))} {
				page += show("F1", 9, 60+70*k, y, cell)
			}
		}
		pages = append(pages, page)
	}
	d := mustParse(t, pdfFile("", pages...))
	if got := strings.Count(d.Text, "prize"); got != 6*34 {
		t.Errorf("%d of %d cells of one kind are left", got, 6*34)
	}
}

// Letters of full width are words with blanks between them, unlike the characters of Chinese.
func TestPDFFullWidthWords(t *testing.T) {
	const words = "Ｔｈｅ ｔｉｄａｌ ｆｌａｔｓ"
	d := mustParse(t, pdfFile("", showHan(12, 72, 700, words)+showHan(12, 72, 680, "图 神 经 网 络")))
	if !strings.Contains(d.Text, words) || !strings.Contains(d.Text, "图神经网络") {
		t.Errorf("got %q", d.Text)
	}
}

// Characters are read as the page shows them, in whatever order the file draws them, be it one
// by one or in pieces.
func TestPDFShuffled(t *testing.T) {
	sentences := []string{"滨海湿地埋藏碳的速度远高于森林，但每年仍以百分之一到二的速度消失。", "盐沼一旦被排干用于耕作，几百年才积累起来的土壤就会暴露在空气中。", "我们将在三个河口比较不同的恢复措施，测量土壤的厚度密度和含水量。"}
	for _, piece := range []int{1, 5} {
		var pieces []string
		for row, s := range slices.Concat(sentences, sentences) {
			runes := []rune(s)
			for i := 0; i < len(runes); i += piece {
				pieces = append(pieces, showHan(12, 72+12*i, 700-16*row, string(runes[i:min(i+piece, len(runes))])))
			}
		}
		rand.New(rand.NewPCG(5, 1)).Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
		d := mustParse(t, pdfFile("", strings.Join(pieces, ""), strings.Join(pieces, "")))
		if got := strings.Join(strings.Fields(d.Text), ""); !strings.Contains(got, strings.Repeat(strings.Join(sentences, ""), 2)) {
			t.Errorf("pieces of %d: %q", piece, got)
		}
	}
}
