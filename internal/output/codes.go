package output

// The codes of diagnostics about files. A code never changes its meaning.
const (
	CodeForeign = "IK1901" // a file in the way that ikgen did not write
	CodeShared  = "IK1902" // a file that two packages generate
)

// Explain says what a code of this package means, and false for the codes of others.
func Explain(code string) (string, bool) {
	switch code {
	case CodeForeign:
		return "a file stands in the way of a generated one and was not written by ikgen: it is never overwritten", true
	case CodeShared:
		return "two packages generate the same file, so that each run would overwrite the other's", true
	}
	return "", false
}
