package finding

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"zhiwen/extract"
)

// Use is what an application says of the use of generative AI for it.
type Use string

// What it says.
const (
	UseUnsaid Use = "unsaid" // nothing
	UseNone   Use = "none"   // that there was none
	UseSome   Use = "some"   // that there was some
	UseNamed  Use = "named"  // it is spoken of, but whether there was some is not clear
)

// Declaration is what an application says of the use of generative AI for it, and where: a
// fact that is read from its text. Whether a machine wrote it nobody can tell from the
// text, and nothing here tries.
type Declaration struct {
	Use            Use
	Offset, Length int    // of what says so, in code points
	Text           string // it
}

// The words. A sentence speaks of the use of AI for the application where it names AI as
// a tool, that it was used, and what for; what is research about AI names no application.
var (
	tool = words(`生成式\s*(?:人工智能|AI|A\.I\.)|人工智能\s*(?:工具|生成|辅助|技术)|(?:AI|AIGC)\s*(?:工具|技术|辅助|生成)|AIGC|大语言模型|大模型工具|ChatGPT|DeepSeek|文心一言|` +
		`豆包|Kimi|通义千问|generative\s+(?:AI|artificial intelligence)|AI(?:-assisted)?\s+(?:tools?|assistance)|large language models?`)
	used = words(`使用|采用|借助|利用|运用|应用|辅助|\buse[sd]?\b|\busing\b|\bemploy`)
	what = words(`本?申请书|本?申报书|申请材料|申报材料|申请文本|撰写|写作|润色|文字|翻译|本项目申请|项目书|声明|承诺|披露|标注|\bproposal|\bapplication|\bwriting|\bdraft|\bpolish|` +
		`\btranslat|\bdeclar|\bdisclos`)
	none = words(`未曾?(?:使用|采用|借助|利用|运用)|没有?(?:使用|采用|借助|利用|运用)|不存在[^。；]{0,12}(?:使用|生成)|无(?:使用|生成式)|使用情况[^。；]{0,6}[：:]\s*(?:无|否|未)|` +
		`\bno\s+(?:generative|AI|use)|\bnot\s+(?:been\s+)?(?:use|employ)|\bdid not use|\bwithout\s+(?:the\s+use|using|generative)`)
	// rule is what a form or an agency asks: it says nothing of this application.
	rule = words(`应当?(?:如实|明确|主动|在)|须如实|必须|不得|禁止|严禁|请(?:如实|说明|填写|勾选|申请人)|申请人应|如(?:有)?使用|如果使用|若使用|是否使用|\bmust\b|\bshall\b|\bplease\b|` +
		`\bif\s+(?:generative|AI|you|any)`)
	// answer is a box and what stands beside it: which of both comes first is the form's.
	answer = words(`([□☐○☑☒√✓✔■●])|(已使用|未使用|没有|是|否|有|无|\byes\b|\bno\b)`)
)

// ticked returns the answers of the boxes after the question; false if none or several are ticked.
func ticked(sentence string) (use Use, found bool) {
	if last := tool().FindAllStringIndex(sentence, -1); len(last) > 0 {
		sentence = sentence[last[len(last)-1][1]:]
	}
	var label string // the one that the box belongs to
	var boxFirst, box bool
	marked := ""
	for i, m := range answer().FindAllStringSubmatch(sentence, -1) {
		if i == 0 {
			boxFirst = m[1] != ""
		}
		isMark := m[1] != "" && !strings.Contains("□☐○", m[1])
		switch {
		case m[1] != "" && boxFirst:
			box = isMark
		case m[1] != "":
			if isMark && label != "" {
				if found {
					return UseNamed, false
				}
				marked, found = label, true
			}
		case boxFirst && box:
			if found {
				return UseNamed, false
			}
			marked, found, box = m[2], true, false
		default:
			label = m[2]
		}
	}
	switch strings.ToLower(marked) {
	case "是", "有", "已使用", "yes":
		return UseSome, found
	}
	return UseNone, found
}

func words(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)` + pattern) })
}

// mostSaid is how much of a sentence is given, in code points.
const mostSaid = 200

// Declared reads what a document says of the use of AI for it. Of several statements the
// first that is clear is given; a question of the form with no answer is none.
func Declared(d *extract.Document) Declaration {
	found := Declaration{Use: UseUnsaid}
	if d == nil {
		return found
	}
	runes := 0
	for _, line := range strings.SplitAfter(d.Text, "\n") {
		for _, sentence := range sentences(line) {
			length := utf8.RuneCountInString(sentence)
			if use := said(sentence); use != UseUnsaid && (found.Use == UseUnsaid || found.Use == UseNamed && use != UseNamed) {
				text := strings.TrimSpace(sentence)
				lead := utf8.RuneCountInString(sentence[:strings.Index(sentence, text)])
				cut := []rune(text)
				cut = cut[:min(len(cut), mostSaid)]
				found = Declaration{Use: use, Offset: runes + lead, Length: len(cut), Text: string(cut)}
			}
			runes += length
		}
	}
	return found
}

// sentences cuts a line behind full stops; nothing is lost.
func sentences(line string) []string {
	return strings.FieldsFunc(sentenceEnd().ReplaceAllString(line, "$0\x00"), func(r rune) bool { return r == 0 })
}

var sentenceEnd = words(`[。！？；]|[.!?;]\s`)

// said returns what one sentence says.
func said(sentence string) Use {
	if !tool().MatchString(sentence) {
		return UseUnsaid
	}
	if use, found := ticked(sentence); found {
		return use
	}
	switch {
	case rule().MatchString(sentence), !what().MatchString(sentence):
		return UseUnsaid
	case none().MatchString(sentence):
		return UseNone
	case used().MatchString(sentence):
		return UseSome
	}
	return UseNamed
}
