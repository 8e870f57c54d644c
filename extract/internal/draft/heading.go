package draft

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// Class is a style of numbering. A later class is usually subordinate to an earlier one.
type Class int

// The classes, from the highest to the lowest.
const (
	NoNumber Class = iota
	word           // 摘要, 参考文献, Abstract, References: parts of the whole
	chapter        // 第一章, Chapter 1
	division       // 第一节
	hanList        // 一、
	hanParen       // （一）
	Arabic         // 1. 1、 1 Introduction
	decimal2       // 1.1
	decimal3       // 1.1.1
	decimal4       // 1.1.1.1 and deeper
	topic          // 研究目标, Methods: unnumbered subjects of forms and papers
	title          // a line that stands out above a paragraph
	Paren          // （1） 1) ①: list items rather than headings
	classes
)

const (
	hanNumbers = `一二三四五六七八九十百零〇两`
	han        = `[` + hanNumbers + `]`
	digits     = `0123456789`
	circled    = `①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛`
)

// numberPatterns are matched only if a line begins with one of their first characters: expressions
// take a hundred times as long.
var numberPatterns = []struct {
	class Class
	first string
	re    func() *regexp.Regexp
}{
	{chapter, `第附CPA`, char.Pattern(`^(?:第\s*(?:` + han + `{1,5}|\d{1,3})\s*[章编篇部卷]|(?:Chapter|CHAPTER|Part|PART|Appendix|` +
		`APPENDIX)\s+(?:\d{1,2}|[IVX]{1,5}|[A-Z])\b|附录\s*(?:` + han + `|[A-Z\d])?)`)},
	{division, `第`, char.Pattern(`^第\s*(?:` + han + `{1,5}|\d{1,3})\s*节`)},
	{hanList, hanNumbers, char.Pattern(`^` + han + `{1,3}\s*[、．.]`)},
	{hanParen, `（(`, char.Pattern(`^[（(]\s*` + han + `{1,3}\s*[）)]`)},
	// deeper levels too, by the first group
	{decimal2, digits, char.Pattern(`^\d{1,2}((?:[.．]\d{1,2}){1,5})(?:[.．、\s]|\p{Han}|\pL)`)},
	{Arabic, digits, char.Pattern(`^\d{1,2}(?:\s*[、．]|\.(?:\s|\p{Han})|\s+\p{Han})`)},
	{Arabic, digits, char.Pattern(`^\d{1,2}\s+[A-Z]\pL+(?:[ \-,:&/()]+\pL+)*$`)}, // 1 Introduction
	{Arabic, `IVX`, char.Pattern(`^[IVX]{1,5}\.\s`)},
	{Paren, `（(` + digits + circled, char.Pattern(`^(?:[（(]\s*\d{1,2}\s*[）)]|\d{1,2}[）)]|[` + circled + `])`)},
}

// quantity matches a number with a unit ("3.5 亿元", "12 个月", "2.4 GHz"), which is no heading.
var quantity = char.Pattern(`^(?:\d+\s*[万亿元％%倍个年月日级℃㎡吨名人篇项次台套件岁分秒天周]|\d+[.．]\d+\s*[万亿元％%倍℃㎡吨]|` +
	`\d+(?:[.．]\d+)?\s*(?:GHz|MHz|Hz|km|cm|mm|nm|kg|mg|GB|MB|TB|eV|dB|h|s|m|g|V|W|K)\b)`)

// headingWords are unnumbered headings, squeezed and in lower case.
var headingWords = func() map[string]Class {
	m := map[string]Class{}
	for c, list := range map[Class]string{
		word: "摘要|中文摘要|英文摘要|目录|前言|绪论|结束语|参考文献|主要参考文献|致谢|附录|报告正文|申请书正文|项目摘要|" +
			"abstract|contents|table of contents|references|bibliography|acknowledgements|acknowledgments|appendix|project " +
			"summary|project description",
		topic: "引言|关键词|立项依据|研究内容|研究目标|研究方案|技术路线|研究基础|工作条件|预期成果|经费预算|年度研究计划|研究背景|研究意义|创新点|可行性分析|结论|总结|总结与展望|" +
			"introduction|background|methods|results|discussion|conclusion|conclusions|summary|objectives|research plan|work " +
			"plan|budget|significance|innovation|approach|specific aims|timeline",
	} {
		for w := range strings.SplitSeq(list, "|") {
			m[w] = c
		}
	}
	return m
}()

// wordStarts holds the first characters of lines with heading words.
var wordStarts = func() (all starts) {
	all.add("：:")
	for w := range headingWords {
		first := string(char.First(w))
		all.add(first + strings.ToUpper(first))
	}
	return all
}()

// IsHeadingWord reports whether a line is a heading common in papers or forms, such as Introduction.
func IsHeadingWord(s string) bool { return headingWords[strings.ToLower(squeeze(s))] != NoNumber }

// NumberClass returns the class of the number at the start of a line.
func NumberClass(s string) Class {
	s = strings.TrimLeftFunc(s, char.Blank)
	first := char.First(s)
	if !numberStart(first) || strings.ContainsRune(digits, first) && quantity().MatchString(s) {
		return NoNumber
	}
	for _, p := range numberPatterns {
		switch {
		case !strings.ContainsRune(p.first, first) || !p.re().MatchString(s):
		case p.class == decimal2:
			numbers := p.re().FindStringSubmatch(s)[1]
			points := strings.Count(numbers, ".") + strings.Count(numbers, "．")
			return min(decimal2+Class(points-1), decimal4)
		default:
			return p.class
		}
	}
	return NoNumber
}

// numberStart reports whether a pattern can begin with r. It quickly excludes most lines.
func numberStart(r rune) bool { return numberStarts.has(r) }

var numberStarts = func() (all starts) {
	for _, p := range numberPatterns {
		all.add(p.first)
	}
	return all
}()

// starts is a set of code points of the Basic Multilingual Plane, one bit each.
type starts [1 << 10]uint64

func (s *starts) add(characters string) {
	for _, r := range characters {
		s[r>>6] |= 1 << (r & 63)
	}
}

func (s *starts) has(r rune) bool { return r < 1<<16 && s[r>>6]>>(r&63)&1 != 0 }

const (
	maxHeading      = 60 // code points of a numbered heading; prompts of forms are long
	maxPlainHeading = 32 // of a line whose number may be that of a list item
)

// DotLeader matches the end of a line in a table of contents.
var DotLeader = char.Pattern(`(?:\.{4,}|…{2,}|(?:\. ){4,}|·{4,}|\t)\s*[-–—]?\s*[\divxIVX]*\s*[-–—]?\s*$`)

// gap matches a place to fill in, or an answer in it: such a line is a question.
var gap = char.Pattern(`[（(][\s　]*[）)]|[（(][\s　]*[A-D]{1,4}[\s　]*[）)][。.]?$|_{2,}|﹍{2,}`)

// HeadingClass returns the class of heading that the words of a paragraph show, or NoNumber. bold
// means any emphasis by weight or size.
func HeadingClass(s string, bold bool) Class {
	s = strings.TrimSpace(s)
	if len(s) > utf8.UTFMax*3*maxHeading {
		return NoNumber // as for most paragraphs, without counting
	}
	n := char.Count(s)
	if n == 0 || n > 3*maxHeading {
		return NoNumber
	}
	if n <= maxPlainHeading && wordStarts.has(char.First(s)) {
		if c := headingWords[strings.ToLower(strings.Trim(squeeze(s), "：:"))]; c != NoNumber {
			return c
		}
	}
	c := NumberClass(s)
	if c != NoNumber && c != chapter && gap().MatchString(s) {
		return NoNumber
	}
	if c != NoNumber && (strings.ContainsRune(s, '\n') || DotLeader().MatchString(s)) {
		return NoNumber // a line of a table of contents
	}
	limit := maxHeading
	switch c {
	case NoNumber, Paren:
		return NoNumber
	case Arabic:
		limit = maxPlainHeading
	}
	if wide := strings.IndexFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) }); wide < 0 {
		limit *= 2 // Latin letters are about half as wide
	}
	if bold {
		limit *= 2
	}
	// Prompts of forms explain in brackets what to write.
	if open := strings.IndexAny(s, "（("); open > 12 &&
		strings.HasSuffix(strings.TrimRight(strings.ReplaceAll(s, ")", "）"), "：:；;。 "), "）") {
		s = s[:open]
		n = utf8.RuneCountInString(s)
	}
	if n > limit || sentenceLike(s, c, bold) {
		return NoNumber
	}
	return c
}

// sentenceLike reports whether a numbered line is a sentence or a clause rather than a heading.
func sentenceLike(s string, c Class, bold bool) bool {
	body := strings.TrimRight(s, "：:")
	last, _ := utf8.DecodeLastRuneInString(body)
	if strings.ContainsRune("。；;，,、！？?!", last) {
		return !bold || !strings.ContainsRune("；;。", last)
	}
	if last == '.' && strings.Count(body, " ") > 6 {
		return true
	}
	if strings.ContainsAny(body, "。；！？") {
		return true
	}
	// Headings with a comma are short, except lists in Western languages.
	return !bold && strings.ContainsAny(body, "，,") &&
		(c == Arabic || strings.Contains(body, "，") && utf8.RuneCountInString(body) > maxPlainHeading)
}

// squeeze drops white space: 摘　要 is 摘要. Latin words keep single spaces.
func squeeze(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) }) < 0 {
		return char.OneLine(s)
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// settleHeadings returns the heading level of each block; 0 is none. Levels stated in the file are
// kept. A class of numbers has the level that the file states for headings of that class, or else
// the level below the classes in use before it. ofForm reports whether a line is the label of a
// form; it may be nil.
func settleHeadings(blocks []Block, texts []string, ofForm func(string) bool) []int {
	kinds := make([]Class, len(blocks))
	var stated [classes]map[int]int // class → stated level → how often
	for i, m := range blocks {
		if isBareNumber(texts[i]) {
			blocks[i].Level = 0
			continue
		}
		if m.Level > 0 {
			c := NumberClass(texts[i])
			if stated[c] == nil {
				stated[c] = map[int]int{}
			}
			stated[c][m.Level]++
		} else if m.MayHead && (m.Kind == extract.Body || m.Kind == extract.Heading) {
			kinds[i] = HeadingClass(texts[i], m.Bold)
		}
	}
	dropLists(blocks, texts, kinds)
	findTitles(blocks, texts, kinds, ofForm)
	used := [classes]bool{}
	for _, c := range kinds {
		used[c] = true
	}
	level := [classes]int{}
	below := 0
	for c := chapter; c < classes; c++ {
		if known := most(stated[c]); known > 0 {
			level[c] = known
		} else if used[c] {
			level[c] = below + 1
		} else {
			continue
		}
		below = max(below, level[c])
	}
	level[word] = 1
	out := make([]int, len(blocks))
	for i := range blocks {
		if m := blocks[i]; m.Level > 0 {
			out[i] = m.Level
		} else if kinds[i] != NoNumber {
			out[i] = level[kinds[i]]
		}
	}
	return out
}

const (
	maxTitle     = 24 // code points of a heading recognised by its look alone; twice that in Latin letters
	leastBelow   = 40 // least code points of the paragraph that must follow it
	leastTitles  = 3  // in a document without other headings; fewer are lines of a cover
	captionStart = `^(?:图|表|附图|附表|式|注|来源|Fig(?:ure)?\.?|Table|Source|Note)\s*[\d（(：:A-Z]`
)

var caption = char.Pattern(captionStart)

// findTitles finds headings among single lines that stand out by weight or size and have a
// paragraph below. They must follow the first other heading, since covers are full of such lines.
func findTitles(blocks []Block, texts []string, kinds []Class, ofForm func(string) bool) {
	first := slices.IndexFunc(kinds, func(c Class) bool { return c != NoNumber })
	if i := slices.IndexFunc(blocks, func(m Block) bool { return m.Level > 0 }); i >= 0 && (first < 0 || i < first) {
		first = i
	}
	var found []int
	for i := range blocks {
		if i < first || kinds[i] != NoNumber || blocks[i].Level > 0 || blocks[i].Kind != extract.Body || !blocks[i].StandsOut ||
			i+1 == len(blocks) {
			continue
		}
		below := blocks[i+1]
		text := below.Kind == extract.Body && !below.Bold && below.End-below.Start >= leastBelow && kinds[i+1] == NoNumber
		if text && titleLike(texts[i]) && (ofForm == nil || !ofForm(texts[i])) {
			found = append(found, i)
		}
	}
	if first < 0 && len(found) < leastTitles {
		return
	}
	for _, i := range found {
		kinds[i] = title
	}
}

// titleLike reports whether a line reads like a heading.
func titleLike(s string) bool {
	s = strings.TrimSpace(s)
	limit := maxTitle
	if strings.IndexFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) }) < 0 {
		limit *= 2
	}
	n := utf8.RuneCountInString(s)
	if n < 2 || n > limit || strings.ContainsAny(s, "。；;，,：:！!？?=@\n\t") || strings.HasSuffix(s, ".") || !unicode.IsLetter(char.First(s)) {
		return false
	}
	return !caption().MatchString(s) && !DotLeader().MatchString(s)
}

// most returns the key with the highest count, the smallest of equal ones, or 0.
func most(counts map[int]int) int {
	best := 0
	for k, n := range counts {
		if best == 0 || n > counts[best] || n == counts[best] && k < best {
			best = k
		}
	}
	return best
}
