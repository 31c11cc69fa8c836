package types

import "github.com/ikgen/ikgen/internal/ir"

// uuidPattern is what uuid.Valid of CUE's library accepts: the four ways to write a UUID.
const uuidPattern = `^(([uU][rR][nN]:[uU][uU][iI][dD]:)?` + uuidDigits + `|\{` + uuidDigits + `\}|[0-9a-fA-F]{32})$`

const uuidDigits = `[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}`

// validator compiles a validator of CUE's library that is named without arguments.
func validator(name string) (value, bool) {
	text := ir.Type{Kind: ir.KindString}
	switch name {
	case "time.Time", "time.Duration", "net.URL", "net.AbsURL", "net.IPCIDR":
		text.Formats = []ir.Format{{Name: name}}
		return value{t: text}, true
	case "net.IP", "net.IPv4", "net.IPv6":
		text.Formats = []ir.Format{{Name: name}}
		return value{t: text, loose: name}, true
	case "uuid.Valid":
		text.Patterns = []ir.Pattern{{Regexp: uuidPattern}}
		return value{t: text}, true
	case "list.UniqueItems":
		return value{t: ir.Type{Kind: ir.KindList, Items: &ir.Type{Kind: ir.KindAny}, Unique: true}}, true
	}
	return value{}, false
}

// usage is how a validator that needs a constant is written; "" for others.
func usage(name string) string {
	switch name {
	case "strings.MinRunes", "strings.MaxRunes", "list.MinItems", "list.MaxItems", "struct.MinFields", "struct.MaxFields":
		return name + "(1)"
	case "strings.HasPrefix", "strings.HasSuffix", "strings.Contains":
		return name + `("text")`
	case "time.Format":
		return `time.Format("2006-01-02")`
	case "math.MultipleOf":
		return "math.MultipleOf(5)"
	case "list.Contains":
		return "list.Contains(3)"
	case "list.MatchN":
		return "list.MatchN(>=1, >5)"
	}
	return ""
}

func orThis(name string) string {
	if name == "" {
		return "this call"
	}
	return name
}

// insteadOf says what to write in place of a function that is not compiled.
func insteadOf(name string) string {
	switch name {
	case "regexp.Match":
		return `write =~"pattern": regexp.Match takes the value as the pattern`
	case "net.FQDN":
		return "write a regular expression for the names that you expect"
	case "or":
		return `write the alternatives out: "a" | "b"`
	case "and":
		return "write the conjunction out: a & b"
	case "len":
		return "write strings.MinRunes and strings.MaxRunes, or list.MinItems and list.MaxItems"
	}
	return "write a type with bounds, lengths or a regular expression"
}
