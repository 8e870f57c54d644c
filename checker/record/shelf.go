package record

// ShelfField is what the library is divided by.
type ShelfField string

// The fields, in the order in which they are shown.
const (
	ShelfYear        ShelfField = "year"
	ShelfInstitution ShelfField = "institution"
	ShelfProgramme   ShelfField = "programme"
	ShelfStatus      ShelfField = "status"
	ShelfFormat      ShelfField = "format" // extract.Format
)

// ShelfFields returns all of them.
func ShelfFields() []ShelfField {
	return []ShelfField{ShelfYear, ShelfInstitution, ShelfProgramme, ShelfStatus, ShelfFormat}
}

// ShelfSort is what a list of library documents is sorted by.
type ShelfSort string

// What it can be sorted by. Texts are in order of their code points.
const (
	ShelfByMatch       ShelfSort = "match" // how well it fits what is searched for; without a search as ShelfByArrival
	ShelfByArrival     ShelfSort = "arrival"
	ShelfByYear        ShelfSort = "year"
	ShelfByTitle       ShelfSort = "title"
	ShelfByApplicant   ShelfSort = "applicant"
	ShelfByInstitution ShelfSort = "institution"
)

// ShelfSorts returns all of them.
func ShelfSorts() []ShelfSort {
	return []ShelfSort{ShelfByMatch, ShelfByArrival, ShelfByYear, ShelfByTitle, ShelfByApplicant, ShelfByInstitution}
}

// Text reports whether values are texts and not numbers: they begin with the first.
func (s ShelfSort) Text() bool {
	return s == ShelfByTitle || s == ShelfByApplicant || s == ShelfByInstitution
}

// ShelfFilter chooses library documents. Zero fields choose all.
type ShelfFilter struct {
	Values     map[ShelfField]string // of the fields that are in it; "" is that it is not known
	Collection int64                 // in this one; 0 is whether or not
	State      DocumentState         // "" is any
	IDs        []int64               // these; nil is all, empty is none
}

// ShelfQuery is a page of the library.
type ShelfQuery struct {
	ShelfFilter
	Sort       ShelfSort // "" is ShelfByArrival
	Descending bool
	Limit      int // 0 is no limit
	Offset     int
}

// ShelfFacets are the values of each field and how many documents have them, of those
// that a filter chooses by the other fields: most first, years latest first.
type ShelfFacets map[ShelfField][]Facet

// ShelfEdit is a change of many documents at once; nil leaves a field as it is.
type ShelfEdit struct {
	Year        *int // 0 is unknown
	Institution *string
	Programme   *string
	Status      *Status
}

// Empty reports whether nothing is changed.
func (e ShelfEdit) Empty() bool {
	return e.Year == nil && e.Institution == nil && e.Programme == nil && e.Status == nil
}

// Version is a document with nearly the text of another.
type Version struct {
	Document    int64
	Resemblance float64 // estimated part of either text that the other has too, of the smaller part: 0 to 1
	Copy        bool    // it is another applicant's, or nothing says whose: no version
}

// Removal describes the consequences of taking documents out of the library.
type Removal struct {
	Deleted int // documents that go with their texts
	Kept    int // documents that leave the library and stay as applications, as they are in a call or have checks
	Busy    int // documents that are being read and are left alone
	Checks  int // checks whose evidence quotes some of them: it stays as it is
}
