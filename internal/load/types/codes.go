package types

// CodeHidden is the code for a field whose name hides a word, or a package that is then not used.
const CodeHidden = "IK0219"

// The codes of this package. A code never changes its meaning.
const (
	codeInexact          = "IK0200"   // a construct that cannot be compiled exactly
	codePlainField       = "IK0201"   // x: T without default
	codeRequiredDefault  = "IK0202"   // x! or x? with a default
	codeMisplacedDefault = "IK0203"   // a default where the value is always given
	codeDefaults         = "IK0204"   // several defaults, or one that is not constant
	codeDefaultRefused   = "IK0205"   // a default or constant that its own type refuses
	codeImpossible       = "IK0206"   // no value satisfies the schema
	codeRegexp           = "IK0207"   // invalid regular expression
	codeNotASchema       = "IK0208"   // an expression that describes no JSON value
	codeNoFiniteValue    = "IK0209"   // a required cycle
	codeFloat            = "IK0210"   // float in place of number
	codeFieldName        = "IK0211"   // a field name that is not NFC, or computed
	codeAttribute        = "IK0212"   // an @ik or @go that is not understood, or misplaced
	codeNumber           = "IK0213"   // a number out of the range that is carried exactly
	codeCrossField       = "IK0214"   // a constraint over a sibling field
	codeTooLarge         = "IK0215"   // a schema too deep or too large to compile
	codeNarrowing        = "IK0216"   // a definition narrowed or extended where that cannot be compiled
	codeUnion            = "IK0217"   // a union that cannot be compiled exactly
	codeHidden           = CodeHidden // a field whose name hides a word that its sibling uses
	codeFormat           = "IK0218"   // a format that cannot be compiled exactly
)
