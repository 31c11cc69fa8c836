package compile

// The codes of this package. A code never changes its meaning.
const (
	codeTwoFiles      = "IK0120" // one schema declared in two files
	codeNotAStruct    = "IK0121" // an input or output that is no struct
	codeMadeElsewhere = "IK0122" // a schema or a match that a comprehension makes
	codeDuration      = "IK0123" // a duration out of range
	codeTimeZone      = "IK0124" // a time zone that is not known
	codeGoType        = "IK0126" // a Go type whose import path or name is none
	codeOutOfRange    = "IK0107" // a value out of bounds, or not of the form asked for
	codeExpression    = "IK0125" // an expression of a match that cannot be compiled
)
