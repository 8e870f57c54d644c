package field

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/label"
	"zhiwen/extract/internal/field/value"
)

// house takes the university that the cover names, alone or before one of its parts.
func (r *reading) house() {
	school := r.school
	if school.value != "" && r.filled() {
		part := r.best[label.Institution]
		part.school = part.school || part.score < labelFactor*label.TaughtScore && partAlone().MatchString(part.value)
		if part.school && strings.HasSuffix(school.value, part.value) {
			r.best[label.Institution].value = school.value
		} else if part.school && !char.Wide(char.First(school.value)) {
			school.score = part.score + 1 // the whole, not the Department of Physics
		} else if part.school && !strings.Contains(part.value, "大学") {
			r.best[label.Institution].value = school.value + strings.TrimPrefix(part.value, school.value)
		}
		r.take(label.Institution, school)
	}
}

// schoolName returns the university or college at the start of a cover line. 某省大学生 names none.
func schoolName(s string) string {
	if closed := char.Closed(s); hospital().MatchString(closed) {
		return closed
	}
	m := university().FindStringSubmatch(char.Closed(s))
	if m == nil || noUniversity().MatchString(m[1]) || value.Placeholder().MatchString(m[1]) {
		return ""
	}
	if strings.HasPrefix(m[3], "生") || visit().MatchString(m[3]) || !behindSchool().MatchString(m[3]) {
		return ""
	}
	if strings.HasPrefix(m[3], "制") {
		return strings.TrimSuffix(m[1], m[2]) // the part that published the form says nothing
	}
	return m[1]
}

// houseIn returns the institution that a line names, or "". For Department of Physics, Northern
// University it is the university.
func houseIn(s string) string {
	var whole []string
	s = broughtOver().ReplaceAllString(s, "")
	for part := range strings.SplitSeq(strings.TrimLeft(s, "0123456789*†‡ "), ",") {
		if last := len(whole) - 1; last >= 0 && restOfPart().MatchString(part) {
			whole[last] += "," + part // College of Business, Law and Governance
			continue
		}
		part = strings.TrimSpace(behindHouse().ReplaceAllString(strings.TrimSpace(part), ""))
		if inTown().MatchString(part) { // University Avenue North
			return ""
		}
		if !latinHouse().MatchString(part) && !latinShort().MatchString(part) ||
			utf8.RuneCountInString(part) > value.Max[label.Institution] || latinForm(part) {
			if len(whole) == 0 {
				return ""
			}
			continue
		}
		if latinUniversity().MatchString(part) || latinShort().MatchString(part) {
			return part
		}
		whole = append(whole, part)
	}
	return strings.Join(whole, ", ")
}

// universityIn returns the university named among other words, or "": in a clause such as "a thesis
// submitted to the University of Exampleton in …", or in a line that also names a part of it
// (Faculty of Arts Northern University).
func universityIn(s string) string {
	if m := universityOf().FindString(s); atTown().MatchString(m) {
		return m // University of Exampleton at Landing
	} else if m != "" {
		return cutName(m)
	}
	for _, m := range namedUniversity().FindAllString(s, -1) {
		if m = cutName(m); strings.Contains(m, " ") {
			return m
		}
	}
	return ""
}

// behindSubject reports whether a line is a subject followed by the name of a university and
// nothing else: Electrical Engineering and Computer Sciences University of Exampleton.
func behindSubject(s, house string) bool {
	before, ok := strings.CutSuffix(strings.TrimSpace(s), house)
	words := strings.Fields(before)
	if !ok || house == "" || len(words) < 2 || len(words) > 6 || !subject().MatchString(words[len(words)-1]) {
		return false
	}
	small := []string{"and", "&", "of"}
	return !slices.ContainsFunc(words, func(w string) bool { return !unicode.IsUpper(char.First(w)) && !slices.Contains(small, w) })
}

// cutName removes words before and after the name of a university: Computer Science and Technology
// Northern University, University of Exampleton Department.
func cutName(s string) string {
	words := strings.Fields(s)
	noun := slices.IndexFunc(words, func(w string) bool { return universityNoun().MatchString(w) })
	if noun < 0 {
		return s
	}
	from, to := 0, len(words)
	for i := noun - 1; i >= 0; i-- { // the subject of a faculty
		if w := strings.TrimRight(words[i], ","); w != words[i] || subject().MatchString(w) || preposition().MatchString(w) {
			from = i + 1
			break
		}
	}
	for i := noun + 1; i < len(words); i++ {
		if i > noun+1 && (houseNoun().MatchString(words[i]) || behindName().MatchString(words[i])) {
			// University of Exampleton Engineering Department
			for to = i; houseNoun().MatchString(words[i]) && to > noun+3 && subject().MatchString(words[to-1]); to-- {
			}
			break
		}
	}
	for to > noun+1 && preposition().MatchString(words[to-1]) {
		to--
	}
	return strings.Trim(strings.Join(words[from:to], " "), " ,.;:”“\"()")
}

// hospital matches the name of a hospital alone in a line, of a university or a town.
var hospital = char.Pattern(`^\p{Han}{2,12}(?:大学|学院|[省市区县州])\p{Han}{0,8}医院$`)

var (
	// partOfHouse matches a part of a university.
	partOfHouse = char.Pattern(`(?i)\b(?:department|dept|school|faculty|college|division|institute|cent(?:re|er)|program(?:me)?|` +
		`laborator(?:y|ies)|labs?|group|dipartimento|fakultät|faculté)\b`)
	// universityOf and namedUniversity match the names of universities: University of Exampleton,
	// Exampleton Institute of Technology, Università degli Studi di Esempio.
	universityOf = char.Pattern(`(?:\p{Lu}[\pL’-]+ ){1,3}University of (?:Technology|Sciences?|Economics|Applied Sciences|Agriculture|` +
		`Life Sciences|Education|Finance|Arts)(?: and \p{Lu}\pL+)?|(?:[“”"]\p{Lu}[\pL’' -]{2,40}[“”"] ?)?(?:Technical |National |` +
		`Federal |State |TECHNICAL |NATIONAL )?(?:(?:University|UNIVERSITY) (?:of|OF) |(?:Universit[àaáäé]t?|UNIVERSIT[ÀAÁÄÉ]T?|` +
		`Universidad|Universidade|UNIVERSIDADE?) (?:(?:degli [Ss]tudi|DEGLI STUDI) )?(?:(?:de|di|da|do|del|della|zu|DE|DI|DA|` +
		`DO) )?(?:(?:la|LA) )?)(?:the |THE )?\p{Lu}[\pL’'-]*(?: (?:and |` +
		`& )?\p{Lu}[\pL’'-]*){0,4}(?: at \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?$)?`)
	namedUniversity = char.Pattern(`(?:\p{Lu}[\pL’-]+ ){1,3}Universit(?:eit|ät)(?: \p{Lu}\pL+)?|(?:Imperial|King[’']s|University|Trinity|` +
		`Queen[’']s) College (?:\p{Lu}\pL+)|(?:(?:\p{Lu}[\pL’'&.-]*|of|and|for|de|OF|AND),? ){1,7}(?:(?:University|UNIVERSITY|` +
		`Universität|UNIVERSITÄT|Universiteit|Polytechnic|Politecnico)|(?:Institute|INSTITUTE) (?:of|OF) (?:Technology|TECHNOLOGY|` +
		`Science|SCIENCE)(?: \p{Lu}[\pL’'-]*)?)(?: (?:of|OF|di|für) \p{Lu}[\pL’'-]*(?: (?:and )?\p{Lu}[\pL’'-]*){0,2})?|` +
		`(?:École|Ecole|Università|Technische Universität|TU|ETH) \p{L}[\pL’'-]*(?: (?:de |di |degli )?\p{Lu}[\pL’'-]*){0,3}|` +
		`\bPolitecnico di \p{Lu}\pL+`)
	atTown         = char.Pattern(`^University of \pL+ at \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?$`)
	universityNoun = char.Pattern(`(?i)^(?:universi\pL+|institute|polytechnic|politecnico|école|ecole|tu|eth)$`)
	// openingUniversity and openingPart match the start of a line that names an institution.
	// ofUniversity matches continuations that make it a title: Northern University Students and
	// Sleep.
	openingUniversity = char.Pattern(`^((?:The )?(?:\p{Lu}[\pL’'.&-]+ ){1,4}University)(?:[ ,–-]|$)`)
	ofUniversity      = char.Pattern(`^(?:(?i:students?|staff|teachers?|campus|library|libraries|courses?|teaching|education|rankings?|` +
		`press|hospitals?)\b|\p{Ll})`)
	openingPart = char.Pattern(`^(?:The )?(?i:department|school|faculty|graduate school|division|college) (?i:of|for) \p{Lu}`)
	// partName matches the name of a part of a university within a clause.
	partName = char.Pattern(`(?:Department|School|Faculty|Institute|College) (?:of|for) \p{Lu}[\pL’'-]*(?:,? (?:and |& |` +
		`of )?\p{Lu}[\pL’'-]*){0,5}`)
	// restOfPart matches the rest of the subject of a part of a university.
	restOfPart = char.Pattern(`^ \p{Lu}[\pL-]+(?: \p{Lu}[\pL-]+)? (?i:and|&) \p{Lu}[\pL -]+$`)
	houseNoun  = char.Pattern(`(?i)^(?:department|dept\.?|school|faculty|college|division|institute|cent(?:re|er)|laboratory|` +
		`program(?:me)?|bachelor|master|doctor)$`)
	behindName = char.Pattern(`(?i)^(?:in|for|as|by|on|is|at|to|with|partial|thesis|dissertation|submitted|spring|summer|fall|winter|` +
		`january|february|march|april|may|june|july|august|september|october|november|december)$`)
	preposition = char.Pattern(`(?i)^(?:of|at|from|the|to|for|and|&|in|de|di)$`)
	// subject matches the last word of the subject of a part of a university.
	subject = char.Pattern(`(?i)^(?:.*ics|.*ology|.*ing|.*graphy|.*istry|sciences?|technology|arts?|humanities|law|medicine|business|` +
		`economy|management|informatik|history|music|education|studies|systems|technologies|degree|dissertation|thesis|faculty|school|` +
		`department|committee|senate|board)$`)
	// broughtOver matches the start of a line that continues the name of an institution.
	broughtOver     = char.Pattern(`(?i)^(?:of|at|from|in|to|and) (?:the )?`)
	inTown          = char.Pattern(`^\p{L}+ (?:Avenue|Street|Road|Drive|Boulevard|Lane|Building|Parkway|Square)\b`)
	behindHouse     = char.Pattern(`\s+\d{4,}.*$`)
	latinUniversity = char.Pattern(`(?i)\b(?:University|(?:Imperial|King[’']s|Trinity|Queen[’']s) College|Institute of Technology|` +
		`Polytechnic|Universit[àäéy]t?|Universidad|Université)\b`)
	latinShort = char.Pattern(`^(?:(?:IIT|NIT|IIIT|IISc|BITS|ETH|EPFL|UC|MIT|Caltech|UCLA|UCL|LSE|UNSW|KAIST|HKUST|NUS|NTU|NTNU|DTU|` +
		`INRIA|CNRS|TU|KTH|WU|LMU|RWTH|ENSEEIHT|INSA)(?:[ -]\p{Lu}\pL+(?: \p{Lu}\pL+)?)?)$`)
	// latinSchool matches institutions that grant degrees, not their parts.
	latinSchool = char.Pattern(`(?i)\b(?:University|(?:Imperial|King[’']s|Trinity|Queen[’']s) College|` +
		`Institute of (?:\pL+ ){0,2}Technology|Universi[td]\pL*|College of|Academy|Polytechnic)\b|^(?:IIT|ETH|EPFL|UC|MIT)\b`)
	// latinHouse matches a text that is the name of an institution in Latin letters.
	latinHouse = char.Pattern(`^(?:(?:\p{Lu}[\pL’-]+ ){0,4}(?:\p{Lu}[\pL-]+-)?(?:Universit(?:ät|eit|et|é|à|aet|at)|Universidade?|` +
		`UNIVERSIT(?:ÄT|É|À))(?: (?:zu |de |di |degli |van )?\p{Lu}[\pL ]+)?|(?:Imperial|King[’']s|University|Trinity|Queen[’']s|Royal|` +
		`IMPERIAL|KING[’']S|UNIVERSITY|TRINITY) (?:College|COLLEGE) (?:(?:of|in) )?\p{Lu}\pL+|` +
		`(?:The )?(?:(?:\p{Lu}[\pL’'.&-]*|of|and|for|the) ){0,6}(?i:Department|Dept\.?|School|Faculty|College|Institute|Division|` +
		`Cent(?:re|er)|University|Laboratory|Academy|Foundation|Ministry|Hospital) (?i:of|for) \pL[\pL ,&'’-]+|` +
		`(?:The )?\p{Lu}[\pL ,&'’.-]+ (?i:University|Institute|College|Laborator(?:y|ies)|Cent(?:re|er)|School|Hospital|Academy|` +
		`Foundation|Initiative|Polytechnic|Corporation|Inc\.?|Ltd\.?|LLC|GmbH)(?:[ ,]+(?:of|at) [\pL ,&'’-]+)?|` +
		`(?i:UNIVERSITY|UNIVERSIDAD|UNIVERSITÉ|UNIVERSITÄT) \pL[\pL ,&'’-]+)$`)
)
