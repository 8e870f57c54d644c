package intake

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/simplifiedchinese"
	xunicode "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/width"

	"zhiwen/checker/record"
)

const (
	// maxRows is the most rows of a manifest.
	maxRows = 200_000
	// mostTitles is the most rows above the names of the columns: a title, a note, a blank row.
	mostTitles = 5
	// maxCell is the most characters of a value.
	maxCell = 2000
	// maxUnpacked is the most bytes an XLSX may unpack to.
	maxUnpacked = 512 << 20
)

// column is what a column of a manifest means.
type column int

const (
	columnNone column = iota
	columnFile
	columnNumber
	columnTitle
	columnApplicant
	columnParticipants
	columnInstitution
	columnYear
	columnProgramme
	columnKeywords
	columnStatus
)

// headings are the words by which columns are told, as agencies write them, folded.
var headings = map[column][]string{
	columnFile: {"文件", "文件名", "文件名称", "附件", "附件名", "申请书文件", "file", "filename", "file name", "path", "document"},
	columnNumber: {"编号", "申请编号", "项目编号", "申请号", "受理编号", "受理号", "项目批准号", "批准号", "序列号", "number", "no", "id", "application number",
		"application id", "reference"},
	columnTitle: {"题目", "标题", "名称", "项目名称", "项目题目", "课题名称", "申请题目", "title", "project title", "name of project"},
	columnApplicant: {"申请人", "申请者", "负责人", "项目负责人", "课题负责人", "主持人", "姓名", "申请人姓名", "applicant", "principal investigator", "pi", "author",
		"name"},
	columnParticipants: {"参与人", "参与者", "参加人", "参加者", "成员", "项目组成员", "主要参与者", "课题组成员", "participants", "members", "team", "co-applicants",
		"co-investigators"},
	columnInstitution: {"单位", "依托单位", "申请单位", "承担单位", "所在单位", "工作单位", "申报单位", "学校", "机构", "institution", "organisation", "organization",
		"affiliation", "university"},
	columnYear:      {"年", "年份", "年度", "申请年度", "申报年度", "立项年度", "year"},
	columnProgramme: {"类别", "项目类别", "资助类别", "计划", "计划类别", "项目类型", "专项", "programme", "program", "scheme", "category"},
	columnKeywords:  {"关键词", "主题词", "keywords"},
	columnStatus:    {"状态", "资助状态", "结果", "评审结果", "立项情况", "是否资助", "是否立项", "status", "result", "outcome"},
}

// statuses are the words of each status, folded.
var statuses = map[record.Status][]string{
	record.StatusSubmitted: {"申请", "申请中", "已申请", "申报", "申报中", "已申报", "提交", "已提交", "受理", "已受理", "待评审", "评审中", "在评", "在审",
		"形式审查", "形审", "初审", "初审中", "初审通过", "函评", "函评中", "会评", "会评中", "答辩", "答辩中", "公示", "公示中", "拟资助", "拟立项", "submitted", "applied",
		"pending", "under review", "in review", "shortlisted"},
	record.StatusFunded: {"资助", "已资助", "获资助", "立项", "已立项", "批准", "已批准", "获批", "在研", "结题", "已结题", "验收", "已验收", "中止", "终止", "是", "funded",
		"awarded", "granted", "approved", "accepted", "yes"},
	record.StatusRejected: {"未资助", "不资助", "不予资助", "未立项", "不立项", "未批准", "不批准", "未获批", "未通过", "不予受理", "形审未通过", "初审未通过", "落选", "否",
		"rejected", "declined", "not funded", "unsuccessful", "no"},
	record.StatusWithdrawn: {"撤回", "已撤回", "撤销", "withdrawn"},
}

// Manifest reads a table in CSV (comma, semicolon or tab; UTF-8, UTF-16 or GB 18030) or XLSX (its first sheet
// with content). Its first row, or one below a title, names the columns; unknown ones are left out. A row
// carries its fault; the error wraps record.ErrManifest or record.ErrHeading if no row can be read.
func Manifest(data []byte) ([]Row, error) {
	cells, lines, err := table(data)
	if err != nil {
		return nil, err
	}
	if len(cells) == 0 {
		return nil, fmt.Errorf("%w: it is empty", record.ErrManifest)
	}
	head, columns := heads(cells)
	if columns == nil {
		return nil, record.ErrHeading
	}
	var rows []Row
	for i, values := range cells[head+1:] {
		if row := readRow(columns, values); row != nil {
			row.Line = lines[head+1+i]
			rows = append(rows, *row)
		}
	}
	return rows, nil
}

// heads finds the row that names the columns, one of them the file or the number: the first row with two
// names that are known, behind a title perhaps, else the first with one. Without one, columns is nil.
func heads(cells [][]string) (row int, columns []column) {
	for i, values := range cells[:min(len(cells), mostTitles+1)] {
		here := make([]column, len(values))
		known := map[column]bool{columnNone: true}
		for k, heading := range values {
			if c := columnOf(heading); !known[c] {
				here[k], known[c] = c, true
			}
		}
		if !known[columnFile] && !known[columnNumber] {
			continue
		}
		if columns == nil || len(known) > 2 {
			row, columns = i, here
		}
		if len(known) > 2 { // beside none
			break
		}
	}
	return row, columns
}

// columnOf tells a column by its heading: notes in brackets and marks do not matter.
func columnOf(heading string) column {
	heading, _, _ = strings.Cut(fold(heading), "(")
	heading = strings.Trim(heading, " *:")
	for c, names := range headings {
		if slices.Contains(names, heading) {
			return c
		}
	}
	return columnNone
}

// fold makes full-width forms, capitals and spaces comparable.
func fold(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(width.Fold.String(s)), " "))
}

// readRow reads a row, nil where nothing is in it.
func readRow(columns []column, values []string) *Row {
	row := &Row{}
	some := false
	fault := func(f record.Refusal, value string) {
		if row.Fault == "" {
			row.Fault, row.Value = f, value
		}
	}
	for i, value := range values {
		if value = strings.TrimSpace(value); value == "" {
			continue
		}
		some = true
		if text, quoted := strings.CutPrefix(value, "'"); quoted && record.IsFormula(text) {
			value = text // as tables are given out, so that no spreadsheet takes it for a formula
		}
		switch {
		case i >= len(columns):
			fault(record.RefusalColumns, value)
			continue
		case strings.ContainsRune(value, utf8.RuneError):
			fault(record.RefusalEncoding, value)
		case utf8.RuneCountInString(value) > maxCell:
			fault(record.RefusalFieldSize, string([]rune(value)[:40])+"…")
			continue
		}
		row.set(columns[i], value, fault)
	}
	if !some {
		return nil
	}
	if row.File == "" && row.Reference == "" {
		fault(record.RefusalNothing, "")
	}
	return row
}

func (row *Row) set(c column, written string, fault func(record.Refusal, string)) {
	id := &row.Identity
	value := record.Line(written)
	switch c {
	case columnFile:
		row.File = strings.TrimPrefix(strings.ReplaceAll(value, `\`, "/"), "./")
	case columnNumber:
		row.Reference = value
	case columnTitle:
		id.Title = value
	case columnApplicant:
		id.Applicant = value
	case columnInstitution:
		id.Institution = value
	case columnProgramme:
		id.Programme = value
	case columnKeywords:
		id.Keywords = record.ReadKeywords(written)
	case columnParticipants:
		id.Participants = record.ReadPeople(written)
	case columnYear:
		year, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSuffix(width.Fold.String(value), "年"), ".0"))
		if err != nil || year < 1900 || year > 2200 {
			fault(record.RefusalYear, value)
			return
		}
		id.Year = year
	case columnStatus:
		for status, words := range statuses {
			for _, word := range words {
				if fold(value) == word {
					row.Status = status
					return
				}
			}
		}
		// An agency's own word for a status loses no application: it is taken without one, and the word is shown.
		row.UnreadStatus = value
	}
}

// table reads cells, with the line of the file that each row stands in.
func table(data []byte) (cells [][]string, lines []int, err error) {
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		return sheet(data)
	}
	text, err := decode(data)
	if err != nil {
		return nil, nil, err
	}
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes, r.Comma = -1, true, delimiter(text)
	for {
		values, err := r.Read()
		if errors.Is(err, io.EOF) {
			return cells, lines, nil
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%w: %w", record.ErrManifest, err)
		}
		if len(cells) > maxRows {
			return nil, nil, fmt.Errorf("%w: it has more than %d rows", record.ErrManifest, maxRows)
		}
		line, _ := r.FieldPos(0)
		cells, lines = append(cells, values), append(lines, line)
	}
}

// sheet reads the first sheet of an XLSX that has something in it.
func sheet(data []byte) (cells [][]string, lines []int, err error) {
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxUnpacked})
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", record.ErrManifest, err)
	}
	defer func() { _ = book.Close() }()
	for _, name := range book.GetSheetList() {
		rows, err := book.Rows(name)
		if err != nil {
			return nil, nil, fmt.Errorf("%w: %w", record.ErrManifest, err)
		}
		for line := 1; rows.Next(); line++ {
			values, err := rows.Columns()
			if err != nil {
				return nil, nil, fmt.Errorf("%w: %w", record.ErrManifest, errors.Join(err, rows.Close()))
			}
			if len(cells) > maxRows {
				return nil, nil, errors.Join(fmt.Errorf("%w: it has more than %d rows", record.ErrManifest, maxRows), rows.Close())
			}
			if len(values) > 0 {
				cells, lines = append(cells, values), append(lines, line)
			}
		}
		if err := errors.Join(rows.Error(), rows.Close()); err != nil {
			return nil, nil, fmt.Errorf("%w: %w", record.ErrManifest, err)
		}
		if len(cells) > 0 {
			break
		}
	}
	return cells, lines, nil
}

// decode decodes a CSV file. Bytes that are invalid in its encoding become U+FFFD, and their rows
// are reported.
func decode(data []byte) (string, error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xFF\xFE")), bytes.HasPrefix(data, []byte("\xFE\xFF")):
		text, err := xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM).NewDecoder().Bytes(data)
		if err != nil {
			return "", fmt.Errorf("%w: %w", record.ErrManifest, err)
		}
		return string(text), nil
	case bytes.IndexByte(data, 0) >= 0:
		return decodeUnmarked(data)
	case bytes.HasPrefix(data, []byte("\xEF\xBB\xBF")), mostlyUTF8(data):
		return strings.ToValidUTF8(string(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))), string(utf8.RuneError)), nil
	}
	text, err := simplifiedchinese.GB18030.NewDecoder().Bytes(data)
	if err != nil {
		return "", fmt.Errorf("%w: %w", record.ErrManifest, err)
	}
	return string(text), nil
}

// decodeUnmarked makes text of UTF-16 without a byte order mark, as some programs export it. Which byte of a pair
// is the higher tell the separators, line ends and digits of a table: of these it is zero. A character whose lower
// byte is zero, as 一 is one, is rarer.
func decodeUnmarked(data []byte) (string, error) {
	var zeros [2]int
	for i, b := range data {
		if b == 0 {
			zeros[i%2]++
		}
	}
	order := xunicode.LittleEndian
	if zeros[0] > zeros[1] {
		order = xunicode.BigEndian
	}
	text, err := xunicode.UTF16(order, xunicode.IgnoreBOM).NewDecoder().Bytes(data)
	if err != nil || len(data)%2 != 0 || bytes.IndexByte(text, 0) >= 0 || bytes.ContainsRune(text, utf8.RuneError) {
		return "", fmt.Errorf("%w: it is no text", record.ErrManifest)
	}
	return string(text), nil
}

// mostlyUTF8 reports whether a text is in UTF-8, though some of its lines may be broken: as
// GB 18030 all of its other lines would be wrong. A text in GB 18030 has few lines that happen to
// be UTF-8.
func mostlyUTF8(data []byte) bool {
	good, broken := 0, 0
	for line := range bytes.Lines(data) {
		switch {
		case !utf8.Valid(line):
			broken++
		case len(line) > utf8.RuneCount(line): // not ASCII alone
			good++
		}
	}
	return good >= broken
}

// delimiter returns the mark that parts the cells of the first line, or of the first one below a title
// that has such a mark.
func delimiter(text string) rune {
	head, rest, _ := strings.Cut(text, "\n")
	for range mostTitles {
		if strings.ContainsAny(head, ",\t;") {
			break
		}
		head, rest, _ = strings.Cut(rest, "\n")
	}
	best, most := ',', strings.Count(head, ",")
	for _, mark := range []rune{'\t', ';'} {
		if n := strings.Count(head, string(mark)); n > most {
			best, most = mark, n
		}
	}
	return best
}
