package field

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/field/label"
	"zhiwen/extract/internal/field/value"
)

// pageLine classifies a line of a title page.
func (r *reading) pageLine(s string) pageLine {
	l := pageLine{text: s}
	bare := strings.TrimRight(s, ":. ")
	if title := titleWithForm(s); title != "" && value.ParseDate(title) == "" {
		if people, house, date := r.byline(title); len(people) > 0 { // Research Plan - Jane Doe
			return pageLine{kind: personLine, text: s, people: people, house: house, date: date}
		}
		return pageLine{text: title}
	}
	switch n := utf8.RuneCountInString(s); {
	case n <= 2*longestLine && n > shortTitle && handedIn().MatchString(s) && !latinForm(s):
		l.kind, l.house = clauseLine, cmp.Or(universityIn(s), partName().FindString(s))
		return l
	case n > longestLine, draft.NumberClass(s) != draft.NoNumber, draft.IsHeadingWord(bare) && !latinForm(s), runIn().MatchString(s),
		abstractWord().MatchString(s), partOfProposal().MatchString(bare),
		lettered().MatchString(s) && latinPerson(s) == "", copyright().MatchString(s), n > wrapped && strings.HasSuffix(s, ".") &&
			(n > mostWrapped && finite().MatchString(s) || strings.Contains(s[:len(s)-1], ". ")), salutation().MatchString(s):
		l.kind = endLine
		return l
	case value.Placeholder().MatchString(s):
		l.kind = clauseLine
		return l
	}
	if m := writtenBy().FindStringSubmatch(s); m != nil {
		l.kind = clauseLine
		if l.people, l.house, l.date = r.byline(m[1]); len(l.people) > 0 {
			l.kind = personLine
		}
		return l
	}
	if m := yearsWithin().FindAllString(s, -1); m != nil && len(r.pairs(s)) == 0 &&
		(datedLine().MatchString(s) || twoYears().MatchString(s)) {
		l.kind, l.year, l.date = clauseLine, m[len(m)-1], dateIn(s)
		return l
	}
	if m := placeYear().FindStringSubmatch(s); m != nil && len(r.pairs(s)) == 0 && latinPerson(s) == "" {
		if l.year = m[2]; m[1] != "" {
			l.kind = clauseLine
			return l
		}
	}
	if at := besideOthers().FindStringIndex(s); at != nil { // Jane Doe   Supervisor: Prof. John Roe
		if name := latinPerson(s[:at[0]]); name != "" {
			l.kind, l.people = personLine, []string{name}
			return l
		}
	}
	if names := nextTo().Split(s, -1); len(names) > 1 && names[len(names)-1] == "" {
		names = names[:len(names)-1]
		if !slices.ContainsFunc(names, func(name string) bool { return latinPerson(name) == "" || strings.ContainsAny(name, ":：") }) {
			for i, name := range names {
				names[i] = latinPerson(name)
			}
			l.kind, l.people = personLine, names
			return l
		}
	}
	named := withAddress().ReplaceAllString(s, "")
	switch {
	case named != s && latinPerson(numbered().ReplaceAllString(named, "")) != "":
		l.kind, l.people = personLine, []string{latinPerson(numbered().ReplaceAllString(named, ""))}
	case len(r.pairs(s)) > 0 || r.labels.IsLabel(s):
		l.kind = labelLine
	case likePair().MatchString(s):
		l.kind, l.pair = labelLine, true
	case latinForm(s), r.onlyProgramme(s):
		// Northern University Doctoral Program | Research Plan
		l.kind, l.date, l.house = formLine, dateIn(s), universityIn(s)
	case clause().MatchString(s) || address().MatchString(s):
		l.kind, l.date = clauseLine, dateIn(s)
		if !ofOthers().MatchString(s) || handedIn().MatchString(s) {
			l.house = universityIn(s)
		}
	case value.DateAlone().MatchString(s) && dateIn(s) != "", yearAlone().MatchString(char.Squeezed(strings.Trim(s, "·•|-–— "))):
		l.kind, l.date = dateLine, dateIn(s)
	default:
		if l.people, l.house, l.date = r.byline(s); len(l.people) > 0 {
			l.kind = personLine
		} else if l.house = houseIn(s); l.house != "" {
			l.kind = houseLine
		} else if l.house = universityIn(s); l.house != "" && (partOfHouse().MatchString(s) || len(l.house) >= len(s)-len("the “”") ||
			behindSubject(s, l.house)) {
			l.kind = houseLine
		} else if m := openingUniversity().FindStringSubmatch(s); m != nil && !ofUniversity().MatchString(s[len(m[0]):]) {
			l.kind, l.house = houseLine, m[1] // Northern University Exampleton, Ohio
		} else if l.house = ""; openingPart().MatchString(s) && utf8.RuneCountInString(s) <= longestCover {
			l.kind = houseLine
		}
		if l.kind == houseLine && l.house != "" && (!latinSchool().MatchString(l.house) || partOfHouse().MatchString(l.house) ||
			behindSubject(l.house, universityIn(l.house))) {
			l.house = cmp.Or(universityIn(s), l.house)
		}
	}
	return l
}

// byline reads a line of people and their institutions: Jane Doe (Northern University), Jane Doe
// and John Roe, Jane Doe, October 2019. It returns no people if any part of the line is something
// else.
func (r *reading) byline(s string) (people []string, house, date string) {
	s = noteSign().ReplaceAllString(s, "$1")
	var parts []string
	for part := range strings.FieldsFuncSeq(aside().ReplaceAllString(s, ""),
		func(c rune) bool { return strings.ContainsRune(",;()|•·", c) }) {
		pieces := nameBreak().Split(part, -1)
		// Engineering and Computer Science
		if latinPerson(pieces[0]) == "" && strings.TrimSpace(pieces[0]) != "" {
			pieces = []string{part}
		}
		parts = append(parts, pieces...)
	}
	titled := academicTitle().MatchString(s)
	for i, part := range parts {
		part = strings.TrimSpace(part)
		name := latinPerson(part)
		if name != "" && !titled && academicTitle().MatchString(part) {
			continue // a supervisor
		}
		switch {
		case part == "":
		case name != "" && (i == 0 || house == "" && len(people) > 0):
			people = append(people, name)
		case i == 0:
			return nil, "", ""
		case dateIn(part) != "":
			date = dateIn(part)
		case houseIn(part) != "":
			if house == "" || !latinSchool().MatchString(house) {
				house = houseIn(part)
			}
		case besideName().MatchString(part), i > 1 && house != "", len([]rune(part)) <= 3:
		default:
			if house == "" && !slices.ContainsFunc(parts[i:], func(p string) bool { return houseIn(strings.TrimSpace(p)) != "" }) {
				return nil, "", ""
			}
		}
	}
	return people, house, date
}

// latinForm reports whether a line names a kind of text: PhD Thesis Proposal, Statement of
// Research, Senior Thesis 2016 Proposal: October 6th, 2015.
func latinForm(s string) bool {
	if utf8.RuneCountInString(s) > longestCover || char.Wide(char.First(s)) {
		return false
	}
	return ofForm2().MatchString(s) || thesisElsewhere().MatchString(s) ||
		ofForm1().MatchString(s) && !inTitle().MatchString(strings.NewReplacer("case for support", "", "Case for Support", "",
			"Case for support", "", "Master of", "", "Letter of Intent", "").Replace(strings.TrimPrefix(s, "The ")))
}

// dateIn returns the date of a text, or a year alone, or "".
func dateIn(s string) string {
	if date := value.ParseDate(s); date != "" {
		return date
	}
	if m := yearAlone().FindStringSubmatch(char.Squeezed(strings.Trim(s, "·•|-–— "))); m != nil {
		return m[1]
	}
	return ""
}

// latinPerson returns a person's name in Latin letters without academic titles, or "". Titles of
// texts in capitals look the same, so words that do not occur in names exclude them.
func latinPerson(s string) string {
	if strings.HasPrefix(s, "•") {
		return "" // a label, or an item of a list
	}
	s = strings.TrimRight(strings.TrimSpace(value.Academic().ReplaceAllString(strings.TrimSpace(s), "")), ".:")
	words := strings.Fields(s)
	if len(words) < 2 || len(words) > 5 || utf8.RuneCountInString(s) > value.Max[label.Applicant] || value.Institutions().MatchString(s) ||
		value.Placeholder().MatchString(s) {
		return ""
	}
	capitals := 0
	for i, w := range words {
		if particle().MatchString(w) && i > 0 && i+1 < len(words) {
			continue
		}
		if i > 0 && i+1 < len(words) && initial().MatchString(w) {
			continue // Nicholas A Potter
		}
		if !nameWord().MatchString(w) || noPerson().MatchString(w) || nounEnd().MatchString(w) {
			return ""
		}
		capitals++
	}
	if capitals < 2 || utf8.RuneCountInString(words[len(words)-1]) < 2 {
		return ""
	}
	return s
}

var (
	initial  = char.Pattern(`^\p{Lu}$`)
	nameWord = char.Pattern(`^\p{Lu}(?:\.|[\pL\pM’'-]*\.?)(?:-?\p{Lu}\.)*$`)
	particle = char.Pattern(`^(?:de|del|della|der|den|di|da|das|do|dos|du|la|le|van|von|zu|zur|ten|ter|el|al|bin|ibn|bint|y|e)$`)
	nounEnd  = char.Pattern(`(?i)(?:[sct]ions?|ics|olog(?:y|ies|ical)|nesses|bility|ical|ically|graphy|metry|isms?)$`)
	// noPerson matches words of titles, forms and places that do not occur in names.
	noPerson = char.Pattern(`(?i)^(?:proposal|prospectus|approval|reader|offices?|grants|guidelines?|chair|dean|lab|labs|laboratory|` +
		`institute|college|school|university|hospital|centre|center|first|second|third|your|name|research|statement|project|thesis|` +
		`dissertation|plan|report|application|applications|summary|description|narrative|introduction|program(?:me)?|grant|fellowship|` +
		`science|sciences|engineering|learning|systems?|analysis|design|data|networks?|department|case|support|draft|version|team|group|` +
		`course|class|january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|` +
		`semester|computer|computing|software|technology|technologies|information|intelligence|artificial|machine|deep|neural|quantum|` +
		`model|models|modeling|modelling|algorithms?|methods?|study|studies|theory|review|management|development|health|medical|medicine|` +
		`climate|energy|water|urban|social|economic|economics|business|education|energy|physics|chemistry|biology|mathematics|statistics|` +
		`robotics?|security|cyber\w*|web|mobile|smart|cloud|blockchain|platform|framework|processing|language|image|vision|recognition|` +
		`detection|prediction|classification|optimization|simulation|visualization|impact|effects?|role|researchers?|inference|causal|` +
		`topic|area|individual|task|cover|sheet|assessment|assignment|deadline|due|word|count|total|key|results?|discussion|conclusions?|` +
		`methodology|aims?|question|questions|hypothes[ie]s|title|subject|new|novel|open|source|using|understanding|towards?|improving|` +
		`building|exploring|implementing|developing|background|overview|abstract|contents|keywords|objectives?|motivation|goals?|` +
		`timeline|budget|references|appendix|about|contact|projects?|proposed|proposals|signatures?|.*[’']s|discovery|defen[cs]e|dates?|` +
		`members?|change|record|records|recording|status|owner|history|details|personal|student|students|advisor|supervisor|professor|` +
		`committee|chair|principal|investigator|united|states|kingdom|north|south|east|west|street|avenue|road|city|state|country|park|` +
		`national|international|global|world|american|european|chinese|african|call|fund|award|prize|initiative|foundation|council|` +
		`agency|society|trust|association|academy|press|journal|conference|workshop|game|games|app|music|library|` +
		`tools?|problem|solution|` +
		`sales|shop|store|market|marketing|product|service|services|human|brain|cancer|disease|drug|gene|genetic|cell|protein|food|plant|` +
		`animal|soil|air|space|star|stars|earth|planet|ocean|forest|fire|white|paper|business|final|senior|junior|honors|capstone|` +
		`doctoral|master|masters|bachelor|phd|pre|post|part|section|chapter|page|table|figure|interaction|communication|control|dynamics|` +
		`structure|function|evaluation|assessment|performance|quality|policy|law|history|art|culture|media|public|private|home|house|` +
		`building|construction|materials?|architecture|environment\w*|sustainab\w*|renewable|solar|wind|power|electric\w*|vehicles?|` +
		`transport\w*|traffic|digital|virtual|augmented|reality|internet|things|sensor|sensors|wireless|mining|search|retrieval|` +
		`knowledge|graph|graphs|time|series|real|large|scale|high|low|multi\w*|cross|non|based|driven|aware|end|user|self|tesi|thèse|` +
		`corso|uniwersytet|universit\pL*|wydzia\pL|facolt\pL|fakult\pL*|facultad|faculté|instytut|institut|escuela|école|ecole|` +
		`politechnika|praca|laurea|dipartimento|the|of|for|and|in|on|with|to|by|from|an?)[.:]?$`)
)
