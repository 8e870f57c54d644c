package field

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/label"
	"zhiwen/extract/internal/field/value"
	"zhiwen/extract/internal/markup"
)

// believe drops the title and applicant of the file's properties unless the first pages confirm
// them. They often belong to the form, to the file that this one was made from, or to whoever set
// up the computer.
func believe(m *extract.Metadata, texts []string) {
	if m.Title == "" && m.Applicant == "" {
		return
	}
	var first strings.Builder
	for _, s := range texts[:min(len(texts), coverParagraphs)] {
		if first.Len() > utf8.UTFMax*coverRunes {
			break
		}
		first.WriteString(char.Squeezed(s))
	}
	stated := first.String()
	if !headsText(char.Squeezed(m.Title), texts[:min(len(texts), pageLines)]) {
		m.Title = ""
	}
	if !strings.Contains(stated, char.Squeezed(m.Applicant)) {
		m.Applicant = ""
	}
}

const linesOfTitle = 8 // lines at the start of a text in which its title may be part of a line

// headsText reports whether a title stands in the first lines of a text, or further down as up to
// three separate lines: longer lines there cite other works.
func headsText(title string, lines []string) bool {
	for i := range lines {
		first := len(char.Squeezed(lines[i]))
		at := strings.Index(char.Squeezed(strings.Join(lines[i:min(len(lines), i+3)], "")), title)
		if at >= 0 && at < first && (i < linesOfTitle || at <= len(title) && len(title) >= (first-at)/2) {
			return true
		}
	}
	return false
}

var (
	toolTitle = char.Pattern(`(?i)^(?:microsoft|powerpoint|untitled|document\s?\d*$|doc\d*$|文档\s?\d*$|无标题|未命名|新建|幻灯片|slide|template|` +
		`title$|wps|print|scan|\d+$)|\.(?:docx?|pdf|wps|tex|rtf|odt|html?|dvi|indd)\W*$|(?:申请书|申报书|任务书|合同书|计划书|模板|正文|提纲|template|` +
		`form)[-—_\s\dvV.（）()年版稿终最]*$`)
	toolName = char.Pattern(`(?i)^(?:admin|administrator|user|users|owner|author|windows|microsoft|微软|office|wps|lenovo|dell|hp|asus|` +
		`acer|thinkpad|apple|mac|pc|root|guest|test|system|china|用户|作者|未知|unknown|python-docx|openpyxl|pandoc|latex|tex)|用户$|[\d@._\\/]`)
	formTitle = char.Pattern(`(?:申请书|申报书|任务书|合同书|计划书|说明书|指导书|报告|规范|手册|条例|办法|通知|登记表|审批表|申请表|评审表|审核表|检查表|封面|声明书?|格式|论文|毕业设计|大学|学院|研究院|` +
		`研究所)(?:[（(].*[）)])?$|[:：]$`)
)

// Properties returns Metadata from a file's properties, without values that programs write by
// themselves.
func Properties(title, author, keywords string) extract.Metadata {
	var m extract.Metadata
	title, author = char.OneLine(char.Clean(title)), char.OneLine(char.Clean(author))
	title = cmp.Or(titleWithForm(title), title) // Research Proposal - Light on Dust
	n := utf8.RuneCountInString(title)
	text := n >= 4 && n <= value.Max[label.Title] && value.HasWord(title) && char.Plausible(title) > 0.9
	ofForm := formTitle().MatchString(char.Squeezed(title)) || latinForm(title)
	ofTool := toolTitle().MatchString(title) || noTitle().MatchString(title) || value.Placeholder().MatchString(title)
	if text && !ofForm && !ofTool {
		m.Title = title
	}
	named := value.HanName().MatchString(author) || strings.Contains(author, " ") && value.LatinName().MatchString(author)
	if named && !toolName().MatchString(author) {
		m.Applicant = author
	}
	if char.Plausible(keywords) > 0.9 {
		m.Keywords = splitKeywords(char.Clean(keywords))
	}
	return m
}

// CoreProperties reads docProps/core.xml. A broken file yields nothing.
func CoreProperties(raw string) extract.Metadata {
	var title, author, keywords string
	_ = markup.Each(raw, []string{"title", "creator", "keywords"}, func(e markup.Element) {
		switch e.Name() {
		case "title":
			title = e.Text()
		case "creator":
			author = e.Text()
		case "keywords":
			keywords = e.Text()
		}
	})
	return Properties(title, author, keywords)
}

// StatedPages returns how many pages an Office file had when it was last laid out, according to its
// extended properties, or 0.
func StatedPages(raw string) (pages int) {
	_ = markup.Each(raw, []string{"Pages"}, func(e markup.Element) {
		pages, _ = strconv.Atoi(strings.TrimSpace(e.Text()))
	})
	return pages
}

// InfoProperties reads the document information of a PDF.
func InfoProperties(meta func(tag string) string) extract.Metadata {
	return Properties(meta("Title"), meta("Author"), meta("Keywords"))
}
