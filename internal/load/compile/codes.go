package compile

// The codes of this package. A code never changes its meaning.
const (
	codeTwoFiles      = "IK0120" // one schema declared in two files
	codeNotAStruct    = "IK0121" // an input or output that is no struct
	codeMadeElsewhere = "IK0122" // a schema that a comprehension makes
	codeDuration      = "IK0123" // a duration out of range
	codeTimeZone      = "IK0124" // a time zone that is not known
)
