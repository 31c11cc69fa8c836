package wire

// The codes of issues. They are stable.
const (
	// Of documents.
	InvalidJSON   = "INVALID_JSON"   // the text is not JSON
	InvalidUTF8   = "INVALID_UTF8"   // a string or key is not valid UTF-8
	LoneSurrogate = "LONE_SURROGATE" // a \u escape is half of a surrogate pair
	TooLarge      = "TOO_LARGE"      // the document has more bytes than Options allow
	TooDeep       = "TOO_DEEP"       // objects and lists are nested deeper than Options allow
	TrailingData  = "TRAILING_DATA"  // something follows the document

	// Of objects and maps.
	UnknownField   = "UNKNOWN_FIELD"   // a key that the schema does not have, case variants included
	DuplicateField = "DUPLICATE_FIELD" // a key that stands twice in one object
	MissingField   = "MISSING_FIELD"   // a required key is absent

	// Of values.
	WrongType       = "WRONG_TYPE"       // another kind of JSON value
	NullValue       = "NULL_VALUE"       // null where the schema does not admit it
	NotInteger      = "NOT_INTEGER"      // a fraction where an integer is asked
	OutOfRange      = "OUT_OF_RANGE"     // beyond a bound, or beyond int64 or float64
	NotMultiple     = "NOT_MULTIPLE"     // no multiple of the number that the schema names
	ForbiddenValue  = "FORBIDDEN_VALUE"  // a value that the schema excludes
	TooShort        = "TOO_SHORT"        // fewer code points than asked
	TooLong         = "TOO_LONG"         // more code points than asked, or than Options allow
	PatternMismatch = "PATTERN_MISMATCH" // a string or key that a regular expression refuses
	WrongFormat     = "WRONG_FORMAT"     // a string that is not of the format asked for
	NotInEnum       = "NOT_IN_ENUM"      // none of the listed values
	ConstMismatch   = "CONST_MISMATCH"   // not the only value that is allowed
	TooFewItems     = "TOO_FEW_ITEMS"    // of lists and maps
	TooManyItems    = "TOO_MANY_ITEMS"   // of lists and maps
	NotUnique       = "NOT_UNIQUE"       // an element of a list that stands in it before
	NotContained    = "NOT_CONTAINED"    // fewer or more elements of a kind than asked
	BrokenRelation  = "BROKEN_RELATION"  // a field that does not compare to another one as asked
	NoVariant       = "NO_VARIANT"       // none of the variants of a union
)
