package lookup

// What tests look at the plans of.
var (
	TallyOf, NewestOf, OfCall = tallyOf, newestOf, ofCall
)

// AreOfTheWeb is a condition.
const AreOfTheWeb = areOfTheWeb

var PaperStatement = paperStatement
